"""The thread that copies states of slots while the engine's thread goes on decoding the others."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class CopyJob(Generic[Result]):
    """An order to the thread; its end is read on the engine's thread.

    Attributes:
        copy: what to do; it calls its argument when decode calls may run beside the rest.
        may_decode: set then, and at the end at the latest.
        is_done: set when result and seconds are final.
        future: raises what the copy has raised.
    """

    copy: Callable[[Callable[[], None]], Result]
    may_decode: threading.Event = field(default_factory=threading.Event)
    is_done: threading.Event = field(default_factory=threading.Event)
    seconds: float = 0.0
    result: Result | None = None
    future: Future[None] | None = None

    def run(self) -> None:
        """Copy, and note how it ended."""
        started = time.perf_counter()
        try:
            self.result = self.copy(self.may_decode.set)
        finally:
            self.seconds = time.perf_counter() - started
            self.is_done.set()
            self.may_decode.set()


class CopyThread:
    """Runs one job at a time; ``wake`` is called on it when one has ended."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._executor = ThreadPoolExecutor(1, "kv-copier")  # its thread begins with the first job

    def run(self, job: CopyJob[object]) -> None:
        """Begin a job, and wait until decode calls may run beside it."""
        job.future = self._executor.submit(job.run)
        job.future.add_done_callback(lambda _job: self._wake())
        job.may_decode.wait()

    def close(self) -> None:
        """End the thread; it has no job."""
        self._executor.shutdown()
