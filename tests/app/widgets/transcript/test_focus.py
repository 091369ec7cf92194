"""Keyboard access: each control has a name, a place in the tab order, and a focus ring."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from app.domain.chat_options import ChatOptions
from app.domain.conversations import ConversationOptions, DeletedConversation, Preset
from app.domain.messages import Role
from app.domain.tabs import TabState, ToastContent
from app.engine_snapshot import CachedConversation
from app.settings import Settings, Theme
from app.widgets.chat_panel.chat_panel import ChatPanel
from app.widgets.chat_panel.panel_content import PanelContent
from app.widgets.chat_panel.pin_list import PinnedMessage
from app.widgets.chat_panel.thinking_rows import ThinkingChoices
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.context_dialog import ContextDialog, ContextFacts
from app.widgets.dialogs.help_page import HelpPage
from app.widgets.dialogs.trash_page import TrashPage
from app.widgets.engine_panel.engine_panel import EngineDock
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.settings.settings_page import SettingsPage
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import focused

MAX_STEPS = 120


def empty_window() -> QWidget:
    window = MainWindow()
    view = ConversationView("a")
    view.empty_state.set_suggestions(("What can you do?", "Count to 60"))
    window.panes.add("a", "New chat", view)
    window.panes.items.set_state("a", TabState(context_window=1024))
    window.toasts.show(ToastContent("Something happened.", "Undo"))
    EngineDock(window).show()
    return window


def settings_page() -> QWidget:
    dialog = SettingsPage(Settings())
    dialog.cache.set_kept((CachedConversation("a", "A story", 1 << 20, 0),), "")
    return dialog


def chat_panel() -> QWidget:
    panel = ChatPanel()
    panel.set_folded(())
    panel.show_content(
        PanelContent(
            "a",
            title="A story",
            options=ConversationOptions(
                system_prompt="Be brief.", chat=ChatOptions({"dry": {}, "temperature": 0.5})
            ),
            presets=(Preset("Calm", {"temperature": 0.2}),),
            pins=(PinnedMessage(1, Role.USER, "My name is Ada."),),
            thinking=ThinkingChoices(can_switch=True, efforts=("low",), has_budget=True),
        )
    )
    return panel


def memory_dialog() -> QWidget:
    return ContextDialog(
        ContextFacts(
            context_window=1024,
            larger_window=2048,
            larger_bytes=1 << 20,
            trained_context=2048,
            can_slide=True,
            pinned_count=1,
            has_earlier=True,
        )
    )


def help_page() -> QWidget:
    return HelpPage(BoundKeys())


def trash_page() -> QWidget:
    page = TrashPage()
    page.set_deleted((DeletedConversation("a", "Gone", datetime.now(UTC), 2),))
    return page


PLACES = [empty_window, settings_page, help_page, chat_panel, memory_dialog, trash_page]


def tab_chain(qtbot: QtBot, root: QWidget) -> list[QWidget]:
    """Press Tab until the focus is back; return the focused widgets."""
    root.show()
    root.activateWindow()
    qtbot.waitUntil(root.isActiveWindow)
    chain: list[QWidget] = []
    for _step in range(MAX_STEPS):
        QTest.keyClick(QApplication.focusWidget() or root, Qt.Key.Key_Tab)
        widget = focused()
        if isinstance(widget, QTextBrowser) and chain and widget is chain[-1]:
            continue  # the next link of the same text
        if widget in chain:
            return chain
        chain.append(widget)
    pytest.fail("Tab leads round and round in ever new circles")


def close(root: QWidget) -> None:
    if isinstance(root, MainWindow):
        root.force_close()
    root.close()


@pytest.mark.parametrize("build", PLACES)
def test_every_visible_button_is_in_the_order_of_tab_or_has_a_key_and_all_have_names(
    qtbot: QtBot, build: Callable[[], QWidget]
) -> None:
    root = build()
    chain = tab_chain(qtbot, root)
    assert chain
    for widget in chain:
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface is not None
        name = interface.text(QAccessible.Text.Name)
        assert name.strip(), f"{type(widget).__name__} says nothing"
    buttons = [button for button in root.findChildren(QAbstractButton) if button.isVisible()]
    unreached = [
        button.accessibleName() or button.text()
        for button in buttons
        if button.isEnabled()
        and button not in chain
        and button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert unreached == []
    close(root)


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
@pytest.mark.parametrize("build", PLACES)
def test_the_focus_can_be_seen(
    qtbot: QtBot, theme_switch: ThemeSwitch, build: Callable[[], QWidget], theme: Theme
) -> None:
    theme_switch.set_theme(theme)
    theme_switch.set_still(True)  # a blinking cursor would be a difference, too
    root = build()
    unseen: list[str] = []
    for widget in tab_chain(qtbot, root):
        frame = widget.parentWidget() or widget
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        with_focus = frame.grab().toImage()
        widget.clearFocus()
        if frame.grab().toImage() == with_focus:
            unseen.append(f"{type(widget).__name__} {widget.accessibleName()}")
    theme_switch.set_still(False)
    close(root)
    assert unseen == []
