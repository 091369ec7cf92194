"""Windows with tabs, and what tests do in them."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.transcript import Transcript
from app.widgets.window.main_window import MainWindow


def tabbed_window(
    qtbot: QtBot, names: Iterable[str], prepare: Callable[[MainWindow], None] | None = None
) -> MainWindow:
    """Return an active window with a tab for each name, "Title a" for "a", the first in front.

    ``prepare`` is called before the window is shown.
    """
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda shown: shown.force_close())
    for name in names:
        window.panes.add(name, f"Title {name}", ConversationView(name), is_activated=False)
    if prepare is not None:
        prepare(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key at the focus widget, or at the active window if there is none."""
    target = QApplication.focusWidget() or QApplication.activeWindow()
    assert target is not None
    QTest.keyClick(target, key, modifiers)


def page_of(window: MainWindow, name: str) -> ConversationView:
    """Return the page of a tab that is open."""
    view = window.panes.view_of(name)
    assert view is not None
    return view


def shown_message(transcript: Transcript, message_id: int) -> MessageView:
    """Return the widget of a message that has one."""
    view = transcript.view_of(message_id)
    assert view is not None
    return view


def only_prose(body: MessageBody) -> ProseView:
    """Return the text of a body that holds nothing else."""
    (prose,) = body.block_views
    assert isinstance(prose, ProseView)
    return prose


def focused() -> QWidget:
    """Return the widget that has the keyboard."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget
