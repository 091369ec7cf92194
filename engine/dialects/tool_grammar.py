"""The grammar of calls in the format of a model, as text in llguidance's Lark.

Fixed texts are ``@"..."`` with a JSON string: the engine puts control tokens in their place.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from engine.dialects.schemas import lenient_rule
from engine.dialects.tool_arguments import Schema
from engine.dialects.tools import Tools, Use
from engine.messages.tool_format import (
    ANY_ID,
    ANY_NUMBER,
    THE_KEY,
    THE_NAME,
    THE_TYPE,
    ArgumentForm,
    ToolFormat,
)

_PLACES = re.compile(f"([{ANY_ID}{ANY_NUMBER}])")
_MAX_ORDERED = 3  # required arguments that may be written in any order
_MAX_DEPTH = 4  # levels of nested values whose form is given
_TERMINALS = """CALL_ID: /[a-zA-Z0-9]{9}/
CALL_NUMBER: /[0-9]{1,4}/
TEXT: /(?s:.*)/
PYTHON_STRING: /'(\\\\.|[^'\\\\])*'|"(\\\\.|[^"\\\\])*"/
"""
_CHANNEL_MIDDLE = (
    '(@"<|channel|>" ("commentary" | "analysis"))? " "? @"<|constrain|>"? "json"? @"<|message|>"'
)


class CallGrammar(msgspec.Struct, frozen=True):
    """A grammar of one or more calls; each of the texts begins a call."""

    lark: str
    triggers: tuple[str, ...]


def call_grammar(form: ToolFormat, tools: Tools) -> CallGrammar:
    """Return the grammar of calls of these tools: of all, or of the one that must be called."""
    wanted = {name: schema for name, schema in tools.schemas().items() if tools.only in ("", name)}
    writer = _Writer(form, wanted)
    return writer.grammar(is_forced=tools.use is Use.REQUIRED, may_be_several=tools.may_be_several)


class _Writer:
    """Writes the rules of one grammar."""

    def __init__(self, form: ToolFormat, schemas: Mapping[str, Mapping[str, object]]) -> None:
        self._form = form
        self._schemas = schemas
        self._rules: list[str] = []
        self._numbers = itertools.count()

    def grammar(self, *, is_forced: bool, may_be_several: bool) -> CallGrammar:
        """Return the grammar; a forced call begins where the prompt ends."""
        form = self._form
        opening = form.opening.removeprefix(form.given) if is_forced else form.opening.lstrip()
        first: list[str] = []
        further: list[str] = []
        for tool, schema in self._schemas.items():
            name = tool if form.name_key is None else _quoted(tool)[1:-1]
            rest = self._rest(name, schema)
            first.append(f"{self._fixed(opening, name)} {rest}")
            further.append(f"{self._fixed(form.between, name)} {rest}")
        self._rule("first", " | ".join(first))
        calls = "first"
        if form.between and may_be_several:
            self._rule("further", " | ".join(further))
            calls = "first further*"
        start = f"start: {calls} {self._fixed(form.closing, '')}\n"
        return CallGrammar(start + "\n".join(self._rules) + f"\n{_TERMINALS}", self._triggers())

    def _triggers(self) -> tuple[str, ...]:
        """Return the texts that begin a call, and only calls; none if the format has none."""
        form = self._form
        if form.mark:
            return (form.mark,)
        texts = form.opening.lstrip() + THE_NAME + form.middle
        if form.name_key is not None or _PLACES.search(texts):
            return ()
        return tuple(texts.replace(THE_NAME, name) for name in self._schemas)

    def _rest(self, name: str, schema: Mapping[str, object]) -> str:
        """Return the terms of a call from its name to the end of its arguments."""
        form = self._form
        middle = _CHANNEL_MIDDLE if form.has_channels else self._fixed(form.middle, name)
        return f"{self._fixed(name, name)} {middle} {self._arguments(schema)}"

    def _arguments(self, schema: Mapping[str, object]) -> str:
        match self._form.form:
            case ArgumentForm.JSON:
                return self._json({**schema, "type": "object"})
            case ArgumentForm.LITERALS:
                return self._ordered(schema, self._literal, self._form.separator)
            case ArgumentForm.TAGS | ArgumentForm.ELEMENTS:
                return self._ordered(schema, self._tagged, self._form.separator)

    def _ordered(
        self,
        schema: Mapping[str, object],
        writer: Callable[[str, Mapping[str, object], Schema, int], str],
        separator: str,
        root: Schema | None = None,
        depth: int = 0,
    ) -> str:
        """Return the terms of arguments: all required ones, in any order if they are few."""
        types = Schema(schema) if root is None else root
        rules = {
            key: self._rule(self._name("argument"), writer(key, each, types, depth))
            for key, each in types.properties(schema).items()
        }
        needed = [rules[key] for key in types.required(schema) if key in rules]
        others = " | ".join(rule for rule in rules.values() if rule not in needed)
        orders: Iterable[Sequence[str]] = [needed]
        if len(needed) <= _MAX_ORDERED:
            orders = itertools.permutations(needed)
        between = self._fixed(separator, "")
        if between:
            optional = f"({between} ({others}))*" if others else ""
            chains = [f" {between} ".join(order) for order in orders]
            if not needed:
                return f"(({others}) {optional})?" if others else ""
            return "(" + " | ".join(f"{chain} {optional}" for chain in chains) + ")"
        optional = f"({others})*" if others else ""
        chains = [
            f"{optional} " + " ".join(f"{one} {optional}" for one in order) for order in orders
        ]
        return "(" + " | ".join(chains) + ")" if "".join(chains).strip() else ""

    def _tagged(self, key: str, schema: Mapping[str, object], root: Schema, depth: int) -> str:
        form = self._form
        types = root.types(schema)
        is_text = "string" in types
        word = form.string_type if is_text else self._type_word(types)
        opening = f"{form.key_opening}{key}{form.value_opening.replace(THE_TYPE, word)}"
        closing = form.value_closing.replace(THE_KEY, key)
        return f"{self._fixed(opening, '')} {self._value(schema, root, closing, depth)}"

    def _type_word(self, types: frozenset[str]) -> str:
        other = self._form.other_type
        if other != "number":
            return other
        return next((each for each in _TYPE_WORDS if each in types), other)

    def _value(self, schema: Mapping[str, object], root: Schema, closing: str, depth: int) -> str:
        """Return the terms of a value and the text after it."""
        types = root.types(schema)
        words = _words(schema)
        if words:
            texts = " | ".join(self._fixed(each, "") for each in words)
            return f"({texts}) {self._fixed(closing, '')}"
        is_element = self._form.form is ArgumentForm.ELEMENTS
        if "string" in types or (is_element and depth >= _MAX_DEPTH):
            return self._text(closing)
        if is_element and "object" in types:
            separator = self._form.separator
            inner = self._ordered(schema, self._tagged, separator, root, depth + 1)
            return f"{inner} {self._fixed(closing, '')}"
        if is_element and "array" in types:
            form = self._form
            item = self._value(
                root.items(schema), root, form.value_closing.replace(THE_KEY, "item"), depth + 1
            )
            rule = self._rule(
                self._name("item"),
                f"{self._fixed(f'{form.key_opening}item{form.value_opening}', '')} {item}",
            )
            return f"{rule}* {self._fixed(closing, '')}"
        return f"{self._json(root.whole(schema))} {self._fixed(closing, '')}"

    def _text(self, closing: str) -> str:
        """Return the terms of a text that ends where the closing text begins, and of that text."""
        closing = closing.lstrip()
        control = min(
            (at for each in self._form.controls if (at := closing.find(each)) >= 0),
            default=len(closing),
        )
        end = closing[:control].rstrip()
        if not end:
            return f"TEXT {self._fixed(closing, '')}"
        name = self._name("text")
        self._rules.append(f"{name}[suffix={_quoted(end)}]: TEXT")
        return f"{name} {self._fixed(closing[len(end) :], '')}"

    def _literal(self, key: str, schema: Mapping[str, object], root: Schema, depth: int) -> str:
        opening = self._fixed(key + self._form.value_opening, "")
        return f"{opening} {self._notation(schema, root, depth)}"

    def _notation(self, schema: Mapping[str, object], root: Schema, depth: int) -> str:
        """Return the terms of a value in Python's or Gemma's notation."""
        form = self._form
        types, words = root.types(schema), _words(schema)
        is_python = form.quote in ("'", '"')
        if words:
            quoted = (f"{form.quote}{each}{form.quote_closing}" for each in words)
            return f"({' | '.join(self._fixed(each, '') for each in quoted)})"
        if "string" in types:
            if is_python:
                return "PYTHON_STRING"
            return f"{self._fixed(form.quote, '')} {self._text(form.quote_closing)}"
        if types == {"boolean"}:
            return '("True" | "False")' if is_python else '("true" | "false")'
        if is_python or depth >= _MAX_DEPTH or not types & {"object", "array"}:
            return self._json(root.whole(schema))
        if "object" in types:
            inner = self._ordered(schema, self._literal, form.separator, root, depth + 1)
            return f'"{{" {inner} "}}"'
        item = self._rule(self._name("item"), self._notation(root.items(schema), root, depth + 1))
        return f'"[" ({item} ({self._fixed(form.separator, "")} {item})*)? "]"'

    def _json(self, schema: Mapping[str, object]) -> str:
        return self._rule(self._name("json"), lenient_rule({**schema}))

    def _fixed(self, text: str, name: str) -> str:
        """Return the terms of a text of the format."""
        terms: list[str] = []
        for part in _PLACES.split(text.replace(THE_NAME, name)):
            if part == ANY_ID:
                terms.append("CALL_ID")
            elif part == ANY_NUMBER:
                terms.append("CALL_NUMBER")
            elif part:
                terms.append(f"@{_quoted(part)}")
        return " ".join(terms)

    def _name(self, word: str) -> str:
        return f"{word}_{next(self._numbers)}"

    def _rule(self, name: str, terms: str) -> str:
        self._rules.append(f"{name}: {terms}")
        return name


_TYPE_WORDS = ("object", "array", "boolean", "number", "null")


def _words(schema: Mapping[str, object]) -> list[str]:
    """Return the values of a schema that allows a few texts only."""
    given = schema.get("enum", [schema["const"]] if "const" in schema else [])
    words = given if isinstance(given, list) else []
    return [each for each in words if each] if all(isinstance(each, str) for each in words) else []


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
