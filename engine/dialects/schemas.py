"""JSON schemas as programs send them: tidied, and moved into another document."""

from engine.dialects.bodies import plain
from engine.dialects.errors import Json

_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
_VALUES = ("const", "enum", "default", "example", "examples")  # may look like schemas


def tidied(schema: Json) -> Json:
    """Return a schema whose integers fit into 64 bits and whose maps are objects.

    PHP sends an empty object as an empty list.
    """
    return _walked(plain(schema), "")


def relocated(schema: Json, place: str) -> Json:
    """Return a schema whose references are right where it lies at ``place`` of another document.

    ``place`` is a JSON pointer (RFC 6901), such as "/anyOf/0". References to other documents and to
    anchors stay as they are.
    """
    return _walked(schema, place, str(schema.get("$id", "")))


def _walked(schema: Json, place: str, own_id: str = "") -> Json:
    result: Json = {}
    for key, value in schema.items():
        if key in _VALUES:
            result[key] = value
        elif key == "$ref" and isinstance(value, str):
            local = value.removeprefix(own_id)
            is_local = local == "#" or local.startswith("#/")
            result[key] = f"#{place}{local[1:]}" if is_local else value
        elif key == "$id" and place and value == own_id:
            continue  # else the references below it would be relative to it
        elif key in _MAPS and isinstance(value, dict):
            result[key] = {name: _any(each, place, own_id) for name, each in value.items()}
        elif key in _MAPS and value == []:
            result[key] = {}
        else:
            result[key] = _any(value, place, own_id)
    return result


def _any(value: object, place: str, own_id: str) -> object:
    if isinstance(value, dict):
        return _walked(value, place, own_id)
    if isinstance(value, list):
        return [_any(each, place, own_id) for each in value]
    return value
