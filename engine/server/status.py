"""Information on the models and their engines: health, properties, slots, metrics."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from engine.dialects.anthropic import MessagesBody, generation_of
from engine.dialects.bodies import parsed
from engine.dialects.errors import ApiError, Dialect, Json, of_engine
from engine.dialects.generation import Generation, model_id
from engine.dialects.sampling import sampling_fields
from engine.messages.errors import EngineError
from engine.messages.events import Snapshot
from engine.messages.metrics import ModelInfo
from engine.messages.programs import is_program
from engine.messages.remote_messages import EndpointKind
from engine.messages.server_messages import ServedModel
from engine.server.bodies import Bodies
from engine.server.engine_link import EngineLink
from engine.server.generation import Generator, ProgramQueue
from engine.server.sending import send_error, send_json, send_text
from engine.server.served_models import ServedModels, model_named, model_not_found, not_loaded

_PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
_TOKENS_OF_A_MARK = 4  # approximate number that a template adds to a message
_MAX_QUESTIONS = 4  # simultaneous queries to the engine

_LOADED: Json = {"value": "loaded"}
_STAGE = "text_model"  # of a load; llama-server has others for drafts and projectors
_IDLE_SLOTS = ("free", "parked")
_ROUTER_PROPS: Json = {
    "role": "router",
    "models_autoload": True,
    "default_generation_settings": {"params": {}, "n_ctx": 0},
    "is_sleeping": True,
}
# The values with which llama-server names what is off, in the order of its samplers.
_OFF: Json = {
    "seed": -1,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "dry_multiplier": 0.0,
    "mirostat": 0,
    "max_tokens": -1,
    "n_predict": -1,
    "stop": [],
    "samplers": [
        *("penalties", "dry", "top_n_sigma", "top_k", "typ_p", "top_p", "min_p", "xtc"),
        "temperature",
    ],
}
# In the words of routers, whose lists of models have this field.
_PARAMETERS = (
    *("max_tokens", "temperature", "top_p", "top_k", "min_p", "stop", "seed"),
    *("frequency_penalty", "presence_penalty", "repetition_penalty", "logit_bias"),
    *("logprobs", "top_logprobs", "response_format", "structured_outputs", "tools", "tool_choice"),
)


class Status:
    """Answers requests that need no generation."""

    def __init__(
        self, models: ServedModels, generator: Generator, queue: ProgramQueue, bodies: Bodies
    ) -> None:
        self._models = models
        self._generator = generator
        self._queue = queue
        self._bodies = bodies
        self._since = datetime.now(UTC)
        self._questions = asyncio.Semaphore(_MAX_QUESTIONS)

    async def health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return whether requests are answered: by a loaded model, or one that they load."""
        link = self._models.default.link
        if link.model is None and self._models.questions.default is None:
            error = ApiError(503, link.trouble, code="no_model", retry_after=5)
            await send_error(send, error, Dialect.OPENAI)
        else:
            await send_json(send, {"status": "ok"})

    async def models(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return the default model and the others, in the forms of both APIs at once."""
        model = self._models.default_model
        entries = [_with_capabilities(self._entry(model), model)] if model is not None else []
        known = {str(each["id"]) for each in entries}
        others = (each for each in self._models.questions.listed if each.id not in known)
        entries += [_with_capabilities(self._other_entry(each), each) for each in others]
        ids = [str(each["id"]) for each in entries]
        pages = {"has_more": False, "first_id": _first(ids), "last_id": _first(ids[::-1])}
        await send_json(send, {"object": "list", "data": entries, **pages})

    async def model(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return the description of one model."""
        model = self._models.default_model
        wanted = scope["path_params"]["name"]
        other = self._models.questions.find(wanted)
        is_default = other is not None and other.is_default
        if model is not None and (is_default or model_id(model) == wanted):
            await send_json(send, _with_capabilities(self._entry(model), model))
        elif other is not None:
            await send_json(send, _with_capabilities(self._other_entry(other), other))
        else:
            error = model_not_found(wanted)
            await send_error(send, error, Dialect.OPENAI)

    async def slots(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return the slots in the form of llama-server, each with the kind of its owner.

        Programs learn nothing else of tabs. ``?model=`` names one of the loaded models, as in the
        router of llama-server.
        """
        try:
            async with self._models.loaded(_model_asked(scope)) as served, self._questions:
                snapshot = await served.link.state()
                window = served.model().context_window
        except EngineError as error:
            await send_error(send, of_engine(error), Dialect.OPENAI)
            return
        except ApiError as error:
            await send_error(send, error, Dialect.OPENAI)
            return
        slots: list[Json] = [
            {
                "id": each.slot,
                "n_ctx": window,
                "is_processing": each.state not in _IDLE_SLOTS,
                "state": each.state,
                "kind": _kind(each.conversation_id),
                "kept_cells": each.kept_cells,
                "new_cells": each.new_cells,
                "free_cells": each.free_cells,
            }
            for each in snapshot.slots
        ]
        await send_json(send, slots)

    async def props(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return the properties of a loaded model, named as for ``slots``, as llama-server does.

        Without a name and without a loaded default model they are those of its router, which
        programs ask again with the name of a model.
        """
        name = _model_asked(scope)
        try:
            if not name and self._models.default_model is None:
                await send_json(send, _ROUTER_PROPS)
                return
            async with self._models.loaded(name) as served:
                await send_json(send, _props_of(served.model()))
        except ApiError as error:
            await send_error(send, error, Dialect.OPENAI)

    async def metrics(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return the metrics of a model, named as for ``slots``, in Prometheus's text format."""
        snapshot: Snapshot | None = None
        try:
            async with self._models.loaded(_model_asked(scope)) as served:
                if served.link.model is not None:
                    with suppress(EngineError):  # the metrics known here are still returned
                        snapshot = await served.link.state()
        except ApiError as error:
            await send_error(send, error, Dialect.OPENAI)
            return
        await send_text(send, "".join(self._figures(snapshot)), _PROMETHEUS)

    async def load(self, body: bytes, _request: Request, send: Send) -> None:
        """Load the model that a request names, as the router of llama-server does.

        The answer comes at once. Raises ApiError.
        """
        model = self._models.named(await self._bodies.made(model_named, body))
        if model.is_loaded:
            raise ApiError(400, f"The model {model.name} is loaded.", code="model_loaded")
        self._models.load_soon(model)
        await send_json(send, {"success": True})

    async def unload(self, body: bytes, _request: Request, send: Send) -> None:
        """Unload the model that a request names, unless it is in use. Raises ApiError."""
        model = self._models.named(await self._bodies.made(model_named, body))
        if not model.is_loaded:
            raise not_loaded(model)
        self._models.questions.unload(model)
        await send_json(send, {"success": True})

    async def count(self, body: bytes, request: Request, send: Send) -> None:
        """Return the number of tokens of the messages' prompt."""
        async with self._models.named_in(body, self._bodies) as served:
            model = served.model()
            asked = await self._bodies.made(
                lambda content: generation_of(parsed(content, MessagesBody), model), body
            )
            ready = await self._generator.ready(asked, model)
            async with self._questions:
                count = await self._count(served.link, ready)
            await send_json(send, {"input_tokens": count}, notes=ready.notes)

    async def _count(self, link: EngineLink, generation: Generation) -> int:
        weighed = await link.weigh(generation.messages, generation.options)
        if weighed.is_known:
            return weighed.prompt_tokens
        # Without a reply the template yields no text; this is an estimate of its length.
        text = "\n".join(each.content for each in generation.messages)
        counted = await link.count_tokens(text)
        return counted.token_count + _TOKENS_OF_A_MARK * len(generation.messages)

    def _other_entry(self, model: ServedModel) -> Json:
        head = self._head(model.id, model.name, model.aliases, _status(model))
        return head if model.info is None else head | _facts(model.info)

    def _head(self, name: str, display_name: str, aliases: tuple[str, ...], status: Json) -> Json:
        return {
            "id": name,
            "aliases": list(aliases),
            "object": "model",
            "type": "model",
            "display_name": display_name,
            "created": int(self._since.timestamp()),
            "created_at": self._since.isoformat(timespec="seconds").replace("+00:00", "Z"),
            "owned_by": "hubbub",
            "status": status,
        }

    def _entry(self, model: ModelInfo) -> Json:
        listed = self._models.questions.find(model_id(model))
        aliases = () if listed is None else listed.aliases
        return self._head(model_id(model), model.name, aliases, _LOADED) | _facts(model)

    def _figures(self, snapshot: Snapshot | None) -> Iterator[str]:
        queue = self._queue
        yield _gauge("requests_running", "active requests of programs", queue.running_count)
        yield _gauge("requests_waiting", "waiting requests of programs", queue.waiting_count)
        yield _gauge("model_loaded", "whether a model is loaded", int(snapshot is not None))
        if snapshot is None:
            return
        used = sum(each.conversation_id is not None for each in snapshot.slots)
        yield _gauge("slots", "conversations that fit at once", len(snapshot.slots))
        yield _gauge("slots_used", "slots that hold a conversation", used)
        yield _gauge("engine_waiting", "all waiting requests", len(snapshot.waiting))
        yield _gauge("decode_tokens_per_second", "generation speed", snapshot.rates.decode or 0)
        yield _gauge(
            "prefill_tokens_per_second", "prompt processing speed", snapshot.rates.prefill or 0
        )
        yield _gauge("kv_ram_bytes", "conversations cached in memory", snapshot.ram_bytes)
        yield _gauge("kv_disk_bytes", "conversations cached on disk", snapshot.disk_bytes)
        gaps = snapshot.token_gaps
        if gaps is not None:
            yield _gauge("token_gap_seconds_p99", "time between two tokens of a reply", gaps.p99)
        yield "# HELP hubbub_reused_tokens_total prompt tokens reused from the cache\n"
        yield "# TYPE hubbub_reused_tokens_total counter\n"
        for origin, count in sorted(snapshot.reused_tokens.items()):
            yield f'hubbub_reused_tokens_total{{from="{origin}"}} {count}\n'


def _with_capabilities(entry: Json, model: ModelInfo | ServedModel) -> Json:
    """Return the entry of a model with its capabilities, in llama-server's words."""
    if not model.embeds_only:
        return entry | {"capabilities": ["completion", "embedding"]}
    architecture = {"input_modalities": ["text"], "output_modalities": ["embeddings"]}
    return entry | {
        "capabilities": ["embedding"],
        "supported_parameters": [],
        "architecture": architecture,
    }


def _gauge(name: str, text: str, value: float) -> str:
    full = f"hubbub_{name}"
    return f"# HELP {full} {text}\n# TYPE {full} gauge\n{full} {value}\n"


def _model_asked(scope: Scope) -> str:
    return QueryParams(scope["query_string"]).get("model", "")


def _kind(conversation_id: str | None) -> str | None:
    if conversation_id is None:
        return None
    return "program" if is_program(conversation_id) else "tab"


def _props_of(model: ModelInfo) -> Json:
    sampling = _OFF | sampling_fields(EndpointKind.LLAMA_SERVER, model.defaults.sampling)
    # Calls and a system prompt reach a model without a template for them in other words.
    capabilities = dict.fromkeys(("tools", "tool_calls", "system_role", "string_content"), True)
    capabilities["typed_content"] = model.sees or model.hears
    capabilities["reasoning_effort"] = bool(model.thinking.efforts)
    return {
        "default_generation_settings": {"params": sampling, "n_ctx": model.context_window},
        "total_slots": model.slot_count,
        "model_alias": model_id(model),
        "model_path": model.path,
        "modalities": {"vision": model.sees, "audio": model.hears, "video": False},
        "chat_template": model.chat_template,
        "chat_template_caps": {f"supports_{name}": each for name, each in capabilities.items()},
        "bos_token": model.bos_token,
        "eos_token": model.eos_token,
        "endpoint_slots": True,
        "endpoint_props": False,
        "endpoint_metrics": True,
        "build_info": "Hubbub",
        "is_sleeping": False,
    }


def _status(model: ServedModel) -> Json:
    """Return the state of a model as the router of llama-server does, and why its load failed."""
    if model.is_loaded:
        return _LOADED
    if model.progress is not None:
        progress = {"stages": [_STAGE], "current": _STAGE, "value": model.progress}
        return {"value": "loading", "progress": progress}
    trouble = "".join([*model.trouble])  # msgspec does not encode a LazyText
    failure: Json = {"failed": True, "error": trouble} if trouble else {}
    return {"value": "unloaded", **failure}


def _facts(model: ModelInfo) -> Json:
    return {
        "max_model_len": model.context_window,
        "supported_parameters": [*_PARAMETERS, *(["reasoning"] if _thinks(model) else [])],
        "architecture": {
            "input_modalities": _modalities(model),
            "output_modalities": ["text"],
        },
        "meta": {
            "n_ctx": model.context_window,
            "n_ctx_train": model.trained_context,
            "n_vocab": model.vocabulary_size,
            "n_embd": model.embedding_length,
            "n_params": model.parameter_count,
            "size": model.file_bytes,
        },
    }


def _thinks(model: ModelInfo) -> bool:
    thinking = model.thinking
    return thinking.can_switch or thinking.has_budget or bool(thinking.efforts)


def _modalities(model: ModelInfo) -> list[str]:
    also = (("image", model.sees), ("audio", model.hears))
    return ["text", *(word for word, is_taken in also if is_taken)]


def _first(ids: list[str]) -> str | None:
    return ids[0] if ids else None
