"""Pictures and sounds of messages: how they are named, asked for and handed to the engine."""

import enum
import hashlib
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText

MAX_MEDIA_BYTES = 15_000_000  # of one picture: it crosses in one frame
SAMPLE_RATE = 16_000  # of every sound, a second: what the encoders were trained with
MAX_SOUND_SECONDS = 600
BYTES_PER_PIXEL = 3  # red, green, blue, 8 bits each, row by row without a gap
BYTES_PER_SAMPLE = 4  # little-endian float32, one channel
MAX_SOUND_BYTES = MAX_SOUND_SECONDS * SAMPLE_RATE * BYTES_PER_SAMPLE
MAX_PICTURE_BYTES = 15_000_000  # of one file: it crosses in one frame


class MediaKind(enum.Enum):
    """What a medium is."""

    IMAGE = "image"
    AUDIO = "audio"


class Media(msgspec.Struct, frozen=True):
    """A picture or a sound of a message, without its content.

    Attributes:
        digest: names the decoded content; see ``media_digest``.
        width: in pixels; of a sound how many samples it has.
        height: in pixels; 1 of a sound.
    """

    digest: str
    kind: MediaKind
    width: int
    height: int


class GiveMedia(msgspec.Struct, frozen=True, tag=True):
    """The pixels or samples that ``MediaWanted`` asked for."""

    digest: str
    kind: MediaKind
    width: int
    height: int
    content: bytes

    def __repr__(self) -> str:
        return f"GiveMedia({self.digest}, {self.kind}, {self.width}x{self.height})"


class RefuseMedia(msgspec.Struct, frozen=True, tag=True):
    """What ``MediaWanted`` asked for can't be given; requests that need it end with the reason."""

    digest: str
    reason: LazyText


class MediaWanted(msgspec.Struct, frozen=True, tag=True):
    """The engine has neither the embeddings nor the content of a medium; asked once.

    The net process asks as well, for a picture that another machine is to see. Answered by one
    GiveMedia or RefuseMedia.
    """

    digest: str


class MediaProgress(msgspec.Struct, frozen=True, tag=True):
    """So many of a prompt's media of a kind that are not in the KV cache yet have been encoded.

    The kind is that of the medium which is next. ``seconds_left`` until all media of the prompt
    are encoded is None while nobody knows.
    """

    request_id: int
    done: int
    total: int
    seconds_left: float | None = None
    kind: MediaKind = MediaKind.IMAGE


def media_digest(kind: MediaKind, width: int, height: int, content: bytes) -> str:
    """Return the name of a content: the same picture has the same one wherever it comes from."""
    is_image = kind is MediaKind.IMAGE
    header = b"rgb8 %d %d\n" % (width, height) if is_image else b"f32 %d\n" % width
    return hashlib.sha256(header + content).hexdigest()


def content_bytes(kind: MediaKind, width: int, height: int) -> int:
    """Return how many bytes a content of this size has."""
    if kind is MediaKind.IMAGE:
        return width * height * BYTES_PER_PIXEL
    return width * BYTES_PER_SAMPLE


def most_bytes(kind: MediaKind) -> int:
    """Return how many bytes a content may have at most."""
    return MAX_MEDIA_BYTES if kind is MediaKind.IMAGE else MAX_SOUND_BYTES


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
