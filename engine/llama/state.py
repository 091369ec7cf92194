"""The bytes of a slot's state, labelled so that the library never gets foreign ones.

The library checks shapes only, trusts every position, and aborts the process on some wrong ones;
wrong keys and values would corrupt a slot for the next conversation as well. Damage on the disk is
detected before, by the checksums of the file.
"""

import ctypes
import enum
import struct
import zlib
from collections.abc import Callable
from typing import NamedTuple

from engine.llama.media.spans import Held, packed, unpacked

# magic, kind, fingerprint of the model, tokens, bytes that follow
_HEADER = struct.Struct("<4sB3x16sQQ")
_MARK = b"HbS2"
_MARK_WITH_MEDIA = b"HbS3"  # the list of media follows, after its length and its checksum
_LIST = struct.Struct("<II")


class StateKind(enum.IntEnum):
    """The part of a slot's state that the bytes contain."""

    WHOLE = 0
    PARTIAL = 1  # the part that cannot be truncated: windows and recurrent states


class Payload(NamedTuple):
    """The library's bytes, valid as long as the buffer that contains them, and their media."""

    address: int
    byte_count: int
    media: Held


class StateCodec:
    """Labels states of one model, and accepts only those with its label."""

    def __init__(self, fingerprint: bytes) -> None:
        """``fingerprint`` is 16 bytes that identify the model."""
        self._fingerprint = fingerprint

    def encode(
        self,
        kind: StateKind,
        token_count: int,
        byte_count: int,
        fill: Callable[[int], int],
        media: Held = (),
    ) -> bytes:
        """Return a header and ``byte_count`` bytes that ``fill`` writes at the address it gets.

        Raises RuntimeError if ``fill`` returns that it wrote another number of bytes.
        """
        header = self._header(kind, token_count, byte_count, packed(media))
        start = len(header)
        encoded = _unfilled_bytes(start + byte_count)
        address = _address_of(encoded)
        if fill(address + start) != byte_count:
            raise RuntimeError(f"the library did not write the {byte_count} bytes it had counted")
        ctypes.memmove(address, header, start)
        return encoded

    def decode(self, kind: StateKind, token_count: int, encoded: bytes) -> Payload | None:
        """Return the decoded state; None for any other input."""
        listed = _listed_media(encoded)
        media = None if listed is None else unpacked(listed)
        if listed is None or media is None:
            return None
        start = _HEADER.size + (_LIST.size + len(listed) if listed else 0)
        byte_count = len(encoded) - start
        if byte_count < 0:
            return None
        if encoded[:start] != self._header(kind, token_count, byte_count, listed):
            return None
        return Payload(_address_of(encoded) + start, byte_count, media)

    def _header(self, kind: StateKind, token_count: int, byte_count: int, listed: bytes) -> bytes:
        mark = _MARK_WITH_MEDIA if listed else _MARK
        header = _HEADER.pack(mark, kind, self._fingerprint, token_count, byte_count)
        return header + _LIST.pack(len(listed), zlib.crc32(listed)) + listed if listed else header


def _listed_media(encoded: bytes) -> bytes | None:
    """Return the list of media in the header; None if it is truncated."""
    if not encoded.startswith(_MARK_WITH_MEDIA):
        return b""
    start = _HEADER.size + _LIST.size
    if len(encoded) < start:
        return None
    length, _ = _LIST.unpack_from(encoded, _HEADER.size)
    listed = encoded[start : start + length]
    return listed if len(listed) == length > 0 else None


def _address_of(content: bytes) -> int:
    """Return the address of the bytes in memory."""
    return ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p).value or 0


_new_bytes = ctypes.pythonapi.PyBytes_FromStringAndSize
_new_bytes.argtypes = [ctypes.c_char_p, ctypes.c_ssize_t]
_new_bytes.restype = ctypes.py_object


def _unfilled_bytes(count: int) -> bytes:
    """Return uninitialized, writable bytes: a state can be large, and is copied only once."""
    fresh = _new_bytes(None, count)
    assert isinstance(fresh, bytes)
    return fresh
