"""Quitting while a model is fetched from a real server: it is asked about, or finished first."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QSystemTrayIcon

from app.chat.turns import Turns
from app.controllers.conversations.comparison_runs import ComparisonRuns
from app.controllers.engine.downloads import DownloadsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window.leaving import LeavingController
from app.domain import TransferState
from app.settings import CloseAction
from app.widgets.window.tray_icon import TrayIcon
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import is_file, is_slow

LARGE = PatternContent(1_500_000, seed=3)


@pytest.fixture
def quits() -> list[bool]:
    """One entry for each time that the program would have ended."""
    return []


@pytest.fixture
def leaving(
    services: Services,
    turns: Turns,
    replies: Replies,
    downloads: DownloadsController,
    quits: list[bool],
) -> Iterator[LeavingController]:
    services.window.show()
    tray = TrayIcon(services.window.requests, services.window)
    leaving = LeavingController(
        services,
        replies,
        downloads,
        ComparisonRuns(services, turns),
        tray,
        lambda: quits.append(True),
    )
    yield leaving
    leaving.close()


@pytest.fixture
async def slow_download(net: NetClient, hub: HubServer, downloads: DownloadsController) -> str:
    """A download that goes on until ``hub.behave()``; its id."""
    hub.misbehave(is_slow(1_000_000), when=is_file)
    hub.repositories["owner/large-GGUF"] = Repository("owner/large-GGUF", {"large.gguf": LARGE})
    shown = await net.show("owner/large-GGUF")
    downloads.download(shown, shown.variants[0])
    await until(lambda: bool(downloads.transfers) and downloads.transfers[0].done_bytes > 0)
    return downloads.transfers[0].download_id


def _has_quit(quits: list[bool]) -> bool:
    QApplication.processEvents()  # timers of Qt: the loop of these tests is not Qt's
    return quits == [True]


def press(leaving: LeavingController, text: str) -> None:
    assert leaving.question is not None, "it is asked"
    buttons = {each.text(): each for each in leaving.question.findChildren(QPushButton)}
    QTest.mouseClick(buttons[text], Qt.MouseButton.LeftButton)


@pytest.mark.usefixtures("slow_download")
async def test_a_running_download_is_named_until_it_is_over(
    leaving: LeavingController, quits: list[bool], downloads: DownloadsController
) -> None:
    leaving.leave()
    assert quits == []
    assert leaving.question is not None
    assert leaving.question.text == "One download is still running."
    assert "continue at the next start" in leaving.question.note
    press(leaving, "Quit")
    assert quits == [True]
    quits.clear()
    leaving.leave()
    assert quits == []
    assert downloads.cancel_named(["large.gguf"])
    await until(lambda: _has_quit(quits))


async def test_one_that_the_user_has_paused_is_not_asked_about(
    leaving: LeavingController,
    quits: list[bool],
    downloads: DownloadsController,
    slow_download: str,
) -> None:
    downloads.pause(slow_download)
    await until(lambda: downloads.transfers[0].state is TransferState.PAUSED)
    leaving.leave()
    assert (quits, leaving.question) == ([True], None)


@pytest.mark.usefixtures("slow_download")
async def test_in_the_background_it_is_finished_before_the_program_ends(
    leaving: LeavingController,
    services: Services,
    quits: list[bool],
    hub: HubServer,
    downloads: DownloadsController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    services.settings.change(leaving=CloseAction.BACKGROUND)
    leaving.leave()
    assert not services.window.isVisible()
    assert quits == []
    hub.behave()
    await until(lambda: _has_quit(quits))
    assert [each.state for each in downloads.transfers] == [TransferState.DONE]
