"""A copy thread whose copies end when a test says so, or when somebody waits for them."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from unittest.mock import patch

from engine.core import slot_transfers
from engine.core.copy_thread import CopyJob


class HeldCopies:
    """Stands in for ``CopyThread``: one job at most is under way, and stays so until ``end``."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self.job: CopyJob[object] | None = None
        self.count = 0

    def run(self, job: CopyJob[object]) -> None:
        """Hold the job; decode calls may run beside it."""
        assert self.job is None, "one after the other"
        self.job = job
        self.count += 1
        job.is_done = _End(self)
        job.may_decode.set()

    def end(self) -> None:
        """Let the job that is under way end, on a thread of its own."""
        job, self.job = self.job, None
        if job is not None:
            with ThreadPoolExecutor(1) as thread:
                job.future = thread.submit(job.run)
            self._wake()

    def close(self) -> None:
        """Nothing is under way."""
        assert self.job is None


class _End(threading.Event):
    """The end of a job, which comes about where somebody waits for it."""

    def __init__(self, copies: HeldCopies) -> None:
        super().__init__()
        self._copies = copies

    def wait(self, timeout: float | None = None) -> bool:
        """Let the job end."""
        self._copies.end()
        return super().wait(timeout)


def held_copies(seconds: float = -1.0) -> AbstractContextManager[object]:
    """Let a ``with`` block build schedulers with held copies; what takes longer goes beside."""
    return patch.multiple(slot_transfers, CopyThread=HeldCopies, WORTH_A_THREAD=seconds)


def as_if_written() -> AbstractContextManager[object]:
    """Let copies go beside although nobody writes."""
    return patch.object(slot_transfers.SlotTransfers, "_is_written", lambda _self: True)
