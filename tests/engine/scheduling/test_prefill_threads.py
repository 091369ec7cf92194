"""Prompts are read on as many threads as are quickest."""

from collections.abc import Callable

from engine.scheduling.prefill_threads import PrefillThreads
from engine.scheduling.thread_levels import ThreadLevels


class Machine:
    def __init__(self, limit: int) -> None:
        self.now = 0.0
        self.free_cores = 0.0
        self.threads = PrefillThreads(
            ThreadLevels(limit), lambda: self.now, lambda: self.free_cores
        )

    def read(self, token_count: int, cost: Callable[[int], float]) -> int:
        count = self.threads.choose(token_count)
        seconds = token_count * cost(count)
        self.now += seconds
        self.threads.learn(token_count, count, seconds)
        return count


def quiet(threads: int) -> float:
    return 0.001 / threads


def busy(threads: int) -> float:
    return 0.001 / threads * (1 if threads <= 4 else 10)


def test_fewer_threads_are_tried_only_where_no_reply_waits() -> None:
    machine = Machine(4)
    for _ in range(20):
        machine.read(512, quiet)
    best = machine.threads.choose(64, is_waited_for=True)
    machine.threads.learn(64, best, 64 * quiet(best))
    waited: set[int] = set()
    alone: set[int] = set()
    for _ in range(10):
        machine.now += 100.0  # there is time for a trial again
        for is_waited_for, tried in ((True, waited), (False, alone)):
            count = machine.threads.choose(64, is_waited_for=is_waited_for)
            machine.threads.learn(64, count, 64 * quiet(count))
            tried.add(count)
    assert min(waited) >= best
    assert min(alone) < best


def test_it_leaves_threads_at_once_that_suddenly_take_long() -> None:
    machine = Machine(8)
    for _ in range(20):
        machine.read(512, quiet)
    counts = [machine.read(512, busy) for _ in range(40)]
    assert counts[0] == 8
    assert sum(count > 4 for count in counts) <= 6
    assert machine.read(512, busy) <= 4


def _given_up_at(machine: Machine, seconds: float) -> list[float]:
    """Read pieces of several sizes; return when a call on two threads had to be ended."""
    times = []
    while machine.now < seconds:
        for size in (8, 64, 512):
            if machine.threads.choose(size) == 2:
                times.append(machine.now)
                machine.threads.give_up(size, 2, size * quiet(1))
            machine.now += size * quiet(1)
            machine.threads.learn(size, 1, size * quiet(1))
    return times


def test_a_trial_that_had_to_be_ended_is_not_made_again_for_minutes() -> None:
    times = _given_up_at(Machine(2), 590.0)
    assert len(times) == 2
    assert times[1] - times[0] >= 300.0


def test_it_is_made_again_at_once_when_others_leave_a_core() -> None:
    machine = Machine(2)
    assert len(_given_up_at(machine, 100.0)) == 1
    machine.free_cores = 2.0
    for _ in range(20):
        machine.read(512, quiet)
    assert machine.threads.choose(512) == 2
