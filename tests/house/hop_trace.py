"""Records which functions of ours a message passes, by ``sys.setprofile``, in one process.

A function is recorded when the message goes into it (an argument carries it) or comes out of it
(what it returns or yields carries it, or a list that it was given to fill).
"""

import dataclasses
import gc
import itertools
import json
import os
import sys
import threading
import time
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.house.hop_values import OURS, Carriers, call_values, known_values, stored_values

# Calls into C that hand a value to another thread, task or process, or keep it for later.
HANDING_OVER = frozenset(
    {"put", "put_nowait", "append", "appendleft", "extend", "write", "set_result", "set"}
)
INSERTING = frozenset({"insertText", "insertHtml", "insertFragment"})  # into a document
_GENERATORS = 0x20 | 0x80 | 0x200  # flags of generators, coroutines, asynchronous generators

Kind = Literal["in", "out", "store", "over", "insert", "emit", "signal"]


@dataclass(frozen=True, slots=True)
class Record:
    """What was seen of a message at one moment.

    Attributes:
        kind: the message went ``in`` or came ``out``; a call that knows it hands something
            ``over``; its object has it ``store``d; it was ``insert``ed into a document; the call
            ``emit``s a signal; a ``signal`` was emitted or relayed.
        frame, function: which call, by a number of its own, and of what.
        parent, parent_function: the nearest call of ours below it on the stack; 0 for none.
        ids: the objects that carry the message, those first that hold the others.
        owner, parent_owner: the objects whose methods these are.
        is_frame: the message lies in bytes, as it goes from process to process.
        signal: the name of the signal.
    """

    time: int
    process: int
    kind: Kind
    frame: int
    function: str
    parent: int
    parent_function: str
    ids: tuple[int, ...]
    owner: int
    parent_owner: int
    is_frame: bool
    signal: str = ""

    @property
    def call(self) -> tuple[int, int]:
        """Return which call it is, of all processes."""
        return self.process, self.frame

    @property
    def parent_call(self) -> tuple[int, int] | None:
        """Return the call of ours below it."""
        return (self.process, self.parent) if self.parent else None

    @property
    def is_kept(self) -> bool:
        """Return whether the message was put where another call may find it."""
        return self.kind in ("over", "store")


