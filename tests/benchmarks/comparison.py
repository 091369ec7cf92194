"""One question is asked in sixteen conversations.

All answers have 200 tokens, with a seed each. Measured ways:

together: all at once.
sequential: one after the other; each begins in a copy of the previous one.
unshared: all at once, with a different question of the same length in each.
forked: fifteen begin when the first one has read the prompt; this is the least a copy costs.

``floor_16`` is the part of ``ratio_16_sequential`` that depends on the machine: the time of a bare
call of sixteen rows by that of sixteen calls of one row, each with its best number of threads, in
the middle of the answers.
"""

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from engine.llama.threadpool import thread_limit
from engine.messages.commands import DiscardConversation
from engine.messages.config import EngineConfig
from tests.benchmarks.harness import EngineHarness, Reply
from tests.benchmarks.runner import Options, print_table, run_benchmark, seconds_of, turns
from tests.benchmarks.sides import BareLoop, speed_of
from tests.models.quantized import quantized_model

CELL_COUNT = 16
QUESTION_TOKENS = 500
ANSWER_TOKENS, QUICK_ANSWER_TOKENS = 200, 50
CONTEXT_WINDOW = 1024
_BARE_STEPS = 60


class Comparer:
    """Asks in new conversations, and removes them from the engine afterwards."""

    def __init__(self, harness: EngineHarness, answer_tokens: int) -> None:
        self._harness = harness
        self._answer_tokens = answer_tokens
        self._dice = random.Random(0)
        self._character_count = QUESTION_TOKENS
        self._removed_count = 0  # of the conversations that were asked
        probe = self._ask(self._question())
        harness.wait(probe)
        # One character more is one token more: the vocabulary merges no two digits.
        self._character_count -= probe.usage.prompt_tokens - QUESTION_TOKENS
        self._remove()

    def together(self) -> list[Reply]:
        """Ask all cells at once."""
        return self._ask_all([self._question()] * CELL_COUNT)

    def sequential(self) -> list[Reply]:
        """Ask each cell when the previous one has ended."""
        question = self._question()
        replies: list[Reply] = []
        for _ in range(CELL_COUNT):
            replies.append(self._ask(question))
            self._harness.wait(replies[-1])
        return replies

    def unshared(self) -> list[Reply]:
        """Ask all cells at once, each something else."""
        return self._ask_all([self._question() for _ in range(CELL_COUNT)])

    def forked(self) -> list[Reply]:
        """Ask the first cell, and the others when it has its first token."""
        question = self._question()
        first = self._ask(question)
        self._harness.wait_for_tokens(first, 1)
        return [first, *self._ask_all([question] * (CELL_COUNT - 1))]

    def measure(self, way: Callable[[], list[Reply]]) -> tuple[float, int]:
        """Return the seconds until all cells have ended, and the prompt tokens that were read."""
        replies: list[Reply] = []

        def run() -> None:
            replies.extend(way())
            self._harness.wait(*replies)

        seconds = seconds_of(run)
        assert all(reply.token_counts[-1] == self._answer_tokens for reply in replies)
        self._remove()
        return seconds, sum(reply.read_tokens for reply in replies)

    def _question(self) -> str:
        return "".join(self._dice.choice("0123456789") for _ in range(self._character_count))

    def _ask_all(self, questions: Sequence[str]) -> list[Reply]:
        return [self._ask(question) for question in questions]

    def _ask(self, question: str) -> Reply:
        number = len(self._harness.replies)
        return self._harness.ask(f"c{number}", [question], max_tokens=self._answer_tokens)

    def _remove(self) -> None:
        for number in range(self._removed_count, len(self._harness.replies)):
            self._harness.submit(DiscardConversation(f"c{number}"))
        self._removed_count = len(self._harness.replies)


def measure(options: Options) -> dict[str, float]:
    """Measure with sixteen slots and with four, and the bare calls."""
    rounds = 1 if options.is_quick else 3
    answer_tokens = QUICK_ANSWER_TOKENS if options.is_quick else ANSWER_TOKENS
    figures: dict[str, float] = {}
    for slot_count, ending in ((CELL_COUNT, ""), (4, "_4_slots")):
        seconds = measure_ways(slot_count, rounds, answer_tokens)
        for way, prefix in (("together", "ratio_16"), ("forked", "forked_ratio_16")):
            for other in ("sequential", "unshared"):
                figures[f"{prefix}_{other}{ending}"] = seconds[way] / seconds[other]
    figures["floor_16"] = floor_of(bare_milliseconds(rounds))
    return figures


def measure_ways(slot_count: int, rounds: int, answer_tokens: int) -> dict[str, float]:
    """Return the median seconds of each way."""
    seconds: dict[str, list[float]] = {}
    read_tokens: dict[str, list[int]] = {}
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=slot_count)
    with EngineHarness(quantized_model("q4_0"), config) as harness:
        comparer = Comparer(harness, answer_tokens)
        comparer.measure(comparer.forked)  # the engine learns what calls of many rows cost
        ways = [comparer.together, comparer.sequential, comparer.unshared, comparer.forked]
        for way in turns(ways, rounds):
            found = comparer.measure(way)
            seconds.setdefault(way.__name__, []).append(found[0])
            read_tokens.setdefault(way.__name__, []).append(found[1])
    rows = [
        [slot_count, way, statistics.median(seconds[way]), statistics.median(read_tokens[way])]
        for way in seconds
    ]
    print_table(["slots", "way", "seconds", "prompt tokens read"], rows)
    return {way: statistics.median(values) for way, values in seconds.items()}


def bare_milliseconds(rounds: int) -> dict[tuple[int, int], float]:
    """Return the shortest time of a bare call by its rows and threads."""
    shortest: dict[tuple[int, int], float] = {}
    limit = thread_limit()
    for thread_count in sorted({limit, *(1 << power for power in range(limit.bit_length()))}):
        loop = BareLoop(
            quantized_model("q4_0"),
            slot_count=CELL_COUNT,
            context_window=CONTEXT_WINDOW,
            thread_count=thread_count,
            prompt_length=QUESTION_TOKENS + ANSWER_TOKENS // 4,
        )
        with closing(loop):
            for rows in (1, CELL_COUNT) * rounds:
                took = 1000 * rows / speed_of(loop.write(rows, _BARE_STEPS))
                key = (rows, thread_count)
                shortest[key] = min(took, shortest.get(key, took))
    print_table(
        ["rows", "threads", "ms of a bare call"], [[*key, shortest[key]] for key in shortest]
    )
    return shortest


def floor_of(bare: Mapping[tuple[int, int], float]) -> float:
    """Return the time of one call of all cells by that of as many calls of one row."""
    one, all_ = (
        min(took for (rows, _), took in bare.items() if rows == count) for count in (1, CELL_COUNT)
    )
    return all_ / (CELL_COUNT * one)


if __name__ == "__main__":
    run_benchmark(__doc__, measure, at_most={"ratio_16_sequential": 0.25, "ratio_16_unshared": 0.7})
