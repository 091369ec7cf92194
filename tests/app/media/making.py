"""Real picture files of each format, made here."""

import struct
import zlib

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

GIF_CLEAR, GIF_END = 4, 5  # with two bits for each pixel
LEFT, RIGHT = QColor(200, 30, 30), QColor(20, 40, 220)


def two_halves(width: int = 40, height: int = 20) -> QImage:
    """Return a picture that is red on its left and blue on its right."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(LEFT)
    for x in range(width // 2, width):
        for y in range(height):
            image.setPixelColor(x, y, RIGHT)
    return image


def saved(image: QImage, kind: str) -> bytes:
    """Return a picture as a file of this format."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, kind.lower().encode())
    writer.setQuality(95)
    assert writer.write(image), writer.errorString()
    return bytes(buffer.data().data())


def every_kind() -> dict[str, bytes]:
    """Return a picture in every format that is taken."""
    image = two_halves()
    kinds = {kind: saved(image, kind) for kind in ("PNG", "JPEG", "WEBP", "BMP", "TIFF")}
    return {**kinds, "GIF": gif(40, 20)}


def gif(width: int, height: int, frame_count: int = 2) -> bytes:
    """Return an animation whose first frame is red on its left and blue on its right."""
    colours = bytes((200, 30, 30, 20, 40, 220, 0, 0, 0, 255, 255, 255))
    head = struct.pack("<6sHHBBB", b"GIF89a", width, height, 0x91, 0, 0) + colours
    first = [0 if x < width // 2 else 1 for _ in range(height) for x in range(width)]
    frames = [_gif_frame(width, height, first)]
    frames += [_gif_frame(width, height, [3] * (width * height))] * (frame_count - 1)
    return head + b"".join(frames) + b";"


def _gif_frame(width: int, height: int, pixels: list[int]) -> bytes:
    """Return a frame that is cleared so often that its codes never grow."""
    bits, count = 0, 0
    for index, pixel in enumerate(pixels):
        codes = (GIF_CLEAR, pixel) if index % 2 == 0 else (pixel,)
        for code in codes:
            bits |= code << count
            count += 3
    bits |= GIF_END << count
    packed = bits.to_bytes((count + 3 + 7) // 8, "little")
    blocks = b"".join(
        bytes((len(packed[at : at + 255]),)) + packed[at : at + 255]
        for at in range(0, len(packed), 255)
    )
    header = b"\x21\xf9\x04\x04\x0a\x00\x00\x00"
    descriptor = struct.pack("<BHHHHBB", 0x2C, 0, 0, width, height, 0, 2)
    return header + descriptor + blocks + b"\0"


def turned_jpeg() -> bytes:
    """Return a photo that is to be turned by 90 degrees, with a place where it was taken."""
    whole = saved(two_halves(), "JPEG")
    entries = struct.pack("<HHHIHH", 2, 0x0112, 3, 1, 6, 0)
    entries += struct.pack("<HHI4s", 0x8825, 4, 1, b"HOME") + bytes(4)
    body = b"Exif\0\0" + b"II*\0" + struct.pack("<I", 8) + entries
    return whole[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + whole[2:]


def png(width: int, height: int, rows: bytes = b"", *, text: bytes = b"") -> bytes:
    """Return a grey PNG that says it has so many pixels, whatever its rows hold."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    if text:
        chunks.insert(1, (b"tEXt", text))
    parts = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def pixel(pixels: bytes, width: int, x: int, y: int) -> tuple[int, ...]:
    """Return red, green and blue at a place."""
    start = 3 * (y * width + x)
    return tuple(pixels[start : start + 3])


def is_like(found: tuple[int, ...], colour: QColor) -> bool:
    """Return whether a colour is this one, but for what packing has lost."""
    wanted = (colour.red(), colour.green(), colour.blue())
    return all(abs(one - other) <= 12 for one, other in zip(found, wanted, strict=True))
