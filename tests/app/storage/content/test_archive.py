"""Conversations from elsewhere find their place among those that were written here."""

from datetime import UTC, datetime, timedelta

from app.domain import ConversationTree, Message, MessageStatus, Role, TitleOrigin
from app.storage.history import History

LONG_AGO = datetime(2023, 11, 14, tzinfo=UTC)


def told(id_: str, moment: datetime, *, title: str = "") -> ConversationTree:
    message = Message(
        id=1,
        conversation_id=id_,
        parent_id=None,
        sequence_number=1,
        role=Role.USER,
        text=f"What is {id_}?",
        status=MessageStatus.COMPLETE,
        created_at=moment,
    )
    return ConversationTree(id_, title or id_, moment, moment, (message,), 1)


async def listed(history: History) -> list[str]:
    return [each.title for each in await history.conversations.summaries()]


async def test_an_import_stands_where_its_time_is_and_not_above_today(history: History) -> None:
    today = await history.conversations.create()
    await history.turns.start(today.id, "today")
    for days in (300, 100, 200):
        await history.archive.add(told(f"after {days}", LONG_AGO + timedelta(days=days)))
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    await history.archive.add(told("tomorrow", tomorrow))

    assert await listed(history) == ["tomorrow", "today", "after 300", "after 200", "after 100"]


async def test_who_uses_an_old_import_again_has_it_on_top(history: History) -> None:
    today = await history.conversations.create()
    await history.turns.start(today.id, "today")
    await history.archive.add(told("old", LONG_AGO))
    await history.turns.start("old", "and now?")

    assert await listed(history) == ["old", "today"]


async def test_an_import_without_a_title_is_called_by_its_first_words(history: History) -> None:
    await history.archive.add(told("a monad", LONG_AGO, title=" "))
    stored = await history.conversations.get("a monad")

    assert stored is not None
    assert (stored.title, stored.title_origin) == ("What is a monad?", TitleOrigin.FIRST_WORDS)
