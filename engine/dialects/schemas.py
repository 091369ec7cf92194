"""JSON schemas as programs send them, and what of them cannot be followed.

Compiling a schema needs a thread with a stack of ``engine.grammars.STACK_BYTES``.
"""

import functools

import msgspec

from engine.dialects.bodies import plain
from engine.dialects.errors import Json, invalid_value, of_engine
from engine.dialects.notes import Notes
from engine.grammars import (
    MAX_GRAMMAR_BYTES,
    UnsupportedKeyword,
    json_rule,
    unsupported_keywords,
)
from engine.messages.errors import InvalidSampling

_MAX_KEPT = 256  # compiled schemas: agents send the same tools with each request
_ANNOTATION = "format"  # in a JSON schema an unknown one restricts nothing
_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
_VALUES = ("const", "enum", "default", "example", "examples")  # may look like schemas


def tidied(schema: Json) -> Json:
    """Return a schema whose integers fit into 64 bits and whose maps are objects.

    PHP sends an empty object as an empty list.
    """
    return _tidied(plain(schema))


def _tidied(schema: Json) -> Json:
    result: Json = {}
    for key, value in schema.items():
        if key in _MAPS and value == []:
            result[key] = {}
        elif key in _MAPS and isinstance(value, dict):
            result[key] = {name: _any(each) for name, each in value.items()}
        else:
            result[key] = value if key in _VALUES else _any(value)
    return result


def _any(value: object) -> object:
    if isinstance(value, list):
        return [_any(each) for each in value]
    return _tidied(value) if isinstance(value, dict) else value


def note_keywords(schema: Json, place: str, notes: Notes, *, is_strict: bool) -> bool:
    """Return whether keywords of a schema are passed over; they are named in the notes.

    Raises ApiError with the place of the first one if the schema is strict.
    """
    found = _unsupported(msgspec.json.encode(schema))
    for each in found:
        here = each.within(place)
        if is_strict and each.keyword != _ANNOTATION:
            text = (
                f"The schema keyword “{each.keyword}” is not supported. Remove it, or send the "
                "schema without `strict`."
            )
            raise invalid_value(text, here)
        notes.pass_over("Schema keywords", here)
    return bool(found)


def check_schema(schema: Json, place: str) -> None:
    """Raise ApiError with this place if a schema cannot be followed."""
    try:
        _rule(msgspec.json.encode(schema), is_lenient=False)
    except InvalidSampling as error:
        raise of_engine(error, place) from error


def lenient_rule(schema: Json) -> str:
    """Return a schema as an item of a Lark rule, without the keywords that are passed over."""
    return _rule(msgspec.json.encode(schema), is_lenient=True)


@functools.lru_cache(_MAX_KEPT)
def _unsupported(schema: bytes) -> tuple[UnsupportedKeyword, ...]:
    if len(schema) > MAX_GRAMMAR_BYTES:
        return ()
    return unsupported_keywords(msgspec.json.decode(schema))


@functools.lru_cache(_MAX_KEPT)
def _rule(schema: bytes, *, is_lenient: bool) -> str:
    return json_rule(msgspec.json.decode(schema), is_lenient=is_lenient)
