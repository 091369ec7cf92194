"""Forms that servers ask the user to fill in: their schemas, and what is sent back."""

from collections.abc import Mapping
from typing import Any

from app.errors import lazy
from app.tools.servers.cleaning import clean_text
from app.tools.servers.model import FieldKind, FieldOption, FormField, FormValue

MAX_FIELDS = 50
MAX_OPTIONS = 500
_MAX_TITLE_CHARS = 200
_MAX_DESCRIPTION_CHARS = 1_000
_MAX_NUMBER = 1 << 62
_FORMATS = ("email", "uri", "date", "date-time", "password")


class UnknownForm(Exception):
    """A form with fields that cannot be shown; the text is a sentence."""


def form_fields(schema: Mapping[str, Any]) -> tuple[FormField, ...]:
    """Return the fields of a schema. Raises UnknownForm."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return ()
    required = schema.get("required")
    names = required if isinstance(required, list) else []
    if len(properties) > MAX_FIELDS:
        raise UnknownForm(lazy("The form has more than {count} fields.", count=MAX_FIELDS))
    return tuple(_field(name, each, name in names) for name, each in properties.items())


def sent_values(
    fields: tuple[FormField, ...], values: Mapping[str, FormValue]
) -> dict[str, str | int | float | bool | list[str] | None]:
    """Return the values of a form as they are sent; empty optional ones are omitted."""
    sent: dict[str, str | int | float | bool | list[str] | None] = {}
    for each in fields:
        value = values.get(each.name)
        if value is None or (value == "" and not each.is_required):
            continue
        sent[each.name] = list(value) if isinstance(value, tuple) else value
    return sent


def _field(name: str, schema: object, is_required: bool) -> FormField:
    if not isinstance(schema, dict):
        raise UnknownForm(lazy("The field “{name}” can't be shown.", name=name))
    kind = _kind(name, schema)
    options = _options(schema.get("items") if kind is FieldKind.CHOICES else schema)
    low, high = {
        FieldKind.TEXT: ("minLength", "maxLength"),
        FieldKind.CHOICES: ("minItems", "maxItems"),
    }.get(kind, ("minimum", "maximum"))
    shape = schema.get("format")
    return FormField(
        name,
        clean_text(str(schema.get("title") or name), _MAX_TITLE_CHARS, keeps_lines=False),
        kind,
        clean_text(str(schema.get("description") or ""), _MAX_DESCRIPTION_CHARS),
        options,
        is_required,
        shape if shape in _FORMATS else "",
        _number(schema.get(low)),
        _number(schema.get(high)),
        _default(kind, schema.get("default")),
    )


def _kind(name: str, schema: Mapping[str, Any]) -> FieldKind:
    match schema.get("type", "string"):
        case "string":
            return FieldKind.CHOICE if _options(schema) else FieldKind.TEXT
        case "integer":
            return FieldKind.INTEGER
        case "number":
            return FieldKind.NUMBER
        case "boolean":
            return FieldKind.YES_NO
        case "array" if _options(schema.get("items")):
            return FieldKind.CHOICES
    raise UnknownForm(lazy("The field “{name}” can't be shown.", name=name))


def _options(schema: object) -> tuple[FieldOption, ...]:
    if not isinstance(schema, dict):
        return ()
    named = schema.get("oneOf") or schema.get("anyOf")
    if isinstance(named, list):
        pairs = [
            (each["const"], each.get("title") or each["const"])
            for each in named
            if isinstance(each, dict) and isinstance(each.get("const"), str)
        ]
    else:
        values = schema.get("enum")
        values = [each for each in values if isinstance(each, str)] if values else []
        titles = schema.get("enumNames")
        titles = titles if isinstance(titles, list) and len(titles) == len(values) else values
        pairs = list(zip(values, titles, strict=True))
    return tuple(
        FieldOption(value, clean_text(str(title), _MAX_TITLE_CHARS, keeps_lines=False))
        for value, title in pairs[:MAX_OPTIONS]
    )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _MAX_NUMBER:
        return None
    return float(value)


def _default(kind: FieldKind, value: object) -> FormValue | None:
    if kind is FieldKind.YES_NO:
        return value if isinstance(value, bool) else None
    if kind is FieldKind.INTEGER:
        return value if isinstance(value, int) and _number(value) is not None else None
    if kind is FieldKind.NUMBER:
        return _number(value)
    if kind is FieldKind.CHOICES:
        return tuple(map(str, value)) if isinstance(value, list) else None
    return value if isinstance(value, str) else None
