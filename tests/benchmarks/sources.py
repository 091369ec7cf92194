"""Ten chats at once in one source: what is read, how soon all write, what a neighbour feels."""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.wire.config import EngineConfig
from engine.wire.sources import ReadSource, SourceRead
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

CHATS = 10
WORDS = 512  # of about seven tokens each
QUICK_WORDS = 200
_REPLY_TOKENS = 2
_KEY = "book"
_LONGEST_REPLY = 3500  # of the neighbour
_ALONE_TOKENS = 130  # that it writes before
_FIRST_TOKENS = 30  # while costs are learned


@dataclass(frozen=True, slots=True)
class _Bench:
    """A source, and engines that keep what they read of it in a folder."""

    folder: Path
    text: str

    @contextmanager
    def engine(self, name: str) -> Iterator[EngineHarness]:
        """Run an engine; those of one name come after one another."""
        config = EngineConfig(
            slot_count=CHATS + 2, context_window=4096, cache_dir=str(self.folder / name)
        )
        harness = EngineHarness(str(cached_model(write_synthesized)), config)
        yield harness
        harness.close()

    def chat(self, harness: EngineHarness, number: int) -> Heard:
        """Ask in a chat in the source."""
        return harness.ask(
            f"c{number}", [f"and {number}?"], max_tokens=_REPLY_TOKENS, system=self.text
        )

    def cold_seconds(self) -> float:
        """Return how long the first token takes of a chat that reads the text itself."""
        with self.engine("cold") as harness:
            heard = self.chat(harness, 0)
            harness.wait(heard)
            return heard.first_token_seconds

    def together(self, harness: EngineHarness) -> tuple[list[Heard], SourceRead]:
        """Read the source while ten chats wait for it."""
        harness.submit(ReadSource(1_000_000, _KEY, self.text))
        chats = [self.chat(harness, number) for number in range(CHATS)]
        harness.wait(*chats)
        harness.wait_until(lambda: bool(harness.source_ends))
        (end,) = harness.source_ends
        assert isinstance(end, SourceRead), end
        return chats, end


def main() -> None:
    """Print the table."""
    options = read_options("Ten chats at once in one source.")
    words = QUICK_WORDS if options.is_quick else WORDS
    text = " ".join(f"the tabs {number}" for number in range(words))
    with tempfile.TemporaryDirectory() as folder:
        bench = _Bench(Path(folder), text)
        cold = bench.cold_seconds()
        numbers = {"cold_seconds": cold} | _together(bench, cold) | _again(bench, cold)
        numbers |= _gaps(bench)
    print_table(["figure", "measured"], [[key, f"{value:.3f}"] for key, value in numbers.items()])
    write_json(options, numbers)


def _together(bench: _Bench, cold: float) -> dict[str, float]:
    with bench.engine("kept") as harness:
        chats, end = bench.together(harness)
        last = max(each.token_times[0] for each in chats)
        read = sum(step.prefill_tokens for step in harness.steps)
        own = sum(_own_tokens(each, end.tokens) for each in chats)
        later = bench.chat(harness, CHATS)
        harness.wait(later)
    return {
        "source_tokens": end.tokens,
        "disk_mb": end.disk_bytes / 1e6,
        "first_tokens_ratio_10": (last - chats[0].asked) / cold,
        "read_count": (read - own) / end.tokens,
        "later_ratio": later.first_token_seconds / cold,
    }


def _again(bench: _Bench, cold: float) -> dict[str, float]:
    with bench.engine("kept") as harness:
        heard = bench.chat(harness, CHATS + 1)
        harness.wait(heard)
        assert heard.started is not None
        assert heard.started.usage.reused_tokens, "the source was read again"
        return {"restart_ratio": heard.first_token_seconds / cold}


def _gaps(bench: _Bench) -> dict[str, float]:
    """Return the pauses of a neighbour while a source is read and ten chats begin, and before."""
    with bench.engine("beside") as harness:
        writer = harness.ask("writer", ["write"], max_tokens=_LONGEST_REPLY)
        harness.wait_for_tokens(writer, _ALONE_TOKENS)
        before = writer.gaps()[_FIRST_TOKENS:]
        chats, _end = bench.together(harness)
        until = max(each.token_times[0] for each in chats)
        gaps = writer.gaps(chats[0].asked, until)
        harness.cancel(writer)
        harness.wait(writer)
    return {
        "worst_gap_ms": max(gaps) * 1000,
        "median_gap_ms": statistics.median(gaps) * 1000,
        "alone_worst_gap_ms": max(before) * 1000,
        "alone_median_gap_ms": statistics.median(before) * 1000,
    }


def _own_tokens(heard: Heard, source_tokens: int) -> int:
    """Return how many tokens of a prompt stand behind the source."""
    assert heard.started is not None
    return heard.started.usage.prompt_tokens - source_tokens


if __name__ == "__main__":
    main()
