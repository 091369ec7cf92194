"""A process of the library that is started before anybody asks: half of a look is its start."""

import asyncio
from collections.abc import Sequence

from app.library.library_child import LibraryChild


class WaitingChild:
    """At most one process that waits for its request.

    Attributes:
        taken: set while there is none.
    """

    def __init__(self) -> None:
        self._child: LibraryChild | None = None
        self.taken = asyncio.Event()

    async def prepare(self, command: Sequence[str]) -> None:
        """Start one, unless one waits. Raises ModelLibraryFailed if the system can't."""
        if self._child is None:
            self._child = await LibraryChild.start(command)
        self.taken.clear()

    def release(self) -> LibraryChild | None:
        """Return the one that waits, which is the caller's from now on; None if there is none."""
        child, self._child = self._child, None
        self.taken.set()
        return child

    async def end(self) -> None:
        """End the one that waits."""
        child, self._child = self._child, None
        if child is not None:
            await child.end()
