"""What is sent while an answer is written waits behind it, stored with its conversation."""

import asyncio

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Services
from app.domain.messages import MessageStatus, OutgoingMessage
from app.errors import StorageFailed, lazy
from tests.app.controllers.acting import store, stored, until, view_of

PATIENCE = 2000  # looks at the disk, each a hundredth of a second after the last


@pytest.fixture
def queues(services: Services, turns: Turns, replies: Replies) -> SendQueues:
    return SendQueues(
        services.window,
        services.history,
        turns,
        replies,
        services.tasks,
        AnswerForms(services),
    )


@pytest.fixture
def drafts(services: Services, replies: Replies) -> Drafts:
    return Drafts(services, replies)


@pytest.fixture
async def busy(services: Services, queues: SendQueues, replies: Replies, chat: str) -> str:
    """A conversation whose answer never ends, with two messages that wait."""
    for text in ("on and on", "first", "second"):
        queues.submit(chat, OutgoingMessage(text))
    await until(lambda: not replies.is_sending(chat, OutgoingMessage("on and on")))
    return chat


def shown(services: Services, chat: str) -> list[str]:
    return [row.text() for row in view_of(services, chat).queue_view.rows]


async def on_disk(services: Services, chat: str) -> list[str]:
    return [each.text for each in (await stored(services, chat)).queue]


async def until_on_disk(services: Services, chat: str, *texts: str) -> None:
    for _ in range(PATIENCE):
        if await on_disk(services, chat) == list(texts):
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"{await on_disk(services, chat)} is stored")


async def test_messages_wait_and_are_sent_in_turn(
    services: Services, queues: SendQueues, chat: str
) -> None:
    for text in ("say 1", "say 2", "say 3"):
        queues.submit(chat, OutgoingMessage(text))
    assert shown(services, chat) == ["say 2", "say 3"]
    await services.tasks.finish()
    texts = [each.text for each in (await stored(services, chat)).messages]
    assert texts[::2] == ["say 1", "say 2", "say 3"]
    assert await on_disk(services, chat) == shown(services, chat) == []


async def test_enter_pressed_twice_sends_once(
    services: Services, queues: SendQueues, chat: str
) -> None:
    queues.submit(chat, OutgoingMessage("say 1"))
    queues.submit(chat, OutgoingMessage("say 1"))
    await services.tasks.finish()
    assert len((await stored(services, chat)).messages) == 2


