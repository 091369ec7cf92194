"""Hands events of all replies to the window: together, at most some thirty times a second."""

import asyncio
from collections.abc import Callable

import msgspec

from engine.messages.events import GenerationEvent, PrefillProgress, StepEvents, TextDelta

INTERVAL_SECONDS = 0.033
MOST_TEXT = 1 << 20  # letters in one piece
FRAME_TEXT = 2 << 20  # in one frame, which has a limit


class StepReporter:
    """Reports the first event after a pause at once, then what has come since, merged."""

    def __init__(self, report: Callable[[msgspec.Struct], None]) -> None:
        self._report = report
        self._events: list[GenerationEvent] = []
        self._newest: dict[int, int] = {}  # where the last event of a request is
        self._timer: asyncio.TimerHandle | None = None
        self._reported_at = float("-inf")

    def put(self, event: GenerationEvent) -> None:
        """Take an event; it is reported within the interval."""
        index = self._newest.get(event.request_id)
        merged = None if index is None else _merged(self._events[index], event)
        if index is not None and merged is not None:
            self._events[index] = merged
        else:
            self._newest[event.request_id] = len(self._events)
            self._events.append(event)
        # Where the last report is long ago this is a time that has passed: the loop's next turn.
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
        """Return how many events fit into a frame."""
        letters = 0
        for index, event in enumerate(self._events):
            letters += len(event.text) if isinstance(event, TextDelta) else 0
            if letters > FRAME_TEXT and index:
                return index
        return len(self._events)


def _merged(unread: GenerationEvent, event: GenerationEvent) -> GenerationEvent | None:
    """Return one event in place of both, None where both are needed."""
    match unread, event:
        case TextDelta(), TextDelta() if unread.channel is event.channel:
            if len(unread.text) + len(event.text) > MOST_TEXT:
                return None
            return msgspec.structs.replace(event, text=unread.text + event.text)
        case PrefillProgress(), PrefillProgress():
            return event
    return None
