"""Many conversations are put into folders, pinned, deleted and brought back at once."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.domain import (
    ChatOptions,
    ConversationOptions,
    OpenTabs,
    OutgoingMessage,
    OverflowPolicy,
    ThinkingOptions,
    TitleOrigin,
)
from app.errors import ConversationGone
from app.storage.history import History
from tests.app.storage.turns import answered, ask, opened, stored_conversation


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
    stored = await stored_conversation(history, id_)
    assert (stored.title, stored.title_origin) == ("Mine", TitleOrigin.USER)
    await history.conversations.rename(id_, "")
    stored = await stored_conversation(history, id_)
    assert (stored.title, stored.title_origin) == ("first words", TitleOrigin.FIRST_WORDS)


async def test_options_and_memory_come_back(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await ask(history, conversation.id, "one")
    chat = ChatOptions({"top_k": 5, "seed": None}, ThinkingOptions(False, "low", 9), {"tone": [1]})
    options = ConversationOptions(
        "Work", True, "Be brief.", "calm", "demo", OverflowPolicy.STOP, chat
    )
    await history.conversations.set_options(conversation.id, options)
    await history.conversations.set_context_start(conversation.id, turn.reply.id)
    stored = await stored_conversation(history, conversation.id)
    (summary,) = await history.conversations.summaries()
    assert (stored.options, stored.context_starts_at) == (options, turn.reply.id)
    assert (summary.folder, summary.is_pinned, summary.model_name) == ("Work", True, "demo")


async def test_how_a_chat_is_answered_changes_without_its_place(history: History) -> None:
    conversation = await history.conversations.create()
    place = ConversationOptions("Work", True, model_name="demo", tags=("tea",), is_archived=True)
    await history.conversations.set_options(conversation.id, place)
    wanted = ConversationOptions(
        system_prompt="Be brief.",
        preset_name="calm",
        overflow_policy=OverflowPolicy.STOP,
        chat=ChatOptions({"top_k": 5}),
    )
    await history.conversations.set_answering(conversation.id, wanted)
    expected = replace(
        place,
        system_prompt=wanted.system_prompt,
        preset_name=wanted.preset_name,
        overflow_policy=wanted.overflow_policy,
        chat=wanted.chat,
    )
    assert await history.conversations.options(conversation.id) == expected
    await history.conversations.delete(conversation.id)
    assert await history.conversations.options(conversation.id) is None
    with pytest.raises(ConversationGone):
        await history.conversations.set_answering(conversation.id, wanted)


async def test_the_sidebar_lists_what_has_messages_and_finds_titles(history: History) -> None:
    await history.conversations.create("empty")
    apples = await answered(history, "Äpfel und Birnen")
    tea = await answered(history, "Tea?")
    assert [found.id for found in await history.conversations.summaries()] == [tea, apples]
    assert [found.id for found in await history.conversations.summaries("birnen ÄPFEL")] == [apples]
    assert len(await history.conversations.summaries(includes_empty=True)) == 3


async def test_the_first_words_become_the_title_unless_there_is_one(history: History) -> None:
    named = await history.conversations.create("My title")
    await history.turns.start(named.id, "Some words")
    unnamed = await history.conversations.create()
    await history.turns.start(unnamed.id, "Some words\n" + "more of them " * 30)
    title = (await stored_conversation(history, unnamed.id)).title
    assert (await stored_conversation(history, named.id)).title == "My title"
    assert title.startswith("Some words more of them")
    assert title.endswith("…")
    assert len(title) <= 60


async def test_untouched_conversations_do_not_pile_up(path: Path) -> None:
    async with opened(path) as history:
        in_tab = await history.conversations.create()
        with_draft = await history.conversations.create()
        named = await history.conversations.create("Plans")
        await history.conversations.create()
        emptied = await history.conversations.create()
        await history.tabs.save(OpenTabs((in_tab.id,)))
        await history.conversations.save_draft(with_draft.id, OutgoingMessage("unsent"))
        await history.conversations.save_queue(emptied.id, (OutgoingMessage("next"),))
    async with opened(path) as history:
        kept = {found.id for found in await history.conversations.summaries(includes_empty=True)}
    assert kept == {in_tab.id, with_draft.id, named.id, emptied.id}


async def test_half_a_letter_in_an_option_becomes_a_mark(history: History) -> None:
    id_ = (await history.conversations.create()).id
    options = ConversationOptions(chat=ChatOptions({"stop_strings": ["a\ud83d"]}))
    await history.conversations.set_options(id_, options)
    stored = await stored_conversation(history, id_)
    assert stored.options.chat.sampling == {"stop_strings": ["a\N{REPLACEMENT CHARACTER}"]}
