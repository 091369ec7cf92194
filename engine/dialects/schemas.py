"""JSON schemas as programs send them."""

from engine.dialects.bodies import plain
from engine.dialects.errors import Json

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
