"""What the rooms without a window say, in the language of the window."""

from PySide6.QtCore import QCoreApplication

from app.errors import LazyText
from app.widgets.kit.numbers import format_number

CONTEXT = "Sentences"


def translated(text: str) -> str:
    """Return a sentence in the language of the window; a text that nobody knows as it is.

    What is no letter at all, as in the name of a file, becomes a question mark: Qt takes none.
    """
    return _encodable(LazyText.of(text).said(_template, format_number))


def _encodable(text: str) -> str:
    """Return a text with a question mark for each code that is no letter."""
    return text.encode("utf-8", "replace").decode()


def _template(template: str) -> str:
    return QCoreApplication.translate(CONTEXT, _encodable(template))
