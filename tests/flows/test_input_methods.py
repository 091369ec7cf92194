"""Words that a real input method composes: never sent by the Enter that accepts them.

Anthy takes the Enter that accepts a word. Hangul ends a syllable at Enter, and passes the key on.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.external_process import ARE_TOOLS_MISSING, ExternalProcess, running
from tests.flows.input_method import IS_MISSING, input_method
from tests.flows.processes import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.skipif(ARE_TOOLS_MISSING, reason="needs Xvfb and xdotool"),
    pytest.mark.skipif(IS_MISSING, reason="needs IBus with Anthy and Hangul"),
]
SETTLED_SECONDS = 1.0  # time in which a key that is sent by mistake would show
HARBOUR = "minato"  # converted to 港
SEA = "umi"  # converted to 海
FILTER = (130, 56)  # the place on the display of the box above the list of conversations


@pytest.fixture
def japanese(display: str, tmp_path: Path) -> Iterator[ExternalProcess]:
    with input_method(display, "anthy"), running(display, tmp_path) as program:
        yield program


@pytest.fixture
def korean(display: str, tmp_path: Path) -> Iterator[ExternalProcess]:
    with input_method(display, "hangul"), running(display, tmp_path) as program:
        yield program


def compose(program: ExternalProcess, letters: str = HARBOUR) -> None:
    """Type a word and convert it, without accepting it."""
    program.type(letters)
    time.sleep(0.3)
    program.press("space")
    time.sleep(0.3)


def test_enter_accepts_a_word_in_the_message_box(japanese: ExternalProcess) -> None:
    compose(japanese)
    japanese.press("Return")
    japanese.wait_for_count("conversation WHERE draft = '港'", 1)
    time.sleep(SETTLED_SECONDS)
    assert japanese.count("message") == 0

    japanese.press("Return")
    japanese.wait_for_count("message WHERE text = '港'", 1)


def test_the_last_syllable_goes_with_its_message(korean: ExternalProcess) -> None:
    korean.type("gksrmf")
    korean.wait_for_count("conversation WHERE draft LIKE '한%'", 1)
    korean.press("Return")
    korean.wait_for_count("message WHERE text = '한글'", 1)
    korean.wait_for_count("conversation WHERE draft != ''", 0)
    assert korean.count("message WHERE text = '한'") == 0


def test_a_syllable_outlives_leaving_its_tab_and_the_end(korean: ExternalProcess) -> None:
    korean.type("gksrmf")
    korean.press("ctrl+t")
    korean.wait_for_count("conversation WHERE draft = '한글'", 1)
    korean.type("rmf")
    korean.press("ctrl+q")
    assert korean.program.wait(PATIENCE_SECONDS) == 0
    assert korean.count("conversation WHERE draft = '글'") == 1


def test_a_word_that_is_not_accepted_outlives_the_end(japanese: ExternalProcess) -> None:
    compose(japanese)
    japanese.press("ctrl+q")
    assert japanese.program.wait(PATIENCE_SECONDS) == 0
    assert japanese.count("conversation WHERE draft = '港'") == 1


def test_a_word_before_its_conversion_outlives_the_end(japanese: ExternalProcess) -> None:
    japanese.type(HARBOUR)
    time.sleep(0.3)
    japanese.press("ctrl+q")
    assert japanese.program.wait(PATIENCE_SECONDS) == 0
    assert japanese.count("conversation WHERE draft = 'みなと'") == 1


def test_a_word_that_is_not_accepted_stays_in_its_tab(japanese: ExternalProcess) -> None:
    japanese.press("ctrl+t")
    japanese.wait_for_count("conversation", 2)
    compose(japanese)
    japanese.press("ctrl+Tab")
    japanese.wait_for_count("conversation WHERE draft = '港'", 1)
    japanese.type("umi")
    japanese.press("ctrl+q")
    assert japanese.program.wait(PATIENCE_SECONDS) == 0
    assert japanese.count("conversation WHERE draft = '港'") == 1
    assert japanese.count("conversation WHERE draft = 'うみ'") == 1


def test_enter_accepts_a_word_in_the_title(japanese: ExternalProcess) -> None:
    named_harbour(japanese)
    japanese.press("F2")
    time.sleep(0.5)
    compose(japanese, SEA)
    japanese.press("Return")
    time.sleep(SETTLED_SECONDS)
    assert japanese.count("conversation WHERE title = '港'") == 1

    japanese.press("Return")
    japanese.wait_for_count("conversation WHERE title = '海'", 1)


def test_enter_accepts_a_word_in_the_search_of_everything(japanese: ExternalProcess) -> None:
    named_harbour(japanese)
    japanese.press("ctrl+t")
    japanese.wait_for_count("conversation", 2)
    japanese.press("ctrl+k")
    time.sleep(0.5)
    compose(japanese)
    japanese.press("Return")
    time.sleep(SETTLED_SECONDS)
    japanese.press("Escape")
    time.sleep(0.5)
    # The palette was still open: the new tab is in front.
    write(japanese, SEA)
    japanese.wait_for_count("conversation WHERE title = '' AND draft = '海'", 1)

    japanese.press("ctrl+k")
    time.sleep(0.5)
    compose(japanese)
    japanese.press("Return")
    time.sleep(SETTLED_SECONDS)
    japanese.press("Return")
    time.sleep(0.5)
    write(japanese, SEA)
    question = "conversation WHERE title = '港' AND draft = '海'"
    japanese.wait_for_count(question, 1)
    assert japanese.count(question) == 1


def test_enter_accepts_a_word_in_the_filter(japanese: ExternalProcess) -> None:
    named_harbour(japanese)
    japanese.press("ctrl+t")
    japanese.wait_for_count("conversation", 2)
    time.sleep(SETTLED_SECONDS)  # until the new tab has the focus
    go_to_filter(japanese)
    compose(japanese)
    japanese.press("Return")
    time.sleep(SETTLED_SECONDS)
    go_to_message_box(japanese)
    # The filter opened nothing: the new tab is in front.
    write(japanese, SEA)
    japanese.wait_for_count("conversation WHERE title = '' AND draft = '海'", 1)

    go_to_filter(japanese)
    japanese.press("Return")
    time.sleep(SETTLED_SECONDS)
    go_to_message_box(japanese)
    write(japanese, SEA)
    question = "conversation WHERE title = '港' AND draft = '海'"
    japanese.wait_for_count(question, 1)
    assert japanese.count(question) == 1


def go_to_filter(program: ExternalProcess) -> None:
    program.click(*FILTER)
    time.sleep(0.5)


def go_to_message_box(program: ExternalProcess) -> None:
    program.press("ctrl+l")
    time.sleep(0.5)


def named_harbour(program: ExternalProcess) -> None:
    """Send a message, whose words become the title."""
    write(program, HARBOUR)
    program.press("Return")
    program.wait_for_count("conversation WHERE title = '港'", 1)


def write(program: ExternalProcess, letters: str) -> None:
    """Type, convert and accept a word."""
    compose(program, letters)
    program.press("Return")
    time.sleep(0.3)
