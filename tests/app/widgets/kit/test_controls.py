"""Widgets of the kit: controls, forms, rows of lists, and how they keep their place."""

import time
from collections.abc import Callable
from importlib import resources

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt
from PySide6.QtGui import QCursor, QFont, QFontMetrics, QGuiApplication, QHelpEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain.conversations import ConversationSummary
from app.widgets.kit.controls import (
    IconButton,
    PillButton,
    QuietButton,
    is_under_mouse,
    show_one_of,
)
from app.widgets.kit.distinct_titles import elided_title, told_apart
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.geometry import resize_on_screen
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import LineDelegate, TwoLineDelegate
from app.widgets.kit.small_dialogs import MAX_NAME_CHARS, NameDialog, QuestionBox, ask_before
from app.widgets.kit.theme import colours_of
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import summary
from tests.app.widgets.showing import on_screen
from tests.app.widgets.transcript.test_focus import chat_panel
from tests.conftest import ExpectedLog

DETAIL = Qt.ItemDataRole.UserRole
LONG = "a <b>title</b> " * 9


def test_a_button_that_moves_away_from_the_mouse_goes_out(
    qtbot: QtBot, theme_switch: ThemeSwitch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 200)
    button = PillButton("Press", window)
    button.setGeometry(20, 20, 100, 30)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    QCursor.setPos(window.mapToGlobal(QPoint(300, 150)))
    dark = button.grab().toImage()
    QCursor.setPos(button.mapToGlobal(QPoint(50, 15)))
    QTest.mouseMove(button, QPoint(50, 15))
    qtbot.waitUntil(button.underMouse)
    assert button.grab().toImage() != dark, "it is lit"

    button.move(20, 150)
    assert button.underMouse(), "Qt has not noticed yet"
    assert not is_under_mouse(button)
    assert button.grab().toImage() == dark


def test_a_quiet_button_looks_disabled(qtbot: QtBot) -> None:
    button = QuietButton("check", "Use for new chats")
    qtbot.addWidget(button)
    button.show()
    enabled = button.grab().toImage()
    button.setEnabled(False)
    assert button.grab().toImage() != enabled


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize(
    "make",
    [
        lambda: IconButton("plus", "Add"),
        lambda: PillButton("Save"),
        lambda: QuietButton("plus", "Add"),
    ],
    ids=["icon", "pill", "quiet"],
)
def test_a_button_is_pressed_by_keys(
    qtbot: QtBot,
    make: Callable[[], QAbstractButton],
    key: Qt.Key,
) -> None:
    made = make()
    qtbot.addWidget(made)
    pressed = QSignalSpy(made.clicked)
    made.show()
    QTest.keyClick(made, key)
    assert pressed.count() == 1


