"""Pictures and sounds through the whole engine on real memory: encoded once, the same together."""

from pathlib import Path

import pytest

from engine.messages.events import FinishReason
from tests.engine.core.media.seeing import SeeingDriver, distance, driven_pair, near_ties
from tests.engine.invariants.single_sequence import OTHER_CHUNKS
from tests.engine.llama.media.pictures import PAIRS, Pair, needs_library
from tests.engine.llama.media.sounds import BOTH, EARS, HEARING

pytestmark = needs_library

QUESTION = "What is in this picture, and what stands behind it?"
NEXT = "And what else is there?"
SOUND_QUESTION = "What is to be heard in this sound, and who speaks?"
SOUND_NEXT = "And what else?"
# Models that see as well take another way in few places.
each_hearing_pair = pytest.mark.parametrize(
    "pair",
    [
        pytest.param(EARS, id="hears"),
        pytest.param(BOTH, id="sees and hears", marks=pytest.mark.nightly),
    ],
)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_picture_decides_what_is_written(pair: Pair) -> None:
    with driven_pair(pair) as driver:
        for number in (1, 2):
            driver.ask(number, f"c{number}", (QUESTION, [driver.picture(number)]))
            driver.run()
        driver.ask(3, "c3", QUESTION)
        driver.run()
        assert distance(driver.reply(1), driver.reply(2)) > OTHER_CHUNKS
        assert distance(driver.reply(1), driver.reply(3)) > 1


@pytest.mark.parametrize("pair", PAIRS)
def test_picture_chats_say_the_same_alone_and_in_company(pair: Pair) -> None:
    with driven_pair(pair) as alone:
        for number in (1, 4):
            alone.ask(number, f"c{number}", (QUESTION, [alone.picture(number)]), max_tokens=40)
            alone.run()
    with driven_pair(pair) as company:
        for number in (2, 3):
            company.ask(number, f"c{number}", f"Chat {number} is only text. " * 4, max_tokens=80)
        company.run(lambda: company.listener.text(3) != "")
        for number in (1, 4):
            company.ask(number, f"c{number}", (QUESTION, [company.picture(number)]), max_tokens=40)
        company.run()
        ties = [near_ties(alone.reply(number), company.reply(number)) for number in (1, 4)]
        assert sum(ties) <= 1


@pytest.mark.parametrize("pair", PAIRS)
def test_one_picture_in_four_chats_is_encoded_once(pair: Pair) -> None:
    with driven_pair(pair) as driver:
        picture = driver.picture(1)
        for number in range(4):
            driver.ask(number, f"c{number}", (f"{number}: {QUESTION}", [picture]))
        driver.run()
        reasons = [driver.listener.reason(number) for number in range(4)]
        assert reasons == [FinishReason.LENGTH] * 4
        assert driver.asked == [picture.digest]
        assert driver.encoder.encoded_count == 1


def _second_reply(driver: SeeingDriver, first: str) -> None:
    driver.ask(2, "a", (QUESTION, [driver.picture(1)]), first, NEXT, max_tokens=40)
    driver.run()


@pytest.mark.parametrize("pair", PAIRS)
def test_a_picture_chat_goes_on_warm_after_a_restart(pair: Pair, tmp_path: Path) -> None:
    with driven_pair(pair, cache_dir=str(tmp_path)) as driver:
        driver.ask(1, "a", (QUESTION, [driver.picture(1)]))
        driver.run()
        first = driver.listener.text(1)
    with driven_pair(pair) as unbroken:
        unbroken.ask(1, "a", (QUESTION, [unbroken.picture(1)]))
        unbroken.run()
        assert unbroken.listener.text(1) == first
        _second_reply(unbroken, first)
    with driven_pair(pair, cache_dir=str(tmp_path)) as restarted:
        restarted.run(lambda: restarted.scheduler.cache_manager.token_count("a") > 0)
        _second_reply(restarted, first)
        assert restarted.listener.started(2).usage.reused_tokens > pair.rows
        assert restarted.asked == []
        assert restarted.encoder.encoded_count == 0
        assert near_ties(unbroken.reply(2), restarted.reply(2)) == 0


