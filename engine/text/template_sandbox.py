"""The sandbox of chat templates: jinja2's immutable sandbox with limits on time and memory."""

import functools
import json
import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NoReturn

from jinja2 import ChainableUndefined, TemplateError, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from engine.ipc.lazy_text import lazy

# CPU time of all renderings of one command. Real templates take milliseconds per rendering, and
# half a second for one of 10,000 messages.
COMMAND_SECONDS = 4.0

_LONGEST_REPEAT = 1 << 20  # characters or items that `*` may make
_LONGEST_TEXT = 1 << 26  # characters of any concatenation; a conversation has 16 million
_MAX_MADE = 1 << 30  # characters of all texts that one rendering makes
_ITEM_LENGTH = 8  # the size that counts for an item of a list, and for a number
_MAX_BITS = 1 << 16  # of a number
_WIDEST = 256  # maximum width of padding

# Filters and methods that pad a text or a list to a given length.
_FILLING = frozenset(
    {"batch", "center", "expandtabs", "indent", "ljust", "rjust", "slice", "tojson", "zfill"}
)
_FORMATTING = frozenset({"format", "format_map"})
_WRITING = frozenset({"tojson", "string", "pprint"})
_WATCHED = _FILLING | _FORMATTING | _WRITING | {"join", "replace", "sum", "translate"}
_WIDE_FIELD = re.compile(r"\{[^{}]*:[^{}]*(?:\d{4}|\{)|%[^a-zA-Z%]*(?:\d{4}|\*)")
_LONGEST_SEPARATOR = 8  # characters between values of JSON
# Chat templates do not need them, and over a long text they take forever.
_LEFT_OUT = ("lipsum", "wordwrap")
# Methods that change a list or dict; with those that make them longer by more than one item.
_CHANGING = frozenset(
    {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "setdefault", "update"}
)
_GROWING = frozenset({"append", "extend", "insert", "setdefault", "update"})
_NOTHING: Mapping[str, object] = {}


class TooSlow(TemplateError):
    """The time of a command has expired."""


