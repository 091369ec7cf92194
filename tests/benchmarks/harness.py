"""The real engine on its thread, asked and heard as the window's client does."""

import itertools
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.backend import BackendLoader
from engine.core.engine import Engine
from engine.core.process import SWITCH_SECONDS
from engine.llama.loader import load
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.commands import Cancel, ChatMessage, Command, LoadModel, Role, Shutdown, Submit
from engine.wire.config import EngineConfig
from engine.wire.events import (
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
from engine.wire.framing import encode
from engine.wire.media import GiveMedia, Media, MediaWanted
from engine.wire.metrics import ModelInfo, StepRecord
from engine.wire.sampling_params import SamplingParams
from engine.wire.sources import SourceEnded, SourceRead

_PATIENCE_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class Moment:
    """Seconds of ``perf_counter``, and of the processor that the engine's thread has used."""

    clock: float
    processor: float


@dataclass
class Heard:
    """What came of one request; times are seconds of ``perf_counter``."""

    asked: float
    started: Started | None = None
    token_times: list[float] = field(default_factory=list)
    token_counts: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    finished: Finished | None = None

    @property
    def first_token_seconds(self) -> float:
        """From asking to the first piece of text."""
        return self.token_times[0] - self.asked

    def gaps(self, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Seconds between two pieces of text, as far as a span of time touches them."""
        return [
            later - earlier
            for earlier, later in itertools.pairwise(self.token_times)
            if later >= since and earlier <= until
        ]


class EngineHarness:
    """Runs one model; a second thread encodes every event, as the process does for its pipe."""

    def __init__(
        self,
        path: str,
        config: EngineConfig,
        audit_mode: AuditMode = AuditMode.LOG,
        loader: BackendLoader = load,
    ) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)  # as the engine's process does
        self._changed = threading.Condition()
        self._outbox: queue.SimpleQueue[tuple[Moment, Event] | None] = queue.SimpleQueue()
        self._engine = Engine(loader, self._report, audit_mode=audit_mode)
        # Not waited for where a benchmark ends by an exception, before it closes anything.
        self._thread = threading.Thread(target=self._engine.run, daemon=True)
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._next_id = 0
        self.heard: dict[int, Heard] = {}
        self.steps: list[StepRecord] = []
        self.step_times: list[Moment] = []
        self._trouble: str | None = None
        self.snapshot: Snapshot | None = None
        self.info: ModelInfo | None = None
        self.contents: dict[str, GiveMedia] = {}  # by digest: what may be asked for
        self.source_ends: list[SourceRead | SourceEnded] = []
        self._thread.start()
        self._writer.start()
        self._engine.submit(LoadModel(path, config))
        self.wait_until(lambda: self.info is not None)

    def ask(
        self,
        conversation: str,
        texts: Sequence[str],
        *,
        max_tokens: int | None = None,
        temperature: float = 0.7,
        media: tuple[Media, ...] = (),
        system: str = "",
    ) -> Heard:
        """Submit a conversation whose texts alternate, the user's first, which has the media."""
        self._next_id += 1
        roles = (Role.USER, Role.ASSISTANT)
        messages = tuple(
            ChatMessage(roles[i % 2], each, media=() if i else media)
            for i, each in enumerate(texts)
        )
        if system:
            messages = (ChatMessage(Role.SYSTEM, system), *messages)
        sampling = SamplingParams(
            max_tokens=max_tokens, temperature=temperature, seed=self._next_id
        )
        heard = self.heard[self._next_id] = Heard(time.perf_counter())
        self._engine.submit(Submit(self._next_id, conversation, messages, sampling))
        return heard

    def cancel(self, heard: Heard) -> None:
        """Stop a request."""
        number = next(number for number, each in self.heard.items() if each is heard)
        self.submit(Cancel(number))

    def submit(self, command: Command) -> None:
        """Hand over any command."""
        self._engine.submit(command)

    def wait(self, *heard: Heard) -> None:
        """Wait for the ends of these requests. Raises RuntimeError if one has failed."""
        self.wait_until(lambda: all(each.finished is not None for each in heard))
        for each in heard:
            if each.finished is not None and each.finished.error is not None:
                raise RuntimeError(each.finished.error.text)

    def wait_for_any(self, heard: Sequence[Heard]) -> None:
        """Wait for the end of one of these, if there are any."""
        self.wait_until(lambda: not heard or any(each.finished for each in heard))

    def wait_for_tokens(self, heard: Heard, count: int) -> None:
        """Wait until a reply has come in so many pieces."""
        self.wait_until(lambda: len(heard.token_times) >= count)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so; it is looked at after every event.

        Raises RuntimeError if the model cannot be loaded.
        """
        with self._changed:
            so = self._changed.wait_for(lambda: condition() or self._trouble, _PATIENCE_SECONDS)
        if self._trouble is not None:
            raise RuntimeError(self._trouble)
        assert so

    def forget_steps(self) -> None:
        """Begin to collect steps anew."""
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
            encode(reported[1])
            self._hear(*reported)

    def _hear(self, moment: Moment, event: Event) -> None:
        with self._changed:
            match event:
                case ModelLoaded():
                    self.info = event.info
                case ModelFailed():
                    self._trouble = event.error.text
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
                        self._note(each, moment.clock)
            self._changed.notify_all()

    def _note(self, event: GenerationEvent, now: float) -> None:
        heard = self.heard[event.request_id]
        match event:
            case Started():
                heard.started = event
            case TextDelta():
                heard.token_times.append(now)
                heard.token_counts.append(event.token_count)
                heard.text.append(event.text)
            case Finished():
                heard.finished = event
