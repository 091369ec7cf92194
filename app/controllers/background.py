"""Work of the model that no chat shows: comparisons, lists, sources, titles, recaps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from engine.listeners import Listeners


class RunningWork(msgspec.Struct, frozen=True, eq=False):
    """A piece of work: its name in the language of the window, and what shows it, if anything."""

    name: str
    show: Callable[[], object] | None = None


class BackgroundWork:
    """What runs in the background, in the order in which it started.

    Attributes:
        changes: notified when work has started or ended.
    """

    def __init__(self) -> None:
        self.changes = Listeners[[]]()
        self._running: list[RunningWork] = []

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all that runs."""
        return tuple(each.name for each in self._running)

    def show_first(self) -> None:
        """Show the first piece of work that can be shown."""
        show = next((each.show for each in self._running if each.show is not None), None)
        if show is not None:
            show()

    @contextmanager
    def running(self, name: str, show: Callable[[], object] | None = None) -> Iterator[None]:
        """List a piece of work inside the block."""
        work = RunningWork(name, show)
        self._running.append(work)
        self.changes.notify()
        try:
            yield
        finally:
            self._running.remove(work)
            self.changes.notify()
