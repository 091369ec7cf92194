"""Reads the arguments of a call as a model writes them, in pieces, and returns them as JSON text.

A reader takes text from a place on and returns how far it came, so that what may still become a
mark stays with the caller. Its pieces together are always one JSON object.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from engine.grammars import referred
from engine.messages.tool_format import THE_KEY, THE_TYPE, ArgumentForm, ToolFormat

_SIGN = re.compile(r'["{}\[\]]')
_IN_STRING = re.compile(r'["\\]')
_SPACE = re.compile(r"\s*")
_PARTS = re.compile("(" + THE_TYPE + r"|\s+)")
_MAX_KEY = 256  # characters of an argument's name
_MAX_DEPTH = 64
_MAX_ALTERNATIVES = 256
_SCALAR = re.compile(r"[^\s,:=\[\]{}()]+")
_ROOT_NAME = "arguments"
_ROOT_PLACE = f"#/$defs/{_ROOT_NAME}"
_ANY = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})


class NotArgumentsError(Exception):
    """The text is not in the format's notation of arguments."""


class Read(msgspec.Struct, frozen=True):
    """A piece of JSON, the place up to which it was read, and whether it is the last one."""

    piece: str
    end: int
    is_done: bool = False


class ArgumentReader(Protocol):
    """Reads the arguments of one call."""

    def read(self, text: str, at: int, *, is_last: bool) -> Read:
        """Return what is certain of the text from ``at`` on. Raises NotArgumentsError.

        ``is_last`` says that no more text follows.
        """
        ...


def reader_of(form: ToolFormat, schema: Mapping[str, object]) -> ArgumentReader:
    """Return a reader of the arguments of a tool with this JSON schema."""
    match form.form:
        case ArgumentForm.JSON:
            return JsonArguments()
        case ArgumentForm.LITERALS:
            return LiteralArguments(form, schema)
        case ArgumentForm.TAGS | ArgumentForm.ELEMENTS:
            return TaggedArguments(form, schema)


class JsonArguments:
    """Arguments that are a JSON object: passed on as they are."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_in_string = False
        self._parts: list[str] = []

    def read(self, text: str, at: int, *, is_last: bool) -> Read:
        """Return the object's text up to its last brace."""
        del is_last
        start = at
        while at < len(text):
            sign = (_IN_STRING if self._is_in_string else _SIGN).search(text, at)
            if sign is None:
                at = len(text)
                break
            at = sign.end()
            match sign[0]:
                case "\\":
                    if at == len(text):
                        at -= 1  # its next character decides what it is
                        return self._result(text, start, at)
                    at += 1
                case '"':
                    self._is_in_string = not self._is_in_string
                case "{" | "[":
                    self._depth += 1
                case _:
                    self._depth -= 1
                    if self._depth <= 0:
                        return self._whole(text, start, at)
        return self._result(text, start, at)

    def _result(self, text: str, start: int, end: int) -> Read:
        self._parts.append(text[start:end])
        return Read(text[start:end], end)

    def _whole(self, text: str, start: int, end: int) -> Read:
        self._parts.append(text[start:end])
        if not isinstance(decoded("".join(self._parts)), dict):
            raise NotArgumentsError
        return Read(text[start:end], end, is_done=True)


class _Object:
    """Builds the text of a JSON object from its names and values."""

    def __init__(self) -> None:
        self._count = 0

    def key(self, name: str) -> str:
        """Return the text before a value."""
        self._count += 1
        start = "{" if self._count == 1 else ", "
        return f"{start}{json.dumps(name, ensure_ascii=False)}: "

    def end(self) -> str:
        """Return the text after the last value."""
        return "}" if self._count else "{}"


