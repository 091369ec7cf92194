"""How much one long chat slows four short ones that are written concurrently.

Without flash attention, a decode call computes all its rows at the length of the longest one. The
bare figures are those of a loop that puts all rows of a step into one call, or the long row into a
second call. All on one thread, with the same model, in one process.
"""

import statistics
from collections.abc import Sequence
from contextlib import closing

from engine.backend import BatchEntry
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from tests.benchmarks.harness import EngineHarness, Reply, text_of
from tests.benchmarks.runner import Options, run_benchmark, seconds_of
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

SHORT_COUNT = 4
SHORT_TOKENS, LONG_TOKENS = 130, 3500
ROUNDS, QUICK_ROUNDS = 60, 20
_REPLY_TOKENS = 3000
_WARM_TOKENS = 60  # in which the engine learns what calls cost
_BATCH_ROWS = 512
_CONFIG = EngineConfig(
    context_window=4096, slot_count=SHORT_COUNT + 1, thread_count=1, guesses_ahead=False
)


def measure(options: Options) -> dict[str, float]:
    """Measure the bare loop, then the engine."""
    rounds = QUICK_ROUNDS if options.is_quick else ROUNDS
    figures = bare_milliseconds(rounds) | engine_milliseconds(3 * rounds)
    figures["engine_by_one_call"] = figures["engine_beside_ms"] / figures["bare_one_call_ms"]
    return figures


def bare_milliseconds(rounds: int) -> dict[str, float]:
    """Return the time of a step: the short rows, all rows in one call, the long row separately."""
    short, long = list(range(SHORT_COUNT)), SHORT_COUNT
    lengths = dict.fromkeys(short, SHORT_TOKENS) | {long: LONG_TOKENS}
    steps = {"short": [short], "one_call": [[*short, long]], "two_calls": [short, [long]]}
    measured: dict[str, list[float]] = {name: [] for name in steps}
    with closing(load(str(cached_model(write_synthesized)), _CONFIG, lambda _: None)) as backend:
        backend.threads.set_count(1)
        for slot, length in lengths.items():
            for start in range(0, length, _BATCH_ROWS):
                count = min(_BATCH_ROWS, length - start)
                backend.decode([BatchEntry(slot, tuple(range(9, 9 + count)), start, 1)])

        def decode(calls: Sequence[Sequence[int]]) -> None:
            for call in calls:
                backend.decode([BatchEntry(slot, (9,), lengths[slot], 1) for slot in call])

        for _ in range(rounds):
            for name, calls in steps.items():
                measured[name].append(1000 * seconds_of(lambda calls=calls: decode(calls)))  # type: ignore[misc]
                for slot in {slot for call in calls for slot in call}:
                    backend.truncate(slot, lengths[slot])
    return {f"bare_{name}_ms": statistics.median(values) for name, values in measured.items()}


def engine_milliseconds(step_count: int) -> dict[str, float]:
    """Return the median time of the engine's steps: short chats alone, and with the long one."""
    with EngineHarness(cached_model(write_synthesized), _CONFIG) as harness:
        chats = [
            harness.ask(f"short {number}", ["write"], max_tokens=_REPLY_TOKENS)
            for number in range(SHORT_COUNT)
        ]
        alone = _step_milliseconds(harness, chats, step_count)
        chats.append(harness.ask("long", [text_of(LONG_TOKENS)], max_tokens=_REPLY_TOKENS))
        harness.wait_for_tokens(chats[-1], 1)
        with_long = _step_milliseconds(harness, chats, step_count)
        harness.stop(*chats)
    return {"engine_short_ms": alone, "engine_beside_ms": with_long}


def _step_milliseconds(harness: EngineHarness, chats: Sequence[Reply], step_count: int) -> float:
    harness.wait_for_tokens(chats, _WARM_TOKENS)
    harness.clear_steps()
    harness.wait_until(lambda: len(harness.steps) >= step_count)
    return 1000 * statistics.median(step.seconds for step in harness.steps[:step_count])


if __name__ == "__main__":
    run_benchmark(__doc__, measure)
