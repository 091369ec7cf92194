"""Limits HTTP connections: their number, the size of headers, and the time of each step."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

MAX_CONNECTIONS = 256
MAX_HEADER_BYTES = 32 * 1024
HEADER_SECONDS = 10.0
IDLE_SECONDS = 30.0
SLICE_BYTES = 2048  # of a chunked body per turn of the loop: 340 chunks of one byte take 10 ms
MAX_FRAMING_BYTES = 64 * 1024  # of the chunk headers of one body
WRITE_SECONDS = 60.0  # seconds that a program may leave its answer unread

_LINGER_SECONDS = 1.0

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)


class LimitedProtocol(H11Protocol):
    """uvicorn's protocol with more limits; its own timeout only covers the time between requests.

    A request must begin and its headers must be complete within ``HEADER_SECONDS``, however slowly
    they arrive. A connection over the limit is closed at once, and so is one whose answers are not
    read.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._header_deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._arrived = b""  # received and not parsed yet
        self._next_turn: asyncio.Handle | None = None
        self._framing_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it if there are too many."""
        # Refused here, since uvicorn's own limit only applies when a request is complete: silent
        # clients could occupy the server for as long as they like.
        if len(self.connections) >= MAX_CONNECTIONS:
            self.transport = transport
            transport.write(_FULL)
            transport.close()
            return
        # Cast to asyncio's types, which have no protocol class for a transport's argument.
        super().connection_made(
            cast(
                asyncio.Transport,
                _Lingering(transport, self._is_unread, lambda: bool(self._arrived)),
            )
        )
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        self._stop_expecting()
        self._stop_waiting()
        self._arrived = b""
        if self._next_turn is not None:
            self._next_turn.cancel()
        if self in self.connections:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what arrives, unless the connection is being closed."""
        self._arrived += data
        if self._next_turn is None:
            self._read_slice()

    def _read_slice(self) -> None:
        """Parse as many bytes as one turn of the loop may take; the next turn parses the rest."""
        self._next_turn = None
        if self not in self.connections or self.transport.is_closing():
            self._arrived = b""
            return
        # Only chunked bodies take long per byte. A body of known length is one piece. Headers are
        # parsed whole; otherwise long ones would be refused with another message.
        is_chunked = self._is_unread() and (b"transfer-encoding", b"chunked") in self.headers
        count = len(self._arrived)
        if is_chunked:
            count = SLICE_BYTES
        elif not self._is_unread() and (end := self._arrived.find(b"\r\n\r\n")) >= 0:
            count = max(end + 4, SLICE_BYTES)
        data, self._arrived = self._arrived[:count], self._arrived[count:]
        before = len(self.cycle.body) if is_chunked else 0
        # uvicorn restarts its own timeout with each byte, so a second one is needed here.
        super().data_received(data)
        if is_chunked and self._is_unread():
            self._framing_bytes += len(data) - (len(self.cycle.body) - before)
        else:
            self._framing_bytes = 0
        if self._framing_bytes > MAX_FRAMING_BYTES:
            self._refuse_chunks()
            return
        if self._arrived:
            self.transport.pause_reading()
            self._next_turn = self.loop.call_soon(self._read_slice)
        elif not self.flow.read_paused:
            self.transport.resume_reading()
        # The next request, whose first bytes may be here, or the rest of an answered one.
        if self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE:
            self._expect_headers()
        else:
            self._stop_expecting()

    def pause_writing(self) -> None:
        """Wait until the program reads; abort after a timeout."""
        super().pause_writing()
        self._write_deadline = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue writing."""
        self._stop_waiting()
        super().resume_writing()

    def _refuse_chunks(self) -> None:
        """Refuse a body whose chunk headers exceed ``MAX_FRAMING_BYTES``."""
        self._arrived = b""
        if self.conn.our_state is h11.SEND_RESPONSE:
            self.send_400_response("The chunks of the body are too small. Send larger ones.")
            self.cycle.disconnected = True  # so that the body's reader does not respond again
            self.cycle.message_event.set()
        else:
            self.transport.close()

    def _stop_waiting(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None

    def _is_unread(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY

    def _expect_headers(self) -> None:
        if self._header_deadline is None:
            self._header_deadline = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop_expecting(self) -> None:
        if self._header_deadline is not None:
            self._header_deadline.cancel()
            self._header_deadline = None

    def _give_up(self) -> None:
        self._header_deadline = None
        if not self.transport.is_closing():
            self.transport.close()


class _Lingering:
    """A transport that closes after an answer only once the program had time to read it.

    If a transport is closed while data is in transit, the system resets the connection and the
    answer is lost.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        is_unread: Callable[[], bool],
        has_arrived: Callable[[], bool],
    ) -> None:
        self._transport = transport
        self._is_unread = is_unread
        self._has_arrived = has_arrived
        self._is_lingering = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._is_lingering or self._transport.is_closing()

    def resume_reading(self) -> None:
        """Continue reading, unless received bytes are still to be parsed."""
        if not self._has_arrived():
            self._transport.resume_reading()

    def close(self) -> None:
        if self._is_lingering:
            return
        if not self._is_unread() or self._transport.is_closing():
            self._transport.close()
            return
        self._is_lingering = True  # later data is read and discarded
        self._transport.resume_reading()
        if self._transport.can_write_eof():
            self._transport.write_eof()
        asyncio.get_running_loop().call_later(_LINGER_SECONDS, self._transport.close)
