"""A folder that somebody deletes under the running program is noticed, and can be had again."""

import shutil
import sys
from pathlib import Path

import pytest

from app.domain import MessageStatus, OutgoingMessage
from app.errors import HistoriesLost
from app.storage.history import History

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file stays there")


async def answered(history: History, question: str) -> str:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, question)
    await history.turns.finish_reply(turn.reply.id, f"re: {question}", MessageStatus.COMPLETE)
    return conversation.id


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
    assert history.notices == ()


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
