"""The panel without a mouse, beside the page and over it: the keyboard is never lost."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.domain.chat_options import ChatOptions
from app.domain.conversations import ConversationOptions, Preset
from app.domain.messages import Role
from app.widgets.chat_panel.chat_panel import ChatPanel
from app.widgets.chat_panel.panel_content import PanelContent
from app.widgets.chat_panel.pin_list import PinnedMessage
from app.widgets.chat_panel.position import FIRST_WIDTH, MAX_WIDTH, NARROW_WIDTH, PanelPosition
from app.widgets.chat_panel.thinking_rows import ThinkingChoices
from app.widgets.kit.geometry import vertical_layout
from tests.app.widgets.windows import focused

PINS = (PinnedMessage(1, Role.USER, "Hello"), PinnedMessage(2, Role.ASSISTANT, "Hi"))
CONTENT = PanelContent(
    "a",
    title="Tabs",
    presets=(Preset("calm", {"temperature": 0.1}), Preset("wild", {"temperature": 1.4})),
    options=ConversationOptions(chat=ChatOptions({"temperature": 0.3})),
    defaults={"temperature": 0.7, "top_p": 0.95, "min_p": 0.05, "top_k": 40, "stop_strings": ()},
    pins=PINS,
)
Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
ENTERS = pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space])
WIDE = NARROW_WIDTH + 200


@pytest.fixture
def panel(qtbot: QtBot) -> ChatPanel:
    """A low panel with everything in it, nothing folded."""
    panel = ChatPanel()
    qtbot.addWidget(panel)
    panel.resize(320, 500)
    panel.set_folded(())
    panel.show_content(replace(CONTENT, thinking=ThinkingChoices(can_switch=True, has_budget=True)))
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.take_focus()
    return panel


def focus(panel: ChatPanel) -> QWidget:
    widget = focused()
    assert panel.isAncestorOf(widget), "the keyboard is in the panel"
    return widget


def reachable(panel: ChatPanel) -> set[QWidget]:
    """Return all that a mouse could use."""
    found = set()
    for each in panel.findChildren(QWidget):
        inner = isinstance(each.parentWidget(), QAbstractSpinBox | QComboBox)
        policy = each.focusPolicy() & Qt.FocusPolicy.TabFocus
        clicks = each.focusPolicy() & Qt.FocusPolicy.ClickFocus
        if (policy or clicks) and each.isVisible() and each.isEnabled() and not inner:
            found.add(each)
    return found


def walk(panel: ChatPanel, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> list[QWidget]:
    """Press a key until it is where it began; return where it was."""
    visited: list[QWidget] = []
    while (widget := focus(panel)) not in visited:
        visited.append(widget)
        QTest.keyClick(widget, key, modifiers)
    return visited


@pytest.mark.parametrize("modifiers", [Qt.KeyboardModifier.NoModifier, SHIFT])
def test_tab_reaches_all_that_the_mouse_does_both_ways(
    panel: ChatPanel, modifiers: Qt.KeyboardModifier
) -> None:
    key = Key.Key_Backtab if modifiers else Key.Key_Tab
    visited = walk(panel, key, modifiers)
    missing = reachable(panel) - set(visited)
    assert [(type(each).__name__, each.accessibleName()) for each in missing] == []


def test_what_has_the_keyboard_is_in_sight(panel: ChatPanel) -> None:
    for _ in range(len(reachable(panel))):
        widget = focus(panel)
        place = QRect(widget.mapTo(panel, QPoint()), widget.size())
        assert panel.rect().intersects(place), widget.accessibleName()
        assert not widget.visibleRegion().isEmpty(), widget.accessibleName()
        QTest.keyClick(widget, Key.Key_Tab)


def test_arrow_keys_choose_a_preset(panel: ChatPanel) -> None:
    changed = QSignalSpy(panel.editor.changed)
    QTest.keyClick(focus(panel), Key.Key_Down)
    assert panel.presets.box.currentText() == "calm"
    QTest.keyClick(focus(panel), Key.Key_Down)
    assert changed.at(changed.count() - 1)[1].preset_name == "wild"
    assert focus(panel) is panel.presets.box


@ENTERS
def test_a_heading_folds_by_key(panel: ChatPanel, key: Qt.Key) -> None:
    heading = panel.sections[0].heading
    heading.setFocus()
    QTest.keyClick(heading, key)
    assert not heading.isChecked()
    assert focus(panel) is heading


@pytest.mark.qt_log_ignore("This plugin does not support")  # what a menu asks of a display
@ENTERS
def test_the_menu_of_presets_opens_by_key(panel: ChatPanel, key: Qt.Key) -> None:
    button = panel.presets.menu_button
    button.setFocus()
    QTest.keyClick(button, key)
    menu = panel.presets.menu
    assert menu.isVisible()
    QTest.keyClick(menu, Key.Key_Escape)
    assert focus(panel) is button


def resets(panel: ChatPanel) -> QWidget:
    return panel.presets.reset_button


def default(panel: ChatPanel) -> QWidget:
    return panel.rows["temperature"].default_button


@pytest.mark.parametrize("button", [resets, default])
@ENTERS
def test_a_button_that_goes_leaves_the_keyboard_near(
    panel: ChatPanel, button: Callable[[ChatPanel], QWidget], key: Qt.Key
) -> None:
    pressed = button(panel)
    pressed.setFocus()
    QTest.keyClick(pressed, key)
    assert not pressed.isVisible()
    part = panel.presets if button is resets else panel.rows["temperature"]
    assert part.isAncestorOf(focus(panel))


@ENTERS
def test_unpinning_goes_on_with_the_next_message(panel: ChatPanel, key: Qt.Key) -> None:
    unpinned = QSignalSpy(panel.pins.unpin_requested)
    _go, unpin = panel.pins.buttons(0)
    unpin.setFocus()
    QTest.keyClick(unpin, key)
    assert unpinned.at(0) == [1]
    panel.show_content(replace(CONTENT, pins=PINS[1:]))
    assert focus(panel) is panel.pins.buttons(0)[1]
    panel.show_content(replace(CONTENT, pins=()))
    focus(panel)


class Room:
    """A window with a page, the panel and its place."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.page = QWidget()
        self.splitter.addWidget(self.page)
        vertical_layout(self.window, self.splitter, margins=(0, 0, 0, 0))
        self.panel = ChatPanel()
        self.position = PanelPosition(self.panel, self.splitter)
        self.wants = QSignalSpy(self.position.wanted_changed)

    def resize(self, width: int) -> None:
        self.window.resize(width, 500)
        self.window.show()
        self.qtbot.waitUntil(lambda: self.splitter.width() == width)


