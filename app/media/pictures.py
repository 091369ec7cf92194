"""Pictures that go with messages."""

import enum
import re
from dataclasses import dataclass

MAX_PICTURE_SIDE = 1536  # pixels; what is larger is scaled
PICTURE_MEDIA_TYPES = frozenset({"image/png", "image/jpeg"})
_DIGEST = re.compile(r"[0-9a-f]{64}")


class AttachmentKind(enum.Enum):
    """What a file is to the model; stored by name."""

    TEXT = "text"
    PICTURE = "picture"
    SOUND = "sound"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was decoded and stored, and goes with a message.

    Attributes:
        digest: of the stored file, a PNG or JPEG without anything but the pixels.
        byte_count: of the stored file.
        pixels: names what is to be seen, wherever it came from (``engine.messages.media_digest``).
    """

    name: str
    digest: str
    byte_count: int
    width: int
    height: int
    pixels: str
    media_type: str = "image/png"


def is_digest(text: str) -> bool:
    """Return whether a text can name a content."""
    return _DIGEST.fullmatch(text) is not None


def checked_picture(picture: Picture) -> Picture | None:
    """Return a picture whose facts can be true; None for what an import or a disk made up."""
    if picture.media_type not in PICTURE_MEDIA_TYPES:
        return None
    if not (is_digest(picture.digest) and is_digest(picture.pixels)):
        return None
    sides = (picture.width, picture.height)
    return picture if all(0 < side <= MAX_PICTURE_SIDE for side in sides) else None
