"""The messages of a conversation, from the top down; drawn only while visible."""

import math
import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFont, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from app.domain.messages import Message, MessageStatus, Role
from app.domain.reply_text import ReplyText
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_list import BOUNDARY_ROW, CallState, MessageList
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.rows import SIDE_MARGIN, MessageRows
from app.widgets.transcript.search_matches import SearchMatches
from app.widgets.transcript.selection import MessageSelection
from app.widgets.transcript.tool_card import is_asking
from app.widgets.transcript.transcript_renderer import TranscriptRenderer

STEP_LINES = 3
FIGURES_SECONDS = 0.5  # between two changes of the figures of a running reply
COMPACT_MARGIN = 12  # on both sides, in pixels, if the transcript is compact
MAX_TRIES = 5  # to scroll to a match, as the heights on the way may be estimates


class TranscriptSearch(QObject):
    """Steps through the matches of a query in the messages of a transcript."""

    match_shown = Signal(int, int)
    hidden_found = Signal(int)  # a message with a match that is folded

    def __init__(
        self,
        renderer: TranscriptRenderer,
        messages: MessageList,
        matches: SearchMatches,
        mark: Callable[[int], QRect | None],
    ) -> None:
        """Search in these messages; ``mark`` marks the matches in the widget of one message."""
        super().__init__(renderer)
        self._renderer = renderer
        self._messages = messages
        self._matches = matches
        self._mark = mark

    def find(self, query: str) -> None:
        """Mark a query in all messages and show its next match; an empty query ends the search."""
        near = self._renderer.stack.first_seen()
        self._matches.search(query, self._messages.by_id.values(), near)
        self._show()

    def step(self, step: int) -> None:
        """Show the next match (1) or the previous (-1)."""
        self._matches.step(step)
        self._show()

    def _show(self) -> None:
        for key in tuple(self._renderer.stack.rows):
            self._mark(key)
        if self._matches.current is not None:
            self._show_match(self._matches.current.message_id)
        self.match_shown.emit(self._matches.number, self._matches.count)

    def _show_match(self, message_id: int) -> None:
        is_out = self._messages.is_folded and message_id in self._messages.out_of_context_ids
        if is_out or self._messages.folded_steps(message_id) is not None:
            self.hidden_found.emit(message_id)
        # Drawing the part with the match can move it out of view, as its height was estimated.
        row = self._renderer.show_row(message_id)
        for _ in range(MAX_TRIES):
            area = self._mark(message_id)
            self._renderer.stack.arrange()
            if row is None or area is None or not self._renderer.show_area(area, row.widget):
                return


