"""A watchdog of an engine, as the supervisor makes one."""

from engine.client.engine_watch import EngineWatch
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.watchdog import HangLimits, Watchdog


class WatchedEngine:
    """Hears commands and events as the supervisor hands them on."""

    def __init__(self) -> None:
        limits = HangLimits()
        self._watchdog = Watchdog(limits, lazy("The engine"))
        self._watch = EngineWatch(self._watchdog, limits)

    def saw_command(self, command: object) -> None:
        """Note a command."""
        self._watch.saw_command(command)

    def saw_event(self, event: object) -> None:
        """Note an event."""
        self._watchdog.saw_event(event)
        self._watch.saw_event(event)

    def tick(self) -> LazyText | None:
        """Count one tick."""
        return self._watchdog.tick()
