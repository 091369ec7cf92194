"""Projectors: what a picture takes is known before, and encoding can be sliced and given up."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader

from engine.backend_media import MROPE_SECTIONS, MediaCancelled, MediaFailed, MediaRefused
from engine.messages.media import MediaKind
from tests.engine.llama.media.conftest import SeeingLoader
from tests.engine.llama.media.pictures import (
    PAIRS,
    QWEN2,
    SIDE,
    Pair,
    encoded,
    encoder_of,
    needs_library,
    noise,
)
from tests.models.cache import cached_model
from tests.models.tiny_projector import write_slow_qwen2vl_projector

pytestmark = needs_library

IMAGE = MediaKind.IMAGE
LONG_WAIT = 60.0


@pytest.mark.parametrize("pair", PAIRS)
def test_what_a_picture_takes_is_known_without_it(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    shape = encoder_of(backend).shape(IMAGE, SIDE, SIDE)
    assert (shape.rows, shape.positions) == (pair.rows, pair.positions)
    assert (shape.is_causal, shape.is_mrope) == (pair.is_causal, pair.is_mrope)
    opened, closed = ("<start_of_image>", "<end_of_image>")
    if pair.is_mrope:
        opened, closed = ("<|vision_start|>", "<|vision_end|>")
    assert list(shape.begin) == backend.vocabulary.tokenize(opened, parse_special=True)
    assert list(shape.end) == backend.vocabulary.tokenize(closed, parse_special=True)


@pytest.mark.parametrize("pair", PAIRS)
def test_embeddings_are_as_wide_as_the_model_wants_and_placed_row_by_row(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    found = encoder_of(backend).encode(IMAGE, 112, 224, noise(1, 112, 224), lambda: True)
    rows = encoder_of(backend).shape(IMAGE, 112, 224).rows
    assert found.rows.shape == (rows, pair.row_width)
    if not pair.is_mrope:
        assert found.positions.tolist() == [list(range(rows))]
        return
    number = np.arange(rows)
    expected = [number * 0, number // 4, number % 4, number * 0]  # time, y, x
    assert found.positions.shape == (MROPE_SECTIONS, rows)
    assert np.array_equal(found.positions, expected)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_same_picture_has_the_same_embeddings_and_another_has_others(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    first, other, again = encoded(backend, 1), encoded(backend, 2), encoded(backend, 1)
    assert np.array_equal(first.rows, again.rows)
    assert not np.array_equal(first.rows, other.rows)


def test_the_number_of_threads_changes_no_embedding(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(QWEN2, thread_count=1)
    before = encoded(backend)
    encoder_of(backend).set_thread_count(2)
    assert np.array_equal(encoded(backend).rows, before.rows)
    for count in (0, 513):
        with pytest.raises(ValueError, match="threads"):
            encoder_of(backend).set_thread_count(count)


def test_the_identity_tells_what_changes_embeddings(load_seeing: SeeingLoader) -> None:
    plain = encoder_of(load_seeing(QWEN2)).identity
    assert encoder_of(load_seeing(QWEN2, thread_count=1)).identity == plain
    assert encoder_of(load_seeing(QWEN2, media_tokens_limit=64)).identity != plain
    slow = load_seeing(QWEN2, projector=write_slow_qwen2vl_projector)
    assert encoder_of(slow).identity != plain


@pytest.mark.parametrize(("width", "height"), [(4000, 1200), (1, 1), (28, 1400), (1000, 20)])
def test_no_picture_takes_more_than_the_limit(
    load_seeing: SeeingLoader, width: int, height: int
) -> None:
    encoder = encoder_of(load_seeing(QWEN2, media_tokens_limit=64))
    assert encoder.shape(IMAGE, width, height).rows <= 64


@pytest.mark.parametrize(
    ("kind", "width", "height", "text"),
    [
        (IMAGE, 20_000, 1, "too long and thin"),
        (IMAGE, 10, 1_001, "too long and thin"),
        (IMAGE, 4000, 3000, "too many pixels"),
        (IMAGE, 28, 2_800, "more than the limit of 64"),
        (MediaKind.AUDIO, 16_000, 1, "does not support sounds"),
    ],
)
def test_what_the_model_cannot_take_is_a_sentence(
    load_seeing: SeeingLoader, kind: MediaKind, width: int, height: int, text: str
) -> None:
    encoder = encoder_of(load_seeing(QWEN2, media_tokens_limit=64))
    with pytest.raises(MediaRefused, match=text):
        encoder.shape(kind, width, height)


def test_sizes_and_contents_that_the_library_would_read_past_are_refused(
    load_seeing: SeeingLoader,
) -> None:
    encoder = encoder_of(load_seeing(QWEN2))
    for width, height in ((0, 5), (5, 0), (-1, 5)):
        with pytest.raises(ValueError, match="not a valid size"):
            encoder.shape(IMAGE, width, height)
    for length in (0, 27 * 3, 29 * 28 * 3):
        with pytest.raises(ValueError, match="bytes are not"):
            encoder.encode(IMAGE, 28, 28, bytes(length), lambda: True)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_picture_is_given_up_when_nobody_wants_it_and_the_next_is_right(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    expected = encoded(backend)
    answers = iter([True])
    with pytest.raises(MediaCancelled):
        encoder_of(backend).encode(IMAGE, SIDE, SIDE, noise(1), lambda: next(answers, False))
    assert np.array_equal(encoded(backend).rows, expected.rows)


def test_what_goes_wrong_between_two_slices_reaches_whoever_encodes(
    load_seeing: SeeingLoader,
) -> None:
    backend = load_seeing(QWEN2)
    asked: list[int] = []

    def fail() -> bool:
        asked.append(1)
        if len(asked) == 4:
            raise KeyError("of the one who was asked")
        return True

    with pytest.raises(KeyError, match="of the one"):
        encoder_of(backend).encode(IMAGE, SIDE, SIDE, noise(1), fail)
    assert len(asked) == 4


def test_work_comes_in_many_slices(load_seeing: SeeingLoader) -> None:
    asked: list[int] = []

    def count() -> bool:
        asked.append(1)
        return True

    backend = load_seeing(QWEN2, projector=write_slow_qwen2vl_projector)
    encoder_of(backend).encode(IMAGE, 112, 112, noise(1, 112, 112), count)
    assert len(asked) > 40  # of 8 layers


def test_one_thread_encodes_and_others_may_ask_for_shapes(load_seeing: SeeingLoader) -> None:
    """Two threads within the library end the process."""
    encoder = encoder_of(load_seeing(QWEN2))
    begun, may_end = threading.Event(), threading.Event()
    thread = _encoding(encoder.encode, begun, may_end)
    assert begun.wait(LONG_WAIT)
    with pytest.raises(ValueError, match="another thread"):
        encoder.encode(IMAGE, SIDE, SIDE, noise(2), lambda: True)
    assert encoder.shape(IMAGE, 56, 56).rows > 0
    may_end.set()
    thread.join(LONG_WAIT)
    assert encoder.encode(IMAGE, SIDE, SIDE, noise(2), lambda: True).rows.any()


def test_closing_waits_for_the_picture_that_is_looked_at(load_seeing: SeeingLoader) -> None:
    encoder = encoder_of(load_seeing(QWEN2))
    begun, may_end, is_closed = threading.Event(), threading.Event(), threading.Event()
    thread = _encoding(encoder.encode, begun, may_end)
    assert begun.wait(LONG_WAIT)

    def close() -> None:
        encoder.close()
        is_closed.set()

    threading.Thread(target=close).start()
    assert not is_closed.wait(0.05)
    may_end.set()
    assert is_closed.wait(LONG_WAIT)
    thread.join(LONG_WAIT)
    encoder.close()
    with pytest.raises(MediaRefused, match="no longer loaded"):
        encoder.shape(IMAGE, 999, 999)


def _encoding(
    encode: Callable[..., object], begun: threading.Event, may_end: threading.Event
) -> threading.Thread:
    def should_continue() -> bool:
        begun.set()
        return may_end.wait(LONG_WAIT)

    thread = threading.Thread(target=encode, args=(IMAGE, SIDE, SIDE, noise(1), should_continue))
    thread.start()
    return thread


def test_embeddings_that_are_no_numbers_are_a_failure(
    load_seeing: SeeingLoader, tmp_path: Path
) -> None:
    def write_with_nan() -> Path:
        path = tmp_path / "mmproj-nan.gguf"
        shutil.copyfile(cached_model(QWEN2.write_projector), path)
        tensor = next(each for each in GGUFReader(path).tensors if each.name == "mm.2.bias")
        content = bytearray(path.read_bytes())
        content[tensor.data_offset : tensor.data_offset + 4] = np.float32(np.nan).tobytes()
        path.write_bytes(content)
        return path

    encoder = encoder_of(load_seeing(QWEN2, projector_path=str(write_with_nan())))
    with pytest.raises(MediaFailed, match="cannot process"):
        encoder.encode(IMAGE, SIDE, SIDE, noise(1), lambda: True)
