"""A picture whose slices are too long for turns is encoded beside the steps, each on own cores."""

import threading
import time

import pytest

from engine.core.media.turns import LONGEST_SLICE, EncoderShare, EncoderThreads, MediaTurns
from tests.engine.core.media.driving import driven
from tests.engine.core.media.hashing_encoder import Picture

TARGET = 0.08
LIMIT_SECONDS = 60.0  # of a wait that ends sooner unless something is broken
FIRST = Picture(1)


class Clock:
    """Stands still but for what the test adds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def shared_turns(slice_seconds: float, beside: int = 2) -> MediaTurns:
    """Return turns that have seen a slice of this length, and write replies."""
    share = EncoderShare(TARGET)
    share.note_slice(slice_seconds)
    threads = EncoderThreads(4, beside)
    turns = MediaTurns(share, LIMIT_SECONDS, Clock(), threads)
    turns.begin_step()
    turns.end_step(is_writing=True)
    return turns


def computing(
    turns: MediaTurns, *, is_concurrent: bool
) -> tuple[threading.Thread, threading.Event]:
    """Return a thread that encodes, and what is set while it computes a slice."""
    has_turn = threading.Event()

    def run() -> None:
        turns.begin_encoding(is_concurrent=is_concurrent)
        if turns.wait_for_turn(lambda: True):
            has_turn.set()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, has_turn


@pytest.mark.parametrize(("share", "is_long"), [(0.9, False), (1.1, True)])
def test_long_slices_are_those_that_replies_should_not_wait_for(
    share: float, is_long: bool
) -> None:
    turns = shared_turns(share * LONGEST_SLICE * TARGET)
    assert turns.wants_concurrent is is_long


def test_one_long_slice_is_remembered() -> None:
    share = EncoderShare(TARGET)
    for seconds in (1.0, *[0.001] * 100):
        share.note_slice(seconds)
    assert share.has_long_slices


def test_where_nobody_writes_a_picture_has_all_cores() -> None:
    turns = shared_turns(1.0)
    turns.begin_step()
    turns.end_step(is_writing=False)
    assert not turns.wants_concurrent
    turns.begin_step()
    turns.end_step(is_writing=True)
    turns.begin_pause()
    assert not turns.wants_concurrent


def test_on_a_card_nothing_goes_beside() -> None:
    assert not shared_turns(1.0, beside=0).wants_concurrent


def test_a_step_does_not_wait_for_an_encoder_with_cores_of_its_own() -> None:
    turns = shared_turns(1.0)
    turns.begin_pause()
    thread, has_turn = computing(turns, is_concurrent=True)
    assert has_turn.wait(LIMIT_SECONDS)
    thread.join(LIMIT_SECONDS)
    assert not turns.is_encoding  # nobody has to wait for it
    turns.begin_step()  # for as long as the patience lasts, if this were a turn
    assert turns.is_concurrent
    turns.end_step(is_writing=True)
    turns.end_encoding()
    turns.begin_step()
    assert not turns.is_concurrent


def test_an_encoder_begins_beside_when_a_step_leaves_it_cores() -> None:
    turns = shared_turns(1.0)
    turns.begin_step()
    thread, has_turn = computing(turns, is_concurrent=True)
    thread.join(0.1)  # time enough to begin too early
    assert not has_turn.is_set()
    assert not turns.is_concurrent
    turns.end_step(is_writing=True)
    turns.begin_step()
    assert turns.is_concurrent
    assert has_turn.wait(LIMIT_SECONDS)
    thread.join(LIMIT_SECONDS)


def test_a_step_that_has_waited_in_vain_for_a_slice_leaves_it_cores() -> None:
    turns = MediaTurns(EncoderShare(TARGET), 0.001, threads=EncoderThreads(4, concurrent=2))
    turns.begin_encoding()
    assert turns.wait_for_turn(lambda: True)
    turns.begin_step()
    assert turns.is_concurrent
    turns.end_encoding()


def test_what_is_encoded_beside_says_nothing_about_turns() -> None:
    share, clock = EncoderShare(TARGET), Clock()
    turns = MediaTurns(share, LIMIT_SECONDS, clock, EncoderThreads(4, concurrent=2))
    turns.begin_encoding(is_concurrent=True)
    assert turns.wait_for_turn(lambda: True)
    clock.now += 5.0
    turns.end_encoding()
    assert share.slice_seconds == 0.0


def test_a_picture_that_replies_would_wait_for_is_begun_anew_beside_them() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        driver.want(FIRST)
        driver.wait_for(driver.encoder.has_begun.is_set)
        assert driver.library.concurrent_threads == 0
        driver.share.note_slice(1.0)
        driver.turns.end_step(is_writing=True)
        end = time.monotonic() + LIMIT_SECONDS
        driver.wait_for(lambda: len(driver.encoder.begun) == 2 or time.monotonic() > end)
        assert len(driver.encoder.begun) == 2
        driver.turns.begin_step()
        assert driver.library.concurrent_threads == 1
        driver.encoder.may_compute.set()
        assert driver.settled(FIRST).embeddings is not None
    assert driver.encoder.thread_counts == [3, 1]
    assert driver.encoder.encoded == [FIRST.name]


def test_a_picture_that_is_asked_for_beside_replies_begins_there() -> None:
    with driven() as driver:
        driver.share.note_slice(1.0)
        driver.turns.end_step(is_writing=True)
        assert driver.settled(FIRST).embeddings is not None
    assert driver.encoder.thread_counts == [1]


def test_the_slice_that_is_computed_is_known_while_it_is() -> None:
    turns = MediaTurns(EncoderShare(TARGET))
    assert turns.slice_count is None
    turns.begin_encoding()
    assert turns.slice_count is None  # it waits for its turn: that may take long
    assert turns.wait_for_turn(lambda: True)
    first = turns.slice_count
    assert first is not None
    assert turns.slice_count == first
    assert turns.wait_for_turn(lambda: True)
    assert turns.slice_count == first + 1
    turns.end_encoding()
    assert turns.slice_count is None
