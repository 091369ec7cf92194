"""HTTP connections within limits: how many, how large headers are, how long anything may take."""

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
WRITE_SECONDS = 60.0  # that a program may read nothing of its answer

_LINGER_SECONDS = 1.0

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)


class LimitedProtocol(H11Protocol):
    """uvicorn's protocol, whose own time limit only holds between two requests.

    A request has to be begun and its headers have to be whole within ``HEADER_SECONDS``, however
    they drip; a connection too many is closed at once, and so is one whose answers are not read.
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

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it where there are too many."""
        # Refused here, since uvicorn's own limit only speaks when a request is whole: who says
        # nothing would keep others out for as long as it likes.
        if len(self.connections) >= MAX_CONNECTIONS:
            self.transport = transport
            transport.write(_FULL)
            transport.close()
            return
        # In the types of asyncio, which has no protocol for what a transport is.
        super().connection_made(cast(asyncio.Transport, _Lingering(transport, self._is_unread)))
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_expecting()
        self._stop_waiting()
        if self in self.connections:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Follow what comes, unless nothing more is read from it."""
        if self not in self.connections or self.transport.is_closing():
            return
        # uvicorn forgets its own time limit with each byte, so ours is kept beside it.
        super().data_received(data)
        # The next request, whose first bytes may be here, or the rest of one that is answered.
        if self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE:
            self._expect_headers()
        else:
            self._stop_expecting()

    def pause_writing(self) -> None:
        """Wait until the program reads, but not for ever."""
        super().pause_writing()
        self._write_deadline = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        self._stop_waiting()
        super().resume_writing()

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
    """A transport that is closed behind an answer only when the program had time to read that.

    One that is closed while something is on its way is reset by the system, and the answer is lost.
    """

    def __init__(self, transport: asyncio.Transport, is_unread: Callable[[], bool]) -> None:
        self._transport = transport
        self._is_unread = is_unread
        self._is_lingering = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._is_lingering or self._transport.is_closing()

    def close(self) -> None:
        if self._is_lingering:
            return
        if not self._is_unread() or self._transport.is_closing():
            self._transport.close()
            return
        self._is_lingering = True  # what still comes is read, and dropped
        self._transport.resume_reading()
        if self._transport.can_write_eof():
            self._transport.write_eof()
        asyncio.get_running_loop().call_later(_LINGER_SECONDS, self._transport.close)
