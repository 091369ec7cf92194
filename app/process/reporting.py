"""Logging, and reports of unexpected errors with details to copy."""

import asyncio
import errno
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from app.errors import AppError, lazy

_log = logging.getLogger(__name__)

_LOG_BYTES = 1024 * 1024
_OLD_LOG_COUNT = 3
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SENTENCE = lazy(
    "An unexpected error occurred. Your chats are "
    "stored; the details below can be copied into a report."
)

Show = Callable[[str, str], None]


@contextmanager
def logging_to(log_dir: Path) -> Iterator[None]:
    """Log to a file in ``log_dir``, and warnings also to the terminal, within the context.

    If the file can't be written, only the terminal is used.
    """
    root = logging.getLogger()
    level, raises = root.level, logging.raiseExceptions
    handlers = list(_handlers(log_dir))
    for handler in handlers:
        handler.setFormatter(logging.Formatter(_FORMAT))
        root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a full disk must not print a traceback for each line
    try:
        yield
    finally:
        root.setLevel(level)
        logging.raiseExceptions = raises
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


class ExceptionHooks:
    """Handles uncaught exceptions.

    Each exception is logged; each place in the code is shown once. ``show(sentence, details)`` is
    called on the thread of the exception.
    """

    def __init__(self, show: Show) -> None:
        """Does not install the hooks."""
        self._show = show
        self._shown: set[str] = set()
        self._hooks = (sys.excepthook, threading.excepthook)

    def install(self) -> None:
        """Replace Python's hooks."""
        self._hooks = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def uninstall(self) -> None:
        """Restore Python's hooks."""
        sys.excepthook, threading.excepthook = self._hooks

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Also handle errors in tasks and callbacks of this loop."""
        loop.set_exception_handler(self._on_loop_failure)

    def report(self, error: BaseException) -> None:
        """Log an error, and show it unless one from the same place was shown before."""
        _log.critical("unexpected error", exc_info=error)
        details = "".join(traceback.format_exception(error))
        # Without the message: a number in it would make every repetition a new error.
        trace = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
        text = str(error) if isinstance(error, AppError) else _SENTENCE
        self._show_once(trace, text, details)

    def _show_once(self, trace: str, text: str, details: str) -> None:
        # A failing timer fails thirty times a second: one dialog is enough.
        if trace in self._shown:
            return
        self._shown.add(trace)
        system = f"Python {platform.python_version()} on {platform.platform()}"
        try:
            self._show(text, f"{system}\n{details}")
        except Exception:
            # This is the last hook: an error in showing an error can only be logged.
            _log.exception("the error could not be shown")

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        # A thread may exit itself; during shutdown of the interpreter, errors have no value.
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self.report(args.exc_value)

    def _on_loop_failure(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(error)
            return
        message = str(context.get("message"))
        _log.error("the event loop failed: %s", message)
        self._show_once(message, _SENTENCE, message)


class _PrivateLog(RotatingFileHandler):
    """A log file that only its user can read."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(
            mode=0o600
        )  # permissions of an existing file were tightened before
        return super()._open()


def install_exception_hooks(show: Show) -> ExceptionHooks:
    """Send every uncaught exception to the log and to ``show``."""
    hooks = ExceptionHooks(show)
    hooks.install()
    return hooks


def _handlers(log_dir: Path) -> Iterator[logging.Handler]:
    if sys.stderr is not None:  # None without a console on Windows
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.WARNING)
        yield terminal
    path = log_dir / "hubbub.log"
    try:
        if path.exists() and not path.is_file():  # opening a pipe would block forever
            raise OSError(errno.EINVAL, f"{path} is not a file")
        yield _PrivateLog(
            path,
            maxBytes=_LOG_BYTES,
            backupCount=_OLD_LOG_COUNT,
            encoding="utf-8",
            # File names may contain bytes that are not valid UTF-8.
            errors="backslashreplace",
        )
    except OSError as error:
        _log.warning("no log is written: %s", error)
