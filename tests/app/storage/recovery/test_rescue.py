"""A folder that somebody deletes under the running program is noticed, and can be had again."""

import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.messages import OutgoingMessage
from app.errors import HistoriesLost
from app.storage.history import History
from tests.app.storage.turns import answered

pytestmark = pytest.mark.usefixtures("small_ballast")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file stays there")


async def test_nothing_is_said_to_be_stored_in_a_file_without_a_name(tmp_path: Path) -> None:
    path = tmp_path / "data" / "hubbub.db"
    path.parent.mkdir()
    history = await History.open(path)
    id_ = await answered(history, "one")
    shutil.rmtree(path.parent)
    with pytest.raises(HistoriesLost, match="deleted or moved"):
        await history.turns.start(id_, "two")
    with pytest.raises(HistoriesLost):
        await history.conversations.save_draft(id_, OutgoingMessage("two"))
    await history.restore_file()
    await history.restore_file()
    await answered(history, "two")
    await history.close()
    history = await History.open(path)
    titles = sorted(found.title for found in await history.conversations.summaries())
    await history.close()
    assert titles == ["one", "two"]
    assert history.warnings == ()


async def test_what_lies_there_by_now_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "hubbub.db"
    other = tmp_path / "other.db"
    theirs = await History.open(other)
    await answered(theirs, "theirs")
    await theirs.close()
    history = await History.open(path)
    await answered(history, "ours")
    shutil.move(path, tmp_path / "moved.db")
    path.with_name("hubbub.db-wal").unlink()
    shutil.copyfile(other, path)
    with pytest.raises(HistoriesLost):
        await history.conversations.create()
    await history.restore_file()
    titles = [found.title for found in await history.conversations.summaries()]
    await history.close()
    (aside,) = tmp_path.glob("hubbub.damaged-*.db")
    assert titles == ["ours"]
    assert aside.read_bytes() == other.read_bytes()


async def test_a_folder_that_can_not_be_made_again_is_told(tmp_path: Path) -> None:
    path = tmp_path / "data" / "hubbub.db"
    path.parent.mkdir()
    history = await History.open(path)
    await answered(history, "one")
    shutil.rmtree(path.parent)
    path.parent.touch()
    with pytest.raises(HistoriesLost):
        await history.conversations.create()
    with pytest.raises(Exception, match=r"could not be (read or )?written"):
        await history.restore_file()
    path.parent.unlink()
    await history.restore_file()
    assert len(await history.conversations.summaries()) == 1
    await history.close()


DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def test_yesterday_comes_back_from_a_backup(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, "keep me")
    await history.upkeep.back_up()
    tree = await history.archive.tree(id_)
    await history.close()
    path.write_bytes(b"\0" * 65536)
    history = await History.open(path)
    again = await history.archive.tree(id_)
    await history.close()
    assert again == tree
    assert "2 messages in 1 chats were recovered. From a backup: 2" in history.warnings[0]


async def test_a_rescue_that_was_killed_is_finished_at_the_next_start(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "keep me")
    await history.close()
    shutil.move(path, path.with_name("hubbub.rescued.db"))
    history = await History.open(path)
    found = await history.conversations.summaries()
    await history.close()
    assert len(found) == 1
    assert history.warnings == ()
