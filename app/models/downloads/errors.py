"""Errors of downloads; each text can be shown to the user."""

import errno
from pathlib import Path

from engine.ipc.lazy_text import lazy
from engine.messages.errors import EngineError

_FULL = (errno.ENOSPC, errno.EDQUOT)


class DownloadTrouble(EngineError):
    """A download can't continue without the user."""


class TryAgain(DownloadTrouble):
    """The network or the server failed; a retry may succeed.

    ``after_seconds`` is the pause that the server asks for; ``is_at_once`` means a retry without a
    pause.
    """

    def __init__(
        self, text: str, after_seconds: float | None = None, *, is_at_once: bool = False
    ) -> None:
        super().__init__(text)
        self.after_seconds = after_seconds
        self.is_at_once = is_at_once


class NoRoom(DownloadTrouble):
    """The disk is full; the download continues when there is space."""


class FolderGone(DownloadTrouble):
    """The folder is missing, for example on a removed disk; it may return."""


class SpoiledPart(DownloadTrouble):
    """The downloaded data is useless: the next try starts from the first byte."""


def disk_trouble(error: OSError, folder: Path) -> DownloadTrouble:
    """Return the error of a download for an error of the file system."""
    if error.errno in _FULL:
        return NoRoom(lazy("The disk is full. The download continues when there is space."))
    if error.errno == errno.EFBIG:
        text = lazy(
            "The disk of {folder} can't hold a file of this size. Choose a folder on another disk.",
            folder=folder,
        )
        return DownloadTrouble(text)
    if not folder.is_dir():
        return folder_gone(folder)
    if error.errno == errno.ENOENT:
        return DownloadTrouble(
            lazy(
                "A file of this download was removed from {folder}. Resume the download to fetch "
                "it again.",
                folder=folder,
            )
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        text = lazy(
            "{folder} can't be written to: {reason}. Choose another folder, or change its "
            "permissions and resume.",
            folder=folder,
            reason=error,
        )
        return DownloadTrouble(text)
    return DownloadTrouble(
        lazy("The disk of {folder} reports an error: {reason}.", folder=folder, reason=error)
    )


def folder_gone(folder: Path) -> FolderGone:
    """Return the error of a missing folder."""
    text = lazy(
        "The folder {folder} is missing. The download continues when it is back.", folder=folder
    )
    return FolderGone(text)