async def test_a_message_that_waits_is_no_draft_where_another_draft_is_stored_late(
    services: Services,
    drafts: Drafts,
    tabs: TabsController,
    queues: SendQueues,
    busy: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = await tabs.new_tab()
    conversations, is_free = services.history.conversations, asyncio.Event()
    save = conversations.save_draft

    async def save_late(conversation_id: str, draft: OutgoingMessage) -> None:
        if conversation_id == other:
            await is_free.wait()
        await save(conversation_id, draft)

    monkeypatch.setattr(conversations, "save_draft", save_late)
    for chat, text in ((other, "half a question"), (busy, "third")):
        view_of(services, chat).composer.edit.insertPlainText(text)
        view_of(services, chat).composer.flush_draft()
    queues.submit(busy, view_of(services, busy).composer.draft())
    await until_on_disk(services, busy, "first", "second", "third")
    is_free.set()
    await until(lambda: not drafts.unsaved_count)
    assert (await stored(services, other)).draft.text == "half a question"
    assert (await stored(services, busy)).draft.is_empty


async def asked(services: Services, chat: str) -> list[str]:
    return [each.text for each in (await stored(services, chat)).messages][::2]


async def test_stopping_sends_the_first_message_and_the_others_follow(
    services: Services, queues: SendQueues, replies: Replies, chat: str
) -> None:
    for text in ("on and on", "say 1", "say 2"):
        queues.submit(chat, OutgoingMessage(text))
    await until(lambda: replies.is_writing(chat))
    replies.stop(chat)
    await services.tasks.finish()
    messages = (await stored(services, chat)).messages
    assert await asked(services, chat) == ["on and on", "say 1", "say 2"]
    assert [each.status for each in messages[1::2]] == [
        MessageStatus.CANCELLED,
        MessageStatus.COMPLETE,
        MessageStatus.COMPLETE,
    ]
    assert await on_disk(services, chat) == shown(services, chat) == []


async def test_stopping_again_before_that_answer_begins_pauses_the_queue(
    services: Services, queues: SendQueues, replies: Replies, chat: str
) -> None:
    for text in ("on and on", "first", "second"):
        queues.submit(chat, OutgoingMessage(text))
    await until(lambda: replies.is_writing(chat))

    def stop_again(*_: object) -> None:
        for _repeat in range(9):  # as a held Esc key does
            replies.stop(chat)

    replies.ends.add(stop_again)
    replies.stop(chat)
    await services.tasks.finish()
    assert await asked(services, chat) == ["on and on", "first"]
    assert shown(services, chat) == await on_disk(services, chat) == ["second"]
    waiting = view_of(services, chat).queue_view
    assert waiting.reason_label.text() == "Queue paused."
    assert not waiting.resume_button.isHidden()


async def test_a_held_queue_waits_after_a_stop_until_it_is_resumed(
    services: Services, queues: SendQueues, replies: Replies, busy: str
) -> None:
    waiting = view_of(services, busy).queue_view
    assert waiting.resume_button.isHidden()
    waiting.held.emit()
    replies.stop(busy)
    await until(lambda: not replies.running_ids)
    assert shown(services, busy) == ["first", "second"]
    assert waiting.hold_button.isHidden()
    waiting.resumed.emit()
    await services.tasks.finish()
    assert await asked(services, busy) == ["on and on", "first", "second"]


async def test_resuming_during_an_answer_sends_nothing_before_its_end(
    services: Services, queues: SendQueues, replies: Replies, busy: str
) -> None:
    waiting = view_of(services, busy).queue_view
    waiting.held.emit()
    waiting.resumed.emit()
    assert shown(services, busy) == ["first", "second"]
    assert waiting.resume_button.isHidden()
    replies.stop(busy)
    await services.tasks.finish()
    assert await asked(services, busy) == ["on and on", "first", "second"]


async def test_an_answer_that_is_cut_short_without_stop_pauses_the_queue(
    services: Services, queues: SendQueues, replies: Replies, busy: str
) -> None:
    replies.cancel(busy)  # as the deletion of a chat does
    await services.tasks.finish()
    assert shown(services, busy) == await on_disk(services, busy) == ["first", "second"]
    assert view_of(services, busy).queue_view.reason_label.text() == "Queue paused."


async def test_a_message_that_is_edited_is_sent_after_the_edit(
    services: Services, queues: SendQueues, replies: Replies, busy: str
) -> None:
    waiting = view_of(services, busy).queue_view
    waiting.rows[0].start_editing()
    replies.stop(busy)
    await until(lambda: not replies.running_ids)
    assert waiting.reason_label.text() == "Paused while you edit a message."
    editor = waiting.rows[0].editor
    assert editor is not None
    editor.field.setPlainText("better")
    editor.send_button.click()
    await services.tasks.finish()
    assert await asked(services, busy) == ["on and on", "better", "second"]


async def test_a_cancelled_edit_lets_the_queue_continue(
    services: Services, queues: SendQueues, replies: Replies, busy: str
) -> None:
    waiting = view_of(services, busy).queue_view
    waiting.rows[1].start_editing()
    replies.stop(busy)
    await until(lambda: not replies.running_ids)
    editor = waiting.rows[1].editor
    assert editor is not None
    editor.cancel_button.click()
    await services.tasks.finish()
    assert await asked(services, busy) == ["on and on", "first", "second"]


async def test_a_closed_tab_sends_its_queue_after_a_stop(
    services: Services, queues: SendQueues, replies: Replies, tabs: TabsController, busy: str
) -> None:
    tabs.close_tab(busy)
    assert busy in replies.running_ids, "closing a tab stops nothing"
    services.window.requests.stop_requested.emit(busy)
    await services.tasks.finish()
    assert await asked(services, busy) == ["on and on", "first", "second"]


async def test_the_queue_can_be_rearranged(
    services: Services, queues: SendQueues, replies: Replies, busy: str
) -> None:
    waiting = view_of(services, busy).queue_view
    waiting.moved.emit(1, -1)
    waiting.edited.emit(0, "another")
    assert shown(services, busy) == ["another", "first"]
    waiting.removed.emit(1)
    replies.cancel(busy)
    await services.tasks.finish()
    assert await on_disk(services, busy) == shown(services, busy) == ["another"]


async def test_a_stored_queue_waits_for_the_user(
    services: Services, queues: SendQueues, tabs: TabsController
) -> None:
    await store(services, "a", "Hi", "Hello")
    await services.history.conversations.save_queue("a", (OutgoingMessage("later"),))
    tabs.open_tab("a")
    await services.tasks.finish()
    assert shown(services, "a") == ["later"]
    waiting = view_of(services, "a").queue_view
    assert not waiting.resume_button.isHidden()
    assert "before Hubbub was closed" in waiting.reason_label.text()


async def test_a_message_that_could_not_be_sent_waits_again(
    services: Services, queues: SendQueues, chat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(_conversation_id: str) -> None:
        raise StorageFailed(lazy("The disk does not answer."))

    monkeypatch.setattr(services.history.turns, "start_next", failing)
    queues.submit(chat, OutgoingMessage("say 1"))
    queues.submit(chat, OutgoingMessage("say 2"))
    await services.tasks.finish()
    assert await on_disk(services, chat) == shown(services, chat) == ["say 2"]


async def test_a_message_whose_turn_waits_stays_stored_where_the_queue_changes(
    services: Services,
    queues: SendQueues,
    turns: Turns,
    replies: Replies,
    busy: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go = asyncio.Event()

    async def waiting(*_: object) -> bool:
        await may_go.wait()
        return True

    replies.cancel(busy)
    await until(lambda: not replies.running_ids)
    monkeypatch.setattr(turns, "_may_begin", waiting)
    view_of(services, busy).queue_view.resumed.emit()
    queues.submit(busy, OutgoingMessage("third"))
    view_of(services, busy).queue_view.moved.emit(1, -1)
    await until_on_disk(services, busy, "first", "third", "second")
    may_go.set()
    await services.tasks.finish()
    texts = [each.text for each in (await stored(services, busy)).messages]
    assert texts[2::2] == ["first", "third", "second"]
    assert await on_disk(services, busy) == []


async def test_a_message_that_was_taken_and_not_sent_is_stored_again(
    services: Services,
    queues: SendQueues,
    replies: Replies,
    busy: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_taken, is_saved = asyncio.Event(), asyncio.Event()

    async def failing(_conversation_id: str) -> None:
        is_taken.set()
        await is_saved.wait()
        raise StorageFailed(lazy("The disk does not answer."))

    replies.cancel(busy)
    await until(lambda: not replies.running_ids)
    monkeypatch.setattr(services.history.turns, "start_next", failing)
    view_of(services, busy).queue_view.resumed.emit()
    await is_taken.wait()
    queues.submit(busy, OutgoingMessage("third"))
    await until_on_disk(services, busy, "second", "third")
    is_saved.set()
    await services.tasks.finish()
    assert await on_disk(services, busy) == shown(services, busy) == ["first", "second", "third"]
