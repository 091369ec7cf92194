"""Pictures of an export: files next to the conversations, or data addresses in them.

They are only found here; the window has them decoded, as it does with all pictures.
"""

import base64
import binascii
import bisect
import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import PurePosixPath
from typing import IO, TypeAlias

import msgspec

from app.domain.messages import Role
from app.media.decoder_messages import MAX_FILE_BYTES
from app.media.formats import LOOKED_AT_BYTES, format_of
from app.transfer.broken_archives import UNREADABLE

MAX_BYTES = 100_000_000  # of the pictures of a message, which come in one frame
_MIN_REFERENCE = 4  # characters; shorter ones are not ids
_DATA, _BASE_64 = "data:image/", ";base64,"
_Loader: TypeAlias = Callable[[], bytes]
_Opener: TypeAlias = Callable[[], IO[bytes]]


class PictureFile(msgspec.Struct, frozen=True):
    """A picture that is not decoded yet.

    Attributes:
        key: a digest of the place where it lies; stands for that of its content.
        load: returns the content; nothing if it can't be read any more.
    """

    name: str
    byte_count: int
    key: str
    load: _Loader


class PictureFiles:
    """The files of an archive or a folder, found by their ids and names."""

    def __init__(self, files: Iterable[tuple[str, int, _Opener]] = ()) -> None:
        """Take the paths of the files, their sizes in bytes, and what opens them."""
        self._by_name = {
            PurePosixPath(path).name.lower(): (path, size, open_file)
            for path, size, open_file in files
        }
        self._names = sorted(self._by_name)

    def find(self, reference: str) -> PictureFile | None:
        """Return the picture with this name, or with this id at the beginning of its name."""
        if reference.startswith(_DATA):
            return _in_address(reference)
        wanted = PurePosixPath(reference).name.lower()
        if len(wanted) < _MIN_REFERENCE:
            return None
        for place in range(bisect.bisect_left(self._names, wanted), len(self._names)):
            name = self._names[place]
            if not name.startswith(wanted):
                break
            if not name[len(wanted) : len(wanted) + 1].isalnum():
                return self._picture(*self._by_name[name])
        return None

    def _picture(self, path: str, size: int, open_file: _Opener) -> PictureFile | None:
        if size > MAX_FILE_BYTES or format_of(_content(open_file, LOOKED_AT_BYTES)) is None:
            return None
        load = partial(_content, open_file, MAX_FILE_BYTES)
        return PictureFile(PurePosixPath(path).name, size, _key(path), load)


class AttachedFiles(msgspec.Struct):
    """The files of a message: pictures that were found, and the names of the others.

    Only messages of the user have pictures; those of an answer are named.
    """

    files: PictureFiles
    role: Role | None
    named: list[str] = msgspec.field(default_factory=list)
    pictures: list[PictureFile] = msgspec.field(default_factory=list)

    def add(self, name: str, *references: object) -> bool:
        """Add a file by its name and what refers to it; return whether it is a picture."""
        found = None
        if self.role is Role.USER:
            texts = [each for each in references if isinstance(each, str)]
            found = next(filter(None, map(self.files.find, texts)), None)
        byte_count = sum(each.byte_count for each in self.pictures)
        if found is None or byte_count + found.byte_count > MAX_BYTES:
            self.named.append(named_file(name))
            return False
        self.pictures.append(PictureFile(name, found.byte_count, found.key, found.load))
        return True


def named_file(name: str) -> str:
    """Return the text that stands for a file whose content is not imported."""
    return f"📎 {' '.join(name.split())}"


def _in_address(address: str) -> PictureFile | None:
    """Return the picture that a data address holds; None if it is not one."""
    kind, _, text = address.partition(_BASE_64)
    beginning = _decoded(text[: LOOKED_AT_BYTES // 3 * 4])
    byte_count = len(text) * 3 // 4
    if format_of(beginning) is None or byte_count > MAX_FILE_BYTES:
        return None
    name = f"image.{kind.removeprefix(_DATA).partition('+')[0][:10]}"
    return PictureFile(name, byte_count, _key(address), partial(_decoded, text))


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return b""


def _content(open_file: _Opener, most: int) -> bytes:
    try:
        with open_file() as file:
            return file.read(most)
    except UNREADABLE:
        return b""


def _key(place: str) -> str:
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()
