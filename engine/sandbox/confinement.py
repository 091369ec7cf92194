"""Puts this process into a sandbox, as far as the system has one, and says how far that is."""

import logging
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.ipc.lazy_text import LazyText, lazy
from engine.sandbox.landlock import restrict_files
from engine.sandbox.places import device_places
from engine.sandbox.seccomp import restrict_calls

_log = logging.getLogger(__name__)


def confine(writable: Iterable[Path], *, allows_network: bool = False) -> LazyText:
    """Give up what a process that computes does not need; returns sentences for the user.

    From now on it reads everything, writes in these folders and to devices only, starts no
    program and opens no connection. Call it before there is a second thread: Landlock holds the
    thread that asks, and those that it starts.
    """
    if sys.platform != "linux":
        return lazy("The engine runs without a sandbox: this system has none for it.")
    places = [*writable, *device_places(os.environ)]
    files = _refusal(lambda: restrict_files(places, allows_network=allows_network))
    calls = _refusal(lambda: restrict_calls(allows_network=allows_network))
    text = _description(files, calls)
    _log.info("%s", text)
    return text


def _refusal(restrict: Callable[[], None]) -> str | None:
    """Return why a part of the sandbox is missing, None where it is in force."""
    try:
        restrict()
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def _description(files: str | None, calls: str | None) -> LazyText:
    if files is None and calls is None:
        return lazy("The engine runs in a sandbox.")
    if files is not None and calls is not None:
        return lazy("The engine runs without a sandbox: this system has none for it.")
    if files is not None:
        return lazy(
            "The engine's sandbox forbids programs and connections, but no files ({reason}).",
            reason=files,
        )
    return lazy(
        "The engine's sandbox protects files, but forbids no connections ({reason}).", reason=calls
    )
