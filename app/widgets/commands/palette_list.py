"""What the palette offers: conversations, commands, and messages that were found."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction

from app.domain import ConversationSummary, SearchHit, TextRange
from app.widgets.commands import fuzzy
from app.widgets.commands.action_text import keys_of, words_of
from app.widgets.kit.item_models import AnyIndex
from app.widgets.markdown.safe_text import without_hidden

OFFER_ROLE = Qt.ItemDataRole.UserRole + 1
COMMANDS_ONLY = ">"
_MOST_CONVERSATIONS = 6
_MOST_COMMANDS = 4
_ALL_COMMANDS = 200


class OfferKind(enum.Enum):
    """What is done with an offer that is chosen."""

    CONVERSATION = "conversation"
    COMMAND = "command"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Offer:
    """One row of the palette.

    Attributes:
        text: what is read first; ``found`` are places in it.
        detail: keys of a command, or the title of the conversation that a message is in.
        conversation_id, message_id: what is opened.
        command: the place of a command among those that were given.
    """

    kind: OfferKind
    text: str
    found: tuple[TextRange, ...] = ()
    detail: str = ""
    conversation_id: str = ""
    message_id: int = 0
    command: int = -1


class PaletteList(QAbstractListModel):
    """Conversations and commands that fit a few letters at once; messages when they are found."""

    def __init__(
        self,
        conversations: Sequence[ConversationSummary],
        commands: Sequence[QAction],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._titles = [without_hidden(each.title) or self.tr("New chat") for each in conversations]
        self._commands = commands
        self._command_words = [words_of(command) for command in commands]
        self._offers: list[Offer] = []
        self.set_text("")

    def set_text(self, text: str) -> None:
        """Offer what fits; without a text, the conversations that were used last."""
        wanted = text.removeprefix(COMMANDS_ONLY).strip()
        only_commands = text.startswith(COMMANDS_ONLY)
        self.beginResetModel()
        if only_commands:
            self._offers = self._commands_for(wanted, _ALL_COMMANDS)
        elif wanted:
            self._offers = self._conversations_for(wanted)
            self._offers += self._commands_for(wanted, _MOST_COMMANDS)
        else:
            newest = range(min(_MOST_CONVERSATIONS, len(self._conversations)))
            self._offers = [self._conversation(place) for place in newest]
        self.endResetModel()

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """Offer messages that were found, below all else."""
        found = [_message(hit) for hit in hits if hit.message_id is not None]
        kept = [offer for offer in self._offers if offer.kind is not OfferKind.MESSAGE]
        if len(kept) < len(self._offers):
            self.beginRemoveRows(QModelIndex(), len(kept), len(self._offers) - 1)
            self._offers = kept
            self.endRemoveRows()
        if found:
            self.beginInsertRows(QModelIndex(), len(kept), len(kept) + len(found) - 1)
            self._offers = kept + found
            self.endInsertRows()

    def offer(self, index: AnyIndex) -> Offer | None:
        """Return what stands in a row."""
        is_there = index.isValid() and index.row() < len(self._offers)
        return self._offers[index.row()] if is_there else None

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._offers)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        offer = self.offer(index)
        if offer is None:
            return None
        if role == OFFER_ROLE:
            return offer
        if role == Qt.ItemDataRole.DisplayRole:
            return offer.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._words_for(offer)
        return None

    def _words_for(self, offer: Offer) -> str:
        words = {
            OfferKind.CONVERSATION: self.tr("Conversation %1"),
            OfferKind.COMMAND: self.tr("Command %1, %2"),
            OfferKind.MESSAGE: self.tr("In “%2”: %1"),
        }[offer.kind]
        return words.replace("%2", offer.detail).replace("%1", offer.text).rstrip(", ")

    def _conversations_for(self, wanted: str) -> list[Offer]:
        found = fuzzy.best(wanted, self._titles, _MOST_CONVERSATIONS)
        return [self._conversation(place, fit.ranges) for place, fit in found]

    def _conversation(self, place: int, found: tuple[TextRange, ...] = ()) -> Offer:
        summary = self._conversations[place]
        return Offer(
            OfferKind.CONVERSATION,
            self._titles[place],
            found,
            detail=without_hidden(summary.folder),
            conversation_id=summary.id,
        )

    def _commands_for(self, wanted: str, most: int) -> list[Offer]:
        if not wanted:
            return [self._command(place) for place in range(len(self._commands))]
        found = fuzzy.best(wanted, self._command_words, most)
        return [self._command(place, fit.ranges) for place, fit in found]

    def _command(self, place: int, found: tuple[TextRange, ...] = ()) -> Offer:
        return Offer(
            OfferKind.COMMAND,
            self._command_words[place],
            found,
            detail=keys_of(self._commands[place]),
            command=place,
        )


def _message(hit: SearchHit) -> Offer:
    assert hit.message_id is not None
    return Offer(
        OfferKind.MESSAGE,
        hit.snippet,
        hit.highlights,
        detail=without_hidden(hit.title),
        conversation_id=hit.conversation_id,
        message_id=hit.message_id,
    )