@pytest.mark.parametrize("pair", HEARING)
def test_the_sound_decides_what_is_written(pair: Pair) -> None:
    with driven_pair(pair) as driver:
        for number in (1, 2):
            driver.ask(number, f"c{number}", (SOUND_QUESTION, [driver.sound(number)]))
            driver.run()
        assert driver.listener.reason(1) is FinishReason.LENGTH
        assert distance(driver.reply(1), driver.reply(2)) > OTHER_CHUNKS


@each_hearing_pair
def test_sound_chats_say_the_same_alone_and_in_company(pair: Pair) -> None:
    with driven_pair(pair) as alone:
        alone.ask(1, "c1", (SOUND_QUESTION, [alone.sound(1, 31)]), max_tokens=40)
        alone.run()
    with driven_pair(pair) as company:
        for number in (2, 3):
            company.ask(number, f"c{number}", f"Chat {number} is only text. " * 4, max_tokens=80)
        company.run(lambda: company.listener.text(3) != "")
        company.ask(1, "c1", (SOUND_QUESTION, [company.sound(1, 31)]), max_tokens=40)
        company.run()
        assert near_ties(alone.reply(1), company.reply(1)) <= 1


@each_hearing_pair
def test_one_sound_in_two_chats_is_encoded_once(pair: Pair) -> None:
    with driven_pair(pair) as driver:
        sound = driver.sound(1)
        for number in (1, 2):
            driver.ask(number, f"c{number}", (f"{number}: {SOUND_QUESTION}", [sound]))
        driver.run()
        assert driver.listener.reason(2) is FinishReason.LENGTH
        assert driver.asked == [sound.digest]
        assert driver.encoder.encoded_count == 1


def test_a_picture_and_a_sound_are_read_in_one_message() -> None:
    with driven_pair(BOTH) as driver:
        media = [driver.picture(1), driver.sound(1)]
        driver.ask(1, "a", (SOUND_QUESTION, media))
        driver.ask(2, "b", (SOUND_QUESTION, media[:1]))
        driver.run()
        assert driver.listener.reason(1) is FinishReason.LENGTH
        assert driver.encoder.encoded_count == 2
        assert distance(driver.reply(1), driver.reply(2)) > OTHER_CHUNKS


def _second_sound_reply(driver: SeeingDriver, first: str) -> None:
    driver.ask(2, "a", (SOUND_QUESTION, [driver.sound(1)]), first, SOUND_NEXT, max_tokens=40)
    driver.run()


@each_hearing_pair
def test_a_sound_chat_goes_on_warm_after_a_restart(pair: Pair, tmp_path: Path) -> None:
    with driven_pair(pair, cache_dir=str(tmp_path)) as driver:
        driver.ask(1, "a", (SOUND_QUESTION, [driver.sound(1)]))
        driver.run()
        first = driver.listener.text(1)
    with driven_pair(pair) as unbroken:
        unbroken.ask(1, "a", (SOUND_QUESTION, [unbroken.sound(1)]))
        unbroken.run()
        assert unbroken.listener.text(1) == first
        _second_sound_reply(unbroken, first)
    with driven_pair(pair, cache_dir=str(tmp_path)) as restarted:
        restarted.run(lambda: restarted.scheduler.cache_manager.token_count("a") > 0)
        _second_sound_reply(restarted, first)
        assert restarted.listener.started(2).usage.reused_tokens > pair.rows
        assert restarted.encoder.encoded_count == 0
        assert near_ties(unbroken.reply(2), restarted.reply(2)) == 0
        restarted.ask(3, "b", (SOUND_NEXT, [restarted.sound(1)]))
        restarted.run()
        assert restarted.listener.reason(3) is FinishReason.LENGTH
        assert restarted.asked == []
        assert restarted.encoder.encoded_count == 0


@each_hearing_pair
def test_a_sound_goes_with_its_turn_when_the_window_is_full(pair: Pair) -> None:
    with driven_pair(pair, context_window=256) as driver:
        driver.ask(1, "a", (SOUND_QUESTION, [driver.sound(1)]), max_tokens=220)
        driver.run()
        first = driver.listener.text(1)
        driver.ask(2, "a", (SOUND_QUESTION, [driver.sound(1)]), first, SOUND_NEXT, max_tokens=120)
        driver.run()
        assert driver.listener.reason(2) is FinishReason.LENGTH
        assert driver.encoder.encoded_count == 1
