"""Pictures and sounds of messages: their names, and the commands that transfer them."""

import enum
import hashlib
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText

MAX_MEDIA_BYTES = 15_000_000  # of one picture: it is sent in one frame
SAMPLE_RATE = 16_000  # of every sound, per second: the rate that encoders were trained with
MAX_SOUND_SECONDS = 600
BYTES_PER_PIXEL = 3  # red, green, blue, 8 bits each, row by row without padding
BYTES_PER_SAMPLE = 4  # little-endian float32, one channel
MAX_SOUND_BYTES = MAX_SOUND_SECONDS * SAMPLE_RATE * BYTES_PER_SAMPLE
MAX_PICTURE_BYTES = 15_000_000  # of one file: it is sent in one frame


class MediaKind(enum.Enum):
    """The kind of a medium."""

    IMAGE = "image"
    AUDIO = "audio"


class Media(msgspec.Struct, frozen=True):
    """A picture or a sound of a message, without its content.

    Attributes:
        digest: names the decoded content; see ``media_digest``.
        width: in pixels; of a sound the number of its samples.
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
    """The content that ``MediaWanted`` asked for can't be given; requests that need it fail."""

    digest: str
    reason: LazyText


class MediaWanted(msgspec.Struct, frozen=True, tag=True):
    """The engine has neither the embeddings nor the content of a medium; asked once.

    The net process also asks, for a picture that is sent to another machine. Answered by one
    GiveMedia or RefuseMedia.
    """

    digest: str


class MediaProgress(msgspec.Struct, frozen=True, tag=True):
    """The number of a prompt's encoded media of a kind, of those not yet in the KV cache.

    The kind is that of the next medium. ``seconds_left`` until all media of the prompt are encoded
    is None if it is unknown.
    """

    request_id: int
    done: int
    total: int
    seconds_left: float | None = None
    kind: MediaKind = MediaKind.IMAGE


def media_digest(kind: MediaKind, width: int, height: int, content: bytes) -> str:
    """Return the name of a content; the same picture has the same name wherever it comes from."""
    is_image = kind is MediaKind.IMAGE
    header = b"rgb8 %d %d\n" % (width, height) if is_image else b"f32 %d\n" % width
    return hashlib.sha256(header + content).hexdigest()


def content_bytes(kind: MediaKind, width: int, height: int) -> int:
    """Return the size in bytes of a content with these dimensions."""
    if kind is MediaKind.IMAGE:
        return width * height * BYTES_PER_PIXEL
    return width * BYTES_PER_SAMPLE


def most_bytes(kind: MediaKind) -> int:
    """Return the maximum size of a content in bytes."""
    return MAX_MEDIA_BYTES if kind is MediaKind.IMAGE else MAX_SOUND_BYTES


class ReadMedia(msgspec.Struct, frozen=True, tag=True):
    """Ask for the picture or sound in a file; answered by one MediaRead or MediaUnread."""

    number: int
    content: bytes
    kind: MediaKind = MediaKind.IMAGE

    def __repr__(self) -> str:
        return f"ReadMedia({self.number}, {len(self.content)} bytes, {self.kind})"


class MediaRead(msgspec.Struct, frozen=True, tag=True):
    """The medium as messages name it; the engine can request its content from now on."""

    number: int
    media: Media


class MediaUnread(msgspec.Struct, frozen=True, tag=True):
    """The file contains no medium of the kind that a model can read."""

    number: int
    reason: LazyText


MediaReading: TypeAlias = MediaRead | MediaUnread
