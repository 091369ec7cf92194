"""*Now* follows running turns and background work."""

import asyncio
from functools import partial

from pytestqt.qtbot import QtBot

from app.chat.turn_events import ReplyEnded, Report, StateChanged, TurnStarted
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window.now_controller import NowController
from app.domain.conversations import Conversation
from app.domain.messages import Turn
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from tests.app.controllers.acting import store, until


async def write_until(
    end: asyncio.Event, text: ReplyText, conversation: Conversation, report: Report
) -> None:
    question, reply = conversation.messages
    turn = Turn(question, reply)
    report(TurnStarted(turn, conversation.messages, texts=(text,)))
    report(StateChanged(TabState(TabActivity.WRITING)))
    await end.wait()
    report(ReplyEnded(reply, TabState()))


async def test_a_running_turn_is_shown_until_it_ends(services: Services, replies: Replies) -> None:
    NowController(services, replies)
    rows = services.window.sidebar.now.rows
    conversation = await store(services, "a", "Hi", "Hello")
    end, text = asyncio.Event(), ReplyText(2, "Hello th")
    replies.begin("a", partial(write_until, end, text, conversation))
    await until(lambda: rows.rowCount() == 1)
    row = rows.row(rows.index(0))
    assert row is not None
    assert (row.conversation_id, rows.tail(row)) == ("a", "Hello th")
    text.append("ere.")
    assert rows.tail(row) == "Hello there."
    end.set()
    await until(lambda: rows.rowCount() == 0)


async def test_background_work_is_shown_while_it_runs(
    services: Services, replies: Replies, qtbot: QtBot
) -> None:
    NowController(services, replies)
    rows = services.window.sidebar.now.rows
    shown: list[bool] = []
    background = services.background
    with (
        background.running("Naming chats"),
        background.running("Reading “Notes”", lambda: shown.append(True)),
    ):
        assert rows.rowCount() == 0, "it may end at once"
        qtbot.waitUntil(lambda: rows.rowCount() == 1)
        assert rows.index(0).data() == "Naming chats and 1 more"
        services.window.sidebar.now.view.background_opened.emit()
    assert rows.rowCount() == 0
    assert shown == [True], "what has a page is shown"
