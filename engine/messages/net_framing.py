"""How commands and events of the net process cross the pipes: in the frames of ``framing``."""

import msgspec

from engine.messages.framing import lazy_text_hook, reporting_invalid
from engine.messages.net_commands import NetCommand
from engine.messages.net_events import NetEvent

_command_decoder: msgspec.msgpack.Decoder[NetCommand] = msgspec.msgpack.Decoder(
    NetCommand, dec_hook=lazy_text_hook
)
_event_decoder: msgspec.msgpack.Decoder[NetEvent] = msgspec.msgpack.Decoder(
    NetEvent, dec_hook=lazy_text_hook
)


def decode_net_command(body: bytes) -> NetCommand:
    """Return the command in a frame's body. Raises ProtocolError."""
    with reporting_invalid():
        return _command_decoder.decode(body)


def decode_net_event(body: bytes) -> NetEvent:
    """Return the event in a frame's body. Raises ProtocolError."""
    with reporting_invalid():
        return _event_decoder.decode(body)
