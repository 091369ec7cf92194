"""How commands and events cross the pipes: framed msgpack.

A frame is a 4-byte little-endian length and that many bytes of msgpack. Every struct is
tagged with its class name and checked against its types on arrival; nothing is unpickled.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.commands import Command
from engine.messages.errors import InvalidConfig, InvalidSampling, ProtocolError
from engine.messages.events import Event

PROTOCOL_VERSION = 1
MAX_FRAME_BYTES = 40 * 1024 * 1024  # more than the longest sound
# A command of a program: its decoder holds the interpreter's lock, which the engine's thread needs.
MAX_PROGRAM_FRAME_BYTES = 8 << 20
MAX_PROGRAM_VALUES = 128_000
LENGTH_BYTES = 4

_UNCOUNTED_BYTES = 64 << 10  # shorter frames have few values and are not counted


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


def encode_program_command(command: msgspec.Struct) -> bytes:
    """Return one whole frame of a program's command.

    Raises ProtocolError as ``encode`` does, and if the engine would refuse the frame.
    """
    frame = encode(command)
    if _is_too_large_for_program(memoryview(frame)[LENGTH_BYTES:]):
        raise ProtocolError(
            lazy("The messages of this request are too large for the engine. Shorten them.")
        )
    return frame


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


def decode_program_command(body: bytes) -> Command:
    """Return the command in a program's frame. Raises ProtocolError, also if it is too large.

    Holds the interpreter's lock for a few milliseconds at a time.
    """
    if _is_too_large_for_program(memoryview(body)):
        raise ProtocolError(lazy("A message of another program is too large for the engine."))
    return decode_command(body)


def decode_event(body: bytes) -> Event:
    """Return the event in a frame's body. Raises ProtocolError."""
    with reporting_invalid():
        return _event_decoder.decode(body)


def _is_too_large_for_program(body: memoryview) -> bool:
    """Return whether a msgpack body has more bytes or values than a program's command may have.

    The loop runs in Python, so other threads get the interpreter's lock within 5 ms.
    """
    if len(body) <= _UNCOUNTED_BYTES:
        return False
    if len(body) > MAX_PROGRAM_FRAME_BYTES:
        return True
    at = count = 0
    end = len(body)
    while at < end:
        count += 1
        if count > MAX_PROGRAM_VALUES:
            return True
        head = body[at]
        at += 1
        if 0xA0 <= head <= 0xBF:  # a short text
            at += head & 0x1F
        elif head in _FIXED_BYTES:  # a number, or the length of an array or a map
            at += _FIXED_BYTES[head]
        elif head in _LENGTH_BYTES:  # a text, bytes, or an extension
            length_bytes, also = _LENGTH_BYTES[head]
            at += length_bytes + also + int.from_bytes(body[at : at + length_bytes], "big")
    return False


# By first byte, from the msgpack specification: the fixed bytes that follow; or the bytes of the
# length that follows, and of an extension's type.
_FIXED_BYTES = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_FIXED_BYTES |= {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_FIXED_BYTES |= {0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
_FIXED_BYTES |= {0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
_LENGTH_BYTES = {0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0), 0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0)}
_LENGTH_BYTES |= {0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1)}


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
