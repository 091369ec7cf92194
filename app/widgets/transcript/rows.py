"""The widgets of a transcript's rows: built when they come near the view, deleted far from it."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.widgets.kit.geometry import reading_width
from app.widgets.transcript.context_boundary import ContextBoundaryLine
from app.widgets.transcript.estimate import TextEstimate
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_list import BOUNDARY_ROW, RECAP_ROW, MessageList
from app.widgets.transcript.recap_note import RecapNote
from app.widgets.transcript.requests import MessageRequests
from app.widgets.transcript.row import GUTTER, Row, is_tab_stop, tab_stops
from app.widgets.transcript.row_stack import Layout
from app.widgets.transcript.search_matches import SearchMatches

SIDE_MARGIN = 20
SPARE_STEP = 40


class MessageRows(QObject):
    """Builds the requested widgets and gives them the state of their messages."""

    def __init__(
        self, area: QAbstractScrollArea, messages: MessageList, requests: MessageRequests
    ) -> None:
        super().__init__(area)
        self.views: dict[int, MessageView] = {}
        self.matches = SearchMatches()
        self.estimate = TextEstimate(area.font())
        self.context_boundary = ContextBoundaryLine("", area.viewport())
        self.context_boundary.hide()
        self.context_boundary.help_requested.connect(self._on_help_requested)
        self.side_margin = SIDE_MARGIN
        self.context_boundary.recap_button.clicked.connect(requests.recap_requested)
        self.recap_note = RecapNote(requests, area.viewport())
        self.recap_note.hide()
        self._lasting: dict[int, Row] = {
            BOUNDARY_ROW: self.context_boundary,
            RECAP_ROW: self.recap_note,
        }
        self._area = area
        self._messages = messages
        self._requests = requests
        self._measured: MessageView | None = None
        self._ordered: dict[int, int] = {}

    def refresh(self, message_id: int) -> None:
        """Draw the state of a message, if it has a widget."""
        if message_id in self.views:
            self._fill(self.views[message_id], message_id)
            if self.matches.query:
                self.mark_matches(message_id)

    def refresh_states(self) -> None:
        """Show the state of their messages, apart from the text, in all widgets."""
        messages = self._messages
        self.context_boundary.set_forgotten(
            len(messages.forgotten_ids), is_folded=messages.is_folded
        )
        self.recap_note.show_recap(messages.recap, is_writing=messages.is_recap_written)
        # One that is there can be changed; another one is made when more has been forgotten.
        self.context_boundary.recap_button.setVisible(
            not messages.is_recap_written and messages.recap_id != messages.boundary_id
        )
        for message_id, view in self.views.items():
            view.show_state(self._messages.state_of(message_id))

    def mark_matches(self, message_id: int) -> QRect | None:
        """Mark the matches in a message with a widget; return where the current match is."""
        view, match = self.views.get(message_id), self.matches.current
        if view is None:
            return None
        is_current = match is not None and match.message_id == message_id
        return view.mark_matches(self.matches.query, match.number if match and is_current else None)

    def show_next_part(self, message_id: int) -> None:
        """Draw more letters of a long message."""
        self._messages.show_next_part(message_id)
        self.views[message_id].body.show_up_to(self._messages.shown_length(message_id))
        self.refresh(message_id)

    def note_folding(self, message_id: int) -> bool:
        """Keep whether a reasoning is unfolded; return whether the message has a widget."""
        view = self.views.get(message_id)
        if view is None:
            return False
        is_unfolded = view.reasoning is not None and view.reasoning.header.isChecked()
        ids = self._messages.unfolded_ids
        (ids.add if is_unfolded else ids.discard)(message_id)
        return True

    def toggle_figures(self, message_id: int) -> None:
        """Show or hide under a message what it has cost."""
        self._messages.figure_ids ^= {message_id}
        self.refresh_states()

    def build_row(self, key: int) -> Row:
        """Return the widget of a message, of the boundary or of the recap."""
        if key in self._lasting:
            return self._lasting[key]
        view = self.views[key] = self._build_view(key)
        if self.matches.query:
            self.mark_matches(key)
        return view

    def drop_row(self, key: int, row: Row) -> None:
        """Delete the widget of a message; those of boundary and recap are used again."""
        self.views.pop(key, None)
        row.widget.hide()
        if key not in self._lasting:
            row.widget.deleteLater()

    def measured_height(self, key: int) -> int | None:
        """Return the height of a row without keeping a widget for it.

        None where a long one needs another slice: its widget waits for the next call.
        """
        width, _font, spare = self.layout_key()
        if key in self._lasting:
            return self._lasting[key].fit(width)
        # A message may have got a newer text meanwhile; what was drawn of the older one is useless.
        is_same = self._measured is not None and self._measured.message is self._messages.by_id[key]
        if self._measured is None or not is_same:
            self._forget_measured()
            self._measured = self._build_view(key)
        else:
            self._measured.body.draw_more()
        height = self._measured.fit(width, spare)
        if not self._measured.body.is_complete:
            return None
        self._forget_measured()
        return height

    def estimated_height(self, key: int, width: int) -> int:
        """Return about how tall a row will be."""
        message = self._messages.by_id.get(key)
        if message is None:
            return self._lasting[key].widget.sizeHint().height()
        return self.estimate.message_height(message, width - 2 * GUTTER)

    def layout_key(self) -> Layout:
        """Return the width of the column, its font, and how much room is free behind it."""
        free = self._area.viewport().width() - 2 * self.side_margin
        column = max(60, min(reading_width(self._area), free))
        spare = max(0, free - column) // 2
        if self._area.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            spare = 0  # code is read from the left, where the room would be in front of it
        # In steps: all heights are looked for again when it changes.
        return column + 2 * GUTTER, self._area.font().key(), spare - spare % SPARE_STEP

    def order_focus(self, keys: tuple[int, ...]) -> None:
        """Make Tab lead through the widgets of these rows, if they have changed."""
        views = {key: self.views[key] for key in keys if key in self.views}
        # Asked after each pause in scrolling: the same widgets have their order already.
        order = {key: view.body.late_count for key, view in views.items()}
        if order != self._ordered:
            self._ordered = order
            _order_focus(views.values())

    def _build_view(self, message_id: int) -> MessageView:
        view = MessageView(
            self._messages.by_id[message_id],
            self._requests,
            self._area.viewport(),
            longest=self._messages.shown_length(message_id),
            is_unfolded=message_id in self._messages.unfolded_ids,
        )
        self._fill(view, message_id)
        return view

    def _fill(self, view: MessageView, message_id: int) -> None:
        messages = self._messages
        view.show_message(
            messages.by_id[message_id],
            messages.state_of(message_id),
            messages.reasoning_seconds(message_id),
        )

    def _forget_measured(self) -> None:
        if self._measured is not None:
            self._measured.hide()
            self._measured.deleteLater()
            self._measured = None

    def _on_help_requested(self) -> None:
        if self._messages.boundary_id is not None:
            self._requests.context_help_requested.emit(self._messages.boundary_id)


def _order_focus(views: Iterable[MessageView]) -> None:
    """Make Tab lead through these messages from the top down, whenever they were built.

    Qt's own order is that of construction; scrolling up builds the upper ones last.
    """
    for above, below in pairwise(stop for view in views for stop in _stops(view)):
        QWidget.setTabOrder(above, below)


def _stops(view: MessageView) -> list[QWidget]:
    reasoning = tab_stops(view.reasoning) if view.reasoning is not None else []
    body = [stop for part in view.body.block_views for stop in (part, *tab_stops(part))]
    stops = [view, *reasoning, *(stop for stop in body if is_tab_stop(stop))]
    return [*stops, *(stop for stop in tab_stops(view) if stop not in set(stops))]
