"""What a process behind the window has said is out when it ends."""

import io
import os
from queue import SimpleQueue

import msgspec

from engine.ipc.lifecycle import Heartbeat, ProcessStarted
from engine.ipc.serve import _write_events
from engine.messages.framing import EVENTS


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
    outbox.put(ProcessStarted(1, os.getpid()))
    outbox.put(None)
    stream = io.BufferedWriter(raw)
    _write_events(stream, EVENTS, outbox, Idle(), 1.0)
    written = io.BytesIO(raw.getvalue())  # without the buffer, which is lost with the process
    assert EVENTS.read(written) == ProcessStarted(1, os.getpid())
    assert EVENTS.read(written) == Heartbeat(0, False)
