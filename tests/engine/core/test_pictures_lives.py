"""Random lives of picture chats on real memory, with edits, branches, full windows and restarts.

As ``test_media_machine`` on the fake, shorter: the ledgers are compared with the library
after each step, and each reply with what a model says that has seen nothing else.
"""

import random
from pathlib import Path

import pytest

from engine.messages.events import FinishReason, Slid
from tests.engine.core.media.seeing import Sampled, SeeingDriver, Turn, driven_pair, near_ties
from tests.engine.llama.media.pictures import GEMMA, QWEN2, Pair, needs_library

pytestmark = needs_library

_WINDOW = 256
_ROUNDING = 4e-2  # of f16 behind several turns, each read in other pieces; 0.018 was seen
_REPLY = "it is a fox"  # the same on both sides, also behind a tie
_TOKENS = 8

Chat = list[tuple[str, tuple[int, ...]]]


class _Lives:
    """Three chats and what was answered to each of their states."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._chats: list[Chat] = [[], [], []]
        self._asked: dict[int, tuple[int, Chat]] = {}
        self._number = 0
        self.answered: list[tuple[Chat, Sampled]] = []
        self.dropped_count = 0

    def live(self, driver: SeeingDriver) -> None:
        """Do something at random until the program ends."""
        for _ in range(10):
            index = self._dice.randrange(3)
            if any(index == each for each, _ in self._asked.values()):
                self._step(driver, self._dice.randint(1, 12))
                continue
            self._act(driver, index)
            if self._dice.random() < 0.1:
                driver.scheduler.cancel(self._number)
        driver.run()
        self._settle(driver)

    def _act(self, driver: SeeingDriver, index: int) -> None:
        chat = self._chats[index]
        match self._dice.choice(("send", "send", "send", "edit", "branch", "forget")):
            case "send":
                chat.append(self._turn())
                self._ask(driver, index)
            case "edit" if chat:
                at = 2 * self._dice.randrange(len(chat) // 2)
                chat[at:] = [self._turn()]
                self._ask(driver, index)
            case "branch":
                self._chats[index] = list(self._chats[(index + 1) % 3])
                del self._chats[index][len(self._chats[index]) // 2 * 2 :]
            case "forget":
                driver.scheduler.discard(f"c{index}")

    def _turn(self) -> tuple[str, tuple[int, ...]]:
        text = "".join(self._dice.choices("abc ", k=self._dice.randint(1, 40)))
        return text, tuple(self._dice.choices(range(3), k=self._dice.choice((0, 1, 1, 2))))

    def _ask(self, driver: SeeingDriver, index: int) -> None:
        self._number += 1
        chat = list(self._chats[index])
        self._asked[self._number] = (index, chat)
        driver.ask(self._number, f"c{index}", *_turns(driver, chat), max_tokens=_TOKENS)

    def _step(self, driver: SeeingDriver, count: int) -> None:
        done = len(driver.listener.steps) + count
        driver.run(lambda: len(driver.listener.steps) >= done or not driver.scheduler.has_requests)
        self._settle(driver)

    def _settle(self, driver: SeeingDriver) -> None:
        """Note the replies that have ended; what lost turns is compared with nothing."""
        for number, (index, chat) in tuple(self._asked.items()):
            if not driver.listener.has_finished(number):
                continue
            del self._asked[number]
            self._chats[index].append((_REPLY, ()))
            end = driver.listener.finished(number)
            assert end.reason in (FinishReason.LENGTH, FinishReason.CANCELLED)
            slid = [each for each in driver.listener.events if isinstance(each, Slid)]
            if end.usage.dropped_messages or any(each.request_id == number for each in slid):
                self.dropped_count += 1
            elif end.reason is FinishReason.LENGTH:
                self.answered.append((chat, driver.reply(number)))


def _turns(driver: SeeingDriver, chat: Chat) -> list[Turn]:
    return [(text, [driver.picture(seed) for seed in seeds]) for text, seeds in chat]


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in (1, 2))])
@pytest.mark.parametrize(
    "pair", [pytest.param(QWEN2, id="qwen2vl"), pytest.param(GEMMA, id="gemma3")]
)
def test_random_lives_say_what_a_model_says_that_has_seen_nothing_else(
    pair: Pair, seed: int, tmp_path: Path
) -> None:
    lives = _Lives(seed)
    for _ in range(3):
        with driven_pair(
            pair, slot_count=2, context_window=_WINDOW, cache_dir=str(tmp_path)
        ) as driver:
            lives.live(driver)
            assert len(set(driver.asked)) == len(driver.asked)
    ties = 0
    assert lives.answered
    with driven_pair(pair, slot_count=1, context_window=_WINDOW) as alone:
        for number, (chat, reply) in enumerate(lives.answered):
            alone.ask(number, f"c{number}", *_turns(alone, chat), max_tokens=_TOKENS)
            alone.run()
            ties += near_ties(alone.reply(number), reply, _ROUNDING)
            alone.scheduler.discard(f"c{number}")
    assert ties <= 1 + len(lives.answered) // 10
