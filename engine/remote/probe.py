"""Detects the server at an address, its models, and their context windows."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import httpx2
import msgspec

from engine.dialects.errors import LOADING_SECONDS, Refusal
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import EndpointKind, RemoteModel
from engine.net.errors import NetError
from engine.remote import model_lists
from engine.remote.connections import EndpointAddress, get_json
from engine.remote.model_lists import Json

MAX_MODELS = 500
_MAX_SHOWN = 40  # maximum number of models that an Ollama server is asked about one by one
_AT_ONCE = 6

T = TypeVar("T")


class Found(msgspec.Struct, frozen=True):
    """The server at an address; ``slot_count`` is a llama-server's, else 0.

    ``dialect`` is the protocol: another Hubbub is not among the kinds, and supports most of
    llama-server's API.
    """

    kind: EndpointKind
    version: str
    models: tuple[RemoteModel, ...]
    latency_seconds: float
    warnings: tuple[LazyText, ...] = ()
    slot_count: int = 0
    is_hubbub: bool = False

    @property
    def dialect(self) -> EndpointKind:
        """Return the protocol of requests to it."""
        return EndpointKind.LLAMA_SERVER if self.is_hubbub else self.kind


async def probe(
    client: httpx2.AsyncClient, address: EndpointAddress, kind: EndpointKind, key: str | None
) -> Found:
    """Return the server at an address. Raises NetError, with KEY_REFUSED among its troubles."""
    return await _Prober(client, address, key).found(kind)


class _Prober:
    def __init__(
        self, client: httpx2.AsyncClient, address: EndpointAddress, key: str | None
    ) -> None:
        self._client = client
        self._address = address
        self._key = key
        self._latency = float("inf")
        self._refused: Refusal | None = None

    async def found(self, kind: EndpointKind) -> Found:
        """Query the path that all servers have, then those that distinguish them."""
        # Some gateways list no models; if the kind is chosen, the user can type a model's name.
        needs_list = kind is not EndpointKind.OPENAI
        listed = await self._ask_or_raise("/v1/models")
        is_hubbub = model_lists.is_hubbub(listed)
        if is_hubbub:
            kind = EndpointKind.OPENAI
        elif kind is EndpointKind.AUTOMATIC:
            kind = model_lists.kind_by_owner(listed) or await self._kind_by_pages(listed)
        version, models, slot_count = await self._details(kind, listed)
        is_refused = self._refused is not None and self._refused.status in (401, 403, 429, 503)
        has_none = listed is None and not models
        if has_none and (is_refused or (needs_list and not version)):
            raise self._nothing()
        return Found(
            kind,
            "Hubbub" if is_hubbub else version[:60],
            tuple(models)[:MAX_MODELS],
            self._latency,
            self._warnings(models),
            slot_count,
            is_hubbub,
        )

    async def _kind_by_pages(self, listed: Json | None) -> EndpointKind:
        """Return the kind of a server by paths that only that kind has."""
        # All at once, since a router may be slow for each path that it does not have. The content
        # is checked: LM Studio answers any path with 200.
        pages = ("/props", "/api/v1/models", "/api/version", "/get_server_info", "/version")
        props, studio, ollama, sglang, version = await self._ask_all(pages)
        if "default_generation_settings" in props or "total_slots" in props:
            return EndpointKind.LLAMA_SERVER
        if isinstance(studio.get("models"), list):
            return EndpointKind.LM_STUDIO
        if isinstance(ollama.get("version"), str):
            return EndpointKind.OLLAMA
        if "tokenizer_path" in sglang or "model_path" in sglang:
            return EndpointKind.SGLANG
        is_vllm = isinstance(version.get("version"), str) and model_lists.has_lengths(listed)
        return EndpointKind.VLLM if is_vllm else EndpointKind.OPENAI

    async def _details(
        self, kind: EndpointKind, listed: Json | None
    ) -> tuple[str, Sequence[RemoteModel], int]:
        models = model_lists.openai_models(listed)
        match kind:
            case EndpointKind.LLAMA_SERVER:
                props = await self._ask("/props") or {}
                return model_lists.llama_server(props, models)
            case EndpointKind.VLLM:
                version = await self._ask("/version") or {}
                return model_lists.text(version.get("version")), models, 0
            case EndpointKind.SGLANG:
                info = await self._ask("/get_server_info") or await self._ask("/server_info") or {}
                return model_lists.sglang(info, models)
            case EndpointKind.LM_STUDIO:
                own = await self._ask("/api/v1/models") or await self._ask("/api/v0/models") or {}
                return "", model_lists.lm_studio(own) or models, 0
            case EndpointKind.OLLAMA:
                return await self._ollama()
            case _:
                return "", models, 0

    async def _ollama(self) -> tuple[str, Sequence[RemoteModel], int]:
        pages = ("/api/version", "/api/tags", "/api/ps")
        version, tags, running = await self._ask_all(pages)
        names = model_lists.ollama_names(tags)
        gate = asyncio.Semaphore(_AT_ONCE)

        async def show(name: str) -> RemoteModel:
            async with gate:
                shown = await self._ask("/api/show", {"model": name})
            return model_lists.ollama_model(name, shown or {}, running)

        models = await _together([show(name) for name in names[:_MAX_SHOWN]])
        models += [RemoteModel(name) for name in names[_MAX_SHOWN:]]
        return model_lists.text(version.get("version")), models, 0

    async def _ask_all(self, paths: Sequence[str]) -> list[Json]:
        return [each or {} for each in await _together([self._ask(path) for path in paths])]

    async def _ask(self, path: str, body: object = None) -> Json | None:
        """Return the answer of a path; None if there is none."""
        try:
            return await self._ask_or_raise(path, body)
        except NetError:
            return None  # the first query was answered, so this path is merely unusable

    async def _ask_or_raise(self, path: str, body: object = None) -> Json | None:
        began = time.monotonic()
        status, content = await get_json(self._client, self._address, path, self._key, body=body)
        self._latency = min(self._latency, time.monotonic() - began)
        if status != 200:
            refusal = Refusal(self._address.host, status, content, key=self._key)
            if self._refused is None or status in (401, 403):
                self._refused = refusal
            return None
        try:
            value: Any = msgspec.json.decode(content)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def _nothing(self) -> NetError:
        refusal, host = self._refused, self._address.host
        if refusal is not None and refusal.status in (401, 403):
            return NetError(NetTrouble.KEY_REFUSED, str(refusal.error()))
        if refusal is not None and refusal.status >= 429 and refusal.status != 501:
            wait = LOADING_SECONDS if refusal.is_loading else refusal.retry_seconds
            return NetError(NetTrouble.BUSY, str(refusal.error()), retry_after_seconds=wait)
        text = lazy(
            "The server at {host} is not one that Hubbub supports. Check the port.",
            host=host,
        )
        return NetError(NetTrouble.BAD_ANSWER, text)

    def _warnings(self, models: Sequence[RemoteModel]) -> tuple[LazyText, ...]:
        warnings: list[LazyText] = []
        if self._address.is_open:
            warnings.append(
                lazy(
                    "The connection to {host} is not encrypted: others on the network can read "
                    "chats and the key.",
                    host=self._address.host,
                )
            )
        if not models:
            warnings.append(lazy("It lists no model. Load one there, or type the name of one."))
        return tuple(warnings)


async def _together(questions: Sequence[Awaitable[T]]) -> list[T]:
    """Return all answers; exceptions are returned as values."""
    return list(await asyncio.gather(*questions))
