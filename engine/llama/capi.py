"""Loads and starts the native library, and handles its log.

Everything reached through ``lib`` is untyped and unchecked: a wrong argument aborts the process.
Only modules of this package use it, each in functions that check first and return plain types.
"""

import ctypes
import functools
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

# The library reads these when the import below loads it; values set by the user stay. OpenMP's
# waiting threads spin by default. On a machine with other work that starves all threads: generation
# fell from 376 to 2 tokens per second.
_ENVIRONMENT = {
    "OMP_WAIT_POLICY": "passive",  # every OpenMP
    "GOMP_SPINCOUNT": "0",  # GCC's
    "KMP_BLOCKTIME": "0",  # LLVM's and Intel's
    # Otherwise a failed assertion starts a debugger on the dying process, if one is installed.
    "GGML_NO_BACKTRACE": "1",
}
for _name, _value in _ENVIRONMENT.items():
    os.environ.setdefault(_name, _value)

import llama_cpp.llama_cpp as lib  # noqa: E402

__all__ = [
    "expecting_abort",
    "lib",
    "library_errors",
    "log_callback",
    "noting_placed_cells",
    "start_library",
    "strlen_callback",
]

_log = logging.getLogger(__name__)

# The library's "warning" and "error" (ggml.h). Failures are reported to the user by an exception
# with these lines as its cause; in the log they are details, so each is one level lower.
_LOG_LEVELS = {3: logging.INFO, 4: logging.WARNING}
_recent_lines: deque[str] = deque(maxlen=12)

# The library's debug message after it has found cells for a state and entered their positions; only
# the copy of keys and values follows, which takes most of the time.
_DEBUG = 1
_CELLS_PLACED = b"dest_seq_id"
_on_thread = threading.local()


def library_errors() -> str:
    """Return and clear the library's last warnings and errors."""
    text = "\n".join(_recent_lines)
    _recent_lines.clear()
    return text


@contextmanager
def noting_placed_cells(note: Callable[[], None]) -> Iterator[None]:
    """Call ``note`` each time the library has placed the cells of a state on this thread."""
    _on_thread.note = note
    try:
        yield
    finally:
        _on_thread.note = None


@contextmanager
def expecting_abort(is_requested: Callable[[], bool]) -> Iterator[None]:
    """Log the library's lines on this thread as debug details once an abort is requested.

    The library reports a call that its abort callback has ended as three errors and a warning.
    """
    _on_thread.is_abort_requested = is_requested
    try:
        yield
    finally:
        _on_thread.is_abort_requested = None


@functools.cache
def start_library() -> None:
    """Start the library and redirect its log; further calls do nothing."""
    lib.llama_log_set(log_callback, None)
    lib.llama_backend_init()


def library_folder() -> Path:
    """Return the folder of the library's files and of the GPU backends that came with it."""
    return Path(str(lib._base_path))  # noqa: SLF001 - the binding offers no other way


@functools.cache
def native_library(name: str) -> ctypes.CDLL:
    """Return one of the libraries that come with llama.cpp, such as "ggml"."""
    prefix = "" if sys.platform == "win32" else "lib"
    suffixes = {"win32": [".dll"], "darwin": [".dylib", ".so"]}.get(sys.platform, [".so"])
    folder = library_folder()
    candidates = [folder / f"{prefix}{name}{suffix}" for suffix in suffixes]
    candidates += [folder / f"lib{name}.dll"] if sys.platform == "win32" else []
    for candidate in candidates:
        if candidate.exists():
            return ctypes.CDLL(str(candidate))
    raise FileNotFoundError(f"{name} is not in {folder}")


@functools.cache
def strlen_callback() -> object:
    """Return C's ``strlen`` as abort callback: true while its buffer is not an empty string.

    The library calls it before each node of the graph, hundreds of times per decode; a Python
    function would take the GIL each time.
    """
    libc = ctypes.CDLL("msvcrt") if sys.platform == "win32" else ctypes.CDLL(None)
    return lib.ggml_abort_callback(ctypes.cast(libc.strlen, ctypes.c_void_p).value)


def _on_log(level: int, text: bytes | None, _user_data: object) -> None:
    """Keep warnings and errors; called from any thread, so it stays short and never raises."""
    if level == _DEBUG:
        note = getattr(_on_thread, "note", None)
        if note is not None and text and _CELLS_PLACED in text:
            note()
    if level not in _LOG_LEVELS or not text:
        return
    line = text.decode("utf-8", errors="replace").strip()
    if not line:
        return
    is_abort_requested = getattr(_on_thread, "is_abort_requested", None)
    if is_abort_requested is not None and is_abort_requested():
        _log.debug("%s", line)
        return
    _recent_lines.append(line)
    _log.log(_LOG_LEVELS[level], "%s", line)


log_callback = lib.llama_log_callback(_on_log)  # the library keeps its address forever
