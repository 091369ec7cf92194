"""The palette: titles and commands at once, messages when they are found, the keyboard alone."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.domain.conversations import SearchHit, TextRange
from app.domain.messages import Role
from app.widgets.commands.palette import Palette
from app.widgets.commands.palette_items import PaletteItemKind
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import summary
from tests.app.widgets.windows import page_of, press, tabbed_window

Key = Qt.Key
MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with a tab and some conversations, its palette opened by Ctrl+K."""

    def fill(window: MainWindow) -> None:
        window.panes.items.set_title("a", "Apples")
        window.sidebar.conversations.set_conversations(
            (summary("a", "Apples"), summary("n", "New tablets for Ada"))
        )

    window = tabbed_window(qtbot, "a", fill)
    press(Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    return window


def palette_of(window: MainWindow) -> Palette:
    (palette,) = (each for each in window.findChildren(Palette) if each.isVisible())
    return palette


def texts(palette: Palette) -> list[str]:
    return [item.text for item in palette.items.items()]


def headings(palette: Palette) -> list[str]:
    rows = range(palette.items.rowCount())
    items = [palette.items.item(palette.items.index(row)) for row in rows]
    return [each.text for each in items if each and each.kind is PaletteItemKind.HEADING]


def test_in_a_new_window_ctrl_k_offers_all_commands(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "a")
    press(Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert {"New chat", "Settings…"} <= set(texts(palette_of(window)))


def test_ctrl_k_offers_what_was_used_last(window: MainWindow) -> None:
    palette = palette_of(window)
    assert palette.box.hasFocus()
    assert texts(palette) == ["New tablets for Ada"], "Apples is in front already"
    assert headings(palette) == ["Chats"]


def test_ctrl_shift_p_opens_it_as_well(window: MainWindow) -> None:
    press(Key.Key_Escape)
    control = Qt.KeyboardModifier.ControlModifier
    press(Key.Key_P, control | Qt.KeyboardModifier.ShiftModifier)
    assert palette_of(window).box.hasFocus()


def test_letters_find_titles_and_commands(window: MainWindow) -> None:
    palette = palette_of(window)
    QTest.keyClicks(palette.box, "new")
    assert texts(palette)[0] == "New chat", "the best fit first"
    assert "New tablets for Ada" in texts(palette)
    assert headings(palette)[:2] == ["Commands", "Chats"]

    palette.box.setText(">sidebar")
    assert texts(palette)[0] == "Sidebar"
    palette.box.setText(">")
    assert len(texts(palette)) > 20


def test_enter_runs_a_command(window: MainWindow, qtbot: QtBot) -> None:
    signal = QSignalSpy(window.requests.new_tab_requested)
    QTest.keyClicks(palette_of(window).box, ">newch")
    press(Key.Key_Return)

    assert signal.count() == 1
    assert not [each for each in window.findChildren(Palette) if each.isVisible()]


def test_arrows_choose_a_conversation(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(palette_of(window).box, "a")
    current = palette_of(window).current()
    while current is None or current.conversation_id != "n":
        press(Key.Key_Down)
        assert palette_of(window).current() != current, "each key goes to another row"
        current = palette_of(window).current()
    with qtbot.waitSignal(window.requests.conversation_activated) as signal:
        press(Key.Key_Return)
    assert signal.args == ["n"]


def test_messages_come_when_they_are_found_and_stale_ones_do_not(
    window: MainWindow, qtbot: QtBot
) -> None:
    palette = palette_of(window)
    with qtbot.waitSignal(window.requests.search_requested) as signal:
        palette.box.setText("plums")
    assert signal.args == ["plums"]
    assert texts(palette) == []
    hit = SearchHit("n", "New tablets", 7, Role.USER, MOMENT, "two plums", (TextRange(4, 9),))
    window.set_hits("plum", (hit,))
    assert texts(palette) == []

    window.set_hits("plums", (hit,))
    assert texts(palette) == ["two plums"]
    with qtbot.waitSignal(window.requests.message_activated) as opened:
        press(Key.Key_Return)
    assert opened.args == ["n", 7]


def test_escape_leaves_and_gives_the_focus_back(window: MainWindow) -> None:
    stopped = QSignalSpy(window.requests.stop_requested)
    QTest.keyClicks(palette_of(window).box, "x")
    press(Key.Key_Escape)
    view = page_of(window, "a")
    assert view.composer.edit.hasFocus()
    assert not [each for each in window.findChildren(Palette) if each.isVisible()]
    assert stopped.count() == 0


def test_escape_leaves_where_what_had_the_focus_is_gone(window: MainWindow) -> None:
    press(Qt.Key.Key_Escape)
    passing = QWidget(window)
    passing.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    passing.show()
    passing.setFocus()
    press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = palette_of(window)
    delete(passing)
    press(Qt.Key.Key_Escape)
    assert palette.isHidden()


def test_the_offers_keep_qts_rules(window: MainWindow) -> None:
    items = palette_of(window).items
    QAbstractItemModelTester(items, QAbstractItemModelTester.FailureReportingMode.Warning)
    items.set_text("new")
    hit = SearchHit("n", "New tablets", 7, Role.USER, MOMENT, "two pears", (TextRange(4, 9),))
    items.set_hits((hit, hit))
    items.set_hits((hit,))
    items.set_hits(())
    items.set_text("")


def test_enter_that_accepts_a_word_chooses_no_row(window: MainWindow) -> None:
    palette = palette_of(window)
    chosen = QSignalSpy(palette.item_activated)
    QApplication.sendEvent(palette.box, QInputMethodEvent("new", []))
    accepted = QInputMethodEvent("", [])
    accepted.setCommitString("New")
    QApplication.sendEvent(palette.box, accepted)
    press(Key.Key_Return)
    assert palette.isVisible()
    assert chosen.count() == 0
    press(Key.Key_Return)
    assert chosen.count() == 1
