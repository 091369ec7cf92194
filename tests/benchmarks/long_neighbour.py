"""What a long chat costs four short ones that are written beside it.

Without flash attention one call computes all of its rows as if each held as much as the longest
one. *One call* is what every loop makes that puts all rows of a step into one; the engine's pauses
are those of a short chat's tokens. All on one thread, of the same model, in one process.
"""

import statistics
import time
from contextlib import closing

from engine.backend import BatchEntry
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

SHORT_COUNT = 4
SHORT_TOKENS, LONG_TOKENS = 130, 3500
ROUNDS, QUICK_ROUNDS = 60, 20
_REPLY_TOKENS = 3000
_WARM_TOKENS = 60  # while costs are learned
_PASS = 512
_CONFIG = EngineConfig(
    context_window=4096, slot_count=SHORT_COUNT + 1, thread_count=1, guesses_ahead=False
)


def bare_milliseconds(rounds: int) -> dict[str, float]:
    """Return what a step takes of a bare loop: the short rows, all in one call, the long apart."""
    backend = load(str(cached_model(write_synthesized)), _CONFIG, lambda _: None)
    backend.threads.set_count(1)
    short, long = list(range(SHORT_COUNT)), SHORT_COUNT
    helds = dict.fromkeys(short, SHORT_TOKENS) | {long: LONG_TOKENS}
    for slot, held in helds.items():
        for start in range(0, held, _PASS):
            count = min(_PASS, held - start)
            backend.decode([BatchEntry(slot, tuple(range(9, 9 + count)), start, 1)])
    steps = {"short": [short], "one_call": [[*short, long]], "two_calls": [short, [long]]}
    measured: dict[str, list[float]] = {name: [] for name in steps}
    with closing(backend):
        for _ in range(rounds):
            for name, calls in steps.items():
                started = time.perf_counter()
                for call in calls:
                    backend.decode([BatchEntry(slot, (9,), helds[slot], 1) for slot in call])
                measured[name].append(1000 * (time.perf_counter() - started))
                for slot in {slot for call in calls for slot in call}:
                    backend.truncate(slot, helds[slot])
    return {f"bare_{name}_ms": statistics.median(found) for name, found in measured.items()}


def engine_milliseconds(tokens: int) -> dict[str, float]:
    """Return the time between two steps of the engine: short chats alone, and beside the long."""
    harness = EngineHarness(str(cached_model(write_synthesized)), _CONFIG)
    with closing(harness):
        chats = [
            harness.ask(f"short {number}", ["write"], max_tokens=_REPLY_TOKENS)
            for number in range(SHORT_COUNT)
        ]
        alone = _step_milliseconds(harness, chats, tokens)
        text = " ".join(f"the tabs {number}" for number in range(LONG_TOKENS // 7))
        chats.append(harness.ask("long", [text], max_tokens=_REPLY_TOKENS))
        harness.wait_until(lambda: bool(chats[-1].token_times))
        beside = _step_milliseconds(harness, chats, tokens)
        for chat in chats:
            harness.cancel(chat)
        harness.wait(*chats)
    return {"engine_short_ms": alone, "engine_beside_ms": beside}


def _step_milliseconds(harness: EngineHarness, chats: list[Heard], tokens: int) -> float:
    known = {id(chat): len(chat.token_times) for chat in chats}
    harness.wait_until(
        lambda: all(len(chat.token_times) >= known[id(chat)] + _WARM_TOKENS for chat in chats)
    )
    harness.forget_steps()
    harness.wait_until(lambda: len(harness.steps) >= tokens)
    return 1000 * statistics.median(step.seconds for step in harness.steps[:tokens])


def main() -> None:
    """Print the table."""
    options = read_options("What a long chat costs four short ones beside it.")
    rounds = QUICK_ROUNDS if options.is_quick else ROUNDS
    numbers = bare_milliseconds(rounds) | engine_milliseconds(3 * rounds)
    numbers["engine_by_one_call"] = numbers["engine_beside_ms"] / numbers["bare_one_call_ms"]
    print_table(["figure", "measured"], [[key, f"{value:.2f}"] for key, value in numbers.items()])
    write_json(options, numbers)


if __name__ == "__main__":
    main()
