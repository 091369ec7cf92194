"""Highlights code with Pygments, a few milliseconds at a time."""

import time
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.widgets.kit.theme import Colours

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

SLICE_SECONDS = 0.008
FIRST_SHARE = 0.25  # of a slice, shared by all pieces of code that start together
LONGEST_COLOURED_CODE = 100_000


class ColouredSpan(msgspec.Struct, frozen=True):
    """A range of characters in a line, and its colour."""

    line: int
    start: int
    length: int
    colour: str


def find_lexer(language: str) -> "Lexer | None":
    """Return a lexer for the language name of a fence, or None if the name is unknown."""
    kind = _lexer_class(language)
    # Not kept: some lexers have a state, and several pieces of code are highlighted in turns.
    return None if kind is None else kind(stripnl=False, ensurenl=False)


@lru_cache
def _lexer_class(language: str) -> "type[Lexer] | None":
    from pygments.lexers import find_lexer_class_by_name  # late: most starts show no code
    from pygments.util import ClassNotFound

    try:
        found: type[Lexer] = find_lexer_class_by_name(language)
    except ClassNotFound:
        return None
    return found


def coloured_spans(code: str, lexer: "Lexer", colours: Colours) -> Iterator[ColouredSpan | None]:
    """Yield a span for each token, or None for a token without a colour."""
    line, start = 0, 0
    for kind, text in lexer.get_tokens(code):
        colour = _colour_of(kind, colours)
        for number, part in enumerate(text.split("\n")):
            if number:
                line, start = line + 1, 0
            yield ColouredSpan(line, start, len(part), colour) if colour and part else None
            start += len(part)


def _colour_of(kind: "_TokenType", colours: Colours) -> str | None:
    name = _colour_name(kind)
    return None if name is None else str(getattr(colours, name))


@cache
def _colour_name(kind: "_TokenType") -> str | None:
    return next((name for family, name in _families() if kind in family), None)


@lru_cache
def _families() -> tuple[tuple["_TokenType", str], ...]:
    """Return the token types that have a colour, with its name."""
    from pygments.token import Comment, Keyword, Name, Number, Operator, String

    return (
        (Comment, "code_comment"),
        (String, "code_string"),
        (Number, "code_number"),
        (Keyword, "code_keyword"),
        (Operator.Word, "code_keyword"),
        (Name.Function, "code_name"),
        (Name.Class, "code_name"),
        (Name.Builtin, "code_name"),
        (Name.Decorator, "code_number"),
        (Name.Tag, "code_keyword"),
        (Name.Attribute, "code_name"),
    )


class _FirstSlices:
    """The time left for highlighting in this turn of the event loop."""

    def __init__(self) -> None:
        self._left: float | None = None

    def colour(self, colour_for: Callable[[float], None]) -> None:
        """Highlight within the time that is left."""
        if self._left is None:
            self._left = SLICE_SECONDS * FIRST_SHARE
            QTimer.singleShot(0, self._restart)
        began = time.monotonic()
        colour_for(max(0.0, self._left))
        self._left -= time.monotonic() - began

    def _restart(self) -> None:
        self._left = None


_FIRST_SLICES = _FirstSlices()


class CodeHighlighter(QSyntaxHighlighter):
    """Highlights a document of finished code in slices, so that long code blocks nothing."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._spans: dict[int, list[ColouredSpan]] = {}
        self._pending: Iterator[ColouredSpan | None] = iter(())
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._colour_some)

    def start(self, code: str, language: str, colours: Colours) -> None:
        """Highlight ``code``, the text of the document; unknown languages stay plain."""
        self._timer.stop()
        self._spans = {}
        lexer = find_lexer(language) if language else None
        if lexer is None or len(code) > LONGEST_COLOURED_CODE:
            return
        self._pending = coloured_spans(code, lexer, colours)
        _FIRST_SLICES.colour(self._colour_for)

    def is_busy(self) -> bool:
        """Return whether some lines are not highlighted yet."""
        return self._timer.isActive()

    def highlightBlock(self, text: str) -> None:
        for span in self._spans.get(self.currentBlock().blockNumber(), ()):
            ink = QTextCharFormat()
            ink.setForeground(QColor(span.colour))
            self.setFormat(span.start, span.length, ink)

    def _colour_some(self) -> None:
        self._colour_for(SLICE_SECONDS)

    def _colour_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        touched: set[int] = set()
        for span in self._pending:
            if span is not None:
                self._spans.setdefault(span.line, []).append(span)
                touched.add(span.line)
            if time.monotonic() > end:
                self._timer.start()
                break
        else:
            self._timer.stop()
        # Once per line at the end of a slice, since each call formats the whole line again.
        for line in touched:
            self.rehighlightBlock(self.document().findBlockByNumber(line))
