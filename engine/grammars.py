"""Writes JSON schemas, GBNF and Lark as grammars for llguidance.

llguidance compiles them and tells which tokens may follow. This module limits the input (deep
chains of rules overflow the stack of a thread, and intersections of patterns take exponential
time), and words the errors with their place. Raises InvalidSampling.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import NoReturn, ParamSpec, TypeAlias, TypeVar

import msgspec
from llguidance import LLMatcher, LLParserLimits
from llguidance.gbnf_to_lark import GbnfToLarkError, gbnf_to_lark

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import SamplingParams

P = ParamSpec("P")
T = TypeVar("T")
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

# A chain of references or rules takes 16 KiB of stack per link, and a link at least 10 bytes of
# text: ``STACK_BYTES`` is enough for any text of this length.
MAX_GRAMMAR_BYTES = 128 * 1024
STACK_BYTES = 256 * 1024 * 1024
MAX_GBNF_BYTES = 64 * 1024  # converted by recursive Python code

# Measured: an ambiguous grammar takes at most 12 ms for a token before it is refused, an object
# of 1,000 optional properties 1 ms.
LIMITS = LLParserLimits(
    max_items_in_row=4500,
    step_max_items=5000,
    step_lexer_fuel=100_000,
    max_lexer_states=50_000,  # of 1 to 2 KB
    verbose_errors=False,
)

# Patterns of one text: whether none fits all of them is found in exponential time.
MAX_PATTERN_COUNT = 6
_MAX_SUBSCHEMA_COUNT = 300  # those compiled to find the place of an error

# The form that most models write, in which all but the values is forced. With flexible white space
# small models write blank lines without end.
_STYLE: dict[str, Json] = {
    "whitespace_flexible": False,
    "item_separator": ", ",
    "key_separator": ": ",
}
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS = ("properties", "patternProperties", "$defs", "definitions")
_SINGLE = ("items", "additionalProperties", "additionalItems", "not", "contains", "propertyNames")
_FORMATS = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri"}
)
_OPENING = frozenset({"additionalProperties", "patternProperties", "anyOf", "oneOf", "$ref"})
_DEFINITIONS = ("$defs", "definitions")
_PLAIN_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$-]*")
# Comments, regular expressions and literals, whose text is not fixed text.
_LARK_ITEM = re.compile(r'//[^\n]*|/(?:\\.|[^/\\\n])+/|(@?)("(?:\\.|[^"\\\n])*")')
_QUOTED = re.compile(r'"([^"]+)"')
_LARK_PLACE = re.compile(r"^(?:at )?(\d+)\((\d+)\): ?")

_JSON_FAULTS = {  # messages of Python's JSON parser, in translatable words
    "Expecting value": lazy("a value is missing"),
    "Expecting property name enclosed in double quotes": lazy("a name in double quotes is missing"),
    "Expecting ':' delimiter": lazy("a colon is missing"),
    "Expecting ',' delimiter": lazy("a comma is missing"),
    "Unterminated string starting at": lazy("a text is not terminated"),
    "Extra data": lazy("more text follows its end"),
}


class UnsupportedKeyword(msgspec.Struct, frozen=True):
    """A keyword of a JSON schema that restricts nothing here, and the place of its schema."""

    place: str
    keyword: str

    def within(self, place: str) -> str:
        """Return the place of the keyword in a document that has the schema at a place."""
        return f"{place}{self.place.removeprefix('$')}{_step(self.keyword)}"


class GrammarText(msgspec.Struct, frozen=True):
    """A text for llguidance, and the JSON schema that it was made from, if any."""

    source: str
    schema: Json = None
    is_schema: bool = False

    def refusal(self, message: str) -> InvalidSampling:
        """Return the error to raise for a message of llguidance."""
        if self.is_schema:
            return _schema_refusal(self.schema, message)
        return _lark_refusal(message)


def grammar_text(sampling: SamplingParams, controls: Mapping[str, int]) -> GrammarText | None:
    """Return the grammar that the replies of a request must follow; None for any text.

    ``controls`` are the control tokens of the vocabulary by their texts.
    """
    if sampling.json_schema is not None:
        return schema_text(sampling.json_schema)
    if sampling.grammar is not None:
        return gbnf_text(sampling.grammar)
    if sampling.lark is not None:
        return lark_text(sampling.lark, controls)
    return None


def schema_text(text: str) -> GrammarText:
    """Return the grammar of a JSON schema.

    One with ``"x-guidance": {"lenient": true}`` passes over its ``unsupported_keywords``.
    """
    _check_length(text, MAX_GRAMMAR_BYTES)
    try:
        schema: Json = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        reason = _JSON_FAULTS.get(error.msg, error.msg)
        raise InvalidSampling(
            lazy("The JSON schema is not JSON: {reason}.", reason=reason)
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidSampling(lazy("The JSON schema is not JSON.")) from error
    if schema is True:
        schema = {}
    if schema is False:
        _refuse(lazy("The JSON schema “false” allows nothing. Use an object."))
    if not isinstance(schema, dict):
        _refuse(lazy("A JSON schema must be an object, not {text}.", text=text[:40]))
    _check_patterns(schema)
    source = _source_of(schema, is_lenient=_is_lenient(schema))
    return GrammarText(source, schema, is_schema=True)


def gbnf_text(text: str) -> GrammarText:
    """Return the grammar of a GBNF text, or of Lark that begins with “%llguidance”."""
    _check_length(text, MAX_GBNF_BYTES)
    if text.lstrip().startswith("%llguidance"):
        return lark_text(text, {})
    try:
        lark = gbnf_to_lark(text)
    except GbnfToLarkError as error:
        refusal = InvalidSampling(
            lazy("The grammar can't be read: {reason}.", reason=str(error).split(" at line")[0])
        )
        refusal.at = error.pos.pos
        raise refusal from error
    except RecursionError as error:
        raise InvalidSampling(lazy("The grammar is nested too deeply. Use more rules.")) from error
    except Exception as error:  # the converter has no class of its own for these
        message = lazy("The grammar can't be converted: {reason}.", reason=error)
        raise InvalidSampling(message) from error
    return GrammarText(LLMatcher.grammar_from_lark(lark))


def lark_text(text: str, controls: Mapping[str, int]) -> GrammarText:
    """Return the grammar of a Lark text; ``@"..."`` in it is fixed text.

    Fixed text may contain the texts of control tokens, which are then written as these tokens.
    """
    _check_length(text, MAX_GRAMMAR_BYTES)

    def item(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        try:
            fixed = json.loads(found[2])
            fixed.encode()
        except ValueError as error:
            message = lazy("The text {text} is not a JSON string.", text=found[0][:80])
            raise InvalidSampling(message) from error
        return _fixed(fixed, controls)

    return GrammarText(LLMatcher.grammar_from_lark(_LARK_ITEM.sub(item, text)))


def check(grammar: GrammarText) -> None:
    """Raise InvalidSampling unless it can be compiled; takes a tenth of a second at most."""
    is_wrong, messages = LLMatcher.validate_grammar_with_warnings(grammar.source, limits=LIMITS)
    if is_wrong:
        raise grammar.refusal(messages[0])


def unsupported_keywords(schema: Json) -> tuple[UnsupportedKeyword, ...]:
    """Return the keywords of a schema that a lenient rule passes over, with their places."""
    if not isinstance(schema, dict):
        return ()
    source = _source_of(schema, is_lenient=True)
    _, messages = LLMatcher.validate_grammar_with_warnings(source, limits=LIMITS)
    names = {name for each in messages if "Unimplemented" in each for name in _QUOTED.findall(each)}
    if any(each.startswith("oneOf") for each in messages):
        names.add("oneOf")
    found = [
        UnsupportedKeyword(place, name)
        for place, each in _subschemas(schema)
        for name in each
        if name in names or (name == "format" and each[name] not in _FORMATS)
    ]
    return tuple(found)


def json_rule(schema: Json, *, is_lenient: bool = False) -> str:
    """Return a schema as an item of a Lark rule.

    A lenient one passes over the ``unsupported_keywords``, and allows any object for a schema that
    cannot be followed at all. Raises InvalidSampling.
    """
    if not is_lenient:
        grammar = schema_text(json.dumps(schema))
        check(grammar)
        assert isinstance(grammar.schema, dict)
        return _rule_of(grammar.schema)
    rule = _rule_of(schema if isinstance(schema, dict) else {}, is_lenient=True)
    try:
        _check_patterns(schema)
        check(lark_text(f"start: {rule}", {}))
    except InvalidSampling:
        return _rule_of({"type": "object"})
    return rule


class GrammarThreads(Executor):
    """Threads with room for deep grammars, which start with the first job.

    They are daemons, and are not waited for: a grammar can keep one busy for a long time.
    """

    def __init__(self, count: int) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._count = count
        self._threads: list[threading.Thread] = []

    def submit(self, job: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(job(*args, **named))
            except BaseException as error:  # raised when the result is taken
                future.set_exception(error)

        self._jobs.put(run)
        if len(self._threads) < self._count:
            self._start_one()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let each thread end after its job; waiting jobs are dropped."""
        del wait, cancel_futures
        with suppress(Empty):
            while True:
                self._jobs.get_nowait()
        for _ in self._threads:
            self._jobs.put(None)

    def _start_one(self) -> None:
        before = threading.stack_size(STACK_BYTES)
        try:
            thread = threading.Thread(target=self._run, name="grammar", daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
        self._threads.append(thread)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _source_of(schema: dict[str, Json], *, is_lenient: bool = False) -> str:
    return LLMatcher.grammar_from_json_schema(_styled(schema, is_lenient=is_lenient))


def _is_lenient(schema: dict[str, Json]) -> bool:
    options = schema.get("x-guidance")
    return isinstance(options, dict) and options.get("lenient") is True


def _rule_of(schema: dict[str, Json], *, is_lenient: bool = False) -> str:
    return f"%json {_styled(schema, is_lenient=is_lenient)}"


def _styled(schema: dict[str, Json], *, is_lenient: bool) -> str:
    """Return a schema with the options of llguidance, as JSON."""
    prepared = _prepared(schema, is_closed='"allOf"' not in json.dumps(schema))
    assert isinstance(prepared, dict)
    given = prepared.get("x-guidance")
    options: Json = {**(given if isinstance(given, dict) else {}), **_STYLE, "lenient": is_lenient}
    return json.dumps(prepared | {"x-guidance": options}, ensure_ascii=False)


def _prepared(schema: Json, depth: int = 0, *, is_closed: bool) -> Json:
    """Return a schema without keywords that have no effect, which llguidance refuses.

    An unknown format is only a comment in a JSON schema. With ``is_closed`` only described
    properties are written, unless the schema says otherwise.
    """
    if not isinstance(schema, dict) or depth > 100:
        return schema
    made: dict[str, Json] = {}
    for name, value in schema.items():
        if name == "format" and value not in _FORMATS:
            continue
        if name == "uniqueItems" and value is False:
            continue
        if name in _MAPS and isinstance(value, dict):
            made[name] = {
                key: _prepared(each, depth + 1, is_closed=is_closed) for key, each in value.items()
            }
        elif name in _LISTS and isinstance(value, list):
            made[name] = [_prepared(each, depth + 1, is_closed=is_closed) for each in value]
        elif name in _SINGLE:
            made[name] = _prepared(value, depth + 1, is_closed=is_closed)
        else:
            made[name] = value
    if is_closed and schema.get("properties") and schema.keys().isdisjoint(_OPENING):
        made["additionalProperties"] = False
    return made


def _subschemas(
    schema: Json, place: str = "$", depth: int = 0
) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield the schema and all schemas in it, the inner ones first."""
    if not isinstance(schema, dict) or depth > 100:
        return
    for name, value in schema.items():
        here = f"{place}{_step(name)}"
        if name in _MAPS and isinstance(value, dict):
            for key, each in value.items():
                yield from _subschemas(each, f"{here}{_step(key)}", depth + 1)
        elif name in _LISTS and isinstance(value, list):
            for number, each in enumerate(value):
                yield from _subschemas(each, f"{here}[{number}]", depth + 1)
        elif name in _SINGLE:
            yield from _subschemas(value, here, depth + 1)
    yield place, schema


def _step(name: str) -> str:
    return f".{name}" if _PLAIN_NAME.fullmatch(name) else f"[{json.dumps(name)}]"


def _check_patterns(schema: Json) -> None:
    counts: dict[str, int] = {}
    for place, each in _subschemas(schema):
        try:
            count = _pattern_count(each, schema, counts) if "allOf" in each else 0
        except RecursionError as error:
            message = lazy("The chain of references from {place} is too long.", place=place)
            raise InvalidSampling(message) from error
        if count > MAX_PATTERN_COUNT:
            _refuse(
                lazy(
                    "The schemas of “allOf” at {place} have more than {most} patterns for one "
                    "text. Use fewer.",
                    place=place,
                    most=MAX_PATTERN_COUNT,
                )
            )


def _pattern_count(schema: object, root: Json, counts: dict[str, int]) -> int:
    """Return how many patterns a text must match at once.

    ``counts`` has those of the references that were followed: each is followed once, because
    definitions that refer to each other twice have exponentially many paths.
    """
    if not isinstance(schema, dict):
        return 0
    count = ("pattern" in schema) + ("format" in schema)
    for name in ("anyOf", "oneOf", "allOf"):
        lists = schema.get(name)
        inner = [_pattern_count(e, root, counts) for e in lists] if isinstance(lists, list) else []
        count += sum(inner) if name == "allOf" else max(inner, default=0)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        if reference not in counts:
            counts[reference] = 0  # a circle adds nothing
            counts[reference] = _pattern_count(referred(root, reference), root, counts)
        count += counts[reference]
    return count


def referred(root: object, reference: str) -> object:
    """Return the schema at a place within the document, or None."""
    found = root
    for part in reference.removeprefix("#").split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict):
            found = found.get(name)
        elif isinstance(found, list) and name.isdigit() and int(name) < len(found):
            found = found[int(name)]
        else:
            return None
    return found


def _fixed(text: str, controls: Mapping[str, int]) -> str:
    """Return fixed text as Lark literals and references to control tokens."""
    items: list[str] = []
    names = "|".join(re.escape(each) for each in sorted(controls, key=len, reverse=True) if each)
    pieces = re.split(f"({names})", text) if names else [text]
    for piece in pieces:
        if piece in controls:
            items.append(f"<[{controls[piece]}]>")
        elif piece:
            items.append(json.dumps(piece, ensure_ascii=False))
    return f"({' '.join(items)})" if items else '""'


def _check_length(text: str, most: int) -> None:
    if len(text.encode("utf-8", errors="replace")) > most:
        _refuse(lazy("The grammar or schema is longer than {most} KiB.", most=most // 1024))
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        _refuse(lazy("The grammar contains a character that is not valid in text."))


def _schema_refusal(schema: Json, message: str) -> InvalidSampling:
    place, message = _place_of(schema, message)
    keywords = _QUOTED.findall(message) if "Unimplemented" in message else []
    if keywords:
        return InvalidSampling(
            lazy(
                "The schema keyword “{name}” at {place} is not supported. Remove it.",
                name=keywords[0],
                place=place,
            )
        )
    if message.startswith("oneOf"):
        return InvalidSampling(
            lazy("The schemas of “oneOf” at {place} may overlap. Use “anyOf”.", place=place)
        )
    reason = _last_reason(message)
    return InvalidSampling(
        lazy(
            "The JSON schema can't be followed at {place}: {reason}.",
            place=place,
            reason=reason,
        )
    )


def _place_of(schema: Json, message: str) -> tuple[str, str]:
    """Return the innermost place with an error, and the error there."""
    if isinstance(schema, dict):
        definitions = {name: each for name, each in schema.items() if name in _DEFINITIONS}
        for number, (place, each) in enumerate(_subschemas(schema)):
            if number >= _MAX_SUBSCHEMA_COUNT:
                break
            source = _source_of({**definitions, **each}, is_lenient=_is_lenient(schema))
            is_wrong, found = LLMatcher.validate_grammar_with_warnings(source, limits=LIMITS)
            if is_wrong and found[0].split(":")[0] == message.split(":")[0]:
                return place, found[0]
    return "$", message


def _lark_refusal(message: str) -> InvalidSampling:
    if "Too many" in message or "fuel" in message or "too large" in message:
        return InvalidSampling(lazy("The grammar is too large. Use fewer rules or repetitions."))
    found = _LARK_PLACE.match(message)
    reason = _last_reason(message[found.end() :] if found else message)
    return InvalidSampling(lazy("The grammar can't be followed: {reason}.", reason=reason))


def _last_reason(message: str) -> str:
    """Return the sentence of a message of several lines."""
    if "error: " in message:
        message = message.rsplit("error: ", 1)[1]
    return message.strip().split("\n")[0].rstrip(".")[:200]


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _refuse(reason: LazyText) -> NoReturn:
    raise InvalidSampling(reason)
