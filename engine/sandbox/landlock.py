"""Landlock of Linux: this process and its children may change files in a few places only.

Reading stays free: a model may lie anywhere. What a kernel is too old to forbid stays allowed.
"""

import contextlib
import ctypes
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from engine.sandbox.kernel import forbid_new_privileges, system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # alike on all processors
_ASK_VERSION = 1
_BENEATH_A_PATH = 1

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_REMOVE = 1 << 4 | 1 << 5  # folders and files
_MAKE_FILES = 1 << 7 | 1 << 8  # folders and plain files
_MAKE_OTHERS = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12  # devices, sockets, pipes, links
_MOVE = 1 << 13  # between folders; since version 2
_TRUNCATE = 1 << 14  # since version 3
_TCP = 1 << 0 | 1 << 1  # listening and connecting; since version 4
_SIGNALS = 1 << 1  # to processes outside; since version 6

_FORBIDDEN = _EXECUTE | _WRITE_FILE | _REMOVE | _MAKE_FILES | _MAKE_OTHERS
_IN_FOLDERS = _WRITE_FILE | _REMOVE | _MAKE_FILES
_IN_FILES = _WRITE_FILE


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def landlock_version() -> int:
    """Return the version of Landlock in this kernel. Raises OSError where there is none."""
    none = ctypes.c_void_p(None)
    return system_call(_CREATE_RULESET, none, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))


def restrict_files(writable: Iterable[Path], *, allows_network: bool) -> None:
    """Forbid this thread, and those that it starts, to change files in all other places.

    Places that are not there, or are links, are left out. Raises OSError.
    """
    version = landlock_version()
    since_3 = _TRUNCATE if version >= 3 else 0
    ruleset = _Ruleset(
        files=_FORBIDDEN | (_MOVE if version >= 2 else 0) | since_3,
        net=_TCP if version >= 4 and not allows_network else 0,
        scoped=_SIGNALS if version >= 6 else 0,
    )
    rules = system_call(
        _CREATE_RULESET,
        ctypes.byref(ruleset),
        ctypes.c_size_t(ctypes.sizeof(ruleset)),
        ctypes.c_uint32(0),
    )
    try:
        for path in writable:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                _allow(rules, path, since_3)
        forbid_new_privileges()
        system_call(_RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0))
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, also: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISLNK(mode):
            return  # we would open another path than was meant
        allowed = (_IN_FOLDERS if stat.S_ISDIR(mode) else _IN_FILES) | also
        beneath = _Beneath(allowed=allowed, parent=descriptor)
        system_call(
            _ADD_RULE,
            ctypes.c_int(rules),
            ctypes.c_int(_BENEATH_A_PATH),
            ctypes.byref(beneath),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(descriptor)
