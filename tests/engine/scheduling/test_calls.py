"""Calls and threads are chosen from what calls have cost."""

from collections.abc import Callable, Iterator, Mapping
from math import inf, sqrt

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.scheduling.calls import CALL_OVERHEAD_SECONDS, CallChooser, Cut
from engine.scheduling.cuts import cheapest_sizes

TABLES = st.lists(st.integers(2, 60), min_size=8, max_size=8).map(
    lambda costs: {rows + 1: ms / 1000 for rows, ms in enumerate(costs)}
)
# To read seven rows at once is a slow step; what it says of eight is wrong.
SLOW_BEFORE_FAST = dict(enumerate((0.002, 0.007, 0.002, 0.002, 0.002, 0.002, 0.03, 0.002), 1))


class Machine:
    """Its clock is moved by its calls; ``cost`` says by rows and threads what these take."""

    def __init__(self, cost: Callable[[int, int], float]) -> None:
        self.now = 100.0
        self.cost = cost

    def clock(self) -> float:
        return self.now

    def step(self, chooser: CallChooser, rows: int) -> tuple[Cut, float]:
        cut, started = chooser.choose(rows), self.now
        for size in cut.sizes:
            seconds = self.cost(size, cut.thread_count)
            self.now += seconds + CALL_OVERHEAD_SECONDS
            chooser.learn(size, cut.thread_count, seconds)
        return cut, self.now - started


def one_thread(table: Mapping[int, float]) -> Machine:
    return Machine(lambda rows, _threads: table[rows])


def test_a_number_of_threads_that_is_set_is_kept_to() -> None:
    machine = Machine(lambda rows, threads: rows / threads)
    chooser = CallChooser(8, fixed=3, clock=machine.clock)
    assert {machine.step(chooser, 2)[0].thread_count for _ in range(50)} == {3}
    assert chooser.prefill_threads(500) == 3


@settings(max_examples=40, deadline=None)
@given(TABLES, st.lists(st.integers(1, 8), min_size=1, max_size=5))
@example(SLOW_BEFORE_FAST, [1, 7, 8])
@example(SLOW_BEFORE_FAST, [5, 2, 3])
def test_the_rows_are_all_served_and_exploring_costs_one_slow_step_a_minute(
    table: dict[int, float], counts: list[int]
) -> None:
    machine = one_thread(table)
    chooser = CallChooser(1, clock=machine.clock)
    slow, started = 0, machine.now
    for rows in [rows for rows in counts for _ in range(300)]:
        cut, seconds = machine.step(chooser, rows)
        assert sum(cut.sizes) == rows
        assert min(cut.sizes) > 0
        slow += seconds > 2 * (table[rows] + CALL_OVERHEAD_SECONDS)
    assert slow <= 2 + (machine.now - started) / 60


@settings(max_examples=40, deadline=None)
@given(TABLES, st.integers(1, 8))
def test_a_step_is_never_dearer_than_one_call_but_by_what_is_tried(
    table: dict[int, float], rows: int
) -> None:
    machine = one_thread(table)
    chooser = CallChooser(1, clock=machine.clock)
    taken = [machine.step(chooser, rows)[1] for _ in range(500)]
    one_call = table[rows] + CALL_OVERHEAD_SECONDS
    dearest = sum(sorted(table.values())[-2:]) * rows
    minutes = 1 + sum(taken) / 60
    assert sum(taken) <= 500 * one_call * 1.001 + minutes * (one_call + dearest)


def test_one_call_that_took_long_changes_nothing_and_a_machine_that_changed_is_noticed() -> None:
    table = {1: 0.004, 2: 0.006}
    machine = one_thread(table)
    chooser = CallChooser(1, clock=machine.clock)
    for _ in range(300):
        machine.step(chooser, 2)
    chooser.learn(2, 1, 0.4)
    assert chooser.choose(2).sizes == (2,)
    table[2] = 0.012
    for _ in range(400):
        machine.step(chooser, 2)
    assert chooser.choose(2).sizes == (1, 1)


def quiet(rows: int, threads: int) -> float:
    return 0.004 * sqrt(rows) / min(threads, 4) + 0.00002 * threads


def busy(rows: int, threads: int) -> float:
    return quiet(rows, threads) * (1 if threads <= 2 else 10 * threads)


@pytest.mark.parametrize("rows", [1, 3, 16])
def test_on_a_quiet_machine_no_core_is_idle_that_helps(rows: int) -> None:
    machine = Machine(quiet)
    chooser = CallChooser(8, clock=machine.clock)
    for _ in range(200):
        machine.step(chooser, rows)
    best = min(quiet(rows, threads) for threads in range(1, 9))
    assert machine.step(chooser, rows)[1] <= 1.05 * best + CALL_OVERHEAD_SECONDS


