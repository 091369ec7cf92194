"""Pictures beside chats that write: how long these wait, and what is spared the next time.

The encoder computes for seconds, the model itself next to nothing: so a gap is what pictures cost.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.backend import LoadProgress
from engine.backend_media import MediaEncoder
from engine.core.stats import percentiles
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from engine.wire.media import GiveMedia, Media, MediaKind, media_digest
from engine.wire.metrics import Percentiles
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.report import print_table, read_options, write_json
from tests.engine.core.media.seeing import WatchedEncoder
from tests.engine.invariants.recorder import Around
from tests.engine.llama.media.pictures import noise
from tests.models.cache import cached_model
from tests.models.tiny_projector import write_slow_qwen2vl_projector
from tests.models.tiny_vision import write_qwen2vl

WRITERS = 8
SIDE = 896  # pixels: 1,024 rows, several seconds
QUICK_SIDE = 448  # a quarter of the rows, a tenth of the seconds
_QUESTION = "What is in this picture?"
_NEXT = "And what else?"
_REPLY_TOKENS = 8
_WINDOW = 8192


class _Counted(Around):
    """Counts what its encoder encodes."""

    def __init__(self, inner: LlamaBackend) -> None:
        super().__init__(inner)
        assert inner.media is not None
        self.encoder = WatchedEncoder(inner.media, lambda: None)

    @property
    def media(self) -> MediaEncoder:
        return self.encoder


class _Seeing:
    """An engine with a model that sees, and whoever has its pictures."""

    def __init__(self, folder: Path, side: int) -> None:
        self._side = side
        self._backends: list[_Counted] = []
        config = EngineConfig(
            context_window=_WINDOW,
            slot_count=WRITERS + 1,
            cache_dir=str(folder),
            projector_path=str(cached_model(write_slow_qwen2vl_projector)),
        )
        self.harness = EngineHarness(str(cached_model(write_qwen2vl)), config, loader=self._load)

    @property
    def encode_count(self) -> int:
        """Return how many pictures were encoded."""
        return self._backends[0].encoder.encoded_count

    def ask(self, chat: str, seed: int, *texts: str) -> Heard:
        """Ask about a picture that the first message has."""
        return self.harness.ask(
            chat, [_QUESTION, *texts], max_tokens=_REPLY_TOKENS, media=(self._picture(seed),)
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


@dataclass(frozen=True, slots=True)
class _Measured:
    """Seconds: first tokens alone, beside the writers and after a restart; the writers' gaps."""

    alone: float
    beside: float
    warm: float
    gaps: Percentiles
    encode_count: int


def _measure(folder: Path, side: int) -> _Measured:
    seeing = _Seeing(folder, side)
    harness = seeing.harness
    cold = seeing.ask("alone", 1)
    harness.wait(cold)
    encoded = seeing.encode_count
    harness.wait(*(seeing.ask(f"same{number}", 2) for number in range(4)))
    encode_count = seeing.encode_count - encoded
    reader, gaps = _beside_writers(seeing)
    harness.close()
    again = _Seeing(folder, side)
    warm = again.ask("alone", 1, "".join(cold.text), _NEXT)
    again.harness.wait(warm)
    if again.encode_count:
        raise RuntimeError("what was encoded before the restart was encoded again")
    again.harness.close()
    return _Measured(
        alone=cold.first_token_seconds,
        beside=reader.first_token_seconds,
        warm=warm.first_token_seconds,
        gaps=gaps,
        encode_count=encode_count,
    )


def _beside_writers(seeing: _Seeing) -> tuple[Heard, Percentiles]:
    """Return what came of a picture beside chats that write, and the gaps of those."""
    harness = seeing.harness
    texts = [f"{number} write" for number in range(WRITERS)]
    writers = [harness.ask(f"writer{text}", [text]) for text in texts]
    for writer in writers:
        harness.wait_for_tokens(writer, 30)
    reader = seeing.ask("beside", 3)
    harness.wait(reader)
    if any(writer.finished for writer in writers):
        raise RuntimeError("a writer ended too soon")
    for writer in writers:
        harness.cancel(writer)
    harness.wait(*writers)
    until = reader.token_times[0]
    gaps = percentiles([gap for each in writers for gap in each.gaps(reader.asked, until)])
    assert gaps is not None
    return reader, gaps


def main() -> None:
    """Print the table."""
    options = read_options("A picture beside eight chats that write, in four chats, and again.")
    side = QUICK_SIDE if options.is_quick else SIDE
    found = []
    for _ in range(1 if options.is_quick else 3):
        with tempfile.TemporaryDirectory() as folder:
            found.append(_measure(Path(folder), side))
    worst = max(each.gaps.worst for each in found)
    alone, beside, warm = (
        sorted(seconds)[len(found) // 2]
        for seconds in zip(*((each.alone, each.beside, each.warm) for each in found), strict=True)
    )
    numbers = {
        "worst_gap_ms": worst * 1000,
        "p99_gap_ms": max(each.gaps.p99 for each in found) * 1000,
        "p50_gap_ms": max(each.gaps.p50 for each in found) * 1000,
        "first_token_seconds_alone": alone,
        "first_token_seconds_beside": beside,
        "first_token_ratio_warm": warm / alone,
        "encode_count": max(each.encode_count for each in found),
    }
    print(f"A picture of {side} x {side} pixels, {WRITERS} chats that write, {len(found)} rounds")
    print_table(["key", "measured"], [[name, f"{each:.3f}"] for name, each in numbers.items()])
    write_json(options, numbers)


if __name__ == "__main__":
    main()