class Transcript(QAbstractScrollArea):
    """Shows all messages; drawing, search and selection are separate objects.

    Only the messages near the view have widgets, and only the parts of a long message near the
    view are drawn. The height of anything else is estimated until it is measured.
    """

    messages_changed = Signal()
    pins_changed = Signal()

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.requests = requests
        self.message_list = MessageList()
        self._rows = MessageRows(self, self.message_list, requests)
        self.renderer = TranscriptRenderer(self, self._rows)
        self.jump_button = self.renderer.jump_button
        self.context_boundary = self._rows.context_boundary
        self.context_boundary.fold_toggled.connect(self.fold_out_of_context)
        self.recap_note = self._rows.recap_note
        self.selection = MessageSelection(
            self, self.message_list, self._rows.views, self._rows.refresh_states
        )
        self.search = TranscriptSearch(
            self.renderer, self.message_list, self._rows.matches, self._rows.mark_matches
        )
        self.search.hidden_found.connect(self.reveal)
        # A reply can outlive its page. The function refers to the dictionary only, as no method
        # may be called on a transcript that Qt has deleted.
        self._followed: dict[int, Callable[[], None]] = {}
        self.destroyed.connect(partial(_stop_all, self._followed))
        self._running_shown_at = -math.inf
        _apply_style(self)
        self.setAccessibleName(self.tr("Chat"))
        requests.selection_extended.connect(self.selection.extend_to)
        requests.next_part_requested.connect(self._on_next_part_requested)
        requests.folding_changed.connect(self._on_folding_changed)
        requests.height_changed.connect(self.renderer.arrange_soon)
        requests.figures_toggled.connect(self._rows.toggle_figures)
        requests.steps_toggled.connect(self._on_steps_toggled)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there is no widget without one"
        application.focusChanged.connect(self.selection.follow_focus)

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these messages, oldest first; existing messages keep their place."""
        is_other = not any(message.id in self.message_list.by_id for message in messages)
        self.renderer.mark_changed(*self.message_list.set_messages(messages))
        is_answered = bool(messages) and messages[-1].status is MessageStatus.STREAMING
        self.renderer.stack.is_following |= is_other or is_answered
        self.renderer.stack.set_keys(self.message_list.row_keys())
        self.renderer.draw_if_visible()
        self.messages_changed.emit()

    def append_message(self, message: Message) -> None:
        """Append a message; the user's own brings the end into view."""
        self.message_list.append(message)
        self.renderer.stack.heights.append(message.id)
        if message.role is Role.USER:
            self.renderer.stack.is_following = True
        self.renderer.draw_if_visible()
        self.messages_changed.emit()

    def follow_reply(self, text: ReplyText) -> None:
        """Show the text of a running reply while it grows, until ``finish_reply``.

        The reply may be in a branch that is shown later.
        """
        self._stop_following(text.reply_id)
        self._followed[text.reply_id] = text.on_changed(self._on_reply_grew)
        self._on_reply_grew(text)

    def finish_reply(self, message: Message) -> None:
        """Show a reply that has ended, as stored."""
        self._stop_following(message.id)
        if self.message_list.finish(message):
            self._show_changed(message.id)

    def show_call(self, message: Message, call: CallState) -> None:
        """Show a call that waits for the user, runs or has ended."""
        before = self.message_list.by_id.get(message.id)
        if before is None:
            return  # in another branch
        self.message_list.calls[message.id] = call
        if before == message:  # progress may be reported many times a second
            self._rows.refresh_states()
        elif self.message_list.finish(message):
            self._show_changed(message.id)
        first_id = next(iter(self.asking_ids()), None)
        if first_id != self.message_list.first_asking_id:
            self.message_list.first_asking_id = first_id
            self._rows.refresh_states()

    def set_answering(self, *, is_answering: bool) -> None:
        """Set whether a turn runs: nothing can be continued then."""
        if is_answering is not self.message_list.is_answering:
            self.message_list.is_answering = is_answering
            self.message_list.running_text = ""
            self._rows.refresh_states()

    def asking_ids(self) -> tuple[int, ...]:
        """Return the calls that wait for the user, from the top down."""
        by_id, calls = self.message_list.by_id, self.message_list.calls
        return tuple(key for key, call in calls.items() if is_asking(by_id[key], call))

    def set_compact(self, *, is_compact: bool, font: QFont) -> None:
        """Use a smaller font than ``font`` and smaller margins, as in a cell of the grid."""
        self._rows.side_margin = COMPACT_MARGIN if is_compact else SIDE_MARGIN
        if is_compact is not self.message_list.is_compact:
            self.message_list.is_compact = is_compact
            self._rows.refresh_states()
        self.setFont(sized_font(font, TypeSize.SMALL) if is_compact else QFont())

    def show_running(self, text: str, *, is_steady: bool) -> None:
        """Show what the running reply does, or its figures, in the line below it.

        A text that is not steady changes with each token; it is shown at most twice a second.
        """
        now = time.monotonic()
        if not is_steady and now - self._running_shown_at < FIGURES_SECONDS:
            return
        self._running_shown_at = -math.inf if is_steady else now
        self.message_list.running_text = text
        newest = next(reversed(self.message_list.by_id), None)
        view = None if newest is None else self._rows.views.get(newest)
        if view is not None:
            view.show_state(self.message_list.state_of(view.message.id))

    def set_pinned(self, ids: frozenset[int]) -> None:
        """Show which messages are pinned, and so stay in the context."""
        self.message_list.pinned_ids = ids
        self._rows.refresh_states()
        self.pins_changed.emit()

    def set_remote(self, *, is_remote: bool) -> None:
        """Set whether another machine answers; a failed answer can then be repeated here."""
        if is_remote is not self.message_list.is_remote:
            self.message_list.is_remote = is_remote
            self._rows.refresh_states()

    def set_context_boundary(self, message_id: int | None, text: str) -> None:
        """Draw a line with this text above the first message in the context."""
        self.message_list.boundary_id = message_id
        self.context_boundary.set_text(text)
        self.renderer.stack.set_keys(self.message_list.row_keys())
        self.renderer.stack.invalidate(BOUNDARY_ROW)
        self.renderer.draw_if_visible()

    def set_next_model(self, name: str) -> None:
        """Set the model that was chosen for the next answer; empty for none.

        A line shows where it begins to answer.
        """
        if name != self.message_list.next_model:
            self.message_list.next_model = name
            self.renderer.stack.set_keys(self.message_list.row_keys())
            self._rows.refresh_states()
            self.renderer.draw_if_visible()

    def set_recap_written(self, message_id: int | None) -> None:
        """Show that a recap of the messages before one is being written; None ends it."""
        self.message_list.recap_written_at = message_id
        self.renderer.stack.set_keys(self.message_list.row_keys())
        self.renderer.draw_if_visible()

    def fold_out_of_context(self, is_folded: bool) -> None:
        """Fold or unfold the messages out of the context; the line keeps its place."""
        if is_folded is self.message_list.is_folded:
            return
        self.message_list.is_folded = is_folded
        self.renderer.stack.set_keys(self.message_list.row_keys())
        if self.isVisible():
            self._rows.refresh_states()
            self.renderer.arrange_folded(BOUNDARY_ROW)

    def messages(self) -> tuple[Message, ...]:
        """Return all messages, oldest first, with the current texts of running replies."""
        return tuple(self.message_list.by_id.values())

    def last_reply_text(self) -> str | None:
        """Return the newest reply as Markdown, or None if there is none."""
        return self.message_list.last_text(Role.ASSISTANT)

    def view_of(self, message_id: int) -> MessageView | None:
        """Return the widget of a message, or None if it has none now."""
        return self._rows.views.get(message_id)

    def show_message(self, message_id: int) -> MessageView | None:
        """Bring a message into view; return its widget, or None if there is no such message."""
        if message_id not in self.message_list.by_id or not self.isVisible():
            return None
        self.reveal(message_id)
        self.renderer.show_row(message_id)
        return self.view_of(message_id)

    def reveal(self, message_id: int) -> None:
        """Unfold what hides a message."""
        if message_id in self.message_list.out_of_context_ids:
            self.fold_out_of_context(False)
        steps = self.message_list.folded_steps(message_id)
        if steps is not None:
            self._on_steps_toggled(steps.key)

    def focus_message(self, step: int) -> None:
        """Focus the next message (1) or the previous (-1); without a focus, the newest."""
        order = [key for key in self.message_list.row_keys() if key in self.message_list.by_id]
        held = self.selection.focused_id()
        place = order.index(held) + step if held is not None else len(order) - 1
        if 0 <= place < len(order):
            view = self.show_message(order[place])
            if view is not None:
                view.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def is_undrawn(self) -> bool:
        """Whether it has messages, and none of them was ever drawn."""
        return bool(self.message_list.by_id) and not self.renderer.stack.rows

    def prepare(self) -> None:
        """Draw the rows that will be in view, while it is hidden."""
        # Qt places the viewport of a hidden area only when the area is shown.
        QApplication.sendEvent(self, QResizeEvent(self.size(), self.size()))
        self._rows.refresh_states()
        self.renderer.stack.arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.renderer.draw()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.renderer.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self.renderer.arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.renderer.on_scrolled()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self.renderer.arrange()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._rows.measure_font()
            self.renderer.stack.invalidate_all()
            if self.isVisible():
                self.renderer.arrange()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        self.renderer.complete_near()
        has_moved = super().focusNextPrevChild(is_next)
        focused = self.focusWidget()
        if has_moved and focused is not None and self.viewport().isAncestorOf(focused):
            self.renderer.show_area(focused.rect(), focused)
        return has_moved

    def _show_changed(self, message_id: int) -> None:
        """Draw a message again; the end of a turn folds its steps."""
        self.renderer.mark_changed(message_id)
        self.renderer.stack.set_keys(self.message_list.row_keys())
        self.renderer.draw_if_visible()

    def _on_steps_toggled(self, key: int) -> None:
        self.message_list.unfolded_steps ^= {key}
        self.renderer.stack.set_keys(self.message_list.row_keys())
        if self.isVisible():
            self._rows.refresh_states()
            self.renderer.arrange_folded(key)

    def _on_reply_grew(self, text: ReplyText) -> None:
        # Called for each piece, and in a hidden chat nothing new follows from the next ones.
        if self.message_list.has_grown(text) and self.renderer.is_awaited(text.reply_id):
            return
        if self.message_list.grow(text):
            self.renderer.mark_changed(text.reply_id)
            self.renderer.draw_soon()

    def _stop_following(self, reply_id: int) -> None:
        stop = self._followed.pop(reply_id, None)
        if stop is not None:
            stop()

    def _on_next_part_requested(self, message_id: int) -> None:
        self.renderer.stack.keep_view()
        self._rows.show_next_part(message_id)

    def _on_folding_changed(self, message_id: int) -> None:
        # A row that is just being built has its height measured anyway.
        if self._rows.record_folding(message_id) and message_id in self.renderer.stack.rows:
            self.renderer.arrange_folded(message_id)


def _stop_all(followed: dict[int, Callable[[], None]], *_: object) -> None:
    for stop in followed.values():
        stop()
    followed.clear()


def scroll_by_pages(area: QAbstractScrollArea, pages: int) -> None:
    """Scroll up (negative) or down by whole pages."""
    bar = area.verticalScrollBar()
    bar.setValue(bar.value() + pages * bar.pageStep())


def _apply_style(area: QAbstractScrollArea) -> None:
    area.setFrameShape(QFrame.Shape.NoFrame)
    # Always on, so that no line break changes when the text grows past the window.
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.verticalScrollBar().setSingleStep(STEP_LINES * area.fontMetrics().lineSpacing())
    area.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    area.viewport().setAutoFillBackground(False)