def test_threads_that_calls_suddenly_take_long_on_are_left_at_once() -> None:
    machine = Machine(quiet)
    chooser = CallChooser(8, clock=machine.clock)
    for _ in range(500):
        machine.step(chooser, 1)
    assert chooser.choose(1).thread_count == 4
    machine.cost = busy
    threads = [machine.step(chooser, 1)[0].thread_count for _ in range(400)]
    assert threads[0] == 4
    assert threads[1] <= 2
    assert sum(count > 2 for count in threads) <= 5
    assert chooser.choose(1).thread_count == 2


def back_after(machine: Machine, chooser: CallChooser) -> float:
    for cost in (quiet, busy):
        machine.cost = cost
        for _ in range(2000):
            machine.step(chooser, 1)
    machine.cost, started = quiet, machine.now
    while machine.step(chooser, 1)[0].thread_count != 4:
        assert machine.now < started + 400
    return machine.now - started


def test_more_threads_come_back_when_the_machine_is_quiet_and_sooner_if_somebody_knows() -> None:
    machine = Machine(quiet)
    unaided = back_after(machine, CallChooser(8, clock=machine.clock))
    machine = Machine(quiet)

    def free_cores() -> float:
        return 2.0 if machine.cost is busy else 8.0

    aided = back_after(machine, CallChooser(8, clock=machine.clock, free_cores=free_cores))
    assert aided < 3.0 < unaided


def test_a_crowded_machine_is_not_tried_more_than_once_a_minute() -> None:
    machine = Machine(busy)
    chooser = CallChooser(8, clock=machine.clock)
    for _ in range(100):
        machine.step(chooser, 1)
    started = machine.now
    slow = [machine.step(chooser, 1)[1] > 0.01 for _ in range(100_000)]
    assert 0 < sum(slow) <= 1 + (machine.now - started) / 60


def test_threads_whose_call_was_ended_are_left_and_not_tried_again_for_minutes() -> None:
    machine = Machine(lambda _rows, threads: 0.01 / threads)
    chooser = CallChooser(2, clock=machine.clock)
    while machine.step(chooser, 1)[0].thread_count == 1:
        pass
    assert chooser.choose(1).thread_count == 2
    ended = []
    while machine.now < 400.0:
        if chooser.choose(1).thread_count == 2:
            chooser.give_up(2)
            machine.now += 0.1
            ended.append(machine.now)
        else:
            chooser.learn(1, 1, 0.01)
            machine.now += 0.01
    # At once, a second later whether it was a moment, and then now and then.
    assert ended[1] - ended[0] < 5
    assert len(ended) <= 5


COSTS = st.dictionaries(st.integers(1, 9), st.integers(1, 60).map(lambda ms: ms / 1000), min_size=1)


def partitions(rows: int, largest: int) -> Iterator[tuple[int, ...]]:
    if rows == 0:
        yield ()
    for size in range(min(rows, largest), 0, -1):
        for rest in partitions(rows - size, size):
            yield (size, *rest)


@given(st.integers(1, 12), COSTS)
def test_no_other_cut_is_cheaper(rows: int, costs: dict[int, float]) -> None:
    others = [cut for cut in partitions(rows, rows) if all(size in costs for size in cut)]
    sizes = cheapest_sizes(rows, costs)
    if not others:
        assert sizes == ()
        return
    least = min(sum(costs[size] for size in cut) for cut in others)
    assert sum(costs[size] for size in sizes) < least + 1e-6
    assert sum(sizes) == rows


def test_a_call_on_one_thread_is_never_ended() -> None:
    chooser = CallChooser(4)
    chooser.learn(1, 1, 0.001)
    chooser.learn(2, 1, 0.1)
    assert chooser.patience(1, 2) == chooser.prefill_patience(1, 0.1) == inf
    chooser.learn(2, 2, 0.1)
    assert chooser.patience(2, 2) < inf


def test_a_matrix_kernel_that_is_slow_for_few_rows_is_not_used_for_few() -> None:
    costs = {1: 0.00385, 2: 0.0164, 3: 0.0194, 4: 0.0221, 6: 0.0283, 8: 0.0303, 16: 0.0283}
    assert cheapest_sizes(2, costs) == (1, 1)
    assert cheapest_sizes(4, costs) == (1, 1, 1, 1)
    assert cheapest_sizes(8, costs) == (8,)
    assert cheapest_sizes(18, costs) == (16, 1, 1)
