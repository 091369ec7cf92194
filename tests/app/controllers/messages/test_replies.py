"""Replies run in separate tasks, and each tab shows the state of its reply."""

import pytest

from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.messages import MessageStatus, OutgoingMessage
from app.domain.reply_text import ReplyText
from app.errors import StorageFailed, lazy
from tests.app.controllers.acting import stored, toast_texts, until, view_of


def send(replies: Replies, chat: str, text: str) -> bool:
    return replies.send(chat, OutgoingMessage(text))


async def test_a_message_is_answered_shown_and_stored(
    services: Services, replies: Replies, chat: str
) -> None:
    assert send(replies, chat, "say 2")
    assert replies.running_ids == {chat}
    await services.tasks.finish()
    conversation = await stored(services, chat)
    assert [each.text for each in conversation.messages] == ["say 2", "word0 word1 "]
    assert view_of(services, chat).transcript.messages() == conversation.messages
    assert view_of(services, chat).state.usage == conversation.messages[1].usage
    assert replies.is_idle(chat)


async def test_a_conversation_has_one_turn_at_a_time(
    services: Services, replies: Replies, chat: str
) -> None:
    assert send(replies, chat, "on and on")
    assert not send(replies, chat, "say 1")
    await until(lambda: not replies.is_sending(chat, OutgoingMessage("on and on")))
    replies.stop(chat)
    await services.tasks.finish()
    assert send(replies, chat, "say 1")


async def test_a_message_counts_as_being_sent_until_it_is_stored(
    services: Services, replies: Replies, chat: str
) -> None:
    started: list[TurnEvent] = []
    replies.events.add(lambda _chat, event: started.append(event))
    send(replies, chat, "say 1")
    assert replies.is_sending(chat, OutgoingMessage("say 1"))
    assert not replies.is_sending(chat, OutgoingMessage("say 2"))
    await until(lambda: bool(started))
    assert isinstance(started[0], TurnStarted)
    assert not replies.is_sending(chat, OutgoingMessage("say 1"))
    await services.tasks.finish()


@pytest.mark.parametrize(("typed", "left"), [("say 1 ", ""), ("more", "more")])
async def test_the_box_is_emptied_of_what_was_sent_only(
    services: Services, replies: Replies, chat: str, typed: str, left: str
) -> None:
    view_of(services, chat).composer.set_draft(OutgoingMessage(typed))
    send(replies, chat, "say 1")
    await services.tasks.finish()
    assert view_of(services, chat).composer.draft() == OutgoingMessage(left)


async def test_a_message_that_could_not_be_stored_is_reported(
    services: Services, replies: Replies, chat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object) -> None:
        raise StorageFailed(lazy("The disk does not answer."))

    ends: list[MessageStatus | None] = []
    replies.ends.add(lambda _chat, status: ends.append(status))
    monkeypatch.setattr(services.history.turns, "start", failing)
    send(replies, chat, "say 1")
    await services.tasks.finish()
    assert ends == [None]
    assert toast_texts(services) == ["The disk does not answer."]
    assert replies.running_ids == frozenset()


async def test_closing_stores_what_was_said_and_begins_no_more(
    services: Services, replies: Replies, chat: str
) -> None:
    ends: list[MessageStatus | None] = []
    grown: list[ReplyText] = []

    def follow(_chat: str, event: TurnEvent) -> None:
        for text in event.texts if isinstance(event, TurnStarted) else ():
            text.on_changed(grown.append)

    replies.ends.add(lambda _chat, status: ends.append(status))
    replies.events.add(follow)
    send(replies, chat, "on and on")
    await until(lambda: bool(grown))
    await replies.close()
    reply = (await stored(services, chat)).messages[1]
    assert (reply.status, reply.text[:3]) == (MessageStatus.INTERRUPTED, "on ")
    assert not send(replies, chat, "say 1")
    assert ends == []


async def test_a_reply_of_a_hidden_tab_is_unread_until_its_tab_is_in_front(
    services: Services, replies: Replies, tabs: TabsController, chat: str
) -> None:
    await tabs.new_tab()
    send(replies, chat, "say 1")
    await services.tasks.finish()
    assert services.window.panes.items.state(chat).is_unread
    replies.mark_read(chat)
    assert not services.window.panes.items.state(chat).is_unread
