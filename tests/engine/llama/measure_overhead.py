"""Measures what a decode step costs beside the model; not a test, it proves nothing.

``python -m tests.engine.llama.measure_overhead``
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from engine.backend import BatchEntry
from engine.llama.batch import TokenBatch
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from engine.wire.sampling_params import SamplingParams
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

SLOT_COUNT = 16
ROUNDS = 50

WISHES = {
    "sample (top_k 40)": SamplingParams(seed=1),
    "sample (penalty)": SamplingParams(seed=1, repeat_penalty=1.1),
    "sample (top_k 1000)": SamplingParams(seed=1, top_k=1000),
    "sample (greedy)": SamplingParams(temperature=0.0),
}


def main() -> None:
    """Print medians for 16 conversations and 32,000 tokens."""
    config = EngineConfig(slot_count=SLOT_COUNT, context_window=512)
    backend = load(str(cached_model(write_synthesized)), config, lambda _share: None)
    entries = [BatchEntry(slot, [1], 0, logit_count=1) for slot in range(SLOT_COUNT)]
    batch = TokenBatch(
        capacity=backend.batch_size,
        slot_count=SLOT_COUNT,
        vocabulary_size=backend.vocabulary.size,
    )
    held = [0] * SLOT_COUNT
    _show("fill", lambda: batch.fill(entries, held))
    backend.decode(entries)
    for name, params in WISHES.items():
        samplers = [(backend.new_sampler(params, []), i) for i in range(SLOT_COUNT)]
        _show(name, partial(backend.sample, samplers))
    _show("decode", lambda: _decode_again(backend.decode, backend.clear, entries))
    backend.close()


def _decode_again(
    decode: Callable[[list[BatchEntry]], object],
    clear: Callable[[int], None],
    entries: list[BatchEntry],
) -> None:
    for entry in entries:
        clear(entry.slot)
    decode(entries)


def _show(name: str, step: Callable[[], object]) -> None:
    seconds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        step()
        seconds.append(time.perf_counter() - started)
    sys.stdout.write(f"{name:20} {statistics.median(seconds) * 1e6:10.1f} µs\n")


if __name__ == "__main__":
    main()
