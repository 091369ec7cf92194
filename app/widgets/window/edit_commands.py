"""Cut, Copy, Paste and Select all of the Edit menu: the keys of the widget with the focus."""

from functools import partial

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from app.widgets.commands.actions import WindowActions, run_when_triggered
from app.widgets.transcript.transcript import Transcript

_Key = QKeySequence.StandardKey
_SEVERAL = (
    QAbstractItemView.SelectionMode.MultiSelection,
    QAbstractItemView.SelectionMode.ExtendedSelection,
)


class Editing(msgspec.Struct, frozen=True):
    """What the standard keys would do in a widget."""

    can_cut: bool = False
    can_copy: bool = False
    can_paste: bool = False
    can_select_all: bool = False

    def can(self, key: QKeySequence.StandardKey) -> bool:
        """Return whether a key would have an effect."""
        return {
            _Key.Cut: self.can_cut,
            _Key.Copy: self.can_copy,
            _Key.Paste: self.can_paste,
            _Key.SelectAll: self.can_select_all,
        }[key]


class EditCommands(QObject):
    """Sends the keys of these entries to the widget that had the focus when the menu opened.

    Each widget handles its keys itself. As shortcuts of the window, the entries would take Ctrl+C
    from every widget that does not claim it first, such as the transcript; so they only show them.
    """

    def __init__(self, actions: WindowActions) -> None:
        super().__init__(actions)
        self._actions = actions
        self._target: QWidget | None = None
        actions.menu_opened.connect(self._on_menu_opened)
        for key, action in actions.editing.items():
            run_when_triggered(action, partial(self._press, key))

    def _on_menu_opened(self) -> None:
        self._target = QApplication.focusWidget()
        editing = editing_of(self._target)
        for key, action in self._actions.editing.items():
            action.setEnabled(editing.can(key))

    def _press(self, key: QKeySequence.StandardKey) -> None:
        target = self._target
        if target is None or not isValid(target):
            return
        target.setFocus(Qt.FocusReason.PopupFocusReason)  # some desktops give the focus to menus
        pressed = self._actions.editing[key].shortcut()[0]  # type: ignore[index]  # Qt's stubs
        press = QKeyEvent(QEvent.Type.KeyPress, pressed.key(), pressed.keyboardModifiers())
        QApplication.sendEvent(target, press)


def editing_of(widget: QWidget | None) -> Editing:
    """Return what the standard keys would do while a widget has the focus."""
    transcript = _transcript_around(widget)
    if transcript is not None:
        return _of_transcript(transcript, widget)
    if isinstance(widget, QAbstractSpinBox):
        widget = widget.findChild(QLineEdit)
    if isinstance(widget, QLineEdit):
        return _of_line(widget)
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return _of_text(widget)
    if isinstance(widget, QLabel):
        by_keys = Qt.TextInteractionFlag.TextSelectableByKeyboard
        is_selectable = bool(widget.textInteractionFlags() & by_keys)
        return Editing(can_copy=widget.hasSelectedText(), can_select_all=is_selectable)
    if isinstance(widget, QAbstractItemView):
        return Editing(
            can_copy=widget.currentIndex().isValid(),
            can_select_all=widget.selectionMode() in _SEVERAL,
        )
    return Editing()


def _transcript_around(widget: QWidget | None) -> Transcript | None:
    """Return the transcript with a message that shows its text; None if a message is edited."""
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit) and not widget.isReadOnly():
        return None
    while widget is not None and not isinstance(widget, Transcript):
        widget = widget.parentWidget()
    return widget


def _of_transcript(transcript: Transcript, focused: QWidget | None) -> Editing:
    selection = transcript.selection
    has_text = (
        isinstance(focused, QTextEdit | QPlainTextEdit) and focused.textCursor().hasSelection()
    )
    return Editing(
        can_copy=has_text or selection.is_any or selection.focused_id() is not None,
        can_select_all=bool(transcript.messages()),
    )


def _of_line(line: QLineEdit) -> Editing:
    is_readable = line.echoMode() is QLineEdit.EchoMode.Normal
    has_selection = line.hasSelectedText() and is_readable
    has_pasted = bool(QGuiApplication.clipboard().text())
    return Editing(
        can_cut=has_selection and not line.isReadOnly(),
        can_copy=has_selection,
        can_paste=has_pasted and not line.isReadOnly(),
        can_select_all=bool(line.text()),
    )


def _of_text(field: QTextEdit | QPlainTextEdit) -> Editing:
    has_selection = field.textCursor().hasSelection()
    return Editing(
        can_cut=has_selection and not field.isReadOnly(),
        can_copy=has_selection,
        can_paste=field.canPaste(),
        can_select_all=not field.document().isEmpty(),
    )
