"""Named points at which tests let the disk or the process fail; no-ops otherwise."""

import enum
from collections.abc import Callable


class FaultPoint(enum.Enum):
    """A point between two steps of an operation that must survive a crash."""

    TRANSACTION_BEGUN = "transaction begun"
    BEFORE_COMMIT = "before commit"
    COMMITTED = "committed"
    STEP_DONE = "schema step done, not committed"
    BACKUP_COPIED = "backup copied, not yet named"
    BACKUP_MADE = "backup made"
    REMOVAL_NOTED = "removal from the backups noted, nothing purged yet"
    REMOVAL_COPIED = "backup copied to be rewritten, nothing removed yet"
    REMOVAL_CHECKED = "backup rewritten and checked, not yet named"
    REMOVAL_NAMED = "backup rewritten, the others not yet"
    RESTORE_COPIED = "backup to restore copied, present state not yet kept"
    RESTORE_KEPT = "present state kept as a backup, nothing replaced yet"
    RESTORE_SWAPPED = "backup in the place of the histories, not yet opened"
    RESCUE_BEGUN = "rescue begun"
    RESCUE_WRITTEN = "rescued rows written, not yet named"
    RESCUE_NAMED = "rescued file named, damaged one still there"
    DAMAGED_ASIDE = "damaged file aside, rescued one not yet in its place"
    LOST_FILE_WRITTEN = "lost histories written again, not yet in their place"
    ATTACHMENT_WRITTEN = "attachment written, not yet named"
    ATTACHMENT_NAMED = "attachment named, not yet in the database"
    ATTACHMENTS_DROPPED = "rows purged, files of attachments not yet"
    BALLAST_RELEASED = "ballast released"


Listener = Callable[[FaultPoint], None]
_listeners: list[Listener] = []


def fault_point(point: FaultPoint) -> None:
    """Call the test listeners of a point."""
    for listener in _listeners:
        listener(point)


def listen(listener: Listener) -> None:
    """Call a test's function at every point, until the process ends."""
    _listeners.append(listener)


def stop_listening() -> None:
    """Remove all listeners."""
    _listeners.clear()
