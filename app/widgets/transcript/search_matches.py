"""The matches of a query: found in the texts of the messages, and marked in the widgets."""

from collections.abc import Iterable

import msgspec
from PySide6.QtGui import QColor, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.domain.messages import Message
from app.widgets.kit.theme import Colours

MAX_MARKS = 500  # in one widget


class SearchMatch(msgspec.Struct, frozen=True):
    """One match: the message, and the number of the match in it, from 0."""

    message_id: int
    number: int


class SearchMatches:
    """All matches of one query, from the top of the conversation down."""

    def __init__(self) -> None:
        self.query = ""
        self._matches: list[SearchMatch] = []
        self._at = 0

    @property
    def count(self) -> int:
        """The number of matches."""
        return len(self._matches)

    @property
    def number(self) -> int:
        """The number of the current match, from 1; 0 if there is none."""
        return self._at + 1 if self._matches else 0

    @property
    def current(self) -> SearchMatch | None:
        """The current match."""
        return self._matches[self._at] if self._matches else None

    def search(self, query: str, messages: Iterable[Message], near_id: int | None) -> None:
        """Find all matches of a query; the current one is the first from ``near_id`` on."""
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
        """Move to the next or the previous match; the first follows the last."""
        if self._matches:
            self._at = (self._at + step) % len(self._matches)


def mark_matches(
    edit: QTextEdit | QPlainTextEdit, query: str, current: int | None, colours: Colours
) -> list[QTextCursor]:
    """Mark each match of a query, ``current`` strongly; return the marked places."""
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
