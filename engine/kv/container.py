"""The format of a file that stores the KV cache of one conversation or shared prefix.

::

    mark, version, length of the header    16 bytes
    header                                 msgpack map: what it is of, sizes, chunk checksums
    checksum of all before                 16 bytes
    state, then the checkpoints            in chunks; their checksums stand in the header

A reader gets the whole content after every checksum was compared, or the reason why not: the
library believes the bytes that it is given, and wrong ones would spoil a slot for others as well.
The checksums find damage, not forgery: who can write into the folder can run programs as well.

A later version may add fields to the header. Readers skip fields that they do not know; what a
reader must understand is named in ``requires`` as well, and a reader that does not know a name
there leaves the file alone.
"""

import enum
import hashlib
import struct
from collections.abc import Callable, Iterator
from typing import Annotated, BinaryIO

import msgspec

from engine.backend import Checkpoint
from engine.kv.cache_keys import is_shared
from engine.kv.fault_points import FaultPoint, fault_point
from engine.kv.slot_copy import SlotCopy, pack_tokens, unpack_tokens
from engine.messages.request_options import Rank
from engine.text.media_spans import MediaSpan, are_in_order
from engine.text.prompt import Segment, TokenizedPrompt

FORMAT_VERSION = 2
CHUNK_BYTES = 4 << 20
MAX_HEADER_BYTES = 256 << 20
_MARK = b"Hb\x89KV\r\n\x1a"
_PREFIX = struct.Struct("<8sII")
_CHECKSUM_BYTES = 16
_TOKEN_BYTES = 4
_MEDIA = "media"  # where tokens of pictures are, whose positions a reader must know

_Size = Annotated[int, msgspec.Meta(ge=0)]


class Miss(enum.Enum):
    """Why a cached state is not used; the conversation is then prefilled again."""

    ABSENT = "absent"
    UNREADABLE = "unreadable"
    OTHER_FORMAT = "other format"
    CUT_SHORT = "cut short"
    DAMAGED = "damaged"
    OTHER_CONVERSATION = "other conversation"
    OTHER_MODEL = "other model"
    REFUSED = "refused"
    SLOWER = "slower than reading"
    LATE = "late"


class WriteCancelled(Exception):
    """The file being written is no longer wanted."""


class ModelIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """The fingerprint of a state's dependencies: the weights, and all others in words.

    ``form`` names the build, the KV types, the context, and everything else that changes the bytes.
    """

    weights: bytes
    form: str


class Kind(enum.Enum):
    """The kind of a file's content."""

    CONVERSATION = "conversation"
    SHARED_PREFIX = "shared prefix"


class _StoredSegment(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    tokens: bytes
    message: int | None = None
    media: tuple[MediaSpan, ...] = ()


class _StoredCheckpoint(msgspec.Struct, frozen=True, kw_only=True):
    token_count: _Size
    byte_count: _Size


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself; the tokens are packed, ``spans`` are the media among them.

    Attributes:
        requires: names of what a reader must understand beyond this version.
        token_seconds: what it cost to prefill one token, 0 if that is unknown.
        rank: the best ``Rank`` that has used it; files without it count as the window's.
        checksums: those of the chunks, one after the other.
    """

    identity: ModelIdentity
    kind: Kind
    key: str
    packed_tokens: bytes
    state_bytes: _Size
    checkpoints: tuple[_StoredCheckpoint, ...]
    chunk_bytes: Annotated[int, msgspec.Meta(gt=0)]
    checksums: bytes
    requires: tuple[str, ...] = ()
    segments: tuple[_StoredSegment, ...] = ()
    dropped_messages: int = 0
    token_seconds: float = 0.0
    spans: tuple[MediaSpan, ...] = ()
    rank: _Size = Rank.TAB.value

    @property
    def token_count(self) -> int:
        """Return the number of tokens of the state."""
        return len(self.packed_tokens) // _TOKEN_BYTES

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the tokens of the state."""
        return unpack_tokens(self.packed_tokens)

    @property
    def prompt(self) -> TokenizedPrompt:
        """Return the text of the tokens, in its segments."""
        segments = (
            Segment(each.text, unpack_tokens(each.tokens), each.message, each.media)
            for each in self.segments
        )
        return TokenizedPrompt(tuple(segments), self.dropped_messages)

    @property
    def blob_sizes(self) -> tuple[int, ...]:
        """Return the sizes of the state and of each checkpoint, in the order of the file."""
        return (self.state_bytes, *(point.byte_count for point in self.checkpoints))

    @property
    def payload_bytes(self) -> int:
        """Return the number of bytes after the header."""
        return sum(self.blob_sizes)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Header)


