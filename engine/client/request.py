"""One request for a reply: its events, their reader, its end."""

from collections.abc import AsyncGenerator, Callable

import msgspec
from msgspec.structs import replace

from engine.ipc.calls import Mailbox
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
from engine.messages.metrics import ReplyUsage


class Request:
    """One submitted request. It always ends in exactly one Finished.

    Attributes:
        id: the number of its events; never used twice by one client.
        conversation_id: the conversation that is being answered.
        submission: the frame to send once a model is ready.
        is_cancelled: whether ``cancel`` was called, also after its end.
    """

    def __init__(
        self, number: int, conversation_id: str, cancel: Callable[[int], None], frame: bytes = b""
    ) -> None:
        """Called by a client only."""
        self.id = number
        self.conversation_id = conversation_id
        self.submission = frame
        self.is_cancelled = False
        self._cancel = cancel
        self._mailbox = Mailbox[GenerationEvent](_merged, lambda event: isinstance(event, Finished))
        self._queue_position = 0
        self._usage = ReplyUsage()

    @property
    def is_finished(self) -> bool:
        """Return whether its Finished has arrived."""
        return self._mailbox.is_finished

    async def wait_finished(self, seconds: float | None = None) -> None:
        """Wait for its Finished to arrive, but no longer than this; None is without limit."""
        await self._mailbox.wait_finished(seconds)

    @property
    def unread_count(self) -> int:
        """Return the number of unread events; small, however slow the reader is."""
        return self._mailbox.unread_count

    def events(self) -> AsyncGenerator[GenerationEvent, None]:
        """Yield its events up to the Finished, to one reader; leaving early does not cancel it."""
        return self._mailbox.read()

    def hand_over(self, number: int, cancel: Callable[[int], None]) -> None:
        """Let a client answer a request that has waited elsewhere, for its model to be loaded."""
        self.id, self._cancel, self._queue_position = number, cancel, 0

    def cancel(self) -> None:
        """Request its end; read until Finished(CANCELLED) to keep the text written so far."""
        self.is_cancelled = True
        self._cancel(self.id)

    def put(self, event: GenerationEvent) -> None:
        """Add an event of the engine; events after a Finished are dropped."""
        if isinstance(event, Started):
            # For a process that dies before its Finished; the content of the slot is unknown then.
            self._usage = replace(event.usage, context_tokens=0)
        elif isinstance(event, TextDelta):
            self._usage = replace(self._usage, reply_tokens=event.token_count)
        self._mailbox.put(event)

    def queue_at(self, position: int) -> None:
        """Report a new place in the queue."""
        if position != self._queue_position:
            self._queue_position = position
            self.put(Queued(self.id, position))

    def finish(self, reason: FinishReason, error: EngineError | None = None) -> None:
        """Add the Finished that the engine cannot send."""
        report = ErrorReport.of(error) if error else None
        self.put(Finished(self.id, reason, self._usage, report))


def _merged(unread: GenerationEvent, event: GenerationEvent) -> GenerationEvent | None:
    """Return one event that replaces both, or None if both have to be read."""
    match unread, event:
        # Reasoning and answer are displayed and stored separately, so they are never merged.
        case TextDelta(), TextDelta() if unread.channel is event.channel:
            return msgspec.structs.replace(
                event, text=unread.text + event.text, logprobs=unread.logprobs + event.logprobs
            )
        case (
            (PrefillProgress(), PrefillProgress())
            | (MediaProgress(), MediaProgress())
            | (Queued(), Queued())
        ):
            return event
        case _:
            return None


def fail(requests: dict[int, Request], error: EngineError) -> None:
    """Fail all of these requests, and remove them."""
    for request in requests.values():
        request.finish(FinishReason.FAILED, error)
    requests.clear()
