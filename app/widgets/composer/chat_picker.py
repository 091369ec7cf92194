"""Other chats over the message box: a "@" opens them, then what of the chosen one goes along."""

import enum
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.domain import ConversationSummary
from app.widgets.composer.edit import ComposerEdit
from app.widgets.composer.row_picker import LONGEST_SEARCH, PickerRow, RowPicker
from app.widgets.kit.translation import translate
from app.widgets.markdown.safe_text import without_hidden

OPENING = "@"
MOST_CHATS = 50


class ChatPart(enum.Enum):
    """What of another chat goes into a message."""

    LAST = "last"
    ALL = "all"
    CHOSEN = "chosen"
    RECAP = "recap"


class ChatPicker(RowPicker):
    """Opens behind a "@" that begins a word, where ``opened`` was answered by ``set_chats``."""

    opened = Signal()
    part_chosen = Signal(str, str, ChatPart)

    def __init__(self, edit: ComposerEdit, box: QWidget) -> None:
        self._chats: tuple[ConversationSummary, ...] = ()
        self._is_open = False
        super().__init__(edit, box, translate("ChatPicker", "Other chats"))

    def set_chats(self, chats: tuple[ConversationSummary, ...]) -> None:
        """Take what can be chosen, the latest first."""
        self._chats = chats
        self.search()

    def search(self) -> None:
        is_open = self.typed() is not None and self._edit.hasFocus()
        if is_open and not self._is_open:
            self._is_open = True
            self.opened.emit()
        self._is_open = is_open
        super().search()

    def typed(self) -> str | None:
        cursor = self._edit.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        start, behind, wanted = before.rpartition(OPENING)
        is_word = bool(behind) and (not start or start[-1].isspace())
        if not is_word or len(wanted) > LONGEST_SEARCH or wanted.startswith(" "):
            return None
        return wanted

    def find_rows(self, wanted: str) -> tuple[PickerRow, ...]:
        words = wanted.casefold().split()
        found = [
            each for each in self._chats if all(word in each.title.casefold() for word in words)
        ]
        return tuple(
            PickerRow(without_hidden(each.title), "", partial(self._offer_parts, each))
            for each in found[:MOST_CHATS]
        )

    def _offer_parts(self, chat: ConversationSummary) -> None:
        """Take the search out of the text, and ask what of the chat goes along."""
        cursor = self._edit.textCursor()
        length = len(OPENING) + len(self.typed() or "")
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, length)
        cursor.removeSelectedText()
        self._edit.setTextCursor(cursor)
        texts = {
            ChatPart.LAST: self.tr("The last question and its answer"),
            ChatPart.ALL: self.tr("All messages"),
            ChatPart.CHOSEN: self.tr("Chosen messages …"),
            ChatPart.RECAP: self.tr("A recap that the model writes now"),
        }
        title = without_hidden(chat.title)
        self.offer(
            tuple(
                PickerRow(text, title, partial(self.part_chosen.emit, chat.id, chat.title, part))
                for part, text in texts.items()
            )
        )
