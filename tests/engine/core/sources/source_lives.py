"""Whether chats in sources say what they would have said cold, on real memory of every kind.

``python -m tests.engine.core.sources.source_lives COUNT`` leads so many lives, one kind after the
other: dice read and forget sources, begin chats in them, go on, edit, branch, stop, and restart
the process on its folder. Each reply is compared with that of a context that reads it all.
"""

import random
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from engine.llama.loader import load
from engine.messages.commands import Submit
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import ReadSource
from tests.engine.core.sources.reading import OWN, talk_of
from tests.engine.invariants.recorder import Recorder, Reply
from tests.engine.invariants.single_sequence import Tally, answer_cold
from tests.engine.invariants.test_persistence import FOUR_KINDS
from tests.engine.kv.driving import driven
from tests.engine.kv.test_real_models import Slow
from tests.models.cache import cached_model

BOOK = "the fox and the tabs and a quick brown dog. " * 16
SOURCES = {"book": BOOK, "edited": BOOK[:400] + "and so on and on. " * 12}
QUESTIONS = ("and then?", "what of the slots and the fox? " * 4)
CONFIG = EngineConfig(context_window=2048, slot_count=2, guesses_ahead=False)
NAMES = "abc"
STEPS = 24
MAX_TEXTS = 9  # of a chat, so that none slides

Writer = Callable[[Path], None]


class SourceLife:
    """One folder, and the processes that live on it one after the other."""

    def __init__(self, write: Writer, seed: int, folder: Path) -> None:
        self._dice = random.Random(seed)
        self._model = str(cached_model(write))
        self._folder = folder
        self._ram_bytes = self._dice.choice([None, 0])
        self._overdue_seconds = self._dice.choice([0.0, 86_400.0])  # until readings are saved
        self._talks: dict[str, tuple[str, ...]] = {}
        self._asked: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._request_id = 0
        self._process = ExitStack()
        self._recorder: Recorder | None = None
        self.replies: list[Reply] = []
        self._start()

    def lead(self) -> list[Reply]:
        """Do what the dice say; return all replies that were recorded."""
        acts = (self._read, self._begin, self._ask_behind, self._work, self._work, self._rest)
        rare = (self._cancel, self._discard, self._restart)
        for _ in range(STEPS):
            self._dice.choice(rare if self._dice.random() < 0.2 else acts)()
        self._end()
        return self.replies

    def _start(self) -> None:
        known = self._recorder.saved if self._recorder else {}
        self._recorder = Recorder(load(self._model, CONFIG, _quiet))
        self._recorder.saved.update(known)  # files outlive their process
        life = driven(
            Slow(self._recorder),
            self._folder,
            ram_bytes=self._ram_bytes,
            overdue_seconds=self._overdue_seconds,
        )
        self._driver = self._process.enter_context(life)

    def _end(self) -> None:
        self._rest()
        self._driver.write_back()
        assert self._recorder is not None
        self.replies += self._recorder.replies
        self._process.close()

    def _restart(self) -> None:
        self._end()
        self._start()

    def _read(self) -> None:
        key, version = self._dice.choices(sorted(SOURCES), k=2)
        self._request_id += 1
        command = ReadSource(self._request_id, key, SOURCES[version])
        self._driver.scheduler.read_source(command)

    def _begin(self) -> None:
        system = SOURCES[self._dice.choice(sorted(SOURCES))]
        system = f"{system}\n\n{OWN}" if self._dice.random() < 0.3 else system
        self._ask(self._dice.choice(NAMES), (system, self._dice.choice(QUESTIONS)))

    def _ask_behind(self) -> None:
        """Ask behind one of the turns of a chat: in itself, which edits it, or in a branch."""
        if not self._talks:
            return
        talk = self._talks[self._dice.choice(sorted(self._talks))]
        kept = talk[: 1 + 2 * self._dice.randint(0, 3)]
        self._ask(self._dice.choice(NAMES), (*kept, self._dice.choice(QUESTIONS)))

    def _ask(self, name: str, texts: tuple[str, ...]) -> None:
        self._request_id += 1
        self._asked[self._request_id] = (name, texts[:MAX_TEXTS])
        rank = self._dice.choice([Rank.TAB, Rank.TAB, Rank.BACKGROUND])
        limit = SamplingParams(temperature=0.0, max_tokens=8)
        messages, options = talk_of(texts[:MAX_TEXTS]), RequestOptions(rank=rank)
        self._driver.scheduler.submit(Submit(self._request_id, name, messages, limit, options))

    def _work(self) -> None:
        self._driver.listener.step(self._dice.randint(1, 12))

    def _rest(self) -> None:
        self._driver.run()
        self._driver.listener.step()  # also what was stopped just now is told
        for request, (name, texts) in self._asked.items():
            if self._driver.listener.reason(request) in (FinishReason.LENGTH, FinishReason.STOP):
                self._talks[name] = (*texts, self._driver.listener.text(request))
        self._asked.clear()

    def _cancel(self) -> None:
        self._driver.scheduler.cancel(self._request_id - self._dice.randint(0, 2))

    def _discard(self) -> None:
        names = [*NAMES, *(f"\0source {key}" for key in SOURCES)]
        self._driver.scheduler.discard(self._dice.choice(names))


def compared(write: Writer, seed: int) -> Tally:
    """Lead a life and compare what was said with what a cold context says."""
    with tempfile.TemporaryDirectory() as folder:
        replies = SourceLife(write, seed, Path(folder)).lead()
    alone = load(str(cached_model(write)), EngineConfig(context_window=2048, slot_count=1), _quiet)
    tally = answer_cold(replies, alone)
    alone.close()
    return tally


def _quiet(_share: float) -> None:
    pass


def main() -> int:
    """Lead many lives, and print what was compared."""
    compared_count = near_ties = 0
    for seed in range(int(sys.argv[1])):
        tally = compared(FOUR_KINDS[seed % len(FOUR_KINDS)], seed)
        compared_count, near_ties = compared_count + tally.compared, near_ties + tally.near_ties
    print(f"{compared_count} tokens were compared; {near_ties} were as likely as another one.")
    return int(near_ties > 1 + compared_count // 50)


if __name__ == "__main__":
    sys.exit(main())
