"""By real keys: a load that takes too long is cancelled, and the model of before answers again."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.library.models import builtin_model
from engine.client.client import EngineClient, EnginePhase
from tests.fakes.engine_client import QUICK_RESTARTS
from tests.fakes.slow_engine import SLOW_ENGINE
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


@pytest.fixture
def slow_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model whose loading takes for ever."""
    client = partial(EngineClient, SLOW_ENGINE, policy=QUICK_RESTARTS)
    monkeypatch.setattr("app.application.EngineClient", client)
    model = tmp_path / "slow.gguf"
    model.write_bytes(cached_model(write_plain).read_bytes())
    return model


def _is_halfway(person: Person) -> bool:
    return person.rooms.client.state.progress == 0.5


async def _until_builtin(person: Person) -> None:
    await person.until(lambda: person.rooms.client.state.phase is EnginePhase.READY)
    assert person.rooms.client.model_path == str(builtin_model())
    assert person.rooms.settings.current.model_path is None


@flow
async def test_a_cancelled_load_brings_the_model_of_before_back(
    qapp: QApplication, tmp_path: Path, slow_model: Path
) -> None:
    async with hubbub(qapp, tmp_path / "data") as person:
        rooms = person.rooms
        process = rooms.client.process_id
        bar = rooms.window.status_bar
        assert not bar.cancel_button.isVisible()
        rooms.model.open(str(slow_model))
        await person.until(partial(_is_halfway, person))
        assert bar.progress_bar.value() == 50
        # A message that waits for the slow one is answered by the one of before.
        conversation = await person.send("Count to 3")
        await person.press(Qt.Key.Key_M, CONTROL)
        picker = rooms.model_picker.picker
        assert picker is not None
        for _ in range(2):
            await person.press(Qt.Key.Key_Tab)
        assert picker.cancel_button.hasFocus()
        await person.press(Qt.Key.Key_Return)
        await _until_builtin(person)
        await person.until_idle(conversation)
        assert [text for text, _status in await person.stored(conversation)][1]
        shown = [each.content.text for each in rooms.window.toasts.shown]
        assert shown == [
            "Loading slow.gguf was cancelled. Hubbub demo is loaded again.",
        ]
        assert rooms.client.process_id == process
        await person.press(Qt.Key.Key_Escape)
        assert not bar.cancel_button.isVisible()
