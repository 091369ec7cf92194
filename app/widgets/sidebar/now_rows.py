"""The rows of *Now*: chats that are being answered or wait, and the background work."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.widgets.conversation.state_text import activity_text
from app.widgets.kit.distinct_titles import Measure, cut_titles
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, shown_title, translate
from app.widgets.markdown.safe_text import without_hidden

TAIL_CHARS = 160  # the last words of an answer, more than a row is wide
NOW_ROLE = Qt.ItemDataRole.UserRole + 1
_BACKGROUND = ""  # the key of the row of background work
# Chats that wait for the user come first, then those that are answered, then the queue.
_ASKING, _ANSWERED, _QUEUED, _BACKGROUND_WORK = range(4)


class NowRow(msgspec.Struct, frozen=True):
    """A chat that is being answered or waits; or the background work, without an id.

    Attributes:
        names: of the background work.
        number: grows with each answer that begins, so that answers keep their order; 0 before it.
    """

    conversation_id: str = ""
    state: TabState = msgspec.field(default_factory=TabState)
    names: tuple[str, ...] = ()
    number: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        """Return the place of the row among the others."""
        if not self.conversation_id:
            return _BACKGROUND_WORK, 0, 0
        if self.state.activity is TabActivity.ASKING:
            return _ASKING, 0, self.number
        # An answer keeps its place while it waits for a slot again, as after a tool.
        if self.number:
            return _ANSWERED, 0, self.number
        return _QUEUED, self.state.queue_position, 0


class Version(NamedTuple):
    """What decides how a row is painted; its upper line changes only with ``upper``."""

    upper: object
    state: TabState | None = None
    length: int = 0


class NowRows(QAbstractListModel):
    """The rows of *Now*. ``arrange`` moves them; ``set_state`` only changes what they show."""

    def __init__(self, title_of: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._title_of = title_of
        self._rows: dict[str, NowRow] = {}
        self._keys: list[str] = []  # in the order on show
        self._order: list[str] | None = None  # in the order of the states; None: to be found
        self._texts: dict[str, ReplyText] = {}
        self._started = 0
        # Rows are painted four times a second, so what seldom changes is kept.
        self._cut: tuple[int, tuple[str, ...]] = (0, ())  # a width, and the titles cut to it
        self._speeds: dict[str, tuple[TabState, str]] = {}

    @property
    def is_arranged(self) -> bool:
        """Whether the rows on show are those that run, in their order."""
        return self._keys == self._wanted()

    @property
    def is_waiting(self) -> bool:
        """Whether a chat waits in the queue for a slot of this computer."""
        states = [each.state for each in self._rows.values()]
        waiting = (each for each in states if each.activity is TabActivity.QUEUED)
        # One that waits for a model has no place, and other machines have slots of their own.
        return any(each.queue_position > 0 and not each.machine for each in waiting)

    def arrange(self) -> None:
        """Show the rows that run, in their order; rows that ended are removed."""
        self.discard_titles()
        wanted = self._wanted()
        for place in reversed(range(len(self._keys))):
            if self._keys[place] not in wanted:
                self.beginRemoveRows(QModelIndex(), place, place)
                del self._keys[place]
                self.endRemoveRows()
        for place, key in enumerate(wanted):
            if place < len(self._keys) and self._keys[place] == key:
                continue
            if key in self._keys:
                old = self._keys.index(key)
                self.beginMoveRows(QModelIndex(), old, old, QModelIndex(), place)
                self._keys.insert(place, self._keys.pop(old))
                self.endMoveRows()
            else:
                self.beginInsertRows(QModelIndex(), place, place)
                self._keys.insert(place, key)
                self.endInsertRows()

    def set_state(self, conversation_id: str, state: TabState) -> bool:
        """Show the state of a chat that runs; return whether rows may have to move for it."""
        old = self._rows.get(conversation_id)
        number = 0 if old is None else old.number
        if not number and state.activity is not TabActivity.QUEUED:
            number = self._started = self._started + 1
        row = self._rows[conversation_id] = NowRow(conversation_id, state, number=number)
        if old is not None and (old.order, old.state.machine) == (row.order, state.machine):
            return False
        self._order = None
        return True

    def set_text(self, conversation_id: str, text: ReplyText) -> None:
        """Show the last words of this text."""
        self._texts[conversation_id] = text

    def remove(self, conversation_id: str) -> None:
        """Discard a chat that has ended; its row stays until ``arrange``."""
        self._rows.pop(conversation_id, None)
        self._order = None
        self._texts.pop(conversation_id, None)
        self._speeds.pop(conversation_id, None)

    def set_background(self, names: tuple[str, ...]) -> None:
        """Show the names of background work in one row; no row without names."""
        self._rows.pop(_BACKGROUND, None)
        self._order = None
        if names:
            self._rows[_BACKGROUND] = NowRow(names=names)

    def row(self, index: AnyIndex) -> NowRow | None:
        """Return a row; None if it has ended."""
        return self._rows.get(self._keys[index.row()]) if index.isValid() else None

    def index_of(self, conversation_id: str | None) -> QModelIndex:
        """Return the row of a chat; invalid if it has none."""
        if not conversation_id or conversation_id not in self._keys:
            return QModelIndex()
        return self.index(self._keys.index(conversation_id))

    def tail(self, row: NowRow) -> str:
        """Return the last words of a chat in one line, or why there are none yet."""
        if not row.conversation_id:
            return self.tr("In the background")
        text = self._texts.get(row.conversation_id)
        if text is not None and row.state.activity is TabActivity.WRITING:
            part = text.answer if len(text.answer) else text.reasoning
            words = without_hidden(" ".join(part.text[-TAIL_CHARS:].split()))
            if words:
                return words
        return activity_text(row.state)

    def version(self, index: AnyIndex) -> Version:
        """Return what decides how a row is painted."""
        row = self.row(index)
        if row is None or row.state.activity is not TabActivity.WRITING:
            return Version(row)
        # Of an answer that is written, a new figure or word changes the lower line only.
        text = self._texts.get(row.conversation_id)
        return Version(row.conversation_id, row.state, 0 if text is None else text.length)

    def title(self, row: NowRow) -> str:
        """Return the title of a chat, or the name of the background work."""
        if row.conversation_id:
            return shown_title(without_hidden(self._title_of(row.conversation_id)))
        if len(row.names) == 1:
            return row.names[0]
        text = self.tr("{name} and {count:,} more")
        return fill(text, name=row.names[0], count=len(row.names) - 1)

    def cut_title(self, index: AnyIndex, width: int, measure: Measure) -> str:
        """Return the title of a row for a width in pixels; titles that differ look different."""
        if self._cut[0] != width:
            rows = (self._rows.get(key) for key in self._keys)
            titles = tuple("" if row is None else self.title(row) for row in rows)
            self._cut = width, cut_titles(titles, (width,) * len(titles), measure)
        return self._cut[1][index.row()]

    def discard_titles(self) -> None:
        """Read and cut the titles again: one of them or the font has changed."""
        self._cut = 0, ()

    def speed(self, row: NowRow) -> str:
        """Return the speed of a row as text; empty if there is none yet."""
        known = self._speeds.get(row.conversation_id)
        if known is None or known[0] is not row.state:
            known = self._speeds[row.conversation_id] = row.state, speed_text(row.state)
        return known[1]

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._keys)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        if role == NOW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = activity_text(row.state) if row.conversation_id else self.tail(row)
            parts = (self.title(row), words.rstrip(" …"), speed_text(row.state))
            return ", ".join(each for each in parts if each)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(row.names) or f"{self.title(row)}\n{activity_text(row.state)}"
        return None

    def _wanted(self) -> list[str]:
        if self._order is None:
            rows = sorted(self._rows.values(), key=lambda each: each.order)
            self._order = [each.conversation_id for each in rows]
        return self._order


def speed_text(state: TabState) -> str:
    """Return the speed of an answer that is being written; empty if there is none yet."""
    speed = state.usage.tokens_per_second
    if state.activity is not TabActivity.WRITING or speed is None:
        return ""
    number = format_number(speed, 1 if speed < 10 else 0)
    return fill(translate("Now", "{speed} tok/s"), speed=number)
