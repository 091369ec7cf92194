"""Which sound a file is, by its first bytes; nothing of it is decoded."""

import enum

_LAYER_3 = 1
_NO_BITRATE, _NO_RATE = 15, 3
_OTHER_BRANDS = (b"M4A", b"M4B")


class SoundFormat(enum.Enum):
    """A kind of sound file; the value is its media type."""

    WAV = "audio/wav"
    MP3 = "audio/mpeg"
    FLAC = "audio/flac"
    OTHER = ""  # Ogg, AAC and AIFF, which nothing here decodes


def sound_format_of(content: bytes) -> SoundFormat | None:
    """Return what a file that begins like this is; None where it is no sound."""
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
    """Return whether a file begins with the header of a frame; some texts share its first bits."""
    if len(content) < 4 or content[0] != 0xFF or content[1] & 0xE0 != 0xE0:
        return False
    # UTF-16 begins with FF FE, which would be a frame of layer 1.
    version, layer = content[1] >> 3 & 3, content[1] >> 1 & 3
    bitrate, rate = content[2] >> 4, content[2] >> 2 & 3
    return version != 1 and layer == _LAYER_3 and 0 < bitrate < _NO_BITRATE and rate < _NO_RATE
