"""Drives the whole application as a person would: by keys, on the real window."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import ParamSpec

import qasync
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.application import Application
from app.data_folders import Paths
from app.domain.conversations import TitleOrigin
from app.domain.messages import MessageStatus
from app.settings import Settings, SettingsFile
from app.storage.history import Clock, History, utc_now
from app.widgets.conversation.view import ConversationView
from app.widgets.window.main_window import MainWindow
from engine.client.client import EnginePhase
from engine.messages.metrics import StepRecord

PATIENCE_SECONDS = 240.0  # only a test that fails waits so long
CONTROL = Qt.KeyboardModifier.ControlModifier
SAME_ANSWERS = Settings(temperature=0.0)
# A window that is shown gets the focus from the window system, up to two turns of the loop later.
FOCUS_TURNS = 3
SHIFT = Qt.KeyboardModifier.ShiftModifier


P = ParamSpec("P")


def flow(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Run a test as a coroutine on the loop inside Qt's own."""

    @wraps(test)
    def run(*args: P.args, **fixtures: P.kwargs) -> None:
        loop = fixtures.pop("qt_loop")
        assert isinstance(loop, qasync.QEventLoop)
        loop.run_until_complete(test(*args, **fixtures))

    known = signature(test)
    wanted = Parameter("qt_loop", Parameter.KEYWORD_ONLY)
    run.__signature__ = known.replace(  # type: ignore[attr-defined]  # what pytest reads
        parameters=(*known.parameters.values(), wanted)
    )
    return run


class Person:
    """Hands on the keyboard, eyes on the window, and a look at the engine's own record."""

    def __init__(self, rooms: Application) -> None:
        self.rooms = rooms
        self.steps: list[StepRecord] = []
        rooms.client.steps.add(self.steps.append)

    @property
    def view(self) -> ConversationView:
        """The tab in front."""
        active_id = self.rooms.window.panes.active_id()
        assert active_id is not None
        view = self.rooms.window.panes.view_of(active_id)
        assert view is not None
        return view

    @property
    def tab_ids(self) -> tuple[str, ...]:
        """The conversations of the tabs."""
        return self.rooms.window.panes.ids()

    async def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(await self._focus_widget(), key, modifiers)
        await asyncio.sleep(0)

    async def type(self, text: str) -> None:
        """Type a text where the focus is."""
        QTest.keyClicks(await self._focus_widget(), text)
        await asyncio.sleep(0)

    async def send(self, text: str) -> str:
        """Type a message into the tab in front, press Enter, and return the conversation."""
        conversation_id = self.view.conversation_id
        await self.type(text)
        await self.press(Qt.Key.Key_Return)
        await self.until(lambda: conversation_id in self.rooms.replies.running_ids)
        return conversation_id

    async def new_tab(self) -> str:
        """Press Ctrl+T and return the new conversation once its tab is in front."""
        before = self.tab_ids
        await self.press(Qt.Key.Key_T, CONTROL)
        await self.until(lambda: len(self.tab_ids) == len(before) + 1)
        return self.view.conversation_id

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        await until(condition)

    async def until_idle(self, *conversation_ids: str) -> None:
        """Wait until these conversations are answered."""
        await self.until(lambda: not set(conversation_ids) & self.rooms.replies.running_ids)

    async def title(self, conversation_id: str) -> tuple[str, TitleOrigin]:
        """Return a title on disk and who made it."""
        conversation = await self.rooms.history.conversations.get(conversation_id)
        assert conversation is not None
        return conversation.title, conversation.title_origin

    async def stored(self, conversation_id: str) -> list[tuple[str, MessageStatus]]:
        """Return the texts and states on disk."""
        conversation = await self.rooms.history.conversations.get(conversation_id)
        assert conversation is not None
        return [(message.text, message.status) for message in conversation.messages]

    async def _focus_widget(self) -> QWidget:
        for _turn in range(FOCUS_TURNS):
            await asyncio.sleep(0)
        widget = QApplication.focusWidget()
        assert widget is not None, "something has the focus"
        return widget


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 (a person's eyes have no event to wait for)
            await asyncio.sleep(0.005)


def windows() -> list[MainWindow]:
    """Return the main windows on show."""
    shown = (each for each in QApplication.topLevelWidgets() if each.isVisible())
    return [each for each in shown if isinstance(each, MainWindow)]


@asynccontextmanager
async def hubbub(
    application: QApplication,
    folder: Path,
    model: str | None = None,
    *,
    settings: Settings = SAME_ANSWERS,
    now: Clock = utc_now,
    waits_for_model: bool = True,
) -> AsyncIterator[Person]:
    """Start the application on a data folder, hand it to a person, and quit it."""
    paths = Paths.under(folder)
    paths.create()
    SettingsFile(paths.settings_file).save(settings)
    history = await History.open(paths.database, now=now)
    rooms = Application(application, paths, history)
    person = Person(rooms)
    try:
        await rooms.start(model)
        rooms.window.activateWindow()
        if waits_for_model:
            await person.until(lambda: rooms.client.state.phase is EnginePhase.READY)
        person.view.focus_composer()
        yield person
    finally:
        await rooms.close()
        await history.close()


async def move_mouse(widget: QWidget, point: QPoint) -> None:
    """Move the pointer there; as QTest turns Qt's loop for it, outside of any task."""
    is_moved = asyncio.Event()

    def move() -> None:
        QTest.mouseMove(widget, point)
        is_moved.set()

    asyncio.get_running_loop().call_soon(move)
    await is_moved.wait()
