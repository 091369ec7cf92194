"""The clipboard at the program's end: what Python made of it must not outlive Python."""

from PySide6.QtGui import QClipboard, QGuiApplication
from shiboken6 import Shiboken


def release_clipboard() -> None:
    """Put copied text into Qt's own hands, where the system may keep it for other programs.

    Qt lets go of its clipboard when Python has ended, and an object of Python's would then end
    the process with a fault.
    """
    clipboard = QGuiApplication.clipboard()
    # The second is what X11 pastes with the middle button.
    for mode in (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection):
        content = clipboard.mimeData(mode)
        # What other programs have put there, and what Qt made, was not.
        if content is not None and Shiboken.createdByPython(content):
            if content.hasText():
                clipboard.setText(content.text(), mode)
            else:
                clipboard.clear(mode)
