"""Puts a quotation into the message box, as Markdown writes it."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor

from app.widgets.composer.edit import ComposerEdit


def quote_into(edit: ComposerEdit, text: str) -> None:
    """Add a text as a quotation below what is written; the cursor waits under it."""
    edit.moveCursor(QTextCursor.MoveOperation.End)
    content = QMimeData()
    content.setText(_below(edit.toPlainText()) + quoted(text) + "\n\n")
    edit.insertFromMimeData(content)  # as if it was pasted: a very long text becomes a file
    edit.setFocus()


def quoted(text: str) -> str:
    """Return a text with Markdown's mark of quotations before each line."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _below(written: str) -> str:
    if not written.strip():
        return ""
    return "\n" if written.endswith("\n") else "\n\n"
