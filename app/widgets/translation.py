"""What the rooms without a window say, in the language of the window."""

from PySide6.QtCore import QCoreApplication

from app.errors import Sentence
from app.widgets.figures import figure

CONTEXT = "Sentences"


def translated(text: str) -> str:
    """Return a sentence in the language of the window; a text that nobody knows as it is."""
    return Sentence.of(text).said(_template, figure)


def _template(template: str) -> str:
    return QCoreApplication.translate(CONTEXT, template)
