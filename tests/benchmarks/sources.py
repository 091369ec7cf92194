"""Ten chats begin at once in one source: reading, first tokens, and the gaps of another chat."""

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.messages.config import EngineConfig
from engine.messages.sources import ReadSource, SourceRead
from tests.benchmarks.harness import EngineHarness, Reply, text_of
from tests.benchmarks.runner import Options, run_benchmark
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

CHATS = 10
SOURCE_TOKENS, QUICK_SOURCE_TOKENS = 3480, 1300
_REPLY_TOKENS = 2
_NEIGHBOUR_TOKENS = 3500
_LEARNING_TOKENS = 30  # of the neighbour, while the engine learns what calls cost
_ALONE_TOKENS = 100  # of the neighbour, before the others begin


@dataclass(frozen=True, slots=True)
class _Bench:
    """A source, and a folder in which engines store what they read of it."""

    folder: Path
    text: str

    def engine(self, name: str) -> EngineHarness:
        """Return a new engine; engines of the same name share what they store."""
        config = EngineConfig(
            slot_count=CHATS + 2, context_window=4096, cache_dir=str(self.folder / name)
        )
        return EngineHarness(cached_model(write_synthesized), config)

    def ask(self, harness: EngineHarness, number: int) -> Reply:
        """Ask in a new chat in the source."""
        return harness.ask(
            f"c{number}", [f"and {number}?"], max_tokens=_REPLY_TOKENS, system=self.text
        )

    def answer(self, harness: EngineHarness, number: int) -> Reply:
        """Ask in a new chat in the source, and wait for the end."""
        reply = self.ask(harness, number)
        harness.wait(reply)
        return reply

    def read(self, harness: EngineHarness) -> tuple[list[Reply], SourceRead]:
        """Read the source while ten chats wait for it."""
        harness.submit(ReadSource(1_000_000, "book", self.text))
        chats = [self.ask(harness, number) for number in range(CHATS)]
        harness.wait(*chats)
        harness.wait_until(lambda: bool(harness.source_ends))
        (end,) = harness.source_ends
        assert isinstance(end, SourceRead), end
        return chats, end


def measure(options: Options) -> dict[str, float]:
    """Measure a chat that reads the text itself, ten that share it, and one after a restart."""
    with tempfile.TemporaryDirectory() as folder:
        text = text_of(QUICK_SOURCE_TOKENS if options.is_quick else SOURCE_TOKENS)
        bench = _Bench(Path(folder), text)
        with bench.engine("cold") as harness:
            cold = bench.answer(harness, 0).first_token_seconds
        figures = {"cold_seconds": cold, **_shared(bench, cold)}
        with bench.engine("kept") as harness:
            reply = bench.answer(harness, CHATS + 1)
            assert reply.usage.reused_tokens, "the source was read again"
            figures["restart_ratio"] = reply.first_token_seconds / cold
        return figures | _gaps(bench)


def _shared(bench: _Bench, cold: float) -> dict[str, float]:
    with bench.engine("kept") as harness:
        chats, end = bench.read(harness)
        last = max(chat.token_times[0] for chat in chats)
        read = sum(step.prefill_tokens for step in harness.steps)
        own = sum(chat.usage.prompt_tokens - end.tokens for chat in chats)
        later = bench.answer(harness, CHATS)
    return {
        "source_tokens": end.tokens,
        "disk_mb": end.disk_bytes / 1e6,
        "first_tokens_ratio_10": (last - chats[0].asked) / cold,
        "read_count": (read - own) / end.tokens,
        "later_ratio": later.first_token_seconds / cold,
    }


def _gaps(bench: _Bench) -> dict[str, float]:
    """Return the gaps of another chat alone, and while the source is read and ten chats begin."""
    with bench.engine("with neighbour") as harness:
        writer = harness.ask("writer", ["write"], max_tokens=_NEIGHBOUR_TOKENS)
        harness.wait_for_tokens(writer, _LEARNING_TOKENS + _ALONE_TOKENS)
        alone = writer.gaps()[_LEARNING_TOKENS:]
        chats, _end = bench.read(harness)
        gaps = writer.gaps(chats[0].asked, max(chat.token_times[0] for chat in chats))
        harness.stop(writer)
    return {
        "worst_gap_ms": max(gaps) * 1000,
        "median_gap_ms": statistics.median(gaps) * 1000,
        "alone_worst_gap_ms": max(alone) * 1000,
        "alone_median_gap_ms": statistics.median(alone) * 1000,
    }


if __name__ == "__main__":
    run_benchmark(
        __doc__,
        measure,
        at_most={
            "first_tokens_ratio_10": 1.5,
            "read_count": 1,
            "later_ratio": 0.05,
            "restart_ratio": 0.1,
            "worst_gap_ms": 160,
        },
    )