class Tracer:
    """Watches all threads of a process for what carries a message; ``is_on`` switches it."""

    def __init__(self, root: Path, carriers: Carriers, sink: Callable[[Record], None]) -> None:
        self.is_on = False
        self._root = root
        self._folders = tuple(f"{root / each}{os.sep}" for each in OURS)
        self._carriers = carriers
        self._sink = sink
        self._names: dict[types.CodeType, str] = {}
        self._numbers = itertools.count(1)
        self._numbered: dict[int, int] = {}
        self._knowing: set[int] = set()
        self._busy = threading.local()

    def install(self) -> None:
        """Watch this thread and all that are started from now on."""
        threading.setprofile(self._on_profile)
        sys.setprofile(self._on_profile)

    def remove(self) -> None:
        """Watch nothing any more."""
        self.is_on = False
        threading.setprofile(None)
        sys.setprofile(None)

    def note_signal(self, name: str, values: tuple[object, ...]) -> None:
        """Note that a signal was emitted, or relayed, with these values."""
        if not self.is_on:
            return
        self._busy.is_so = True
        frame = self._parent(sys._getframe(1))  # noqa: SLF001 (the stack is what is looked at)
        ids = self._carriers.ids_in(values)
        if ids and frame is not None:
            self._note("signal", frame, ids, name)
        self._busy.is_so = False

    def _on_profile(self, frame: types.FrameType, event: str, argument: object) -> None:
        if not self.is_on or getattr(self._busy, "is_so", False) or not self._name(frame.f_code):
            return
        self._busy.is_so = True
        try:
            if event == "call":
                self._on_call(frame)
            elif event == "return":
                self._on_return(frame, argument)
            elif event == "c_call":
                self._on_c_call(frame, argument)
        finally:
            self._busy.is_so = False

    def _on_call(self, frame: types.FrameType) -> None:
        if not _is_start(frame):
            return
        number = self._numbered[id(frame)] = next(self._numbers)
        awaited = self._carriers.begun(frame)
        ids = self._carriers.ids_in(call_values(frame))
        if ids:
            self._knowing.add(number)
            self._note("in", frame, ids if awaited is None else [awaited, *ids])

    def _on_return(self, frame: types.FrameType, value: object) -> None:
        if type(value).__name__ == "async_generator_wrapped_value":
            (value, *_) = gc.get_referents(value)
        ids = self._carriers.ids_in([value]) or self._filled(frame)
        if ids:
            parent = self._parent(frame)
            self._knowing.add(self._number(frame))
            if parent is not None:
                self._knowing.add(self._number(parent))
            self._note("out", frame, ids)
        if self._number(frame) in self._knowing:
            stored = self._carriers.ids_in(stored_values(frame), are_given=False)
            if stored:
                self._note("store", frame, stored)

    def _filled(self, frame: types.FrameType) -> list[int]:
        """Return what a call that knows the message has put into a list that it was given."""
        if self._number(frame) not in self._knowing:
            return []
        given = [each for each in call_values(frame) if isinstance(each, list | dict)]
        return self._carriers.ids_in(given)

    def _on_c_call(self, frame: types.FrameType, called: object) -> None:
        name = getattr(called, "__name__", "")
        if name == "emit":
            self._note("emit", frame, [], _signal_name(called))
        elif name in HANDING_OVER or name in INSERTING:
            ids = self._carriers.ids_in(known_values(frame))
            if ids:
                self._note("insert" if name in INSERTING else "over", frame, ids)

    def _note(self, kind: Kind, frame: types.FrameType, ids: list[int], signal: str = "") -> None:
        parent = self._parent(frame)
        self._sink(
            Record(
                time=time.monotonic_ns(),
                process=os.getpid(),
                kind=kind,
                frame=self._number(frame),
                function=self._name(frame.f_code),
                parent=self._number(parent) if parent is not None else 0,
                parent_function=self._name(parent.f_code) if parent is not None else "",
                ids=tuple(ids),
                owner=_owner(frame),
                parent_owner=_owner(parent),
                is_frame=self._carriers.has_bytes,
                signal=signal,
            )
        )

    def _parent(self, frame: types.FrameType) -> types.FrameType | None:
        parent = frame.f_back
        while parent is not None and not self._name(parent.f_code):
            parent = parent.f_back
        return parent

    def _number(self, frame: types.FrameType) -> int:
        number = self._numbered.get(id(frame))
        if number is None:  # it was running before we watched
            number = self._numbered[id(frame)] = next(self._numbers)
        return number

    def _name(self, code: types.CodeType) -> str:
        """Return "folder/file.py:Class.function", or nothing for code that is not ours."""
        name = self._names.get(code)
        if name is None:
            name = ""
            if code.co_filename.startswith(self._folders):
                path = Path(code.co_filename).relative_to(self._root).as_posix()
                name = f"{path}:{_plain_name(code.co_qualname)}"
            self._names[code] = name
        return name


def _is_start(frame: types.FrameType) -> bool:
    """Return whether a call begins here: what is only resumed was called before."""
    if not frame.f_code.co_flags & _GENERATORS:
        return True
    # The argument of the instruction RESUME says what it resumes; 0 is the beginning.
    return frame.f_code.co_code[frame.f_lasti + 1] & 3 == 0


def _owner(frame: types.FrameType | None) -> int:
    owner = None if frame is None else frame.f_locals.get("self")
    return 0 if owner is None else id(owner)


def _plain_name(name: str) -> str:
    """Return a name without what is only a part of its function."""
    for part in ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>"):
        name = name.removesuffix(f".<locals>.{part}")
    return name


def _signal_name(emit: object) -> str:
    """Return the name of the signal whose ``emit`` is called."""
    words = repr(getattr(emit, "__self__", "")).removeprefix("<").split()
    return words[1].partition("(")[0] if len(words) > 1 else ""


def written_to(path: Path) -> Callable[[Record], None]:
    """Return what writes each record to a file at once: the engine ends without a word."""
    file = path.open("a", encoding="utf-8", buffering=1)

    def write(record: Record) -> None:
        file.write(json.dumps(dataclasses.asdict(record)) + "\n")

    return write


def read_from(path: Path) -> list[Record]:
    """Return the records of a process."""
    return [Record(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
