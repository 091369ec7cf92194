"""Many conversations are put into folders, pinned, deleted and brought back at once."""

import pytest

from app.domain import TitleOrigin
from app.errors import ConversationGone
from app.storage.history import History


async def asked(history: History, question: str) -> str:
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, question)
    return conversation.id


async def test_folder_and_pin_change_apart_from_each_other(history: History) -> None:
    first, second = await asked(history, "one"), await asked(history, "two")
    await history.conversations.organize(first, second, folder="Work\nlife")
    await history.conversations.organize(second, is_pinned=True)
    found = {
        each.id: (each.folder, each.is_pinned) for each in await history.conversations.summaries()
    }
    assert found == {first: ("Work life", False), second: ("Work life", True)}

    await history.conversations.organize(first, folder="")
    assert (await history.conversations.summaries_of(first))[0].folder == ""


async def test_a_summary_is_the_one_that_the_list_has(history: History) -> None:
    ids = [await asked(history, str(number)) for number in range(3)]
    empty = await history.conversations.create()
    listed = await history.conversations.summaries()
    numbers = [each.activity_number for each in listed]

    assert set(await history.conversations.summaries_of(*ids, empty.id, "nowhere")) == set(listed)
    assert numbers == sorted(numbers, reverse=True)


async def test_many_are_deleted_and_restored_all_or_none(history: History) -> None:
    ids = [await asked(history, str(number)) for number in range(3)]
    with pytest.raises(ConversationGone):
        await history.conversations.delete(*ids, "nowhere")
    assert len(await history.conversations.summaries()) == 3

    await history.conversations.delete(*ids)
    assert await history.conversations.summaries() == ()
    await history.trash.restore(*ids)
    assert [each.id for each in await history.conversations.summaries()] == ids[::-1]


async def test_a_proposed_title_never_replaces_the_user_s(history: History) -> None:
    id_ = await asked(history, "first words")
    assert await history.conversations.propose_title(id_, "A better title") is True
    assert await history.conversations.propose_title(id_, "  ") is False
    await history.conversations.rename(id_, "Mine")
    assert await history.conversations.propose_title(id_, "Another") is False
    assert await history.conversations.propose_title(id_, "Another", before="Not mine") is False
    stored = await history.conversations.get(id_)
    assert stored is not None
    assert (stored.title, stored.title_origin) == ("Mine", TitleOrigin.USER)
    await history.conversations.rename(id_, "")
    stored = await history.conversations.get(id_)
    assert stored is not None
    assert (stored.title, stored.title_origin) == ("first words", TitleOrigin.FIRST_WORDS)
