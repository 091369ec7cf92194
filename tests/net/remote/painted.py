"""Small pictures that differ, as the window gives them."""

import random

from PySide6.QtGui import QImage

from engine.messages.commands import ChatMessage, Role
from engine.messages.media import GiveMedia, Media, MediaKind, media_digest


def painted(seed: int, width: int = 20, height: int = 12) -> GiveMedia:
    """Return a picture; the same for the same seed."""
    content = random.Random(seed).randbytes(3 * width * height)
    digest = media_digest(MediaKind.IMAGE, width, height, content)
    return GiveMedia(digest, MediaKind.IMAGE, width, height, content)


def showing(*pictures: GiveMedia, text: str = "What is this?") -> ChatMessage:
    """Return a message with pictures."""
    media = tuple(Media(each.digest, each.kind, each.width, each.height) for each in pictures)
    return ChatMessage(Role.USER, text, media=media)


def pixels_of(png: bytes) -> bytes:
    """Return what a PNG file shows."""
    image = QImage.fromData(png).convertToFormat(QImage.Format.Format_RGB888)
    # Its rows end at multiples of four bytes.
    content, stride = bytes(image.constBits()), image.bytesPerLine()
    starts = range(0, stride * image.height(), stride)
    return b"".join(content[start : start + 3 * image.width()] for start in starts)
