"""One conversation writes while another one's long prompt is read: who waits how long?

Reported are the gaps between two tokens of the writing one while the prompt is read, and how much
later the prompt's own first token comes than it does alone. Nobody else is known to publish it.
"""

import statistics

from engine.config import EngineConfig
from engine.stats import percentiles
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

PROMPT_TOKENS = 3500
CONTEXT_WINDOW = 4096
_PROBE_CHARACTERS = 1000


def _text(number: int) -> str:
    return " ".join(f"{number}{index:04d}" for index in range(2 * PROMPT_TOKENS))


def _prompt(harness: EngineHarness, number: int) -> str:
    """Return a text of about so many tokens that no other prompt begins with."""
    probe = harness.ask(f"probe{number}", [_text(number + 10)[:_PROBE_CHARACTERS]], max_tokens=1)
    harness.wait(probe)
    assert probe.started is not None
    per_token = _PROBE_CHARACTERS / probe.started.prompt_tokens
    return _text(number + 50)[: round(PROMPT_TOKENS * per_token)]


def main() -> None:
    """Print the table."""
    options = read_options("Token gaps of one chat while another one's prompt is read.")
    rounds = 2 if options.is_quick else 5
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=3)
    harness = EngineHarness(str(cached_model(write_synthesized)), config)
    alone: list[float] = []
    beside: list[float] = []
    gaps: list[float] = []
    read_tokens: list[int] = []
    for number in range(rounds):
        reader = harness.ask(f"alone{number}", [_prompt(harness, 2 * number + 1)], max_tokens=4)
        harness.wait(reader)
        alone.append(reader.first_token_seconds)
        second = _prompt(harness, 2 * number + 2)
        writer = harness.ask(f"writer{number}", [f"{number} write"], max_tokens=3000)
        harness.wait_for_tokens(writer, 30)
        reader = harness.ask(f"reader{number}", [second], max_tokens=4)
        harness.wait(reader)
        harness.cancel(writer)
        harness.wait(writer)
        assert reader.started is not None
        read_tokens.append(reader.started.prompt_tokens - reader.started.reused_tokens)
        beside.append(reader.first_token_seconds)
        gaps += writer.gaps(reader.asked, reader.token_times[0])
    harness.close()
    shares = percentiles(gaps)
    assert shares is not None
    target = config.step_target_seconds
    ratio = statistics.median(beside) / statistics.median(alone)
    rows = [
        ["gap of the writer, p50", f"{shares.p50 * 1000:.0f} ms"],
        ["p95", f"{shares.p95 * 1000:.0f} ms"],
        ["p99", f"{shares.p99 * 1000:.0f} ms"],
        ["worst", f"{shares.worst * 1000:.0f} ms"],
        ["target of a step", f"{target * 1000:.0f} ms"],
        ["first token of the prompt, alone", f"{statistics.median(alone):.2f} s"],
        ["beside the writer", f"{statistics.median(beside):.2f} s"],
        ["ratio", f"{ratio:.2f}"],
    ]
    print(
        f"{len(gaps)} gaps in {rounds} rounds, prompts of {statistics.median(read_tokens)} tokens"
    )
    print_table(["measured", "value"], rows)
    write_json(
        options,
        {
            "worst_gap_ms": shares.worst * 1000,
            "p99_gap_ms": shares.p99 * 1000,
            "target_ms": target * 1000,
            "first_token_ratio": ratio,
        },
    )


if __name__ == "__main__":
    main()
