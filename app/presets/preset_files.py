"""Sampling presets as JSON files: those of Hubbub and of LM Studio."""

import json
from collections.abc import Mapping
from pathlib import Path

from app.domain.conversations import Preset
from app.errors import TransferFailed, lazy

_FORMAT = "hubbub-presets"
_MAX_BYTES = 4 * 1024 * 1024
_MAX_PRESETS = 1000
_LONGEST_NAME = 60
_LM_STUDIO = {
    "llm.prediction.temperature": "temperature",
    "llm.prediction.topKSampling": "top_k",
    "llm.prediction.topPSampling": "top_p",
    "llm.prediction.minPSampling": "min_p",
    "llm.prediction.repeatPenalty": "repeat_penalty",
    "llm.prediction.maxPredictedTokens": "max_tokens",
    "llm.prediction.stopStrings": "stop_strings",
    "llm.prediction.systemPrompt": "system_prompt",
}


def content_of(path: Path) -> bytes:
    """Return a file's content, up to one byte more than the limit of a preset file."""
    with path.open("rb") as file:
        return file.read(_MAX_BYTES + 1)


def written(presets: tuple[Preset, ...]) -> bytes:
    """Return the content of a file with these presets."""
    listed = [{"name": each.name, "values": dict(each.values)} for each in presets]
    document = {"format": _FORMAT, "version": 1, "presets": listed}
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def read(content: bytes) -> tuple[Preset, ...]:
    """Return the presets of a file, with unchecked values. Raises TransferFailed."""
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        document = None
    presets = _presets_of(document) if len(content) <= _MAX_BYTES else ()
    if not presets:
        raise TransferFailed(
            lazy("No presets found. Supported: exports from Hubbub and LM Studio.")
        )
    return presets


def named_apart(presets: tuple[Preset, ...], known: tuple[Preset, ...]) -> tuple[Preset, ...]:
    """Return the presets that are not known yet, numbered if their name is taken."""
    values_by_name = {each.name: dict(each.values) for each in known}
    added: list[Preset] = []
    for preset in presets:
        name, number = preset.name, 1
        while name in values_by_name and values_by_name[name] != dict(preset.values):
            number += 1
            name = f"{preset.name} {number}"
        if name not in values_by_name:
            values_by_name[name] = dict(preset.values)
            added.append(Preset(name, preset.values))
    return tuple(added)


def _presets_of(document: object) -> tuple[Preset, ...]:
    if not isinstance(document, dict):
        return ()
    if document.get("format") == _FORMAT:
        listed = document.get("presets")
        found = [_preset(each) for each in listed] if isinstance(listed, list) else []
    else:
        found = [_of_lm_studio(document)]
    return tuple(each for each in found if each is not None)[:_MAX_PRESETS]


def _preset(value: object) -> Preset | None:
    if not isinstance(value, dict) or not isinstance(value.get("values"), dict):
        return None
    return _named(value.get("name"), value["values"])


def _of_lm_studio(document: Mapping[str, object]) -> Preset | None:
    operation = document.get("operation")
    fields = operation.get("fields") if isinstance(operation, dict) else None
    if not isinstance(fields, list):
        return None
    values: dict[str, object] = {}
    for field in fields:
        key = field.get("key") if isinstance(field, dict) else None
        name = _LM_STUDIO.get(key) if isinstance(key, str) else None
        if name is not None:
            values.update(_lm_studio_value(name, field.get("value")))
    return _named(document.get("name"), values)


def _lm_studio_value(name: str, value: object) -> dict[str, object]:
    """Return a value of LM Studio; nothing if it is marked as unused."""
    if isinstance(value, dict) and "checked" in value:
        return {name: value.get("value")} if value["checked"] else {}
    return {name: value}


def _named(name: object, values: Mapping[str, object]) -> Preset | None:
    words = " ".join(name.split())[:_LONGEST_NAME].strip() if isinstance(name, str) else ""
    return Preset(words, dict(values)) if words else None
