"""The form of a file that holds what a model remembers of one conversation.

::

    mark, version, length of the header    16 bytes
    header                                 msgpack: what it is of, its tokens, sizes, digests
    keyed MAC over all before              32 bytes
    state, then the checkpoints            in chunks, each with its digest in the header

Whoever reads gets all of it, proved, or the reason why not: the library believes the bytes it is
given, and wrong ones would spoil a slot for others as well.
"""

import enum
import hashlib
import hmac
import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import msgspec

from engine.backend import Checkpoint
from engine.kv.fault_points import FaultPoint, fault_point
from engine.kv.ram_tier import CachedState
from engine.text.prompt import Segment, TokenizedPrompt

FORMAT_VERSION = 1
KEY_BYTES = 32
CHUNK_BYTES = 4 << 20
MOST_HEADER_BYTES = 256 << 20
_MARK = b"Hb\x89KV\r\n\x1a"
_PREFIX = struct.Struct("<8sII")
_MAC_BYTES = 32
_DIGEST_BYTES = 32


class Miss(enum.Enum):
    """Why something kept is not used; the conversation is then read again."""

    ABSENT = "absent"
    UNREADABLE = "unreadable"
    OTHER_FORMAT = "other format"
    CUT_SHORT = "cut short"
    NOT_OURS = "not ours"
    DAMAGED = "damaged"
    OTHER_CONVERSATION = "other conversation"
    OTHER_MODEL = "other model"
    REFUSED = "refused"
    SLOWER = "slower than reading"
    LATE = "late"


class _StoredSegment(msgspec.Struct, frozen=True, array_like=True):
    text: str
    tokens: bytes
    message: int | None


