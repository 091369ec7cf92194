"""A running reply is saved while it grows, and trouble with the disk is told once."""

import asyncio
from dataclasses import replace

import pytest

from app.chat import reply_saver
from app.chat.reply_saver import ReplySaver, SaveTroubles
from app.domain import Message, MessageStatus
from app.errors import AppError, DiskFull, StorageFailed, lazy
from app.storage.history import History


@pytest.fixture
async def reply(history: History, monkeypatch: pytest.MonkeyPatch) -> Message:
    """A reply that was just begun; it is saved often."""
    monkeypatch.setattr(reply_saver, "SAVE_SECONDS", 0.01)
    conversation = await history.conversations.create()
    return (await history.turns.start(conversation.id, "hello")).reply


async def stored_text(history: History, reply: Message) -> str:
    conversation = await history.conversations.get(reply.conversation_id)
    assert conversation is not None
    return conversation.messages[-1].text


async def test_a_reply_is_saved_while_it_grows_and_at_its_end(
    history: History, reply: Message
) -> None:
    troubles: list[AppError] = []
    async with ReplySaver(history, reply, SaveTroubles(troubles.append)) as saver:
        saver.grow(replace(reply, text="half"))
        async with asyncio.timeout(60):
            while await stored_text(history, reply) != "half":  # noqa: ASYNC110 (the saver tells nobody)
                await asyncio.sleep(0.01)
        ended = await saver.finish(
            replace(reply, text="half and half", status=MessageStatus.COMPLETE)
        )
    assert (ended.text, ended.status) == ("half and half", MessageStatus.COMPLETE)
    assert await stored_text(history, reply) == "half and half"
    assert not troubles


async def test_trouble_is_told_once_and_tried_again(
    history: History, reply: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    troubles: list[AppError] = []

    async def failing(_id: int, text: str, *_: object, **__: object) -> None:
        tries.append(text)
        raise StorageFailed(lazy("The disk does not answer."))

    monkeypatch.setattr(history.turns, "save_reply", failing)
    async with ReplySaver(history, reply, SaveTroubles(troubles.append)) as saver:
        saver.grow(replace(reply, text="half"))
        async with asyncio.timeout(60):
            while len(tries) < 3:  # noqa: ASYNC110 (the saver tells nobody)
                await asyncio.sleep(0.01)
    assert set(tries) == {"half"}
    assert len(troubles) == 1


async def test_a_full_disk_is_logged_once_for_all_replies_and_once_when_it_is_over(
    history: History,
    reply: Message,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    other = await history.conversations.create()
    replies = (reply, (await history.turns.start(other.id, "hello")).reply)
    save, tries = history.turns.save_reply, 0
    troubles: list[AppError] = []

    async def failing(*values: object, **others: object) -> None:
        nonlocal tries
        tries += 1
        if tries < 10:
            raise DiskFull(lazy("The disk is full."))
        await save(*values, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(history.turns, "save_reply", failing)
    shared = SaveTroubles(troubles.append)
    savers = [ReplySaver(history, each, shared) for each in replies]
    async with savers[0], savers[1], asyncio.timeout(60):
        for saver, each in zip(savers, replies, strict=True):
            saver.grow(replace(each, text="half"))
        for each in replies:
            while await stored_text(history, each) != "half":  # noqa: ASYNC110 (tells nobody)
                await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        assert len(troubles) == 1
        shared.begin(reply.id, DiskFull(lazy("The disk is full.")))
        await savers[0].finish(replace(reply, status=MessageStatus.COMPLETE))
    told = [record.message for record in caplog.records if record.name == reply_saver.__name__]
    full, over = (
        "Running replies can't be saved: The disk is full.",
        "Running replies are saved again.",
    )
    assert told == [full, over, full, over], "the second trouble is one of its own"


async def test_the_time_that_the_disk_takes_does_not_come_on_top_of_the_pause(
    history: History, reply: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, pauses = 0.0, []

    async def sleep(seconds: float) -> None:
        nonlocal now
        pauses.append(round(seconds, 2))
        now += seconds
        if len(pauses) == 6:
            raise asyncio.CancelledError

    async def slow(*_: object, **__: object) -> None:
        nonlocal now
        now += 0.3 if len(pauses) < 4 else 0.9
        saver.grow(replace(reply, text=f"{len(pauses)} pieces"))

    monkeypatch.setattr(reply_saver, "SAVE_SECONDS", 0.5)
    monkeypatch.setattr(reply_saver, "monotonic", lambda: now)
    monkeypatch.setattr(history.turns, "save_reply", slow)
    saver = ReplySaver(history, replace(reply, text="begun"), SaveTroubles(lambda _: None))
    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", sleep)
        with pytest.raises(asyncio.CancelledError):
            await saver._keep_saving()  # noqa: SLF001 (the clock is the test's own)
    assert pauses == [0.5, 0.2, 0.2, 0.2, 0.0, 0.0]
