"""Requests on their way to the queue: rendered and tokenized beside the steps, in their order."""

import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from engine.core.input_processor import InputProcessor
from engine.core.workers import Workers
from engine.scheduling.sequence import Sequence
from engine.text.prompt import TokenizedPrompt
from engine.wire.commands import Prewarm, Submit
from engine.wire.errors import EngineError, internal_error
from engine.wire.events import Finished, FinishReason, GenerationEvent
from engine.wire.usage import ReplyUsage

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class PromptJob:
    """A command whose prompt is being made; the worker asks whether it is still wanted."""

    command: Submit | Prewarm
    asked: float = field(default_factory=time.perf_counter)
    is_wanted: bool = True
    future: Future[Sequence | None] = field(init=False)

    @property
    def is_done(self) -> bool:
        """Return whether its prompt, or its failure, is there."""
        return self.future.done()

    def drop(self) -> None:
        """Give it up: it does not begin, or ends at its next look at the clock."""
        self.is_wanted = False
        self.future.cancel()


class InputQueue:
    """Makes prompts, one after the other on a worker; all else here is the engine thread's.

    What a prompt is made of is frozen: the command, what was remembered when it came, and the
    vocabulary. A long chat that is read so holds up nobody who is being answered.
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
        return bool(self._jobs) and self._jobs[0].is_done

    def submit(self, command: Submit, remembered: TokenizedPrompt) -> None:
        """Begin to make a request's prompt, behind those of the requests before it."""
        job = PromptJob(command)
        process = self._processor.process
        self._start(job, lambda: process(command, remembered, lambda: job.is_wanted))
        self._jobs.append(job)

    def read_ahead(self, command: Prewarm, remembered: TokenizedPrompt) -> PromptJob:
        """Begin to make what is certain of a prompt; whoever asks keeps the job."""
        job = PromptJob(command)
        process = self._processor.process_certain
        self._start(job, lambda: process(command, remembered, lambda: job.is_wanted))
        return job

    def pop_done(self) -> list[Sequence]:
        """Return the requests whose prompts are made, in their order; failed ones have ended."""
        taken: list[Sequence] = []
        while self.has_done:
            job = self._jobs[0]  # until it is another's to end, whatever happens here
            error = job.future.exception()
            sequence = job.future.result() if error is None else None
            if sequence is not None:
                sequence.arrived = job.asked
                error = self._give_sampler(sequence)
            self._jobs.popleft()
            if sequence is None or error is not None:
                self._fail(job, error or RuntimeError("a request has a prompt"))
            else:
                taken.append(sequence)
        return taken

    def _give_sampler(self, sequence: Sequence) -> EngineError | None:
        """Make a request's sampler; return why the model refuses: nobody waits for a slot in vain.

        Here and not beside the steps: the library's samplers are the engine thread's.
        """
        try:
            sequence.sampler = self._processor.new_sampler(sequence)
        except EngineError as error:
            return error
        return None

    def end(
        self,
        is_meant: Callable[[Submit], bool],
        reason: FinishReason,
        error: EngineError | None = None,
    ) -> None:
        """End the requests that are meant; what is being made of them is dropped."""
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

    def _start(self, job: PromptJob, make: Callable[[], Sequence | None]) -> None:
        job.future = self._workers.prompts.submit(make)
        wake = self._workers.wake
        job.future.add_done_callback(lambda _future: wake())

    def _fail(self, job: PromptJob, error: BaseException) -> None:
        if not isinstance(error, EngineError):
            _log.error("A prompt could not be made", exc_info=error)
            error = internal_error()
        self._events.append(Finished.failed(_request(job).request_id, error))


def _request(job: PromptJob) -> Submit:
    assert isinstance(job.command, Submit)
    return job.command
