"""One conversation writes while another one's long prompt is read: who waits how long?

Reported are the gaps between two tokens of the writing one while the prompt is read, and how much
later the prompt's own first token comes than it does alone. Nobody else is known to publish it.
"""

import statistics
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.stats import percentiles
from engine.llama.cores import default_thread_count
from engine.wire.config import EngineConfig
from engine.wire.metrics import Percentiles
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.peer import Peer, some_prompt
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
    per_token = _PROBE_CHARACTERS / probe.started.usage.prompt_tokens
    return _text(number + 50)[: round(PROMPT_TOKENS * per_token)]


@dataclass
class _Measured:
    """Seconds: first tokens of the long prompt alone and beside a writer, and the writer's gaps."""

    alone: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """How much later the first token comes beside a writer."""
        return statistics.median(self.beside) / statistics.median(self.alone)

    @property
    def shares(self) -> Percentiles:
        """The gaps' percentiles."""
        shares = percentiles(self.gaps)
        assert shares is not None
        return shares

    @property
    def cells(self) -> list[str]:
        """The column of the table."""
        shares = self.shares
        return [
            *(f"{gap * 1000:.0f} ms" for gap in (shares.p50, shares.p95, shares.p99, shares.worst)),
            *(f"{statistics.median(seconds):.2f} s" for seconds in (self.alone, self.beside)),
            f"{self.ratio:.2f}",
            f"{len(self.gaps)}",
        ]


def _measure_engine(config: EngineConfig, rounds: int) -> _Measured:
    harness = EngineHarness(str(cached_model(write_synthesized)), config)
    measured = _Measured()
    for number in range(rounds):
        reader = harness.ask(f"alone{number}", [_prompt(harness, 2 * number + 1)], max_tokens=4)
        harness.wait(reader)
        measured.alone.append(reader.first_token_seconds)
        second = _prompt(harness, 2 * number + 2)
        writer = harness.ask(f"writer{number}", [f"{number} write"], max_tokens=3000)
        harness.wait_for_tokens(writer, 30)
        reader = harness.ask(f"reader{number}", [second], max_tokens=4)
        harness.wait(reader)
        harness.cancel(writer)
        harness.wait(writer)
        measured.beside.append(reader.first_token_seconds)
        measured.gaps += writer.gaps(reader.asked, reader.token_times[0])
    harness.close()
    return measured


def _measure_server(program: Path, rounds: int) -> _Measured:
    server = Peer(
        program,
        str(cached_model(write_synthesized)),
        slot_count=3,
        context_window=CONTEXT_WINDOW,
        thread_count=default_thread_count(),
    )
    measured = _Measured()
    for number in range(rounds):
        reader = server.ask(some_prompt(3 * number, PROMPT_TOKENS), 4)
        reader.wait()
        measured.alone.append(reader.times[0] - reader.asked)
        writer = server.ask(some_prompt(3 * number + 1, 30), 3000)
        writer.has_begun.wait()
        reader = server.ask(some_prompt(3 * number + 2, PROMPT_TOKENS), 4)
        reader.wait()
        writer.stop()
        measured.beside.append(reader.times[0] - reader.asked)
        measured.gaps += writer.gaps(reader.asked, reader.times[0])
    server.close()
    return measured


def main() -> None:
    """Print the table."""
    options = read_options("Token gaps of one chat while another one's prompt is read.")
    rounds = 2 if options.is_quick else 5
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=3)
    engine = _measure_engine(config, rounds)
    server = _measure_server(options.peer, rounds) if options.peer else None
    names = ["gap of the writer, p50", "p95", "p99", "worst", "first token of the prompt, alone"]
    names += ["beside the writer", "ratio", "gaps measured"]
    columns = [names, engine.cells] + ([server.cells] if server else [])
    target = config.step_target_seconds
    print(f"Prompts of {PROMPT_TOKENS} tokens in {rounds} rounds; target of a step {target:.2f} s")
    print_table(["", "engine", "llama-server"][: len(columns)], list(zip(*columns, strict=True)))
    numbers = {
        "worst_gap_ms": engine.shares.worst * 1000,
        "p99_gap_ms": engine.shares.p99 * 1000,
        "target_ms": target * 1000,
        "first_token_ratio": engine.ratio,
    }
    if server is not None:
        numbers["server_worst_gap_ms"] = server.shares.worst * 1000
        numbers["server_p99_gap_ms"] = server.shares.p99 * 1000
        numbers["server_first_token_ratio"] = server.ratio
    write_json(options, numbers)


if __name__ == "__main__":
    main()
