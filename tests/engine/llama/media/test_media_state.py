"""Saved conversations with pictures: back bit by bit, also in a process without a projector."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.backend import DecodeStatus
from engine.llama.media.spans import HeldMedia, packed, unpacked
from engine.llama.state import StateCodec, StateKind
from tests.engine.llama.media.conftest import SeeingLoader
from tests.engine.llama.media.pictures import (
    GEMMA,
    PAIRS,
    QUESTION,
    QWEN2,
    WORDS,
    Pair,
    encoded,
    needs_library,
    read_picture,
    read_prompt,
    read_text,
    rows_entry,
)

START = len(WORDS)
_HEADER_BYTES = 40 + 8 + 17  # and the list of one picture


@needs_library
@pytest.mark.parametrize("pair", PAIRS)
def test_another_slot_goes_on_behind_a_picture(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    read_text(backend, 0, WORDS, 0)
    end = read_picture(backend, pair, 0, encoded(backend), START)
    state = backend.state(0)
    expected = read_text(backend, 0, QUESTION, end)
    assert backend.set_state(2, state, START + pair.held)
    assert backend.token_count(2) == START + pair.held
    assert not backend.truncate(2, end - 1)
    with pytest.raises(ValueError, match="does not follow"):
        read_text(backend, 2, QUESTION, end - 1)
    assert np.array_equal(read_text(backend, 2, QUESTION, end), expected)


@needs_library
@pytest.mark.parametrize("pair", [PAIRS[0], PAIRS[-1]])
def test_a_process_without_a_projector_goes_on(
    load_seeing: SeeingLoader, pair: Pair, tmp_path: Path
) -> None:
    backend = load_seeing(pair)
    behind, _ = read_prompt(backend, pair, 3, encoded(backend))
    (tmp_path / "state").write_bytes(backend.state(3))
    arguments = [pair.write.__name__, str(tmp_path), str(behind), str(behind), "33", "44"]
    command = [sys.executable, "-m", "tests.engine.llama.media.restore_media", *arguments]
    subprocess.run(command, check=True, timeout=300)
    restored = np.load(tmp_path / "logits.npy")
    assert np.array_equal(restored, read_text(backend, 3, [33, 44], behind))


@needs_library
def test_half_a_picture_is_saved_and_its_rest_read_elsewhere(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(QWEN2)
    picture = encoded(backend)
    read_text(backend, 0, WORDS, 0)
    backend.decode_media(rows_entry(QWEN2, 0, picture, START, 0, 32))
    assert backend.set_state(2, backend.state(0), START + 1)
    found = []
    for slot in (0, 2):
        with pytest.raises(ValueError, match="in part"):
            read_text(backend, slot, QUESTION, START)
        entry = rows_entry(QWEN2, slot, picture, START, 32)
        assert backend.decode_media(entry) is DecodeStatus.DONE
        found.append(read_text(backend, slot, QUESTION, START + QWEN2.positions))
    assert np.array_equal(found[0], found[1])


@needs_library
@pytest.mark.parametrize("pair", PAIRS)
def test_a_state_is_refused_under_another_count_or_damaged(
    load_seeing: SeeingLoader, pair: Pair
) -> None:
    backend = load_seeing(pair)
    read_text(backend, 0, WORDS, 0)
    end = read_picture(backend, pair, 0, encoded(backend), START)
    state = backend.state(0)
    for count in {START, end - 1, end, end + 1} - {START + pair.held}:
        assert not backend.set_state(1, state, count)
        assert backend.token_count(1) == 0
    for place in range(_HEADER_BYTES):
        damaged = state[:place] + bytes([state[place] ^ 1]) + state[place + 1 :]
        assert not backend.set_state(1, damaged, START + pair.held)
        assert backend.token_count(1) == 0
    for length in (40, 43, 50, 70, 100):
        assert not backend.set_state(1, state[:length], START + pair.held)
    assert backend.set_state(1, state, START + pair.held)


@needs_library
def test_a_sliding_window_comes_back_from_its_checkpoint(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(GEMMA, micro_batch_size=64)
    behind, _ = read_prompt(backend, GEMMA, 0, encoded(backend))
    checkpoint = backend.checkpoint(0)
    expected = read_text(backend, 0, [70, 71], behind)
    read_text(backend, 0, [5] * 300, behind + 2)
    assert not backend.can_truncate(0, behind)
    assert backend.restore_checkpoint(0, checkpoint)
    assert backend.token_count(0) == behind
    assert np.array_equal(read_text(backend, 0, [70, 71], behind), expected)


def test_what_was_packed_is_unpacked_and_nothing_else() -> None:
    held = (HeldMedia(9, 8, 64, 64, is_flat=True), HeldMedia(30, 16, 16, 3, is_flat=False))
    assert unpacked(packed(held)) == held
    assert unpacked(b"") == ()
    overlapping = packed((held[0], HeldMedia(16, 8, 64, 64, is_flat=True)))
    more_done = packed((HeldMedia(9, 8, 64, 65, is_flat=True),))
    wider = packed((HeldMedia(9, 65, 64, 64, is_flat=True),))
    for content in (packed(held)[:-1], overlapping, more_done, wider, bytes(17)):
        assert unpacked(content) is None


def test_texts_are_saved_as_they_were_before_there_were_pictures() -> None:
    """So what lies on the disk from before stays warm."""
    codec = StateCodec(bytes(16))
    encoded_state = codec.encode(StateKind.WHOLE, 5, 3, lambda address: 3)
    assert encoded_state[:4] == b"HbS2"
    assert len(encoded_state) == 43
    found = codec.decode(StateKind.WHOLE, 5, encoded_state)
    assert found is not None
    assert (found.byte_count, found.media) == (3, ())
