"""Sources: versions that stay, chats in them, and their way to other places."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy.orm import Session

from app.domain.conversations import ConversationTree
from app.errors import AttachmentDamaged, SourceGone, StorageError, lazy
from app.sources.model import SourceKind, SourceOrigin
from app.storage.history import History
from app.transfer import own_format
from app.transfer.formats.tree import ExportFile
from tests.app.storage.turns import stored_conversation


async def _one(tree: ConversationTree) -> AsyncIterator[ConversationTree]:
    yield tree


async def test_a_source_has_its_text_its_instruction_and_where_it_is_from(
    history: History,
) -> None:
    origin = SourceOrigin(SourceKind.FOLDER, ("/code",), "*.py", "7 files")
    made = await history.sources.create("Code", "x = 1", "Be brief.", origin)
    (found,) = await history.sources.all()
    assert found == made
    assert (found.newest.number, found.newest.instruction) == (1, "Be brief.")
    assert found.newest.origin == origin
    assert await history.sources.text(found.newest, found.name) == "x = 1"


async def test_the_parts_of_a_text_are_stored_together_or_not_at_all(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    origin = SourceOrigin(SourceKind.FILES, ("/a.txt",), stamp="1 file")
    made = await history.sources.create_parts("Book", ["one", "two", "six"], "Be brief.", origin)
    found = await history.sources.all()
    assert found == made, "the first one first"
    assert [each.name for each in found] == ["Book (1/3)", "Book (2/3)", "Book (3/3)"]
    assert found[1].newest.origin == replace(origin, part="2/3", stamp="")
    assert await history.sources.text(found[2].newest, "Book") == "six"

    add = history.sources._add_version  # noqa: SLF001 (there is no disk that fills so exactly)
    texts: list[str] = []

    def fail(session: Session, source_id: str, text: str, *others: Any) -> object:
        texts.append(text)
        if len(texts) == 2:
            raise StorageError(lazy("The disk is full."))
        return add(session, source_id, text, *others)

    monkeypatch.setattr(history.sources, "_add_version", fail)
    with pytest.raises(StorageError):
        await history.sources.create_parts("Song", ["one", "two", "six"], "", origin)
    assert await history.sources.all() == found


async def test_a_new_version_leaves_the_chats_where_they_are(history: History) -> None:
    source = await history.sources.create("Code", "x = 1")
    chat = await history.conversations.create("A", source_version_id=source.newest.id)
    second = await history.sources.add_version(source.id, "x = 2")
    stored = await stored_conversation(history, chat.id)
    assert stored.source is not None
    assert (stored.source.number, stored.source.newest_number) == (1, 2)
    await history.sources.move(chat.id, second.id)
    moved = await stored_conversation(history, chat.id)
    assert moved.source is not None
    assert (moved.source.number, moved.source.digest) == (2, second.digest)


async def test_a_version_is_found_by_its_number_until_its_source_is_deleted(
    history: History,
) -> None:
    source = await history.sources.create("Code", "x = 1", "Be brief.")
    second = await history.sources.add_version(source.id, "x = 2")
    found = await history.sources.link(source.id, 1)
    assert (found.version_id, found.digest) == (source.newest.id, source.newest.digest)
    assert (found.name, found.number, found.newest_number) == ("Code", 1, second.number)
    with pytest.raises(SourceGone):
        await history.sources.link(source.id, 3)
    await history.sources.delete(source.id)
    with pytest.raises(SourceGone):
        await history.sources.link(source.id, 1)


async def test_the_page_lists_the_chats_of_all_versions(history: History) -> None:
    source = await history.sources.create("Code", "x = 1")
    first = await history.conversations.create("A", source_version_id=source.newest.id)
    second = await history.sources.add_version(source.id, "x = 2")
    later = await history.conversations.create("B", source_version_id=second.id)
    deleted = await history.conversations.create("C", source_version_id=second.id)
    await history.conversations.delete(deleted.id)
    chats = await history.sources.chats(source.id)
    assert [(each.conversation_id, each.number) for each in chats] == [(later.id, 2), (first.id, 1)]
    (listed,) = await history.sources.all()
    assert listed.chat_count == 2


async def test_the_text_of_a_source_survives_the_sweep_until_the_source_is_deleted(
    history: History,
) -> None:
    source = await history.sources.create("Code", "x = 1")
    chat = await history.conversations.create("A", source_version_id=source.newest.id)
    await history.attachments.sweep()
    assert await history.sources.text(source.newest, "Code") == "x = 1"
    await history.sources.delete(source.id)
    stored = await stored_conversation(history, chat.id)
    assert stored.source is None
    with pytest.raises(AttachmentDamaged):
        await history.sources.text(source.newest, "Code")
    with pytest.raises(SourceGone):
        await history.sources.add_version(source.id, "x = 3")


async def test_what_a_reading_found_is_kept_over_a_restart(path: Path) -> None:
    history = await History.open(path)
    source = await history.sources.create("Code", "x = 1")
    await history.sources.note_read(source.newest.id, 12, 3400, "tiny.gguf")
    await history.close()
    history = await History.open(path)
    (found,) = await history.sources.all()
    await history.close()
    assert (found.newest.token_count, found.newest.disk_bytes) == (12, 3400)
    assert (found.newest.model, found.newest.read_at is not None) == ("tiny.gguf", True)


async def test_a_fork_lives_in_the_same_source(history: History) -> None:
    source = await history.sources.create("Code", "x = 1")
    chat = await history.conversations.create("A", source_version_id=source.newest.id)
    turn = await history.turns.start(chat.id, "What is x?")
    fork = await history.archive.fork(turn.user.id)
    assert fork.source is not None
    assert fork.source.version_id == source.newest.id


async def test_an_export_carries_the_text_and_an_import_finds_it_or_makes_a_source(
    history: History,
) -> None:
    source = await history.sources.create("Code", "x = 1", "Be brief.")
    chat = await history.conversations.create("A", source_version_id=source.newest.id)
    tree = await history.archive.tree(chat.id)
    assert tree is not None
    lines = b"".join([each async for each in own_format.written(_one(tree))])
    assert b"x = 1" in lines
    assert b"source_version_id" not in lines.replace(b'"source_version_id":null', b"")
    for stays in (True, False):
        if not stays:
            await history.sources.delete(source.id)
        assert await history.archive.add(replace(tree, id=f"copy {stays}", source_version_id=None))
        copy = await stored_conversation(history, f"copy {stays}")
        assert copy.source is not None
        assert (copy.source.name, copy.source.instruction) == ("Code", "Be brief.")
        assert (copy.source.source_id == source.id) is stays
    assert len(await history.sources.all()) == 1


def test_a_file_can_not_name_a_source_of_this_computer() -> None:
    value = {
        "id": "a",
        "title": "A",
        "created_at": "2026-05-01T12:00:00Z",
        "updated_at": "2026-05-01T12:00:00Z",
        "messages": [],
        "options": {},
        "source_version_id": 1,
        "source": {"name": "Code", "instruction": "", "text": "x = 1"},
    }
    tree = own_format.read(value, ExportFile()).tree
    assert tree.source_version_id is None
    assert tree.source is not None
