"""A copy thread whose copies end when a test says so, or when they are waited for."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from unittest.mock import patch

from engine.core import kv_copies
from engine.core.kv_copies import CopyJob, KVCopies


class HeldCopies:
    """Stands in for the executor: one job at most is under way, and stays so until ``end``."""

    def __init__(self, _thread_count: int, _name: str) -> None:
        self.job: CopyJob | None = None
        self.count = 0

    def submit(self, _run: Callable[[CopyJob], None], job: CopyJob) -> Future[None]:
        """Hold the job; decode calls may run concurrently."""
        assert self.job is None, "one after the other"
        self.job = job
        self.count += 1
        job.may_decode.set()
        return _HeldFuture(self)

    def end(self) -> None:
        """Let the job that is under way end, on a thread of its own."""
        job, self.job = self.job, None
        if job is None:
            return
        with ThreadPoolExecutor(1) as thread:
            error = thread.submit(job.run).exception()
        assert job.future is not None
        if error is None:
            job.future.set_result(None)
        else:
            job.future.set_exception(error)

    def shutdown(self) -> None:
        """Nothing is under way."""
        assert self.job is None


class _HeldFuture(Future[None]):
    """The end of a job, which comes about when it is waited for."""

    def __init__(self, copies: HeldCopies) -> None:
        super().__init__()
        self._copies = copies

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Let the job end."""
        self._copies.end()
        return super().exception(timeout)


def held_copies(seconds: float = -1.0) -> AbstractContextManager[object]:
    """Let a ``with`` block build schedulers with held copies; what takes longer is held."""
    return patch.multiple(
        kv_copies, ThreadPoolExecutor=HeldCopies, brief_seconds=lambda *_: seconds
    )


def as_if_written() -> AbstractContextManager[object]:
    """Let copies be made on the thread although no reply is written."""
    return patch.object(KVCopies, "_is_written", lambda _self: True)
