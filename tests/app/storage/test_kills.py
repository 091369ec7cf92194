"""A process killed at any moment loses nothing that was reported stored."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from app.storage.history import History
from tests.app.processes import Child
from tests.app.storage.writers import hold, stream_for_ever

KILL_COUNT = 20


async def test_kill_while_streaming_loses_no_acknowledged_text(path: Path) -> None:
    dice = random.Random(20)
    acknowledged: list[object] = []
    for _ in range(KILL_COUNT):
        child = Child(stream_for_ever, path)
        acknowledged += [child.pipe.recv() for _ in range(dice.randrange(40))]
        acknowledged += child.kill()
    history = await History.open(path)
    unfinished = await history.turns.interrupt_unfinished("killed")
    await history.close()
    with closing(sqlite3.connect(path)) as connection:
        stored = set(connection.execute("SELECT id, text FROM message"))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert len(acknowledged) > KILL_COUNT
    assert stored >= set(acknowledged)
    assert len(unfinished) <= 3
    assert history.warnings == ()


async def test_a_killed_process_leaves_no_lock_behind(path: Path) -> None:
    child = Child(hold, path)
    assert child.pipe.recv() == "open"
    child.kill()
    history = await History.open(path)
    await history.close()
    assert history.warnings == ()