class Missing(ChainableUndefined):
    """A missing variable or attribute: empty where it is read or added, as in other engines."""

    def __add__(self, other: Any) -> Any:
        return other

    __radd__ = __add__


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """Refuses single operations that would exhaust memory, and renderings that take too long.

    All that repeats checks the clock and counts its output: each turn of a loop, each call, each
    filter. ``begin`` starts the shared time limit of the renderings that follow. A template may
    change the lists and dicts that it makes, and none of those that it is given.
    """

    intercepted_binops = frozenset({"*", "**", "+", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(finalize=_checked, undefined=Missing, **options)
        self.begin(COMMAND_SECONDS, lambda: True)
        self._end = time.thread_time() + self._left  # constants are evaluated during compilation
        self._made = 0
        self._given = _NOTHING
        self._given_ids: frozenset[int] | None = None
        self.globals["raise_exception"] = _raise_exception
        self.globals["strftime_now"] = _strftime_now
        self.filters["tojson"] = _to_json
        self.filters["from_json"] = _from_json
        for name in _LEFT_OUT:
            self.globals.pop(name, None)
            self.filters.pop(name, None)
        for name, apply in self.filters.items():
            self.filters[name] = self._watched_filter(name, apply)

    def begin(self, seconds: float, is_wanted: Callable[[], bool]) -> None:
        """Give the following renderings ``seconds`` together, while they are wanted."""
        self._left = seconds
        self._is_wanted = is_wanted

    @property
    def seconds_left(self) -> float:
        """Return the remaining seconds, between two renderings."""
        return self._left

    @contextmanager
    def rendering(self, given: Mapping[str, object] = _NOTHING) -> Iterator[None]:
        """Charge one rendering on this thread to the remaining time; its memory count is new.

        ``given`` are its variables, which the template cannot change.
        """
        self._end = time.thread_time() + self._left
        self._made = 0
        self._given, self._given_ids = given, None
        try:
            yield
        finally:
            self._given, self._given_ids = _NOTHING, None
            self._left = max(0.0, self._end - time.thread_time())

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, list | dict) and attr in _CHANGING:
            return not self._is_given(obj)
        return super().is_safe_attribute(obj, attr, value)

    def watched(self, items: Iterable[object]) -> Iterator[object]:
        """Yield the items of a loop while time remains."""
        for item in items:
            self._look_at_the_clock()
            yield item

    def concatenated(self, *parts: object) -> str:
        """Return the result of `~`."""
        self._look_at_the_clock()
        _check_length(sum(map(_length, parts)))
        # As jinja2 does without autoescape: a text that is marked as safe escapes no other.
        return str(self._counted("".join(map(str, parts))))

    def concat(self, pieces: Iterable[str]) -> str:
        """Return the text of a template, a macro or a block."""
        kept: list[str] = []
        length = 0
        for piece in pieces:
            kept.append(piece)
            length += len(piece)
            _check_length(length)
        return str(self._counted("".join(kept)))

    def call(self, context: Context, called: Any, /, *args: Any, **named: Any) -> Any:
        self._look_at_the_clock()
        called_name = getattr(called, "__name__", "")
        owner = getattr(getattr(called, "__wrapped__", called), "__self__", None)
        if isinstance(owner, str | bytes):
            args = _listed(args)
            _check_making(called_name, [owner, *args, *named.values()])
        elif isinstance(owner, list | dict) and called_name in _GROWING:
            args = _listed(args)
            sizes = (len(each) for each in args if isinstance(each, list | tuple | dict | str))
            growth = _ITEM_LENGTH * (1 + len(named) + sum(sizes))
            _check_length(_ITEM_LENGTH * len(owner) + growth)
            self._count(growth)
        return self._counted(super().call(context, called, *args, **named))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        self._look_at_the_clock()
        _check_operation(operator, left, right)
        return self._counted(super().call_binop(context, operator, left, right))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = _Rerouting().visit(super()._parse(source, name, filename))
        assert isinstance(parsed, nodes.Template)
        return parsed

    def _watched_filter(self, name: str, apply: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(apply)
        def apply_in_time(*args: Any, **named: Any) -> Any:
            self._look_at_the_clock()
            if name in _WATCHED:
                args = _listed(args)
                arguments = [*args, *named.values()]
                _check_making(name, [each for each in arguments if not isinstance(each, _INNER)])
            return self._counted(apply(*args, **named))

        return apply_in_time

    def _counted(self, made: Any) -> Any:
        if isinstance(made, str | bytes):
            self._made += len(made)
        elif isinstance(made, list | tuple | dict):
            self._made += len(made) * _ITEM_LENGTH
        self._count(0)
        return made

    def _count(self, length: int) -> None:
        self._made += length
        if self._made > _MAX_MADE:
            raise TemplateError(lazy("it takes too much memory"))

    def _is_given(self, value: list[Any] | dict[Any, Any]) -> bool:
        """Return whether a list or dict belongs to the variables of this rendering."""
        if self._given_ids is None:  # few templates change any
            found: set[int] = set()
            unread: list[object] = [*self._given.values(), *self.globals.values()]
            while unread:
                each = unread.pop()
                if isinstance(each, dict | list | tuple) and id(each) not in found:
                    found.add(id(each))
                    unread += each.values() if isinstance(each, dict) else each
            self._given_ids = frozenset(found)
        return id(value) in self._given_ids

    def _look_at_the_clock(self) -> None:
        if time.thread_time() > self._end or not self._is_wanted():
            raise TooSlow(lazy("it takes too long"))


_INNER = (Context, nodes.EvalContext, TemplateSandbox)  # passed first to some filters


class _Rerouting(NodeTransformer):
    """Routes loops and `~` through the sandbox, under names that templates cannot change."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802  # jinja2's name
        self.generic_visit(node)
        node.iter = _call_of("watched", [node.iter], node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Call:  # noqa: N802  # jinja2's name
        self.generic_visit(node)
        return _call_of("concatenated", node.nodes, node.lineno)


def _call_of(method: str, arguments: Sequence[nodes.Node], line: int) -> nodes.Call:
    called = nodes.EnvironmentAttribute(method, lineno=line)
    return nodes.Call(called, list(arguments), [], None, None, lineno=line)


def _check_operation(operator: str, left: Any, right: Any) -> None:
    """Refuse an operation whose result would be too large."""
    if operator == "%" and isinstance(left, str | bytes):
        _check_making("format", [left, right])
    elif operator == "+":
        _check_length(_length(left) + _length(right))
    elif operator == "*":
        if _repeat_length(left, right) > _LONGEST_REPEAT:
            raise TemplateError(lazy("a repetition is too long"))
        _check_bits(_bits(left) + _bits(right))
    elif operator == "**" and isinstance(right, int):
        _check_bits(_bits(left) * abs(right))


def _check_making(name: str, arguments: Sequence[Any]) -> None:
    """Refuse a filter or method whose arguments, its text first, would give a huge result."""
    texts = [each for each in arguments if isinstance(each, str | bytes)]
    if name in _FILLING:
        # The first is the text or value itself: a large number is written, not a width.
        width = max((each for each in arguments[1:] if isinstance(each, int)), default=1)
        if width > _WIDEST:
            raise TemplateError(lazy("a filling is too wide"))
        _check_length(sum(map(_places_to_fill, texts)) * width)
    if name in _WRITING:
        _check_length(sum(map(_length, arguments)))
    elif name in _FORMATTING:
        _check_format(texts[0] if texts else "", arguments[1:])
    elif name == "join":
        _check_length(_joined_length(texts, arguments))
    elif name == "replace" and len(texts) >= 3:
        _check_length(len(texts[0]) + _count(texts[0], texts[1]) * len(texts[2]))
    elif name == "sum" and any(isinstance(each, list | tuple) for each in arguments[1:]):
        raise TemplateError(lazy("only numbers can be added up here"))
    elif name == "translate":
        raise TemplateError(lazy("characters cannot be translated here"))


def _check_format(text: str | bytes, values: Sequence[Any]) -> None:
    plain = text if isinstance(text, str) else text.decode("latin-1")
    if _WIDE_FIELD.search(plain):
        raise TemplateError(lazy("a field is too wide"))
    _check_length(len(plain) + (plain.count("{") + plain.count("%")) * sum(map(_length, values)))


def _joined_length(texts: Sequence[str | bytes], arguments: Sequence[Any]) -> int:
    lists = [each for each in arguments if isinstance(each, list | tuple)]
    if not lists:
        return math.prod(map(len, texts))  # the characters of a text
    return sum(map(_length, lists)) + sum(map(len, lists)) * max(map(len, texts), default=0)


def _places_to_fill(text: str | bytes) -> int:
    plain = text if isinstance(text, str) else text.decode("latin-1")
    return 1 + plain.count("\n") + plain.count("\t")


def _count(text: str | bytes, old: str | bytes) -> int:
    if isinstance(text, str) and isinstance(old, str):
        return text.count(old)
    return text.count(old) if isinstance(text, bytes) and isinstance(old, bytes) else 0


def _listed(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments as lists that can be inspected before use."""
    return tuple(list(arg) if isinstance(arg, Iterator) else arg for arg in args)


def _checked(value: Any) -> Any:
    """Return the output value if it may be written."""
    if isinstance(value, list | tuple | dict):
        _check_length(_length(value))
    return value


def _check_length(length: int) -> None:
    if length > _LONGEST_TEXT:
        raise TemplateError(lazy("a text becomes too long"))


def _check_bits(count: int) -> None:
    if count > _MAX_BITS:
        raise TemplateError(lazy("a number becomes too large"))


def _length(value: Any, known: dict[int, int] | None = None) -> int:
    """Return the approximate length of a value when written, counting repeated references."""
    if isinstance(value, str | bytes):
        return len(value)
    if not isinstance(value, list | tuple | dict):
        return _ITEM_LENGTH
    known = {} if known is None else known
    if id(value) not in known:
        items = [*value, *value.values()] if isinstance(value, dict) else value
        known[id(value)] = _ITEM_LENGTH + sum(_length(each, known) for each in items)
    return known[id(value)]


def _repeat_length(left: object, right: object) -> int:
    """Return the length of a repeated text or list; 0 for plain numbers."""
    for repeated, count in ((left, right), (right, left)):
        if isinstance(repeated, str | bytes | list | tuple) and isinstance(count, int):
            return len(repeated) * count
    return 0


def _bits(value: object) -> int:
    return value.bit_length() if isinstance(value, int) else 0


def _raise_exception(text: str) -> NoReturn:
    raise TemplateError(text)


def _strftime_now(form: str) -> str:
    return datetime.now().astimezone().strftime(form)


def _from_json(text: Any) -> Any:
    """Return the value of a JSON text; any other value is returned as it is."""
    if not isinstance(text, str):
        return text
    _check_length(_ITEM_LENGTH * len(text))  # of a list that has an item for each character
    return json.loads(text)


def _to_json(
    value: Any,  # any type that a template passes
    indent: int | None = None,
    ensure_ascii: bool = False,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """Return JSON as Hugging Face's filter writes it; characters are never escaped.

    An escaped fence would have no effect, and control texts inside it would be active.
    """
    del ensure_ascii
    if separators is not None and any(len(each) > _LONGEST_SEPARATOR for each in separators):
        raise TemplateError("a separator of JSON is too long")
    return json.dumps(
        value, ensure_ascii=False, indent=indent, separators=separators, sort_keys=sort_keys
    )
