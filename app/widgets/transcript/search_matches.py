"""The matches of a query: in the sources of the messages, and marked in the widgets."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QColor, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.domain.messages import Message
from app.widgets.kit.theme import Colours

MAX_MARKS = 500  # in one piece of text


@dataclass(frozen=True, slots=True)
class SearchMatch:
    """One place: the message, and which of the places in that message it is, from 0."""

    message_id: int
    number: int


class SearchMatches:
    """All places of one query, from the top of the conversation down."""

    def __init__(self) -> None:
        self.query = ""
        self._matches: list[SearchMatch] = []
        self._at = 0

    @property
    def count(self) -> int:
        """How many places there are."""
        return len(self._matches)

    @property
    def number(self) -> int:
        """Which place is in view, from 1; 0 where there is none."""
        return self._at + 1 if self._matches else 0

    @property
    def current(self) -> SearchMatch | None:
        """The place that is in view."""
        return self._matches[self._at] if self._matches else None

    def search(self, query: str, messages: Iterable[Message], near_id: int | None) -> None:
        """Find all places of a query; the one in view is the first from this message on."""
        self.query = query
        self._matches = []
        self._at = 0
        is_passed = near_id is None
        wanted = query.lower()
        for message in messages if wanted else ():
            if not is_passed and message.id == near_id:
                is_passed = True
                self._at = len(self._matches)
            count = message.text.lower().count(wanted)
            self._matches += [SearchMatch(message.id, number) for number in range(count)]
        self._at = min(self._at, max(0, len(self._matches) - 1))

    def step(self, step: int) -> None:
        """Go on to the next place or back; behind the last comes the first."""
        if self._matches:
            self._at = (self._at + step) % len(self._matches)


def mark_matches(
    edit: QTextEdit | QPlainTextEdit, query: str, current: int | None, colours: Colours
) -> list[QTextCursor]:
    """Mark each place of a query, ``current`` strongly; return the places that were marked."""
    matches: list[QTextCursor] = []
    match = edit.document().find(query) if query else QTextCursor()
    while not match.isNull() and len(matches) < MAX_MARKS:
        matches.append(match)
        match = edit.document().find(query, match, QTextDocument.FindFlag(0))
    edit.setExtraSelections(
        [_mark(match, colours, number == current) for number, match in enumerate(matches)]
    )
    return matches


def _mark(match: QTextCursor, colours: Colours, is_current: bool) -> QTextEdit.ExtraSelection:
    mark = QTextEdit.ExtraSelection()
    ground = QColor(colours.accent if is_current else colours.warning)
    if is_current:
        mark.format.setForeground(QColor(colours.on_accent))
    else:
        ground.setAlphaF(0.3)
    mark.format.setBackground(ground)
    mark.cursor = match
    return mark
