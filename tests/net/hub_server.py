"""A real server on this computer that speaks the hub's HTTP, and misbehaves on demand.

It listens on two ports, which are two hosts to a client: the hub answers search, info and tree and
redirects to the other one, which has the files, as the real hub does.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from typing import Self
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from tests.net.hub_files import BytesContent, FileContent, Repository, requested_range

PIECE_BYTES = 64 * 1024
_START_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came.

    Attributes:
        host: "hub" or "cdn", the port that it came to.
        path: decoded.
        headers: under their names in small letters.
        is_proxied: it was sent to us as to a proxy.
    """

    host: str
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    is_proxied: bool = False

    def value(self, name: str, default: str = "") -> str:
        """Return one value of the query."""
        return self.query.get(name, [default])[0]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered, and how badly.

    Attributes:
        start, stop: which of the content's bytes are the body; ``stop`` None is all of them.
        declared_bytes: what Content-Length says, where that is not what comes.
        cut_after_bytes: of the body, after which the connection is closed.
        bytes_per_second: how slowly the body comes; None is as fast as it can.
        silent_seconds: before the first byte of all.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content: FileContent = field(default_factory=lambda: BytesContent(b""))
    start: int = 0
    stop: int | None = None
    declared_bytes: int | None = None
    cut_after_bytes: int | None = None
    bytes_per_second: float | None = None
    silent_seconds: float = 0.0

    @property
    def body_bytes(self) -> int:
        """Return how long the body is."""
        stop = self.content.size_bytes if self.stop is None else self.stop
        return max(0, stop - self.start)


@dataclass(slots=True)
class Exchange:
    """A request, the status that it got, and how much of a body was handed to the system."""

    request: Request
    status: int = 0
    sent_bytes: int = 0


# Changes the reply to a request; None closes the connection without a word.
Misbehaviour = Callable[[Request, Reply], Reply | None]


@dataclass(slots=True)
class _Rule:
    change: Misbehaviour
    when: Callable[[Request], bool]
    times_left: int | None


