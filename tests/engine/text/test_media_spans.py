"""Where media stand in a prompt: positions of rows, and where nothing may be cut."""

from hypothesis import given
from hypothesis import strategies as st

from engine.messages.media import Media, MediaKind
from engine.text.media_spans import (
    MediaSpan,
    are_in_order,
    clamped,
    held_count,
    is_cut_free,
    next_edge,
    position_of,
    span_at,
    within,
    without,
)
from tests.fakes.media import HeldMedium, cells_before, last_position, next_position

MEDIA = Media("0", MediaKind.IMAGE, 8, 8)


@st.composite
def prompts(draw: st.DrawFn) -> tuple[list[MediaSpan], int]:
    """Return the spans of a prompt, and how many rows it has."""
    spans: list[MediaSpan] = []
    end = 0
    is_mrope = draw(st.booleans())
    for _ in range(draw(st.integers(0, 4))):
        start = end + draw(st.integers(0, 3))
        rows = draw(st.integers(1, 9))
        positions = draw(st.integers(1, rows)) if is_mrope else rows
        spans.append(MediaSpan(start, rows, positions, True, is_mrope, MEDIA))
        end = start + rows
    return spans, end + draw(st.integers(0, 3))


def held(spans: list[MediaSpan], count: int) -> list[HeldMedium]:
    kept = within(spans, count)
    return [HeldMedium(each.start, each.rows, each.positions, each.is_mrope) for each in kept]


def test_a_text_has_as_many_positions_as_tokens() -> None:
    assert [position_of(7, ()), held_count(7, ()), clamped(7, ())] == [7, 7, 7]
    assert next_edge(7, ()) is None
    assert is_cut_free(7, ())


def test_sixty_four_rows_of_a_picture_take_eight_positions() -> None:
    spans = [MediaSpan(9, 64, 8, True, True, MEDIA)]
    assert [position_of(row, spans) for row in (9, 10, 72, 73, 74)] == [9, 9, 9, 17, 18]
    assert [held_count(row, spans) for row in (9, 10, 72, 73, 74)] == [9, 10, 10, 10, 18]


@given(prompts())
def test_positions_are_those_of_a_walk_along_the_cells(prompt: tuple[list[MediaSpan], int]) -> None:
    spans, count = prompt
    for row in range(count + 1):
        assert held_count(row, spans) == last_position(row, held(spans, row)) + 1
        if clamped(row, spans) == row:
            assert position_of(row, spans) == next_position(row, held(spans, row))
            assert cells_before(position_of(row, spans), held(spans, count)) == row


@given(prompts())
def test_nothing_ends_inside_a_medium(prompt: tuple[list[MediaSpan], int]) -> None:
    spans, count = prompt
    assert are_in_order(spans, count)
    inside = {row for span in spans for row in range(span.start + 1, span.end)}
    for row in range(count + 1):
        kept = clamped(row, spans)
        assert kept not in inside
        assert all(each in inside for each in range(kept + 1, row + 1))
        assert is_cut_free(row, spans) is (
            row not in inside and row not in {span.end for span in spans}
        )
        edge = next_edge(row, spans)
        span = span_at(row, spans)
        later = [each.start for each in spans if each.start > row]
        assert edge == (span.end if span else min(later, default=None))


@given(prompts(), st.data())
def test_whole_media_go_with_what_is_discarded(
    prompt: tuple[list[MediaSpan], int], data: st.DataObject
) -> None:
    spans, count = prompt
    keep = clamped(data.draw(st.integers(0, count)), spans)
    end = clamped(data.draw(st.integers(keep, count)), spans)
    owners = [span_at(row, spans) for row in range(count)]
    del owners[keep:end]
    left = without(spans, keep, end - keep)
    starts = [owners.index(span) for span in spans if span in owners]
    assert [(each.start, each.rows) for each in left] == [
        (start, sum(each is owners[start] for each in owners)) for start in starts
    ]


def test_overlapping_media_are_not_in_order() -> None:
    first, second = (MediaSpan(start, 4, 4, True, False, MEDIA) for start in (0, 3))
    assert not are_in_order([first, second], 20)
    assert not are_in_order([first], 0)