@pytest.fixture
def room(qtbot: QtBot) -> Room:
    """A wide window."""
    room = Room(qtbot)
    room.resize(WIDE)
    return room


def test_a_window_that_gets_narrow_hides_it_until_it_is_wide_again(room: Room) -> None:
    room.position.set_shown(is_shown=True)
    room.resize(NARROW_WIDTH - 100)
    assert room.panel.isHidden()
    room.resize(WIDE)
    assert not room.panel.isHidden()
    assert (room.panel.width(), room.wants.count()) == (FIRST_WIDTH, 1)


def test_in_a_narrow_window_it_covers_a_part_of_the_page(room: Room) -> None:
    room.resize(NARROW_WIDTH - 100)
    room.position.set_shown(is_shown=True)
    assert room.position.is_over_page
    assert room.panel.geometry().right() == room.splitter.geometry().right()
    assert room.page.width() == room.splitter.width(), "the page keeps its width"
    room.resize(NARROW_WIDTH - 200)
    assert room.panel.geometry().right() == room.splitter.geometry().right()
    room.resize(WIDE)
    assert (room.panel.isHidden(), room.wants.count()) == (True, 0), "wide it was never wanted"


def test_at_a_start_it_covers_nothing(qtbot: QtBot) -> None:
    room = Room(qtbot)
    room.position.restore(is_wanted=True, width=5000)
    room.resize(NARROW_WIDTH - 100)
    assert room.panel.isHidden()
    room.resize(WIDE)
    assert room.panel.isVisible()
    assert room.position.width == MAX_WIDTH
    assert room.wants.count() == 0


@pytest.mark.parametrize("has_keyboard", [True, False])
def test_where_it_gives_way_the_keyboard_goes_back_to_the_page(
    room: Room, has_keyboard: bool
) -> None:
    left = QSignalSpy(room.position.keyboard_left)
    room.position.set_shown(is_shown=True)
    room.window.activateWindow()
    room.qtbot.waitUntil(room.window.isActiveWindow)
    if has_keyboard:
        room.panel.take_focus()
    else:
        room.page.setFocus()
    room.resize(NARROW_WIDTH - 100)
    assert left.count() == has_keyboard
