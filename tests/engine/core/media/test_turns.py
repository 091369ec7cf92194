"""The encoder takes its share and no more, and is never starved."""

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.media.turns import MIN_SHARE, EncoderShare, MediaTurns

TARGET = 0.08
LIMIT_SECONDS = 60.0  # of a wait that ends sooner unless something is broken
STEPS = st.lists(st.floats(0.001, 0.5), min_size=30, max_size=60)


@dataclass
class Replay:
    """Steps, and slices between them as the turns would let them run; in no time."""

    slice_seconds: float
    share: EncoderShare = field(default_factory=lambda: EncoderShare(TARGET))

    def after(self, step_seconds: float, *, is_writing: bool = True) -> float:
        """Return how long the encoder computes after a step."""
        granted = self.share.grant(step_seconds, is_writing=is_writing)
        if granted is None:
            return 0.0
        computed = self.slice_seconds
        self.share.note_slice(self.slice_seconds)
        while computed + self.share.slice_seconds <= granted:
            computed += self.slice_seconds
        self.share.charge(computed)
        return computed


@given(steps=STEPS, slice_seconds=st.floats(0.001, 0.2))
def test_a_step_and_what_follows_it_keep_to_the_target(
    steps: list[float], slice_seconds: float
) -> None:
    replay = Replay(slice_seconds)
    replay.after(steps[0])  # before that nobody knows how long a slice is
    for step in steps[1:]:
        computed = replay.after(step)
        assert computed <= max(TARGET - step, slice_seconds) + 1e-9


@given(steps=STEPS, slice_seconds=st.floats(0.001, 0.2))
def test_a_starved_encoder_still_goes_on(steps: list[float], slice_seconds: float) -> None:
    replay = Replay(slice_seconds)
    computed = sum(replay.after(step) for step in steps)
    longest = max(max(steps), TARGET)
    assert computed >= min(MIN_SHARE * sum(steps), len(steps) * slice_seconds) / 2 - longest


@pytest.mark.parametrize("slice_seconds", [0.01, 0.046, 0.07])
def test_eight_replies_wait_at_most_two_targets_while_a_picture_is_encoded(
    slice_seconds: float,
) -> None:
    replay = Replay(slice_seconds)
    gaps = [step + replay.after(step) for step in [0.03, 0.08] * 100]
    assert max(gaps) <= 2 * TARGET
    assert sum(gaps) - 100 * 0.11 >= 3.0  # seconds that the picture has had


@dataclass
class Encoder:
    """A thread that computes slices until it is told not to; it notes what it should not see."""

    turns: MediaTurns
    is_wanted: bool = True
    slice_count: int = 0
    overlap_count: int = 0
    is_step: threading.Event = field(default_factory=threading.Event)
    has_computed: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        self.turns.begin_encoding()
        while self.turns.wait_for_turn(lambda: self.is_wanted):
            self.overlap_count += self.is_step.is_set()
            self.slice_count += 1
            time.sleep(0.0005)  # native code, which leaves the interpreter to others
            self.overlap_count += self.is_step.is_set()
            self.has_computed.set()
        self.turns.end_encoding()

    def compute_some(self) -> None:
        """Wait until it has computed once more."""
        self.has_computed.clear()
        assert self.has_computed.wait(LIMIT_SECONDS)


@contextmanager
def running(turns: MediaTurns) -> Iterator[Encoder]:
    encoder = Encoder(turns)
    thread = threading.Thread(target=encoder.run)
    thread.start()
    try:
        yield encoder
    finally:
        encoder.is_wanted = False
        turns.interrupt()
        thread.join(LIMIT_SECONDS)
        assert not thread.is_alive()


def patient_turns() -> MediaTurns:
    """Return turns for which each look at the clock is a millisecond: no machine is too slow."""
    ticks = itertools.count()
    return MediaTurns(EncoderShare(TARGET), LIMIT_SECONDS, lambda: next(ticks) / 1000)


def test_nothing_is_encoded_during_a_step() -> None:
    turns = patient_turns()
    with running(turns) as encoder:
        encoder.compute_some()
        for _ in range(50):
            turns.begin_step()
            encoder.is_step.set()
            sum(range(20_000))
            encoder.is_step.clear()
            turns.end_step(is_writing=True)
        turns.begin_pause()
        encoder.compute_some()
    assert encoder.overlap_count == 0
    assert encoder.slice_count > 50


def test_a_step_begins_when_the_slice_has_ended() -> None:
    turns, order = patient_turns(), list[str]()

    def begin_step() -> None:
        turns.begin_step()
        order.append("step")

    turns.begin_encoding()
    assert turns.wait_for_turn(lambda: True)
    thread = threading.Thread(target=begin_step)
    thread.start()
    thread.join(0.1)  # time enough to begin too early
    order.append("end of the slice")
    turns.end_encoding()
    thread.join(LIMIT_SECONDS)
    assert order == ["end of the slice", "step"]


def test_an_encoder_that_waits_for_its_turn_can_be_stopped() -> None:
    turns = patient_turns()
    turns.begin_step()
    with running(turns) as encoder:
        pass
    assert encoder.slice_count == 0
