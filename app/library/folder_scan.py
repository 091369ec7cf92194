"""Looks through all folders at once, each on a thread, and gives up those that do not answer.

It belongs into a process of its own: a thread that waits for a dead disk never ends.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from app.domain import ModelFolder, ModelFolderReport, ModelFolderState
from app.library.folder_readers import found_in
from app.library.folder_walk import FolderMissing, FolderRefused, WalkProgress
from app.library.found_file import FoundFile

MOST_FILES = 20_000  # of one folder: more than anybody can choose from
_LOOK_SECONDS = 0.005


@dataclass(frozen=True, slots=True)
class FolderContent:
    """What was found in a folder."""

    report: ModelFolderReport
    files: tuple[FoundFile, ...] = ()


def scan_folders(
    folders: Sequence[ModelFolder],
    patience_seconds: float,
    on_waiting: Callable[[], None] = lambda: None,
) -> list[FolderContent]:
    """Return what is in the folders, in their order; call ``on_waiting`` while it takes long.

    One that does not answer for so long is ``SILENT``, with nothing of what it has.
    """
    scans = [_FolderScan(folder) for folder in folders]
    for scan in scans:
        scan.start()
    while any(scan.is_pending(patience_seconds) for scan in scans):
        time.sleep(_LOOK_SECONDS)
        on_waiting()
    return [scan.content for scan in scans]


class _FolderScan:
    """The look into one folder."""

    def __init__(self, folder: ModelFolder) -> None:
        self._folder = folder
        self._progress = WalkProgress()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._step_count = 0
        self._moved_at = time.monotonic()
        self.content = FolderContent(ModelFolderReport(folder, ModelFolderState.SILENT))

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def is_pending(self, patience_seconds: float) -> bool:
        """Return whether it still looks, and has got on within so long."""
        if not self._thread.is_alive():
            return False
        # Not by the time that it takes in all: a large folder far away is slow, and gets on.
        if self._progress.step_count != self._step_count:
            self._step_count, self._moved_at = self._progress.step_count, time.monotonic()
        return time.monotonic() - self._moved_at <= patience_seconds

    def _run(self) -> None:
        files: list[FoundFile] = []
        state = ModelFolderState.READ
        try:
            files.extend(islice(found_in(self._folder, self._progress), MOST_FILES))
        except FolderMissing:
            state = ModelFolderState.MISSING
        except (FolderRefused, OSError):
            state = ModelFolderState.REFUSED
        report = ModelFolderReport(self._folder, state, len(files), self._progress.unread_count)
        self.content = FolderContent(report, tuple(files))
