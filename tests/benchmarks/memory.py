"""What it costs to save, restore, fork and wind back 1,000 tokens, beside reading them again.

All of it in one run and in turns, so that a noisy machine is noisy to all; medians. The 0.1 B
model has plain attention; the tiny ones show the kinds of memory that need checkpoints.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized
from tests.models.tiny import write_hybrid, write_recurrent, write_sliding_window

TOKENS = [20 + i * 7 % 200 for i in range(1000)]
MORE = [30, 40, 50]
MODELS: dict[str, Callable[[Path], None]] = {
    "0.1B": write_synthesized,
    "sliding_window": write_sliding_window,
    "hybrid": write_hybrid,
    "recurrent": write_recurrent,
}


class _Clock:
    """Collects seconds by the name of what took them."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = {}

    def time(self, name: str, *calls: Callable[[], object]) -> None:
        """Run the calls and note how long they took together."""
        started = time.perf_counter()
        for call in calls:
            result = call()
            assert result is not False
        self._seconds.setdefault(name, []).append(time.perf_counter() - started)

    def medians(self) -> dict[str, float]:
        """Return the middle of what was noted, by name."""
        return {name: statistics.median(each) for name, each in self._seconds.items()}


def _read(backend: LlamaBackend, slot: int, tokens: Sequence[int]) -> None:
    entry = BatchEntry(slot, tokens, backend.token_count(slot), logit_count=1)
    assert backend.decode([entry]) is DecodeStatus.DONE


def _round(backend: LlamaBackend, clock: _Clock) -> dict[str, float]:
    """Do everything once with slots 0 and 1; return how many bytes it took."""
    backend.clear(0)
    backend.clear(1)
    clock.time("prefill", lambda: _read(backend, 0, TOKENS))
    state = backend.state(0)
    clock.time("state", lambda: backend.state(0))
    clock.time("set_state", lambda: backend.set_state(1, state, len(TOKENS)))
    checkpoint = backend.checkpoint(0)
    clock.time("checkpoint", lambda: backend.checkpoint(0))
    _read(backend, 0, MORE)
    clock.time("go_back", lambda: backend.restore_checkpoint(0, checkpoint))
    clock.time("token", lambda: _read(backend, 0, MORE[:1]))
    backend.clear(1)
    # The library copies attention at the next decode; that token is taken off again below.
    clock.time("fork", lambda: backend.fork(0, 1), lambda: _read(backend, 1, MORE[:1]))
    return {"state": len(state), "checkpoint": len(checkpoint.state)}


def measure(write: Callable[[Path], None], rounds: int) -> tuple[dict[str, float], ...]:
    """Return seconds and bytes of each call for 1,000 tokens."""
    config = EngineConfig(context_window=2048, slot_count=2)
    backend = load(str(cached_model(write)), config, lambda _share: None)
    _round(backend, _Clock())
    clock = _Clock()
    for _ in range(rounds):
        sizes = _round(backend, clock)
    backend.close()
    seconds = clock.medians()
    seconds["fork"] = max(0.0, seconds["fork"] - seconds["token"])
    return seconds, sizes


def main() -> None:
    """Print the table."""
    options = read_options("Saving, forking and winding back 1,000 tokens beside reading them.")
    numbers: dict[str, float] = {}
    rows = []
    for name, write in MODELS.items():
        seconds, sizes = measure(write, 3 if options.is_quick else 9)
        for call in ("prefill", "state", "set_state", "fork", "checkpoint", "go_back"):
            ratio = seconds[call] / seconds["prefill"]
            numbers[f"{name}_{call}_seconds"] = seconds[call]
            numbers[f"{name}_{call}_ratio"] = ratio
            size = f"{sizes[call]:,}" if call in sizes else ""
            rows.append([name, call, f"{seconds[call] * 1000:.2f}", f"{ratio:.4f}", size])
        numbers |= {f"{name}_{call}_bytes": size for call, size in sizes.items()}
    print_table(["model", "call", "ms", "of prefill", "bytes"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
