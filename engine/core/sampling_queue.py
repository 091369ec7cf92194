"""Samples slow tokens on workers; a step waits for them only briefly."""

import time
from collections.abc import Callable
from collections.abc import Sequence as AnySequence
from concurrent.futures import Future, wait
from dataclasses import dataclass

from engine.backend import Backend
from engine.core.workers import Workers
from engine.messages.request_options import Rank
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot

MOMENT_SECONDS = 0.01  # a grammar that takes longer is slow; a typical one takes 1 ms

# A token that takes longer ends its request. The library can't be interrupted within one candidate,
# whose parses may be exponential in its length, so the thread stays busy.
MAX_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Chosen:
    """The token sampled for a slot, None if there is none.

    It ``is_overdue`` if it took longer than ``MAX_SECONDS``, or no thread is left to sample it.
    """

    slot: Slot
    token: int | None
    is_overdue: bool = False


@dataclass(slots=True, eq=False)
class _Job:
    """Samples a token for a request and measures the seconds."""

    rank: Rank
    choose: Callable[[], int | None]
    token: Future[tuple[int | None, float]]
    started: float | None = None  # set by the worker

    def __call__(self) -> None:
        if not self.token.set_running_or_notify_cancel():
            return  # its request has ended
        self.started = started = time.perf_counter()
        try:
            token = self.choose()
        except BaseException as error:  # raised in the step that takes the token
            self.token.set_exception(error)
        else:
            self.token.set_result((token, time.perf_counter() - started))

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds until it is overdue; None before it has begun, or if it is done."""
        if self.started is None or self.token.done():
            return None
        return self.started + MAX_SECONDS - time.perf_counter()

    @property
    def is_overdue(self) -> bool:
        """Return whether it still runs after ``MAX_SECONDS``."""
        left = self.seconds_left
        return left is not None and left <= 0.0


class SamplingQueue:
    """Samples rows under a grammar on workers, so that an ambiguous one delays only its own reply.

    The token is the same as on the engine thread: it is sampled from a copy of the logits. Lives
    on the engine thread; a sampler belongs to the worker until its token is there. Slow grammars
    take turns, those of tabs first: at most ``Workers.slow_count`` at a time, and at most one of
    another rank. One that is overdue gives its turn away but keeps its thread: while
    ``Workers.spare_count`` threads are lost that way, slow grammars are refused.
    """

    def __init__(self, backend: Backend, workers: Workers) -> None:
        self._backend = backend
        self._workers = workers
        self._rows: list[tuple[Slot, Sequence, _Job]] = []
        self._waiting: list[_Job] = []  # jobs of slow grammars that wait for a free core
        self._running: list[_Job] = []
        self._overdue: list[_Job] = []

    def start(self, slot: Slot, row: int) -> None:
        """Sample the token of a row of logits of the last decode call."""
        sequence = slot.sequence
        assert sequence is not None
        assert sequence.sampler is not None
        choose = self._backend.sample_apart(sequence.sampler, row)
        job = _Job(sequence.rank, choose, Future())
        sequence.next_token = job.token
        self._rows.append((slot, sequence, job))
        if sequence.is_slow_to_sample:
            self._waiting.append(job)
            self._start_slow()
        else:
            self._workers.sampling.submit(job)

    def wait(self, sequences: AnySequence[Sequence]) -> None:
        """Wait briefly for the requests that were quick the last time; all others wake the loop."""
        quick = [each.next_token for each in sequences if not each.is_slow_to_sample]
        wait([each for each in quick if each is not None], MOMENT_SECONDS)
        wake = self._workers.wake
        for each in sequences:
            if each.next_token is not None and not each.next_token.done():
                each.next_token.add_done_callback(lambda _future: wake())

    def overdue_seconds(self) -> float | None:
        """Return the seconds until a token is overdue, at least 0; None if none is sampled."""
        left = [job.seconds_left for _, _, job in self._rows]
        found = min((each for each in left if each is not None), default=None)
        return None if found is None else max(0.0, found)

    def pop_done(self, sequences: AnySequence[Sequence] | None = None) -> list[Chosen]:
        """Return the sampled tokens, of these or of all requests that have not ended.

        Without ``sequences`` also the requests whose token is overdue, which are to be ended.
        """
        self._rows = [each for each in self._rows if each[0].sequence is each[1]]
        if self._waiting:
            self._start_slow()
        tokens: list[Chosen] = []
        for row in [*self._rows]:
            slot, sequence, job = row
            if job.token.done() and (sequences is None or sequence in sequences):
                self._rows.remove(row)
                sequence.next_token = None
                token, seconds = job.token.result()
                sequence.is_slow_to_sample = seconds > MOMENT_SECONDS
                tokens.append(Chosen(slot, token))
            elif sequences is None and (job.is_overdue or self._is_refused(job)):
                # The sampler still belongs to the worker: the end of the request frees it
                # afterwards.
                self._rows.remove(row)
                if job.started is not None:
                    self._overdue.append(job)
                    self._running = [each for each in self._running if each is not job]
                tokens.append(Chosen(slot, None, is_overdue=True))
        return tokens

    def _is_refused(self, job: _Job) -> bool:
        """Return whether a slow grammar is refused because too many threads are lost."""
        self._overdue = [each for each in self._overdue if not each.token.done()]
        return len(self._overdue) >= self._workers.spare_count and job in self._waiting

    def _start_slow(self) -> None:
        """Submit the jobs of slow grammars whose turn it is; cancelled jobs are discarded."""
        self._running = [job for job in self._running if not job.token.done()]
        self._waiting = [job for job in self._waiting if not job.token.done()]
        for job in sorted(self._waiting, key=lambda each: each.rank):
            is_tab = job.rank is Rank.TAB
            is_free = is_tab or all(each.rank is Rank.TAB for each in self._running)
            if is_free and len(self._running) < self._workers.slow_count:
                self._waiting.remove(job)
                self._running.append(job)
                self._workers.sampling.submit(job)
