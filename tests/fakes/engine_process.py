"""A scripted engine in a real engine process; started with ``ENGINE_COMMAND``.

What the model's file is called says how loading goes: ``missing`` fails, ``crash`` aborts the
process, ``hang`` never ends, ``large`` has no room for many slots, ``seeing`` sees pictures;
anything else is loaded. What the last message says is what happens next; with pictures how large
the first of them is:

    say 5        five words, one per step, then STOP
    think 3      three words of reasoning, then the answer
    slide        a word, the oldest turn slides out, another word
    on and on    words until cancelled
    again        one sentence 1,000 times, or until that is noticed
    abort        one word, then the process aborts as a failed assertion of the library does
    hang         one word, then the engine thread hangs
    bug          an exception that nobody knows
    print        prints to stdout from Python and from below it, then says two words
    environment  the names of all environment variables
    call add {"a": 1}   a call of a tool; further ones follow after " & ". After the results, the
                 next line of the message says what happens, if there is one
    Write a title …  a title
    …            "You said: …"

Pictures of the last message are asked for first; what comes is said before all else.
Sources are read in three pieces, one per step; one that begins with ``too large`` does not fit, and
one with ``slowly`` is read to the second piece only. What was read once is warm.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NoReturn

from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import Shutdown
from engine.ipc.serve import serve
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    ClearCache,
    Command,
    DiscardConversation,
    LoadModel,
    MediaAnswer,
    ReportCache,
    Role,
    Submit,
)
from engine.messages.events import (
    CacheReport,
    Channel,
    ErrorReport,
    Event,
    Finished,
    FinishReason,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    Queued,
    Slid,
    Started,
    StepEvents,
    TextDelta,
)
from engine.messages.framing import COMMANDS, EVENTS
from engine.messages.media import GiveMedia, MediaWanted, RefuseMedia
from engine.messages.metrics import CacheEntry, ModelInfo, ReplyUsage, StepRecord
from engine.messages.sources import (
    DiscardSource,
    ReadSource,
    SourceEnded,
    SourceProgress,
    SourceRead,
)
from engine.text.repetition import RepetitionDetector

ENGINE_COMMAND = (sys.executable, str(Path(__file__).resolve()))
SLOT_COUNT = 4
LARGE_SLOT_COUNT = 8
STEP_SECONDS = 0.002
SOURCE_PIECES = 3
GRACE_SECONDS = 2.8


@dataclass(frozen=True)
class _Thought:
    word: str


@dataclass(frozen=True)
class _Slide:
    first_message: int = 2


@dataclass
class _Reply:
    request_id: int
    pieces: Iterator[str | _Thought | _Slide]
    slot: int
    repetition: RepetitionDetector | None = None
    token_count: int = 0
    reason: FinishReason = FinishReason.STOP


@dataclass
class _Reading:
    command: ReadSource
    pieces: int = 0


@dataclass
class FakeEngine:
    """Answers as scripted; one word of every running reply per step."""

    report: Callable[[Event], None]
    step_count: int = 0
    is_busy: bool = False
    slice_count: int | None = None
    _inbox: SimpleQueue[Command] = field(default_factory=SimpleQueue)
    _waiting: list[Submit] = field(default_factory=list)
    _running: list[_Reply] = field(default_factory=list)
    _seen: dict[str, MediaAnswer | None] = field(default_factory=dict)
    _readings: list[_Reading] = field(default_factory=list)
    _read: dict[str, str] = field(default_factory=dict)
    _is_closing: bool = False
    _kept: tuple[CacheEntry, ...] = (
        CacheEntry(conversation_id="a", token_count=3412, disk_bytes=84 << 20),
        CacheEntry(conversation_id="", token_count=200, disk_bytes=5 << 20),
    )

    def submit(self, command: Command) -> None:
        """Put a command into the inbox; any thread."""
        self._inbox.put(command)

    def run(self) -> None:
        """Work until Shutdown."""
        while not self._is_closing:
            self._take_commands()
            self._admit()
            if self._running:
                self._step()
            if self._is_reading:
                self._read_on()

    def _take_commands(self) -> None:
        self.is_busy = bool(self._running)
        try:
            while not self._is_closing:
                is_idle = not self._running and not any(map(self._has_media, self._waiting))
                is_idle = is_idle and not self._is_reading
                self._handle(self._inbox.get(block=is_idle))
        except Empty:
            self.is_busy = True

    def _handle(self, command: Command) -> None:
        match command:
            case Shutdown():
                self._is_closing = True
            case LoadModel():
                self._load(command)
            case ReportCache():
                sources = (
                    CacheEntry(conversation_id="", token_count=len(text), source_key=key)
                    for key, text in self._read.items()
                )
                report = CacheReport(
                    entries=(*self._kept, *sources),
                    limit_bytes=1 << 30,
                    request_id=command.request_id,
                )
                self.report(report)
            case ClearCache():
                self._kept = ()
            case DiscardConversation():
                self._kept = tuple(
                    each for each in self._kept if each.conversation_id != command.conversation_id
                )
            case Cancel():
                self._cancel(command.request_id)
            case Submit():
                self._waiting.append(command)
                self._report(Queued(command.request_id, len(self._waiting)))
                self._ask_for_media(command)
            case GiveMedia() | RefuseMedia():
                self._seen[command.digest] = command
            case ReadSource():
                self._begin_reading(command)
            case DiscardSource():
                self._read.pop(command.source_key, None)
                self._end_forgotten(command.source_key)
            case _:
                pass

    @property
    def _is_reading(self) -> bool:
        return any(_has_next(each) for each in self._readings)

    def _begin_reading(self, command: ReadSource) -> None:
        if command.system.startswith("too large"):
            error = ErrorReport("ContextWindowExceeded", lazy("It is too large."))
            self.report(SourceEnded(command.request_id, error, 9000, 4000))
        elif self._read.get(command.source_key) == command.system:
            self._end_reading(command, was_warm=True)
        else:
            self._readings.append(_Reading(command))

    def _read_on(self) -> None:
        time.sleep(STEP_SECONDS)
        self.step_count += 1
        reading = next(each for each in self._readings if _has_next(each))
        reading.pieces += 1
        command, tokens = reading.command, len(reading.command.system)
        read = tokens * reading.pieces // SOURCE_PIECES
        self.report(SourceProgress(command.request_id, read, tokens))
        if reading.pieces == SOURCE_PIECES:
            self._readings.remove(reading)
            self._read[command.source_key] = command.system
            self._end_reading(command, was_warm=False)

    def _end_reading(self, command: ReadSource, *, was_warm: bool) -> None:
        tokens, seconds = len(command.system), 0.0 if was_warm else 1.0
        number, key = command.request_id, command.source_key
        self.report(SourceRead(number, key, tokens, 1000 * tokens, seconds, was_warm))

    def _end_forgotten(self, source_key: str) -> None:
        for each in tuple(self._readings):
            if each.command.source_key == source_key:
                self._readings.remove(each)
                self.report(SourceEnded(each.command.request_id, None))

    def _load(self, command: LoadModel) -> None:
        path = command.path
        self.report(ModelLoading(path, 0.5))
        match Path(path).stem:
            case "missing":
                error = ErrorReport("ModelLoadFailed", lazy("There is no such file."))
                self.report(ModelFailed(path, error))
            case "large" if command.config.slot_count > LARGE_SLOT_COUNT:
                error = ErrorReport("NotEnoughMemory", lazy("So many slots do not fit."))
                self.report(ModelFailed(path, error))
            case "crash":
                os.abort()
            case "hang":
                time.sleep(3600)
            case _:
                self.report(ModelLoaded(model_info(path)))

    def _cancel(self, request_id: int) -> None:
        waiting = [command.request_id for command in self._waiting]
        running = [reply.request_id for reply in self._running]
        self._waiting = [c for c in self._waiting if c.request_id != request_id]
        self._running = [r for r in self._running if r.request_id != request_id]
        for reading in [each for each in self._readings if each.command.request_id == request_id]:
            self._readings.remove(reading)
            self.report(SourceEnded(request_id))
        if request_id in waiting + running:
            self._report(Finished(request_id, FinishReason.CANCELLED, ReplyUsage()))

    def _admit(self) -> None:
        ready = [command for command in self._waiting if self._has_media(command)]
        while ready and len(self._running) < SLOT_COUNT:
            command = ready.pop(0)
            self._waiting.remove(command)
            taken = {reply.slot for reply in self._running}
            slot = min(set(range(SLOT_COUNT)) - taken)
            pieces = _script(_line_of(command.messages))
            seen = [_looked_at(self._seen[digest]) for digest in _media_of(command)]
            repetition = RepetitionDetector() if command.options.ends_repetition else None
            reply = _Reply(command.request_id, chain(seen, pieces), slot, repetition)
            self._running.append(reply)
            self._report(Started(command.request_id, slot, ReplyUsage(prompt_tokens=7)))

    def _ask_for_media(self, command: Submit) -> None:
        for digest in _media_of(command):
            if digest not in self._seen:
                self._seen[digest] = None
                self.report(MediaWanted(digest))

    def _has_media(self, command: Submit) -> bool:
        return all(self._seen[digest] is not None for digest in _media_of(command))

    def _step(self) -> None:
        time.sleep(STEP_SECONDS)
        self.step_count += 1
        slots = tuple(sorted(reply.slot for reply in self._running))
        events = tuple(self._next_event(reply) for reply in tuple(self._running))
        record = StepRecord(decode_slots=slots, decode_seconds=STEP_SECONDS)
        self.report(StepEvents(events, record))

    def _next_event(self, reply: _Reply) -> TextDelta | Slid | Finished:
        word = next(reply.pieces, None)
        if word is None:
            self._running.remove(reply)
            usage = ReplyUsage(prompt_tokens=7, reply_tokens=reply.token_count)
            return Finished(reply.request_id, reply.reason, usage)
        if isinstance(word, _Slide):
            return Slid(reply.request_id, word.first_message, 5, is_read_again=False)
        reply.token_count += 1
        if isinstance(word, _Thought):
            return TextDelta(
                reply.request_id, word.word, reply.token_count, channel=Channel.REASONING
            )
        if reply.repetition is not None and reply.repetition.feed(word):
            reply.pieces, reply.reason = iter(()), FinishReason.REPETITION
        return TextDelta(reply.request_id, word, reply.token_count)

    def _report(self, event: Queued | Started | Finished) -> None:
        self.report(StepEvents((event,)))


def model_info(path: str) -> ModelInfo:
    """Return what the fake says of any file."""
    return ModelInfo(
        path=path,
        name=Path(path).stem,
        architecture="fake",
        parameter_count=1000,
        file_bytes=1000,
        vocabulary_size=1000,
        context_window=4096,
        trained_context=4096,
        slot_count=SLOT_COUNT,
        thread_count=1,
        gpu_layer_count=0,
        layer_count=1,
        device=lazy("CPU"),
        device_reason=lazy("it is a fake"),
        sees="seeing" in Path(path).stem,
    )


def _has_next(reading: _Reading) -> bool:
    is_slow = reading.command.system.startswith("slowly")
    return reading.pieces < (SOURCE_PIECES - 1 if is_slow else SOURCE_PIECES)


def _media_of(command: Submit) -> list[str]:
    return [media.digest for media in command.messages[-1].media] if command.messages else []


def _looked_at(answer: MediaAnswer | None) -> str:
    match answer:
        case GiveMedia():
            return f"I see {answer.width} x {answer.height}. "
        case RefuseMedia():
            return f"I see nothing: {answer.reason} "
    return ""


def _line_of(messages: tuple[ChatMessage, ...]) -> str:
    """Return what the last message says, or after results the next line of the question."""
    if not messages:
        return ""
    last = messages[-1].content
    if messages[-1].role is not Role.TOOL:
        return last.split("\n")[0] if last.startswith("call ") else last
    roles = [each.role for each in messages]
    asked = len(roles) - 1 - roles[::-1].index(Role.USER)
    lines = messages[asked].content.split("\n")
    number = roles[asked:].count(Role.ASSISTANT)
    return lines[number] if number < len(lines) else last


def _script(text: str) -> Iterator[str | _Thought | _Slide]:
    match text.split():
        case ["say", words]:
            yield from (f"word{number} " for number in range(int(words)))
        case ["think", words]:
            yield from (_Thought(f"thought{number} ") for number in range(int(words)))
            yield "answer"
        case ["slide"]:
            yield "before "
            yield _Slide()
            yield "behind"
        case ["Write", "a", "title", *_]:
            yield from ("Title: ", "“A talk ", "of tests”")
        case ["call", *_]:
            yield "I look. "
            for call in text.removeprefix("call ").split(" & "):
                name, _, arguments = call.partition(" ")
                yield "<tool_"
                yield f'call>\n{{"name": "{name}", "arguments": '
                yield f"{arguments}}}\n</tool_call>"
        case ["on", "and", "on"]:
            yield from (f"on {number} " for number in count(1))  # a repeated word ends a reply
        case ["again"]:
            yield from ("I said that before. " * 10 for _ in range(100))
        case ["abort"]:
            yield "last word"
            # The writer's thread needs a moment for the word: what was not written died with it.
            time.sleep(0.5)
            yield from _abort()
        case ["hang"]:
            yield "last word"
            time.sleep(3600)
        case ["bug"]:
            raise RuntimeError("a bug of the tests")
        case ["print"]:
            sys.stdout.write("printed by Python\n")
            sys.stdout.flush()
            os.write(1, b"\xff\xff\xff\xff printed below it\n")
            yield from ("still ", "here")
        case ["environment"]:
            yield " ".join(sorted(os.environ))
        case _:
            yield f"You said: {text}"


def _abort() -> NoReturn:
    os.write(2, b"GGML_ASSERT(n_tokens < n_batch) failed\n")
    os.abort()


if __name__ == "__main__":
    # Not by `engine.core.process`, whose imports take most of the time that a start takes.
    serve(FakeEngine, COMMANDS, EVENTS, grace_seconds=GRACE_SECONDS, heartbeat_seconds=0.1)
