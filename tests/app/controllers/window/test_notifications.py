"""The end of an answer is announced, and shown on the desktop to those who look elsewhere."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window import notifications
from app.controllers.window.notifications import NotificationController
from app.widgets.window.tray_icon import TrayIcon
from tests.app.controllers.acting import last_turn, store, stored


def tray_of(services: Services) -> TrayIcon:
    return TrayIcon(services.window.requests, services.window)


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader says."""
    texts: list[str] = []

    def announce(_window: QWidget, text: str) -> None:
        texts.append(text)

    monkeypatch.setattr(notifications, "announce", announce)
    return texts


@pytest.fixture
def shown(
    services: Services,
    replies: Replies,
    tabs: TabsController,
    monkeypatch: pytest.MonkeyPatch,
) -> list[tuple[str, str, str]]:
    """What the desktop shows."""
    controller = NotificationController(services, replies, tabs, tray_of(services))
    notes: list[tuple[str, str, str]] = []
    monkeypatch.setattr(controller.notifier, "notify", lambda *note: notes.append(note))
    return notes


async def answer(services: Services, replies: Replies) -> None:
    replies.begin("a", last_turn(await store(services, "a", "Hi", "Hello there")))
    await services.tasks.finish()


@pytest.mark.usefixtures("shown")
async def test_every_end_is_announced(
    services: Services, replies: Replies, announced: list[str]
) -> None:
    await answer(services, replies)
    assert announced == ["The answer is done."]


@pytest.mark.usefixtures("announced")
async def test_with_the_window_in_the_back_the_desktop_shows_it(
    qtbot: QtBot,
    services: Services,
    replies: Replies,
    tabs: TabsController,
    shown: list[tuple[str, str, str]],
) -> None:
    await answer(services, replies)
    assert shown == [("a", "The answer is done.", "Hello there")]
    tabs.open_tab("a")
    await services.tasks.finish()
    services.window.show()
    services.window.activateWindow()
    qtbot.waitUntil(services.window.isActiveWindow)
    replies.begin("a", last_turn(await stored(services, "a")))
    await services.tasks.finish()
    assert len(shown) == 1, "the user has seen the second one"


@pytest.mark.usefixtures("announced")
async def test_nobody_is_disturbed_who_does_not_want_it(
    services: Services, replies: Replies, shown: list[tuple[str, str, str]]
) -> None:
    services.settings.change(tells_when_done=False)
    await answer(services, replies)
    assert shown == []


async def test_an_opened_notification_opens_the_tab(
    services: Services, replies: Replies, tabs: TabsController
) -> None:
    controller = NotificationController(services, replies, tabs, tray_of(services))
    await store(services, "a", "Hi", "Hello")
    controller.notifier.opened.emit("a")
    await services.tasks.finish()
    assert services.window.panes.active_id() == "a"
