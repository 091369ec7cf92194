"""Pictures and sounds through the whole engine on real memory: encoded once, the same together."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.messages.events import FinishReason
from engine.messages.media import Media
from tests.engine.core.media.seeing import SeeingDriver, distance, driven_pair, near_ties
from tests.engine.invariants.single_sequence import OTHER_CHUNKS
from tests.engine.llama.media.pictures import PAIRS, Pair, needs_library
from tests.engine.llama.media.sounds import BOTH, EARS

pytestmark = needs_library

Medium = Callable[[SeeingDriver, int], Media]

QUESTION = "What is in this, who speaks, and what stands behind it?"
NEXT = "And what else is there?"
# Models that see as well take another way in few places.
HEARING = [
    pytest.param(EARS, SeeingDriver.sound, id="hears"),
    pytest.param(BOTH, SeeingDriver.sound, id="sees and hears", marks=pytest.mark.nightly),
]
SEEING = [pytest.param(*each.values, SeeingDriver.picture, id=each.id) for each in PAIRS]
each_medium = pytest.mark.parametrize(("pair", "medium"), [*SEEING, *HEARING])


@each_medium
def test_the_medium_decides_what_is_written(pair: Pair, medium: Medium) -> None:
    with driven_pair(pair) as driver:
        for number in (1, 2):
            driver.ask(number, f"c{number}", (QUESTION, [medium(driver, number)]))
            driver.run()
        driver.ask(3, "c3", QUESTION)
        driver.run()
        assert distance(driver.reply(1), driver.reply(2)) > OTHER_CHUNKS
        assert distance(driver.reply(1), driver.reply(3)) > 10 * OTHER_CHUNKS


@each_medium
def test_chats_say_the_same_alone_and_in_company(pair: Pair, medium: Medium) -> None:
    with driven_pair(pair) as alone:
        for number in (1, 4):
            alone.ask(number, f"c{number}", (QUESTION, [medium(alone, number)]), max_tokens=40)
            alone.run()
        with driven_pair(pair) as company:
            for number in (2, 3):
                company.ask(number, f"c{number}", f"Chat {number} is text. " * 4, max_tokens=80)
            company.run(lambda: company.listener.text(3) != "")
            for number in (1, 4):
                media = [medium(company, number)]
                company.ask(number, f"c{number}", (QUESTION, media), max_tokens=40)
            company.run()
            ties = [near_ties(alone.reply(number), company.reply(number)) for number in (1, 4)]
            assert sum(ties) <= 1


def _second_reply(driver: SeeingDriver, medium: Medium, first: str) -> None:
    driver.ask(2, "a", (QUESTION, [medium(driver, 1)]), first, NEXT, max_tokens=40)
    driver.run()


@each_medium
def test_a_chat_goes_on_warm_after_a_restart(pair: Pair, medium: Medium, tmp_path: Path) -> None:
    with driven_pair(pair, cache_dir=str(tmp_path)) as driver:
        driver.ask(1, "a", (QUESTION, [medium(driver, 1)]))
        driver.run()
        first = driver.listener.text(1)
        assert driver.encoder.encoded_count == 1
    with driven_pair(pair) as unbroken:
        unbroken.ask(1, "a", (QUESTION, [medium(unbroken, 1)]))
        unbroken.run()
        assert unbroken.listener.text(1) == first
        _second_reply(unbroken, medium, first)
        with driven_pair(pair, cache_dir=str(tmp_path)) as restarted:
            restarted.run(lambda: restarted.scheduler.cache_manager.token_count("a") > 0)
            _second_reply(restarted, medium, first)
            assert restarted.listener.started(2).usage.reused_tokens > pair.rows
            assert near_ties(unbroken.reply(2), restarted.reply(2)) == 0
            restarted.ask(3, "b", (NEXT, [medium(restarted, 1)]))
            restarted.run()
            assert restarted.listener.reason(3) is FinishReason.LENGTH
            assert restarted.asked == []
            assert restarted.encoder.encoded_count == 0


def test_a_picture_and_a_sound_are_read_in_one_message() -> None:
    with driven_pair(BOTH) as driver:
        media = [driver.picture(1), driver.sound(1)]
        driver.ask(1, "a", (QUESTION, media))
        driver.ask(2, "b", (QUESTION, media[:1]))
        driver.run()
        assert driver.listener.reason(1) is FinishReason.LENGTH
        assert driver.encoder.encoded_count == 2
        assert distance(driver.reply(1), driver.reply(2)) > OTHER_CHUNKS


@pytest.mark.parametrize(("pair", "medium"), HEARING)
def test_a_sound_goes_with_its_turn_when_the_window_is_full(pair: Pair, medium: Medium) -> None:
    with driven_pair(pair, context_window=256) as driver:
        driver.ask(1, "a", (QUESTION, [medium(driver, 1)]), max_tokens=220)
        driver.run()
        first = driver.listener.text(1)
        driver.ask(2, "a", (QUESTION, [medium(driver, 1)]), first, NEXT, max_tokens=120)
        driver.run()
        assert driver.listener.reason(2) is FinishReason.LENGTH
        assert driver.encoder.encoded_count == 1
