"""Calls and threads are chosen from what calls have cost."""

import pytest

from engine.scheduling.calls import CallChooser, Cut


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_before_anything_is_known_it_is_one_call_on_one_thread() -> None:
    chooser = CallChooser(8)
    assert chooser.choose(5) == Cut((5,), 1)
    assert chooser.seconds(5) == chooser.call_seconds(5) == 0.0


def test_a_number_of_threads_that_is_set_is_kept_to() -> None:
    chooser = CallChooser(8, fixed=3)
    for _ in range(20):
        cut = chooser.choose(2)
        assert cut.thread_count == 3
        for size in cut.sizes:
            chooser.learn(size, 3, 0.01)
    assert chooser.prefill_threads(500) == 3


def test_two_calls_of_one_where_one_of_two_is_dearer() -> None:
    clock = Clock()
    chooser = CallChooser(1, clock=clock)
    for _ in range(5):
        for size in chooser.choose(2).sizes:
            chooser.learn(size, 1, {1: 0.0039, 2: 0.0164}[size])
            clock.now += 0.01
    assert chooser.choose(2) == Cut((1, 1), 1)
    assert chooser.seconds(2) == pytest.approx(0.0078)
    assert chooser.call_seconds(2) == 0.0164
