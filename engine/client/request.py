"""One request on the window's side: its events, how to read them, how to end it."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

import msgspec

from engine.messages.errors import EngineError
from engine.messages.events import (
    ErrorReport,
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    Queued,
    Started,
    TextDelta,
)
from engine.messages.media import MediaProgress
from engine.messages.usage import ReplyUsage


class Mailbox:
    """The events of one request on their way to its reader; the last is a Finished.

    What is not read yet becomes one piece of text, and only the newest progress: a reader may
    take its time, and there is never more to read than what the reply says.
    """

    def __init__(self, request_id: int, conversation_id: str) -> None:
        """Begin empty."""
        self.request_id = request_id
        self.conversation_id = conversation_id
        self.submission = b""  # the frame to send once a model is ready
        self._events: deque[GenerationEvent] = deque()
        self._arrived = asyncio.Event()
        self._queue_position = 0
        self._usage = ReplyUsage()
        self._is_finished = False

    def put(self, event: GenerationEvent) -> None:
        """Add an event and wake the reader; what comes after a Finished is dropped."""
        # A process that dies after its Finished makes the client write another one.
        if self._is_finished:
            return
        self._is_finished = isinstance(event, Finished)
        self._note_usage(event)
        merged = _merged(self._events[-1], event) if self._events else None
        if merged is None:
            self._events.append(event)
        else:
            self._events[-1] = merged
        self._arrived.set()

    @property
    def unread_count(self) -> int:
        """Return how many events wait for the reader."""
        return len(self._events)

    def queue_at(self, position: int) -> None:
        """Report a new place in the queue."""
        if position != self._queue_position:
            self._queue_position = position
            self.put(Queued(self.request_id, position))

    def finish(self, reason: FinishReason, error: EngineError | None = None) -> None:
        """Write the Finished that the engine cannot send."""
        report = ErrorReport.of(error) if error else None
        self.put(Finished(self.request_id, reason, self._usage, report))

    async def read(self) -> AsyncGenerator[GenerationEvent, None]:
        """Yield what has come and what comes; wakes once for all events of a step."""
        while self._events or not self._is_finished:
            while self._events:
                yield self._events.popleft()
            if not self._is_finished:
                # Nothing awaits between the check and this, so that no event can be missed.
                self._arrived.clear()
                await self._arrived.wait()

    def _note_usage(self, event: GenerationEvent) -> None:
        """Note what it cost so far, in case the process dies before it reports that."""
        if isinstance(event, Started):
            # What the slot holds at the end only the engine can say: 0 is unknown.
            self._usage = replace(event.usage, context_tokens=0)
        elif isinstance(event, TextDelta):
            self._usage = replace(self._usage, reply_tokens=event.token_count)


def _merged(unread: GenerationEvent, event: GenerationEvent) -> GenerationEvent | None:
    """Return one event that replaces both, or None if both have to be read."""
    match unread, event:
        # Reasoning and answer are shown and stored apart, so they never become one piece.
        case TextDelta(), TextDelta() if unread.channel is event.channel:
            return msgspec.structs.replace(event, text=unread.text + event.text)
        case (PrefillProgress(), PrefillProgress()) | (MediaProgress(), MediaProgress()):
            return event
        case _:
            return None


def fail(mailboxes: dict[int, Mailbox], error: EngineError) -> None:
    """End all of these requests, and forget them."""
    for mailbox in mailboxes.values():
        mailbox.finish(FinishReason.FAILED, error)
    mailboxes.clear()


class Request:
    """One request that was submitted. It ends in exactly one Finished, whatever happens."""

    def __init__(self, mailbox: Mailbox, cancel: Callable[[int], None]) -> None:
        """Made by ``EngineClient.submit``."""
        self._mailbox = mailbox
        self._cancel = cancel
        self.is_cancelled = False  # whether ``cancel`` was called, also after its end

    @property
    def id(self) -> int:
        """Return the number that its events carry; never used twice by one client."""
        return self._mailbox.request_id

    @property
    def conversation_id(self) -> str:
        """Return the conversation that is being answered."""
        return self._mailbox.conversation_id

    @property
    def unread_count(self) -> int:
        """Return how many events wait for the reader; few, however slow it is."""
        return self._mailbox.unread_count

    def events(self) -> AsyncGenerator[GenerationEvent, None]:
        """Yield its events up to the Finished, to one reader; leaving early does not cancel it."""
        return self._mailbox.read()

    def cancel(self) -> None:
        """Ask for its end; read on until Finished(CANCELLED) to keep the text written so far."""
        self.is_cancelled = True
        self._cancel(self.id)
