"""The real engine on its own thread, used the way the client of the window uses it."""

import itertools
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from engine.backend import BackendLoader
from engine.core.engine import Engine
from engine.core.process import SWITCH_SECONDS, load_backend
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import Cancel, ChatMessage, Command, LoadModel, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import (
    Event,
    Finished,
    GenerationEvent,
    ModelFailed,
    ModelLoaded,
    Snapshot,
    Started,
    StepEvents,
    TextDelta,
)
from engine.messages.framing import EVENTS
from engine.messages.media import GiveMedia, Media, MediaWanted
from engine.messages.metrics import ModelInfo, ReplyUsage, StepRecord
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import SourceEnded, SourceRead
from engine.scheduling.slot_auditor import AuditMode

_TIMEOUT_SECONDS = 900.0


def text_of(token_count: int, number: int = 1) -> str:
    """Return a text of this many tokens that begins differently for each number.

    Every character is one token: the vocabulary of the test models merges no two digits.
    """
    words = (f"{number}{index:05d}" for index in range(token_count // 7 + 1))
    return " ".join(words)[:token_count]


@dataclass(frozen=True, slots=True)
class Moment:
    """Wall-clock seconds (``perf_counter``), and processor seconds of the engine's thread."""

    clock: float
    processor: float


@dataclass
class Reply:
    """The events of one request; times are in seconds of ``perf_counter``."""

    request_id: int
    asked: float
    started: Started | None = None
    token_times: list[float] = field(default_factory=list)
    token_counts: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    finished: Finished | None = None

    @property
    def text(self) -> str:
        """The reply so far."""
        return "".join(self.pieces)

    @property
    def usage(self) -> ReplyUsage:
        """The usage at the end, or at the start if the reply is not finished."""
        event = self.finished or self.started
        assert event is not None
        return event.usage

    @property
    def read_tokens(self) -> int:
        """The number of prompt tokens that were not reused."""
        return self.usage.prompt_tokens - self.usage.reused_tokens

    @property
    def first_token_seconds(self) -> float:
        """From the request to the first piece of text."""
        return self.token_times[0] - self.asked

    def gaps(self, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Return the seconds between pieces of text, for all gaps that overlap the time span."""
        return [
            later - earlier
            for earlier, later in itertools.pairwise(self.token_times)
            if later >= since and earlier <= until
        ]


class EngineHarness:
    """Runs one model; a second thread encodes every event, as the engine process does."""

    def __init__(
        self,
        path: str | Path,
        config: EngineConfig,
        audit_mode: AuditMode = AuditMode.LOG,
        loader: BackendLoader = load_backend,
    ) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)  # as the engine process does
        self._changed = threading.Condition()
        self._outbox: queue.SimpleQueue[tuple[Moment, Event] | None] = queue.SimpleQueue()
        self._engine = Engine(loader, self._report, audit_mode=audit_mode)
        # Daemons, so that a benchmark that raises ends without closing the engine.
        self._thread = threading.Thread(target=self._engine.run, daemon=True)
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._error: str | None = None
        self.replies: dict[int, Reply] = {}
        self.steps: list[StepRecord] = []
        self.step_times: list[Moment] = []
        self.snapshot: Snapshot | None = None
        self.info: ModelInfo | None = None
        self.contents: dict[str, GiveMedia] = {}  # by digest: the media that the engine may request
        self.source_ends: list[SourceRead | SourceEnded] = []
        self._thread.start()
        self._writer.start()
        self._engine.submit(LoadModel(str(path), config))
        self.wait_until(lambda: self.info is not None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error_type: type[BaseException] | None, *_: object) -> None:
        if error_type is None:
            self.close()

    def ask(
        self,
        conversation: str,
        texts: Sequence[str],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.7,
        media: tuple[Media, ...] = (),
        system: str = "",
        banned_tokens: Sequence[int] = (),
        schema: str | None = None,
        grammar: str | None = None,
        logprob_count: int | None = None,
    ) -> Reply:
        """Submit a conversation; user and assistant alternate, and the first text has the media."""
        roles = (Role.USER, Role.ASSISTANT)
        messages = tuple(
            ChatMessage(roles[index % 2], text, media=() if index else media)
            for index, text in enumerate(texts)
        )
        if system:
            messages = (ChatMessage(Role.SYSTEM, system), *messages)
        sampling = SamplingParams(
            max_tokens=max_tokens,
            temperature=temperature,
            seed=len(self.replies) + 1,
            json_schema=schema,
            grammar=grammar,
            logprob_count=logprob_count,
            logit_bias=tuple((token, -1000.0) for token in banned_tokens),
        )
        return self.ask_messages(conversation, messages, sampling)

    def ask_messages(
        self,
        conversation: str,
        messages: Sequence[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> Reply:
        """Submit a conversation of any messages."""
        request_id = len(self.replies) + 1
        reply = self.replies[request_id] = Reply(request_id, time.perf_counter())
        self._engine.submit(Submit(request_id, conversation, tuple(messages), sampling, options))
        return reply

    def answer(
        self,
        conversation: str,
        texts: Sequence[str],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.7,
        system: str = "",
    ) -> Reply:
        """Submit a conversation and wait for the end of the reply."""
        reply = self.ask(
            conversation, texts, max_tokens=max_tokens, temperature=temperature, system=system
        )
        self.wait(reply)
        return reply

    def stop(self, *replies: Reply) -> None:
        """Cancel requests and wait for their ends."""
        for reply in replies:
            self.submit(Cancel(reply.request_id))
        self.wait(*replies)

    def submit(self, command: Command) -> None:
        """Send any command to the engine."""
        self._engine.submit(command)

    def wait(self, *replies: Reply) -> None:
        """Wait for the ends of these requests. Raises RuntimeError if one has failed."""
        self.wait_until(lambda: all(reply.finished is not None for reply in replies))
        for reply in replies:
            if reply.finished is not None and reply.finished.error is not None:
                raise RuntimeError(reply.finished.error.text)

    def wait_for_tokens(self, replies: Reply | Sequence[Reply], count: int) -> None:
        """Wait until each reply has this many more pieces of text."""
        waiting = [replies] if isinstance(replies, Reply) else replies
        targets = [(reply, len(reply.token_times) + count) for reply in waiting]
        self.wait_until(lambda: all(len(reply.token_times) >= most for reply, most in targets))

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; it is checked after every event.

        Raises RuntimeError if the model cannot be loaded, TimeoutError after 15 minutes.
        """
        with self._changed:
            holds = self._changed.wait_for(lambda: condition() or self._error, _TIMEOUT_SECONDS)
        if self._error is not None:
            raise RuntimeError(self._error)
        if not holds:
            raise TimeoutError("The engine did not reach the expected state.")

    def clear_steps(self) -> None:
        """Discard the steps so far."""
        self.steps.clear()
        self.step_times.clear()

    def close(self) -> None:
        """End the engine's thread."""
        self._engine.submit(Shutdown())
        self._thread.join()
        self._outbox.put(None)
        self._writer.join()

    def _report(self, event: Event) -> None:
        moment = Moment(time.perf_counter(), time.thread_time())
        self._outbox.put((moment, event))

    def _write(self) -> None:
        while (reported := self._outbox.get()) is not None:
            EVENTS.encode(reported[1])
            self._receive(*reported)

    def _receive(self, moment: Moment, event: Event) -> None:
        with self._changed:
            match event:
                case ModelLoaded():
                    self.info = event.info
                case ModelFailed():
                    self._error = event.error.text
                case Snapshot():
                    self.snapshot = event
                case MediaWanted():
                    self._engine.submit(self.contents[event.digest])
                case SourceRead() | SourceEnded():
                    self.source_ends.append(event)
                case StepEvents():
                    if event.step is not None:
                        self.steps.append(event.step)
                        self.step_times.append(moment)
                    for each in event.events:
                        self._record(each, moment.clock)
            self._changed.notify_all()

    def _record(self, event: GenerationEvent, now: float) -> None:
        reply = self.replies[event.request_id]
        match event:
            case Started():
                reply.started = event
            case TextDelta():
                reply.token_times.append(now)
                reply.token_counts.append(event.token_count)
                reply.pieces.append(event.text)
            case Finished():
                reply.finished = event
