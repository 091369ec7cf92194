"""What decode calls cost on machines of 2 to 24 cores, quiet and beside busy processes.

Measured: the milliseconds of one thread by rows and quantization (``llama-batched-bench``, 12
layers of width 512), and what two threads bring and lose on two cores. Modelled from these, since
no such machines were at hand: everything with more cores. One row is bound by memory, which a few
threads use up; more rows are bound by computing; every thread more makes the barriers of a call
dearer; and a thread that has to share its core holds up all the others at each barrier.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

# Milliseconds of one call by its rows, one thread, quiet.
ONE_THREAD: Mapping[str, Mapping[int, float]] = {
    "Q8_0": {1: 3.85, 2: 16.4, 3: 19.4, 4: 22.1, 6: 28.3, 8: 30.3, 16: 31.0},
    "Q4_0": {1: 3.76, 2: 6.7, 3: 9.0, 4: 9.6, 6: 14.6, 8: 16.1, 16: 18.1},
    "Q4_K_M": {1: 3.09, 2: 5.46, 3: 7.77, 4: 13.4, 6: 15.2, 8: 20.4, 16: 25.7},
    "Q6_K": {1: 3.5, 2: 6.85, 3: 9.26, 4: 11.4, 6: 17.5, 8: 24.1, 16: 26.8},
}
# A card: the weights are read once, however many rows there are.
CARD: Mapping[int, float] = {1: 6.5, 2: 6.6, 4: 6.8, 8: 7.2, 16: 8.0}


@dataclass(frozen=True, slots=True)
class Machine:
    """Cores of two kinds; ``memory_threads`` of them read as fast as memory can be read.

    ``barrier_seconds`` are added to a call by each thread.
    """

    name: str
    fast_cores: int
    slow_cores: int = 0
    memory_threads: float = 2.0
    barrier_seconds: float = 0.00006

    @property
    def core_count(self) -> int:
        """Return how many cores of both kinds there are."""
        return self.fast_cores + self.slow_cores


MACHINES = (
    Machine("2 cores", 2, memory_threads=1.3, barrier_seconds=0.0002),
    Machine("4 cores", 4, memory_threads=2.2),
    Machine("8 cores", 8, memory_threads=3.0),
    Machine("16 cores", 16, memory_threads=4.5, barrier_seconds=0.00005),
    Machine("8+16 cores", 8, 16, memory_threads=4.0, barrier_seconds=0.00005),
)


def seconds(
    machine: Machine, quantization: str, rows: int, thread_count: int, busy_count: int
) -> float:
    """Return what a call costs on average."""
    one = _between(ONE_THREAD[quantization], rows) / 1000
    compute = _speed(machine, thread_count)
    # Of one row nine tenths are reading; sixteen rows share what they read.
    memory_share = 0.9 / sqrt(rows)
    parallel = (1 - memory_share) / compute
    parallel += memory_share / min(compute, machine.memory_threads)
    quiet = one * parallel + machine.barrier_seconds * (thread_count - 1)
    return quiet * _slowdown(machine, thread_count, busy_count)


def _speed(machine: Machine, thread_count: int) -> float:
    fast = min(thread_count, machine.fast_cores)
    # The library hands out work in pieces, so slow cores help; but the last piece is theirs.
    return fast + 0.45 * max(0, thread_count - fast)


def _slowdown(machine: Machine, thread_count: int, busy_count: int) -> float:
    """Return by how much busy processes slow a call down.

    Measured on two cores: one process costs two threads a factor of 2 and one thread nothing; two
    processes cost one thread 2.5 and two threads 4 to 14, of what these need when it is quiet.
    """
    if not busy_count:
        return 1.0
    wanted = thread_count + busy_count
    if wanted <= machine.core_count:
        return 1.05
    if thread_count == 1:
        return 1.0 + 1.5 * min(4.0, busy_count / machine.core_count)
    shortage = (wanted - machine.core_count) / machine.core_count
    return 1.0 + 2.0 * shortage * (1 + 2 * shortage) * min(4.0, sqrt(thread_count))


def _between(table: Mapping[int, float], rows: int) -> float:
    """Return a row of a table, on a straight line between those that are there."""
    if rows in table:
        return table[rows]
    below = max(size for size in table if size < rows)
    above = min((size for size in table if size > rows), default=None)
    if above is None:
        return table[below] * rows / below
    share = (rows - below) / (above - below)
    return table[below] + (table[above] - table[below]) * share
