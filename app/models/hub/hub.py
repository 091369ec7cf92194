"""The client of the hub: addresses, search, repositories, and headers of model files."""

import asyncio
import io
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from urllib.parse import parse_qs, quote, unquote, urlsplit

import httpx2
import msgspec

from app.models.hub.answers import (
    JsonObject,
    commit_of,
    decoded,
    file_of,
    is_commit,
    is_repository_name,
    model_of,
    objects_in,
    path_of,
    shown,
)
from app.models.hub.variants import variants_of
from app.models.hub_model import PIECE
from engine.gguf.header import (
    MAGIC,
    BadHeader,
    GgufHeader,
    HeaderCutShort,
    packed_header,
    read_header,
)
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_messages import (
    HubFile,
    HubModel,
    HubPage,
    HubRepository,
    NetTrouble,
    ReadRemoteHeader,
    RemoteHeader,
    SearchHub,
    ShowRepository,
)
from engine.net.errors import NetError
from engine.net.http import PACE_SECONDS, Pace, check_status, open_url, read_at_most

_HOSTS = frozenset({"huggingface.co", "www.huggingface.co", "hf.co", "hf-mirror.com"})
_MAX_ADDRESS_CHARS = 2000
_VIEWS = frozenset({"tree", "blob", "resolve", "raw"})
_NOT_OWNERS = frozenset({"api", "datasets", "spaces", "docs", "models", "papers", "collections"})
_MEBIBYTE = 1 << 20
# The lengths that are read until the header is complete.
STEPS = (1 * _MEBIBYTE, 4 * _MEBIBYTE, 16 * _MEBIBYTE, 64 * _MEBIBYTE)
_CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-\d+/(?:\d+|\*)")
MAX_JSON_BYTES = 16 << 20
_MAX_RESULTS = 100
_MAX_CHARS = 200  # of a search text
_MAX_TREE_PAGES = 20
_MAX_SHOWN_REFUSED = 20
_ATTEMPTS = 3
_SHORT_PAUSE_SECONDS = 0.1
_MAX_PAUSE_SECONDS = 10.0
# The properties of each model that a search returns in addition to its name.
_ASKED = ("downloads", "likes", "lastModified", "gated", "tags", "gguf")
_NEXT = re.compile(r"<([^>]*)>\s*;\s*rel=\"?next\"?")
_MODEL_ENDING = ".gguf"


class HubAddress(msgspec.Struct, frozen=True):
    """A repository, file or revision on the hub; ``revision`` and ``path`` may be empty."""

    repository: str
    revision: str = ""
    path: str = ""


def parse_address(text: str, endpoint_host: str = "") -> HubAddress | None:
    """Return the address in a text; None if it is a search text.

    ``endpoint_host`` is the host of another hub.
    """
    text = text.strip()
    if len(text) > _MAX_ADDRESS_CHARS or any(each.isspace() for each in text):
        return None
    path = _path_of(text, _HOSTS | {endpoint_host.lower()} - {""})
    parts = [unquote(part) for part in path.strip("/").split("/")] if path is not None else []
    if len(parts) < 2 or parts[0].lower() in _NOT_OWNERS:
        return None
    # llama.cpp and Ollama write a quantization after the name.
    repository = f"{parts[0]}/{parts[1].partition(':')[0]}"
    if not is_repository_name(repository):
        return None
    # A branch with a slash in its name is cut here; the hub writes it as %2F.
    if len(parts) > 3 and parts[2] in _VIEWS:
        return HubAddress(repository, parts[3], "/".join(parts[4:]))
    return HubAddress(repository) if len(parts) == 2 or _is_address(text) else None


def _path_of(text: str, hosts: frozenset[str]) -> str | None:
    """Return the path of an address on the hub, or the text if it has no host."""
    if not _is_address(text):
        host, _, rest = text.partition("/")
        return rest if host.lower() in hosts else text
    try:
        address = urlsplit(text)
        host = address.hostname or ""
    except ValueError:
        return None
    return address.path if host.lower() in hosts else None


def _is_address(text: str) -> bool:
    return text.lower().startswith(("https://", "http://"))


def _parsed(beginning: bytes) -> GgufHeader | None:
    """Return the header of a file; None if more bytes are needed. Raises BadHeader."""
    if not beginning.startswith(MAGIC):
        raise BadHeader(lazy("is not a GGUF model file"))
    try:
        return read_header(io.BytesIO(beginning))
    except HeaderCutShort:
        return None


def _range(start: int, stop: int) -> dict[str, str]:
    return {"Range": f"bytes={start}-{stop - 1}"}


