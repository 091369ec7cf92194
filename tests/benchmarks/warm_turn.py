"""The second turn of a long conversation, on every kind of memory: what is read again?"""

import statistics

from engine.wire.config import EngineConfig
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

WORDS = 1000
MODELS = {
    "attention": write_plain,
    "sliding_window": write_sliding_window,
    "hybrid": write_hybrid,
    "recurrent": write_recurrent,
}


def main() -> None:
    """Print the table."""
    options = read_options("Warm second turns of a long conversation.")
    rounds = 1 if options.is_quick else 5
    rows = []
    numbers: dict[str, float] = {}
    for kind, write in MODELS.items():
        harness = EngineHarness(
            str(cached_model(write)), EngineConfig(context_window=4096, slot_count=2)
        )
        cold: list[float] = []
        warm: list[float] = []
        read: list[int] = []
        length = 0
        for number in range(rounds):
            question = f"{number} " + "the tabs " * WORDS
            first = harness.ask(f"c{number}", [question], max_tokens=8)
            harness.wait(first)
            second = harness.ask(
                f"c{number}", [question, "".join(first.text), "and now?"], max_tokens=8
            )
            harness.wait(second)
            assert first.started is not None
            assert second.started is not None
            length = first.started.usage.prompt_tokens
            cold.append(first.first_token_seconds)
            warm.append(second.first_token_seconds)
            read.append(second.started.usage.prompt_tokens - second.started.usage.reused_tokens)
        harness.close()
        share = statistics.median(warm) / statistics.median(cold)
        numbers[f"{kind}_read_tokens"] = statistics.median(read)
        numbers[f"{kind}_warm_share"] = share
        rows.append(
            [
                kind,
                f"{length:,}",
                f"{statistics.median(cold) * 1000:.1f} ms",
                f"{statistics.median(read):.0f}",
                f"{statistics.median(warm) * 1000:.1f} ms",
                f"{share:.3f}",
            ]
        )
    head = ["memory", "first prompt", "first token", "read again", "first token", "of cold"]
    print_table(head, rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
