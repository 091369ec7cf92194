"""Named moments of a write, at which a test makes the disk or the process fail."""

import enum
from collections.abc import Callable


class FaultPoint(enum.Enum):
    """A moment of a write; a failure there leaves the old file or the new one."""

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
    """Tell the listeners, if there are any, that a write has reached a moment."""
    for listener in _listeners:
        listener(point)


def listen(listener: Listener) -> None:
    """Call a test's function at every named moment, until ``stop_listening``."""
    _listeners.append(listener)


def stop_listening() -> None:
    """Remove every listener."""
    _listeners.clear()
