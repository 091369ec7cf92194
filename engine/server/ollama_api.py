"""Ollama's paths for programs that know no other API: chats, texts, embeddings, lists of models.

Models are neither fetched nor removed here.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from engine.dialects.bodies import parsed
from engine.dialects.errors import Json
from engine.dialects.generation import model_id
from engine.dialects.ollama_served import (
    ModelOrder,
    OllamaChatExchange,
    OllamaTextExchange,
    embeddings_request,
    keep_seconds,
    model_order,
    nanoseconds,
    order_json,
    timestamp,
)
from engine.messages.metrics import ModelInfo
from engine.messages.server_messages import ServedModel
from engine.server.bodies import Bodies
from engine.server.endpoint import Answers, Endpoint, Page
from engine.server.sending import send_json, send_text
from engine.server.served_models import Served, ServedModels, model_named
from engine.server.text_answers import TextAnswers

VERSION = "0.13.0"  # of Ollama, whose API this is: programs refuse older ones
# The whole answer is compared by programs that look whether there is a server.
_IS_RUNNING = "Ollama is running"
_IS_RUNNING_FOR_PEOPLE = "Hubbub is running."
_PLAIN_TEXT = "text/plain; charset=utf-8"
_MAGNITUDES = ("K", 1e3), ("M", 1e6), ("B", 1e9)


class _Shown(msgspec.Struct):
    """A body that names a model, in either of two fields."""

    model: str | None = None
    name: str | None = None


class OllamaApi:
    """Answers requests of this API; lives on the server's loop."""

    def __init__(
        self,
        models: ServedModels,
        answers: Answers,
        texts: TextAnswers,
        bodies: Bodies,
        closing: asyncio.Event,
    ) -> None:
        self._models = models
        self._answers = answers
        self._texts = texts
        self._bodies = bodies
        self._closing = closing
        self._since = timestamp()

    def routes(self) -> list[Route]:
        """Return the paths with what answers them."""
        posted = {
            "chat": self._chat,
            "generate": self._generate,
            "embed": self._embed,
            "embeddings": self._embed_one,
            "show": self._show,
        }
        pages = {"tags": self._tags, "ps": self._running, "version": self._version}
        return [
            *(
                Route(f"/api/{name}", Endpoint(each, self._closing, self._bodies), methods=["POST"])
                for name, each in posted.items()
            ),
            *(Route(f"/api/{name}", Page(each), methods=["GET"]) for name, each in pages.items()),
            Route("/", Page(self._root), methods=["GET"]),
        ]

    async def _chat(self, body: bytes, request: Request, send: Send) -> None:
        await self._generated(OllamaChatExchange, body, request, send)

    async def _generate(self, body: bytes, request: Request, send: Send) -> None:
        await self._generated(OllamaTextExchange, body, request, send)

    async def _generated(
        self,
        make: type[OllamaChatExchange | OllamaTextExchange],
        body: bytes,
        request: Request,
        send: Send,
    ) -> None:
        models, bodies = self._models, self._bodies
        order = await bodies.made(partial(model_order, is_chat=make.is_chat), body)
        if order is ModelOrder.UNLOAD:
            model = models.named(await bodies.made(model_named, body))
            models.questions.unload(model)
            await send_json(send, order_json(model.id, order, is_chat=make.is_chat))
            return
        async with self._kept(body):
            if order is ModelOrder.LOAD:
                async with models.named_in(body, bodies, for_chat=False) as served:
                    name = model_id(served.model())
                await send_json(send, order_json(name, order, is_chat=make.is_chat))
                return
            await self._answers.answer(make, body, request, send)

    @asynccontextmanager
    async def _kept(self, body: bytes) -> AsyncGenerator[None]:
        """Keep the model of the block loaded for as long as its request says. Raises ApiError."""
        seconds = await self._bodies.made(keep_seconds, body)
        try:
            yield
        finally:
            if seconds is not None:
                name, questions = await self._bodies.made(model_named, body), self._models.questions
                if (model := questions.find(name) or questions.default) is not None:
                    questions.keep_alive(model, seconds)

    async def _embed(self, body: bytes, _request: Request, send: Send) -> None:
        began = time.monotonic()
        async with self._named(body) as served:
            loaded = time.monotonic()
            vectors, count = await self._vectors(body, served)
            answer: Json = {
                "model": model_id(served.model()),
                "embeddings": vectors,
                "total_duration": nanoseconds(time.monotonic() - began),
                "load_duration": nanoseconds(loaded - began),
                "prompt_eval_count": count,
            }
            await send_json(send, answer)

    async def _embed_one(self, body: bytes, _request: Request, send: Send) -> None:
        async with self._named(body) as served:
            vectors, _ = await self._vectors(body, served)
            await send_json(send, {"embedding": vectors[0] if vectors else []})

    @asynccontextmanager
    async def _named(self, body: bytes) -> AsyncGenerator[Served]:
        named = self._models.named_in(body, self._bodies, for_chat=False, for_vectors=True)
        async with self._kept(body), named as served:
            yield served

    async def _vectors(self, body: bytes, served: Served) -> tuple[list[msgspec.Raw], int]:
        model = served.model()
        asked = await self._bodies.made(lambda content: embeddings_request(content, model), body)
        if asked is None:
            return [], 0
        vectors, count = await self._texts.vectors(asked, served)
        return [asked.numbers(each) for each in vectors], count

    async def _show(self, body: bytes, _request: Request, send: Send) -> None:
        asked = await self._bodies.made(lambda content: parsed(content, _Shown), body)
        name = asked.model or asked.name or ""
        found = self._models.named(name)
        await send_json(send, _described(found, self._info_of(found)))

    async def _tags(self, scope: Scope, receive: Receive, send: Send) -> None:
        entries = [self._entry(each) for each in self._models.questions.listed]
        await send_json(send, {"models": entries})

    async def _running(self, scope: Scope, receive: Receive, send: Send) -> None:
        loaded = [each for each in self._models.questions.listed if each.is_loaded]
        entries = [self._entry(each) | _held(self._info_of(each)) for each in loaded]
        await send_json(send, {"models": entries})

    async def _root(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_browser = "text/html" in Headers(scope=scope).get("accept", "")
        await send_text(send, _IS_RUNNING_FOR_PEOPLE if is_browser else _IS_RUNNING, _PLAIN_TEXT)

    async def _version(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_json(send, {"version": VERSION})

    def _entry(self, model: ServedModel) -> Json:
        info = self._info_of(model)
        return {
            "name": model.id,
            "model": model.id,
            "modified_at": self._since,
            "size": 0 if info is None else info.file_bytes,
            "digest": "",
            "details": _details(info),
        }

    def _info_of(self, model: ServedModel) -> ModelInfo | None:
        """Return what is known of a loaded model; only that of the default one has a template."""
        return self._models.default_model if model.is_default else model.info


def _details(model: ModelInfo | None) -> Json:
    family = "" if model is None else model.architecture
    return {
        "parent_model": "",
        "format": "gguf",
        "family": family,
        "families": [family] if family else [],
        "parameter_size": "" if model is None else _short(model.parameter_count),
        "quantization_level": "",
    }


def _held(model: ModelInfo | None) -> Json:
    return {} if model is None else {"context_length": model.context_window, "size_vram": 0}


def _described(model: ServedModel, info: ModelInfo | None) -> Json:
    capabilities = ["embedding"] if model.embeds_only else ["completion", "tools", "embedding"]
    described: Json = {
        "details": _details(info),
        "capabilities": capabilities,
        "template": "",
        "parameters": "",
        "modelfile": "",
        "model_info": {"general.basename": model.name},
    }
    if info is None:
        return described
    kind = info.architecture
    thinking = info.thinking
    if thinking.can_switch or thinking.has_budget or thinking.efforts:
        capabilities.append("thinking")
    if info.sees:
        capabilities.append("vision")
    return described | {
        "template": info.chat_template,
        "model_info": {
            "general.architecture": kind,
            "general.basename": model.name,
            "general.parameter_count": info.parameter_count,
            # Programs size their prompts by it, so it is what a request can have.
            f"{kind}.context_length": info.context_window,
            f"{kind}.embedding_length": info.embedding_length,
        },
    }


def _short(count: int) -> str:
    """Return a number of parameters as 134.52M."""
    unit, size = next((each for each in reversed(_MAGNITUDES) if count >= each[1]), _MAGNITUDES[0])
    return f"{count / size:.2f}".rstrip("0").rstrip(".") + unit
