"""Translation of texts, also of those from modules without Qt, with values filled in."""

from PySide6.QtCore import QCoreApplication

from app.errors import LazyText
from app.widgets.kit.text import format_bytes, format_number

CONTEXT = "Sentences"

translate = QCoreApplication.translate  # for texts outside of widgets, which have tr()


def translated(text: str) -> str:
    """Return a sentence in the language of the window; a text without a translation unchanged.

    Codes that are not valid characters, as in the name of a file, become question marks for Qt.
    """
    return _encodable(LazyText.of(text).translated(_template, format_number, format_bytes))


def fill(template: str, **values: object) -> str:
    """Return a translated template with its values: ``fill(self.tr("{count:,} chats"), count=3)``.

    Fields and values are those of ``lazy``; a LazyText among the values is translated, too.
    """

    def text_of(each: str) -> str:
        return each if each == template else _template(each)

    return _encodable(
        LazyText.of([template, values]).translated(text_of, format_number, format_bytes)
    )


def shown_title(title: str) -> str:
    """Return the title of a conversation; "New chat" if it has none."""
    return title or translate("Title", "New chat")


def same_as_text(state: str, number: int) -> str:
    """Return the state of an answer whose text is the same as that of another answer."""
    text = translate("AnswerCard", "{state}. Same as answer {number}")
    return fill(text, state=state.rstrip(".\u3002"), number=number)  # a reason ends with a stop


def _encodable(text: str) -> str:
    """Return a text with a question mark for each code that can't be encoded."""
    return text.encode("utf-8", "replace").decode()


def _template(template: str) -> str:
    return QCoreApplication.translate(CONTEXT, _encodable(template))
