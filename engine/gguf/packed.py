"""A header on its way between processes, as bytes."""

import msgspec

from engine.gguf.header import GgufHeader


def packed_header(header: GgufHeader) -> bytes:
    """Return what ``unpacked_header`` makes the same header of."""
    return msgspec.msgpack.encode(header)


def unpacked_header(packed: bytes) -> GgufHeader:
    """Return the header in these bytes. Raises ValueError on anything else."""
    return msgspec.msgpack.decode(packed, type=GgufHeader)
