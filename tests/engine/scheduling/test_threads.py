"""The fastest number of threads is found, and found again when the machine changes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.costs import Costs
from engine.scheduling.threads import ThreadChoice, Threads


class Machine:
    """A clock, and the seconds of a call by number of threads."""

    def __init__(self, seconds: dict[int, float]) -> None:
        self.seconds = seconds
        self.now = 0.0
        self.call_count = 0
        self.slow_count = 0  # calls on more threads than the best number
        self.choice = ThreadChoice(sorted(seconds, reverse=True), lambda: self.now)
        self.choice.begin_trial()

    def call(self) -> None:
        """Compute a call of one row, whose expected seconds are not known."""
        seconds = self.seconds[self.choice.count]
        self.call_count += 1
        self.slow_count += self.choice.count > self.choice.best
        self.now += seconds
        self.choice.learn((1, 1), seconds, 0.0)

    def run(self, seconds: float) -> None:
        """Compute calls for a while."""
        end = self.now + seconds
        while self.now < end:
            self.call()


def test_the_fastest_number_is_found_after_a_few_calls() -> None:
    machine = Machine({4: 0.02, 3: 0.012, 2: 0.015, 1: 0.03})
    for _ in range(16):
        machine.call()
    assert (machine.choice.best, machine.choice.is_trying) == (3, False)


def test_noise_at_the_second_level_does_not_end_a_trial() -> None:
    machine = Machine({8: 0.1, 7: 0.104, 4: 0.01, 2: 0.03, 1: 0.06})
    for _ in range(20):
        machine.call()
    assert machine.choice.best == 4


def test_two_slow_calls_end_a_trial_as_replies_wait_for_them() -> None:
    machine = Machine({2: 0.05, 1: 0.09})
    on_one = 0
    while machine.choice.is_trying:
        on_one += machine.choice.count == 1
        machine.call()
    assert (machine.choice.best, on_one) == (2, 2)


def test_a_step_of_a_trial_is_planned_for_its_threads() -> None:
    costs, threads = Costs(), Threads(2)
    costs.learn_rows(4, 0.04)
    costs.learn_prompt(10, 0, 0.05)
    assert threads.planned(costs.seconds)(4, 10) == costs.seconds(4, 10)
    threads.decode.begin_trial([1])
    assert threads.planned(costs.seconds)(4) == pytest.approx(0.08)
    assert threads.planned(costs.seconds)(0, 10) == pytest.approx(0.05)


def test_an_expectation_that_was_wrong_changes_no_threads() -> None:
    choice = ThreadChoice((4, 2, 1), lambda: 100.0)
    choice.give_up(4)
    choice.give_up(2)
    choice.learn("far on in a document", 0.9, 0.015)
    assert (choice.best, choice.is_trying) == (4, False)


def test_no_call_is_ended_next_to_other_threads() -> None:
    threads = Threads(8)
    assert threads.patience(threads.decode, 8, 0.1) < math.inf
    threads.share_cores(3)
    assert threads.patience(threads.decode, 5, 0.1) == math.inf


@given(st.floats(0.001, 0.1), st.floats(1.1, 4.0))
def test_a_machine_that_becomes_busy_gets_fewer_threads_and_more_when_it_is_quiet(
    seconds: float, crowding: float
) -> None:
    quiet = {2: seconds, 1: 1.9 * seconds}
    machine = Machine(dict(quiet))
    machine.run(20)
    assert machine.choice.best == 2
    machine.seconds = {2: 2 * crowding * seconds, 1: 1.9 * seconds}
    machine.run(40)
    assert machine.choice.best == 1
    machine.seconds = quiet
    machine.run(80)
    assert machine.choice.best == 2


def test_small_changes_begin_no_trial() -> None:
    machine = Machine({2: 0.01, 1: 0.019})
    machine.run(1)
    machine.seconds = {2: 0.012, 1: 0.019}
    for _ in range(2000):
        machine.call()
        assert not machine.choice.is_trying


def test_a_call_on_one_thread_is_never_ended() -> None:
    threads = Threads(2)
    assert threads.patience(threads.decode, 1, 0.01) == math.inf
    assert threads.patience(threads.decode, 2, 0.0) == math.inf
    assert threads.patience(threads.decode, 2, 0.1) == pytest.approx(0.6)


def test_calls_that_were_ended_leave_fewer_threads() -> None:
    choice = ThreadChoice((4, 2, 1))
    choice.give_up(4)
    assert choice.count == 2
    choice.give_up(2)
    assert choice.count == 1


def test_cores_that_other_threads_use_are_left_to_them() -> None:
    threads = Threads(limit=4)
    threads.share_cores(3)
    assert threads.within(4) == 1
    assert threads.slowdown == 4.0
    threads.share_cores(0)
    assert threads.within(4) == 4


@pytest.mark.parametrize(
    ("engine_count", "takes_rest", "expected"),
    [(1, False, 5), (2, False, 2), (2, True, 3), (4, True, 2), (9, False, 1)],
)
def test_engines_share_the_cores(engine_count: int, takes_rest: bool, expected: int) -> None:
    threads = Threads(limit=5)
    threads.withhold(engine_count, takes_rest=takes_rest)
    threads.share_cores(0)
    assert threads.within(5) == expected


def test_cores_of_other_engines_and_of_other_threads_add_up() -> None:
    threads = Threads(limit=8)
    threads.withhold(2, takes_rest=False)
    threads.share_cores(1)
    assert (threads.within(8), threads.slowdown) == (3, 8 / 3)
    threads.withhold(1, takes_rest=False)
    threads.share_cores(0)
    assert threads.within(8) == 8


def test_a_fixed_number_is_not_tried() -> None:
    threads = Threads(limit=8, fixed=3)
    assert (threads.decode.count, threads.decode.is_trying) == (3, False)


def test_a_disturbed_first_trial_is_corrected_within_seconds() -> None:
    machine = Machine({2: 0.05, 1: 0.03})
    machine.run(1)
    assert machine.choice.best == 1
    machine.seconds = {2: 0.015, 1: 0.03}
    machine.run(5)
    assert machine.choice.best == 2


def test_more_threads_that_stay_slower_are_tried_less_and_less_often() -> None:
    machine = Machine({2: 0.3, 1: 0.03})
    counts = []
    for _ in range(4):
        machine.slow_count = 0
        machine.run(120)
        counts.append(machine.slow_count)
    assert counts[0] > counts[-1]
    assert counts[-1] <= 2 * 4  # two trials of four calls in two minutes


def _speeds(count: int, fast: int, slowness: float = 1.0, waiting: float = 0.0) -> dict[int, float]:
    """Return the seconds of a call by number of threads, 0.03 on one that never waits.

    All but a twentieth is divided equally, so that one slow core delays all; each thread adds
    ``waiting`` seconds.
    """
    return {
        n: 0.03 * (0.05 + 0.95 / n) * (1.0 if n <= fast else slowness) + waiting * n
        for n in range(1, count + 1)
    }


@pytest.mark.parametrize("waiting", [0.0, 0.0005])
@pytest.mark.parametrize("cores", [4, 8, 16])
@pytest.mark.parametrize("memory", [1, 3, 16])
@pytest.mark.parametrize("hyperthreads", [None, 1.8, 2.0, 2.2])
def test_no_fixed_number_of_threads_is_much_faster(
    cores: int, memory: int, hyperthreads: float | None, waiting: float
) -> None:
    """Memory is fast enough for some threads; of two on one core each may be slower than half."""
    seconds = _speeds(cores, cores, waiting=waiting)
    if hyperthreads is not None:
        seconds = _speeds(2 * cores, cores, hyperthreads, waiting)
    at_least = 0.03 / memory
    seconds = {n: max(at_least, each) for n, each in seconds.items()}
    assert _chosen_seconds(seconds, max(seconds)) <= 1.05 * min(seconds.values())


@pytest.mark.parametrize(("fast", "slow"), [(2, 6), (4, 4), (6, 4), (6, 8), (8, 8), (8, 16)])
@pytest.mark.parametrize("slowness", [1.2, 1.5, 1.8, 2.5])
@pytest.mark.parametrize("waiting", [0.0, 0.0002])
def test_nor_is_it_where_some_cores_are_slow(
    fast: int, slow: int, slowness: float, waiting: float
) -> None:
    seconds = _speeds(fast + slow, fast, slowness, waiting)
    assert _chosen_seconds(seconds, fast) <= 1.05 * min(seconds.values())


def _chosen_seconds(seconds: dict[int, float], fast: int) -> float:
    """Return the mean seconds of a call in two minutes with the threads that are chosen."""
    levels = Threads(max(seconds), fast=fast).decode.levels
    machine = Machine({n: seconds[n] for n in levels})
    machine.run(120)
    return machine.now / machine.call_count
