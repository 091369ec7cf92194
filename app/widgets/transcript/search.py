"""The search in one conversation: finds all matches, marks them, brings one after another up."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, Signal

from app.widgets.transcript.message_list import MessageList
from app.widgets.transcript.renderer import TranscriptRenderer
from app.widgets.transcript.search_matches import SearchMatches

MOST_LOOKS = 5  # what is scrolled into view may be taller than it was thought to be


class TranscriptSearch(QObject):
    """Steps through the matches of a query in the messages of a transcript."""

    match_shown = Signal(int, int)
    hidden_found = Signal()  # a match in what is folded away

    def __init__(
        self,
        renderer: TranscriptRenderer,
        messages: MessageList,
        matches: SearchMatches,
        mark: Callable[[int], QRect | None],
    ) -> None:
        """Search in these messages; ``mark`` marks the matches in one message's widget."""
        super().__init__(renderer)
        self._renderer = renderer
        self._messages = messages
        self._matches = matches
        self._mark = mark

    def find(self, query: str) -> None:
        """Mark a query in all messages, and show its next match; an empty one ends the search."""
        near = self._renderer.stack.first_seen()
        self._matches.search(query, self._messages.by_id.values(), near)
        self._show()

    def step(self, step: int) -> None:
        """Show the next match, or the one before."""
        self._matches.step(step)
        self._show()

    def _show(self) -> None:
        for key in tuple(self._renderer.stack.rows):
            self._mark(key)
        if self._matches.current is not None:
            self._show_match(self._matches.current.message_id)
        self.match_shown.emit(self._matches.number, self._matches.count)

    def _show_match(self, message_id: int) -> None:
        if self._messages.is_folded and message_id in self._messages.forgotten_ids:
            self.hidden_found.emit()
        # Drawing the part with the match can move it out of view again: its height was a guess.
        row = self._renderer.show_row(message_id)
        for _ in range(MOST_LOOKS):
            area = self._mark(message_id)
            self._renderer.stack.arrange()
            if row is None or area is None or not self._renderer.show_area(area, row.widget):
                return
