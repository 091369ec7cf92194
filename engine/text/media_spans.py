"""The positions of pictures and sounds among the tokens of a prompt.

Each row of a medium takes one cell and has one token, a negative id. With M-RoPE it takes fewer
positions than rows, all rows begin at the same position, and the library cannot remove single rows.
So counts are in rows here, and become positions only for the backend.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from engine.backend_media import MediaShape
from engine.messages.media import Media

_Least = Annotated[int, msgspec.Meta(ge=1)]


class MediaSpan(msgspec.Struct, frozen=True):
    """The rows of one picture or sound, from ``start`` on; other fields as in ``MediaShape``."""

    start: Annotated[int, msgspec.Meta(ge=0)]
    rows: _Least
    positions: _Least
    is_causal: bool
    is_mrope: bool
    media: Media

    @classmethod
    def of(cls, start: int, media: Media, shape: MediaShape) -> "MediaSpan":
        """Return the span of a medium of this shape."""
        return cls(start, shape.rows, shape.positions, shape.is_causal, shape.is_mrope, media)

    @property
    def end(self) -> int:
        """Return the row count up to and including its last row."""
        return self.start + self.rows

    def moved(self, row_count: int) -> "MediaSpan":
        """Return the span moved by ``row_count`` rows."""
        return msgspec.structs.replace(self, start=self.start + row_count)


Spans = Sequence[MediaSpan]


def position_of(row: int, spans: Spans) -> int:
    """Return the position of a row; inside a medium, the position of the medium's start."""
    spared = 0
    for span in spans:
        if row <= span.start:
            break
        if row < span.end:
            return span.start - spared
        spared += span.rows - span.positions
    return row - spared


def held_count(row_count: int, spans: Spans) -> int:
    """Return ``Backend.token_count`` of a slot with the given number of rows."""
    last = next((span for span in reversed(spans) if span.start < row_count), None)
    if last is None or row_count > last.end:
        return position_of(row_count, spans)
    start = position_of(last.start, spans)
    return start + (1 if last.is_mrope else row_count - last.start)


def span_at(row: int, spans: Spans) -> MediaSpan | None:
    """Return the medium that contains a row, or None."""
    return next((span for span in spans if span.start <= row < span.end), None)


def clamped(row_count: int, spans: Spans) -> int:
    """Return ``row_count`` rows, or fewer if they would end inside a medium."""
    span = span_at(row_count, spans)
    return row_count if span is None else span.start


def next_edge(row: int, spans: Spans) -> int | None:
    """Return the end of the medium that contains a row, else the start of the next medium."""
    for span in spans:
        if row < span.start:
            return span.start
        if row < span.end:
            return span.end
    return None


def is_cut_free(row_count: int, spans: Spans) -> bool:
    """Return whether a cut after ``row_count`` rows is in text, not in or right after a medium."""
    return not any(span.start < row_count <= span.end for span in spans)


def within(spans: Spans, row_count: int) -> list[MediaSpan]:
    """Return the media that begin within the first rows."""
    return [span for span in spans if span.start < row_count]


def without(spans: Spans, keep_count: int, discard_count: int) -> list[MediaSpan]:
    """Return the media that remain when ``discard_count`` rows after the first are removed."""
    end = keep_count + discard_count
    before = [span for span in spans if span.start < keep_count]
    return before + [span.moved(-discard_count) for span in spans if span.start >= end]


def are_in_order(spans: Spans, row_count: int) -> bool:
    """Return whether the media do not overlap, and all begin within ``row_count`` rows."""
    starts = [span.start for span in spans]
    ends = [0, *(span.end for span in spans)]
    is_apart = all(end <= start for end, start in zip(ends, starts, strict=False))
    return is_apart and max(starts, default=-1) < row_count
