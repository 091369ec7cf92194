"""The threads beside the engine's: they take jobs and give back results, and share nothing else."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

_SAMPLING_THREADS = 8

P = ParamSpec("P")
T = TypeVar("T")


class AtOnce(Executor):
    """Does each job where it is handed over: on a thread that has nobody to hold up."""

    def submit(self, job: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(job(*args, **named))
        except BaseException as error:  # whoever takes the result gets it, as from a thread
            future.set_exception(error)
        return future


@dataclass(frozen=True, slots=True)
class Workers:
    """One thread for prompts, several for tokens that take long to choose.

    ``wake`` makes the engine thread look for what is done.
    """

    prompts: Executor = field(default_factory=AtOnce)
    sampling: Executor = field(default_factory=AtOnce)
    wake: Callable[[], None] = lambda: None

    @classmethod
    def threads(cls, wake: Callable[[], None]) -> "Workers":
        """Return workers that are threads of their own."""
        # Each slow grammar has a thread for its token, so that it holds up no quick one.
        sampling = ThreadPoolExecutor(_SAMPLING_THREADS, "sampling")
        return cls(ThreadPoolExecutor(1, "prompts"), sampling, wake)

    def close(self) -> None:
        """Wait for the jobs that are under way; those behind them are given up."""
        self.prompts.shutdown(cancel_futures=True)
        self.sampling.shutdown(cancel_futures=True)
