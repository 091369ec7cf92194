"""Pictures of messages."""

import enum
import re

import msgspec

MAX_PICTURE_SIDE = 1536  # pixels; larger pictures are scaled
PICTURE_MEDIA_TYPES = frozenset({"image/png", "image/jpeg"})
_DIGEST = re.compile(r"[0-9a-f]{64}")


class AttachmentKind(enum.Enum):
    """How a model reads a file; stored by name."""

    TEXT = "text"
    PICTURE = "picture"
    SOUND = "sound"


class Picture(msgspec.Struct, frozen=True):
    """A stored picture of a message.

    Attributes:
        digest: digest of the stored file, a PNG or JPEG without metadata.
        byte_count: size of the stored file.
        pixels: digest of the pixels (``engine.messages.media_digest``).
    """

    name: str
    digest: str
    byte_count: int
    width: int
    height: int
    pixels: str
    media_type: str = "image/png"


def is_digest(text: str) -> bool:
    """Return whether a text has the form of a digest."""
    return _DIGEST.fullmatch(text) is not None


def checked_picture(picture: Picture) -> Picture | None:
    """Return a picture if its values are plausible; None if an import or a disk damaged them."""
    if picture.media_type not in PICTURE_MEDIA_TYPES:
        return None
    if not (is_digest(picture.digest) and is_digest(picture.pixels)):
        return None
    sides = (picture.width, picture.height)
    return picture if all(0 < side <= MAX_PICTURE_SIDE for side in sides) else None
