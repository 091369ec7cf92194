"""Copies states of slots on a thread while other slots are decoded, and compares every bit.

``python -m tests.engine.llama.lent_slots --rounds 5000`` does it for each kind of attention.
"""

import argparse
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from tests.engine.llama.steps import last_logits, logits_after, prefill
from tests.models.cache import cached_model
from tests.models.tiny import write_mrope, write_plain, write_sliding_window

WINDOW = 512
WRITERS = (0, 1)
HOLDER, TARGET = 2, 3
AFTER = [33, 44, 55]
TURN = 100  # tokens that are written until the writers begin again

Logits = npt.NDArray[np.float32]


class Interleaving:
    """Two slots write, one holds a long state, and one is filled with it again and again."""

    def __init__(self, backend: LlamaBackend, seed: int = 1) -> None:
        self._backend = backend
        self._random = random.Random(seed)
        self._held = [20 + i * 7 % 200 for i in range(WINDOW - 64)]
        self._expected = self._solo()
        prefill(backend, HOLDER, self._held)
        self._restored = self._behind_a_restore()

    def run(self, rounds: int) -> int:
        """Return how many decode calls ran beside a copy; asserts that nothing differs."""
        beside = 0
        step = 0
        with ThreadPoolExecutor(1) as threads:
            for _ in range(rounds):
                with self._copying_out(threads) as job:
                    while not job.done():
                        step, beside = self._write(step), beside + 1
                state = job.result()
                with self._copying_in(threads, state) as restoring:
                    while not restoring.done():
                        step, beside = self._write(step), beside + 1
                assert restoring.result()
                assert np.array_equal(logits_after(self._backend, TARGET, AFTER), self._restored)
                self._backend.clear(TARGET)
                step = self._write(step)
        return beside

    @contextmanager
    def _copying_out(self, threads: ThreadPoolExecutor) -> Iterator[Future[bytes]]:
        with _lent(self._backend, HOLDER):
            yield threads.submit(self._backend.state, HOLDER)

    @contextmanager
    def _copying_in(self, threads: ThreadPoolExecutor, state: bytes) -> Iterator[Future[bool]]:
        is_placed = threading.Event()
        fill: Callable[..., bool] = self._backend.set_state
        with _lent(self._backend, TARGET):
            count = len(self._held)
            job = threads.submit(fill, TARGET, state, count, is_placed.set)
            job.add_done_callback(lambda _: is_placed.set())
            is_placed.wait()
            yield job

    def _write(self, step: int) -> int:
        """Decode a token of each writer, and compare what follows."""
        step = self._begin_again(step)
        for slot, row in zip(WRITERS, self._decoded(step), strict=True):
            assert np.array_equal(row, self._expected[step % TURN][slot]), "a neighbour changed"
        return step + 1

    def _begin_again(self, step: int) -> int:
        if step % TURN == 0:
            for slot in WRITERS:
                self._backend.clear(slot)
        return step

    def _decoded(self, step: int) -> Logits:
        position = step % TURN
        entries = [
            BatchEntry(slot, [20 + position * (3 + slot) % 200], position, logit_count=1)
            for slot in WRITERS
        ]
        assert self._backend.decode(entries) is DecodeStatus.DONE
        return last_logits(self._backend)

    def _solo(self) -> Sequence[Logits]:
        rows = [self._decoded(step) for step in range(TURN)]
        self._begin_again(0)
        return rows

    def _behind_a_restore(self) -> Logits:
        state = self._backend.state(HOLDER)
        assert self._backend.set_state(TARGET, state, len(self._held))
        logits = logits_after(self._backend, TARGET, AFTER)
        self._backend.clear(TARGET)
        return logits


@contextmanager
def _lent(backend: LlamaBackend, slot: int) -> Iterator[None]:
    backend.lend_out(slot)
    try:
        yield
    finally:
        backend.take_back(slot)


def main() -> None:
    """Print how much ran beside the copies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    rounds = parser.parse_args().rounds
    writers: tuple[Callable[[Path], None], ...] = (write_plain, write_sliding_window, write_mrope)
    for write in writers:
        config = EngineConfig(context_window=WINDOW, slot_count=4)
        backend = load(str(cached_model(write)), config, lambda _share: None)
        count = Interleaving(backend).run(rounds)
        backend.close()
        print(f"{write.__name__}: {rounds} copies out and in, {count} decode calls beside them")


if __name__ == "__main__":
    main()
