"""Detects the format of picture and sound files by their first bytes, without decoding."""

import enum
import re

LOOKED_AT_BYTES = 4096
_BMP_HEADERS = frozenset({12, 40, 52, 56, 64, 108, 124})
_BMP_UNPACKED = frozenset({0, 3, 6})  # BMP compressions with uncompressed rows
_GIF_EXTENSION, _GIF_FRAME = b"\x21", b"\x2c"
_MODERN = frozenset(
    {
        *(b"avif", b"avis", b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1"),
        *(b"msf1", b"jxl "),
    }
)
_SVG = re.compile(rb"(?:<\?xml[^>]*>|<!--[^>]*-->|<!DOCTYPE svg[^>]*>|\s)*<svg[\s>]", re.IGNORECASE)
_LAYER_3 = 1
_NO_BITRATE, _NO_RATE = 15, 3
_OTHER_BRANDS = (b"M4A", b"M4B")


class PictureFormat(enum.Enum):
    """A picture format; the value is the name of Qt's decoder."""

    PNG = "png"
    JPEG = "jpeg"
    WEBP = "webp"
    GIF = "gif"
    BMP = "bmp"
    TIFF = "tiff"
    SVG = "svg"  # a drawing with text, links and scripts
    MODERN = ""  # HEIC, AVIF and JPEG XL, which are not supported


def format_of(content: bytes) -> PictureFormat | None:
    """Return the format of a file with this beginning; None if it is not a picture."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return PictureFormat.PNG
    if content.startswith(b"\xff\xd8\xff"):
        return PictureFormat.JPEG
    if content.startswith((b"GIF87a", b"GIF89a")):
        return PictureFormat.GIF
    if content.startswith((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")):
        return PictureFormat.TIFF
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return PictureFormat.WEBP
    if _is_bmp(content):
        return PictureFormat.BMP
    if _is_modern(content):
        return PictureFormat.MODERN
    if _SVG.match(content[:LOOKED_AT_BYTES].removeprefix(b"\xef\xbb\xbf")):
        return PictureFormat.SVG
    return None


def _is_bmp(content: bytes) -> bool:
    header = int.from_bytes(content[14:18], "little")  # text may begin with the same two characters
    return content.startswith(b"BM") and header in _BMP_HEADERS


def is_cut_short(kind: PictureFormat, content: bytes) -> bool:
    """Return whether rows are missing that Qt would silently leave black."""
    if kind is PictureFormat.BMP:
        return _is_short_bmp(content)
    return kind is PictureFormat.GIF and _is_short_gif(content)


def _is_short_bmp(content: bytes) -> bool:
    start, header = _number(content, 10), _number(content, 14)
    if header < 40 or _number(content, 30) not in _BMP_UNPACKED:
        return False
    width, height = _number(content, 18), abs(_number(content, 22, is_signed=True))
    bits = int.from_bytes(content[28:30], "little")
    return start + (width * bits + 31) // 32 * 4 * height > len(content)


def _is_short_gif(content: bytes) -> bool:
    """Return whether the file ends within its first frame."""
    at = 13 + _table_bytes(content[10:11])
    while content[at : at + 1] == _GIF_EXTENSION:
        at = _end_of_blocks(content, at + 2)
    if content[at : at + 1] != _GIF_FRAME:
        return True
    at += 10 + _table_bytes(content[at + 9 : at + 10])
    return _end_of_blocks(content, at + 1) > len(content)


def _end_of_blocks(content: bytes, at: int) -> int:
    """Return the end offset of a chain of blocks; past the end of an incomplete file."""
    while at < len(content):
        if not content[at]:
            return at + 1
        at += 1 + content[at]
    return len(content) + 1


def _table_bytes(flags: bytes) -> int:
    """Return the length in bytes of the colour table that these flags declare."""
    return 3 << ((flags[0] & 7) + 1) if flags and flags[0] & 0x80 else 0


def _number(content: bytes, at: int, *, is_signed: bool = False) -> int:
    return int.from_bytes(content[at : at + 4], "little", signed=is_signed)


def _is_modern(content: bytes) -> bool:
    if content.startswith((b"\xff\x0a", b"\0\0\0\x0cJXL ")):
        return True
    return content[4:8] == b"ftyp" and content[8:12] in _MODERN


class SoundFormat(enum.Enum):
    """A sound format; the value is its media type."""

    WAV = "audio/wav"
    MP3 = "audio/mpeg"
    FLAC = "audio/flac"
    OTHER = ""  # Ogg, AAC and AIFF, which are not supported


def sound_format_of(content: bytes) -> SoundFormat | None:
    """Return the format of a file with this beginning; None if it is not a sound."""
    if content.startswith((b"RIFF", b"RF64")) and content[8:12] == b"WAVE":
        return SoundFormat.WAV
    if content.startswith(b"fLaC"):
        return SoundFormat.FLAC
    if content.startswith(b"ID3") or _is_mp3(content):
        return SoundFormat.MP3
    is_other = content.startswith(b"OggS") or content[8:12] in (b"AIFF", b"AIFC")
    is_other |= content[4:8] == b"ftyp" and content[8:11] in _OTHER_BRANDS
    return SoundFormat.OTHER if is_other or content[:2] in (b"\xff\xf1", b"\xff\xf9") else None


def _is_mp3(content: bytes) -> bool:
    """Return whether a file begins with a frame header; some texts share its first bits."""
    if len(content) < 4 or content[0] != 0xFF or content[1] & 0xE0 != 0xE0:
        return False
    # UTF-16 begins with FF FE, which would be a frame of layer 1.
    version, layer = content[1] >> 3 & 3, content[1] >> 1 & 3
    bitrate, rate = content[2] >> 4, content[2] >> 2 & 3
    return version != 1 and layer == _LAYER_3 and 0 < bitrate < _NO_BITRATE and rate < _NO_RATE
