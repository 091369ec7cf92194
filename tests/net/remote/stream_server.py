"""A real HTTP server that answers byte by byte what a test has written, and keeps what it heard."""

import contextlib
import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Step = bytes | float | threading.Event  # to send, to wait, to wait for
Script = Iterable[Step]


@dataclass(frozen=True, slots=True)
class Heard:
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """Return its body, read."""
        return json.loads(self.body)


Handler = Callable[[Heard], Script]


@dataclass
class StreamServer:
    """Serves while the block runs; ``pages`` by path, else 404.

    Attributes:
        heard: all requests, in their order.
        aborted: set when the other end has closed a connection before its answer had ended.
    """

    pages: dict[str, Handler | Script] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None

    def __post_init__(self) -> None:
        self.heard: list[Heard] = []
        self.connections = 0
        self.aborted = threading.Event()
        self._is_closing = False
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def port(self) -> int:
        """Return where it listens."""
        port: int = self._socket.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        """Return its address."""
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    def posts(self) -> list[Heard]:
        """Return the requests for replies."""
        return [each for each in self.heard if each.method == "POST" and "show" not in each.path]

    def __enter__(self) -> "StreamServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closing = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes who accepts
        self._socket.close()
        for each in list(self._open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._thread.join(2)

    def _serve(self) -> None:
        while not self._is_closing:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        self._open.add(connection)
        try:
            with contextlib.suppress(OSError):
                stream = connection
                if self.tls is not None:
                    stream = self.tls.wrap_socket(connection, server_side=True)
                heard = _request(stream)
                if heard is None:
                    return
                self.heard.append(heard)
                page = self.pages.get(heard.path.partition("?")[0], answer({}, 404))
                self._play(stream, page(heard) if callable(page) else page)
        finally:
            self._open.discard(connection)
            with contextlib.suppress(OSError):
                connection.close()

    def _play(self, stream: socket.socket, script: Script) -> None:
        for step in script:
            if self._is_closing:
                return
            if isinstance(step, bytes):
                try:
                    stream.sendall(step)
                except OSError:
                    self.aborted.set()
                    return
            elif self._is_gone(stream, step):
                self.aborted.set()
                return

    def _is_gone(self, stream: socket.socket, wait: float | threading.Event) -> bool:
        """Wait, and return whether the other end closed meanwhile."""
        for _ in range(1000):
            seconds = 0.02 if isinstance(wait, threading.Event) else wait
            stream.settimeout(seconds)
            try:
                if stream.recv(1) == b"":
                    return True
            except TimeoutError:
                pass
            except OSError:
                return True
            finally:
                with contextlib.suppress(OSError):
                    stream.settimeout(None)
            if not isinstance(wait, threading.Event) or wait.is_set() or self._is_closing:
                return False
        return False


def _request(stream: socket.socket) -> Heard | None:
    received = b""
    while b"\r\n\r\n" not in received:
        piece = stream.recv(65536)
        if not piece:
            return None
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += stream.recv(65536)
    method, path, _ = first.split(" ", 2)
    return Heard(method, path, headers, body)


def answer(
    value: object, status: int = 200, headers: dict[str, str] | None = None
) -> tuple[bytes, ...]:
    """Return a whole answer: bytes and texts as they are, else JSON."""
    kind = "text/html" if isinstance(value, str) else "application/json"
    if isinstance(value, bytes):
        body = value
    else:
        body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
    more = "".join(f"{name}: {each}\r\n" for name, each in (headers or {}).items())
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return (f"{head}{more}\r\n".encode() + body,)


def stream_head(kind: str = "text/event-stream", more: str = "") -> bytes:
    """Return the beginning of an answer that comes in chunks."""
    return (
        f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n{more}\r\n"
    ).encode()


def chunk(content: bytes | str) -> bytes:
    """Return a chunk of such an answer; an empty one ends it."""
    raw = content.encode() if isinstance(content, str) else content
    return b"%x\r\n%s\r\n" % (len(raw), raw)


def event(value: object, *, name: str = "") -> bytes:
    """Return a server-sent event as a chunk."""
    data = value if isinstance(value, str) else json.dumps(value)
    return chunk((f"event: {name}\n" if name else "") + f"data: {data}\n\n")


def streamed(*events: bytes, is_done: bool = True) -> Iterator[bytes]:
    """Yield a stream of events, whole."""
    yield stream_head()
    yield from events
    if is_done:
        yield event("[DONE]")
    yield chunk(b"")


def delta(text: str = "", **more: object) -> bytes:
    """Return an event that adds to a reply."""
    fields = {"content": text} if text else {}
    return event({"choices": [{"index": 0, "delta": {**fields, **more}, "finish_reason": None}]})


def finish(reason: str = "stop", **more: object) -> bytes:
    """Return an event that says why a reply ended."""
    return event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}], **more})


def usage(prompt: int, reply: int, **more: object) -> bytes:
    """Return an event with what a reply has cost."""
    figures = {"prompt_tokens": prompt, "completion_tokens": reply, **more}
    return event({"choices": [], "usage": figures})


def reset(stream: socket.socket) -> None:
    """Have a connection end as that of a machine which is switched off."""
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    stream.close()
