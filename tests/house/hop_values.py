"""Which values carry a message: its text or its token lies in them.

In a string, in bytes, in tokens; in a list or the fields of a plain value that holds such; in what
a coroutine, a generator, a partial or a function was made with. A widget or a service carries
nothing, whatever it remembers; only where it is handed to a call are its own attributes looked at.
"""

import dataclasses
import functools
import itertools
import types
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

OURS = ("app", "engine")
DEPTH = 7  # of values in values: a step's events hold an event that holds a text, and so on


@dataclass
class Carriers:
    """Finds the values that carry one text or, once it was sampled, one token."""

    text: str
    token: int | None = None

    def __post_init__(self) -> None:
        """Prepare what is compared with."""
        self.has_bytes = False  # whether the last search came upon bytes, as they go over a pipe
        self._bytes = self.text.encode()
        self._kept: list[object] = []  # so that no object's id is given to another one
        self._numbers = itertools.count(1)
        self._not_begun: dict[int, int] = {}

    def ids_in(self, values: Iterable[object], *, are_given: bool = True) -> list[int]:
        """Return the objects that carry the message, those first that hold the others.

        Only in what is given to a call are services looked into.
        """
        found: list[tuple[int, int]] = []
        self.has_bytes = False
        for value in values:
            self._search(value, DEPTH, found, is_given=are_given)
        return [number for _, number in sorted(found, reverse=True, key=lambda each: each[0])]

    def begun(self, frame: types.FrameType) -> int | None:
        """Return under which number a coroutine was known that begins to run now, if it was."""
        return self._not_begun.pop(id(frame), None)

    def _search(
        self, value: object, depth: int, found: list[tuple[int, int]], *, is_given: bool = False
    ) -> bool:
        """Return whether the message lies in a value; ``found`` gets the objects around it."""
        carries = self._is_message(value)
        if not carries and depth:
            for part in _parts(value, is_given=is_given):
                carries |= self._search(part, depth - 1, found)
        if carries:
            found.append((depth, self._number(value)))
        return carries

    def _is_message(self, value: object) -> bool:
        if isinstance(value, str):
            return self.text in value
        if isinstance(value, bytes | bytearray | memoryview):
            is_in_bytes = self._bytes in bytes(value)
            self.has_bytes |= is_in_bytes
            return is_in_bytes
        if isinstance(value, list | tuple) and value and type(value[0]) is int:
            return self._is_in_tokens(value)
        return type(value) is int and value == self.token

    def _is_in_tokens(self, value: list[int] | tuple[int, ...]) -> bool:
        if self.token is not None:
            return self.token in value
        # The fake model has a token for each byte, and some more.
        is_tokens = all(type(each) is int for each in value)
        return is_tokens and self._bytes in bytes(each & 255 for each in value)

    def _number(self, value: object) -> int:
        """Return what is the same wherever this object is met, and of no other object."""
        frame = _frame_of(value)
        if frame is not None:  # kept alive, a coroutine would never end
            return self._not_begun.setdefault(id(frame), -next(self._numbers))
        self._kept.append(value)
        return 0 if isinstance(value, int) else id(value)


def call_values(frame: types.FrameType) -> list[object]:
    """Return what a call was given, or made with."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & 4) + bool(code.co_flags & 8)
    names = {*code.co_varnames[:count], *code.co_freevars}
    return [value for name, value in _known(frame).items() if name in names]


def known_values(frame: types.FrameType) -> list[object]:
    """Return all that a call knows at this moment."""
    return list(_known(frame).values())


def stored_values(frame: types.FrameType) -> list[object]:
    """Return what lies in the attributes of the object whose method was called."""
    return list(getattr(frame.f_locals.get("self"), "__dict__", {}).values())


def _known(frame: types.FrameType) -> dict[str, object]:
    """Return the variables of a call; ``self`` only where it is a plain value."""
    known = dict(frame.f_locals)
    known.pop("cls", None)
    if not _is_data(known.get("self")):
        known.pop("self", None)
    return known


def _parts(value: object, *, is_given: bool) -> Iterable[object]:
    if isinstance(value, list | tuple | set | frozenset | deque):
        return list(value)
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, types.FunctionType):
        return [_content(cell) for cell in value.__closure__ or ()]
    if isinstance(value, types.MethodType):
        return [value.__self__] if _is_data(value.__self__) else []
    frame = _frame_of(value)
    if frame is not None:
        return known_values(frame)
    return _fields(value) if _is_data(value) or (is_given and _is_plain(value)) else []


def _is_data(value: object) -> bool:
    """Return whether an object is a plain value: a dataclass, a struct, a node of a parsed text."""
    kind = type(value)
    if kind.__module__.startswith("markdown_it"):
        return True
    return _is_ours(kind) and (dataclasses.is_dataclass(kind) or hasattr(kind, "__struct_fields__"))


def _is_plain(value: object) -> bool:
    """Return whether an object is one of ours, but no widget."""
    return _is_ours(type(value)) and not hasattr(type(value), "staticMetaObject")


def _is_ours(kind: type) -> bool:
    return kind.__module__.split(".")[0] in OURS


def _fields(value: object) -> list[object]:
    """Return the fields of a plain value; not the node above it in a tree."""
    names = getattr(type(value), "__struct_fields__", None) or [
        *getattr(value, "__dict__", {}),
        *(name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())),
    ]
    return [getattr(value, name, None) for name in names if name not in ("_parent", "__weakref__")]


def _frame_of(value: object) -> types.FrameType | None:
    if isinstance(value, types.CoroutineType):
        return value.cr_frame
    if isinstance(value, types.GeneratorType):
        return value.gi_frame
    return value.ag_frame if isinstance(value, types.AsyncGeneratorType) else None


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return None  # not filled yet