def _continues(response: httpx2.Response, had: int) -> bool:
    """Return whether the body continues at ``had``, not at the start. Raises NetError."""
    if response.status_code != 206:
        return False
    match = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
    if match is None or int(match[1]) != had:
        text = lazy("{host} sent another part of the file.", host=response.request.url.host)
        raise NetError(NetTrouble.BAD_ANSWER, text)
    return True


def _unknown(name: str, read_bytes: int) -> LazyText:
    if read_bytes < STEPS[-1]:
        return lazy("“{name}” is incomplete: it ends within its header.", name=name)
    return lazy("The header of “{name}” is too long to read before the download.", name=name)


class Hub:
    """Answers the window's requests from the hub at ``endpoint``; all methods raise NetError."""

    def __init__(
        self, client: httpx2.AsyncClient, endpoint: str, *, pace_seconds: float = PACE_SECONDS
    ) -> None:
        self._client = client
        self._endpoint = endpoint
        self._pace_seconds = pace_seconds

    async def search(self, asked: SearchHub) -> HubPage:
        """Return a page of models, or the repository whose address the text is."""
        address = parse_address(asked.text, urlsplit(self._endpoint).hostname or "")
        if address is not None and not asked.cursor:
            named = await self._named(asked, address)
            if named is not None:
                return named
        query: dict[str, str | list[str]] = {
            "search": asked.text.strip()[:_MAX_CHARS],
            "filter": "gguf",
            "sort": "downloads",
            "direction": "-1",
            "limit": str(min(max(1, asked.most_results), _MAX_RESULTS)),
            "expand": list(_ASKED),
        }
        # Never the URL of the next page: it may lead anywhere.
        if asked.cursor:
            query["cursor"] = asked.cursor
        answer, cursor = await self._json("/api/models", query)
        found = [model_of(each, self._endpoint) for each in self._objects(answer)]
        models = tuple(each for each in found if each is not None)
        return HubPage(asked.request_id, models, cursor)

    async def show(self, asked: ShowRepository) -> HubRepository:
        """Return all variants of a repository at its current commit."""
        # All further requests are for this commit: a branch may move meanwhile.
        model, commit = await self._about(asked.name, asked.revision)
        files: list[HubFile] = []
        refused: list[str] = []
        async with aclosing(self._tree(asked.name, commit)) as tree:
            async for entry in tree:
                path = path_of(entry)
                if path is None or not _is_model_name(path):
                    continue
                file = file_of(entry, path)
                if file is None:
                    refused.append(shown(path))
                else:
                    files.append(file)
        few = tuple(refused[:_MAX_SHOWN_REFUSED])
        return HubRepository(asked.request_id, model, commit, variants_of(files), few)

    async def read_header(self, asked: ReadRemoteHeader) -> RemoteHeader:
        """Return the header of a model file, or the reason why it is unknown.

        Only a server without ranges sends bytes twice; its response is cut short.
        """
        url = self.file_url(asked.repository, asked.commit, asked.path)
        name = asked.path.rpartition("/")[2]
        beginning = bytearray()
        read_bytes = 0
        for step in STEPS:
            had = len(beginning)
            async with open_url(self._client, url, headers=_range(had, step)) as response:
                if response.status_code == 416:
                    break  # the file has been read to its end
                self._check(response, asked.repository)
                # A server without ranges starts again.
                if not _continues(response, had):
                    beginning.clear()
                pace = Pace(response, self._pace_seconds)
                async for piece in response.aiter_raw():
                    pace.note(len(piece))
                    read_bytes += len(piece)
                    beginning += piece
                    if len(beginning) >= step:
                        break
            try:
                header = await asyncio.to_thread(_parsed, bytes(beginning))
            except BadHeader as error:
                reason = lazy("“{name}” {reason}.", name=name, reason=error)
                return RemoteHeader(asked.request_id, b"", reason, read_bytes)
            if header is not None:
                return RemoteHeader(asked.request_id, packed_header(header), read_bytes=read_bytes)
            # Shorter than requested: the file has ended.
            if len(beginning) < step:
                break
        return RemoteHeader(asked.request_id, b"", _unknown(name, len(beginning)), read_bytes)

    def file_url(self, repository: str, commit: str, path: str) -> str:
        """Return the URL of a file. Raises NetError if the names are not valid."""
        if not is_repository_name(repository) or not is_commit(commit):
            raise self._unknown(repository)
        return f"{self._endpoint}/{repository}/resolve/{commit}/{quote(path)}"

    async def _named(self, asked: SearchHub, address: HubAddress) -> HubPage | None:
        """Return a page of one repository; None if a plain name is not one."""
        try:
            model, _commit = await self._about(address.repository, address.revision)
        except NetError as error:
            if error.trouble is NetTrouble.NOT_FOUND and "://" not in asked.text:
                return None
            raise
        return HubPage(asked.request_id, (model,), "", address.revision, address.path)

    async def _about(self, name: str, revision: str) -> tuple[HubModel, str]:
        if not is_repository_name(name):
            raise self._unknown(name)
        path = f"/api/models/{name}"
        if revision:
            path += f"/revision/{quote(revision, safe='')}"
        answer, _ = await self._json(path, {}, repository=name)
        try:
            model, commit = model_of(answer, self._endpoint), commit_of(answer)
        except ValueError as error:
            raise self._invalid() from error
        if model is None:
            raise self._invalid()
        return model, commit

    async def _tree(self, name: str, commit: str) -> AsyncGenerator[JsonObject]:
        cursor = ""
        for _ in range(_MAX_TREE_PAGES):
            query = {"recursive": "true", **({"cursor": cursor} if cursor else {})}
            path = f"/api/models/{name}/tree/{commit}"
            answer, cursor = await self._json(path, query, repository=name)
            for entry in self._objects(answer):
                yield entry
            if not cursor:
                return

    async def _json(
        self, path: str, query: Mapping[str, str | list[str]], *, repository: str = ""
    ) -> tuple[object, str]:
        """Return a JSON response and the cursor of the next page; retry if the hub is busy."""
        url = str(
            httpx2.URL(self._endpoint + path, params=query) if query else self._endpoint + path
        )
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._json_once(url, repository)
            except NetError as error:
                pause = _pause(error, attempt)
                if pause is None:
                    raise
                await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    async def _json_once(self, url: str, repository: str) -> tuple[object, str]:
        async with open_url(self._client, url) as response:
            self._check(response, repository)
            content = await read_at_most(response, MAX_JSON_BYTES, pace_seconds=self._pace_seconds)
            link = response.headers.get("Link", "")
        try:
            return decoded(content), _next_cursor(link)
        except ValueError as error:
            raise self._invalid() from error

    def _check(self, response: httpx2.Response, repository: str) -> None:
        """Raise NetError unless the status is that of a success."""
        if repository and response.status_code in (401, 403, 404):
            # Without the header a 403 is a gate: mirrors do not send the header.
            code = response.headers.get("X-Error-Code", "")
            if code == "GatedRepo" or (response.status_code == 403 and code != "RepoNotFound"):
                raise self._gated(repository, has_token=response.status_code == 403)
            raise self._unknown(repository)
        check_status(response)

    def _gated(self, repository: str, *, has_token: bool) -> NetError:
        page = f"{self._endpoint}/{repository}"
        if has_token:
            text = lazy(
                "“{name}” has conditions that your account has not accepted. Accept them at "
                "{page}, then try again.",
                name=repository,
                page=page,
            )
        else:
            text = lazy(
                "“{name}” has conditions. Accept them at {page}, then add your access token in the "
                "settings, under Network.",
                name=repository,
                page=page,
            )
        return NetError(NetTrouble.GATED, text, page=page)

    def _unknown(self, repository: str) -> NetError:
        text = lazy(
            "{host} has no repository “{name}”, or it is private.",
            name=shown(repository),
            host=self._host,
        )
        return NetError(NetTrouble.NOT_FOUND, text)

    def _invalid(self) -> NetError:
        text = lazy("{host} sent an invalid response.", host=self._host)
        return NetError(NetTrouble.BAD_ANSWER, text)

    def _objects(self, answer: object) -> list[JsonObject]:
        try:
            return list(objects_in(answer))
        except ValueError as error:
            raise self._invalid() from error

    @property
    def _host(self) -> str | LazyText:
        return urlsplit(self._endpoint).hostname or self._endpoint


def _next_cursor(link: str) -> str:
    """Return the cursor in a Link header; the URL itself is never used."""
    match = _NEXT.search(link)
    return parse_qs(urlsplit(match[1]).query).get("cursor", [""])[0] if match else ""


def _pause(error: NetError, attempt: int) -> float | None:
    """Return the pause before a retry; None for no retry."""
    if error.trouble is NetTrouble.UNREACHABLE and attempt == 1:
        return _SHORT_PAUSE_SECONDS  # the server has closed an idle connection
    if attempt == _ATTEMPTS or error.trouble is not NetTrouble.BUSY:
        return None
    pause = error.retry_after_seconds
    if pause is None:
        return 0.5 * attempt
    return pause if pause <= _MAX_PAUSE_SECONDS else None


def _is_model_name(path: str) -> bool:
    return path.lower().endswith(_MODEL_ENDING) or PIECE.fullmatch(path) is not None
