"""Named moments of a write at which a test lets the disk or the process fail; else nothing."""

import enum
from collections.abc import Callable


class FaultPoint(enum.Enum):
    """A moment between two steps that leave the old file or the new one."""

    OPENED = "temporary file opened"
    HEADER_WRITTEN = "header written"
    CHUNK_WRITTEN = "a chunk written"
    WRITTEN = "all written, not on the disk yet"
    SYNCED = "on the disk, not yet named"
    NAMED = "named, the name not yet on the disk"
    FOLDER_SYNCED = "the name on the disk"


Listener = Callable[[FaultPoint], None]
_listeners: list[Listener] = []


def fault_point(point: FaultPoint) -> None:
    """Pass by a named moment."""
    for listener in _listeners:
        listener(point)


def listen(listener: Listener) -> None:
    """Have a test's function called at every named moment, for as long as the process lives."""
    _listeners.append(listener)


def stop_listening() -> None:
    """Forget every listener."""
    _listeners.clear()
