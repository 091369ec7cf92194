"""The body of a reply: its events, its text in two channels, its usage, and its reports."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TypeAlias

import httpx2
import msgspec

from engine.dialects.errors import MAX_REFUSAL_BYTES
from engine.dialects.events import EventReader, Told, form_of
from engine.dialects.generation import Figures
from engine.ipc.lazy_text import lazy
from engine.messages.errors import EndpointFault
from engine.messages.events import (
    Channel,
    GenerationEvent,
    PrefillProgress,
    StepEvents,
    TextDelta,
)
from engine.messages.metrics import ReplyUsage, ReuseOrigin
from engine.remote.connections import Times
from engine.text.reasoning import ReasoningMarkers, ReasoningSplitter

INTERVAL_SECONDS = 0.033
MAX_TEXT = 1 << 20  # characters in one piece
MAX_FRAME_TEXT = 2 << 20  # characters in one frame, whose size is limited

Piece: TypeAlias = tuple[Channel, str]

# Markers of reasoning, for servers that leave them in the answer.
_MARKERS = ReasoningMarkers(
    opening=("<think>", "<thinking>", "[THINK]", "<seed:think>"),
    closing=("</think>", "</thinking>", "[/THINK]", "</seed:think>"),
)


async def events_of(response: httpx2.Response, key: str | None = None) -> AsyncGenerator[Told]:
    """Yield the type and the data of each event. Raises EndpointFault, which omits the key."""
    host = response.request.url.host
    form = form_of(response.headers.get("Content-Type", ""))
    if form is None:
        text = (await beginning_of(response)).decode("utf-8", "replace")
        raise EndpointFault(
            lazy(
                "{host} sent something other than a reply: {text}",
                host=host,
                text=" ".join((text.replace(key, "…") if key else text).split())[:200],
            )
        )
    reader = EventReader(form, host)
    async for piece in response.aiter_bytes():
        for told in reader.feed(piece):
            yield told
    for told in reader.finish():
        yield told


async def beginning_of(response: httpx2.Response) -> bytes:
    """Return the first bytes of a body, which may be endless."""
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) >= MAX_REFUSAL_BYTES:
            break
    return bytes(content[:MAX_REFUSAL_BYTES])


class ReplyText:
    """Assigns pieces to channels: by the server's fields, else by the markers in the answer.

    Halves of a surrogate pair that arrive in two pieces are joined; an unpaired one becomes U+FFFD.
    """

    def __init__(self) -> None:
        self._half = {Channel.REASONING: "", Channel.ANSWER: ""}
        self._splitter: ReasoningSplitter | None = ReasoningSplitter(_MARKERS)

    def add(self, thinking: str, answer: str, *, is_end: bool = False) -> list[Piece]:
        """Return the text that is certain now; at the end all of it."""
        pieces: list[Piece] = []
        if thought := self._whole(Channel.REASONING, thinking, is_end=is_end):
            if not is_end:
                self._splitter = None  # the server separates reasoning itself
            pieces.append((Channel.REASONING, thought))
        if text := self._whole(Channel.ANSWER, answer, is_end=is_end):
            if self._splitter is None:
                pieces.append((Channel.ANSWER, text))
            else:
                pieces += self._splitter.feed(text)
        if is_end and self._splitter is not None:
            pieces += self._splitter.flush()
        return pieces

    def _whole(self, channel: Channel, text: str, *, is_end: bool) -> str:
        text, self._half[channel] = self._half[channel] + text, ""
        if not is_end and text and "\ud800" <= text[-1] <= "\udbff":
            text, self._half[channel] = text[:-1], text[-1]
        if text.isascii():
            return text
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class ReplyFigures:
    """Collects the figures of one reply; all times are the loop's."""

    def __init__(self, began: float, endpoint_name: str) -> None:
        self._endpoint_name = endpoint_name
        self._began = began
        self.times = Times(began)
        self.reported = Figures()
        self.prompt_tokens = 1  # estimated
        self.dropped_messages = 0
        self.waited_seconds = 0.0
        self._queue_seconds: float | None = None
        self._first_text: float | None = None
        self._last_text = began
        self._pieces = 0

    def attempt(self, now: float, waited_seconds: float) -> None:
        """Record that the request is sent, perhaps again after a wait."""
        self.times = Times(now)
        self.waited_seconds += waited_seconds

    def note(self, figures: Figures, now: float) -> None:
        """Record figures of the server."""
        self.reported = self.reported.updated(figures)
        if self._queue_seconds is None and figures.done_seconds is not None:
            # Reading began this long ago; before, the request waited on the server.
            sent = self.times.sent or self.times.began
            self._queue_seconds = max(0.0, now - sent - figures.done_seconds)

    def note_text(self, now: float) -> None:
        """Record the arrival of a piece of the reply, usually one token."""
        self._pieces += 1
        self._last_text = now
        if self._first_text is None:
            self._first_text = now

    @property
    def reply_tokens(self) -> int:
        """Return the number of tokens of the reply."""
        reported = self.reported.reply_tokens
        return self._pieces if reported is None else reported

    def usage(self) -> ReplyUsage:
        """Return the usage. Times that the server does not report are measured here."""
        reported = self.reported
        prompt = max(1, reported.prompt_tokens or self.prompt_tokens)
        reused = min(reported.cached_tokens or 0, prompt)
        queue = (
            reported.queue_seconds if reported.queue_seconds is not None else self._queue_seconds
        )
        first = None if self._first_text is None else self._first_text - self._began
        writing = reported.writing_seconds
        if writing is None:
            writing = self._last_text - (self._first_text or self._last_text)
        return ReplyUsage(
            prompt_tokens=prompt,
            reused_tokens=reused,
            reused_from=ReuseOrigin.READY if reused else ReuseOrigin.NOWHERE,
            reply_tokens=self.reply_tokens,
            dropped_messages=self.dropped_messages,
            context_tokens=prompt + self.reply_tokens,
            queue_seconds=self.waited_seconds + (queue or 0.0),
            first_token_seconds=first,
            decode_seconds=writing,
            drafted_tokens=reported.drafted_tokens or 0,
            accepted_tokens=reported.accepted_tokens or 0,
            network_seconds=self.times.network_seconds,
            reading_seconds=reported.reading_seconds or 0.0,
            endpoint_name=self._endpoint_name,
        )


