"""Sounds: what one takes is known before, long ones are read in windows, and each can be left."""

import numpy as np
import pytest

from engine.backend_media import MROPE_SECTIONS, MediaCancelled, MediaFailed, MediaRefused
from engine.llama.media.tokenized import WINDOW_SAMPLES, window_sizes, windows_of
from engine.messages.media import MAX_SOUND_SECONDS, SAMPLE_RATE, MediaKind
from tests.engine.llama.media.conftest import SeeingLoader
from tests.engine.llama.media.pictures import QWEN2, Pair, encoded, encoder_of, needs_library
from tests.engine.llama.media.sounds import BOTH, EARS, HEARING, hiss
from tests.models.tiny_ears import QWEN2A_ROWS, write_qwen2a_projector

pytestmark = needs_library

AUDIO, IMAGE = MediaKind.AUDIO, MediaKind.IMAGE


@pytest.mark.parametrize("pair", HEARING)
def test_a_model_with_ears_says_so(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    assert (backend.info.sees, backend.info.hears) == (pair is BOTH, True)
    encoder = encoder_of(backend)
    if pair is BOTH:
        assert encoded(backend).rows.shape == (QWEN2.rows, 64)
    else:
        with pytest.raises(MediaRefused, match="does not support pictures"):
            encoder.shape(IMAGE, 28, 28)


@pytest.mark.parametrize("pair", HEARING)
@pytest.mark.parametrize(
    ("samples", "windows"),
    [(1, 1), (WINDOW_SAMPLES, 1), (WINDOW_SAMPLES + 1, 2), (MAX_SOUND_SECONDS * SAMPLE_RATE, 21)],
)
def test_what_a_sound_takes_is_known_without_it(
    load_seeing: SeeingLoader, pair: Pair, samples: int, windows: int
) -> None:
    shape = encoder_of(load_seeing(pair)).shape(AUDIO, samples, 1)
    assert shape.rows == shape.positions == windows * pair.rows
    assert shape.is_causal
    assert not shape.is_mrope


def test_words_that_open_a_sound_stand_before_it_once(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(EARS, projector=write_qwen2a_projector)
    shape = encoder_of(backend).shape(AUDIO, 2 * WINDOW_SAMPLES, 1)
    assert shape.rows == 2 * QWEN2A_ROWS
    opened, closed = (
        backend.vocabulary.tokenize(each, parse_special=True)
        for each in ("<|audio_bos|>", "<|audio_eos|>")
    )
    assert (list(shape.begin), list(shape.end)) == (opened, closed)


@pytest.mark.parametrize(
    "pair", [pytest.param(EARS, marks=pytest.mark.nightly), BOTH], ids=["hears", "sees and hears"]
)
def test_a_long_sound_is_the_windows_that_it_has(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    encoder = encoder_of(backend)
    content = hiss(1, 31)
    count = len(content) // 4
    whole = encoder.encode(AUDIO, count, 1, content, lambda: True)
    parts = [
        encoder.encode(AUDIO, len(part) // 4, 1, part, lambda: True) for part in windows_of(content)
    ]
    assert np.array_equal(whole.rows, np.concatenate([part.rows for part in parts]))
    assert not np.array_equal(parts[0].rows, parts[1].rows)
    number = np.arange(2 * pair.rows)
    expected = [number, number, number, number * 0] if pair is BOTH else [number]
    assert len(expected) == (MROPE_SECTIONS if pair is BOTH else 1)
    assert np.array_equal(whole.positions, expected)


def test_windows_hold_each_sample_once_and_silence_behind_the_last() -> None:
    content = hiss(2, 61.5)
    windows = list(windows_of(content))
    sizes = window_sizes(len(content) // 4)
    assert [len(window) // 4 for window in windows] == sizes
    assert sizes == [WINDOW_SAMPLES, WINDOW_SAMPLES, 2 * SAMPLE_RATE]
    joined = b"".join(windows)
    assert joined[: len(content)] == content
    assert not any(joined[len(content) :])


def test_a_sound_is_given_up_when_nobody_wants_it_and_the_next_is_right(
    load_seeing: SeeingLoader,
) -> None:
    encoder = encoder_of(load_seeing(EARS))
    content = hiss(1)
    count = len(content) // 4
    expected = encoder.encode(AUDIO, count, 1, content, lambda: True)
    answers = iter([True])
    with pytest.raises(MediaCancelled):
        encoder.encode(AUDIO, count, 1, content, lambda: next(answers, False))
    again = encoder.encode(AUDIO, count, 1, content, lambda: True)
    assert np.array_equal(again.rows, expected.rows)


def test_what_cannot_be_heard_is_a_sentence(load_seeing: SeeingLoader) -> None:
    encoder = encoder_of(load_seeing(EARS))
    with pytest.raises(MediaRefused, match="limit is 10 minutes"):
        encoder.shape(AUDIO, MAX_SOUND_SECONDS * SAMPLE_RATE + 1, 1)
    with pytest.raises(ValueError, match="not a valid size"):
        encoder.shape(AUDIO, 0, 1)
    with pytest.raises(ValueError, match="bytes are not"):
        encoder.encode(AUDIO, 9, 1, bytes(35), lambda: True)
    no_numbers = np.full(SAMPLE_RATE, np.nan, "<f4").tobytes()
    with pytest.raises(MediaFailed, match="cannot process this sound"):
        encoder.encode(AUDIO, SAMPLE_RATE, 1, no_numbers, lambda: True)
