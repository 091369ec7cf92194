"""Known trouble of downloads: each text can be shown to the user."""

import errno
from pathlib import Path

from engine.ipc.lazy_text import lazy
from engine.messages.errors import EngineError

_FULL = (errno.ENOSPC, errno.EDQUOT)


class DownloadTrouble(EngineError):
    """A download can't go on until somebody does something."""


class TryAgain(DownloadTrouble):
    """The network or the server failed; asked again, it may well answer.

    ``after_seconds`` is when the server wants to be asked, where it says so; ``is_at_once`` that
    no pause is wanted, since nothing is wrong with it.
    """

    def __init__(
        self, text: str, after_seconds: float | None = None, *, is_at_once: bool = False
    ) -> None:
        super().__init__(text)
        self.after_seconds = after_seconds
        self.is_at_once = is_at_once


class NoRoom(DownloadTrouble):
    """The disk is full; when there is room, the download goes on."""


class FolderGone(DownloadTrouble):
    """The folder is not there, as that of a disk which was pulled out; it may come back."""


class SpoiledPart(DownloadTrouble):
    """What has arrived can't become the file: the next try begins from the first byte."""


def disk_trouble(error: OSError, folder: Path) -> DownloadTrouble:
    """Return what the system's refusal of a file in a folder means for a download."""
    if error.errno in _FULL:
        return NoRoom(lazy("The disk is full. The download continues when there is room."))
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
            "Nothing can be written into {folder}: {reason}. Choose another folder, or allow it "
            "and resume.",
            folder=folder,
            reason=error,
        )
        return DownloadTrouble(text)
    return DownloadTrouble(
        lazy("The disk of {folder} reports an error: {reason}.", folder=folder, reason=error)
    )


def folder_gone(folder: Path) -> FolderGone:
    """Return what is said where the folder of a download is not there."""
    text = lazy(
        "The folder {folder} is not there. The download continues when it is back.", folder=folder
    )
    return FolderGone(text)
