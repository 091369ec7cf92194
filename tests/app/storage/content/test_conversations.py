"""Many conversations are put into folders, pinned, deleted and brought back at once."""

from pathlib import Path

import pytest
from msgspec.structs import FieldInfo, asdict, fields, replace

from app.chat.progress import Progress, ReplyModel
from app.domain.chat_options import ChatModel, ChatOptions, ThinkingOptions
from app.domain.conversations import ConversationOptions, OverflowPolicy, TitleOrigin
from app.domain.messages import MessageStatus, OutgoingMessage
from app.domain.tabs import OpenTabs
from app.domain.usage import ReuseOrigin
from app.errors import ConversationGone, NothingToAnswer, NothingToContinue, ReplyStillRunning
from app.storage.history import History
from engine.ipc.frames import body_of
from engine.messages.events import Finished, FinishReason, Started, StepEvents
from engine.messages.framing import EVENTS
from engine.messages.metrics import ReplyUsage
from engine.messages.metrics import ReuseOrigin as EngineOrigin
from tests.app.storage.turns import answered, ask, opened, stored_conversation, texts

MODEL = ChatModel("0" * 64, "demo")


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
        "Work", True, "Be brief.", "calm", MODEL, OverflowPolicy.STOP, chat
    )
    await history.conversations.set_options(conversation.id, options)
    await history.conversations.set_context_start(conversation.id, turn.reply.id)
    stored = await stored_conversation(history, conversation.id)
    (summary,) = await history.conversations.summaries()
    assert (stored.options, stored.context_starts_at) == (options, turn.reply.id)
    assert (summary.folder, summary.is_pinned) == ("Work", True)
    assert ChatModel(summary.model_digest, summary.model_name) == MODEL


async def test_a_chat_keeps_its_model_while_the_file_gets_its_digest(history: History) -> None:
    early, other = ChatModel("file:abc", "Tiny"), ChatModel("1" * 64, "Other")
    waiting = await history.conversations.create(model=early)
    changed = await history.conversations.create(model=other)
    assert await history.conversations.set_model(changed.id, early) == other
    await history.conversations.delete(changed.id)
    await history.conversations.replace_model_key(early.digest, MODEL.digest)
    await history.trash.restore(changed.id)
    for conversation in (waiting, changed):
        stored = await stored_conversation(history, conversation.id)
        assert stored.options.model == ChatModel(MODEL.digest, "Tiny")


async def test_how_a_chat_is_answered_changes_without_its_place(history: History) -> None:
    conversation = await history.conversations.create()
    place = ConversationOptions("Work", True, model=MODEL, tags=("tea",), is_archived=True)
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


async def test_only_conversations_with_messages_are_listed(history: History) -> None:
    await history.conversations.create("empty")
    apples = await answered(history, "Äpfel und Birnen")
    tea = await answered(history, "Tea?")
    assert [found.id for found in await history.conversations.summaries()] == [tea, apples]


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
        untouched = await history.conversations.create()
        emptied = await history.conversations.create()
        await history.tabs.save(OpenTabs((in_tab.id,)))
        await history.conversations.save_draft(with_draft.id, OutgoingMessage("unsent"))
        await history.conversations.save_queue(emptied.id, (OutgoingMessage("next"),))
    async with opened(path) as history:
        for kept in (in_tab, with_draft, named, emptied):
            assert await history.conversations.get(kept.id) is not None
        assert await history.conversations.get(untouched.id) is None


async def test_half_a_letter_in_an_option_becomes_a_mark(history: History) -> None:
    id_ = (await history.conversations.create()).id
    options = ConversationOptions(chat=ChatOptions({"stop_strings": ["a\ud83d"]}))
    await history.conversations.set_options(id_, options)
    stored = await stored_conversation(history, id_)
    assert stored.options.chat.sampling == {"stop_strings": ["a\N{REPLACEMENT CHARACTER}"]}


