"""Messages about downloads between the window and the net process: commands, events, states."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText

# An incomplete file, and the journal of its download. Searches for models skip both; a journal in a
# folder means that there is a download to resume.
PART_SUFFIX = ".part"
JOURNAL_SUFFIX = ".download"
LOCK_SUFFIX = ".lock"
DEFAULT_AT_ONCE = 3


class DownloadState(enum.Enum):
    """The state of a download; ``reason`` of its status says why, if there is a reason."""

    QUEUED = "queued"  # other downloads come first
    FETCHING = "fetching"
    CHECKING = "checking"  # all bytes are there, or a file of that name; the hash is computed
    WAITING = "waiting"  # for the network, a server or a folder; resumes by itself
    NO_ROOM = "no room"  # on the disk; resumes by itself
    OFFLINE = "offline"  # set by the window: there is no process that could report
    PAUSED = "paused"
    FAILED = "failed"  # the user has to act first
    DONE = "done"
    REMOVED = "removed"


class WantedFile(msgspec.Struct, frozen=True):
    """A file of a repository, and its expected content.

    Attributes:
        path: in the repository.
        name: of the stored file, directly in the download's folder.
        sha256: empty if the hub gives none; the file then can't be verified.
    """

    path: str
    name: str
    size_bytes: int
    sha256: str = ""


class StartDownload(msgspec.Struct, frozen=True, tag=True):
    """Download these files of one commit; they get their names together or not at all.

    Attributes:
        download_id: chosen by the caller; the same after a restart.
        folder: created if it is missing.
        allows_unverified: the user accepted files that cannot be verified.
    """

    download_id: str
    repository: str
    commit: str
    folder: str
    files: tuple[WantedFile, ...]
    allows_unverified: bool = False


class PauseDownload(msgspec.Struct, frozen=True, tag=True):
    """Pause until ``ResumeDownload``, also across restarts."""

    download_id: str


class ResumeDownload(msgspec.Struct, frozen=True, tag=True):
    """Resume a paused or failed download; one that waits tries again at once."""

    download_id: str


class CancelDownload(msgspec.Struct, frozen=True, tag=True):
    """Stop a download and remove its partial files; completed files stay."""

    download_id: str


class SetDownloadLimits(msgspec.Struct, frozen=True, tag=True):
    """Set the maximum number of downloads at a time and their total speed; None is unlimited."""

    bytes_per_second: int | None = None
    at_once: int = DEFAULT_AT_ONCE


class FindDownloads(msgspec.Struct, frozen=True, tag=True):
    """Resume the downloads of the journals in these folders; answered by one DownloadsListed."""

    folders: tuple[str, ...]


class ListDownloads(msgspec.Struct, frozen=True, tag=True):
    """Ask for all downloads; answered by one DownloadsListed."""


class AskRoom(msgspec.Struct, frozen=True, tag=True):
    """Ask whether a folder has room for this many more bytes; answered by one RoomAnswered."""

    request_id: int
    folder: str
    needed_bytes: int


class DownloadStatus(msgspec.Struct, frozen=True):
    """The status of a download.

    Attributes:
        names: of its files, in the folder.
        done_bytes: bytes downloaded, of ``total_bytes``.
        checked_bytes: of these, the bytes that were hashed.
        is_verified: every file has the hash that the hub names; only set when it is done.
        retry_seconds: time until the next attempt, counted from this report.
    """

    download_id: str
    repository: str
    commit: str
    folder: str
    names: tuple[str, ...]
    state: DownloadState
    total_bytes: int
    done_bytes: int = 0
    checked_bytes: int = 0
    reason: LazyText = LazyText()
    is_verified: bool = False
    retry_seconds: float | None = None


class DownloadProgress(msgspec.Struct, frozen=True):
    """The progress of a download; ``seconds_left`` is None if it is unknown."""

    download_id: str
    done_bytes: int
    checked_bytes: int
    bytes_per_second: float
    seconds_left: float | None = None


class DownloadChanged(msgspec.Struct, frozen=True, tag=True):
    """A change of a download's state, or of its reason; sent at once."""

    status: DownloadStatus


class DownloadsProgressed(msgspec.Struct, frozen=True, tag=True):
    """The downloads that have advanced; at most five times a second."""

    downloads: tuple[DownloadProgress, ...]


class DownloadsListed(msgspec.Struct, frozen=True, tag=True):
    """All unfinished downloads, in the order in which they were started."""

    downloads: tuple[DownloadStatus, ...]


class RoomAnswered(msgspec.Struct, frozen=True, tag=True):
    """The free space of a folder; ``refusal`` is empty if there is enough."""

    request_id: int
    free_bytes: int
    refusal: LazyText = LazyText()


DownloadCommand: TypeAlias = (
    StartDownload
    | PauseDownload
    | ResumeDownload
    | CancelDownload
    | SetDownloadLimits
    | FindDownloads
    | ListDownloads
)
DownloadEvent: TypeAlias = DownloadChanged | DownloadsProgressed | DownloadsListed
