"""Messages of every long-lived process of ours, whatever its purpose."""

import msgspec

from engine.ipc.lazy_text import LazyText

PROTOCOL_VERSION = 1


class Preparing(msgspec.Struct, frozen=True, tag=True):
    """Work that takes a process seconds before its ProcessStarted, as a sentence for the user."""

    text: LazyText


class ProcessStarted(msgspec.Struct, frozen=True, tag=True):
    """A process takes commands; ``sandbox`` describes its restrictions for the user.

    Nothing but Preparing is sent before it.
    """

    protocol_version: int
    process_id: int
    sandbox: LazyText = LazyText()


class Heartbeat(msgspec.Struct, frozen=True, tag=True):
    """Sent every second by the thread that writes.

    ``step_count`` counts the service thread's work; ``is_busy`` says that it should grow.
    ``slice_count`` grows during work next to the steps, and is None while there is none.
    """

    step_count: int
    is_busy: bool
    slice_count: int | None = None


class Shutdown(msgspec.Struct, frozen=True, tag=True):
    """Command: end all work and the process."""
