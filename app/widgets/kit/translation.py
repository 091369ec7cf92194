"""Text in the language of the window: of rooms without a window, and with values filled in."""

from PySide6.QtCore import QCoreApplication

from app.errors import LazyText
from app.widgets.kit.text import format_number

CONTEXT = "Sentences"

translate = QCoreApplication.translate  # of texts outside of widgets, which have tr()


def translated(text: str) -> str:
    """Return a sentence in the language of the window; a text that nobody knows as it is.

    What is no letter at all, as in the name of a file, becomes a question mark: Qt takes none.
    """
    return _encodable(LazyText.of(text).translated(_template, format_number))


def fill(template: str, **values: object) -> str:
    """Return a translated template with its values: ``fill(self.tr("{count:,} chats"), count=3)``.

    Places and values are those of ``lazy``; a value that is a LazyText is translated as well.
    """

    def text_of(each: str) -> str:
        return each if each == template else _template(each)

    return _encodable(LazyText.of([template, values]).translated(text_of, format_number))


def shown_title(title: str) -> str:
    """Return what a conversation is called: its title, or "New chat" while it has none."""
    return title or translate("Title", "New chat")


def _encodable(text: str) -> str:
    """Return a text with a question mark for each code that is no letter."""
    return text.encode("utf-8", "replace").decode()


def _template(template: str) -> str:
    return QCoreApplication.translate(CONTEXT, _encodable(template))
