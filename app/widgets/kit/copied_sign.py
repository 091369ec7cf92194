"""Feedback after copying: the button shows a check mark for a moment."""

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import IconButton

SHOWN_MS = 1_500


def copy_from(button: IconButton | QPushButton, text: str) -> None:
    """Copy a text to the clipboard and show a check mark on the button."""
    QGuiApplication.clipboard().setText(text)
    show_copied(button)


def show_copied(button: IconButton | QPushButton) -> None:
    """Show a check mark on the button, and announce it to screen readers."""
    label = QCoreApplication.translate("CopiedSign", "Copied")
    announce(button, label)
    if button.property("copied"):
        return  # pressed again while the check mark is shown
    button.setProperty("copied", True)
    timer = QTimer(button, singleShot=True)
    timer.timeout.connect(timer.deleteLater)
    if isinstance(button, IconButton):
        _change_icon(button, label, timer)
    else:
        _change_words(button, label, timer)
    timer.start(SHOWN_MS)


def _change_icon(button: IconButton, label: str, timer: QTimer) -> None:
    icon, text = button.icon_name, button.toolTip()

    def restore() -> None:
        button.setProperty("copied", False)
        button.set_icon_name(icon)
        button.set_text(text)

    button.set_icon_name("check")
    button.set_text(label)
    timer.timeout.connect(restore)


def _change_words(button: QPushButton, label: str, timer: QTimer) -> None:
    text = button.text()

    def restore() -> None:
        button.setProperty("copied", False)
        button.setText(text)

    button.setMinimumWidth(button.width())  # so that its neighbours keep their places
    button.setText(label)
    timer.timeout.connect(restore)
