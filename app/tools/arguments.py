"""Checks the arguments of a call, and tells the model what is wrong with them. Pure.

Only what can be told in a sentence is checked: types, required and unknown properties, and choices,
to a limited depth. The tool itself checks the rest.
"""

import json
from collections.abc import Mapping

from app.errors import LazyText, ToolFailed, lazy
from app.tools.model import Tool

MAX_CHARACTERS = 1 << 20
_MAX_DEPTH = 8
_KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def parsed(text: str, tool: Tool) -> dict[str, object]:
    """Return the arguments of a call.

    Raises ToolFailed with a sentence, which the model reads in English.
    """
    if len(text) > MAX_CHARACTERS:
        raise ToolFailed(
            lazy("The arguments have more than {count:,} characters.", count=MAX_CHARACTERS)
        )
    try:
        value: object = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise ToolFailed(json_problem(error)) from error
    if not isinstance(value, dict):
        raise ToolFailed(
            lazy("The arguments must be a JSON object, not `{type}`.", type=_kind_of(value))
        )
    wrong = _fault(value, tool.parameters, "", 0)
    if wrong:
        raise ToolFailed(
            lazy(
                "The arguments do not fit the tool “{name}”: {problem}",
                name=tool.name,
                problem=wrong,
            )
        )
    return value


def json_problem(error: ValueError | RecursionError) -> LazyText:
    """Return a sentence on arguments that ``json`` has refused, with the place of the fault."""
    if isinstance(error, json.JSONDecodeError):
        return lazy(
            "The arguments are not valid JSON in line {line}, column {column}.",
            line=error.lineno,
            column=error.colno,
        )
    return lazy("The arguments are not valid JSON.")


def canonical(text: str) -> str:
    """Return the same text for the same arguments, regardless of order and white space."""
    try:
        return json.dumps(json.loads(text or "{}"), sort_keys=True)
    except (ValueError, RecursionError):
        return text


def _fault(value: object, schema: object, place: str, depth: int) -> LazyText | str:
    """Return a sentence on the first fault of a value; empty if there is none."""
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
        return ""
    name = f"`{place}`" if place else lazy("the object")
    kinds = schema.get("type")
    wanted = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    known = [each for each in wanted if each in _KINDS]
    if known and not any(_is_a(value, each) for each in known):
        types = " | ".join(known)
        return lazy(
            "{name} must have the type `{types}`, not `{type}`.",
            name=name,
            types=types,
            type=_kind_of(value),
        )
    choices = schema.get("enum")
    if isinstance(choices, list) and value not in choices:
        listed = ", ".join(json.dumps(each, ensure_ascii=False) for each in choices[:20])
        return lazy("{name} must be one of {choices}.", name=name, choices=listed)
    if isinstance(value, dict):
        return _object_fault(value, schema, place, depth)
    if isinstance(value, list):
        faults = (
            _fault(each, schema.get("items"), f"{place}[{number}]", depth + 1)
            for number, each in enumerate(value[:1000])
        )
        return next(filter(None, faults), "")
    return ""


def _object_fault(
    value: Mapping[str, object], schema: Mapping[str, object], place: str, depth: int
) -> LazyText | str:
    within = f"{place}." if place else ""
    properties = schema.get("properties")
    described = properties if isinstance(properties, Mapping) else {}
    required = schema.get("required")
    for key in required if isinstance(required, list) else []:
        if key not in value:
            return lazy("`{name}` is missing.", name=f"{within}{key}")
    if schema.get("additionalProperties") is False and described:
        for key in value.keys() - described.keys():
            known = ", ".join(f"`{each}`" for each in described)
            return lazy(
                "`{name}` is unknown. The properties are {known}.",
                name=f"{within}{key}",
                known=known,
            )
    faults = (
        _fault(each, described.get(key), f"{within}{key}", depth + 1) for key, each in value.items()
    )
    return next(filter(None, faults), "")


def _is_a(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _KINDS[kind])


def _kind_of(value: object) -> str:
    return next((kind for kind in _KINDS if _is_a(value, kind)), "number")
