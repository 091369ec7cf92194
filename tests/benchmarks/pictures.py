"""A picture in one chat while eight others are written: their gaps, and what is reused later.

The encoder computes for seconds and the model for almost no time, so a gap is the cost of pictures.
"""

import statistics
import tempfile
from collections import defaultdict
from pathlib import Path

from engine.backend import LoadProgress
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.media import GiveMedia, Media, MediaKind, media_digest
from tests.benchmarks.harness import EngineHarness, Reply
from tests.benchmarks.runner import Options, percentile, run_benchmark
from tests.engine.core.media.seeing import WatchedEncoder
from tests.engine.invariants.recorder import Around
from tests.engine.llama.media.pictures import noise
from tests.models.cache import cached_model
from tests.models.tiny_projector import write_slow_qwen2vl_projector
from tests.models.tiny_vision import write_qwen2vl

WRITERS = 8
SIDE = 896  # pixels: 1,024 rows, several seconds
QUICK_SIDE = 448  # a quarter of the rows, a tenth of the time
_REPLY_TOKENS = 8


class _Counted(Around):
    """A backend that counts the pictures that it encodes."""

    def __init__(self, inner: LlamaBackend) -> None:
        super().__init__(inner)
        assert inner.media is not None
        self.media = self.encoder = WatchedEncoder(inner.media, lambda: None)


class _VisionEngine:
    """An engine with a vision model, and the pictures that it requests."""

    def __init__(self, folder: Path, side: int) -> None:
        self._side = side
        self._backends: list[_Counted] = []
        config = EngineConfig(
            context_window=8192,
            slot_count=WRITERS + 1,
            cache_dir=str(folder),
            projector_path=str(cached_model(write_slow_qwen2vl_projector)),
        )
        self.harness = EngineHarness(cached_model(write_qwen2vl), config, loader=self._load)

    @property
    def encode_count(self) -> int:
        """The number of encoded pictures."""
        return self._backends[0].encoder.encoded_count

    def ask(self, chat: str, seed: int, *texts: str) -> Reply:
        """Ask about a picture that is in the first message."""
        question = "What is in this picture?"
        return self.harness.ask(
            chat, [question, *texts], max_tokens=_REPLY_TOKENS, media=(self._picture(seed),)
        )

    def _load(self, path: str, config: EngineConfig, progress: LoadProgress) -> _Counted:
        self._backends.append(_Counted(load(path, config, progress)))
        return self._backends[0]

    def _picture(self, seed: int) -> Media:
        kind, side = MediaKind.IMAGE, self._side
        content = noise(seed, side, side)
        digest = media_digest(kind, side, side, content)
        self.harness.contents[digest] = GiveMedia(digest, kind, side, side, content)
        return Media(digest, kind, side, side)


def measure(options: Options) -> dict[str, float]:
    """Return the worst gaps and the median first tokens of the rounds."""
    side = QUICK_SIDE if options.is_quick else SIDE
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(1 if options.is_quick else 3):
        with tempfile.TemporaryDirectory() as folder:
            for name, value in _round(Path(folder), side).items():
                found[name].append(value)
    alone = statistics.median(found["alone"])
    return {
        "worst_gap_ms": max(found["worst_gap"]) * 1000,
        "p99_gap_ms": max(found["p99_gap"]) * 1000,
        "p50_gap_ms": max(found["p50_gap"]) * 1000,
        "first_token_seconds_alone": alone,
        "first_token_seconds_beside": statistics.median(found["concurrent"]),
        "first_token_ratio_warm": statistics.median(found["warm"]) / alone,
        "encode_count": max(found["encode_count"]),
    }


def _round(folder: Path, side: int) -> dict[str, float]:
    """Measure a picture alone, the same one in four chats, with writers, and after a restart."""
    engine = _VisionEngine(folder, side)
    with engine.harness as harness:
        cold = engine.ask("alone", 1)
        harness.wait(cold)
        encoded = engine.encode_count
        harness.wait(*(engine.ask(f"same{number}", 2) for number in range(4)))
        encode_count = engine.encode_count - encoded
        reader, gaps = _ask_with_writers(engine)
    restarted = _VisionEngine(folder, side)
    with restarted.harness as harness:
        warm = restarted.ask("alone", 1, cold.text, "And what else?")
        harness.wait(warm)
        if restarted.encode_count:
            raise RuntimeError("a picture was encoded again after the restart")
    return {
        "alone": cold.first_token_seconds,
        "concurrent": reader.first_token_seconds,
        "warm": warm.first_token_seconds,
        "worst_gap": max(gaps),
        "p99_gap": percentile(gaps, 0.99),
        "p50_gap": percentile(gaps, 0.5),
        "encode_count": encode_count,
    }


def _ask_with_writers(engine: _VisionEngine) -> tuple[Reply, list[float]]:
    """Ask about a picture while other chats are written; return the reply and their gaps."""
    harness = engine.harness
    writers = [harness.ask(f"writer{number}", [f"{number} write"]) for number in range(WRITERS)]
    harness.wait_for_tokens(writers, 30)
    reader = engine.ask("with writers", 3)
    harness.wait(reader)
    if any(writer.finished for writer in writers):
        raise RuntimeError("a writer ended before the picture was read")
    harness.stop(*writers)
    until = reader.token_times[0]
    return reader, [gap for writer in writers for gap in writer.gaps(reader.asked, until)]


if __name__ == "__main__":
    run_benchmark(
        __doc__,
        measure,
        at_most={"worst_gap_ms": 160, "first_token_ratio_warm": 0.1, "encode_count": 1},
    )
