"""Pictures are stored once, go where their messages go, and with the last of these."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from app.domain.conversations import ConversationTree
from app.domain.messages import MessageStatus, OutgoingMessage, TextFile
from app.errors import AttachmentDamaged
from app.media.pictures import AttachmentKind, Picture
from app.storage.history import History
from app.transfer import own_format
from app.transfer.formats.tree import ExportFile
from app.transfer.import_messages import packed as packed_parts
from tests.app.storage.golden.make import golden
from tests.app.storage.turns import stored_conversation

SHOWN = "a" * 64
NOTES = TextFile("notes.md", "# Notes")


async def kept(history: History, content: bytes = b"a png", shown: str = SHOWN) -> Picture:
    return await history.attachments.add_picture("sea.jpg", content, (30, 20), shown)


def files(path: Path) -> int:
    return len(list((path.parent / "attachments").glob("??/*")))


async def exported(history: History) -> bytes:
    return b"".join([each async for each in own_format.written(history.archive.trees())])


def read(written: bytes) -> ConversationTree:
    (raw,) = msgspec.json.decode(written)["conversations"]
    return own_format.read(raw, ExportFile()).tree


async def imported(history: History, written: bytes) -> None:
    imported = await history.imports.begin()
    for parts in packed_parts([read(written)]):
        await imported.add(parts)


async def purge(history: History) -> None:
    """Have what nobody has any more deleted, as an upkeep does it."""
    other = await history.conversations.create("other")
    await history.turns.start(other.id, "x")
    await history.conversations.delete(other.id)
    await history.trash.empty()


@pytest.fixture
async def other(path: Path) -> AsyncIterator[History]:
    """Histories on another computer."""
    folder = path.parent / "other"
    folder.mkdir()
    history = await History.open(folder / "hubbub.db")
    yield history
    await history.close()


async def test_a_message_has_its_pictures_behind_its_files(history: History) -> None:
    picture = await kept(history)
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "What is this?", (NOTES, picture))
    stored = await stored_conversation(history, conversation.id)
    notes, sea = stored.messages[0].attachments
    assert notes.picture is None
    assert sea.picture == picture
    assert (sea.kind, sea.media_type) == (AttachmentKind.PICTURE, "image/png")
    assert await history.attachments.content(sea) == b"a png"
    assert await history.attachments.media_of(SHOWN) == (sea,)


async def test_what_two_messages_have_is_stored_once(history: History, path: Path) -> None:
    conversation = await history.conversations.create()
    for text in ("one", "two"):
        turn = await history.turns.start(conversation.id, text, (await kept(history),))
        await history.turns.finish_reply(turn.reply.id, "Done.", MessageStatus.COMPLETE)
    assert files(path) == 1
    edited = await history.turns.edit(turn.user.id, "another two")
    assert edited.user.attachments[0].picture == turn.user.attachments[0].picture


async def test_a_picture_goes_with_its_last_message(history: History, path: Path) -> None:
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "one", (await kept(history),))
    copy = await history.archive.duplicate(conversation.id)
    await history.conversations.delete(conversation.id)
    await history.trash.empty()
    assert files(path) == 1
    await history.conversations.delete(copy.id)
    await history.trash.empty()
    assert files(path) == 0


async def test_a_picture_of_a_draft_or_a_queue_stays_over_a_restart(path: Path) -> None:
    history = await History.open(path)
    draft = OutgoingMessage("look", pictures=(await kept(history, b"one"),))
    queued = OutgoingMessage("", (NOTES,), (await kept(history, b"two"),))
    conversation = await history.conversations.create("Plans")
    await history.conversations.save_draft(conversation.id, draft)
    await history.conversations.save_queue(conversation.id, (queued,))
    await kept(history, b"three")  # was taken out of its box again
    await purge(history)
    assert files(path) == 3
    await history.close()

    history = await History.open(path)
    await purge(history)
    assert files(path) == 2
    stored = await stored_conversation(history, conversation.id)
    assert (stored.draft, stored.queue) == (draft, (queued,))
    turn = await history.turns.start_next(conversation.id)
    assert turn is not None
    assert turn.user.attachments[1].picture == queued.pictures[0]
    await history.close()


async def test_a_picture_that_was_removed_from_the_disk_is_not_sent(
    history: History, path: Path
) -> None:
    picture = await kept(history)
    shutil.rmtree(path.parent / "attachments")
    conversation = await history.conversations.create()
    with pytest.raises(AttachmentDamaged, match=r"“sea\.jpg” is not there any more"):
        await history.turns.start(conversation.id, "What is this?", (picture,))
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages == ()


async def test_an_export_brings_pictures_to_another_computer(
    history: History, other: History
) -> None:
    sent, unsent = await kept(history), await kept(history, b"unsent", "b" * 64)
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "What is this?", (sent,))
    await history.turns.finish_reply(turn.reply.id, "The sea.", MessageStatus.COMPLETE)
    draft = OutgoingMessage("And this?", pictures=(unsent,))
    await history.conversations.save_draft(conversation.id, draft)

    await imported(other, await exported(history))
    stored = await stored_conversation(other, conversation.id)
    (attachment,) = stored.messages[0].attachments
    assert attachment.picture == sent
    assert stored.draft == draft
    assert await other.attachments.content(attachment) == b"a png"
    assert await other.attachments.content(unsent) == b"unsent"


async def test_a_sound_goes_where_pictures_go(history: History, other: History, path: Path) -> None:
    facts = ("talk.flac", b"fLaC", 32_000, SHOWN, "audio/flac")
    sent = await history.attachments.add_sound(*facts)
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "What is said?", (sent,))
    await imported(other, await exported(history))
    stored = await stored_conversation(other, conversation.id)
    (attachment,) = stored.messages[0].attachments
    assert attachment.sound == sent
    assert await other.attachments.content(attachment) == b"fLaC"
    assert await other.attachments.media_of(SHOWN) == (attachment,)

    await history.conversations.delete(conversation.id)
    await history.trash.empty()
    assert files(path) == 0


async def test_an_import_that_makes_up_facts_brings_no_picture(history: History) -> None:
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "What is this?", (await kept(history),))
    written = await exported(history)
    for good, bad in (
        (b'"width":30', b'"width":1000000'),
        (b'"height":20', b'"height":-1'),
        (SHOWN.encode(), b"../../etc/passwd"),
    ):
        assert good in written
        (attachment,) = read(written.replace(good, bad)).messages[0].attachments
        assert attachment.picture is None


async def test_files_of_before_are_texts(path: Path) -> None:
    shutil.copyfile(golden(15), path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO attachment (message_id, name, media_type, byte_count, digest) "
            "VALUES (1, 'a.png', 'image/png', 3, ?)",
            ("c" * 64,),
        )
        connection.commit()
    history = await History.open(path)
    messages = [message async for tree in history.archive.trees() for message in tree.messages]
    await history.close()
    (attachment,) = messages[0].attachments
    assert attachment.kind is AttachmentKind.TEXT
    assert (attachment.picture, attachment.digest) == (None, "c" * 64)
