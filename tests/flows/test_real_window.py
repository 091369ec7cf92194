"""The program on a real display, driven by real keys and a real mouse from outside."""

import pytest

from tests.flows.external_process import ARE_TOOLS_MISSING, ExternalProcess
from tests.flows.processes import PATIENCE_SECONDS, until

FIRST = "What can Hubbub do"
SECOND = "How do I close a tab"
COMPLETE = "message WHERE lower(status) = 'complete'"
DELETED = "conversation WHERE deleted_at IS NOT NULL"

pytestmark = pytest.mark.skipif(ARE_TOOLS_MISSING, reason="needs Xvfb and xdotool")


def test_a_real_keyboard_reaches_everything(external_process: ExternalProcess) -> None:
    ask(external_process, FIRST, answered=2)
    external_process.press("ctrl+t")
    external_process.wait_for_window("New chat")
    ask(external_process, SECOND, answered=4)
    external_process.wait_for_count("open_tab", 2)

    external_process.press("ctrl+1")
    external_process.wait_for_window(FIRST)
    external_process.press("ctrl+Tab")
    external_process.wait_for_window(SECOND)

    external_process.press("ctrl+w")
    external_process.wait_for_window(FIRST)
    external_process.wait_for_count("open_tab", 1)
    external_process.press("ctrl+shift+t")
    external_process.wait_for_window(SECOND)
    external_process.wait_for_count("open_tab", 2)

    external_process.press("ctrl+b")
    until(lambda: external_process.setting("is_sidebar_visible") is False, "the sidebar to go")
    external_process.press("ctrl+comma")
    external_process.wait_for_window("Settings")
    external_process.press("Escape")
    external_process.wait_until_gone("Settings")
    external_process.wait_for_window(SECOND)

    external_process.press("ctrl+shift+BackSpace")
    external_process.wait_for_count(DELETED, 1)
    external_process.wait_for_window(FIRST)
    external_process.press("ctrl+z")
    external_process.wait_for_count(DELETED, 0)
    external_process.wait_for_window(SECOND)

    external_process.press("ctrl+r")
    external_process.wait_for_count(COMPLETE, 5)
    external_process.press("ctrl+q")
    assert external_process.program.wait(PATIENCE_SECONDS) == 0


def ask(external_process: ExternalProcess, question: str, *, answered: int) -> None:
    """Type a question, and wait until its tab has its title and so many messages are complete."""
    external_process.type(question)
    external_process.press("Return")
    external_process.wait_for_window(question)
    external_process.wait_for_count(COMPLETE, answered)


def test_a_tab_that_is_dragged_out_gets_a_window_of_its_own(
    external_process: ExternalProcess,
) -> None:
    ask(external_process, FIRST, answered=2)
    external_process.press("ctrl+t")
    external_process.wait_for_window("New chat")
    ask(external_process, SECOND, answered=4)
    left, top = external_process.corner_of_window(SECOND)
    external_process.drag((left + 300, top + 24), (left + 500, top + 790))
    external_process.wait_for_count("open_tab WHERE pane = 2", 1)
    external_process.wait_for_window(SECOND)
    external_process.wait_for_window(FIRST)
    external_process.press("ctrl+t")
    external_process.wait_for_window("New chat")
    external_process.wait_for_count("open_tab", 3)
    external_process.press("ctrl+q")
    assert external_process.program.wait(PATIENCE_SECONDS) == 0


def test_alt_opens_the_menus_of_the_button(external_process: ExternalProcess) -> None:
    ask(external_process, FIRST, answered=2)
    external_process.press("alt+h")
    external_process.press("Up")
    external_process.press("Return")
    external_process.wait_for_window("About Hubbub")
    external_process.press("Escape")
    external_process.wait_until_gone("About Hubbub")
    external_process.wait_for_window(FIRST)
    external_process.press("alt+g")  # the letter of no menu: Alt was not pressed alone
    external_process.type("a question")
    external_process.press("ctrl+a", "BackSpace")
    external_process.press("Alt_L")
    external_process.press("Right")
    external_process.press("Up")
    external_process.press("Return")
    assert external_process.program.wait(PATIENCE_SECONDS) == 0


def test_the_edit_menu_edits_the_box_with_the_focus(external_process: ExternalProcess) -> None:
    external_process.type("one two")
    # The first entry that has an effect is selected: Select all, Cut, and twice Paste.
    for _ in range(4):
        external_process.press("alt+e")
        external_process.press("Return")
    external_process.press("Return")
    external_process.wait_for_count("message WHERE text = 'one twoone two'", 1)
    external_process.wait_for_count(COMPLETE, 2)
    external_process.press("ctrl+q")
    assert external_process.program.wait(PATIENCE_SECONDS) == 0
