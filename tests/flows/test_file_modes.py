"""What the whole program writes is for its user alone, whatever the mask says."""

import os
import stat
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.data_folders import DataFolders, Paths
from app.process.reporting import logging_to
from app.single_instance import InstanceLock
from tests.flows.driving import flow, hubbub

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")

LONG = "Tell me a story about tabs that run together and never hurt each other. " * 6


@flow
async def test_nobody_else_can_read_what_it_writes(qapp: QApplication, tmp_path: Path) -> None:
    home = tmp_path / "hubbub"
    (home / "data").mkdir(parents=True)

    async def story() -> None:
        async with hubbub(qapp, home) as person:
            await person.until_idle(await person.send(LONG))
            history = person.rooms.history
            (summary,) = await history.conversations.summaries()
            conversation = await history.conversations.get(summary.id)
            assert conversation is not None
            message = conversation.messages[0]
            await history.attachments.add(message.id, "a.txt", "text/plain", b"a")
            await history.maintain()
            await history.backups.note_removal([summary.id])
            person.rooms.settings.change(zoom_percent=110)
            assert wider(home) == {}, "while it runs"

    (home / "data").chmod(0o755)
    before = os.umask(0)
    try:
        with closing(DataFolders(partial(Paths.under, home))) as folders:
            lock = InstanceLock(folders.paths.lock_file)
            lock.acquire()
            with logging_to(folders.paths.log_dir):
                await story()
            lock.release()
    finally:
        os.umask(before)
    names = {file.name for file in home.rglob("*")}
    assert names >= {"hubbub.db", "hubbub.lock", "hubbub.log", "settings.json", "models.json"}
    assert wider(home) == {}


def wider(home: Path) -> dict[str, str]:
    """Return all below the home that others may do anything with."""
    modes = {str(each): each.lstat().st_mode for each in home.rglob("*")}
    return {name: stat.filemode(mode) for name, mode in modes.items() if mode & 0o077}
