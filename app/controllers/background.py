"""Work of the model that no chat shows: comparisons, lists, titles, recaps."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.listeners import Listeners


class BackgroundWork:
    """The names of what runs in the background, in the order in which it started.

    Attributes:
        changes: notified when work has started or ended.
    """

    def __init__(self) -> None:
        self.changes = Listeners[[]]()
        self._names: list[str] = []

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, in the language of the window."""
        return tuple(self._names)

    @contextmanager
    def running(self, name: str) -> Iterator[None]:
        """Show this name inside the block."""
        self._names.append(name)
        self.changes.notify()
        try:
            yield
        finally:
            self._names.remove(name)
            self.changes.notify()
