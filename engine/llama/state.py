"""The bytes of a slot's memory, sealed so that nothing else ever reaches the library.

The library checks shapes only, believes every position, and aborts the process on some wrong
ones; wrong keys and values would spoil a slot for whoever sits there next.
"""

import ctypes
import enum
import struct
import zlib
from collections.abc import Callable

# mark, kind, fingerprint of the model, tokens, bytes that follow, their CRC-32
_HEADER = struct.Struct("<4sB3x16sQQI")
_MARK = b"HbS1"


class StateKind(enum.IntEnum):
    """What of a slot's memory the bytes are."""

    WHOLE = 0
    PARTIAL = 1  # what cannot be cut: windows and recurrent states


class StateCodec:
    """Seals states of one model, and opens only what it would have sealed itself."""

    def __init__(self, fingerprint: bytes) -> None:
        """Take the 16 bytes that tell the model from others."""
        self._fingerprint = fingerprint

    def seal(
        self, kind: StateKind, token_count: int, byte_count: int, fill: Callable[[int], int]
    ) -> bytes:
        """Return a header and ``byte_count`` bytes that ``fill`` writes at the address it gets.

        Raises RuntimeError if ``fill`` says that it wrote another number of bytes.
        """
        start = _HEADER.size
        sealed = _unfilled_bytes(start + byte_count)
        address = _address_of(sealed)
        if fill(address + start) != byte_count:
            raise RuntimeError(f"the library did not write the {byte_count} bytes it had counted")
        checksum = zlib.crc32(memoryview(sealed)[start:])
        header = _HEADER.pack(_MARK, kind, self._fingerprint, token_count, byte_count, checksum)
        ctypes.memmove(address, header, start)
        return sealed

    def open(self, kind: StateKind, token_count: int, sealed: bytes) -> tuple[int, int] | None:
        """Return where the library's bytes begin and how many they are; None for all else.

        The address is valid as long as ``sealed`` is.
        """
        start = _HEADER.size
        if len(sealed) < start:
            return None
        byte_count = len(sealed) - start
        checksum = zlib.crc32(memoryview(sealed)[start:])
        expected = _HEADER.pack(_MARK, kind, self._fingerprint, token_count, byte_count, checksum)
        return (_address_of(sealed) + start, byte_count) if sealed[:start] == expected else None


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
