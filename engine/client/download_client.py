"""Downloads in the window: the last report of the net process, and the commands to it."""

import time
from collections.abc import Callable

import msgspec

from engine.client.net_client import NetClient
from engine.ipc.lazy_text import LazyText
from engine.messages.download_messages import (
    DEFAULT_AT_ONCE,
    CancelDownload,
    DownloadChanged,
    DownloadEvent,
    DownloadProgress,
    DownloadsListed,
    DownloadsProgressed,
    DownloadState,
    DownloadStatus,
    FindDownloads,
    PauseDownload,
    ResumeDownload,
    SetDownloadLimits,
    StartDownload,
)

_ENDED = (DownloadState.DONE, DownloadState.REMOVED)
_STANDING = (DownloadState.PAUSED, DownloadState.FAILED)  # they wait for the user anyway


class DownloadClient:
    """Lives on the loop of its ``NetClient``.

    A restarted net process finds all downloads by their journals and resumes them.

    Attributes:
        statuses: by id, in the order in which they were first reported; done and removed ones are
            reported once and then removed.
        progress: the latest figures of each.
    """

    def __init__(self, net: NetClient, changed: Callable[[DownloadStatus], None]) -> None:
        """Send nothing yet; ``changed`` is called with each new state."""
        self.statuses: dict[str, DownloadStatus] = {}
        self.progress: dict[str, DownloadProgress] = {}
        self._net, self._changed = net, changed
        self._folders: tuple[str, ...] = ()
        self._limits = SetDownloadLimits()
        self._retry_times: dict[str, float] = {}
        net.listen(self)

    def retry_seconds(self, download_id: str) -> float | None:
        """Return the time until a download's next attempt; None if it does not wait."""
        at = self._retry_times.get(download_id)
        return None if at is None else max(0.0, at - time.monotonic())

    def find(self, folders: tuple[str, ...]) -> None:
        """Resume the downloads in these folders, now and after each start of the net process."""
        self._remember(*folders)
        self._net.send_download(FindDownloads(folders))

    def start_download(self, request: StartDownload) -> None:
        """Start a download; errors are reported as its state."""
        self._remember(request.folder)
        self._net.send_download(request)

    def pause_download(self, download_id: str) -> None:
        """Pause until ``resume_download``."""
        self._net.send_download(PauseDownload(download_id))

    def resume_download(self, download_id: str) -> None:
        """Resume a paused download, or retry at once."""
        self._net.send_download(ResumeDownload(download_id))

    def cancel_download(self, download_id: str) -> None:
        """Stop a download and remove its partial files."""
        self._net.send_download(CancelDownload(download_id))

    def set_limits(
        self, bytes_per_second: int | None = None, at_once: int = DEFAULT_AT_ONCE
    ) -> None:
        """Limit speed and number from now on; does not start the process."""
        self._limits = SetDownloadLimits(bytes_per_second, at_once)
        if self._net.process_id is not None:
            self._net.send_download(self._limits)

    def process_started(self) -> None:
        """Send a new process the settings and folders of the previous one."""
        self._net.send_download(self._limits)
        # Includes downloads that only their journals reported: all are in these folders.
        if self._folders:
            self._net.send_download(FindDownloads(self._folders))

    def process_stopped(self, reason: LazyText, *, is_offline: bool) -> None:
        """Show no download as running; the journals have all that is needed to resume."""
        state = DownloadState.OFFLINE if is_offline else DownloadState.FAILED
        self.progress.clear()
        for status in tuple(self.statuses.values()):
            if status.state not in _STANDING:
                stopped = msgspec.structs.replace(
                    status, state=state, reason=reason, retry_seconds=None
                )
                self._note(stopped)

    def download_event(self, event: DownloadEvent) -> None:
        """Store a report, and notify of new states."""
        match event:
            case DownloadsProgressed(downloads=downloads):
                for each in downloads:
                    self._note_progress(each)
            case DownloadChanged(status=status):
                self._note(status)
            case DownloadsListed(downloads=statuses):
                # The complete list: downloads that were refused or unreadable before are gone.
                listed = {each.download_id for each in statuses}
                self.statuses = {key: self.statuses[key] for key in self.statuses if key in listed}
                for status in statuses:
                    self._note(status)

    def _note(self, status: DownloadStatus) -> None:
        known = self.statuses.get(status.download_id)
        self.statuses[status.download_id] = status
        self._retry_times.pop(status.download_id, None)
        if status.retry_seconds is not None:
            self._retry_times[status.download_id] = time.monotonic() + status.retry_seconds
        if status.state in _ENDED:
            del self.statuses[status.download_id]
            self.progress.pop(status.download_id, None)
        if known != status:
            self._changed(status)

    def _note_progress(self, progress: DownloadProgress) -> None:
        status = self.statuses.get(progress.download_id)
        if status is not None:
            self.progress[progress.download_id] = progress
            self.statuses[progress.download_id] = msgspec.structs.replace(
                status, done_bytes=progress.done_bytes, checked_bytes=progress.checked_bytes
            )

    def _remember(self, *folders: str) -> None:
        self._folders = tuple(dict.fromkeys((*self._folders, *folders)))
