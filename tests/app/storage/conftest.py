"""A place for a database, and histories that are closed in the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.storage import database
from app.storage.history import History


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test keeps its histories."""
    return tmp_path / "hubbub.db"


@pytest.fixture
async def history(path: Path) -> AsyncIterator[History]:
    """Histories that were just begun."""
    history = await History.open(path)
    yield history
    await history.close()


@pytest.fixture
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a ballast on a disk with little room, too."""
    monkeypatch.setattr(database, "_ROOM_FACTOR", 1)
