"""What the palette offers: conversations, commands, and messages that were found."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction

from app.domain import ConversationSummary, SearchHit, TextRange
from app.widgets.commands import fuzzy
from app.widgets.commands.bound_keys import action_keys, action_name
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.translation import fill, shown_title
from app.widgets.markdown.safe_text import without_hidden

ITEM_ROLE = Qt.ItemDataRole.UserRole + 1
COMMANDS_ONLY = ">"
_MOST_CONVERSATIONS = 6
_MOST_COMMANDS = 4
_ALL_COMMANDS = 200


class PaletteItemKind(enum.Enum):
    """What is done with an offer that is chosen."""

    CONVERSATION = "conversation"
    COMMAND = "command"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One row of the palette.

    Attributes:
        text: what is read first; ``found`` are places in it.
        detail: keys of a command, or the title of the conversation that a message is in.
        conversation_id, message_id: what is opened.
        command: the place of a command among those that were given.
    """

    kind: PaletteItemKind
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
        self._titles = [shown_title(without_hidden(each.title)) for each in conversations]
        self._commands = commands
        self._command_names = [action_name(command) for command in commands]
        self._items: list[PaletteItem] = []
        self.set_text("")

    def set_text(self, text: str) -> None:
        """Offer what fits; without a text, the conversations that were used last."""
        wanted = text.removeprefix(COMMANDS_ONLY).strip()
        only_commands = text.startswith(COMMANDS_ONLY)
        self.beginResetModel()
        if only_commands:
            self._items = self._commands_for(wanted, _ALL_COMMANDS)
        elif wanted:
            self._items = self._conversations_for(wanted)
            self._items += self._commands_for(wanted, _MOST_COMMANDS)
        else:
            newest = range(min(_MOST_CONVERSATIONS, len(self._conversations)))
            self._items = [self._conversation(number) for number in newest]
        self.endResetModel()

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """Offer messages that were found, below all else."""
        found = [_message(hit) for hit in hits if hit.message_id is not None]
        kept = [item for item in self._items if item.kind is not PaletteItemKind.MESSAGE]
        if len(kept) < len(self._items):
            self.beginRemoveRows(QModelIndex(), len(kept), len(self._items) - 1)
            self._items = kept
            self.endRemoveRows()
        if found:
            self.beginInsertRows(QModelIndex(), len(kept), len(kept) + len(found) - 1)
            self._items = kept + found
            self.endInsertRows()

    def item(self, index: AnyIndex) -> PaletteItem | None:
        """Return the item of a row."""
        is_shown = index.isValid() and index.row() < len(self._items)
        return self._items[index.row()] if is_shown else None

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item(index)
        if item is None:
            return None
        if role == ITEM_ROLE:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._words_for(item)
        return None

    def _words_for(self, item: PaletteItem) -> str:
        text = {
            PaletteItemKind.CONVERSATION: self.tr("Conversation {text}"),
            PaletteItemKind.COMMAND: self.tr("Command {text}, {detail}"),
            PaletteItemKind.MESSAGE: self.tr("In “{detail}”: {text}"),
        }[item.kind]
        return fill(text, text=item.text, detail=item.detail).rstrip(", ")

    def _conversations_for(self, wanted: str) -> list[PaletteItem]:
        found = fuzzy.best(wanted, self._titles, _MOST_CONVERSATIONS)
        return [self._conversation(number, fit.ranges) for number, fit in found]

    def _conversation(self, number: int, found: tuple[TextRange, ...] = ()) -> PaletteItem:
        summary = self._conversations[number]
        return PaletteItem(
            PaletteItemKind.CONVERSATION,
            self._titles[number],
            found,
            detail=without_hidden(summary.folder),
            conversation_id=summary.id,
        )

    def _commands_for(self, wanted: str, limit: int) -> list[PaletteItem]:
        if not wanted:
            return [self._command(number) for number in range(len(self._commands))]
        found = fuzzy.best(wanted, self._command_names, limit)
        return [self._command(number, fit.ranges) for number, fit in found]

    def _command(self, number: int, found: tuple[TextRange, ...] = ()) -> PaletteItem:
        return PaletteItem(
            PaletteItemKind.COMMAND,
            self._command_names[number],
            found,
            detail=action_keys(self._commands[number]),
            command=number,
        )


def _message(hit: SearchHit) -> PaletteItem:
    assert hit.message_id is not None
    return PaletteItem(
        PaletteItemKind.MESSAGE,
        hit.snippet,
        hit.highlights,
        detail=without_hidden(hit.title),
        conversation_id=hit.conversation_id,
        message_id=hit.message_id,
    )
