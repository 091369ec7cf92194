"""The index of models between two searches, in files that can be deleted at any time."""

import contextlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from app.models.library.descriptions import Description
from app.models.library_model import LibraryModel
from engine.files import atomic_write
from engine.ipc.frames import BrokenFrame, Frames

_MODELS_VERSION, _DIGESTS_VERSION = 5, 2
_MAX_BYTES = 256 << 20


class IndexedModel(msgspec.Struct, frozen=True):
    """The description of one model.

    Attributes:
        fingerprint: the fingerprint of its files when they were read.
        model: the model as it was listed last, for when its folder is unreachable.
    """

    fingerprint: str
    description: Description | None
    model: LibraryModel


class _IndexFile(msgspec.Struct, frozen=True):
    version: int
    models: tuple[IndexedModel, ...]
    devices: dict[str, int] = {}


class _Digest(msgspec.Struct, frozen=True):
    path: str
    fingerprint: str
    digest: str


class _DigestFile(msgspec.Struct, frozen=True):
    version: int
    digests: tuple[_Digest, ...]


class LibraryIndex(msgspec.Struct):
    """The index, by the path of a model's first file.

    Attributes:
        devices: the device number of each folder, by its path. An empty folder on another device
            is a mount point whose disk is missing.
    """

    models: dict[str, IndexedModel] = msgspec.field(default_factory=dict)
    devices: dict[str, int] = msgspec.field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> "LibraryIndex":
        """Return the stored index; an empty one if the file is missing or damaged."""
        found = _read(folder / "models", _MODELS, _MODELS_VERSION)
        if found is None:
            return cls()
        return cls({each.model.path: each for each in found.models}, dict(found.devices))

    def write(self, folder: Path) -> None:
        """Store the index; an error of the disk is ignored."""
        content = _IndexFile(_MODELS_VERSION, tuple(self.models.values()), self.devices)
        _write(folder / "models", _MODELS, content)

    def description_of(self, path: str, fingerprint: str) -> Description | None:
        """Return the description of a model; None if its files have changed since."""
        known = self.models.get(path)
        return known.description if known and known.fingerprint == fingerprint else None


def read_digests(folder: Path) -> dict[str, tuple[str, str]]:
    """Return the fingerprint and the SHA-256 of each hashed file, by its path."""
    found = _read(folder / "digests", _DIGESTS, _DIGESTS_VERSION)
    digests = () if found is None else found.digests
    return {each.path: (each.fingerprint, each.digest) for each in digests}


def write_digests(folder: Path, digests: Mapping[str, tuple[str, str]]) -> None:
    """Store digests; an error of the disk is ignored."""
    every: Iterable[_Digest] = (_Digest(path, *known) for path, known in digests.items())
    _write(folder / "digests", _DIGESTS, _DigestFile(_DIGESTS_VERSION, tuple(every)))


_FileT = TypeVar("_FileT", _IndexFile, _DigestFile)
_MODELS = Frames[_IndexFile](_IndexFile, _MAX_BYTES, escapes_surrogates=True)
_DIGESTS = Frames[_DigestFile](_DigestFile, _MAX_BYTES, escapes_surrogates=True)


def _read(path: Path, frames: Frames[_FileT], version: int) -> _FileT | None:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            return None
        found = frames.decode(path.read_bytes())
    except (OSError, BrokenFrame):
        return None
    return found if found.version == version else None


def _write(path: Path, frames: Frames[_FileT], content: _FileT) -> None:
    # Not critical: without the file the next search takes longer.
    with contextlib.suppress(OSError):
        os.makedirs(path.parent, mode=0o700, exist_ok=True)
        atomic_write(path, frames.encode_body(content))
