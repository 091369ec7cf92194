"""The real engine process on a device and a disk that fail now and then.

``python -m tests.soak.troubled_engine RATE SEED``: of so many calls the disk refuses a write, the
library refuses a state, or a decode call fails, before or after it has computed.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from engine.backend import (
    Backend,
    BatchEntry,
    Checkpoint,
    DecodeStatus,
    LoadProgress,
    can_chat,
)
from engine.core.engine import Engine
from engine.core.process import load_backend, serve
from engine.kv.fault_points import FaultPoint, listen
from engine.messages.config import EngineConfig

_FAILURES = (DecodeStatus.NO_ROOM, DecodeStatus.INVALID, DecodeStatus.FAILED)
_ON_DISK = (FaultPoint.OPENED, FaultPoint.CHUNK_WRITTEN, FaultPoint.WRITTEN)


class TroubledBackend:
    """A backend that fails by chance; what is not named here is the real one's."""

    def __init__(self, backend: Backend, rate: float, chance: Random) -> None:
        self._backend = backend
        self._rate = rate
        self._chance = chance

    def __getattr__(self, name: str) -> object:
        return getattr(self._backend, name)

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        if self._chance.random() >= self._rate:
            return self._backend.decode(entries)
        failure = self._chance.choice(_FAILURES)
        if failure is DecodeStatus.FAILED:
            self._backend.decode(entries)  # what a fatal failure has computed stays there
        return failure

    def set_state(
        self, slot: int, state: bytes, token_count: int, on_placed: Callable[[], None]
    ) -> bool:
        if self._chance.random() < self._rate:
            return False
        return self._backend.set_state(slot, state, token_count, on_placed)

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        if self._chance.random() < self._rate:
            self._backend.clear(slot)
            return False
        return self._backend.restore_checkpoint(slot, checkpoint)


def main() -> None:
    """Serve the engine; the disk's threads and the engine's each have a chance of their own."""
    rate, seed = float(sys.argv[1]), int(sys.argv[2])
    disk_chance = Random(seed)

    def fail_on_disk(point: FaultPoint) -> None:
        if point in _ON_DISK and disk_chance.random() < rate:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def load(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        backend = load_backend(path, config, progress)
        assert can_chat(backend)
        return cast(Backend, TroubledBackend(backend, rate, Random(seed + 1)))

    listen(fail_on_disk)
    serve(lambda report: Engine(load, report))


if __name__ == "__main__":
    main()
