"""One further client of the engine: what it may ask, its numbers, and what it sees."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from engine.ipc.frames import BrokenFrame
from engine.ipc.lazy_text import lazy
from engine.messages.commands import (
    Cancel,
    CheckGrammar,
    Command,
    CountTokens,
    Forget,
    ReportCache,
    ReportState,
    Submit,
    WeighPrompt,
)
from engine.messages.events import (
    Answer,
    CacheReport,
    Finished,
    GenerationEvent,
    Snapshot,
    StepEvents,
)
from engine.messages.framing import EVENTS
from engine.messages.programs import is_program
from engine.messages.request_options import Rank

MOST_OPEN = 1024  # requests and questions that have no answer yet
MOST_WEIGHED = 4  # prompts that are made to be weighed; the worker makes the tabs', too
MOST_OPEN_BYTES = 256 << 20  # of them
MOST_UNREAD_BYTES = 8 << 20  # that a client has not taken; one that does not read is cut

Numbered: TypeAlias = GenerationEvent | Answer | Snapshot | CacheReport
_Asking: TypeAlias = Submit | CountTokens | CheckGrammar | WeighPrompt | ReportState | ReportCache


class ClientConnection:
    """What a client has asked, by the engine's numbers, which are nobody else's."""

    def __init__(self, writer: asyncio.StreamWriter, numbers: Iterator[int]) -> None:
        self._writer = writer
        self._numbers = numbers
        self._own: dict[int, int] = {}  # its number by the engine's
        self._ours: dict[int, int] = {}  # and the other way round
        self._bytes: dict[int, int] = {}
        self._weighed: set[int] = set()

    def accept(self, command: Command, byte_count: int) -> Command | None:
        """Return what the engine is to do; None for nothing. Raises BrokenFrame.

        Whoever breaks a rule is a bug or worse; it is not argued with.
        """
        match command:
            case Submit() | CountTokens() | CheckGrammar() | WeighPrompt():
                _check(command)
                return self._opened(command, byte_count)
            case ReportState() | ReportCache():
                return self._opened(command, byte_count)
            case Cancel():
                number = self._ours.get(command.request_id)
                return None if number is None else Cancel(number)
            case Forget() if is_program(command.conversation_id):
                return command
        raise _refusal()

    @property
    def is_weighing(self) -> bool:
        """Return whether it has asked for as many prompts as may be weighed ahead of a tab's."""
        return len(self._weighed) >= MOST_WEIGHED

    def is_open(self, number: int) -> bool:
        """Return whether it waits for what has this number of the engine's."""
        return number in self._own

    def deliver(self, events: Iterable[Numbered]) -> list[int]:
        """Send events with the client's numbers; return the engine's of what has ended."""
        of_step: list[GenerationEvent] = []
        ended: list[int] = []
        for event in events:
            number = event.request_id
            own = msgspec.structs.replace(event, request_id=self._own[number])
            match own:
                case Snapshot():
                    self.send(_seen_snapshot(own))
                case CacheReport():
                    self.send(_seen_report(own))
                case _ if isinstance(own, GenerationEvent):
                    of_step.append(own)
                case _:
                    self.send(own)
            if not isinstance(event, GenerationEvent) or isinstance(event, Finished):
                ended.append(number)
        if of_step:
            self.send(StepEvents(tuple(of_step)))
        for number in ended:
            del self._ours[self._own.pop(number)]
            del self._bytes[number]
            self._weighed.discard(number)
        return ended

    def send(self, event: msgspec.Struct) -> None:
        """Send an event; who leaves too many unread is cut."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        self._writer.write(EVENTS.encode(event))
        if transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            transport.abort()

    def close(self) -> list[Cancel]:
        """Close the connection; return what ends its requests, and its questions unanswered."""
        self._writer.transport.abort()
        return [Cancel(number) for number in self._own]

    def _opened(self, command: _Asking, byte_count: int) -> Command:
        """Return a question with a number of the engine's."""
        own = command.request_id
        is_too_much = sum(self._bytes.values()) + byte_count > MOST_OPEN_BYTES
        if own in self._ours or len(self._own) >= MOST_OPEN or is_too_much:
            raise _refusal()
        number = next(self._numbers)
        self._own[number], self._ours[own] = own, number
        self._bytes[number] = byte_count
        if isinstance(command, WeighPrompt):
            self._weighed.add(number)
        return msgspec.structs.replace(command, request_id=number)


def _check(command: Submit | CountTokens | CheckGrammar | WeighPrompt) -> None:
    """Raise BrokenFrame where a command is about what is not a program's."""
    if isinstance(command, CheckGrammar):
        return
    if not is_program(command.conversation_id):
        raise _refusal()
    # A tab's rank is the window's alone: with it, a program could keep the user waiting.
    if isinstance(command, Submit) and command.options.rank is Rank.TAB:
        raise _refusal()


def _refusal() -> BrokenFrame:
    return BrokenFrame(lazy("This request is not allowed."))


def _seen_snapshot(snapshot: Snapshot) -> Snapshot:
    """Return the engine as a program sees it: chats of the window have no names."""
    slots = tuple(
        msgspec.structs.replace(each, conversation_id=_seen(each.conversation_id))
        for each in snapshot.slots
    )
    waiting = tuple(_seen(each) or "" for each in snapshot.waiting)
    return msgspec.structs.replace(snapshot, slots=slots, waiting=waiting, steps=())


def _seen(conversation_id: str | None) -> str | None:
    return conversation_id if conversation_id is None or is_program(conversation_id) else ""


def _seen_report(report: CacheReport) -> CacheReport:
    entries = tuple(each for each in report.entries if is_program(each.conversation_id))
    return msgspec.structs.replace(report, entries=entries)
