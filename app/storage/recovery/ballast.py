"""A file without content that is given up for room on a full disk: deleting needs some, too."""

import shutil
from contextlib import suppress
from pathlib import Path

from app.storage.fault_points import FaultPoint, fault_point
from engine.files import atomic_replace

BALLAST_BYTES = 16 * 1024 * 1024
_BLOCK_BYTES = 1024 * 1024
_ROOM_FACTOR = 8  # a disk with less room than this many times the ballast keeps none


class Ballast:
    """The file at ``path``; there from ``load`` until ``release``."""

    def __init__(self, path: Path, byte_count: int = BALLAST_BYTES) -> None:
        self._path = path
        self._byte_count = byte_count

    def load(self) -> None:
        """Make the file where it is missing and there is room in plenty."""
        if self._path.exists():
            return
        if shutil.disk_usage(self._path.parent).free < self._byte_count * _ROOM_FACTOR:
            return
        # No room after all? Then nothing is held back either.
        with suppress(OSError), atomic_replace(self._path) as part:
            _fill(part, self._byte_count)

    def release(self) -> bool:
        """Give the room free; return whether there was any."""
        try:
            self._path.unlink()
        except OSError:
            return False
        fault_point(FaultPoint.BALLAST_RELEASED)
        return True


def _fill(path: Path, byte_count: int) -> None:
    # Written out, since a file with a hole takes no room.
    with path.open("wb") as file:
        for _ in range(byte_count // _BLOCK_BYTES):
            file.write(bytes(_BLOCK_BYTES))
