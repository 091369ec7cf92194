"""The picker of other chats and sources, opened by "@", and of the part to attach."""

import enum
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.domain.conversations import ConversationSummary
from app.sources.model import Source
from app.widgets.composer.edit import ComposerEdit
from app.widgets.composer.row_picker import LONGEST_SEARCH, PickerRow, RowPicker
from app.widgets.kit.translation import fill, translate
from app.widgets.markdown.safe_text import without_hidden

OPENING = "@"
MAX_CHATS = 50
BEGINNING_TOKENS = 1_000  # of a source, if only its beginning is attached


class ChatPart(enum.Enum):
    """The part of another chat that is attached to a message."""

    LAST = "last"
    ALL = "all"
    CHOSEN = "chosen"
    RECAP = "recap"


class SourcePart(enum.Enum):
    """The part of a source that is attached to a message."""

    ALL = "all"
    BEGINNING = "beginning"


class ChatPicker(RowPicker):
    """Opens after a "@" that begins a word, once ``opened`` was answered by ``set_chats``."""

    opened = Signal()
    part_chosen = Signal(str, str, ChatPart)
    source_chosen = Signal(str, SourcePart)

    def __init__(self, edit: ComposerEdit, box: QWidget) -> None:
        self._chats: tuple[ConversationSummary, ...] = ()
        self._sources: tuple[Source, ...] = ()
        self._is_open = False
        super().__init__(edit, box, translate("ChatPicker", "Other chats and sources"))

    def set_chats(
        self, chats: tuple[ConversationSummary, ...], sources: tuple[Source, ...] = ()
    ) -> None:
        """Set the chats to choose from, the most recent first."""
        self._chats, self._sources = chats, sources
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
        start, opening, wanted = before.rpartition(OPENING)
        is_word = bool(opening) and (not start or start[-1].isspace())
        if not is_word or len(wanted) > LONGEST_SEARCH or wanted.startswith(" "):
            return None
        return wanted

    def find_rows(self, wanted: str) -> tuple[PickerRow, ...]:
        words = wanted.casefold().split()

        def is_found(name: str) -> bool:
            return all(word in name.casefold() for word in words)

        chats = [each for each in self._chats if is_found(each.title)]
        sources = [each for each in self._sources if is_found(each.name)]
        kind = self.tr("Source")
        return (
            *(
                PickerRow(without_hidden(each.title), "", partial(self._offer_parts, each))
                for each in chats[:MAX_CHATS]
            ),
            *(
                PickerRow(without_hidden(each.name), kind, partial(self._offer_source, each))
                for each in sources[:MAX_CHATS]
            ),
        )

    def _take_search(self) -> None:
        """Remove the search from the text."""
        cursor = self._edit.textCursor()
        length = len(OPENING) + len(self.typed() or "")
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, length)
        cursor.removeSelectedText()
        self._edit.setTextCursor(cursor)

    def _offer_source(self, source: Source) -> None:
        """Let the user choose how much of a source to attach."""
        self._take_search()
        count = source.newest.token_count  # unknown until it has been read once
        all_text = self.tr("All of its text ({count:,} tokens)") if count else None
        rows = {SourcePart.ALL: fill(all_text or self.tr("All of its text"), count=count)}
        if not count or count > BEGINNING_TOKENS:
            beginning = self.tr("Its first {count:,} tokens")
            rows[SourcePart.BEGINNING] = fill(beginning, count=BEGINNING_TOKENS)
        name = without_hidden(source.name)
        self.offer(
            tuple(
                PickerRow(text, name, partial(self.source_chosen.emit, source.id, part))
                for part, text in rows.items()
            )
        )

    def _offer_parts(self, chat: ConversationSummary) -> None:
        """Let the user choose the part of the chat to attach."""
        self._take_search()
        texts = {
            ChatPart.LAST: self.tr("The last question and its answer"),
            ChatPart.ALL: self.tr("All messages"),
            ChatPart.CHOSEN: self.tr("Select messages…"),
            ChatPart.RECAP: self.tr("Summarize now"),
        }
        title = without_hidden(chat.title)
        self.offer(
            tuple(
                PickerRow(text, title, partial(self.part_chosen.emit, chat.id, chat.title, part))
                for part, text in texts.items()
            )
        )