class HubServer:
    """Listens in a thread of its own while it is entered; any thread may look at it.

    Attributes:
        url, cdn_url: where it listens; the second one has the files.
        exchanges: all requests so far, in the order in which they came.
        page_size: results and entries of a tree on one page.
    """

    def __init__(self, *repositories: Repository, page_size: int = 1000) -> None:
        self.repositories = {each.name: each for each in repositories}
        self.page_size = page_size
        self.exchanges: list[Exchange] = []
        self.url = self.cdn_url = ""
        self._rules: list[_Rule] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = asyncio.Event()
        self._has_started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._has_started.wait(_START_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    def misbehave(
        self,
        change: Misbehaviour,
        *,
        when: Callable[[Request], bool] = lambda _: True,
        times: int | None = None,
    ) -> None:
        """Change replies from now on; only so many ``times``, only those to requests ``when``."""
        self._rules.append(_Rule(change, when, times))

    def behave(self) -> None:
        """End all misbehaviour."""
        self._rules.clear()

    def sent_bytes(self, path_end: str = "") -> int:
        """Return how many bytes of bodies were sent for paths that end so."""
        return sum(
            each.sent_bytes for each in self.exchanges if each.request.path.endswith(path_end)
        )

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        hub = await asyncio.start_server(partial(self._serve_connection, "hub"), "127.0.0.1", 0)
        cdn = await asyncio.start_server(partial(self._serve_connection, "cdn"), "127.0.0.1", 0)
        self.url, self.cdn_url = (
            f"http://127.0.0.1:{each.sockets[0].getsockname()[1]}" for each in (hub, cdn)
        )
        self._has_started.set()
        await self._stopped.wait()
        hub.close()
        cdn.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve_connection(
        self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            while True:
                request = _request(host, await reader.readuntil(b"\r\n\r\n"))
                exchange = Exchange(request)
                self.exchanges.append(exchange)
                if not await self._answer(request, exchange, writer):
                    return
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass  # the client has gone
        except asyncio.CancelledError:
            pass  # at the end; asyncio 3.12.1 logs a connection that is cancelled as an error
        finally:
            writer.close()

    async def _answer(
        self, request: Request, exchange: Exchange, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer; return whether the connection stays open."""
        reply = self._changed(request, self._reply(request))
        if reply is None:
            writer.transport.abort()
            return False
        exchange.status = reply.status
        await asyncio.sleep(reply.silent_seconds)
        length = reply.body_bytes if reply.declared_bytes is None else reply.declared_bytes
        headers = {"Content-Length": str(length), **reply.headers}
        lines = [f"HTTP/1.1 {reply.status} {_phrase(reply.status)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1", "replace"))
        await writer.drain()
        if request.method == "HEAD":
            return True
        await _send_body(reply, exchange, writer)
        if reply.cut_after_bytes is not None:
            writer.transport.abort()
        return reply.cut_after_bytes is None and length == reply.body_bytes

    def _changed(self, request: Request, reply: Reply) -> Reply | None:
        changed: Reply | None = reply
        for rule in tuple(self._rules):
            if changed is None or rule.times_left == 0 or not rule.when(request):
                continue
            if rule.times_left is not None:
                rule.times_left -= 1
            changed = rule.change(request, changed)
        return changed

    def _reply(self, request: Request) -> Reply:
        parts = request.path.strip("/").split("/")
        if request.host == "cdn":
            return self._file(request, parts)
        match parts:
            case ["api", "models"]:
                return self._search(request)
            case ["api", "models", owner, name, *rest]:
                return self._about(request, f"{owner}/{name}", rest)
            case [owner, name, "resolve", commit, *path]:
                return self._resolve(request, f"{owner}/{name}", commit, "/".join(path))
        return json_reply({"error": "Sorry, we can't find the page you are looking for."}, 404)

    def _search(self, request: Request) -> Reply:
        words = request.value("search").lower().split()
        found = [
            each.info()
            for each in self.repositories.values()
            if all(word in each.name.lower() for word in words)
            and set(request.query.get("filter", ())) <= set(each.tags)
            and not each.is_private
        ]
        found.sort(key=lambda each: -int(str(each["downloads"])))
        limit = min(self.page_size, int(request.value("limit", "1000")))
        return self._page(request, found, limit)

    def _about(self, request: Request, name: str, rest: list[str]) -> Reply:
        repository = self.repositories.get(name)
        if repository is None or not self._may_see(request, repository):
            return _unknown(request)
        match rest:
            case [] | ["revision", _]:
                return json_reply(repository.info())
            case ["tree", _]:
                return self._page(request, repository.tree(), self.page_size)
        return json_reply({"error": "Not Found"}, 404)

    def _resolve(self, request: Request, name: str, commit: str, path: str) -> Reply:
        repository = self.repositories.get(name)
        if repository is None or not self._may_see(request, repository):
            return _unknown(request)
        if repository.gated and _token(request) not in repository.allowed_tokens:
            return _gated(name, has_token=bool(_token(request)))
        content = repository.content(path)
        if content is None or commit not in (repository.commit, "main"):
            headers = {"X-Error-Code": "EntryNotFound"}
            return replace(json_reply({"error": "Entry not found"}, 404), headers=headers)
        headers = {"X-Repo-Commit": repository.commit, "ETag": f'"{content.sha256}"'}
        if path in repository.without_hash:
            return ranged(request, content, headers)
        headers |= {
            "X-Linked-Size": str(content.size_bytes),
            "X-Linked-Etag": f'"{content.sha256}"',
            "Location": f"{self.cdn_url}/{quote(name)}/{quote(path)}?Signature=abc",
        }
        return Reply(302, headers)

    def _file(self, request: Request, parts: list[str]) -> Reply:
        name, path = "/".join(parts[:2]), "/".join(parts[2:])
        repository = self.repositories.get(name)
        content = repository.content(path) if repository else None
        if content is None:
            return Reply(404)
        return ranged(request, content, {"ETag": f'"{content.sha256}"'})

    def _page(self, request: Request, items: list[dict[str, object]], size: int) -> Reply:
        start = int(request.value("cursor", "0"))
        reply = json_reply(items[start : start + size])
        if start + size >= len(items):
            return reply
        query = {**request.query, "cursor": [str(start + size)]}
        following = f"{self.url}{quote(request.path)}?{urlencode(query, doseq=True)}"
        return replace(reply, headers={**reply.headers, "Link": f'<{following}>; rel="next"'})

    def _may_see(self, request: Request, repository: Repository) -> bool:
        return not repository.is_private or _token(request) in repository.allowed_tokens


def json_reply(value: object, status: int = 200) -> Reply:
    """Return an answer of the API."""
    headers = {"Content-Type": "application/json; charset=utf-8"}
    return Reply(status, headers, BytesContent(json.dumps(value).encode()))


def ranged(request: Request, content: FileContent, headers: Mapping[str, str]) -> Reply:
    """Return a file, or the part of it that is asked for: 200, 206 or 416."""
    headers = {**headers, "Accept-Ranges": "bytes", "Content-Type": "application/octet-stream"}
    wanted = requested_range(request.headers, content.size_bytes, headers.get("ETag", ""))
    if wanted is None:
        return Reply(200, headers, content)
    start, stop = wanted
    if start >= stop:
        return Reply(416, {**headers, "Content-Range": f"bytes */{content.size_bytes}"})
    where = {"Content-Range": f"bytes {start}-{stop - 1}/{content.size_bytes}"}
    return Reply(206, {**headers, **where}, content, start, stop)


async def _send_body(reply: Reply, exchange: Exchange, writer: asyncio.StreamWriter) -> None:
    left = reply.body_bytes
    if reply.cut_after_bytes is not None:
        left = min(left, reply.cut_after_bytes)
    piece_bytes = PIECE_BYTES
    if reply.bytes_per_second is not None:
        piece_bytes = max(1, int(reply.bytes_per_second / 10))
    position = reply.start
    while left:
        piece = reply.content.read(position, min(piece_bytes, left))
        writer.write(piece)
        await writer.drain()
        exchange.sent_bytes += len(piece)
        position, left = position + len(piece), left - len(piece)
        if reply.bytes_per_second is not None:
            await asyncio.sleep(len(piece) / reply.bytes_per_second)


def _request(host: str, head: bytes) -> Request:
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _version = first.split(" ")
    parts = urlsplit(target)
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    return Request(
        host=host,
        method=method,
        path=unquote(parts.path),
        query=parse_qs(parts.query, keep_blank_values=True),
        headers={name.lower(): value for name, value in headers.items()},
        is_proxied=bool(parts.netloc),
    )


def _token(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def _unknown(request: Request) -> Reply:
    """Answer as the hub does for what is not there or private: 401 to who shows no token."""
    reply = json_reply({"error": "Repository not found"}, 404 if _token(request) else 401)
    return replace(reply, headers={**reply.headers, "X-Error-Code": "RepoNotFound"})


def _gated(name: str, *, has_token: bool) -> Reply:
    text = f"Access to model {name} is restricted and you are not in the authorized list."
    reply = json_reply({"error": text}, 403 if has_token else 401)
    return replace(reply, headers={**reply.headers, "X-Error-Code": "GatedRepo"})


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Odd"
