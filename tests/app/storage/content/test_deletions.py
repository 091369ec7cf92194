"""Single messages are deleted and put back: children, versions, files, the end that is shown."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.domain.conversations import Conversation, SearchQuery
from app.domain.messages import MessageStatus, TextFile
from app.domain.usage import ReplyUsage
from app.errors import AttachmentDamaged, ConversationGone, ReplyStillRunning
from app.storage.history import History
from tests.app.storage.turns import answered, ask, stored_conversation, texts

DAY = timedelta(days=1)
SECRET = "the unspeakable xylophone"


async def two_turns(history: History) -> Conversation:
    conversation = await history.conversations.create()
    await ask(history, conversation.id, "one")
    await ask(history, conversation.id, "two")
    return await stored_conversation(history, conversation.id)


@pytest.mark.parametrize("index", range(4))
async def test_what_hung_on_a_message_hangs_on_its_parent_until_it_is_put_back(
    history: History, index: int
) -> None:
    before = await two_turns(history)
    deleted = await history.message_deletions.delete(before.messages[index].id)
    after = await stored_conversation(history, before.id)
    left = [each.text for number, each in enumerate(before.messages) if number != index]
    assert texts(after) == left
    assert not any(each.is_damaged for each in after.messages)

    await history.message_deletions.restore(deleted)
    assert (await stored_conversation(history, before.id)).messages == before.messages


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("deleted", [(1, 2, 3), (3, 2, 1), (2, 1, 3), (0, 1, 2), (1, 3, 2)])
async def test_several_messages_are_put_back_in_any_order(
    history: History, deleted: tuple[int, ...], order: tuple[int, ...]
) -> None:
    before = await two_turns(history)
    gone = [await history.message_deletions.delete(before.messages[at].id) for at in deleted]
    for number in order:
        await history.message_deletions.restore(gone[number])
    assert (await stored_conversation(history, before.id)).messages == before.messages


async def test_of_several_versions_another_one_is_shown(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await ask(history, conversation.id, "one")
    again = await history.turns.regenerate(conversation.id)
    await history.turns.finish_reply(again.reply.id, "other", MessageStatus.COMPLETE)
    deleted = await history.message_deletions.delete(again.reply.id)
    after = await stored_conversation(history, conversation.id)
    assert [each.id for each in after.messages] == [turn.user.id, turn.reply.id]
    assert after.messages[1].sibling_count == 1

    await history.message_deletions.restore(deleted)
    assert texts(await stored_conversation(history, conversation.id)) == ["one", "other"]


async def test_a_version_in_the_middle_leaves_what_came_after_it(history: History) -> None:
    conversation = await history.conversations.create()
    first = await ask(history, conversation.id, "one")
    again = await history.turns.regenerate(conversation.id)
    await history.turns.finish_reply(again.reply.id, "other", MessageStatus.COMPLETE)
    await ask(history, conversation.id, "two")
    await history.message_deletions.delete(again.reply.id)
    after = await stored_conversation(history, conversation.id)
    assert texts(after) == ["one", "two", "re: two"]
    assert [each.id for each in await history.messages.siblings(first.reply.id)] == [
        first.reply.id,
        after.messages[1].id,
    ], "both follow the same question, and can be stepped between"


async def test_its_files_cost_and_pin_come_back(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "look", (TextFile("a.txt", "words"),))
    usage = ReplyUsage(prompt_tokens=3, reply_tokens=4)
    await history.turns.finish_reply(turn.reply.id, "seen", MessageStatus.COMPLETE, "", usage)
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    for message_id in (turn.user.id, turn.reply.id):
        before = await stored_conversation(history, conversation.id)
        deleted = await history.message_deletions.delete(message_id)
        await history.message_deletions.restore(deleted)
        after = await stored_conversation(history, conversation.id)
        assert without_file_ids(after) == without_file_ids(before)
    content = await history.attachments.content(after.messages[0].attachments[0])
    assert content == b"words"


def without_file_ids(conversation: Conversation) -> list[object]:
    return [
        replace(each, attachments=tuple(replace(file, id=0) for file in each.attachments))
        for each in conversation.messages
    ]


async def test_the_line_where_the_context_begins_goes_to_the_message_behind(
    history: History,
) -> None:
    before = await two_turns(history)
    await history.conversations.set_context_start(before.id, before.messages[2].id)
    deleted = await history.message_deletions.delete(before.messages[2].id)
    assert (await stored_conversation(history, before.id)).context_starts_at == before.messages[
        3
    ].id
    await history.message_deletions.restore(deleted)
    assert (await stored_conversation(history, before.id)).context_starts_at == before.messages[
        2
    ].id


async def test_a_chat_that_lost_all_its_messages_is_a_new_one(history: History) -> None:
    before = await two_turns(history)
    deletions = history.message_deletions
    deleted = [await deletions.delete(message.id) for message in before.messages]
    assert (await stored_conversation(history, before.id)).messages == ()
    assert await history.conversations.summaries() == ()
    turn = await ask(history, before.id, "anew")
    for each in reversed(deleted):
        await history.message_deletions.restore(each)
    assert texts(await stored_conversation(history, before.id)) == ["anew", "re: anew"]
    siblings = await history.messages.siblings(turn.user.id)
    assert {each.text for each in siblings} == {"one", "anew"}


async def test_nothing_is_deleted_while_an_answer_is_written(history: History) -> None:
    before = await two_turns(history)
    deleted = await history.message_deletions.delete(before.messages[0].id)
    turn = await history.turns.start(before.id, "three")
    with pytest.raises(ReplyStillRunning):
        await history.message_deletions.delete(before.messages[1].id)
    with pytest.raises(ReplyStillRunning):
        await history.message_deletions.restore(deleted)
    await history.turns.finish_reply(turn.reply.id, "done", MessageStatus.COMPLETE)
    await history.message_deletions.restore(deleted)
    assert texts(await stored_conversation(history, before.id))[0] == "one"
    assert texts(await stored_conversation(history, before.id))[-1] == "done", (
        "what came since stays"
    )


async def test_a_message_is_put_back_once_and_not_into_a_chat_that_is_gone(
    history: History,
) -> None:
    before = await two_turns(history)
    deleted = await history.message_deletions.delete(before.messages[1].id)
    await history.message_deletions.restore(deleted)
    await history.message_deletions.restore(deleted)
    assert (await stored_conversation(history, before.id)).messages == before.messages
    await history.conversations.delete(before.id)
    with pytest.raises(ConversationGone):
        await history.message_deletions.restore(deleted)


async def test_an_edited_answer_is_a_version_in_the_words_of_the_user(history: History) -> None:
    before = await two_turns(history)
    edited = await history.turns.edit_reply(before.messages[1].id, "my words")
    after = await stored_conversation(history, before.id)
    assert texts(after) == ["one", "my words"]
    assert after.messages[1].is_edited
    assert (edited.id, after.messages[1].sibling_number) == (after.messages[1].id, 2)
    turn = await history.turns.continue_reply(before.id)
    assert turn.reply.text == "my words"
    await history.turns.finish_reply(turn.reply.id, "my words go on", MessageStatus.COMPLETE)
    back = await history.messages.choose_sibling(before.messages[1].id)
    assert texts(back) == [each.text for each in before.messages], "nothing was overwritten"


async def test_a_recap_goes_to_the_message_behind_and_back(history: History) -> None:
    before = await two_turns(history)
    await history.messages.set_recap(before.messages[2].id, "so far")
    before = await stored_conversation(history, before.id)
    deleted = await history.message_deletions.delete(before.messages[2].id)
    assert [each.recap for each in (await stored_conversation(history, before.id)).messages] == [
        "",
        "",
        "so far",
    ]
    await history.message_deletions.restore(deleted)
    assert (await stored_conversation(history, before.id)).messages == before.messages
    removal = await history.messages.set_recap(before.messages[2].id, "")
    assert removal.text_before == "so far"


async def test_the_context_begins_at_a_recap_until_it_is_undone(history: History) -> None:
    before = await two_turns(history)
    third = before.messages[2].id
    change = await history.messages.set_recap(third, "so far")
    assert (await stored_conversation(history, before.id)).context_starts_at == third
    await history.messages.undo_recap(change)
    assert await stored_conversation(history, before.id) == before

    await history.conversations.set_context_start(before.id, before.messages[3].id)
    change = await history.messages.set_recap(third, "so far")
    assert (change.start_before, change.start_after) == (before.messages[3].id,) * 2, (
        "it begins no earlier than before"
    )
    await history.conversations.set_context_start(before.id, third)
    await history.messages.undo_recap(change)
    after = await stored_conversation(history, before.id)
    assert (after.messages[2].recap, after.context_starts_at) == ("", third), "it has moved since"
    await history.messages.set_recap(third, "so far")
    removal = await history.messages.set_recap(third, "")
    assert removal.start_after is None, "all messages are in the context again"
    await history.messages.undo_recap(removal)
    after = await stored_conversation(history, before.id)
    assert (after.messages[2].recap, after.context_starts_at) == ("so far", third)


async def test_the_context_begins_at_a_recap_of_another_branch_than_that_of_the_old_start(
    history: History,
) -> None:
    before = await two_turns(history)
    edited = await history.turns.edit(before.messages[2].id, "two, but better")
    await history.conversations.set_context_start(before.id, edited.user.id)
    await history.messages.choose_sibling(before.messages[2].id)
    await history.messages.set_recap(before.messages[2].id, "so far")
    assert (await stored_conversation(history, before.id)).context_starts_at == (
        before.messages[2].id
    )


async def test_a_recap_stays_where_its_message_is_edited(history: History) -> None:
    before = await two_turns(history)
    await history.messages.set_recap(before.messages[3].id, "so far")
    await history.turns.edit_reply(before.messages[3].id, "my words")
    assert (await stored_conversation(history, before.id)).messages[3].recap == "so far"
    await history.messages.set_recap(before.messages[2].id, "until then")
    turn = await history.turns.edit(before.messages[2].id, "two, but better")
    after = await stored_conversation(history, before.id)
    assert (turn.user.recap, after.messages[2].recap) == ("until then", "until then")


async def test_of_a_chat_that_lost_its_end_on_show_all_else_stays_on_show(path: Path) -> None:
    history = await History.open(path)
    before = await two_turns(history)
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE conversation SET active_leaf_id = NULL")
    history = await History.open(path)
    await history.message_deletions.delete(before.messages[1].id)
    assert texts(await stored_conversation(history, before.id)) == ["one", "two", "re: two"]
    await history.message_deletions.delete(before.messages[3].id)
    assert texts(await stored_conversation(history, before.id)) == ["one", "two"]
    await history.close()


async def test_messages_of_a_tree_in_a_circle_are_put_back(path: Path) -> None:
    history = await History.open(path)
    before = await two_turns(history)
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message SET parent_id = 2 WHERE id = 1")
    history = await History.open(path)
    gone = [await history.message_deletions.delete(before.messages[at].id) for at in (0, 1)]
    for each in gone:
        await history.message_deletions.restore(each)
    tree = await history.archive.tree(before.id)
    assert tree is not None
    assert {each.id for each in tree.messages} == {each.id for each in before.messages}
    await history.close()


async def test_its_files_outlive_a_purge_until_its_own_chat_is_purged(
    history: History, path: Path
) -> None:
    chat, other = await history.conversations.create(), await history.conversations.create()
    turn = await history.turns.start(chat.id, "look", (TextFile("a.txt", "words", "text/plain"),))
    await history.turns.finish_reply(turn.reply.id, "seen", MessageStatus.COMPLETE)
    deleted = await history.message_deletions.delete(turn.user.id)
    await history.conversations.delete(other.id)
    await history.trash.empty()
    await history.message_deletions.restore(deleted)
    message = (await stored_conversation(history, chat.id)).messages[0]
    assert await history.attachments.content(message.attachments[0]) == b"words"
    await history.message_deletions.delete(turn.user.id)
    await history.conversations.delete(chat.id)
    await history.trash.empty()
    assert not list((path.parent / "attachments").glob("??/*"))


async def test_what_was_put_back_into_a_chat_begun_anew_is_copied_whole(history: History) -> None:
    chat = await history.conversations.create()
    turn = await ask(history, chat.id, "old")
    ids = (turn.user.id, turn.reply.id)
    gone = [await history.message_deletions.delete(each) for each in ids]
    await ask(history, chat.id, "new")
    for each in reversed(gone):
        await history.message_deletions.restore(each)
    copy = await history.archive.duplicate(chat.id)
    tree = await history.archive.tree(copy.id)
    assert tree is not None
    by_text = {each.text: each for each in tree.messages}
    assert by_text["re: old"].parent_id == by_text["old"].id


async def test_nothing_is_deleted_while_another_answer_to_it_is_still_written(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    await ask(history, conversation.id, "one")
    started = await history.turns.begin_variants(conversation.id, 2, "beside")
    first, second = started.turns
    await history.turns.finish_reply(first.reply.id, "first", MessageStatus.COMPLETE)
    for message_id in (second.reply.id, second.user.id):
        with pytest.raises(ReplyStillRunning):
            await history.message_deletions.delete(message_id)
    other = await two_turns(history)
    await history.message_deletions.delete(other.messages[3].id)
    await history.turns.finish_reply(second.reply.id, "second", MessageStatus.COMPLETE)
    deleted = await history.message_deletions.delete(second.reply.id)

    await history.turns.begin_variants(conversation.id, 2, "beside")
    with pytest.raises(ReplyStillRunning):
        await history.message_deletions.restore(deleted)


async def title(history: History, conversation_id: str) -> str:
    return (await stored_conversation(history, conversation_id)).title


async def test_the_first_words_of_a_deleted_message_are_no_title(history: History) -> None:
    before = await two_turns(history)
    first, reply, second, _ = before.messages
    gone = await history.message_deletions.delete(first.id)
    assert await title(history, before.id) == "two", "in the user's words where there are any"
    hits = await history.conversations.search(SearchQuery("one"))
    assert [hit.message_id for hit in hits] == [reply.id], "not by the title"
    also_gone = await history.message_deletions.delete(second.id)
    assert await title(history, before.id) == "re: one"
    await history.message_deletions.restore(gone)
    assert await title(history, before.id) == "one"
    await history.message_deletions.restore(also_gone)
    assert await title(history, before.id) == "one"


async def test_a_title_that_somebody_chose_stays(history: History) -> None:
    before = await two_turns(history)
    await history.conversations.rename(before.id, "one")
    await history.message_deletions.delete(before.messages[0].id)
    assert await title(history, before.id) == "one"
    await history.conversations.rename(before.id, "")
    assert await title(history, before.id) == "two"


async def test_a_numbered_title_comes_back_as_it_was(history: History) -> None:
    before = await two_turns(history)
    fork = await history.archive.fork(before.messages[3].id)
    assert fork.title == "one · 2"
    deleted = await history.message_deletions.delete(fork.messages[0].id)
    assert await title(history, fork.id) == "two"
    await history.message_deletions.restore(deleted)
    assert await title(history, fork.id) == "one · 2"


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