class TaggedArguments:
    """Arguments whose names and values lie between texts of the format."""

    def __init__(self, form: ToolFormat, schema: Mapping[str, object]) -> None:
        self._form = form
        self._schema = Schema(schema)
        self._object = _Object()
        self._key: str | None = None
        self._closing = ""
        self._is_text = False  # the value is a string, which is passed on as it comes
        self._searched = 0  # characters of another value that contain no end

    def read(self, text: str, at: int, *, is_last: bool) -> Read:
        """Return the text of the arguments that are certain."""
        pieces: list[str] = []
        try:
            while True:
                if self._key is None:
                    at = self._opened(text, at, is_last, pieces)
                    if self._key is None:
                        return Read("".join(pieces) + self._object.end(), at, is_done=True)
                at = self._value(text, at, pieces)
        except _MoreError as more:
            return Read("".join(pieces), at if more.at is None else more.at)

    def _opened(self, text: str, at: int, is_last: bool, pieces: list[str]) -> int:
        """Read a name up to its value; without one the arguments have ended."""
        start = skip(text, at)
        opening = self._form.key_opening
        if not text.startswith(opening, start):
            if not is_last and opening.startswith(text[start:]):
                raise _MoreError
            return at
        start += len(opening)
        if text.startswith("/", start):
            return at  # the end of the element around the arguments
        head, *rest = _PARTS.split(self._form.value_opening)
        end = text.find(head, start)
        if end < 0:
            if len(text) - start > _MAX_KEY or "\n" in text[start:]:
                raise NotArgumentsError
            raise _MoreError
        key, end = text[start:end], end + len(head)
        word = ""
        for part in rest:
            if part == THE_TYPE:
                found = re.compile(r"\w*").match(text, end)
                assert found is not None
                word, end = found[0], found.end()
                if end == len(text):
                    raise _MoreError
            elif part.isspace():
                # White space after a name may be left out.
                if end == len(text) and not is_last:
                    raise _MoreError
                end += len(part) if text.startswith(part, end) else 0
            elif part and not text.startswith(part, end):
                if part.startswith(text[end:]):
                    raise _MoreError
                raise NotArgumentsError
            else:
                end += len(part)
        quote = self._form.quote
        closing = self._form.value_closing.replace(THE_KEY, key)
        if quote and text.startswith(quote, end):
            end += len(quote)
            closing = self._form.quote_closing + closing.lstrip()
            word = self._form.string_type or "string"
        elif quote and quote.startswith(text[end:]):
            raise _MoreError
        self._key, self._closing = key, closing.rstrip()
        is_typed = bool(self._form.string_type or (quote and word))
        is_string = word == (self._form.string_type or "string")
        self._is_text = is_string if is_typed else self._schema.is_string(key)
        pieces.append(self._object.key(key))
        if self._is_text:
            pieces.append('"')
        return end

    def _value(self, text: str, at: int, pieces: list[str]) -> int:
        closing = self._closing
        core = closing.lstrip()
        assert self._key is not None
        end = self._end(text, at, core)
        space = closing.removesuffix(core)
        if end < 0:
            if self._is_text:
                certain = len(text) - overlap(text, closing, at)
                certain = max(at, min(certain, len(text) - overlap(text, core, at)))
                pieces.append(escaped(text[at:certain]))
                raise _MoreError(certain)
            raise _MoreError
        raw = text[at:end]
        raw = raw.removesuffix(space) if space else raw
        if self._is_text:
            pieces.append(f'{escaped(raw)}"')
        else:
            pieces.append(dumped(self._typed(raw)))
        self._key, self._searched = None, 0
        return end + len(core)

    def _end(self, text: str, at: int, core: str) -> int:
        """Return where a value ends; elements of the same name may lie inside."""
        end = text.find(core, at + max(0, self._searched - len(core)))
        if end < 0 and not self._is_text:
            self._searched = len(text) - at
        if end < 0 or self._form.form is not ArgumentForm.ELEMENTS or self._is_text:
            return end
        opening = f"{self._form.key_opening}{self._key}{self._form.value_opening}"
        inner, passed = text.count(opening, at, end), 0
        while end >= 0 and inner > passed:
            passed += 1
            end = text.find(core, end + len(core))
            inner = text.count(opening, at, end) if end >= 0 else 0
        return end

    def _typed(self, raw: str) -> object:
        assert self._key is not None
        if self._form.form is ArgumentForm.ELEMENTS:
            return _Elements(self._form, self._schema).value(raw, self._schema.of(self._key))
        if self._form.string_type:
            return _loose(raw)
        return self._schema.typed(raw, self._schema.of(self._key))


