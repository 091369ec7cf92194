"""Handed-over work is done, whoever waits for it; failures name nobody's words."""

import asyncio
import gc
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.domain import (
    OutgoingMessage,
)
from app.storage.database import Database
from app.storage.history import History
from tests.app.storage.turns import stored_conversation


async def test_trouble_of_a_caller_who_left_is_no_bug(
    history: History, caplog: pytest.LogCaptureFixture
) -> None:
    reported: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "one")
    task = asyncio.create_task(history.turns.start(conversation.id, "two"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    del task
    await history.conversations.summaries()
    gc.collect()
    assert reported == []
    assert "still being answered" in caplog.text


async def test_what_was_handed_over_is_stored_though_the_caller_is_cancelled(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    tasks = [
        asyncio.ensure_future(
            history.conversations.save_draft(conversation.id, OutgoingMessage(str(number)))
        )
        for number in range(20)
    ]
    await asyncio.sleep(0)  # lets each task hand its work over
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (await stored_conversation(history, conversation.id)).draft.text == "19"


async def test_the_text_of_a_bug_holds_nobody_s_words(path: Path) -> None:
    database = Database(path)
    await database.open()
    wrong = text("UPDATE messages SET text = :text")
    with pytest.raises(DBAPIError) as caught:
        await database.run(lambda session: session.execute(wrong, {"text": "nobody's business"}))
    await database.close()
    assert "UPDATE messages" in str(caught.value)
    assert "business" not in str(caught.value)
