"""One conversation is written while the long prompt of another one is read.

The benchmark measures the gaps between two tokens of the first conversation meanwhile, and how much
later the second one has its first token than it does alone.
"""

import statistics
from dataclasses import dataclass, field
from pathlib import Path

from engine.llama.threadpool import default_thread_count
from engine.messages.config import EngineConfig
from tests.benchmarks.harness import EngineHarness, text_of
from tests.benchmarks.peer import Peer, some_prompt
from tests.benchmarks.runner import Options, percentile, run_benchmark
from tests.models.talker import STARTER_ENDS, STARTER_MODEL

PROMPT_TOKENS = 3500
CONTEXT_WINDOW = 4096


@dataclass
class _Measured:
    """Seconds: first tokens alone and next to a writer, and the gaps of that writer."""

    alone: list[float] = field(default_factory=list)
    concurrent: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)

    def figures(self, prefix: str) -> dict[str, float]:
        """Return the figures by key."""
        ratio = statistics.median(self.concurrent) / statistics.median(self.alone)
        return {
            f"{prefix}worst_gap_ms": max(self.gaps) * 1000,
            f"{prefix}p99_gap_ms": percentile(self.gaps, 0.99) * 1000,
            f"{prefix}first_token_ratio": ratio,
        }


def measure(options: Options) -> dict[str, float]:
    """Measure the engine, and llama-server if there is one."""
    rounds = 2 if options.is_quick else 5
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=3)
    figures = {"target_ms": config.step_target_seconds * 1000}
    figures |= _measure_engine(config, rounds).figures("")
    if options.peer is not None:
        figures |= _measure_server(options.peer, rounds).figures("server_")
    return figures


def _measure_engine(config: EngineConfig, rounds: int) -> _Measured:
    measured = _Measured()
    with EngineHarness(STARTER_MODEL, config) as harness:
        for number in range(rounds):
            prompts = [text_of(PROMPT_TOKENS, 10 + 2 * number + each) for each in range(2)]
            reader = harness.answer(f"alone{number}", [prompts[0]], max_tokens=4)
            measured.alone.append(reader.first_token_seconds)
            writer = harness.ask(
                f"writer{number}", [f"{number} write"], max_tokens=3000, banned_tokens=STARTER_ENDS
            )
            harness.wait_for_tokens(writer, 30)
            reader = harness.answer(f"reader{number}", [prompts[1]], max_tokens=4)
            harness.stop(writer)
            measured.concurrent.append(reader.first_token_seconds)
            measured.gaps += writer.gaps(reader.asked, reader.token_times[0])
    return measured


def _measure_server(program: Path, rounds: int) -> _Measured:
    server = Peer(
        program,
        STARTER_MODEL,
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
        measured.concurrent.append(reader.times[0] - reader.asked)
        measured.gaps += writer.gaps(reader.asked, reader.times[0])
    server.close()
    return measured


if __name__ == "__main__":
    run_benchmark(__doc__, measure, at_most={"worst_gap_ms": 160, "first_token_ratio": 1.5})
