"""Another program reads the histories while the window writes them."""

import asyncio
from pathlib import Path

import pytest

from app.domain.conversations import SearchQuery
from app.errors import ReadOnlyStorage
from app.storage.history import History

COPIES = 12


async def test_copies_of_a_file_in_use_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "hubbub.db"
    window = await History.open(path, ballast_bytes=0)
    is_done = False

    async def write() -> int:
        count = 0
        while not is_done:
            made = await window.conversations.create(f"Chat {count}")
            # Long enough that the journal is written back to the file now and then.
            await window.turns.start(made.id, f"harbour {count} " * 5_000)
            count += 1
        return count

    writer = asyncio.create_task(write())
    counts = []
    for _ in range(COPIES):
        copy = await History.open_copy(path)
        assert copy.is_read_only
        assert copy.warnings == ()
        listed = await copy.conversations.summaries()
        counts.append(len(listed))
        for each in listed[:3]:
            found = await copy.conversations.get(each.id)
            assert found is not None
            assert found.messages[0].text.startswith("harbour")
        assert len(await copy.conversations.search(SearchQuery("harbour"))) == min(50, counts[-1])
        await copy.close()
        await asyncio.sleep(0.02)
    is_done = True
    assert counts == sorted(counts)
    assert await writer >= counts[-1] > 0
    await window.close()


async def test_a_copy_cannot_be_written_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "hubbub.db"
    window = await History.open(path, ballast_bytes=0)
    await window.conversations.create("Chat")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    copy = await History.open_copy(path)
    with pytest.raises(ReadOnlyStorage):
        await copy.conversations.create("Other")
    await copy.close()
    assert {e.name: e.read_bytes() for e in tmp_path.iterdir() if e.is_file()} == before
    await window.close()
