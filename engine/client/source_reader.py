"""Readings of sources by the engine: their waiting callers and their results."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from engine.client.request import Request, fail
from engine.messages.commands import Cancel, Command
from engine.messages.errors import EngineError, ErrorReport
from engine.messages.framing import encode_command
from engine.messages.sources import (
    DiscardSource,
    ReadSource,
    SourceEnded,
    SourceEvent,
    SourceProgress,
    SourceRead,
)

OnProgress: TypeAlias = Callable[[SourceProgress], None]
SourceEnd: TypeAlias = SourceRead | SourceEnded


class _Reading(msgspec.Struct, eq=False):
    command: ReadSource
    on_progress: OnProgress
    is_sent: bool = False
    end: asyncio.Future[SourceEnd] = msgspec.field(default_factory=asyncio.Future)


class SourceReader:
    """Requests readings from the engine process, each with one end; lives on the client's loop.

    ``send`` sends a command to the process and returns whether there is one. ``waiting`` are the
    requests for replies that also wait for a model.
    """

    def __init__(self, send: Callable[[Command], bool], waiting: dict[int, Request]) -> None:
        self._send = send
        self._waiting = waiting
        self._readings: dict[int, _Reading] = {}

    @property
    def is_reading(self) -> bool:
        """Return whether a source is being read, or waits to be."""
        return bool(self._readings)

    async def read(
        self, command: ReadSource, on_progress: OnProgress, *, is_ready: bool
    ) -> SourceEnd:
        """Return the result of a reading; cancelling the caller pauses it.

        It begins with ``begin_all`` if no model ``is_ready``.
        """
        number = command.request_id
        try:
            encode_command(command)  # a message that no frame can hold fails with a reason
        except EngineError as error:
            return SourceEnded(number, ErrorReport.of(error))
        reading = _Reading(command, on_progress)
        self._readings[number] = reading
        try:
            if is_ready:
                self.begin_all()
            return await reading.end
        except asyncio.CancelledError:
            # Cancelling a command that was never sent would cancel another request of the next
            # process.
            if reading.is_sent:
                self._send(Cancel(number))
            raise
        finally:
            del self._readings[number]

    def begin_all(self) -> None:
        """Request the readings that have waited for a model."""
        for reading in self._readings.values():
            reading.is_sent = reading.is_sent or self._send(reading.command)

    def follow(self, event: SourceEvent) -> None:
        """Report a reading's result to its caller, unless that was cancelled."""
        reading = self._readings.get(event.request_id)
        if reading is None or reading.end.done():
            return
        if isinstance(event, SourceProgress):
            reading.on_progress(event)
        else:
            reading.end.set_result(event)

    def end_sent(self, error: EngineError) -> None:
        """End the readings whose process has ended."""
        self._end(error, is_sent=True)

    def fail_waiting(self, error: EngineError) -> None:
        """Fail the readings and requests that wait for a model, because none will be loaded."""
        fail(self._waiting, error)
        self._end(error, is_sent=False)

    def discard(self, source_key: str) -> None:
        """Remove the cached state of a deleted source."""
        self._send(DiscardSource(source_key))

    def _end(self, error: EngineError, *, is_sent: bool) -> None:
        for number, reading in self._readings.items():
            if reading.is_sent is is_sent and not reading.end.done():
                reading.end.set_result(SourceEnded(number, ErrorReport.of(error)))
