"""Tags, the archive, and which answers were cut off: stored, listed, and carried along."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from app.domain.conversations import ConversationOptions, ConversationSummary, ConversationTree
from app.domain.messages import MessageStatus, OutgoingMessage, TextFile
from app.domain.tabs import OpenTabs
from app.domain.usage import ReplyUsage
from app.errors import ConversationGone, ReplyStillRunning
from app.media.pictures import Picture
from app.storage.history import History
from app.storage.plain_text import packed, unpacked
from tests.app.storage.turns import answered, ask, opened, stored_conversation

CODE = TextFile("a.py", "print(1)")


async def listed(history: History, id_: str) -> ConversationSummary:
    (found,) = await history.conversations.summaries_of(id_)
    assert found in await history.conversations.summaries()
    return found


async def test_tags_are_single_words_and_each_stands_once(history: History) -> None:
    first, second = await answered(history, "one"), await answered(history, "two")
    for tag in ("#Work", "  tax return ", "work"):
        await history.conversations.tag(first, second, tag=tag, is_set=True)
    assert (await listed(history, first)).tags == ("tax-return", "work")
    await history.conversations.tag(first, tag="Work", is_set=False)
    await history.conversations.tag(first, tag="#  ", is_set=True)
    assert (await listed(history, first)).tags == ("tax-return",)
    assert (await listed(history, second)).tags == ("tax-return", "work")
    with pytest.raises(ConversationGone):
        await history.conversations.tag(first, "nobody", tag="x", is_set=True)
    assert (await listed(history, first)).tags == ("tax-return",), "all or none"


async def test_what_is_archived_stays_so_until_it_is_used(history: History) -> None:
    id_ = await answered(history, "one")
    await history.conversations.organize(id_, is_archived=True)
    assert (await listed(history, id_)).is_archived
    await history.conversations.organize(id_, folder="work")
    assert (await listed(history, id_)).is_archived
    await history.turns.start(id_, "and now?")
    assert not (await listed(history, id_)).is_archived


NO_ENDING = (False, False, False)


def ending_of(summary: ConversationSummary) -> tuple[bool, bool, bool]:
    return summary.has_failed, summary.is_interrupted, summary.is_short


@pytest.mark.parametrize(
    ("status", "is_short", "ending"),
    [
        (MessageStatus.COMPLETE, False, NO_ENDING),
        (MessageStatus.COMPLETE, True, (False, False, True)),
        (MessageStatus.CANCELLED, False, NO_ENDING),
        (MessageStatus.INTERRUPTED, False, (False, True, False)),
        (MessageStatus.FAILED, False, (True, False, False)),
    ],
)
async def test_the_list_knows_how_the_last_answer_ended(
    history: History, status: MessageStatus, is_short: bool, ending: tuple[bool, bool, bool]
) -> None:
    id_ = (await history.conversations.create()).id
    turn = await history.turns.start(id_, "Why?")
    usage = ReplyUsage(prompt_tokens=1, is_cut_by_length=is_short)
    await history.turns.finish_reply(turn.reply.id, "Becau", status, "", usage)
    assert ending_of(await listed(history, id_)) == ending
    again = await history.turns.regenerate(id_)
    await history.turns.finish_reply(again.reply.id, "Because.", MessageStatus.COMPLETE)
    assert ending_of(await listed(history, id_)) == NO_ENDING, "another answer is shown"


async def tree_of(history: History, id_: str) -> ConversationTree:
    tree = await history.archive.tree(id_)
    assert tree is not None
    return tree


async def test_a_copy_keeps_the_tags_and_stands_in_the_list(history: History) -> None:
    id_ = await answered(history, "one")
    options = ConversationOptions(tags=("work", "#a b", "work", ""), is_archived=True)
    await history.conversations.set_options(id_, options)
    copy = await history.archive.duplicate(id_)
    assert copy.options == ConversationOptions(tags=("work", "a-b"))
    messages = (await tree_of(history, id_)).messages
    fork = await history.archive.fork(messages[0].id)
    assert fork.options == copy.options


async def test_what_comes_from_elsewhere_keeps_tags_and_archive(
    history: History, tmp_path: Path
) -> None:
    id_ = await answered(history, "one")
    options = ConversationOptions(tags=("work",), is_archived=True)
    await history.conversations.set_options(id_, options)
    other = await History.open(tmp_path / "other.db")
    await other.archive.add(await tree_of(history, id_))
    stored = await tree_of(other, id_)
    await other.close()
    assert stored.options == options


async def test_forks_are_numbered_and_what_is_deleted_gives_its_number_back(
    history: History,
) -> None:
    id_ = (await history.conversations.create("Plans")).id
    turn = await history.turns.start(id_, "one")
    await history.turns.finish_reply(turn.reply.id, "re", MessageStatus.COMPLETE)
    forks = [await history.archive.fork(turn.reply.id) for _ in range(2)]
    assert [fork.title for fork in forks] == ["Plans · 2", "Plans · 3"]
    again = await history.archive.fork(forks[0].messages[-1].id)
    assert again.title == "Plans · 4", "of a fork as well"
    await history.conversations.delete(forks[0].id)
    assert (await history.archive.fork(turn.reply.id)).title == "Plans · 2"
    assert [(await history.archive.duplicate(id_, "Copy")).title for _ in range(2)] == [
        "Copy",
        "Copy · 2",
    ]


async def test_a_title_of_the_model_is_no_other_chats(history: History) -> None:
    first, second = await answered(history, "one"), await answered(history, "two")
    for id_ in (first, second, second):
        assert await history.conversations.propose_title(id_, "100 %_ tea")
    titles = {each.id: each.title for each in await history.conversations.summaries()}
    assert titles == {first: "100 %_ tea", second: "100 %_ tea · 2"}
    plain = replace(await tree_of(history, first), id="x", title="100 xy tea")
    await history.archive.add(plain)
    assert await history.conversations.propose_title("x", "100 xy tea")
    assert (await listed(history, "x")).title == "100 xy tea"


async def test_tabs_come_back_in_their_order(path: Path) -> None:
    async with opened(path) as history:
        ids = [await answered(history, str(number)) for number in range(3)]
        await history.tabs.save(OpenTabs((ids[2], ids[0], "nowhere", ids[2], ids[1]), ids[0]))
    async with opened(path) as history:
        assert await history.tabs.read() == OpenTabs((ids[2], ids[0], ids[1]), ids[0])


async def test_tabs_come_back_to_their_panes(history: History) -> None:
    ids = tuple([(await history.conversations.create()).id for _ in range(4)])
    tabs = OpenTabs(ids, ids[1], (0, 0, 1, 2), frozenset(ids[2:]), frozenset(ids[:1]))
    await history.tabs.save(tabs)
    assert await history.tabs.read() == tabs

    await history.tabs.save(OpenTabs(ids[:2], ids[0]))
    assert await history.tabs.read() == OpenTabs(ids[:2], ids[0])


async def test_the_tab_of_a_reply_that_the_end_cut_short_is_unread(history: History) -> None:
    cut, ended, asked = [(await history.conversations.create()).id for _ in range(3)]
    await history.tabs.save(OpenTabs((cut, ended, asked), asked))
    reply = (await history.turns.start(cut, "quit meanwhile")).reply
    await history.turns.finish_reply(reply.id, "half", MessageStatus.INTERRUPTED, "quit")
    await ask(history, ended, "all of it")
    await history.turns.start(asked, "killed meanwhile")
    assert (await history.tabs.read()).unread_ids == {cut}
    await history.turns.interrupt_unfinished("killed")
    assert (await history.tabs.read()).unread_ids == {cut, asked}


async def test_the_queue_is_sent_in_its_order(history: History) -> None:
    conversation = await history.conversations.create()
    await history.conversations.save_draft(conversation.id, OutgoingMessage("half"))
    await history.conversations.save_queue(
        conversation.id, (OutgoingMessage("first"), OutgoingMessage("second"))
    )
    turn = await history.turns.start_next(conversation.id)
    assert turn is not None
    assert turn.user.text == "first"
    with pytest.raises(ReplyStillRunning):
        await history.turns.start_next(conversation.id)
    stored = await stored_conversation(history, conversation.id)
    assert (stored.queue, stored.draft) == (
        (OutgoingMessage("second"),),
        OutgoingMessage("half"),
    )
    await history.turns.finish_reply(turn.reply.id, "", MessageStatus.COMPLETE)
    await history.conversations.save_queue(conversation.id, ())
    assert await history.turns.start_next(conversation.id) is None


NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")


async def test_a_message_waits_with_its_files(history: History) -> None:
    conversation = await history.conversations.create()
    waiting = OutgoingMessage("later", (CODE,))
    await history.conversations.save_queue(conversation.id, (waiting,))
    turn = await history.turns.start_next(conversation.id)
    assert turn is not None
    assert (turn.user.text, turn.user.attachments[0].name) == ("later", "a.py")


async def test_files_are_stored_with_their_message(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Read these.", (NOTES, CODE))
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[0].attachments == turn.user.attachments
    assert [file.name for file in turn.user.attachments] == ["notes.md", "a.py"]
    content = await history.attachments.content(turn.user.attachments[0])
    assert content.decode() == NOTES.text


async def test_a_chat_that_begins_with_files_alone_is_called_after_the_first(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, " \n", (NOTES, CODE))
    await history.turns.finish_reply(turn.reply.id, "Done.", MessageStatus.COMPLETE)
    await history.turns.start(conversation.id, "And now words.", (CODE,))
    (summary,) = await history.conversations.summaries()
    assert summary.title == "notes.md"

    await history.conversations.rename(conversation.id, "Mine")
    await history.conversations.rename(conversation.id, "")
    (summary,) = await history.conversations.summaries()
    assert summary.title == "notes.md"


async def test_another_version_of_a_message_has_its_files(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Read this.", (NOTES,))
    await history.turns.finish_reply(turn.reply.id, "Done.", MessageStatus.COMPLETE)
    edited = await history.turns.edit(turn.user.id, "Read this again.")
    assert [file.digest for file in edited.user.attachments] == [turn.user.attachments[0].digest]
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[0].attachments == edited.user.attachments


SEA = Picture("sea.jpg", "d" * 64, 12345, 1536, 1024, "e" * 64)


@pytest.mark.parametrize(
    "message",
    [
        OutgoingMessage(""),
        OutgoingMessage("just words\nin two lines"),
        OutgoingMessage("with files", (NOTES, CODE)),
        OutgoingMessage("", (TextFile("", ""),)),
        OutgoingMessage("", (), (SEA,)),
        OutgoingMessage("both", (NOTES,), (SEA, SEA)),
    ],
)
def test_an_outgoing_message_is_one_text_and_comes_back(message: OutgoingMessage) -> None:
    assert unpacked(packed(message)) == message


def test_separators_that_somebody_typed_make_no_file() -> None:
    sly = OutgoingMessage("a\x1cname\x1ftext\x1ftext/plain", (TextFile("b\x1c", "c\x1fd"),))
    back = unpacked(packed(sly))
    assert [file.name for file in back.files] == ["b "]
    assert back.text == "a name text text/plain"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("1536", "0"),
        ("1024", "99999"),
        ("12345", "-1"),
        ("d" * 64, "../x"),
        ("e" * 64, "e" * 63),
        ("image/png", "image/svg+xml"),
    ],
)
def test_a_picture_that_can_not_be_is_left_out(good: str, bad: str) -> None:
    text = packed(OutgoingMessage("look", (NOTES,), (SEA,)))
    assert good in text
    assert unpacked(text.replace(good, bad)) == OutgoingMessage("look", (NOTES,))
