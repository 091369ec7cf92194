"""Real sound files of each format, made here."""

import math
import struct
from array import array

RATE = 16_000


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
