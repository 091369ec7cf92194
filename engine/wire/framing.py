"""How commands and events cross the pipes: framed msgpack.

A frame is a 4-byte little-endian length and that many bytes of msgpack. Every struct is
tagged with its class name and checked against its types on arrival; nothing is unpickled.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from engine.wire.commands import Command
from engine.wire.errors import InvalidConfig, InvalidSampling, ProtocolError
from engine.wire.events import Event
from engine.wire.lazy_text import LazyText, lazy

PROTOCOL_VERSION = 1
MAX_FRAME_BYTES = 40 * 1024 * 1024  # more than the longest sound
LENGTH_BYTES = 4


def lazy_text_hook(_kind: type, parts: object) -> LazyText:
    """Make a sentence of what crossed in its place."""
    return LazyText.of(parts)


_encoder = msgspec.msgpack.Encoder(enc_hook=LazyText.parts)
_command_decoder: msgspec.msgpack.Decoder[Command] = msgspec.msgpack.Decoder(
    Command, dec_hook=lazy_text_hook
)
_event_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(
    Event, dec_hook=lazy_text_hook
)


def encode(message: msgspec.Struct) -> bytes:
    """Return one whole frame.

    Raises ProtocolError above ``MAX_FRAME_BYTES``, on half letters, and on numbers of too many
    digits, which only a value of a chat template can have.
    """
    try:
        body = _encoder.encode(message)
    except UnicodeEncodeError as error:
        raise ProtocolError(
            lazy("This text contains an incomplete character and can't be sent. Type it again.")
        ) from error
    except OverflowError as error:
        raise ProtocolError(
            lazy("A value for the chat template is too large a number. Set a smaller one.")
        ) from error
    if len(body) > MAX_FRAME_BYTES:
        raise ProtocolError(
            lazy(
                "A message of {count:,} bytes is too large for the engine. Shorten it.",
                count=len(body),
            )
        )
    return len(body).to_bytes(LENGTH_BYTES, "little") + body


def body_length(header: bytes) -> int:
    """Return the length that a frame's first bytes announce. Raises ProtocolError."""
    length = int.from_bytes(header, "little")
    if len(header) != LENGTH_BYTES or not 0 < length <= MAX_FRAME_BYTES:
        raise ProtocolError(lazy("The engine sent a message of invalid length."))
    return length


def decode_command(body: bytes) -> Command:
    """Return the command in a frame's body. Raises ProtocolError."""
    with reporting_invalid():
        return _command_decoder.decode(body)


def decode_event(body: bytes) -> Event:
    """Return the event in a frame's body. Raises ProtocolError."""
    with reporting_invalid():
        return _event_decoder.decode(body)


@contextmanager
def reporting_invalid() -> Iterator[None]:
    """Raise ProtocolError where a body is no message, or one that holds impossible values."""
    try:
        yield
    except (
        msgspec.DecodeError,
        UnicodeDecodeError,
        RecursionError,
        InvalidConfig,
        InvalidSampling,
    ) as error:
        raise ProtocolError(
            lazy("The engine sent a message that could not be read: {reason}", reason=error)
        ) from error
