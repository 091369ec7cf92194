"""What a process behind the window has said is out when it ends."""

import io
import os
from queue import SimpleQueue

import msgspec

from engine.ipc.serve import _write_events
from engine.messages.events import EngineStarted, Heartbeat
from engine.messages.framing import body_length, decode_event


class Idle:
    """A service that does nothing."""

    step_count = 0
    is_busy = False
    slice_count = None

    def submit(self, command: object) -> None:
        """Take nothing."""

    def run(self) -> None:
        """End at once."""


def test_what_is_said_right_before_the_end_is_written() -> None:
    raw = io.BytesIO()
    outbox: SimpleQueue[msgspec.Struct | None] = SimpleQueue()
    outbox.put(EngineStarted(1, os.getpid()))
    outbox.put(None)
    stream = io.BufferedWriter(raw)
    _write_events(stream, outbox, Idle(), 1.0)
    written = raw.getvalue()  # not what is in the buffer: the process ends without it
    length = body_length(written[:4])
    assert decode_event(written[4 : 4 + length]) == EngineStarted(1, os.getpid())
    beat = written[4 + length :]
    assert decode_event(beat[4 : 4 + body_length(beat[:4])]) == Heartbeat(0, False)
