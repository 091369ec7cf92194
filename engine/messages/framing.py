"""The frames of the engine and the net process, and the limits for other programs' frames."""

from typing import TypeVar

import msgspec

from engine.ipc.frames import BrokenFrame, Frames, body_of
from engine.ipc.lazy_text import lazy
from engine.messages.commands import Command
from engine.messages.errors import InvalidConfig, InvalidSampling, NotSendable
from engine.messages.events import Event
from engine.messages.net_messages import NetCommand, NetEvent

M = TypeVar("M")

MAX_FRAME_BYTES = 40 * 1024 * 1024  # larger than the longest sound
# The limit for a program's command: its decoder holds the interpreter's lock, which the engine
# thread needs.
MAX_PROGRAM_FRAME_BYTES = 8 << 20
MAX_PROGRAM_VALUES = 128_000

_UNCOUNTED_BYTES = 64 << 10  # shorter frames have few values and are not counted
_INVALID = (InvalidConfig, InvalidSampling)

COMMANDS = Frames[Command](Command, MAX_FRAME_BYTES, invalid=_INVALID)
EVENTS = Frames[Event](Event, MAX_FRAME_BYTES, invalid=_INVALID)
NET_COMMANDS = Frames[NetCommand](NetCommand, MAX_FRAME_BYTES, invalid=_INVALID)
NET_EVENTS = Frames[NetEvent](NetEvent, MAX_FRAME_BYTES, invalid=_INVALID)


def encode_command(command: Command) -> bytes:
    """Return one whole frame of a command to the engine. Raises NotSendable."""
    return _encoded(COMMANDS, command)


def encode_net_command(command: NetCommand) -> bytes:
    """Return one whole frame of a command to the net process. Raises NotSendable."""
    return _encoded(NET_COMMANDS, command)


def encode_program_command(command: Command) -> bytes:
    """Return one whole frame of a program's command.

    Raises NotSendable as ``encode_command`` does, and if the engine would refuse the frame.
    """
    frame = encode_command(command)
    if _is_too_large_for_program(memoryview(body_of(frame))):
        raise NotSendable(
            lazy("The messages of this request are too large for the engine. Shorten them.")
        )
    return frame


def _encoded(frames: Frames[M], message: msgspec.Struct) -> bytes:
    try:
        return frames.encode(message)
    except BrokenFrame as error:
        raise NotSendable(str(error)) from error


def decode_program_command(body: bytes) -> Command:
    """Return the command in a program's frame. Raises BrokenFrame, also if it is too large.

    Holds the interpreter's lock for a few milliseconds at a time.
    """
    if _is_too_large_for_program(memoryview(body)):
        raise BrokenFrame(lazy("A message of another program is too large for the engine."))
    return COMMANDS.decode(body)


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