def test_of_buttons_that_take_turns_the_one_that_comes_has_the_keyboard(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    stop, resume, other = (PillButton(text, window) for text in ("Stop", "Continue", "Export"))
    turns = (stop, resume)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    show_one_of(turns, stop)
    stop.setFocus()
    show_one_of(turns, resume)
    assert (stop.isVisible(), resume.isVisible(), resume.hasFocus()) == (False, True, True)
    other.setFocus()
    show_one_of(turns, stop)
    assert (stop.isVisible(), resume.isVisible(), other.hasFocus()) == (True, False, True)
    show_one_of(turns, None)
    assert not stop.isVisible()


NAMES = sorted(
    entry.name.removesuffix(".svg")
    for entry in (resources.files("resources") / "icons").iterdir()
    if entry.name.endswith(".svg")
)


def test_every_icon_is_drawn_in_the_given_colour(qtbot: QtBot) -> None:
    for name in NAMES:
        picture = icon_pixmap(name, "#ff0000", 24).toImage()
        colours = (picture.pixelColor(x, y) for x in range(24) for y in range(24))
        inked = {colour.name() for colour in colours if colour.alpha() == 255}
        assert inked, name
        assert name == "hubbub" or inked == {"#ff0000"}


def test_without_its_file_an_icon_is_empty_and_its_button_is_painted(
    qtbot: QtBot, expect_log: ExpectedLog
) -> None:
    expect_log("no such icon")
    button = IconButton("no such icon", "what it does")
    qtbot.addWidget(button)
    assert not button.grab().isNull()
    picture = icon_pixmap("no such icon", "#ff0000", 24).toImage()
    assert all(picture.pixelColor(x, x).alpha() == 0 for x in range(24))


@pytest.mark.parametrize("requested", [QSize(5000, 200), QSize(300, 5000), QSize(5000, 5000)])
def test_no_window_is_larger_than_the_screen(qtbot: QtBot, requested: QSize) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    resize_on_screen(window, requested)
    room = window.screen().availableSize()

    assert window.width() <= min(requested.width(), room.width())
    assert window.height() <= min(requested.height(), room.height())


def test_the_window_opens_on_the_screen_with_its_frame(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    room = window.screen().availableSize()

    assert window.width() < room.width()
    assert window.height() < room.height()


def test_all_chat_settings_can_be_reached_on_a_low_screen(qtbot: QtBot) -> None:
    panel = on_screen(qtbot, chat_panel(), 320, 300)
    qtbot.waitUntil(panel.isActiveWindow)
    seen: list[QWidget] = []
    while panel.focusWidget() not in seen:
        focused = panel.focusWidget()
        seen.append(focused)
        assert focused.visibleRegion().boundingRect().height() == focused.height(), focused
        QTest.keyClick(focused, Qt.Key.Key_Tab)

    assert panel.height() == 300
    assert len(seen) > 30


@pytest.mark.parametrize("is_pasted", [False, True])
def test_a_word_of_megabytes_holds_up_no_window(qtbot: QtBot, is_pasted: bool) -> None:
    box = on_screen(qtbot, PromptBox())
    content = QMimeData()
    content.setText("x" * 1_000_000)
    began = time.thread_time()
    if is_pasted:
        box.insertFromMimeData(content)
    else:
        box.setPlainText(content.text())
    QGuiApplication.processEvents()
    assert time.thread_time() - began < 5
    assert box.toPlainText() == content.text()


@pytest.mark.parametrize(
    ("typed", "named"), [("  New  ", ["New"]), ("   ", []), ("x" * 300, ["x" * MAX_NAME_CHARS])]
)
def test_a_name_is_trimmed_and_never_blank(qtbot: QtBot, typed: str, named: list[str]) -> None:
    dialog = NameDialog("Old", title="Rename chat")
    qtbot.addWidget(dialog)
    names = QSignalSpy(dialog.named)
    dialog.name_box.clear()
    dialog.name_box.insert(typed)
    dialog.accept()

    assert [names.at(number)[0] for number in range(names.count())] == named


@pytest.mark.parametrize(("role", "count"), [("AcceptRole", 1), ("RejectRole", 0)])
def test_a_no_leaves_everything_as_it_is(qtbot: QtBot, role: str, count: int) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    done: list[bool] = []
    ask_before(parent, "Delete all?", "Delete", lambda: done.append(True))
    (box,) = parent.findChildren(QuestionBox)
    buttons = box.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    (button,) = (
        each
        for each in buttons.findChildren(QPushButton)
        if buttons.buttonRole(each) is QDialogButtonBox.ButtonRole[role]
    )
    button.click()
    assert len(done) == count


def tip_of(widget: QWidget, spot: QPoint) -> str:
    """Rest the mouse at a spot, and return the tooltip."""
    QToolTip.hideText()
    place = widget.mapToGlobal(spot)
    QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, spot, place))
    return QToolTip.text()


@pytest.mark.parametrize("has_detail", [False, True])
def test_a_row_that_is_cut_off_is_whole_in_its_tooltip(qtbot: QtBot, *, has_detail: bool) -> None:
    rows = QListWidget()
    qtbot.addWidget(rows)
    rows.setItemDelegate(TwoLineDelegate(DETAIL, rows) if has_detail else LineDelegate(rows))
    rows.setFixedWidth(200)
    for text in ("short", LONG):
        QListWidgetItem(text, rows).setData(DETAIL, "detail")
    rows.show()
    places = [rows.visualItemRect(rows.item(row)).center() for row in range(2)]
    assert tip_of(rows.viewport(), places[0]) == ""
    tip = tip_of(rows.viewport(), places[1])
    assert "a &lt;b&gt;title&lt;/b&gt; a" in tip
    assert ("<br>detail" in tip) is has_detail


