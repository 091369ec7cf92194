"""One question asked in sixteen ways at once, beside the same one after the other.

All answers are as long: 200 tokens, with a seed each. *One after the other* shares the prompt, too:
each conversation begins in a copy of the one before. *Unshared* are sixteen tabs at once, each with
a question of its own that is as long. *Forked* begins fifteen of them when the first has its prompt
in the slot, which is what a copy costs at least.

``floor_16`` is how much of ``ratio_16_sequential`` is the machine's: what a bare call of sixteen
rows takes, by what sixteen of one row take, each on its best number of threads, half-way through
the answers.
"""

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from engine.llama.cores import thread_limit
from engine.wire.commands import Forget
from engine.wire.config import EngineConfig
from tests.benchmarks.bare_loop import BareLoop
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.quantized import quantized_model

CELL_COUNT = 16
QUESTION_TOKENS = 500
ANSWER_TOKENS = 200
CONTEXT_WINDOW = 1024
ROUNDS = 3
_BARE_SECONDS = 1.0


class Comparer:
    """Asks in conversations that nobody had before, and forgets them afterwards."""

    def __init__(self, path: Path, slot_count: int, answer_tokens: int) -> None:
        config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=slot_count)
        self.harness = EngineHarness(str(path), config)
        self._answer_tokens = answer_tokens
        self.read_tokens = 0
        self._conversations: list[str] = []
        self._dice = random.Random(0)
        self._letter_count = QUESTION_TOKENS
        heard = self._ask(self._question())
        self.harness.wait(heard)
        # One letter more is one token more: no two digits are merged.
        self._letter_count -= _prompt_tokens(heard) - QUESTION_TOKENS
        self._forget()

    def together(self) -> float:
        """Return the seconds of all cells at once."""
        question = self._question()
        return self._timed(lambda: self._ask_all([question] * CELL_COUNT))

    def one_after_the_other(self) -> float:
        """Return the seconds of all cells, each asked when the one before has ended."""
        question = self._question()

        def ask() -> list[Heard]:
            heard: list[Heard] = []
            for _ in range(CELL_COUNT):
                heard.append(self._ask(question))
                self.harness.wait(heard[-1])
            return heard

        return self._timed(ask)

    def unshared(self) -> float:
        """Return the seconds of as many tabs at once that have nothing in common."""
        questions = [self._question() for _ in range(CELL_COUNT)]
        return self._timed(lambda: self._ask_all(questions))

    def forked(self) -> float:
        """Return the seconds of all cells where the others wait until the first one writes."""
        question = self._question()

        def ask() -> list[Heard]:
            first = self._ask(question)
            self.harness.wait_for_tokens(first, 1)
            return [first, *self._ask_all([question] * (CELL_COUNT - 1))]

        return self._timed(ask)

    def _timed(self, ask: Callable[[], list[Heard]]) -> float:
        started = time.perf_counter()
        heard = ask()
        self.harness.wait(*heard)
        seconds = time.perf_counter() - started
        for each in heard:
            assert each.finished is not None
            assert each.token_counts[-1] == self._answer_tokens
        self.read_tokens = sum(_read_tokens(each) for each in heard)
        self._forget()
        return seconds

    def _question(self) -> str:
        return "".join(self._dice.choice("0123456789") for _ in range(self._letter_count))

    def _ask_all(self, questions: Sequence[str]) -> list[Heard]:
        return [self._ask(each) for each in questions]

    def _ask(self, question: str) -> Heard:
        self._conversations.append(f"c{len(self.harness.heard)}")
        return self.harness.ask(self._conversations[-1], [question], max_tokens=self._answer_tokens)

    def _forget(self) -> None:
        for conversation_id in self._conversations:
            self.harness.submit(Forget(conversation_id))
        self._conversations.clear()


def _prompt_tokens(heard: Heard) -> int:
    assert heard.started is not None
    return heard.started.usage.prompt_tokens


def _read_tokens(heard: Heard) -> int:
    assert heard.started is not None
    return heard.started.usage.prompt_tokens - heard.started.usage.reused_tokens


def measure(slot_count: int, rounds: int, answer_tokens: int) -> dict[str, float]:
    """Return medians of the seconds of each way, in turns, and of the prompt tokens read."""
    measured: dict[str, list[float]] = {}
    comparer = Comparer(quantized_model("q4_0"), slot_count, answer_tokens)
    with closing(comparer.harness):
        ways = {
            "together": comparer.together,
            "sequential": comparer.one_after_the_other,
            "unshared": comparer.unshared,
            "forked": comparer.forked,
        }
        comparer.forked()  # the engine learns what calls of so many rows cost
        for _ in range(rounds):
            for name, way in ways.items():
                measured.setdefault(name, []).append(way())
                measured.setdefault(f"{name}_read", []).append(comparer.read_tokens)
    return {name: statistics.median(values) for name, values in measured.items()}


def bare_milliseconds(rounds: int) -> dict[tuple[int, int], float]:
    """Return what a bare call takes, by its rows and threads: the shortest of some rounds."""
    measured: dict[tuple[int, int], float] = {}
    limit = thread_limit()
    for thread_count in sorted({limit, *(1 << power for power in range(limit.bit_length()))}):
        loop = BareLoop(
            str(quantized_model("q4_0")),
            slot_count=CELL_COUNT,
            context_window=CONTEXT_WINDOW,
            thread_count=thread_count,
            prompt_length=QUESTION_TOKENS + ANSWER_TOKENS // 4,  # and on from there
        )
        with closing(loop):
            for _ in range(rounds):
                for rows in (1, CELL_COUNT):
                    speed = loop.tokens_per_second(rows, _BARE_SECONDS)
                    took = 1000 * rows / speed
                    key = (rows, thread_count)
                    measured[key] = min(took, measured.get(key, took))
    return measured


def floor_of(bare: Mapping[tuple[int, int], float]) -> float:
    """Return what one call of all cells takes, by what as many calls of one take."""
    one, all_ = (
        min(took for (rows, _), took in bare.items() if rows == count) for count in (1, CELL_COUNT)
    )
    return all_ / (CELL_COUNT * one)


def main() -> None:
    """Print the table."""
    options = read_options("One question in sixteen ways at once, beside one after the other.")
    rounds = 1 if options.is_quick else ROUNDS
    answer_tokens = ANSWER_TOKENS // 4 if options.is_quick else ANSWER_TOKENS
    numbers: dict[str, float] = {}
    rows: list[list[str]] = []
    for slot_count in (16, 4):
        found = measure(slot_count, rounds, answer_tokens)
        for way in ("together", "forked"):
            prefix = "ratio_16" if way == "together" else "forked_ratio_16"
            ending = "" if slot_count == CELL_COUNT else f"_{slot_count}_slots"
            for other in ("sequential", "unshared"):
                numbers[f"{prefix}_{other}{ending}"] = found[way] / found[other]
        rows += [
            [str(slot_count), way, f"{found[way]:.2f}", f"{found[f'{way}_read']:.0f}"]
            for way in ("together", "forked", "sequential", "unshared")
        ]
    bare = bare_milliseconds(rounds)
    numbers["floor_16"] = floor_of(bare)
    print_table(["slots", "way", "seconds", "prompt tokens read"], rows)
    print_table(
        ["rows", "threads", "ms of a bare call"],
        [[str(count), str(threads), f"{took:.2f}"] for (count, threads), took in bare.items()],
    )
    for name, number in numbers.items():
        print(f"{name}: {number:.3f}")
    write_json(options, numbers)


if __name__ == "__main__":
    main()
