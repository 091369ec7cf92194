"""What becomes of facts and of bugs: a log, and a sentence with details to copy."""

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
    "Something went wrong that Hubbub did not expect. Your conversations are "
    "stored; the details below can be copied into a report."
)

Show = Callable[[str, str], None]


@contextmanager
def logging_to(log_dir: Path) -> Iterator[None]:
    """Log facts to a file in ``log_dir``, and warnings to the terminal as well, until left.

    Where the file can't be written, the terminal alone is left.
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
    """The last place that an error nobody caught comes through.

    Each is logged whole; each place of the program is shown once. ``show(sentence, details)`` is
    called on the thread that the error was on.
    """

    def __init__(self, show: Show) -> None:
        """Remember how to show; nothing is installed yet."""
        self._show = show
        self._shown: set[str] = set()
        self._hooks = (sys.excepthook, threading.excepthook)

    def install(self) -> None:
        """Take over from Python's own hooks."""
        self._hooks = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook, threading.excepthook = self._hooks

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear of what goes wrong in tasks and callbacks of this loop, too."""
        loop.set_exception_handler(self._on_loop_failure)

    def report(self, error: BaseException) -> None:
        """Log an error whole, and show it unless its like was shown before."""
        _log.critical("an error nobody expected", exc_info=error)
        details = "".join(traceback.format_exception(error))
        # Without the message: a number in it would make a new error of every repetition.
        trace = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
        text = str(error) if isinstance(error, AppError) else _SENTENCE
        self._show_once(trace, text, details)

    def _show_once(self, trace: str, text: str, details: str) -> None:
        # A timer that fails fails thirty times a second: one dialog is enough.
        if trace in self._shown:
            return
        self._shown.add(trace)
        system = f"Python {platform.python_version()} on {platform.platform()}"
        try:
            self._show(text, f"{system}\n{details}")
        except Exception:
            # Nobody stands behind this hook: an error in showing an error can only be logged.
            _log.exception("the error could not be shown")

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        # A thread may end itself; and while the interpreter ends, errors come without a value.
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
    """A log that nobody but its user can read."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(mode=0o600)  # where it is there already, it was tightened
        return super()._open()


def install_exception_hooks(show: Show) -> ExceptionHooks:
    """Send every error that nobody catches to the log and to ``show``."""
    hooks = ExceptionHooks(show)
    hooks.install()
    return hooks


def _handlers(log_dir: Path) -> Iterator[logging.Handler]:
    if sys.stderr is not None:  # a program without a console on Windows has none
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.WARNING)
        yield terminal
    path = log_dir / "hubbub.log"
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, for ever
            raise OSError(errno.EINVAL, f"{path} is no file")
        yield _PrivateLog(
            path,
            maxBytes=_LOG_BYTES,
            backupCount=_OLD_LOG_COUNT,
            encoding="utf-8",
            # Names of files may hold bytes that have no UTF-8 form.
            errors="backslashreplace",
        )
    except OSError as error:
        _log.warning("no log is written: %s", error)
