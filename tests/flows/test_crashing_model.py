"""A model that kills the engine is tried twice, and never again unless somebody asks for it."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.data_folders import Paths
from app.settings import Settings, SettingsFile
from app.storage.history import History
from engine.client.client import EngineClient, EnginePhase
from tests.fakes.engine_client import QUICK_RESTARTS
from tests.fakes.mortal_engine import MORTAL_ENGINE
from tests.flows.driving import Person, flow
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


async def _start(application: QApplication, paths: Paths) -> Person:
    rooms = Application(application, paths, await History.open(paths.database))
    await rooms.start()
    return Person(rooms)


async def _end(person: Person) -> None:
    await person.rooms.close()
    await person.rooms.history.close()


@flow
async def test_a_model_that_kills_the_engine_waits_to_be_asked_for_at_the_next_start(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = partial(EngineClient, MORTAL_ENGINE, policy=QUICK_RESTARTS)
    monkeypatch.setattr("app.application.EngineClient", client)
    model = tmp_path / "crash.gguf"
    model.write_bytes(cached_model(write_plain).read_bytes())
    loads = tmp_path / "crash.loads"
    paths = Paths.under(tmp_path / "home")
    paths.create()
    SettingsFile(paths.settings_file).save(Settings(model_path=str(model), has_seen_tour=True))

    def is_given_up(person: Person) -> bool:
        state = person.rooms.client.state
        return state.phase is EnginePhase.EMPTY and state.failed_path == str(model)

    first = await _start(qapp, paths)
    await first.until(partial(is_given_up, first))
    assert loads.read_text() == "xx"
    await _end(first)
    second = await _start(qapp, paths)
    await second.until(partial(is_given_up, second))
    assert loads.read_text() == "xx"
    (toast,) = second.rooms.window.toasts.shown
    assert toast.content.text.startswith("crash.gguf was not loaded")
    built_in = next(each for each in toast.other_buttons if each.text() == "Use the starter model")
    QTest.mouseClick(built_in, Qt.MouseButton.LeftButton)
    await second.until(lambda: second.rooms.client.state.phase is EnginePhase.READY)
    assert second.rooms.window.toasts.shown == ()
    await _end(second)
    third = await _start(qapp, paths)
    await third.until(lambda: third.rooms.client.state.phase is EnginePhase.READY)
    await _end(third)
