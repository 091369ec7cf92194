"""Pictures in the KV cache: the same alone and in company, never cut, no misuse gets through."""

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from engine.backend import BatchEntry, DecodeStatus, MediaEntry
from engine.backend_media import Embeddings
from tests.engine.llama.conftest import Loader
from tests.engine.llama.media.conftest import SeeingLoader
from tests.engine.llama.media.pictures import (
    GEMMA,
    PAIRS,
    QUESTION,
    QWEN2,
    QWEN3,
    WORDS,
    Pair,
    encoded,
    needs_library,
    read_picture,
    read_prompt,
    read_text,
    rows_entry,
    write_on,
)
from tests.engine.llama.steps import pressing_stop
from tests.models.tiny import write_plain

pytestmark = needs_library

START = len(WORDS)
ROUNDING = 0.02  # of logits up to 4, where the same was computed in other shapes
NEIGHBOURS = [[50 + slot * 31 + i * 5 % 90 for i in range(12 + slot)] for slot in range(3)]


def are_near(first: npt.NDArray[np.float32], second: npt.NDArray[np.float32]) -> bool:
    """Return whether two rows of logits differ by rounding only."""
    return float(np.abs(first - second).max()) < ROUNDING


def tops(logits: npt.NDArray[np.float32]) -> int:
    return int(logits[0].argmax())


