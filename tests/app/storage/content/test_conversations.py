"""Many conversations are put into folders, pinned, deleted and brought back at once."""

import pytest

from app.domain import TitleOrigin
from app.errors import ConversationGone
from app.storage.history import History


async def asked(history: History, question: str) -> str:
    conversation = await history.create_conversation()
    await history.start_turn(conversation.id, question)
    return conversation.id


async def test_folder_and_pin_change_apart_from_each_other(history: History) -> None:
    first, second = await asked(history, "one"), await asked(history, "two")
    await history.organize(first, second, folder="Work\nlife")
    await history.organize(second, is_pinned=True)
    found = {each.id: (each.folder, each.is_pinned) for each in await history.conversations()}
    assert found == {first: ("Work life", False), second: ("Work life", True)}

    await history.organize(first, folder="")
    assert (await history.summaries(first))[0].folder == ""


async def test_a_summary_is_the_one_that_the_list_has(history: History) -> None:
    ids = [await asked(history, str(number)) for number in range(3)]
    empty = await history.create_conversation()
    listed = await history.conversations()
    numbers = [each.activity_number for each in listed]

    assert set(await history.summaries(*ids, empty.id, "nowhere")) == set(listed)
    assert numbers == sorted(numbers, reverse=True)


async def test_many_are_deleted_and_restored_all_or_none(history: History) -> None:
    ids = [await asked(history, str(number)) for number in range(3)]
    with pytest.raises(ConversationGone):
        await history.delete(*ids, "nowhere")
    assert len(await history.conversations()) == 3

    await history.delete(*ids)
    assert await history.conversations() == ()
    await history.restore(*ids)
    assert [each.id for each in await history.conversations()] == ids[::-1]


async def test_a_proposed_title_never_replaces_the_user_s(history: History) -> None:
    id_ = await asked(history, "first words")
    assert await history.propose_title(id_, "A better title") is True
    assert await history.propose_title(id_, "  ") is False
    await history.rename(id_, "Mine")
    assert await history.propose_title(id_, "Another") is False
    assert await history.propose_title(id_, "Another", before="Not mine") is False
    stored = await history.conversation(id_)
    assert stored is not None
    assert (stored.title, stored.title_origin) == ("Mine", TitleOrigin.USER)
    await history.rename(id_, "")
    stored = await history.conversation(id_)
    assert stored is not None
    assert (stored.title, stored.title_origin) == ("first words", TitleOrigin.FIRST_WORDS)
