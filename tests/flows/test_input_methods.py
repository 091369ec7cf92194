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
