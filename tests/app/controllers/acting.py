"""What tests of controllers do and look at."""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.chat.turn_events import ReplyEnded, Report, TurnStarted
from app.chat.turns import Turns
from app.comparisons.runs_controller import ComparisonRuns
from app.controllers.conversations.drafts import Drafts
from app.controllers.messages.replies import Replies, TurnStart
from app.controllers.services import Services
from app.controllers.window.leaving import LeavingController, UnsavedTexts
from app.domain.conversations import Conversation
from app.domain.messages import Turn
from app.domain.tabs import TabState
from app.models.controllers.downloads import DownloadsController
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.leaving_question import LeavingQuestion
from app.widgets.window.tray_icon import TrayIcon
from tests.flows.seeding import tree

QUICK_TURNS = 20


async def store(services: Services, conversation_id: str, *texts: str) -> Conversation:
    """Store a conversation in which the user and the model say these in turn."""
    await services.history.archive.add(tree(conversation_id, texts))
    return await stored(services, conversation_id)


async def stored(services: Services, conversation_id: str) -> Conversation:
    """Return a conversation as it is on disk."""
    conversation = await services.history.conversations.get(conversation_id)
    assert conversation is not None
    return conversation


def view_of(services: Services, conversation_id: str) -> ConversationView:
    """Return the page of a conversation that has a tab."""
    view = services.window.panes.view_of(conversation_id)
    assert view is not None
    return view


def toast_texts(services: Services) -> list[str]:
    """Return the texts of the toasts, the oldest first."""
    return [toast.content.text for toast in services.window.toasts.shown]


def press_toast(services: Services, action: str) -> None:
    """Press the button of the newest toast that offers this."""
    toasts = services.window.toasts.shown
    buttons = [(each.action_button, *each.other_buttons) for each in reversed(toasts)]
    next(each for row in buttons for each in row if each.text() == action).click()


async def until(condition: Callable[[], bool]) -> None:
    """Let tasks run until something is so; after some turns leave the core to other processes."""
    turns = itertools.count()
    async with asyncio.timeout(240):
        while not condition():  # noqa: ASYNC110 (what is waited for has no event)
            await asyncio.sleep(0 if next(turns) < QUICK_TURNS else 0.002)


def last_turn(conversation: Conversation) -> TurnStart:
    """Return what reports the last turn as if it happened now."""
    return partial(_report_last_turn, conversation)


async def _report_last_turn(conversation: Conversation, report: Report) -> None:
    question, reply = conversation.messages[-2:]
    report(TurnStarted(Turn(question, reply), conversation.messages))
    for _ in range(5):  # what the start cancels ends before the reply does
        await asyncio.sleep(0)
    report(ReplyEnded(reply, TabState()))


async def _write_until(end: asyncio.Event, conversation: Conversation, report: Report) -> None:
    question, reply = conversation.messages
    report(TurnStarted(Turn(question, reply), conversation.messages))
    await end.wait()


@dataclass
class Stage:
    """The controller, how often it has quit, and answers that end when a test says so."""

    services: Services
    replies: Replies
    turns: Turns
    downloads: DownloadsController
    comparisons: ComparisonRuns
    tray: TrayIcon
    quits: list[bool] = field(default_factory=list)
    ends: dict[str, asyncio.Event] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.window = self.services.window
        self.drafts = Drafts(self.services, self.replies)
        self.leaving = LeavingController(
            self.services,
            self.replies,
            UnsavedTexts(self.drafts, self.turns),
            self.downloads,
            self.comparisons,
            self.tray,
            lambda: self.quits.append(True),
        )

    async def answer(self, *names: str) -> None:
        """Have these answered until ``end``."""
        for name in names:
            conversation = await store(self.services, name, "Hi", "Hello")
            end = self.ends[name] = asyncio.Event()
            assert self.replies.begin(name, partial(_write_until, end, conversation))
        await until(lambda: self.tray.text != "Hubbub")

    async def end(self, name: str) -> None:
        """End an answer."""
        self.ends[name].set()
        await until(lambda: name not in self.replies.running_ids)
        QApplication.processEvents()

    @property
    def question(self) -> LeavingQuestion:
        assert self.leaving.question is not None, "it is asked"
        return self.leaving.question

    def buttons(self) -> dict[str, QPushButton]:
        found = self.question.findChildren(QPushButton)
        return {each.text(): each for each in found if not each.isHidden()}

    def press(self, text: str) -> None:
        QTest.mouseClick(self.buttons()[text], Qt.MouseButton.LeftButton)

    def ask(self) -> None:
        self.window.requests.quit_requested.emit()
