"""Messages over a pipe or a socket: msgpack in frames, checked against types on arrival.

A frame is a 4-byte little-endian length and a body of that many bytes. Every struct is tagged with
its class name; nothing is unpickled.
"""

import asyncio
import json
from typing import BinaryIO, Generic, TypeVar

import msgspec

from engine.ipc.lazy_text import LazyText, lazy

_LENGTH_BYTES = 4
_JSON_BEGINS = b"{"  # no msgpack struct begins with this byte

M = TypeVar("M")


class BrokenFrame(Exception):
    """A frame that breaks the rules of its channel, or a message that no frame can hold.

    The text is a sentence for the user.
    """


class Frames(Generic[M]):
    """Messages of one kind, in frames of at most ``max_bytes``; independent of the pipe."""

    def __init__(
        self,
        kind: object,
        max_bytes: int,
        *,
        invalid: tuple[type[Exception], ...] = (),
        escapes_surrogates: bool = False,
    ) -> None:
        """``kind`` is the type of ``M``, a struct or a union of structs.

        ``invalid`` are the errors that structs raise on impossible values. With
        ``escapes_surrogates`` a text with surrogates, as in file names, is transferred unchanged;
        otherwise it cannot be encoded.
        """
        self._kind = kind
        self._max_bytes = max_bytes
        self._escapes_surrogates = escapes_surrogates
        self._encoder = msgspec.msgpack.Encoder(enc_hook=LazyText.parts)
        self._decoder: msgspec.msgpack.Decoder[M] = msgspec.msgpack.Decoder(
            kind, dec_hook=_lazy_text
        )
        self._invalid: tuple[type[Exception], ...] = (
            *(msgspec.DecodeError, RecursionError),
            ValueError,  # invalid UTF-8 and JSON, integers of thousands of digits
            *invalid,
        )

    def encode(self, message: msgspec.Struct) -> bytes:
        """Return a whole frame.

        Raises BrokenFrame on a message above the limit, on surrogates, and on integers of more
        than 64 bits.
        """
        body = self.encode_body(message)
        return len(body).to_bytes(_LENGTH_BYTES, "little") + body

    def encode_body(self, message: msgspec.Struct) -> bytes:
        """Return a message in the form for files, without its length. Raises BrokenFrame."""
        try:
            body = self._encoder.encode(message)
        except UnicodeEncodeError as error:
            if not self._escapes_surrogates:
                raise BrokenFrame(_SURROGATE) from error
            body = json.dumps(msgspec.to_builtins(message, enc_hook=LazyText.parts)).encode()
        except OverflowError as error:
            raise BrokenFrame(_LARGE_NUMBER) from error
        if len(body) > self._max_bytes:
            raise BrokenFrame(
                lazy("A message of {count:,} bytes is too large. Shorten it.", count=len(body))
            )
        return body

    def decode(self, body: bytes) -> M:
        """Return the message of a frame's body. Raises BrokenFrame."""
        try:
            if self._escapes_surrogates and body.startswith(_JSON_BEGINS):
                message: M = msgspec.convert(json.loads(body), self._kind, dec_hook=_lazy_text)
                return message
            return self._decoder.decode(body)
        except self._invalid as error:
            raise BrokenFrame(
                lazy("A message could not be read: {reason}", reason=error)
            ) from error

    def read(self, pipe: BinaryIO) -> M | None:
        """Return the next message of a blocking pipe; None at its end. Raises BrokenFrame."""
        header = pipe.read(_LENGTH_BYTES)
        if len(header) < _LENGTH_BYTES:
            return None
        body = pipe.read(length := self._length(header))
        return self.decode(body) if len(body) == length else None

    async def read_header(self, reader: asyncio.StreamReader) -> int:
        """Return the length of the next body. Raises EOFError at the end, BrokenFrame."""
        return self._length(await _exactly(reader, _LENGTH_BYTES))

    async def read_body(self, reader: asyncio.StreamReader) -> bytes:
        """Return the next body, undecoded. Raises EOFError at the end, BrokenFrame."""
        return await _exactly(reader, await self.read_header(reader))

    async def receive(self, reader: asyncio.StreamReader) -> M:
        """Return the next message. Raises EOFError at the end, BrokenFrame."""
        return self.decode(await self.read_body(reader))

    def _length(self, header: bytes) -> int:
        length = int.from_bytes(header, "little")
        if not 0 < length <= self._max_bytes:
            raise BrokenFrame(lazy("A message has an invalid length: {length:,}.", length=length))
        return length


async def _exactly(reader: asyncio.StreamReader, count: int) -> bytes:
    """Return this many bytes. Raises EOFError, also if the connection is lost."""
    try:
        return await reader.readexactly(count)
    except ConnectionError as error:
        raise EOFError(str(error)) from error


def body_of(frame: bytes) -> bytes:
    """Return the body of a whole frame."""
    return frame[_LENGTH_BYTES:]


def _lazy_text(_kind: type, parts: object) -> LazyText:
    return LazyText.of(parts)


_SURROGATE = lazy("This text contains an incomplete character and can't be sent. Type it again.")
_LARGE_NUMBER = lazy("A value for the chat template is too large a number. Set a smaller one.")
