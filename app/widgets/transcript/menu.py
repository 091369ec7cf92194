"""The context menu of a message and of the text selected in it."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from app.widgets.kit.translation import translate
from app.widgets.transcript.actions import MessageAction, MessageActions, action_name


def add_actions(
    menu: QMenu,
    actions: Sequence[MessageAction],
    perform: Callable[[MessageAction], None],
    *,
    is_own: bool,
) -> None:
    """Add what can be done with the whole message."""
    for action in actions:
        if action is MessageAction.DELETE:
            menu.addSeparator()
        line = menu.addAction(action_name(action, is_own=is_own))
        line.triggered.connect(partial(perform, action))


def add_selection(menu: QMenu, selected: str, quote: Callable[[str], None]) -> None:
    """Add what can be done with a selected text."""
    copy = menu.addAction(translate("MessageView", "Copy selection"))
    copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(selected))
    quoting = menu.addAction(translate("MessageActions", "Quote selection"))
    quoting.triggered.connect(lambda: quote(selected))
    menu.addSeparator()


def menu_position(actions: MessageActions) -> QPoint:
    """Return where on the screen a menu about a message opens: under its last button."""
    button = actions.button(MessageAction.MORE) or actions
    return button.mapToGlobal(button.rect().bottomLeft())