def test_a_button_that_is_cut_off_is_whole_in_its_tooltip(qtbot: QtBot) -> None:
    button = on_screen(qtbot, PillButton("Continue from here"))
    for width, text in ((300, ""), (60, "<p>Continue from here</p>")):
        button.resize(width, button.height())
        assert tip_of(button, QPoint(5, 5)) == text
    button.setToolTip("Why")
    button.resize(60, button.height())
    assert tip_of(button, QPoint(5, 5)) == "Why"


def chat(id_: str, title: str, number: int) -> ConversationSummary:
    return replace(summary(id_, title), number=number)


def test_a_number_that_a_fork_has_is_left_out() -> None:
    chats = [chat("a", "Hi", 1), chat("fork", "Hi · 2", 2), chat("b", "Hi", 3)]
    assert told_apart(chats) == {"b": "Hi · 3"}


def test_ten_thousand_equal_titles_are_numbered_in_one_pass() -> None:
    chats = [chat(str(number), "Hi", number) for number in range(10_000)]
    found = told_apart(chats)
    assert len(found) == len(set(found.values())) == 9_999
    assert found["9999"] == "Hi · 10000"


def test_a_long_title_is_cut_before_its_number(qapp: QApplication) -> None:
    metrics = QFontMetrics(QFont())
    title = "Say hello to everybody in the room · 12"
    width = metrics.horizontalAdvance("Say hello to every… · 12")
    assert elided_title(metrics, title, width).endswith("… · 12")
    assert elided_title(metrics, title, 10_000) == title
    assert elided_title(metrics, "Say hello to everybody", 40).endswith("…")


def test_icons_grow_with_the_text(qtbot: QtBot, theme_switch: ThemeSwitch) -> None:
    button = IconButton("copy", "Copy", size=16)
    qtbot.addWidget(button)
    button.show()
    usual = button.sizeHint()
    theme_switch.set_zoom(200)
    QApplication.processEvents()
    assert (button.icon_side, button.sizeHint().width()) == (32, usual.width() + 16)
    theme_switch.set_zoom(100)
    QApplication.processEvents()
    assert button.sizeHint() == usual


def test_a_button_breaks_its_text_into_lines_only_to_paint_it_or_to_tell_it_in_full(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: list[str] = []
    shown_text = PillButton.shown_text

    def record(button: PillButton) -> str:
        broken.append(shown_text(button))
        return broken[-1]

    monkeypatch.setattr(PillButton, "shown_text", record)
    button = PillButton("Compare with another")
    on_screen(qtbot, button, 90, 30)
    QApplication.processEvents()
    broken.clear()
    for kind in (QEvent.Type.Polish, QEvent.Type.Enter, QEvent.Type.LanguageChange):
        QApplication.sendEvent(button, QEvent(kind))
    assert not broken
    tip_of(button, QPoint(5, 5))
    assert broken
    broken.clear()
    button.grab()
    assert broken


def test_a_main_button_is_as_large_as_the_others_next_to_it(qtbot: QtBot) -> None:
    for is_main in (False, True):
        button = PillButton("Allow once", is_main=is_main)
        qtbot.addWidget(button)
        button.resize(button.sizeHint())
        image = button.grab().toImage()
        middle = image.height() // 2
        edges = {image.pixelColor(x, middle).name() for x in (0, image.width() - 1)}
        colours = colours_of(button.palette())
        assert edges == {colours.accent if is_main else colours.border}


def test_dialogs_for_decisions_have_the_same_room_around_their_parts(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialogs = QuestionBox("Delete?", "Delete", window), NameDialog("a", window, title="Folder")
    for dialog in dialogs:
        dialog.adjustSize()
        layout = dialog.layout()
        assert layout is not None
        inner = layout.contentsRect()
        assert (inner.left(), inner.top()) == (16, 16)
        assert dialog.width() - 1 - inner.right() == 16
