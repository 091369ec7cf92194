"""Pictures that other programs send: the net process has its parent decode them.

The net process decodes nothing that comes from outside. Whoever started it gives each picture to a
process with bounds, remembers the file, and gives the engine its pixels when it asks for them.
"""

from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.messages.media import Media

MAX_PICTURE_BYTES = 15_000_000  # of one file: it crosses in one frame


class ReadPicture(msgspec.Struct, frozen=True, tag=True):
    """Asks what a file shows; answered by one PictureRead or PictureUnread with its number."""

    number: int
    content: bytes

    def __repr__(self) -> str:
        return f"ReadPicture({self.number}, {len(self.content)} bytes)"


class PictureRead(msgspec.Struct, frozen=True, tag=True):
    """The picture as messages name it; the engine can have its pixels from now on."""

    number: int
    media: Media


class PictureUnread(msgspec.Struct, frozen=True, tag=True):
    """The file shows nothing that a model could be given."""

    number: int
    reason: LazyText


PictureReading: TypeAlias = PictureRead | PictureUnread