class Header(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """What a file says of itself, proved by the MAC; the tokens are packed.

    Attributes:
        identity: weights, library and form of the states.
        token_seconds: what reading a token had cost when this was written, 0 where unknown.
        points: token counts and sizes of the checkpoints.
    """

    identity: bytes
    conversation_id: str
    packed_tokens: bytes
    segments: tuple[_StoredSegment, ...]
    dropped_messages: int
    token_seconds: float
    state_bytes: int
    points: tuple[tuple[int, int], ...]
    chunk_bytes: int
    digests: bytes

    @property
    def token_count(self) -> int:
        """Return how many tokens the state is of."""
        return len(self.packed_tokens) // 4

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the tokens that the state is of."""
        return _unpacked(self.packed_tokens)

    @property
    def memory(self) -> TokenizedPrompt:
        """Return the text that the tokens stand for, in its segments."""
        segments = (Segment(s.text, _unpacked(s.tokens), s.message) for s in self.segments)
        return TokenizedPrompt(tuple(segments), self.dropped_messages)

    @property
    def payload_bytes(self) -> int:
        """Return how much follows the header."""
        return self.state_bytes + sum(size for _, size in self.points)


@dataclass(frozen=True, slots=True)
class Sealing:
    """The key of this installation, and what the states of the loaded model depend on."""

    key: bytes
    identity: bytes


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Header)


class WriteCancelled(Exception):
    """The conversation was deleted while its file was being written."""


def sealed_header(kept: CachedState, sealing: Sealing) -> tuple[Header, bytes]:
    """Return the header of a file and the bytes that the file begins with."""
    blobs = [kept.state, *(point.state for point in kept.checkpoints)]
    header = Header(
        identity=sealing.identity,
        conversation_id=kept.conversation_id,
        packed_tokens=packed(kept.tokens),
        segments=tuple(
            _StoredSegment(each.text, packed(each.tokens), each.message)
            for each in kept.memory.segments
        ),
        dropped_messages=kept.memory.dropped_messages,
        token_seconds=kept.token_seconds,
        state_bytes=len(kept.state),
        points=tuple((point.token_count, len(point.state)) for point in kept.checkpoints),
        chunk_bytes=CHUNK_BYTES,
        digests=b"".join(_digest(chunk) for blob in blobs for chunk in _chunks(blob)),
    )
    body = _encoder.encode(header)
    beginning = _PREFIX.pack(_MARK, FORMAT_VERSION, len(body)) + body
    return header, beginning + _mac(sealing.key, beginning)


def write_container(
    file: BinaryIO, kept: CachedState, beginning: bytes, is_wanted: Callable[[], bool]
) -> None:
    """Write a file from its beginning. Raises OSError and WriteCancelled."""
    file.write(beginning)
    fault_point(FaultPoint.HEADER_WRITTEN)
    for blob in (kept.state, *(point.state for point in kept.checkpoints)):
        for chunk in _chunks(blob):
            if not is_wanted():
                raise WriteCancelled
            file.write(chunk)
            fault_point(FaultPoint.CHUNK_WRITTEN)
    file.flush()
    fault_point(FaultPoint.WRITTEN)


def read_header(file: BinaryIO, byte_count: int, key: bytes) -> Header | Miss:
    """Return the header of a file of so many bytes, once its MAC and its length are right."""
    prefix = file.read(_PREFIX.size)
    if len(prefix) < _PREFIX.size:
        return Miss.CUT_SHORT
    mark, version, length = _PREFIX.unpack(prefix)
    if mark != _MARK or version != FORMAT_VERSION:
        return Miss.OTHER_FORMAT
    if length > min(byte_count, MOST_HEADER_BYTES):
        return Miss.CUT_SHORT
    body, mac = file.read(length), file.read(_MAC_BYTES)
    if len(body) < length or len(mac) < _MAC_BYTES:
        return Miss.CUT_SHORT
    if not hmac.compare_digest(mac, _mac(key, prefix + body)):
        return Miss.NOT_OURS
    try:
        header = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Miss.OTHER_FORMAT
    if _PREFIX.size + length + _MAC_BYTES + header.payload_bytes != byte_count:
        return Miss.CUT_SHORT
    return header


def read_container(
    file: BinaryIO, byte_count: int, sealing: Sealing, conversation_id: str
) -> CachedState | Miss:
    """Return what a file holds of this conversation, proved to the last byte."""
    header = read_header(file, byte_count, sealing.key)
    if isinstance(header, Miss):
        return header
    if header.identity != sealing.identity:
        return Miss.OTHER_MODEL
    if header.conversation_id != conversation_id:
        return Miss.OTHER_CONVERSATION
    digests = _split(header.digests)
    blobs: list[bytes] = []
    for size in (header.state_bytes, *(size for _, size in header.points)):
        blob = file.read(size)
        if len(blob) < size:
            return Miss.CUT_SHORT
        for chunk in _chunks(blob, header.chunk_bytes):
            if _digest(chunk) != next(digests, b""):
                return Miss.DAMAGED
        blobs.append(blob)
    counts = (count for count, _ in header.points)
    return CachedState(
        conversation_id=conversation_id,
        tokens=header.tokens,
        checkpoints=tuple(map(Checkpoint, counts, blobs[1:])),
        state=blobs[0],
        memory=header.memory,
        token_seconds=header.token_seconds,
        is_from_disk=True,
    )


def _chunks(blob: bytes, size: int = CHUNK_BYTES) -> Iterator[memoryview]:
    view = memoryview(blob)
    return (view[start : start + size] for start in range(0, len(blob), size))


def _digest(chunk: memoryview) -> bytes:
    return hashlib.sha256(chunk).digest()


def _mac(key: bytes, content: bytes) -> bytes:
    return hashlib.blake2b(content, key=key, digest_size=_MAC_BYTES).digest()


def _split(digests: bytes) -> Iterator[bytes]:
    return (digests[at : at + _DIGEST_BYTES] for at in range(0, len(digests), _DIGEST_BYTES))


def packed(tokens: Sequence[int]) -> bytes:
    """Return tokens as bytes that begin with those of what the tokens begin with."""
    return array("i", tokens).tobytes()


def _unpacked(content: bytes) -> tuple[int, ...]:
    tokens = array("i")
    tokens.frombytes(content)
    return tuple(tokens)