class StepReporter:
    """Reports the first event after a pause at once, then the following ones merged."""

    def __init__(self, report: Callable[[msgspec.Struct], None]) -> None:
        self._report = report
        self._events: list[GenerationEvent] = []
        self._newest: dict[int, int] = {}  # the index of the last event of a request
        self._timer: asyncio.TimerHandle | None = None
        self._reported_at = float("-inf")

    def put(self, event: GenerationEvent) -> None:
        """Add an event; it is reported within the interval."""
        index = self._newest.get(event.request_id)
        merged = None if index is None else _merged(self._events[index], event)
        if index is not None and merged is not None:
            self._events[index] = merged
        else:
            self._newest[event.request_id] = len(self._events)
            self._events.append(event)
        # If the last report is long ago, this time has passed: the loop's next turn reports.
        if self._timer is None:
            self._start_timer()

    def _flush(self) -> None:
        self._timer = None
        self._reported_at = asyncio.get_running_loop().time()
        count = self._frame_length()
        events, self._events = self._events[:count], self._events[count:]
        self._newest = {each.request_id: index for index, each in enumerate(self._events)}
        if self._events:
            self._start_timer()
        self._report(StepEvents(tuple(events)))

    def _start_timer(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(self._reported_at + INTERVAL_SECONDS, self._flush)

    def _frame_length(self) -> int:
        """Return the number of events that fit into a frame."""
        characters = 0
        for index, event in enumerate(self._events):
            characters += len(event.text) if isinstance(event, TextDelta) else 0
            if characters > MAX_FRAME_TEXT and index:
                return index
        return len(self._events)


def _merged(unread: GenerationEvent, event: GenerationEvent) -> GenerationEvent | None:
    """Return one event in place of both; None if both are needed."""
    match unread, event:
        case TextDelta(), TextDelta() if unread.channel is event.channel:
            if len(unread.text) + len(event.text) > MAX_TEXT:
                return None
            return msgspec.structs.replace(event, text=unread.text + event.text)
        case PrefillProgress(), PrefillProgress():
            return event
    return None
