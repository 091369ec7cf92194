"""A worker that does its jobs when the test says so: what happens meanwhile is what is tested."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class LateWorker(Executor):
    """Jobs wait in their order, as those of one thread do."""

    def __init__(self) -> None:
        self._jobs: deque[Callable[[], None]] = deque()

    def submit(self, job: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        """Keep a job."""
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(job(*args, **named))
            except Exception as error:
                future.set_exception(error)

        self._jobs.append(run)
        return future

    def work(self, count: int = 1) -> None:
        """Do so many jobs, if there are."""
        for _ in range(min(count, len(self._jobs))):
            self._jobs.popleft()()

    def begin(self) -> None:
        """Take the next job; the test ends it."""
        self._jobs.popleft()

    @property
    def job_count(self) -> int:
        """Return how many wait."""
        return len(self._jobs)
