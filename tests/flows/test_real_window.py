"""The program on a real display, driven by real keys and a real mouse from outside."""

import pytest

from tests.flows.external_process import ARE_TOOLS_MISSING, PATIENCE_SECONDS, Outsider, until

FIRST = "What can Hubbub do"
SECOND = "How do I close a tab"
COMPLETE = "message WHERE lower(status) = 'complete'"
DELETED = "conversation WHERE deleted_at IS NOT NULL"

pytestmark = pytest.mark.skipif(ARE_TOOLS_MISSING, reason="needs Xvfb and xdotool")


def test_a_real_keyboard_reaches_everything(outsider: Outsider) -> None:
    ask(outsider, FIRST, answered=2)
    outsider.press("ctrl+t")
    outsider.wait_for_window("New chat")
    ask(outsider, SECOND, answered=4)
    outsider.wait_for_count("open_tab", 2)

    outsider.press("ctrl+1")
    outsider.wait_for_window(FIRST)
    outsider.press("ctrl+Tab")
    outsider.wait_for_window(SECOND)

    outsider.press("ctrl+w")
    outsider.wait_for_window(FIRST)
    outsider.wait_for_count("open_tab", 1)
    outsider.press("ctrl+shift+t")
    outsider.wait_for_window(SECOND)
    outsider.wait_for_count("open_tab", 2)

    outsider.press("ctrl+b")
    until(lambda: outsider.setting("is_sidebar_visible") is False, "the sidebar to go")
    outsider.press("ctrl+comma")
    outsider.wait_for_window("Settings")
    outsider.press("Escape")
    outsider.wait_until_gone("Settings")
    outsider.wait_for_window(SECOND)

    outsider.press("ctrl+shift+BackSpace")
    outsider.wait_for_count(DELETED, 1)
    outsider.wait_for_window(FIRST)
    outsider.press("ctrl+z")
    outsider.wait_for_count(DELETED, 0)
    outsider.wait_for_window(SECOND)

    outsider.press("ctrl+r")
    outsider.wait_for_count(COMPLETE, 5)
    outsider.press("ctrl+q")
    assert outsider.program.wait(PATIENCE_SECONDS) == 0


def ask(outsider: Outsider, question: str, *, answered: int) -> None:
    """Type a question, and wait until its tab has its title and so many messages are complete."""
    outsider.type(question)
    outsider.press("Return")
    outsider.wait_for_window(question)
    outsider.wait_for_count(COMPLETE, answered)


def test_a_tab_that_is_dragged_out_gets_a_window_of_its_own(outsider: Outsider) -> None:
    ask(outsider, FIRST, answered=2)
    outsider.press("ctrl+t")
    outsider.wait_for_window("New chat")
    ask(outsider, SECOND, answered=4)
    left, top = outsider.index_of_tab(SECOND)
    outsider.drag((left + 300, top + 40), (left + 500, top + 790))
    outsider.wait_for_count("open_tab WHERE pane = 2", 1)
    outsider.wait_for_window(SECOND)
    outsider.wait_for_window(FIRST)
    outsider.press("ctrl+t")
    outsider.wait_for_window("New chat")
    outsider.wait_for_count("open_tab", 3)
    outsider.press("ctrl+q")
    assert outsider.program.wait(PATIENCE_SECONDS) == 0
