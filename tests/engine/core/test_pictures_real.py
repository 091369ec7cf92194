"""Pictures through the whole engine on real memory: encoded once, the same tokens in company."""

from pathlib import Path

import pytest

from engine.messages.events import FinishReason
from tests.engine.core.media.seeing import SeeingDriver, distance, driven_pair, near_ties
from tests.engine.invariants.single_sequence import OTHER_CHUNKS
from tests.engine.llama.media.pictures import PAIRS, Pair, needs_library

pytestmark = needs_library

QUESTION = "What is in this picture, and what stands behind it?"
NEXT = "And what else is there?"


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
