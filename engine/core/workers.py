"""The threads next to the engine's: they take jobs and return results, and share nothing else."""

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

import msgspec

from engine.grammars import GrammarThreads

_GRAMMAR_COUNT = 3  # threads, each of which a grammar can keep busy

P = ParamSpec("P")
T = TypeVar("T")
_LOOK_SECONDS = 0.03
_IDLE_LOOKS = 30


class CallGuard:
    """A thread that watches one call at a time; begin and end cost less than a microsecond."""

    def __init__(self, abort: Callable[[], None]) -> None:
        """Call ``abort`` on the guard's thread for a call that is overdue; it must not block.

        It may be called just after the library's call has returned, but never after ``end``.
        """
        self._abort = abort
        # Held from the check of a call to its abort: meanwhile no call begins or ends.
        self._lock = threading.Lock()
        self._due = math.inf
        self._call_count = 0
        self._has_ended_it = False
        self._is_closing = False
        self._is_needed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="call guard", daemon=True)
        self._thread.start()

    def begin(self, seconds: float) -> None:
        """Begin a call that may take this many seconds; any earlier call has ended."""
        with self._lock:
            self._has_ended_it = False
            self._call_count += 1
            self._due = time.perf_counter() + seconds
        if not self._is_needed.is_set():
            self._is_needed.set()

    def end(self) -> bool:
        """Return whether the call was asked to end."""
        with self._lock:
            self._due = math.inf
            return self._has_ended_it

    def close(self) -> None:
        """End the thread."""
        self._is_closing = True
        self._is_needed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_closing:
            self._is_needed.wait()
            self._watch()

    def _watch(self) -> None:
        """Check repeatedly until there was no call for a while."""
        seen, idle_looks = self._call_count, 0
        while idle_looks < _IDLE_LOOKS and not self._is_closing:
            time.sleep(_LOOK_SECONDS)
            with self._lock:
                if time.perf_counter() >= self._due:
                    self._has_ended_it, self._due = True, math.inf
                    self._abort()
            count = self._call_count
            is_idle = count == seen and self._due == math.inf
            idle_looks = idle_looks + 1 if is_idle else 0
            seen = count
        self._is_needed.clear()
        if self._call_count != seen:
            self._is_needed.set()  # one has begun in between


class AtOnce(Executor):
    """Does each job inline, on a thread whose delay does not matter."""

    def submit(self, job: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(job(*args, **named))
        except BaseException as error:  # raised when the result is taken, as from a thread
            future.set_exception(error)
        return future


class TextThread:
    """One thread for one short job at a time, with a faster hand-over than an executor's."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="text", daemon=True)
        self._thread.start()

    def start(self, job: Callable[[], None]) -> None:
        """Begin a job; the one before must have been waited for."""
        self._jobs.put(job)

    def wait(self) -> None:
        """Wait for the job's end. Raises its exception."""
        error = self._ends.get()
        if error is not None:
            raise error

    def close(self) -> None:
        """End the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            error = None
            try:
                job()
            except BaseException as caught:  # raised by ``wait``
                error = caught
            self._ends.put(error)


class Workers(msgspec.Struct, frozen=True):
    """One thread for prompts, some for grammars, one for text.

    ``wake`` makes the engine thread check for results. Without a text thread the text is written at
    once; without a guard calls have no time limit.
    """

    prompts: Executor = msgspec.field(default_factory=AtOnce)
    grammars: Executor = msgspec.field(default_factory=AtOnce)
    text: TextThread | None = None
    guard: CallGuard | None = None
    wake: Callable[[], None] = lambda: None

    @classmethod
    def threads(cls, wake: Callable[[], None], abort: Callable[[], None]) -> "Workers":
        """Return workers that have their own threads; ``abort`` ends a call."""
        prompts = ThreadPoolExecutor(1, "prompts")
        return cls(prompts, GrammarThreads(_GRAMMAR_COUNT), TextThread(), CallGuard(abort), wake)

    def close(self) -> None:
        """Wait for the running jobs, except grammars; later ones are cancelled."""
        self.prompts.shutdown(cancel_futures=True)
        self.grammars.shutdown(wait=False)
        if self.text is not None:
            self.text.close()
        if self.guard is not None:
            self.guard.close()
