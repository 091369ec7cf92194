"""Turns a JSON schema into a GBNF grammar that accepts only compact JSON that fits it.

The library's own converter does not escape names and constants, nests groups as deep as a text may
be long, and ignores unknown keywords. Here a keyword that the grammar cannot express is refused
with a message. Only described properties are written, and ``oneOf`` is read as ``anyOf``.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import InvalidSampling
from engine.text.gbnf import MAX_DEPTH, MAX_GRAMMAR_BYTES, MAX_RULE_COUNT, check_grammar

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_BASICS = {
    "ws": '" "?',
    "boolean": '"true" | "false"',
    "null": '"null"',
    "integer": '"-"? ("0" | [1-9] [0-9]{0,15})',
    "number": 'integer ("." [0-9]{1,15})? ([eE] [+-]? [0-9]{1,3})?',
    "char": r'[^"\\\x00-\x1F\x7F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})',
    "string": r'"\"" char* "\""',
    "value": "object | array | string | number | boolean | null",
    "object": '"{" ws (member ("," ws member)*)? ws "}"',
    "member": 'string ":" ws value',
    "array": '"[" ws (value ("," ws value)*)? ws "]"',
    "date": '[0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])',
    "time": '([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{1,6})? '
    '("Z" | [+-] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9])',
    "uuid": '[0-9a-f]{8} "-" [0-9a-f]{4} "-" [0-9a-f]{4} "-" [0-9a-f]{4} "-" [0-9a-f]{12}',
}
_FORMATS = {"date": "date", "time": "time", "date-time": 'date "T" time', "uuid": "uuid"}
_COMMENTS = frozenset(
    {"$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "default"}
    | {"examples", "deprecated", "readOnly", "writeOnly"}
)
_KEYWORDS = {
    "object": frozenset({"properties", "required", "additionalProperties"}),
    "array": frozenset({"items", "prefixItems", "minItems", "maxItems"}),
    "string": frozenset({"minLength", "maxLength", "format"}),
    "integer": frozenset[str](),
    "number": frozenset[str](),
    "boolean": frozenset[str](),
    "null": frozenset[str](),
}

_JSON_FAULTS = {  # messages of Python's JSON parser, in translatable words
    "Expecting value": lazy("a value is missing"),
    "Expecting property name enclosed in double quotes": lazy("a name in double quotes is missing"),
    "Expecting ':' delimiter": lazy("a colon is missing"),
    "Expecting ',' delimiter": lazy("a comma is missing"),
    "Unterminated string starting at": lazy("a text is not terminated"),
    "Extra data": lazy("more text follows its end"),
}


def grammar_of_schema(text: str) -> str:
    """Return the grammar of a schema's JSON text. Raises InvalidSampling."""
    if len(text.encode("utf-8", errors="replace")) > MAX_GRAMMAR_BYTES:
        _reject(lazy("The JSON schema is longer than {most} KiB.", most=MAX_GRAMMAR_BYTES // 1024))
    try:
        schema: Json = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        reason = _JSON_FAULTS.get(error.msg, error.msg)
        raise InvalidSampling(
            lazy("The JSON schema is not JSON: {reason}.", reason=reason)
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidSampling(lazy("The JSON schema is not JSON.")) from error
    grammar = _Converter(schema).grammar()
    try:
        check_grammar(grammar)
    except InvalidSampling as error:
        error.at = None  # a line of the grammar does not exist in the schema
        raise
    return grammar


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _reject(reason: LazyText) -> NoReturn:
    raise InvalidSampling(reason)


class _Converter:
    """Collects rules; each referenced schema object becomes one rule."""

    def __init__(self, schema: Json) -> None:
        self._schema = schema
        self._rules: dict[str, str] = {}
        self._references: dict[str, str] = {}

    def grammar(self) -> str:
        """Return all rules as text."""
        root = self._rule_of(self._schema, 0)
        self._rules["root"] = root
        return "\n".join(f"{name} ::= {body}" for name, body in self._rules.items()) + "\n"

    def _rule_of(self, schema: Json, depth: int) -> str:
        """Return the name of a rule for this schema; the rule is added."""
        return self._named(self._body(schema, depth))

    def _named(self, body: str) -> str:
        if body in self._rules:
            return body
        return self._define(f"s{len(self._rules)}", body)

    def _define(self, name: str, body: str) -> str:
        if len(self._rules) >= MAX_RULE_COUNT:
            _reject(lazy("The JSON schema needs more than {most:,} rules.", most=MAX_RULE_COUNT))
        self._rules[name] = body
        return name

    def _basic(self, name: str) -> str:
        """Return the name of a predefined rule; it is added with the rules that it refers to."""
        if name not in self._rules:
            self._define(name, _BASICS[name])
            for word in re.findall(r'(?<!")\b[a-z]+\b(?!")', _BASICS[name]):
                if word in _BASICS:
                    self._basic(word)
        return name

    def _body(self, schema: Json, depth: int) -> str:
        if depth > MAX_DEPTH:
            _reject(lazy("The JSON schema nests more than {most} deep.", most=MAX_DEPTH))
        if schema is True or schema == {}:
            return self._basic("value")
        if not isinstance(schema, dict):
            if schema is False:
                _reject(lazy("The JSON schema allows nothing."))
            _reject(lazy("The JSON schema contains something that is not a schema."))
        rest = {key: value for key, value in schema.items() if key not in _COMMENTS}
        if not rest:
            return self._basic("value")
        for keyword, convert in (
            ("$ref", self._reference),
            ("const", self._constant),
            ("enum", self._any_constant),
            ("anyOf", self._any_schema),
            ("oneOf", self._any_schema),
        ):
            if keyword in rest:
                _only(rest, {keyword, "type"} if keyword in ("const", "enum") else {keyword})
                return convert(rest[keyword], depth)
        return self._typed(rest, depth)

    def _reference(self, reference: Json, depth: int) -> str:
        if not isinstance(reference, str) or not (reference + "/").startswith("#/"):
            _reject(
                lazy(
                    "The JSON schema refers to {place}, and only places within it are known.",
                    place=_shown(reference),
                )
            )
        if reference not in self._references:
            name = self._references[reference] = f"r{len(self._references)}"
            self._define(name, "")  # so that a schema may refer to itself
            self._rules[name] = self._body(self._found(reference), depth + 1)
        return self._references[reference]

    def _found(self, reference: str) -> Json:
        found = self._schema
        for part in reference.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, dict) or key not in found:
                _reject(
                    lazy(
                        "The JSON schema refers to {place}, which is not there.",
                        place=_shown(reference),
                    )
                )
            found = found[key]
        return found

    def _constant(self, value: Json, _depth: int = 0) -> str:
        return _literal(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def _any_constant(self, values: Json, _depth: int) -> str:
        return " | ".join(self._constant(value) for value in _some(values, "enum"))

    def _any_schema(self, schemas: Json, depth: int) -> str:
        return " | ".join(self._rule_of(each, depth + 1) for each in _some(schemas, "anyOf"))

    def _typed(self, schema: Mapping[str, Json], depth: int) -> str:
        kind = schema["type"] if "type" in schema else _guessed_type(schema)
        if isinstance(kind, list):
            rest = {key: value for key, value in schema.items() if key != "type"}
            own = [
                {"type": each, **{k: v for k, v in rest.items() if k in _keywords(each)}}
                for each in _some(kind, "type")
            ]
            _only(rest, set().union(*(_keywords(each) for each in kind)))
            return " | ".join(self._rule_of(each, depth + 1) for each in own)
        _only(schema, {"type", *_keywords(kind)})
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            return self._array(schema, depth)
        if kind == "string":
            return self._string(schema)
        return self._basic(str(kind))

    def _string(self, schema: Mapping[str, Json]) -> str:
        form = schema.get("format")
        if form is not None:
            _only(schema, {"type", "format"})
            if not isinstance(form, str) or form not in _FORMATS:
                _reject(
                    lazy(
                        "The JSON schema asks for the format {name}, which is not known.",
                        name=_shown(form),
                    )
                )
            for name in ("date", "time", "uuid"):
                if name in _FORMATS[form].split():
                    self._basic(name)
            return rf'"\"" {_FORMATS[form]} "\""'
        if not schema.keys() & {"minLength", "maxLength"}:
            return self._basic("string")
        return rf'"\"" {self._basic("char")}{_count(schema, "Length")} "\""'

    def _array(self, schema: Mapping[str, Json], depth: int) -> str:
        self._basic("ws")
        if "prefixItems" in schema:
            _only(schema, {"type", "prefixItems", "items"})
            if schema.get("items", False) is not False:
                _reject(lazy("The JSON schema mixes “prefixItems” with other items."))
            names = [
                self._rule_of(each, depth + 1)
                for each in _some(schema["prefixItems"], "prefixItems")
            ]
            return '"[" ws ' + ' "," ws '.join(names) + ' ws "]"'
        item = self._rule_of(schema.get("items", True), depth + 1)
        least, most = _bounds(schema, "Items")
        if most == 0:
            return '"[" ws "]"'
        further = f'("," ws {item}){{{max(0, least - 1)},{"" if most is None else most - 1}}}'
        mark = "?" if least == 0 else ""
        return f'"[" ws ({item} {further}){mark} ws "]"'

    def _object(self, schema: Mapping[str, Json], depth: int) -> str:
        properties = schema.get("properties", {})
        required = schema.get("required", [])
        if not isinstance(properties, dict) or not isinstance(required, list):
            _reject(lazy("The JSON schema has “properties” or “required” of a wrong form."))
        if not all(isinstance(name, str) and name in properties for name in required):
            _reject(
                lazy("The JSON schema requires a property that “properties” does not describe.")
            )
        others = schema.get("additionalProperties", not properties)
        if not properties and others is True:
            return self._basic("object")
        self._basic("ws")
        members = [
            (f'{self._constant(name)} ":" ws {self._rule_of(each, depth + 1)}', name in required)
            for name, each in properties.items()
        ]
        if not properties and others is not False:
            member = f'{self._basic("string")} ":" ws {self._rule_of(others, depth + 1)}'
            return f'"{{" ws ({member} ("," ws {member})*)? ws "}}"'
        return f'"{{" ws {self._members(members)} ws "}}"' if members else '"{" ws "}"'

    def _members(self, members: Sequence[tuple[str, bool]]) -> str:
        """Return members in their order; optional ones may be absent.

        There are two rules for each position, since a comma is needed only after another member.
        """
        first, further = "", ""
        for member, is_required in reversed(members):
            name = self._named(member)
            rest = f" {further}" if further else ""
            if is_required:
                first = self._named(f"{name}{rest}")
                further = self._named(f'"," ws {name}{rest}')
            else:
                first = self._named(f"{name}{rest} | {first}" if first else f"{name}?")
                further = self._named(f'("," ws {name})?{rest}')
        return first


def _only(schema: Mapping[str, Json], known: "set[str] | frozenset[str]") -> None:
    unknown = sorted(schema.keys() - known - _COMMENTS)
    if unknown:
        raise _keyword_error(unknown[0])


def _guessed_type(schema: Mapping[str, Json]) -> Json:
    for kind, keywords in _KEYWORDS.items():
        if schema.keys() & keywords:
            return kind
    raise _keyword_error(next(iter(schema)))


def _keyword_error(name: str) -> InvalidSampling:
    return InvalidSampling(
        lazy("The JSON schema uses {name} where a grammar cannot keep it.", name=_shown(name))
    )


def _keywords(kind: Json) -> frozenset[str]:
    if not isinstance(kind, str) or kind not in _KEYWORDS:
        _reject(
            lazy("The JSON schema names the type {name}, which is not known.", name=_shown(kind))
        )
    return _KEYWORDS[kind]


def _some(values: Json, keyword: str) -> list[Json]:
    if not isinstance(values, list) or not values:
        _reject(
            lazy(
                "The JSON schema needs a non-empty list as “{keyword}”.",
                keyword=keyword,
            )
        )
    return values


def _bounds(schema: Mapping[str, Json], what: str) -> tuple[int, int | None]:
    least, most = schema.get(f"min{what}", 0), schema.get(f"max{what}")
    if isinstance(least, int) and least >= 0:
        if most is None:
            return least, None
        if isinstance(most, int) and most >= least:
            return least, most
    _reject(
        lazy(
            "The JSON schema has “{least}” and “{most}” that leave nothing.",
            least=f"min{what}",
            most=f"max{what}",
        )
    )


def _count(schema: Mapping[str, Json], what: str) -> str:
    least, most = _bounds(schema, what)
    return f"{{{least},{'' if most is None else most}}}"


def _literal(text: str) -> str:
    """Return a text as a GBNF literal."""
    for letter, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(letter, escaped)
    return f'"{text}"'


def _shown(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
