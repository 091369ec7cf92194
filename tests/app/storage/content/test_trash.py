"""Deleted is not gone for thirty days; emptied is gone, to the byte."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain import SearchQuery
from app.errors import AttachmentDamaged, ConversationGone
from app.storage.history import History
from tests.app.storage.turns import answered, stored_conversation

DAY = timedelta(days=1)
SECRET = "the unspeakable xylophone"


class Calendar:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


async def test_the_trash_lists_the_last_deleted_first(path: Path) -> None:
    clock = Calendar()
    history = await History.open(path, now=clock)
    ids = [await answered(history, str(number)) for number in range(3)]
    for id_ in ids[:2]:
        clock.now += DAY
        await history.conversations.delete(id_)
    listed = await history.trash.conversations()
    await history.trash.restore(ids[1])
    left = await history.trash.conversations()
    await history.close()
    assert [(found.id, found.message_count) for found in listed] == [(ids[1], 2), (ids[0], 2)]
    assert [found.title for found in left] == ["0"]


async def test_after_thirty_days_it_is_gone_for_good(path: Path) -> None:
    clock = Calendar()
    history = await History.open(path, now=clock)
    old, young, kept = [await answered(history, str(number)) for number in range(3)]
    await history.conversations.delete(old)
    clock.now += 29 * DAY
    assert await history.maintain() == ()
    await history.conversations.delete(young)
    assert await history.maintain() == ()
    clock.now += 2 * DAY
    assert await history.maintain() == ()
    clock.now += 2 * DAY
    await history.maintain()
    clock.now += DAY
    assert await history.maintain() == (old,)
    with pytest.raises(ConversationGone):
        await history.trash.restore(old)
    await history.trash.restore(young)
    listed = {found.id for found in await history.conversations.summaries()}
    await history.close()
    assert listed == {young, kept}


async def test_a_clock_that_jumps_ahead_makes_nothing_older(path: Path) -> None:
    clock = Calendar()
    history = await History.open(path, now=clock)
    deleted = await answered(history, "not old yet")
    await history.conversations.delete(deleted)
    for _ in range(5):
        clock.now += DAY
        assert await history.maintain() == ()
    clock.now += 40 * DAY
    assert await history.maintain() == ()
    clock.now += DAY
    assert await history.maintain() == ()
    clock.now -= 40 * DAY
    for _ in range(20):
        assert await history.maintain() == (), "the days that never came count for nothing"
        clock.now += DAY
    listed = await history.trash.conversations()
    await history.close()
    assert [found.id for found in listed] == [deleted]


async def test_what_was_emptied_is_not_in_the_file_any_more(path: Path) -> None:
    history = await History.open(path)
    secret = await answered(history, SECRET)
    await answered(history, "something else")
    conversation = await stored_conversation(history, secret)
    question = conversation.messages[0]
    await history.attachments.add(question.id, "secret.txt", "text/plain", SECRET.encode())
    await history.conversations.delete(secret)
    assert await history.trash.empty() == (secret,)
    assert await history.conversations.search(SearchQuery("xylophone")) == ()
    await history.close()
    left = b"".join(file.read_bytes() for file in path.parent.rglob("*") if file.is_file())
    assert b"unspeakable" not in left
    assert b"xylophone" not in left
    assert b"something else" in left


async def test_an_attachment_that_others_have_stays(path: Path) -> None:
    history = await History.open(path)
    ids = [await answered(history, str(number)) for number in range(2)]
    attached = []
    for id_ in ids:
        conversation = await stored_conversation(history, id_)
        attached.append(
            await history.attachments.add(conversation.messages[0].id, "a.txt", "text/plain", b"a")
        )
    await history.conversations.delete(ids[0])
    await history.trash.empty()
    assert await history.attachments.content(attached[1]) == b"a"
    await history.conversations.delete(ids[1])
    await history.trash.empty()
    with pytest.raises(AttachmentDamaged):
        await history.attachments.content(attached[1])
    await history.close()


async def test_attachments_come_back_with_their_message(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, "look")
    conversation = await stored_conversation(history, id_)
    question = conversation.messages[0]
    added = await history.attachments.add(question.id, "a\nb.png", "image/png", b"\x89PNG")
    with pytest.raises(ConversationGone):
        await history.attachments.add(99, "x", "text/plain", b"")
    again = await stored_conversation(history, id_)
    assert again.messages[0].attachments == (added,)
    assert (added.name, added.byte_count) == ("a b.png", 4)
    (file,) = (path.parent / "attachments").glob("*/*")
    file.write_bytes(b"\x89PNX")
    with pytest.raises(AttachmentDamaged, match=r"a b\.png"):
        await history.attachments.content(added)
    await history.close()


async def test_some_of_the_trash_goes_for_good_and_the_rest_stays(path: Path) -> None:
    history = await History.open(path)
    ids = [await answered(history, str(number)) for number in range(4)]
    await history.conversations.delete(*ids[:3])
    gone = await history.trash.remove(ids[0], ids[2], ids[3], "nowhere")
    listed = {found.id for found in await history.trash.conversations()}
    kept = await history.conversations.summaries_of(*ids)
    await history.close()
    assert set(gone) == {ids[0], ids[2]}, "what is not in the trash is not removed"
    assert listed == {ids[1]}
    assert [summary.id for summary in kept] == [ids[3]]