async def test_several_replies_to_one_question_grow_side_by_side(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Which one?")
    await history.turns.finish_reply(turn.reply.id, "old", MessageStatus.COMPLETE)
    begun = await history.turns.begin_variants(conversation.id, 3, "cut short", turn.reply.id)
    variants = begun.turns
    with pytest.raises(ReplyStillRunning):
        await history.turns.start(conversation.id, "too early")
    for index, variant in enumerate(variants):
        await history.turns.save_reply(variant.reply.id, f"half {index}", is_variant=index > 0)
    stored = await history.messages.siblings(turn.reply.id)
    assert [message.text for message in stored] == ["old", "half 0", "half 1", "half 2"]
    assert [message.status for message in stored[1:]] == [
        MessageStatus.STREAMING,
        MessageStatus.INTERRUPTED,
        MessageStatus.INTERRUPTED,
    ]
    assert stored[3].note == "cut short"
    for variant in variants:
        await history.turns.finish_reply(variant.reply.id, "whole", MessageStatus.COMPLETE)
    await history.turns.save_reply(variants[1].reply.id, "too late", is_variant=True)
    shown = await stored_conversation(history, conversation.id)
    assert (shown.messages[1].id, shown.messages[1].sibling_count) == (variants[0].reply.id, 4)
    assert [m.text for m in await history.messages.siblings(turn.reply.id)] == ["old"] + [
        "whole"
    ] * 3


async def test_a_reply_in_the_middle_gets_another_one_beside_it(history: History) -> None:
    conversation = await history.conversations.create()
    first = await history.turns.start(conversation.id, "one")
    await history.turns.finish_reply(first.reply.id, "re: one", MessageStatus.COMPLETE)
    second = await history.turns.start(conversation.id, "two")
    await history.turns.finish_reply(second.reply.id, "re: two", MessageStatus.COMPLETE)
    again = await history.turns.regenerate(conversation.id, first.reply.id)
    assert again.reply.parent_id == first.user.id
    await history.turns.finish_reply(again.reply.id, "other", MessageStatus.COMPLETE)
    stored = await stored_conversation(history, conversation.id)
    assert [message.text for message in stored.messages] == ["one", "other"]
    with pytest.raises(NothingToAnswer):
        await history.turns.regenerate(conversation.id, first.user.id)


async def test_a_turn_goes_on_below_the_chosen_branch(history: History) -> None:
    conversation = await history.conversations.create()
    first = await ask(history, conversation.id, "one")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    await history.messages.choose_sibling(first.user.id)
    await ask(history, conversation.id, "two")
    shown = texts(await history.conversations.get(conversation.id))
    assert shown == ["one", "re: one", "two", "re: two"]


async def test_a_continued_reply_keeps_its_text_and_grows(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Count.")
    await history.turns.finish_reply(turn.reply.id, "one, two", MessageStatus.CANCELLED, "stopped")
    again = await history.turns.continue_reply(conversation.id)
    assert (again.reply.id, again.reply.text) == (turn.reply.id, "one, two")
    assert again.reply.status is MessageStatus.STREAMING
    await history.turns.save_reply(turn.reply.id, "one, two, three")
    with pytest.raises(ReplyStillRunning):
        await history.turns.continue_reply(conversation.id)
    await history.turns.finish_reply(turn.reply.id, "one, two, three", MessageStatus.COMPLETE)
    assert texts(await history.conversations.get(conversation.id)) == ["Count.", "one, two, three"]


async def test_the_first_words_of_an_edited_question_are_its_title(history: History) -> None:
    conversation = await history.conversations.create()
    first = await ask(history, conversation.id, "Capital of France?")
    later = await ask(history, conversation.id, "And of Italy?")
    await history.turns.finish_reply(
        (await history.turns.edit(later.user.id, "And of Peru?")).reply.id,
        "Lima",
        MessageStatus.COMPLETE,
    )
    edited = await history.turns.edit(first.user.id, "Capital of Spain?")
    await history.turns.finish_reply(edited.reply.id, "Madrid", MessageStatus.COMPLETE)
    found = await history.conversations.get(conversation.id)
    assert found is not None
    assert found.title == "Capital of Spain?"
    await history.conversations.rename(conversation.id, "Capital of Spain?")
    edited = await history.turns.edit(edited.user.id, "Capital of Peru?")
    found = await history.conversations.get(conversation.id)
    assert found is not None
    assert found.title == "Capital of Spain?", "the user has chosen it"


async def test_what_can_not_be_edited_or_continued_is_said_so(history: History) -> None:
    conversation = await history.conversations.create()
    with pytest.raises(NothingToContinue):
        await history.turns.continue_reply(conversation.id)
    turn = await ask(history, conversation.id, "one")
    with pytest.raises(NothingToAnswer):
        await history.turns.edit(turn.reply.id, "no")
    for attempt in (
        history.turns.edit(99, "x"),
        history.messages.siblings(99),
        history.messages.choose_sibling(99),
        history.conversations.save_queue("nowhere", (OutgoingMessage("x"),)),
        history.conversations.set_context_start(conversation.id, 99),
    ):
        with pytest.raises(ConversationGone):
            await attempt


async def test_a_conversation_has_one_running_reply_at_most(history: History) -> None:
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "first")
    with pytest.raises(ReplyStillRunning, match="Stop that answer first"):
        await history.turns.start(conversation.id, "second")
    with pytest.raises(ReplyStillRunning):
        await history.turns.regenerate(conversation.id)
    texts = [
        message.text for message in (await stored_conversation(history, conversation.id)).messages
    ]
    assert texts == ["first", ""]


async def test_regenerating_overwrites_nothing(history: History) -> None:
    conversation_id = await answered(history, "Tell me.")
    first = (await stored_conversation(history, conversation_id)).messages[-1]
    turn = await history.turns.regenerate(conversation_id)
    await history.turns.finish_reply(turn.reply.id, "another", MessageStatus.COMPLETE)
    branch = (await stored_conversation(history, conversation_id)).messages
    assert [message.text for message in branch] == ["Tell me.", "another"]
    assert branch[-1].parent_id == first.parent_id
    (summary,) = await history.conversations.summaries()
    assert summary.message_count == 3


async def test_a_late_save_does_not_touch_a_finished_reply(history: History) -> None:
    conversation_id = await answered(history, "hello")
    reply = (await stored_conversation(history, conversation_id)).messages[-1]
    await history.turns.save_reply(reply.id, "late")
    assert (await stored_conversation(history, conversation_id)).messages[-1].text == "re: hello"


def _value(number: int, field: FieldInfo) -> object:
    """Return a value that is no other figure's and not the default."""
    match field.default:
        case int():
            return 100 + number
        case str():
            return f"text {number}"
        case EngineOrigin():
            return EngineOrigin.SHARED_PROMPT
        case _:
            return number + 0.25


@pytest.fixture
def usage() -> ReplyUsage:
    """Every figure filled in, also those that are added later."""
    values = {each.name: _value(number, each) for number, each in enumerate(fields(ReplyUsage))}
    return ReplyUsage(**values)  # type: ignore[arg-type]  # the values follow the defaults' types


async def test_every_figure_comes_from_the_engine_into_the_history(
    history: History, usage: ReplyUsage
) -> None:
    sent = StepEvents((Started(1, 0, usage), Finished(1, FinishReason.LENGTH, usage)))
    progress = Progress(lambda: ReplyModel("a model", 1000))
    arrived = EVENTS.decode(body_of(EVENTS.encode(sent)))
    assert isinstance(arrived, StepEvents)
    for event in arrived.events:
        progress.follow(event)
    figures = asdict(usage) | {"reused_from": ReuseOrigin.SHARED_PROMPT}
    figures |= {"model_name": "a model", "is_cut_by_length": True}
    assert asdict(progress.state.usage) == figures

    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "hello")
    await history.turns.finish_reply(
        turn.reply.id, "hi", MessageStatus.COMPLETE, usage=progress.state.usage
    )
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[-1].usage == progress.state.usage


def test_names_and_values_that_are_stored_do_not_change() -> None:
    origins = {each.name: each.value for each in ReuseOrigin}
    assert origins == {
        "NOWHERE": "nowhere",
        "READY": "ready",
        "MEMORY": "memory",
        "DISK": "disk",
        "SHARED_PROMPT": "shared prompt",
    }
    assert origins == {each.name: each.value for each in EngineOrigin}