class LiteralArguments:
    """Arguments as ``name=value``, as in Python, or as ``name:value`` with Gemma's quotes."""

    def __init__(self, form: ToolFormat, schema: Mapping[str, object]) -> None:
        self._form = form
        self._schema = Schema(schema)
        self._object = _Object()
        # The sign that ends the arguments begins what follows a call.
        self._end = (form.between or form.closing)[:1]
        self._is_python = form.quote in ("'", '"')
        self._key: str | None = None
        self._quote = ""  # of the string that is being read
        self._literal = _LiteralEnd(form.quote)  # of the value that is being read

    def read(self, text: str, at: int, *, is_last: bool) -> Read:
        """Return the text of the arguments that are certain."""
        pieces: list[str] = []
        try:
            while True:
                if self._key is None:
                    end = self._begun(text, at, pieces)
                    if self._key is None:
                        return Read("".join(pieces) + self._object.end(), end, is_done=True)
                    at = end
                at = self._value(text, at, pieces, is_last=is_last)
        except _MoreError as more:
            return Read("".join(pieces), at if more.at is None else more.at)

    def _begun(self, text: str, at: int, pieces: list[str]) -> int:
        """Read a name and its sign; without one the arguments have ended."""
        start = skip(text, at)
        if text.startswith(",", start):
            start = skip(text, start + 1)
        if start == len(text):
            raise _MoreError
        if text.startswith(self._end, start):
            return start
        end = text.find(self._form.value_opening, start)
        key = text[start:end] if end >= 0 else text[start:]
        if len(key) > _MAX_KEY or not _NAME.fullmatch(key.strip().strip("'\"")):
            raise NotArgumentsError
        if end < 0:
            raise _MoreError
        end = skip(text, end + len(self._form.value_opening))
        if end == len(text) or (
            (quote := self._form.quote) != text[end:] and quote.startswith(text[end:])
        ):
            raise _MoreError
        self._quote = self._quote_at(text, end)
        self._key = key.strip().strip("'\"")
        pieces.append(self._object.key(self._key))
        if self._quote:
            pieces.append('"')
        return end + len(self._quote)

    def _quote_at(self, text: str, at: int) -> str:
        quotes = ("'", '"') if self._is_python else (self._form.quote,)
        return next((each for each in quotes if text.startswith(each, at)), "")

    def _value(self, text: str, at: int, pieces: list[str], *, is_last: bool) -> int:
        assert self._key is not None
        if not self._quote:
            end = self._literal.find(text, at)
            if end < 0:
                raise _MoreError
            self._literal = _LiteralEnd(self._form.quote)
            raw = text[at:end]
            value = _loose(raw) if self._is_python else _gemma(raw, self._form.quote)
            pieces.append(dumped(self._schema.fitted(value, self._schema.of(self._key))))
            self._key = None
            return end
        closing = self._form.quote_closing if not self._is_python else self._quote
        while True:
            end = text.find(closing, at)
            escape = text.find("\\", at, len(text) if end < 0 else end)
            if self._form.is_escaped and self._is_python and escape >= 0:
                pieces.append(escaped(text[at:escape]))
                if escape + 1 == len(text):
                    raise _MoreError(escape)
                pieces.append(escaped(_ESCAPES.get(text[escape + 1], text[escape + 1])))
                at = escape + 2
                continue
            if end < 0:
                certain = max(at, len(text) - overlap(text, closing, at))
                pieces.append(escaped(text[at:certain]))
                raise _MoreError(certain)
            is_end: bool | None = True
            if self._is_python and not self._form.is_escaped:
                is_end = _ends_string(text, end + len(closing), is_last=is_last)
            if is_end is None:
                pieces.append(escaped(text[at:end]))
                raise _MoreError(end)
            if is_end:
                pieces.append(f'{escaped(text[at:end])}"')
                self._key = None
                return end + len(closing)
            pieces.append(escaped(text[at : end + len(closing)]))
            at = end + len(closing)


class _MoreError(Exception):
    """More text is needed; all before ``at`` is read."""

    def __init__(self, at: int | None = None) -> None:
        self.at = at


