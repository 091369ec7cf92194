"""Downloads, as the window and the net process speak of them: commands, events, their states."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText

# A file that has not all of its bytes yet, and what is known of it. Whoever looks for models
# passes both by; a journal in a folder says that there is a download to go on with.
PART_SUFFIX = ".part"
JOURNAL_SUFFIX = ".download"
LOCK_SUFFIX = ".lock"
DEFAULT_AT_ONCE = 3


class DownloadState(enum.Enum):
    """What a download does. ``reason`` of its status says why, where there is a why."""

    QUEUED = "queued"  # others come first
    FETCHING = "fetching"
    CHECKING = "checking"  # all bytes are there, or a file of that name: its hash is computed
    WAITING = "waiting"  # for the network, a server or a folder; it goes on by itself
    NO_ROOM = "no room"  # on the disk; it goes on by itself
    OFFLINE = "offline"  # as the window knows: there is no process that could say anything
    PAUSED = "paused"
    FAILED = "failed"  # somebody has to do something first
    DONE = "done"
    REMOVED = "removed"


class WantedFile(msgspec.Struct, frozen=True):
    """A file of a repository, and what it has to be.

    Attributes:
        path: in the repository.
        name: under which it is stored, in the download's folder itself.
        sha256: empty where the hub tells none, so that the file can't be verified.
    """

    path: str
    name: str
    size_bytes: int
    sha256: str = ""


class StartDownload(msgspec.Struct, frozen=True, tag=True):
    """Fetch these files of one commit: all of them get their names, or none does.

    Attributes:
        download_id: chosen by who asks; the same after a restart.
        folder: made where it is missing.
        allows_unverified: the user was asked, and wants files that nobody can verify.
    """

    download_id: str
    repository: str
    commit: str
    folder: str
    files: tuple[WantedFile, ...]
    allows_unverified: bool = False


class PauseDownload(msgspec.Struct, frozen=True, tag=True):
    """Stop until ``ResumeDownload``, also across restarts."""

    download_id: str


class ResumeDownload(msgspec.Struct, frozen=True, tag=True):
    """Go on with what was paused or has failed; one that waits tries again at once."""

    download_id: str


class CancelDownload(msgspec.Struct, frozen=True, tag=True):
    """Stop, and remove what has arrived; files that have their names stay."""

    download_id: str


class SetDownloadLimits(msgspec.Struct, frozen=True, tag=True):
    """Set how many are fetched at once, and how fast all of them together; None is no limit."""

    bytes_per_second: int | None = None
    at_once: int = DEFAULT_AT_ONCE


class FindDownloads(msgspec.Struct, frozen=True, tag=True):
    """Go on with what journals in these folders tell of; answered by one DownloadsListed."""

    folders: tuple[str, ...]


class ListDownloads(msgspec.Struct, frozen=True, tag=True):
    """Ask for all downloads; answered by one DownloadsListed."""


class AskRoom(msgspec.Struct, frozen=True, tag=True):
    """Ask whether so many bytes more find room in a folder; answered by one RoomAnswered."""

    request_id: int
    folder: str
    needed_bytes: int


class DownloadStatus(msgspec.Struct, frozen=True):
    """What is known of a download.

    Attributes:
        names: of its files, in the folder.
        done_bytes: of ``total_bytes``, how many are here.
        checked_bytes: how many of these went into the hash.
        is_verified: every file has the hash that the hub names; only said when it is done.
        retry_seconds: how long it will wait before it tries again, counted from this report.
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
    """How far a download is; ``seconds_left`` is None while nobody can know."""

    download_id: str
    done_bytes: int
    checked_bytes: int
    bytes_per_second: float
    seconds_left: float | None = None


class DownloadChanged(msgspec.Struct, frozen=True, tag=True):
    """A download has another state now, or another reason for it; sent at once."""

    status: DownloadStatus


class DownloadsProgressed(msgspec.Struct, frozen=True, tag=True):
    """Those downloads that got further; at most five times a second."""

    downloads: tuple[DownloadProgress, ...]


class DownloadsListed(msgspec.Struct, frozen=True, tag=True):
    """All downloads that are not done, in the order in which they were started."""

    downloads: tuple[DownloadStatus, ...]


class RoomAnswered(msgspec.Struct, frozen=True, tag=True):
    """How much room there is in a folder; ``refusal`` is empty where it is enough."""

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
