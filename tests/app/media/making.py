"""Real picture files of each format, made here."""

import math
import struct
import zlib
from array import array

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

GIF_CLEAR, GIF_END = 4, 5  # with two bits for each pixel
LEFT, RIGHT = QColor(200, 30, 30), QColor(20, 40, 220)
RATE = 16_000


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


def tone(seconds: float = 1.0, rate: int = RATE, pitch: float = 440.0) -> array[int]:
    """Return samples of 16 bits."""
    count = int(seconds * rate)
    return array("h", (int(9000 * math.sin(2 * math.pi * pitch * i / rate)) for i in range(count)))


def wav(samples: array[int] | array[float], rate: int = RATE, channel_count: int = 1) -> bytes:
    """Return samples as a WAV file: 16 bits, or floats; ``samples`` go through the channels."""
    width = samples.itemsize
    kind = 3 if samples.typecode == "f" else 1
    form = (kind, channel_count, rate, rate * channel_count * width, channel_count * width)
    header = struct.pack("<HHIIHH", *form, 8 * width)
    chunks = chunk(b"fmt ", header) + chunk(b"data", samples.tobytes())
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


def chunk(name: bytes, content: bytes, length: int | None = None) -> bytes:
    """Return a part of a WAV file, which may say another length than it has."""
    return name + struct.pack("<I", len(content) if length is None else length) + content


def mp3(frame_count: int = 40, tag: bytes = b"") -> bytes:
    """Return silence as an MP3 of 44.1 kHz, 26 ms a frame."""
    return tag + (b"\xff\xfb\x90\xc4" + bytes(413)) * frame_count


def id3(byte_count: int) -> bytes:
    """Return a tag as large as that, as covers make them."""
    sizes = (byte_count >> 21 & 127, byte_count >> 14 & 127, byte_count >> 7 & 127)
    return b"ID3\4\0\0" + bytes((*sizes, byte_count & 127)) + bytes(byte_count)


def flac(samples: array[int], rate: int = RATE, block: int = 4096, times: int = 1) -> bytes:
    """Return samples of 16 bits as a FLAC file whose blocks are not compressed.

    A block of one value alone takes a few bytes; ``times`` is how often all of it is there.
    """
    total = len(samples) * times
    packed = rate << 44 | 0 << 41 | 15 << 36 | total
    info = struct.pack(">HH", block, block) + bytes(6) + packed.to_bytes(8, "big") + bytes(16)
    starts = range(0, len(samples), block)
    blocks = [samples[start : start + block] for start in starts] * times
    frames = (_flac_frame(number, each) for number, each in enumerate(blocks))
    return b"fLaC\x80" + len(info).to_bytes(3, "big") + info + b"".join(frames)


def _flac_frame(number: int, samples: array[int]) -> bytes:
    head = b"\xff\xf8\x70\x00" + _utf8(number) + struct.pack(">H", len(samples) - 1)
    head += bytes((_crc(head, 8, 0x07),))
    if len(set(samples)) == 1:
        body = b"\x00" + struct.pack(">h", samples[0])
    else:
        body = b"\x02" + struct.pack(f">{len(samples)}h", *samples)
    frame = head + body
    return frame + struct.pack(">H", _crc(frame, 16, 0x8005))


def _utf8(number: int) -> bytes:
    return chr(number).encode("utf-8", "surrogatepass")


def _crc(content: bytes, bits: int, polynomial: int) -> int:
    value, top, most = 0, 1 << bits - 1, (1 << bits) - 1
    for byte in content:
        value ^= byte << bits - 8
        for _ in range(8):
            value = (value << 1 ^ polynomial if value & top else value << 1) & most
    return value


def every_sound() -> dict[str, bytes]:
    """Return a sound in every format that is taken."""
    samples = tone(0.25)
    floats = array("f", (each / 32768 for each in samples))
    return {"WAV": wav(samples), "float WAV": wav(floats), "MP3": mp3(10), "FLAC": flac(samples)}
