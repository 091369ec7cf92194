"""What stands in the bubble of one's own message: its text, and the files that went with it."""

from PySide6.QtCore import QCoreApplication

from app.domain import Message
from app.widgets.figures import size_words


def own_text(message: Message) -> str:
    """Return the text with a line for each file; copying and editing take the text alone."""
    words = QCoreApplication.translate("OwnText", "File: %1, %2")
    files = (
        words.replace("%2", size_words(each.byte_count)).replace("%1", each.name)
        for each in message.attachments
    )
    return "\n".join([*([message.text] if message.text else []), *files])
