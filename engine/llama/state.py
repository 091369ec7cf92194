"""The bytes of a slot's memory, labelled so that no foreign ones ever reach the library.

The library checks shapes only, believes every position, and aborts the process on some wrong
ones; wrong keys and values would spoil a slot for the next conversation as well. Damage
on the disk is found before, by the checksums of the file.
"""

import ctypes
import enum
import struct
from collections.abc import Callable

# mark, kind, fingerprint of the model, tokens, bytes that follow
_HEADER = struct.Struct("<4sB3x16sQQ")
_MARK = b"HbS2"


class StateKind(enum.IntEnum):
    """What of a slot's memory the bytes are."""

    WHOLE = 0
    PARTIAL = 1  # what cannot be truncated: windows and recurrent states


class StateCodec:
    """Labels states of one model, and accepts only those that it has labelled itself."""

    def __init__(self, fingerprint: bytes) -> None:
        """Take the 16 bytes that tell the model from others."""
        self._fingerprint = fingerprint

    def encode(
        self, kind: StateKind, token_count: int, byte_count: int, fill: Callable[[int], int]
    ) -> bytes:
        """Return a header and ``byte_count`` bytes that ``fill`` writes at the address it gets.

        Raises RuntimeError if ``fill`` returns that it wrote another number of bytes.
        """
        start = _HEADER.size
        encoded = _unfilled_bytes(start + byte_count)
        address = _address_of(encoded)
        if fill(address + start) != byte_count:
            raise RuntimeError(f"the library did not write the {byte_count} bytes it had counted")
        ctypes.memmove(address, self._header(kind, token_count, byte_count), start)
        return encoded

    def decode(self, kind: StateKind, token_count: int, encoded: bytes) -> tuple[int, int] | None:
        """Return where the library's bytes begin and how many they are; None for all else.

        The address is valid as long as ``encoded`` is.
        """
        start = _HEADER.size
        byte_count = len(encoded) - start
        if byte_count < 0 or encoded[:start] != self._header(kind, token_count, byte_count):
            return None
        return _address_of(encoded) + start, byte_count

    def _header(self, kind: StateKind, token_count: int, byte_count: int) -> bytes:
        return _HEADER.pack(_MARK, kind, self._fingerprint, token_count, byte_count)


def _address_of(content: bytes) -> int:
    """Return where the bytes lie in memory."""
    return ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p).value or 0


_new_bytes = ctypes.pythonapi.PyBytes_FromStringAndSize
_new_bytes.argtypes = [ctypes.c_char_p, ctypes.c_ssize_t]
_new_bytes.restype = ctypes.py_object


def _unfilled_bytes(count: int) -> bytes:
    """Return bytes that may still be written: a state can be large, and is copied once only."""
    fresh = _new_bytes(None, count)
    assert isinstance(fresh, bytes)
    return fresh
