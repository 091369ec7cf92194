"""Requests on their way to the queue: rendered and tokenized during the steps, in their order.

Prompts of tabs go ahead of all others. Of the others one at a time is made; it is interrupted when
a tab's request arrives, and then begins again.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

from engine.core.input_processor import InputProcessor
from engine.core.workers import Workers
from engine.ipc.lazy_text import lazy
from engine.messages.commands import Prewarm, Submit
from engine.messages.errors import EngineError, InvalidSampling, internal_error
from engine.messages.events import Finished, FinishReason, GenerationEvent
from engine.messages.metrics import ReplyUsage
from engine.messages.request_options import Rank
from engine.scheduling.sequence import Sequence
from engine.text.prompt import TokenizedPrompt

_log = logging.getLogger(__name__)

# The limits of llguidance end nearly all grammars within a second.
MAX_COMPILE_SECONDS = 20.0  # less than the window waits for a step
_TOO_SLOW = lazy("The grammar or schema takes too long to compile. Use a smaller one.")


@dataclass(slots=True, eq=False)
class PromptJob:
    """A command whose prompt is being made; the worker checks whether it is still wanted.

    It has no ``future`` while others go first, and gets another one after it ``is_postponed``.
    Its ``grammar`` is compiled meanwhile; requests without one may overtake it.
    """

    command: Submit | Prewarm
    make: Callable[["PromptJob"], Sequence | None]
    asked: float = field(default_factory=time.perf_counter)
    is_wanted: bool = True
    is_postponed: bool = False
    future: Future[Sequence | None] | None = None
    grammar: Future[object | None] | None = None

    @property
    def is_done(self) -> bool:
        """Return whether its prompt, or its failure, is available."""
        return self.future is not None and self.future.done() and not self.is_postponed

    @property
    def seconds_left(self) -> float:
        """Return the seconds that its grammar may still take, 0 if it is compiled or overdue."""
        if self.grammar is None or self.grammar.done():
            return 0.0
        return max(0.0, self.asked + MAX_COMPILE_SECONDS - time.perf_counter())

    @property
    def is_timely(self) -> bool:
        """Return whether the worker should continue; any thread."""
        return self.is_wanted and not self.is_postponed

    def result(self) -> Sequence | None:
        """Return the result. Raises the exception of making it."""
        assert self.future is not None
        return self.future.result()

    def drop(self) -> None:
        """Cancel it: it does not begin, or ends at its next look at the clock."""
        self.is_wanted = False
        for future in (self.future, self.grammar):
            if future is not None:
                future.cancel()

    def postpone(self) -> None:
        """Stop making it, if that has begun: it will begin again."""
        if self.future is not None and not self.future.done():
            self.is_postponed = True
            self.future.cancel()


class InputQueue:
    """Makes prompts one after the other on a worker; all else here runs on the engine thread.

    The inputs of a prompt are frozen: the command, the texts remembered when it arrived, and the
    vocabulary. So a long chat delays no running reply while it is rendered.
    """

    def __init__(
        self, processor: InputProcessor, workers: Workers, events: list[GenerationEvent]
    ) -> None:
        self._processor = processor
        self._workers = workers
        self._events = events
        self._jobs: deque[PromptJob] = deque()

    @property
    def is_empty(self) -> bool:
        """Return whether no request is on its way."""
        return not self._jobs

    @property
    def has_done(self) -> bool:
        """Return whether a request can be taken."""
        return any(next(self._ready(rank), None) is not None for rank in Rank)

    def overdue_seconds(self) -> float | None:
        """Return the seconds until a grammar is overdue; None if none is being compiled."""
        left = [job.seconds_left for job in self._jobs if job.grammar and not job.grammar.done()]
        return min(left, default=None)

    def _ready(self, rank: Rank) -> Iterator[PromptJob]:
        """Yield the jobs of a rank that can be taken, in order."""
        for job in [each for each in self._jobs if _rank(each) is rank]:
            if not job.is_done:
                return
            if not job.seconds_left:
                yield job

    def submit(self, command: Submit, remembered: TokenizedPrompt) -> None:
        """Begin to make a request's prompt, after those of the requests before it."""
        process = self._processor.process
        job = PromptJob(command, lambda job: process(command, remembered, lambda: job.is_timely))
        if command.sampling.has_grammar:
            compile_grammar = self._processor.compile_grammar
            job.grammar = self._workers.grammars.submit(compile_grammar, command.sampling)
            job.grammar.add_done_callback(self._wake)
        self._jobs.append(job)
        self._begin()

    def read_ahead(self, command: Prewarm, remembered: TokenizedPrompt) -> PromptJob:
        """Begin to make the certain part of a prompt; the caller keeps the job."""
        process = self._processor.process_certain
        job = PromptJob(command, lambda job: process(command, remembered, lambda: job.is_timely))
        self._start(job)
        return job

    def pop_done(self) -> list[Sequence]:
        """Return the requests whose prompts are made; failed ones have ended.

        In their order, rank by rank.
        """
        if not self._jobs:
            return []
        taken: list[Sequence] = []
        for rank in Rank:
            for job in self._ready(rank):
                # It stays in the queue until it is handed over, whatever happens here.
                sequence, error = self._made(job)
                self._jobs.remove(job)
                if sequence is None or error is not None:
                    self._fail(job, error or RuntimeError("a request has a prompt"))
                else:
                    taken.append(sequence)
        self._begin()
        return taken

    def _made(self, job: PromptJob) -> tuple[Sequence | None, BaseException | None]:
        """Return the result of a job: a request with its sampler, or the error."""
        assert job.future is not None
        error = job.future.exception()
        if error is None and job.grammar is not None:
            is_compiled = job.grammar.done()
            error = job.grammar.exception() if is_compiled else InvalidSampling(_TOO_SLOW)
        if error is not None:
            return None, error
        sequence = job.result()
        if sequence is not None:
            sequence.arrived = job.asked
            grammar = None if job.grammar is None else job.grammar.result()
            return sequence, self._give_sampler(sequence, grammar)
        return None, None

    def _begin(self) -> None:
        """Submit the next jobs to the worker: all of tabs, else one of the others."""
        tabs = [each for each in self._jobs if _rank(each) is Rank.TAB]
        others = [each for each in self._jobs if _rank(each) is not Rank.TAB]
        if not all(each.is_done for each in tabs):
            for job in others:
                job.postpone()
        for job in tabs:
            if job.future is None:
                self._start(job)
        for job in sorted(others, key=_rank):
            if job.is_postponed and job.future is not None and job.future.done():
                job.future, job.is_postponed = None, False
            if not all(each.is_done for each in tabs):
                continue
            if job.future is None:
                self._start(job)
            if not job.is_done:
                return

    def _give_sampler(self, sequence: Sequence, grammar: object | None) -> EngineError | None:
        """Create a request's sampler; return the model's refusal, before the wait for a slot.

        Created here and not on the worker: the library's samplers belong to the engine thread.
        """
        try:
            sequence.sampler = self._processor.new_sampler(sequence, grammar)
        except EngineError as error:
            return error
        return None

    def end(
        self,
        is_meant: Callable[[Submit], bool],
        reason: FinishReason,
        error: EngineError | None = None,
    ) -> None:
        """End the matching requests; their unfinished prompts are dropped."""
        for job in [each for each in self._jobs if is_meant(_request(each))]:
            self._jobs.remove(job)
            job.drop()
            number = _request(job).request_id
            ended = (
                Finished(number, reason, ReplyUsage())
                if error is None
                else Finished.failed(number, error)
            )
            self._events.append(ended)

    def _start(self, job: PromptJob) -> None:
        job.future = self._workers.prompts.submit(job.make, job)
        job.future.add_done_callback(self._wake)

    def _wake(self, _future: object) -> None:
        self._workers.wake()

    def _fail(self, job: PromptJob, error: BaseException) -> None:
        if not isinstance(error, EngineError):
            _log.error("A prompt could not be made", exc_info=error)
            error = internal_error()
        self._events.append(Finished.failed(_request(job).request_id, error))


def _rank(job: PromptJob) -> Rank:
    return job.command.options.rank


def _request(job: PromptJob) -> Submit:
    assert isinstance(job.command, Submit)
    return job.command