_NAME = re.compile(r"[\w.$-]*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
# After the last quote of a string: another argument, the end of the call and of the list.
_FOLLOWING = re.compile(r"\s*(?:,\s*\w+\s*=|\)\s*(?:\]|,\s*[\w.-]+\())")
_BEGINS_FOLLOWING = re.compile(r"\s*(?:,\s*\w*\s*|\)\s*(?:,\s*[\w.-]*)?)?")


def _ends_string(text: str, at: int, *, is_last: bool) -> bool | None:
    """Return whether the quote before ends a string with unescaped quotes; None if uncertain."""
    if _FOLLOWING.match(text, at):
        return True
    return None if not is_last and _BEGINS_FOLLOWING.fullmatch(text, at) else False


class Schema:
    """The types of a tool's arguments, as far as its JSON schema says them."""

    def __init__(self, root: Mapping[str, object]) -> None:
        self._root = root

    def of(self, key: str) -> Mapping[str, object]:
        """Return the schema of an argument; empty if there is none."""
        return self.property(self._root, key)

    def property(self, schema: Mapping[str, object], key: str) -> Mapping[str, object]:
        """Return the schema of a property of an object with this schema."""
        for each in self._alternatives(schema):
            found = _mapping(_mapping(each.get("properties")).get(key))
            if found:
                return found
        others = (_mapping(each.get("additionalProperties")) for each in self._alternatives(schema))
        return next(filter(None, others), {})

    def properties(self, schema: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
        """Return the schemas of all properties that an object with this schema names."""
        found: dict[str, Mapping[str, object]] = {}
        for each in self._alternatives(schema):
            for key, inner in _mapping(each.get("properties")).items():
                found.setdefault(key, _mapping(inner))
        return found

    def required(self, schema: Mapping[str, object]) -> list[str]:
        """Return the names of the properties that an object with this schema must have."""
        found: list[str] = []
        for each in self._alternatives(schema, ("allOf",)):
            given = each.get("required")
            found += [str(one) for one in given] if isinstance(given, list) else []
        return list(dict.fromkeys(found))

    def items(self, schema: Mapping[str, object]) -> Mapping[str, object]:
        """Return the schema of the items of a list with this schema."""
        found = (_mapping(each.get("items")) for each in self._alternatives(schema))
        return next(filter(None, found), {})

    def whole(self, schema: Mapping[str, object]) -> dict[str, object]:
        """Return the schema of a part as a document, with all that it may refer to."""
        part = _with_references(schema, _ROOT_PLACE)
        if part == schema:  # it refers to nothing
            return part
        return {**part, "$defs": {_ROOT_NAME: _with_references(self._root, _ROOT_PLACE)}}

    def is_string(self, key: str) -> bool:
        """Return whether an argument can only be a string."""
        return self.types(self.of(key)) == {"string"}

    def types(self, schema: Mapping[str, object]) -> frozenset[str]:
        """Return the JSON types that a value may have; all of them if nothing is said."""
        found: set[str] = set()
        for each in self._alternatives(schema):
            if any(key in each for key in ("anyOf", "oneOf", "$ref")):
                continue
            given = each.get("type")
            if isinstance(given, str):
                found.add(given)
            elif isinstance(given, list):
                found.update(str(one) for one in given)
            elif isinstance(given := each.get("enum", [each.get("const")]), list) and (
                "enum" in each or "const" in each
            ):
                found.update(_type_of(one) for one in given)
            elif "properties" in each:
                found.add("object")
            elif "items" in each:
                found.add("array")
            else:
                return _ANY
        return frozenset(found) or _ANY

    def typed(self, raw: str, schema: Mapping[str, object]) -> object:
        """Return the value of a text that does not say its type."""
        types = self.types(schema)
        if types == {"string"}:
            return raw
        value = _loose(raw)
        value = self.fitted(value, schema)
        if isinstance(value, str):
            return raw
        is_fitting = _type_of(value) in types or (
            "number" in types and _type_of(value) == "integer"
        )
        return value if is_fitting or "string" not in types else raw

    def fitted(self, value: object, schema: Mapping[str, object]) -> object:
        """Return a value, as an integer where ``7.0`` stands for one."""
        types = self.types(schema)
        if isinstance(value, float) and "number" not in types and value.is_integer():
            return int(value)
        return value

    def _alternatives(
        self,
        schema: Mapping[str, object],
        choices: tuple[str, ...] = ("anyOf", "oneOf", "allOf"),
    ) -> list[Mapping[str, object]]:
        """Return a schema, and those that it refers to or chooses from."""
        found = [schema]
        for each in found:  # the list grows
            reference = each.get("$ref")
            if isinstance(reference, str) and reference.startswith("#"):
                found.append(_mapping(referred(self._root, reference)))
            for key in choices:
                given = each.get(key)
                found += map(_mapping, given) if isinstance(given, list) else ()
            if len(found) > _MAX_ALTERNATIVES:
                break  # it refers to itself
        return found


class _Elements:
    """Reads values that are written as nested elements."""

    def __init__(self, form: ToolFormat, schema: Schema) -> None:
        self._schema = schema
        self._opening, self._between = form.key_opening, form.value_opening
        self._closing = form.value_closing

    def value(self, raw: str, schema: Mapping[str, object], depth: int = 0) -> object:
        """Return the value of an element's content."""
        types = self._schema.types(schema)
        is_empty = not raw.strip()
        if depth > _MAX_DEPTH:
            raise NotArgumentsError
        if types == {"string"} or not (is_empty or raw.strip().startswith(self._opening)):
            return self._schema.typed(raw, schema)
        if is_empty and not types & {"object", "array"}:
            return raw
        inner = list(self._children(raw))
        if types == {"array"} or (
            ("object" not in types or types == _ANY) and all(key == "item" for key, _ in inner)
        ):
            items = self._schema.items(schema)
            return [self.value(text, items, depth + 1) for _, text in inner]
        return {
            key: self.value(text, self._schema.property(schema, key), depth + 1)
            for key, text in inner
        }

    def _children(self, raw: str) -> Iterator[tuple[str, str]]:
        at = skip(raw, 0)
        while raw.startswith(self._opening, at):
            start = at + len(self._opening)
            end = raw.find(self._between, start)
            if end < 0:
                raise NotArgumentsError
            key = raw[start:end]
            start = end + len(self._between)
            opening = f"{self._opening}{key}{self._between}"
            closing = self._closing.replace(THE_KEY, key)
            end, passed = raw.find(closing, start), 0
            while end >= 0 and raw.count(opening, start, end) > passed:
                passed += 1
                end = raw.find(closing, end + len(closing))
            if end < 0:
                raise NotArgumentsError
            yield key, raw[start:end]
            at = skip(raw, end + len(closing))


def decoded(text: str) -> object:
    """Return the value of a JSON text; None if it is not JSON."""
    try:
        return msgspec.json.decode(text.strip())
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def dumped(value: object) -> str:
    """Return the JSON text of a value. Raises NotArgumentsError."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise NotArgumentsError from error


def escaped(text: str) -> str:
    """Return a part of a string as a part of a JSON string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def skip(text: str, at: int) -> int:
    """Return the place of the next character that is not white space."""
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def overlap(text: str, mark: str, start: int = 0) -> int:
    """Return how many characters at the end of a text may begin a mark."""
    for count in range(min(len(text) - start, len(mark) - 1), 0, -1):
        if text.endswith(mark[:count]):
            return count
    return 0


def _loose(raw: str) -> object:
    """Return the value of a text that is JSON or a Python literal; else the text."""
    text = raw.strip()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        value = ast.literal_eval(text)
        json.dumps(value)
        return list(value) if isinstance(value, tuple) else value
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return raw


def _gemma(raw: str, quote: str) -> object:
    """Return the value of a literal whose strings have these quotes. Raises NotArgumentsError."""
    value, end = _gemma_value(raw, skip(raw, 0), quote, 0)
    if skip(raw, end) != len(raw):
        raise NotArgumentsError
    return value


def _gemma_value(text: str, at: int, quote: str, depth: int) -> tuple[object, int]:
    if depth > _MAX_DEPTH or at >= len(text):
        raise NotArgumentsError
    if text.startswith(quote, at):
        return _gemma_string(text, at, quote)
    if text[at] in "[{":
        is_list = text[at] == "["
        items: list[object] = []
        pairs: dict[str, object] = {}
        at = skip(text, at + 1)
        while not text.startswith("]" if is_list else "}", at):
            if not is_list:
                key, at = _gemma_key(text, at, quote)
            value, at = _gemma_value(text, at, quote, depth + 1)
            if is_list:
                items.append(value)
            else:
                pairs[key] = value
            at = skip(text, at)
            if text.startswith(",", at):
                at = skip(text, at + 1)
            elif at >= len(text) or text[at] not in "]}":
                raise NotArgumentsError
        return (items if is_list else pairs), at + 1
    found = _SCALAR.match(text, at)
    if found is None:
        raise NotArgumentsError
    return _loose(found[0]), found.end()


def _gemma_string(text: str, at: int, quote: str) -> tuple[str, int]:
    start = at + len(quote)
    end = text.find(quote, start)
    if end < 0:
        raise NotArgumentsError
    return text[start:end], end + len(quote)


def _gemma_key(text: str, at: int, quote: str) -> tuple[str, int]:
    if text.startswith(quote, at):
        key, at = _gemma_string(text, at, quote)
    else:
        end = text.find(":", at)
        if end < 0:
            raise NotArgumentsError
        key, at = text[at:end], end
    at = skip(text, at)
    if not text.startswith(":", at):
        raise NotArgumentsError
    return key.strip(), skip(text, at + 1)


class _LiteralEnd:
    """Finds where a value ends that is not a string; its text is looked at once."""

    def __init__(self, quote: str) -> None:
        self._quotes = ("'", '"') if quote in ("'", '"') else (quote,)
        firsts = "".join(each[0] for each in self._quotes)
        self._signs = re.compile(f"[{re.escape(firsts)}()\\[\\]{{}},]")
        self._passed = 0  # characters of the value
        self._depth = 0
        self._mark = ""  # the quote of an open string

    def find(self, text: str, start: int) -> int:
        """Return where the value that begins at ``start`` ends; -1 if the text ends before.

        Raises NotArgumentsError if it nests too deep.
        """
        at = start + self._passed
        while at < len(text):
            if self._mark:
                end = _string_end(text, at, self._mark)
                if end < 0:
                    rest = text[at : len(text) - overlap(text, self._mark, at)]
                    at += len(rest.rstrip("\\"))
                    break
                at, self._mark = end, ""
                continue
            found = self._signs.search(text, at)
            if found is None:
                at = len(text)
                break
            at = found.start()
            if any(each != text[at:] and each.startswith(text[at:]) for each in self._quotes):
                break  # it may become a quote
            self._mark = next((each for each in self._quotes if text.startswith(each, at)), "")
            if self._mark:
                at += len(self._mark)
                continue
            sign = text[at]
            if self._depth == 0 and sign in ",)]}":
                return at
            self._depth += (sign in "([{") - (sign in ")]}")
            if self._depth > _MAX_DEPTH:
                raise NotArgumentsError
            at += 1
        self._passed = at - start
        return -1


def _string_end(text: str, at: int, mark: str) -> int:
    while True:
        end = text.find(mark, at)
        if end < 0:
            return -1
        before = text[at:end]
        slashes = len(before) - len(before.rstrip("\\"))
        if len(mark) > 1 or slashes % 2 == 0:
            return end + len(mark)
        at = end + 1


def _with_references(schema: Mapping[str, object], place: str) -> dict[str, object]:
    """Return a schema whose references are to a document that now lies at a place."""

    def moved(value: object) -> object:
        if isinstance(value, list):
            return [moved(each) for each in value]
        return _with_references(value, place) if isinstance(value, dict) else value

    made = {key: moved(value) for key, value in schema.items()}
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#"):
        made["$ref"] = f"{place}{reference[1:]}"
    return made


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


_TYPES: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (dict, "object"),
    (list, "array"),
)


def _type_of(value: object) -> str:
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "null")
