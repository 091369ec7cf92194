"""A GGUF file as a look into its folder finds it; it is not opened."""

import os
import stat
from dataclasses import dataclass

from app.models.library_model import ModelFolder


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One file.

    Attributes:
        path: as the system gives it; letters that it can't read are kept as they are.
        device, inode: what makes it the same file under another name; 0 where nobody knows.
        name: what its program calls it; empty where only the file's own name is known.
        digest: its SHA-256, where its program names files after it.
        projectors: files that its program says belong to it.
    """

    path: str
    folder: ModelFolder
    byte_count: int
    modified_ns: int
    device: int = 0
    inode: int = 0
    name: str = ""
    digest: str | None = None
    projectors: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Return what changes when the file does."""
        return f"{self.byte_count}:{self.modified_ns}:{self.inode}"


def fingerprint_of(status: os.stat_result) -> str:
    """Return the fingerprint of a file that is open."""
    return f"{status.st_size}:{status.st_mtime_ns}:{status.st_ino}"


def look_at(
    path: str,
    folder: ModelFolder,
    *,
    name: str = "",
    digest: str | None = None,
    projectors: tuple[str, ...] = (),
) -> FoundFile | None:
    """Return what lies there, also behind links; None if it is no plain file or can't be asked.

    A pipe would keep its reader waiting, and a device may do anything, so neither is a model.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return FoundFile(
        path=path,
        folder=folder,
        byte_count=status.st_size,
        modified_ns=status.st_mtime_ns,
        device=status.st_dev,
        inode=status.st_ino,
        name=name,
        digest=digest,
        projectors=projectors,
    )
