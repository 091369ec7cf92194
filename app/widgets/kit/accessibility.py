"""Announcements and names for screen readers, and Esc as a key of a single widget."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.kit.translation import translate


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Announce a text to screen readers: after the current speech, or at once if it is urgent."""
    event = QAccessibleAnnouncementEvent(widget, text)
    if is_urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def add_clear_button(edit: QLineEdit) -> None:
    """Show Qt's button that clears a text, with a name; Qt leaves it without one."""
    edit.setClearButtonEnabled(True)
    action = edit.findChild(QAction, "_q_qlineeditclearaction")
    assert action is not None, "Qt has added it"
    action.setText(translate("Accessibility", "Clear the text"))


def claims_escape(event: QEvent) -> bool:
    """Accept the ShortcutOverride event of Esc for a widget; return whether it was one."""
    if event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if event.key() != Qt.Key.Key_Escape:
        return False
    event.accept()
    return True
