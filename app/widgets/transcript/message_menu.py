"""The menus of a message: its actions, and the ways to write another answer."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.conversations import ConversationOptions
from app.domain.messages import RewriteKind
from app.widgets.kit.translation import translate
from app.widgets.transcript.message_actions import MessageAction, MessageActions, action_name


def add_actions(
    menu: QMenu,
    actions: Sequence[MessageAction],
    perform: Callable[[MessageAction], None],
    *,
    is_own: bool,
) -> None:
    """Add the actions of the whole message."""
    for action in actions:
        if action is MessageAction.DELETE:
            menu.addSeparator()
        line = menu.addAction(action_name(action, is_own=is_own))
        line.triggered.connect(partial(perform, action))


def add_selection(menu: QMenu, selected: str, quote: Callable[[str], None]) -> None:
    """Add the actions of a selected text."""
    copy = menu.addAction(translate("MessageView", "Copy selection"))
    copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(selected))
    quoting = menu.addAction(translate("MessageActions", "Quote selection"))
    quoting.triggered.connect(lambda: quote(selected))
    menu.addSeparator()


def menu_position(actions: MessageActions) -> QPoint:
    """Return the place on the screen where the menu of a message opens: below its last button."""
    button = actions.button(MessageAction.MORE) or actions
    return button.mapToGlobal(button.rect().bottomLeft())


class Way(msgspec.Struct, frozen=True):
    """One of the ways in which another version of an answer can be written.

    ``rewrite`` is what the model is asked to change in the answer.
    """

    text: str
    options: ConversationOptions
    rewrite: RewriteKind | None = None


class RegenerateMenu(QMenu):
    """Offers ways in sections; deleted when it closes."""

    chosen = Signal(Way)

    def __init__(self, sections: Iterable[Sequence[Way]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for ways in sections:
            self.addSeparator()  # Qt shows none at the top, and one for several
            for way in ways:
                line = self.addAction(way.text.replace("&", "&&"))
                line.triggered.connect(partial(self._choose, way))

    def _choose(self, way: Way, *_checked: bool) -> None:
        self.chosen.emit(way)
