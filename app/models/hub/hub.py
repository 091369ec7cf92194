"""The hub: searches it for models, and tells what a repository holds."""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from urllib.parse import parse_qs, quote, urlsplit

import httpx2

from app.models.hub.addresses import HubAddress, parse_address
from app.models.hub.answers import (
    JsonObject,
    commit_of,
    decoded,
    file_of,
    is_commit,
    model_of,
    objects_in,
    path_of,
    shown,
)
from app.models.hub.names import is_repository_name
from app.models.hub.remote_header import read_remote_header
from app.models.hub.variants import variants_of
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_commands import ReadRemoteHeader, SearchHub, ShowRepository
from engine.messages.net_events import (
    HubFile,
    HubModel,
    HubPage,
    HubRepository,
    NetTrouble,
    RemoteHeader,
)
from engine.net.errors import NetError
from engine.net.http import PACE_SECONDS, check_status, open_url, read_at_most

MOST_JSON_BYTES = 16 << 20
_MOST_RESULTS = 100
_MOST_LETTERS = 200  # of what is searched for
_MOST_TREE_PAGES = 20
_MOST_SHOWN_REFUSED = 20
_ATTEMPTS = 3
_SHORT_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 10.0
# What a search shall say of each model besides its name.
_ASKED = ("downloads", "likes", "lastModified", "gated", "tags", "gguf")
_NEXT = re.compile(r"<([^>]*)>\s*;\s*rel=\"?next\"?")
_MODEL_ENDING = ".gguf"


class Hub:
    """Answers what the window asks of the hub at ``endpoint``; all methods raise NetError."""

    def __init__(
        self, client: httpx2.AsyncClient, endpoint: str, *, pace_seconds: float = PACE_SECONDS
    ) -> None:
        self._client = client
        self._endpoint = endpoint
        self._pace_seconds = pace_seconds

    async def search(self, asked: SearchHub) -> HubPage:
        """Return a page of models, or the one repository that the text names."""
        address = parse_address(asked.text, urlsplit(self._endpoint).hostname or "")
        if address is not None and not asked.cursor:
            named = await self._named(asked, address)
            if named is not None:
                return named
        query: dict[str, str | list[str]] = {
            "search": asked.text.strip()[:_MOST_LETTERS],
            "filter": "gguf",
            "sort": "downloads",
            "direction": "-1",
            "limit": str(min(max(1, asked.most_results), _MOST_RESULTS)),
            "expand": list(_ASKED),
        }
        # Never the address of the next page: it may lead anywhere.
        if asked.cursor:
            query["cursor"] = asked.cursor
        answer, cursor = await self._json("/api/models", query)
        found = [model_of(each, self._endpoint) for each in self._objects(answer)]
        models = tuple(each for each in found if each is not None)
        return HubPage(asked.request_id, models, cursor)

    async def show(self, asked: ShowRepository) -> HubRepository:
        """Return all variants of a repository, of the commit that it stands at now."""
        # All further questions are about this commit: a branch may move between two of them.
        model, commit = await self._about(asked.name, asked.revision)
        files: list[HubFile] = []
        refused: list[str] = []
        async with aclosing(self._tree(asked.name, commit)) as tree:
            async for entry in tree:
                path = path_of(entry)
                if path is None or not path.lower().endswith(_MODEL_ENDING):
                    continue
                file = file_of(entry, path)
                if file is None:
                    refused.append(shown(path))
                else:
                    files.append(file)
        few = tuple(refused[:_MOST_SHOWN_REFUSED])
        return HubRepository(asked.request_id, model, commit, variants_of(files), few)

    async def read_header(self, asked: ReadRemoteHeader) -> RemoteHeader:
        """Return the header of a model file, read from its beginning."""
        url = self.file_url(asked.repository, asked.commit, asked.path)
        return await read_remote_header(
            self._client,
            url,
            request_id=asked.request_id,
            name=asked.path.rpartition("/")[2],
            check=lambda response: self._check(response, asked.repository),
            pace_seconds=self._pace_seconds,
        )

    def file_url(self, repository: str, commit: str, path: str) -> str:
        """Return where a file can be had. Raises NetError if the names can't be of one."""
        if not is_repository_name(repository) or not is_commit(commit):
            raise self._unknown(repository)
        return f"{self._endpoint}/{repository}/resolve/{commit}/{quote(path)}"

    async def _named(self, asked: SearchHub, address: HubAddress) -> HubPage | None:
        """Return a page of the one repository, None if a bare name names none."""
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
            raise self._not_understood() from error
        if model is None:
            raise self._not_understood()
        return model, commit

    async def _tree(self, name: str, commit: str) -> AsyncGenerator[JsonObject]:
        cursor = ""
        for _ in range(_MOST_TREE_PAGES):
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
        """Return what the hub says, and the cursor of its next page; asks again if it is busy."""
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
            content = await read_at_most(response, MOST_JSON_BYTES, pace_seconds=self._pace_seconds)
            link = response.headers.get("Link", "")
        try:
            return decoded(content), _next_cursor(link)
        except ValueError as error:
            raise self._not_understood() from error

    def _check(self, response: httpx2.Response, repository: str) -> None:
        """Return if the hub gives what it was asked for. Raises NetError."""
        if repository and response.status_code in (401, 403, 404):
            # Without it a 403 is a gate: that is what mirrors send, who know no such header.
            code = response.headers.get("X-Error-Code", "")
            if code == "GatedRepo" or (response.status_code == 403 and code != "RepoNotFound"):
                raise self._gated(repository, has_token=response.status_code == 403)
            raise self._unknown(repository)
        check_status(response)

    def _gated(self, repository: str, *, has_token: bool) -> NetError:
        page = f"{self._endpoint}/{repository}"
        if has_token:
            text = lazy(
                "“{name}” has conditions that the owner of your access token has not accepted. "
                "Accept them at {page}, then try again.",
                name=repository,
                page=page,
            )
        else:
            text = lazy(
                "“{name}” has conditions. Accept them at {page}, then give Hubbub your access "
                "token: in the settings, under Network.",
                name=repository,
                page=page,
            )
        return NetError(NetTrouble.GATED, text, page=page)

    def _unknown(self, repository: str) -> NetError:
        text = lazy(
            "There is no “{name}” on {host}, or it is private.",
            name=shown(repository),
            host=self._host,
        )
        return NetError(NetTrouble.NOT_FOUND, text)

    def _not_understood(self) -> NetError:
        text = lazy("The answer of {host} could not be understood.", host=self._host)
        return NetError(NetTrouble.BAD_ANSWER, text)

    def _objects(self, answer: object) -> list[JsonObject]:
        try:
            return list(objects_in(answer))
        except ValueError as error:
            raise self._not_understood() from error

    @property
    def _host(self) -> str | LazyText:
        return urlsplit(self._endpoint).hostname or self._endpoint


def _next_cursor(link: str) -> str:
    """Return the cursor in a Link header: it alone is taken over, never an address."""
    match = _NEXT.search(link)
    return parse_qs(urlsplit(match[1]).query).get("cursor", [""])[0] if match else ""


def _pause(error: NetError, attempt: int) -> float | None:
    """Return how long to wait before it is asked again, None if it is not."""
    if error.trouble is NetTrouble.UNREACHABLE and attempt == 1:
        return _SHORT_PAUSE_SECONDS  # a connection that was kept open too long
    if attempt == _ATTEMPTS or error.trouble is not NetTrouble.BUSY:
        return None
    pause = error.retry_after_seconds
    if pause is None:
        return 0.5 * attempt
    return pause if pause <= _LONGEST_PAUSE_SECONDS else None