def make_header(
    copy: SlotCopy, identity: ModelIdentity, rank: Rank = Rank.TAB
) -> tuple[Header, bytes]:
    """Return the header of a file, and the bytes before its payload."""
    header = Header(
        identity=identity,
        kind=Kind.SHARED_PREFIX if is_shared(copy.key) else Kind.CONVERSATION,
        key=copy.key,
        packed_tokens=pack_tokens(copy.tokens),
        segments=tuple(
            _StoredSegment(
                text=each.text,
                tokens=pack_tokens(each.tokens),
                message=each.message,
                media=each.media,
            )
            for each in copy.prompt.segments
        ),
        dropped_messages=copy.prompt.dropped_messages,
        token_seconds=copy.token_seconds,
        spans=copy.spans,
        rank=rank.value,
        requires=(_MEDIA,) if copy.spans or copy.prompt.spans else (),
        state_bytes=len(copy.state),
        checkpoints=tuple(
            _StoredCheckpoint(token_count=point.token_count, byte_count=len(point.state))
            for point in copy.checkpoints
        ),
        chunk_bytes=CHUNK_BYTES,
        checksums=b"".join(_checksum(chunk) for blob in _blobs(copy) for chunk in _chunks(blob)),
    )
    body = _encoder.encode(header)
    start = _PREFIX.pack(_MARK, FORMAT_VERSION, len(body)) + body
    return header, start + _checksum(start)


def write_container(
    file: BinaryIO, copy: SlotCopy, start: bytes, is_wanted: Callable[[], bool]
) -> None:
    """Write a file from its start. Raises OSError and WriteCancelled."""
    file.write(start)
    fault_point(FaultPoint.HEADER_WRITTEN)
    for blob in _blobs(copy):
        for chunk in _chunks(blob):
            if not is_wanted():
                raise WriteCancelled
            file.write(chunk)
            fault_point(FaultPoint.CHUNK_WRITTEN)
    file.flush()
    fault_point(FaultPoint.WRITTEN)


def read_header(file: BinaryIO, byte_count: int) -> Header | Miss:
    """Return the header of a file of ``size`` bytes if its checksum and its sizes are right."""
    prefix = file.read(_PREFIX.size)
    if len(prefix) < _PREFIX.size:
        return Miss.CUT_SHORT
    mark, version, length = _PREFIX.unpack(prefix)
    if mark != _MARK or version != FORMAT_VERSION:
        return Miss.OTHER_FORMAT
    # Checked before anything is read: a damaged length could request gigabytes.
    if length > min(byte_count, MAX_HEADER_BYTES):
        return Miss.CUT_SHORT
    body, checksum = file.read(length), file.read(_CHECKSUM_BYTES)
    if len(body) < length or len(checksum) < _CHECKSUM_BYTES:
        return Miss.CUT_SHORT
    if checksum != _checksum(prefix + body):
        return Miss.DAMAGED
    try:
        header = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Miss.OTHER_FORMAT
    if set(header.requires) - {_MEDIA}:
        return Miss.OTHER_FORMAT
    packed = (header.packed_tokens, *(each.tokens for each in header.segments))
    media = (header.spans, *(each.media for each in header.segments))
    if any(len(tokens) % _TOKEN_BYTES for tokens in packed) or not all(
        are_in_order(spans, len(tokens) // _TOKEN_BYTES)
        for spans, tokens in zip(media, packed, strict=True)
    ):
        return Miss.DAMAGED
    if _PREFIX.size + length + _CHECKSUM_BYTES + header.payload_bytes != byte_count:
        return Miss.CUT_SHORT
    return header


def read_container(
    file: BinaryIO, byte_count: int, identity: ModelIdentity, key: str
) -> SlotCopy | Miss:
    """Return the content of a file for this conversation or prefix, checked to the last byte."""
    header = read_header(file, byte_count)
    if isinstance(header, Miss):
        return header
    # Before the payload is read: a foreign file costs a few kilobytes, not hundreds of megabytes.
    if header.identity != identity:
        return Miss.OTHER_MODEL
    if header.key != key:
        return Miss.OTHER_CONVERSATION
    checksums = _split(header.checksums)
    blobs: list[bytes] = []
    for size in header.blob_sizes:
        blob = file.read(size)
        if len(blob) < size:
            return Miss.CUT_SHORT
        for chunk in _chunks(blob, header.chunk_bytes):
            if _checksum(chunk) != next(checksums, b""):
                return Miss.DAMAGED
        blobs.append(blob)
    counts = (point.token_count for point in header.checkpoints)
    return SlotCopy(
        key=key,
        tokens=header.tokens,
        checkpoints=tuple(map(Checkpoint, counts, blobs[1:])),
        state=blobs[0],
        prompt=header.prompt,
        token_seconds=header.token_seconds,
        load_seconds=0.0,
        spans=header.spans,
    )


def _blobs(copy: SlotCopy) -> tuple[bytes, ...]:
    return (copy.state, *(point.state for point in copy.checkpoints))


def _chunks(blob: bytes, size: int = CHUNK_BYTES) -> Iterator[memoryview]:
    view = memoryview(blob)
    return (view[start : start + size] for start in range(0, len(blob), size))


def _checksum(content: bytes | memoryview) -> bytes:
    # Not a CRC-32: with many damaged chunks in many files, it would accept some. SHA-256 because
    # today's processors have instructions for it: twice as fast as BLAKE2b there.
    return hashlib.sha256(content).digest()[:_CHECKSUM_BYTES]


def _split(checksums: bytes) -> Iterator[bytes]:
    starts = range(0, len(checksums), _CHECKSUM_BYTES)
    return (checksums[at : at + _CHECKSUM_BYTES] for at in starts)
