"""Ctrl+Tab follows the row, or the order of use where the settings say so."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import focused

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


@pytest.fixture
def used(window: MainWindow) -> MainWindow:
    """Tabs a, b, c and d, used in the order c, a, d, b."""
    for name in "cadb":
        window.panes.activate(name)
    window.tab_commands.recent.is_by_use = True
    return window


def tap(key: Qt.Key, modifiers: Qt.KeyboardModifier = CONTROL) -> None:
    """Press a key while Ctrl is held."""
    QTest.keyPress(focused(), key, modifiers)  # a click would let go of Ctrl as well
    QTest.keyRelease(focused(), key)


def let_go() -> None:
    QTest.keyRelease(focused(), Key.Key_Control)


def walk(window: MainWindow, *taps: tuple[Qt.Key, Qt.KeyboardModifier]) -> list[str | None]:
    fronts = []
    for key, modifiers in taps:
        tap(key, modifiers)
        fronts.append(window.panes.active_id())
    let_go()
    return fronts


NEXT, BACK = (Key.Key_Tab, CONTROL), (Key.Key_Backtab, CONTROL | SHIFT)


def test_pressed_once_it_goes_to_the_tab_used_before_and_again_back(used: MainWindow) -> None:
    assert walk(used, NEXT) == ["d"]
    assert walk(used, NEXT) == ["b"]


def test_while_ctrl_is_held_it_goes_on_to_older_ones(used: MainWindow) -> None:
    assert walk(used, NEXT, NEXT, NEXT, NEXT) == ["d", "a", "c", "b"]
    assert walk(used, NEXT, NEXT) == ["d", "a"]
    assert walk(used, NEXT) == ["b"], "only where a walk ends was used"


def test_with_shift_it_goes_the_other_way(used: MainWindow) -> None:
    assert walk(used, NEXT, NEXT, BACK) == ["d", "a", "d"]
    assert walk(used, BACK) == ["c"]


def test_page_keys_always_follow_the_row(used: MainWindow) -> None:
    assert walk(used, (Key.Key_PageDown, CONTROL)) == ["c"]
    assert walk(used, (Key.Key_PageUp, CONTROL)) == ["b"]


def test_a_click_in_the_middle_of_a_walk_ends_it(used: MainWindow) -> None:
    tap(*NEXT)
    used.panes.activate("c")
    tap(*NEXT)
    assert used.panes.active_id() == "d"
    let_go()


def test_a_closed_tab_is_left_out_and_a_new_one_comes_last(used: MainWindow) -> None:
    used.panes.remove("d")
    assert walk(used, NEXT) == ["a"]


def test_from_the_menu_each_step_counts(used: MainWindow) -> None:
    fronts = []
    for _ in range(2):
        used.actions_by_name.next_tab.trigger()
        fronts.append(used.panes.active_id())
    assert fronts == ["d", "b"]
