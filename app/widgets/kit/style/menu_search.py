"""Typing in menus: a character selects the next entry that begins with it, as in lists."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu


class MenuSearch(QObject):
    """An event filter for all menus; the characters that a menu underlines are left to Qt.

    Qt has a style hint for it, but then ignores underlined characters.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        character = event.text().casefold()
        if not isinstance(watched, QMenu) or len(character) != 1 or not character.isalnum():
            return False
        if event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        ):
            return False
        actions = [each for each in watched.actions() if _can_be_chosen(each)]
        if any(_underlined(each) == character for each in actions):
            return False
        found = _next_with(character, actions, watched.activeAction())
        if found is None:
            return False
        watched.setActiveAction(found)
        return True


def _next_with(character: str, actions: list[QAction], active: QAction | None) -> QAction | None:
    start = actions.index(active) + 1 if active in actions else 0
    in_order = actions[start:] + actions[:start]
    return next((each for each in in_order if _words(each).startswith(character)), None)


def _can_be_chosen(action: QAction) -> bool:
    return action.isVisible() and action.isEnabled() and not action.isSeparator()


def _underlined(action: QAction) -> str:
    # "Alt+F" of "&File"; empty without a character.
    return QKeySequence.mnemonic(action.text()).toString()[-1:].casefold()


def _words(action: QAction) -> str:
    return action.text().replace("&&", "&").lstrip("&# ").casefold()
