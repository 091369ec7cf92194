"""An engine on a thread of its own, and what it reports."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.core.engine import Engine
from engine.ipc.lifecycle import Shutdown
from engine.messages.events import Event, Finished, GenerationEvent, StepEvents, TextDelta

PATIENCE_SECONDS = 90


class EventRecorder:
    """Collects events on the engine's thread and wakes the test that waits for one."""

    def __init__(self) -> None:
        self._arrived = threading.Condition()
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition is true; it is examined after each event."""
        with self._arrived:
            assert self._arrived.wait_for(condition, timeout=PATIENCE_SECONDS)

    def wait_for_ends(self, count: int) -> None:
        """Wait until this number of requests has ended."""
        self.wait_for(lambda: len(self.finished()) == count)

    def of_requests(self) -> list[GenerationEvent]:
        """Return the events of all requests."""
        steps = [event for event in self.events if isinstance(event, StepEvents)]
        return [each for step in steps for each in step.events]

    def finished(self) -> list[Finished]:
        """Return the ends of requests."""
        return [each for each in self.of_requests() if isinstance(each, Finished)]

    def end_of(self, request_id: int) -> Finished:
        """Wait for the end of a request, and return it; there is only one."""
        self.wait_for(lambda: request_id in [each.request_id for each in self.finished()])
        (end,) = (each for each in self.finished() if each.request_id == request_id)
        return end

    def delta_count(self, request_id: int) -> int:
        """Return the number of pieces of text of a request."""
        deltas = (each for each in self.of_requests() if isinstance(each, TextDelta))
        return sum(each.request_id == request_id for each in deltas)

    def has(self, kind: type) -> bool:
        """Return whether there is an event of a kind."""
        return any(isinstance(event, kind) for event in self.events)


@contextmanager
def running(engine: Engine) -> Iterator[Engine]:
    """Run an engine on a thread; at the end of the block it is shut down."""
    thread = threading.Thread(target=engine.run, daemon=True)
    thread.start()
    try:
        yield engine
    finally:
        engine.submit(Shutdown())
        thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
