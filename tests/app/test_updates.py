"""A newer version is told of where that was asked for; else nobody is asked at all."""

import asyncio
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controllers.settings_controller import SettingsController
from app.controllers.tasks import Tasks
from app.controllers.toasts import Toasts
from app.controllers.window import updates_controller as controller_of_updates
from app.controllers.window.updates_controller import UpdatesController
from app.errors import UpdateCheckFailed
from app.settings import Settings, SettingsFile
from app.updates import RELEASES_URL, is_newer, newest_version
from app.widgets.window.main_window import MainWindow
from engine.client.net_client import NetClient

NEWEST = {"tag_name": "v99.1.0", "html_url": "file:///etc/passwd"}
FAR_AWAY = ("AF_INET", "AF_INET6")
_calls: list[str] = []
_is_listening = threading.Event()


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if _is_listening.is_set() and event in ("socket.connect", "socket.getaddrinfo"):
        family = getattr(getattr(arguments[0], "family", None), "name", FAR_AWAY[0])
        if family in FAR_AWAY:
            _calls.append(event)


sys.addaudithook(_note)


@contextmanager
def calls() -> Iterator[list[str]]:
    """Count what leaves this process for the network."""
    _calls.clear()
    _is_listening.set()
    yield _calls
    _is_listening.clear()


class Answers(http.server.BaseHTTPRequestHandler):
    """Says what the class was given."""

    body = b""
    count = 0

    def do_GET(self) -> None:
        Answers.count += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's names
        """Say nothing."""


@contextmanager
def server(answer: object) -> Iterator[str]:
    """A place that answers with this."""
    handler = type("Handler", (Answers,), {"body": json.dumps(answer).encode()})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as place:
        thread = threading.Thread(target=place.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{place.server_port}/latest"
        place.shutdown()
        thread.join()


class Window:
    """A window's toasts and settings, and who looks for updates."""

    def __init__(self, qtbot: QtBot, folder: Path, settings: Settings, url: str) -> None:
        window = MainWindow()
        qtbot.addWidget(window)
        self.net = NetClient()
        self.toasts = Toasts(window)
        self.tasks = Tasks(self.toasts.report)
        file = SettingsFile(folder / "settings.json")
        self.settings = SettingsController(settings, file, self.tasks)
        ask = partial(newest_version, self.net, url)
        self.updates = UpdatesController(self.settings, self.toasts, self.tasks, ask)

    async def close(self) -> None:
        self.updates.close()
        await self.tasks.finish()
        await self.net.close()

    async def until_told(self) -> list[str]:
        async with asyncio.timeout(90):
            while not self.toasts.shown:  # noqa: ASYNC110 (a person's eyes have no event either)
                await asyncio.sleep(0.005)
        return self.toasts.shown


async def test_nobody_is_asked_without_a_wish(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controller_of_updates, "_FIRST_SECONDS", 0.0)
    with server(NEWEST) as url, calls() as made:
        window = Window(qtbot, tmp_path, Settings(), url)
        window.updates.start()
        assert not window.updates.is_asking
        await window.tasks.finish()
        assert window.net.process_id is None
        await window.close()
    assert made == []
    assert window.toasts.shown == []


async def test_who_wishes_it_is_told_and_nothing_more_happens(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controller_of_updates, "_FIRST_SECONDS", 0.0)
    Answers.count = 0
    with server(NEWEST) as url, calls() as made:
        settings = Settings(looks_for_updates=True)
        window = Window(qtbot, tmp_path, settings, url)
        window.updates.start()
        told = await window.until_told()
        await window.close()
        assert Answers.count == 1
    assert len(told) == 1
    assert told[0].startswith("Hubbub 99.1.0 is available.")
    assert made == [], "the window itself opens no connection"


async def test_the_wish_counts_at_once_and_can_be_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    with server({"tag_name": "v0.0.1"}) as url:
        window = Window(qtbot, tmp_path, Settings(), url)
        window.settings.apply(Settings(looks_for_updates=True))
        assert window.updates.is_asking
        window.settings.apply(Settings())
        assert not window.updates.is_asking
        await window.close()
    assert window.toasts.shown == []


async def test_who_switches_it_on_without_a_network_is_told_that(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with server({}) as url:
        pass  # nobody answers there any more
    window = Window(qtbot, tmp_path, Settings(), url)
    window.settings.apply(Settings(looks_for_updates=True))
    told = await window.until_told()
    await window.close()
    assert told[0].startswith("Could not check for a new version:")


async def test_an_odd_answer_is_a_sentence() -> None:
    net = NetClient()
    words = r"Could not check for a new version: .* no version number"
    with server({"tag_name": "nightly"}) as url, pytest.raises(UpdateCheckFailed, match=words):
        await newest_version(net, url)
    await net.close()


def test_the_question_is_asked_in_secret() -> None:
    assert RELEASES_URL.startswith("https://")


@pytest.mark.parametrize(
    ("version", "than", "answer"),
    [
        ("1.2.0", "1.1.9", True),
        ("1.10.0", "1.9.0", True),
        ("1.2.0", "1.2.0", False),
        ("1.2.0", "1.2.0.dev7", True),
        ("1.2.0", "1.3.0.dev7", False),
        ("1.2.0", "unknown", False),
    ],
)
def test_versions_are_compared_as_numbers(version: str, than: str, answer: bool) -> None:
    assert is_newer(version, than) is answer
