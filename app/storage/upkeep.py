"""What is done now and then: backups, and the ballast for a full disk."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from app.storage import backups
from app.storage.database import Database


class Upkeep:
    """Keeps copies and room, beside everything else that the database does."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def back_up(self) -> Path | None:
        """Make today's backup and let go of old ones; None if it was made already.

        Raises StorageError; the older backups are there as before.
        """
        target = backups.due(self._database.path, self._now())
        if target is None:
            return None
        await self._database.with_driver(partial(backups.make, target=target))
        await asyncio.to_thread(backups.rotate, self._database.path)
        return target

    async def load_ballast(self) -> None:
        """Keep a little room back, where there is room in plenty."""
        await asyncio.to_thread(self._database.ballast.load)
