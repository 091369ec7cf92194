"""The rows of a transcript: its messages, and what each of their widgets has to be told."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QAbstractScrollArea

from app.domain import Attachment, Message
from app.widgets.kit.geometry import reading_width
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.actions import MessageAction
from app.widgets.transcript.context_boundary import ContextBoundaryLine
from app.widgets.transcript.estimate import TextEstimate
from app.widgets.transcript.focus_order import order_focus
from app.widgets.transcript.message import GUTTER, MessageView
from app.widgets.transcript.reasoning_timer import ReasoningTimer
from app.widgets.transcript.row_stack import Row
from app.widgets.transcript.search_matches import SearchMatches

BOUNDARY_ROW = -1  # messages count from 1
SIDE_MARGIN = 20


class MessageRows(QObject):
    """Knows all messages, builds the widgets that are asked for, and tells what is wished there."""

    link_activated = Signal(str)
    part_requested = Signal()
    edit_submitted = Signal(int, str)
    action_chosen = Signal(int, MessageAction)
    folding_changed = Signal(int)
    height_changed = Signal(int)
    selection_extended = Signal(int)
    file_requested = Signal(Attachment)
    context_help_requested = Signal(int)

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._messages: dict[int, Message] = {}
        self._numbers: dict[int, int] = {}
        self._unfolded_ids: set[int] = set()
        self._longest: dict[int, int] = {}  # how much is shown of those that were asked for more
        self._siblings: dict[int, tuple[int, int]] = {}
        self._pinned: frozenset[int] = frozenset()
        self._selected: frozenset[int] = frozenset()
        self._times = ReasoningTimer()
        self.matches = SearchMatches()
        self._boundary_id: int | None = None
        self.context_boundary = ContextBoundaryLine("", area.viewport())
        self.context_boundary.hide()
        self.context_boundary.help_requested.connect(self._on_memory_help_requested)
        self.views: dict[int, MessageView] = {}
        self._measured: MessageView | None = None
        self._ordered: dict[int, int] = {}
        self.estimate = TextEstimate(area.font())

    @property
    def messages(self) -> dict[int, Message]:
        """All messages as they are known now, oldest first."""
        return self._messages

    def set_messages(self, messages: tuple[Message, ...]) -> set[int]:
        """Take these messages instead; return which of them were there and are different now."""
        before, self._messages = self._messages, {message.id: message for message in messages}
        self._times.forget_all_but(self._messages)
        shared = self._messages.keys() & before.keys()
        return {key for key in shared if self._messages[key] != before[key]}

    def append(self, message: Message) -> None:
        """Take one message at the end."""
        self._messages[message.id] = message
        self._numbers[message.id] = len(self._messages)

    def grow(self, message_id: int, text: str, reasoning: str) -> bool:
        """Take a longer text and longer thoughts; say whether there is such a message."""
        message = self._messages.get(message_id)
        if message is not None:
            self.change(replace(message, text=text, reasoning=reasoning))
        return message is not None

    def change(self, message: Message) -> None:
        """Take a newer state of a message."""
        self._times.follow(self._messages.get(message.id, message), message)
        self._messages[message.id] = message

    def keys(self) -> list[int]:
        """Return all rows, from the top down."""
        keys = list(self._messages)
        self._numbers = {key: number for number, key in enumerate(keys, start=1)}
        if self._boundary_id in self._messages:
            keys.insert(keys.index(self._boundary_id), BOUNDARY_ROW)
        return keys

    def show(self, message_id: int) -> None:
        """Draw what is known of a message, if it has a widget."""
        if message_id in self.views:
            seconds = self._times.seconds(message_id)
            self.views[message_id].show_message(self._messages[message_id], seconds)
            if self.matches.query:
                self.mark_matches(message_id)

    def mark_matches(self, message_id: int) -> QRect | None:
        """Mark what is looked for in a message with a widget; return where the current place is."""
        view, place = self.views.get(message_id), self.matches.current
        if view is None:
            return None
        is_current = place is not None and place.message_id == message_id
        return view.mark_matches(self.matches.query, place.number if place and is_current else None)

    def tell_places(self) -> None:
        """Tell the widgets which message of how many they show."""
        for message_id, view in self.views.items():
            self._tell_place(message_id, view)

    def set_siblings(self, siblings: dict[int, tuple[int, int]]) -> None:
        """Take which of its versions a message is, from 1, and how many there are."""
        self._siblings = dict(siblings)
        for message_id, view in self.views.items():
            view.set_siblings(*self._siblings.get(message_id, (1, 1)))

    def set_pinned(self, ids: frozenset[int]) -> None:
        """Take which messages are kept in the model's memory."""
        self._pinned = ids
        for message_id, view in self.views.items():
            view.set_pinned(is_pinned=message_id in ids)

    def set_selected(self, ids: frozenset[int]) -> None:
        """Take which messages are chosen as a whole."""
        self._selected = ids
        for message_id, view in self.views.items():
            view.set_selected(is_selected=message_id in ids)

    def set_context_boundary(self, message_id: int | None, words: str) -> None:
        """Take above which message the line stands, and what it says."""
        self._boundary_id = message_id
        self.context_boundary.set_text(words)

    def build_row(self, key: int) -> Row:
        """Return the widget of a message or of the line."""
        if key == BOUNDARY_ROW:
            return self.context_boundary
        view = self.views[key] = self._build_view(key)
        if self.matches.query:
            self.mark_matches(key)
        return view

    def order_focus(self, keys: tuple[int, ...]) -> None:
        """Let Tab lead through the widgets of these rows, if they are others than before."""
        views = {key: self.views[key] for key in keys if key in self.views}
        order = {key: view.body.late_count for key, view in views.items()}
        if order != self._ordered:
            self._ordered = order
            order_focus(views.values())

    def drop_row(self, key: int, row: Row) -> None:
        """Delete the widget of a message; there is only one line."""
        self.views.pop(key, None)
        _discard(row)

    def measured(self, key: int) -> int | None:
        """Return the height of a row without keeping a widget for it.

        None where a long one needs another slice: its widget waits for the next call.
        """
        if key == BOUNDARY_ROW:
            return self.context_boundary.fit(self.layout_key()[0])
        is_same = self._measured is not None and self._measured.message is self._messages[key]
        if self._measured is None or not is_same:
            self._forget_measured()
            self._measured = self._build_view(key)
        else:
            self._measured.draw_more()
        height = self._measured.fit(self.layout_key()[0])
        if not self._measured.is_complete():
            return None
        self._forget_measured()
        return height

    def _forget_measured(self) -> None:
        if self._measured is not None:
            _discard(self._measured)
            self._measured = None

    def estimated_height(self, key: int, width: int) -> int:
        """Return about how tall a message will be."""
        message = self._messages.get(key)
        if message is None:
            return self.context_boundary.sizeHint().height()
        return self.estimate.message_height(message, width - 2 * GUTTER)

    def layout_key(self) -> tuple[int, str]:
        """Return the width of the column and its font."""
        free = self._area.viewport().width() - 2 * SIDE_MARGIN
        width = max(60, min(reading_width(self._area), free)) + 2 * GUTTER
        return width, self._area.font().key()

    def _build_view(self, message_id: int) -> MessageView:
        view = MessageView(
            self._messages[message_id],
            self._area.viewport(),
            reasoning_seconds=self._times.seconds(message_id),
            is_lazy=True,
        )
        view.set_siblings(*self._siblings.get(message_id, (1, 1)))
        view.set_pinned(is_pinned=message_id in self._pinned)
        view.set_selected(is_selected=message_id in self._selected)
        self._tell_place(message_id, view)
        if message_id in self._longest:
            view.body.show_up_to(self._longest[message_id])
            view.show_message(view.message, self._times.seconds(message_id))
        if message_id in self._unfolded_ids and view.reasoning is not None:
            view.reasoning.unfold()
        view.link_activated.connect(self.link_activated)
        view.file_requested.connect(self.file_requested)
        view.part_requested.connect(partial(self._on_part_requested, message_id))
        view.folding_changed.connect(partial(self._on_folding_changed, message_id))
        view.height_changed.connect(partial(self.height_changed.emit, message_id))
        view.selection_extended.connect(partial(self.selection_extended.emit, message_id))
        view.edit_submitted.connect(partial(self.edit_submitted.emit, message_id))
        view.action_chosen.connect(partial(self.action_chosen.emit, message_id))
        return view

    def _tell_place(self, message_id: int, view: MessageView) -> None:
        view.set_newest(is_newest=message_id == next(reversed(self._messages)))
        view.set_place(self._numbers[message_id], len(self._messages))

    def _on_folding_changed(self, message_id: int) -> None:
        view = self.views.get(message_id)
        if view is None:
            return
        is_unfolded = view.reasoning is not None and view.reasoning.header.isChecked()
        (self._unfolded_ids.add if is_unfolded else self._unfolded_ids.discard)(message_id)
        self.folding_changed.emit(message_id)

    def _on_part_requested(self, message_id: int) -> None:
        shown = self._longest.get(message_id, LONGEST_DRAWN_TEXT)
        self._longest[message_id] = shown + LONGEST_DRAWN_TEXT
        self.part_requested.emit()
        self.views[message_id].body.show_up_to(self._longest[message_id])
        self.show(message_id)

    def _on_memory_help_requested(self) -> None:
        if self._boundary_id is not None:
            self.context_help_requested.emit(self._boundary_id)


def _discard(row: Row) -> None:
    """Delete the widget of a message; there is only one line."""
    row.widget.hide()
    if not isinstance(row, ContextBoundaryLine):
        row.widget.deleteLater()
