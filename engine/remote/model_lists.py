"""Parses the model lists of all kinds of servers; any field may be missing."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.dialects.ollama import USUAL_WINDOW
from engine.messages.remote_messages import EndpointKind, RemoteModel

Json = dict[str, Any]

_OWNERS = {
    "llamacpp": EndpointKind.LLAMA_SERVER,
    "llama.cpp": EndpointKind.LLAMA_SERVER,
    "vllm": EndpointKind.VLLM,
    "sglang": EndpointKind.SGLANG,
    "library": EndpointKind.OLLAMA,
    "organization_owner": EndpointKind.LM_STUDIO,
}
_LENGTHS = ("max_model_len", "context_window", "context_length", "max_context_length")
_STUDIO_TYPES = {"vlm": True, "llm": False}
_LONGEST_NAME = 300
_NUM_CTX = re.compile(r"^num_ctx\s+(\d+)", re.MULTILINE)
_THINKING = re.compile(r"enable_thinking|<think>|reasoning_content|thinking")


def text(value: object) -> str:
    """Return a text; "" for any other value."""
    return value if isinstance(value, str) else ""


def kind_by_owner(listed: Json | None) -> EndpointKind | None:
    """Return the kind of a server, if the owners of its models show it."""
    for each in _entries(listed, "data"):
        kind = _OWNERS.get(text(each.get("owned_by")))
        if kind is not None:
            return kind
    return None


def is_hubbub(listed: Json | None) -> bool:
    """Return whether a list comes from a Hubbub server."""
    return any(each.get("owned_by") == "hubbub" for each in _entries(listed, "data"))


def has_lengths(listed: Json | None) -> bool:
    """Return whether a list has context lengths, under vLLM's name."""
    return any("max_model_len" in each for each in _entries(listed, "data"))


def openai_models(listed: Json | None) -> list[RemoteModel]:
    """Return the models of ``/v1/models``, with the further fields of some servers."""
    models: list[RemoteModel] = []
    for each in _entries(listed, "data"):
        name = _name(each.get("id"))
        if not name:
            continue
        windows = (_count(each.get(field)) for field in _LENGTHS)
        settings = each.get("supported_parameters")
        models.append(
            RemoteModel(
                name,
                next(filter(None, windows), None),
                _sees(each),
                "reasoning" in settings if isinstance(settings, list) else None,
            )
        )
    return models


def llama_server(props: Json, models: Sequence[RemoteModel]) -> tuple[str, list[RemoteModel], int]:
    """Return version, models and slots of a llama-server: its window is that of one slot."""
    settings = _dict(props.get("default_generation_settings"))
    template = text(props.get("chat_template"))
    modalities = _dict(props.get("modalities"))
    window = _count(settings.get("n_ctx"))
    sees = modalities.get("vision")
    known = [
        msgspec.structs.replace(
            each,
            context_window=window or each.context_window,
            sees=sees if isinstance(sees, bool) else each.sees,
            thinks=bool(_THINKING.search(template)) if template else None,
        )
        for each in models
    ]
    # A router with one process per model: the reported window and slots may belong to none of them.
    is_one = len(known) == 1
    slots = _count(props.get("total_slots")) or 0
    return text(props.get("build_info")), known if is_one else list(models), slots if is_one else 0


def sglang(info: Json, models: Sequence[RemoteModel]) -> tuple[str, list[RemoteModel], int]:
    """Return version and models of SGLang."""
    window = _count(info.get("context_length")) or _count(info.get("max_total_num_tokens"))
    parser = info.get("reasoning_parser")
    known = [
        msgspec.structs.replace(
            each,
            context_window=each.context_window or window,
            thinks=bool(parser) if "reasoning_parser" in info else None,
        )
        for each in models
    ]
    return text(info.get("version")), known, 0


def lm_studio(own: Json) -> list[RemoteModel]:
    """Return the models of LM Studio's own list, in its newer or older form."""
    models: list[RemoteModel] = []
    for each in (*_entries(own, "models"), *_entries(own, "data")):
        name = _name(each.get("key") or each.get("id"))
        if not name or text(each.get("type")).startswith("embedding"):
            continue
        loaded = _entries(each, "loaded_instances")
        configs = [_dict(instance.get("config")) for instance in loaded]
        windows = [_count(config.get("context_length")) for config in configs]
        windows += [_count(each.get("loaded_context_length")), _count(each.get(_LENGTHS[-1]))]
        abilities = _dict(each.get("capabilities"))
        sees = abilities.get("vision")
        if "id" in each:  # the older form, which has a type for vision models
            sees = _STUDIO_TYPES.get(text(each.get("type")))
        thinks = "reasoning" in abilities if abilities else None
        window = next(filter(None, windows), None)
        models.append(RemoteModel(name, window, sees if isinstance(sees, bool) else None, thinks))
    return models


def ollama_names(tags: Json) -> list[str]:
    """Return the names of an Ollama server's models."""
    names = (_name(each.get("name") or each.get("model")) for each in _entries(tags, "models"))
    return [name for name in names if name]


def ollama_model(name: str, shown: Json, running: Json) -> RemoteModel:
    """Return a model with the window to request for it.

    That is the window it is loaded with, or its maker's default; otherwise the usual window,
    limited by the model's maximum.
    """
    info = _dict(shown.get("model_info"))
    architecture = text(info.get("general.architecture"))
    longest = _count(info.get(f"{architecture}.context_length"))
    number = _NUM_CTX.search(text(shown.get("parameters")))
    loaded = [
        _count(each.get("context_length"))
        for each in _entries(running, "models")
        if name in (each.get("name"), each.get("model"))
    ]
    set_by_maker = _count(int(number[1])) if number and len(number[1]) < 12 else None
    usual = max(filter(None, (USUAL_WINDOW, set_by_maker, *loaded)))
    abilities = shown.get("capabilities")
    return RemoteModel(
        name,
        min(usual, longest or usual),
        "vision" in abilities if isinstance(abilities, list) else None,
        "thinking" in abilities if isinstance(abilities, list) else None,
    )


def _sees(listed: Json) -> bool | None:
    """Return whether a listed model accepts pictures, in the fields of routers or of Mistral."""
    inputs = _dict(listed.get("architecture")).get("input_modalities")
    if isinstance(inputs, list):
        return "image" in inputs
    vision = _dict(listed.get("capabilities")).get("vision")
    return vision if isinstance(vision, bool) else None


def _entries(value: Json | None, name: str) -> list[Json]:
    listed = value.get(name) if value else None
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _name(value: object) -> str:
    name = text(value)
    return name if 0 < len(name) <= _LONGEST_NAME and name.isprintable() else ""


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 < value < 1 << 31 else None
