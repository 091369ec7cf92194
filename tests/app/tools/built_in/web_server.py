"""A real HTTP server for pages: what each path answers is a function that writes bytes."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field

from tests.fakes.public_net_process import SERVER_ADDRESS

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


def page(
    body: bytes,
    media_type: str = "text/html; charset=utf-8",
    status: str = "200 OK",
    **headers: str,
) -> Answer:
    """Return an answer with a body; the names of headers have underscores for hyphens."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"Content-Type: {media_type}"] if media_type else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]

    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)

    return answer


def redirect(target: str) -> Answer:
    """Return an answer that names another address."""
    return page(b"", status="302 Found", Location=target)


def endless(piece: bytes, media_type: str = "text/html") -> Answer:
    """Return an answer whose body does not end."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\n\r\n".encode())
        while True:
            writer.write(piece)
            await writer.drain()

    return answer


async def silent(_writer: asyncio.StreamWriter) -> None:
    """Answer nothing until the connection is closed."""
    await asyncio.sleep(3600)


@dataclass
class WebServer:
    """Pages by path; ``requests`` are the paths that were asked for, ``headers`` the last ones."""

    pages: dict[str, Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    address: str = ""
    closed_count: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            line, *rest = head.strip().split("\r\n")
            self.headers = {
                name.lower(): value.strip()
                for name, _, value in (each.partition(":") for each in rest)
            }
            path = line.split(" ")[1]
            self.requests.append(path)
            answer = self.pages.get(path, page(b"Nothing here.", status="404 Not Found"))
            answering = asyncio.ensure_future(answer(writer))
            ending = asyncio.ensure_future(reader.read())
            await asyncio.wait([answering, ending], return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                self.closed_count += 1
            answering.cancel()
            ending.cancel()
            await asyncio.gather(answering, ending, return_exceptions=True)
        writer.close()


@contextlib.asynccontextmanager
async def running_server(server: WebServer) -> AsyncGenerator[WebServer]:
    """Run a server at the address that the tests' net process may connect to."""
    listening = await asyncio.start_server(server.serve, SERVER_ADDRESS, 0)
    port = listening.sockets[0].getsockname()[1]
    server.address = f"http://{SERVER_ADDRESS}:{port}"
    try:
        yield server
    finally:
        listening.close()


async def until(condition: Callable[[], object]) -> None:
    """Return as soon as a condition holds. Raises TimeoutError."""
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110  # another process tells of nothing
            await asyncio.sleep(0.02)