@pytest.mark.parametrize("pair", PAIRS)
def test_a_picture_says_the_same_alone_and_in_company(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    picture = encoded(backend)
    behind, logits = read_prompt(backend, pair, 0, picture)
    alone = write_on(backend, {0: (tops(logits), behind)}, 20)
    backend.clear(0)
    starts = {0: (0, 0)}
    for slot, words in enumerate(NEIGHBOURS, start=1):
        starts[slot] = (tops(read_text(backend, slot, words, 0)), len(words))
    behind, beside = read_prompt(backend, pair, 0, picture)
    starts[0] = (tops(beside), behind)
    assert np.array_equal(beside, logits)
    assert write_on(backend, starts, 20) == alone


@pytest.mark.parametrize("pair", PAIRS)
def test_a_neighbour_never_notices_a_picture(load_seeing: SeeingLoader, pair: Pair) -> None:
    """Also not where attention was made to look ahead for it."""
    backend = load_seeing(pair)
    picture = encoded(backend)
    for slot in (1, 2):
        read_text(backend, slot, NEIGHBOURS[0], 0)
    expected = read_text(backend, 1, QUESTION, len(NEIGHBOURS[0]))
    read_text(backend, 0, WORDS, 0)
    read_picture(backend, pair, 0, picture, START)
    assert np.array_equal(read_text(backend, 2, QUESTION, len(NEIGHBOURS[0])), expected)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("piece", [1, 16, 23])
def test_a_causal_picture_may_be_read_in_pieces(
    load_seeing: SeeingLoader, pair: Pair, piece: int
) -> None:
    if not pair.is_causal:
        pytest.skip("its rows see each other")
    backend = load_seeing(pair)
    picture = encoded(backend)
    _, whole = read_prompt(backend, pair, 0, picture)
    read_text(backend, 1, WORDS, 0)
    behind = read_picture(backend, pair, 1, picture, START, piece)
    assert are_near(read_text(backend, 1, QUESTION, behind), whole)


@pytest.mark.parametrize("pair", PAIRS)
def test_what_the_library_counts_behind_a_picture(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    read_text(backend, 0, WORDS, 0)
    behind = read_picture(backend, pair, 0, encoded(backend), START)
    assert behind == START + pair.positions
    assert backend.token_count(0) == START + pair.held
    read_text(backend, 0, QUESTION, behind)
    assert backend.token_count(0) == behind + len(QUESTION)


@pytest.mark.parametrize("pair", PAIRS)
def test_two_pictures_stand_one_behind_the_other(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    first, second = encoded(backend, 1), encoded(backend, 2)
    behind, _ = read_prompt(backend, pair, 0, first)
    again = read_picture(backend, pair, 0, second, behind)
    once_more = read_picture(backend, pair, 0, first, again)
    expected = read_text(backend, 0, QUESTION, once_more)
    assert backend.truncate(0, again)
    assert backend.truncate(0, behind)
    assert backend.token_count(0) == behind
    again = read_picture(backend, pair, 0, second, behind)
    once_more = read_picture(backend, pair, 0, first, again)
    assert np.array_equal(read_text(backend, 0, QUESTION, once_more), expected)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_picture_is_never_cut(load_seeing: SeeingLoader, pair: Pair) -> None:
    """The library would say yes each time, and remove nothing of it or leave a half."""
    backend = load_seeing(pair)
    behind, _ = read_prompt(backend, pair, 0, encoded(backend))
    end = START + pair.positions
    for position in range(START + 1, end):
        assert not backend.can_truncate(0, position)
        assert not backend.truncate(0, position)
        assert backend.token_count(0) == behind
    with pytest.raises(ValueError, match="not"):
        backend.truncate(0, behind + 1)


@pytest.mark.parametrize("pair", PAIRS)
def test_another_question_is_asked_about_a_kept_picture(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    picture = encoded(backend)
    _, expected = read_prompt(backend, pair, 1, picture)
    read_text(backend, 0, WORDS, 0)
    end = read_picture(backend, pair, 0, picture, START)
    read_text(backend, 0, [70, 71, 72], end)
    assert backend.can_truncate(0, end)
    assert backend.truncate(0, end)
    assert backend.token_count(0) == START + pair.held
    assert np.array_equal(read_text(backend, 0, QUESTION, end), expected)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_copy_goes_on_as_the_slot_that_it_was_made_of(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    read_text(backend, 0, WORDS, 0)
    end = read_picture(backend, pair, 0, encoded(backend), START)
    backend.fork(0, 1)
    assert backend.token_count(1) == backend.token_count(0)
    assert not backend.truncate(1, end - 1)
    expected = read_text(backend, 0, QUESTION, end)
    assert np.array_equal(read_text(backend, 1, QUESTION, end), expected)


def test_half_a_picture_waits_for_its_other_half(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(QWEN2)
    picture = encoded(backend)
    _, expected = read_prompt(backend, QWEN2, 1, picture)
    read_text(backend, 0, WORDS, 0)
    assert backend.decode_media(rows_entry(QWEN2, 0, picture, START, 0, 32)) is DecodeStatus.DONE
    for position in (START, START + 1, START + 8):
        with pytest.raises(ValueError, match=r"position|in part"):
            backend.decode([BatchEntry(0, [5], position, 1)])
    for wrong in (
        rows_entry(QWEN2, 0, picture, START),
        rows_entry(QWEN2, 0, picture, START, 31, 33),
        rows_entry(QWEN2, 0, picture, START + 1, 32, 32),
        rows_entry(QWEN2, 0, encoded(backend, 1, 112), START, 0),
    ):
        with pytest.raises(ValueError, match=r"follow|next"):
            backend.decode_media(wrong)
    backend.fork(0, 2)
    for slot in (0, 2):
        entry = rows_entry(QWEN2, slot, picture, START, 32)
        assert backend.decode_media(entry) is DecodeStatus.DONE
        found = read_text(backend, slot, QUESTION, START + QWEN2.positions)
        assert are_near(found, expected)


def test_half_a_picture_is_taken_away_whole(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(QWEN2)
    picture = encoded(backend)
    read_text(backend, 0, WORDS, 0)
    backend.decode_media(rows_entry(QWEN2, 0, picture, START, 0, 32))
    assert not backend.truncate(0, START - 3) or backend.token_count(0) == START - 3
    backend.clear(0)
    backend.decode_media(rows_entry(QWEN2, 0, picture, 0, 0, 32))
    with pytest.raises(ValueError, match="not empty"):
        backend.fork(0, 0)
    assert backend.truncate(0, 0)
    assert backend.token_count(0) == 0
    _, expected = read_prompt(backend, QWEN2, 1, picture)
    _, again = read_prompt(backend, QWEN2, 0, picture)
    assert np.array_equal(again, expected)


@pytest.mark.parametrize("pair", PAIRS)
def test_tokens_stand_behind_the_picture_and_nowhere_else(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    """The library takes most of these, and goes on with other tokens."""
    backend = load_seeing(pair)
    read_text(backend, 0, WORDS, 0)
    end = read_picture(backend, pair, 0, encoded(backend), START)
    for position in (START, START + 1, end - 1, end + 1):
        with pytest.raises(ValueError, match="does not follow"):
            backend.decode([BatchEntry(0, [5], position, 1)])
    assert backend.decode([BatchEntry(0, [5], end, 1)]) is DecodeStatus.DONE


def _without(embeddings: Embeddings, **changed: object) -> Embeddings:
    return replace(embeddings, **changed)


def _misuses(pair: Pair, picture: Embeddings) -> list[tuple[str, MediaEntry]]:
    rows, positions = picture.rows, picture.positions
    good = rows_entry(pair, 0, picture, START)
    nan = rows.copy()
    nan[3, 2] = np.nan
    flat = positions[:1]
    far = positions.copy()
    far[-2 if pair.is_mrope else 0, -1] += 500
    still = positions * 0
    arrays = {
        "narrow": _without(picture, rows=np.ascontiguousarray(rows[:, :-1])),
        "double": _without(picture, rows=rows.astype(np.float64)),
        "one dimension": _without(picture, rows=rows.ravel()),
        "not numbers": _without(picture, rows=nan),
        "long positions": _without(picture, positions=positions.astype(np.int64)),
        "sections": _without(picture, positions=np.vstack([flat, flat])),
        "far": _without(picture, positions=far),
        "before": _without(picture, positions=positions - 1),
        "all at one place": _without(picture, positions=still),
        "fewer positions": _without(picture, positions=positions[:, :-1]),
    }
    made = [(name, msgspec.structs.replace(good, embeddings=e)) for name, e in arrays.items()]
    for name, changed in (
        ("slot", {"slot": 4}),
        ("slot below", {"slot": -1}),
        ("gap", {"position": START + 1}),
        ("overlap", {"position": START - 1}),
        ("nothing", {"row_count": 0}),
        ("beyond", {"row_count": len(rows) + 1}),
        ("from the middle", {"first_row": 1, "row_count": len(rows) - 1}),
        ("from before", {"first_row": -1, "row_count": 2}),
    ):
        made.append((name, msgspec.structs.replace(good, **changed)))
    return made


@pytest.mark.parametrize("pair", PAIRS)
def test_what_the_library_aborts_at_or_reads_past_never_reaches_it(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    picture = encoded(backend)
    _, expected = read_prompt(backend, pair, 1, picture)
    read_text(backend, 0, WORDS, 0)
    for name, entry in _misuses(pair, picture):
        with pytest.raises(ValueError, match=r"\w"):
            pytest.fail(f"{name}: {backend.decode_media(entry)}")
    assert backend.token_count(0) == START
    end = read_picture(backend, pair, 0, picture, START)
    assert np.array_equal(read_text(backend, 0, QUESTION, end), expected)


def test_rows_beyond_a_call_or_a_pass_are_refused(load_seeing: SeeingLoader) -> None:
    """Both end the process in the library."""
    qwen = load_seeing(QWEN2, batch_size=32, micro_batch_size=8)
    with pytest.raises(ValueError, match="call of 32"):
        qwen.decode_media(rows_entry(QWEN2, 0, encoded(qwen), 0))
    assert read_picture(qwen, QWEN2, 0, encoded(qwen), 0, 32) == QWEN2.positions
    as_gemma = msgspec.structs.replace(
        rows_entry(QWEN2, 1, encoded(qwen), 0, 0, 16), is_causal=False
    )
    with pytest.raises(ValueError, match="call of 8"):
        qwen.decode_media(as_gemma)


def test_rows_that_see_each_other_have_one_pass_that_holds_them(
    load_seeing: SeeingLoader,
) -> None:
    backend = load_seeing(GEMMA, micro_batch_size=4)
    assert backend.micro_batch_size == GEMMA.rows
    _, small = read_prompt(backend, GEMMA, 0, encoded(backend))
    _, large = read_prompt(load_seeing(GEMMA), GEMMA, 0, encoded(backend))
    assert are_near(small, large)


def test_rows_for_another_model_are_refused(load_seeing: SeeingLoader, load_tiny: Loader) -> None:
    picture = encoded(load_seeing(QWEN3))
    for backend in (load_seeing(QWEN2), load_tiny(write_plain)):
        with pytest.raises(ValueError, match="rows of"):
            backend.decode_media(rows_entry(QWEN3, 0, picture, 0))


def test_a_picture_takes_cells_and_not_positions(load_seeing: SeeingLoader) -> None:
    """64 rows take 8 positions: room is counted in cells, of which the library has more."""
    backend = load_seeing(QWEN2, context_window=300)
    picture = encoded(backend)
    position = 0
    for _ in range(3):
        position = read_picture(backend, QWEN2, 0, picture, position)
    room = 300 - 3 * 64
    read_text(backend, 0, [5] * (room - 2), position)
    position += room - 2
    entry = rows_entry(QWEN2, 0, picture, position)
    assert backend.decode_media(entry) is DecodeStatus.NO_ROOM
    assert backend.token_count(0) == position
    assert backend.decode([BatchEntry(0, [5] * 3, position, 1)]) is DecodeStatus.NO_ROOM
    assert backend.decode([BatchEntry(0, [5] * 2, position, 1)]) is DecodeStatus.DONE


@pytest.mark.parametrize("pair", PAIRS)
def test_a_stopped_call_leaves_the_picture_out(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair, micro_batch_size=16)
    picture = encoded(backend)
    _, expected = read_prompt(backend, pair, 1, picture)
    read_text(backend, 0, WORDS, 0)
    statuses = set()
    with pressing_stop(backend):
        while DecodeStatus.ABORTED not in statuses:
            statuses.add(backend.decode_media(rows_entry(pair, 0, picture, START)))
            if backend.token_count(0) != START:
                assert statuses == {DecodeStatus.DONE}
                statuses.clear()
                assert backend.truncate(0, START)
    assert backend.token_count(0) == START
    end = read_picture(backend, pair, 0, picture, START)
    assert np.array_equal(read_text(backend, 0, QUESTION, end), expected)


def test_a_slot_that_is_lent_takes_no_picture(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(QWEN2)
    assert backend.capabilities.can_lend
    picture = encoded(backend)
    read_text(backend, 0, WORDS, 0)
    backend.lend_out(0)
    with pytest.raises(ValueError, match="lent"):
        backend.decode_media(rows_entry(QWEN2, 0, picture, START))
    backend.take_back(0)
