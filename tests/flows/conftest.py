"""What flows stand on: a scripted engine, a display of a test's own and the program on it."""

import os
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.process.clipboard import release_clipboard
from engine.client.client import EngineClient
from tests.fakes.engine_process import ENGINE_COMMAND
from tests.flows.external_process import ExternalProcess, end


@pytest.fixture
def scripted_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application starts the engine that says what it is told to, in a real process."""
    monkeypatch.setattr("app.application.EngineClient", partial(EngineClient, ENGINE_COMMAND))


@pytest.fixture(autouse=True)
def _program_habits(qapp: QApplication) -> Iterator[None]:
    """As the program does, at its start and at its end; these tests share one process."""
    qapp.setQuitOnLastWindowClosed(False)
    yield
    release_clipboard()


@pytest.fixture
def display() -> Iterator[str]:
    """A display of the test's own, 1280 by 800."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    assert number, "the display server started"
    yield f":{number}"
    end(server)


@pytest.fixture
def external_process(display: str, tmp_path: Path) -> Iterator[ExternalProcess]:
    """The program on that display, its window in front, for somebody who knows it already."""
    config = tmp_path / "hubbub" / "config"
    config.mkdir(parents=True)
    (config / "settings.json").write_text('{"has_seen_tour": true}')
    external_process = ExternalProcess(display, tmp_path / "hubbub")
    try:
        external_process.wait_for_window("New chat")
        yield external_process
    finally:
        external_process.end()
