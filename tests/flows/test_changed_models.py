"""By real keys: a model that is listed, but was cut short, replaced or deleted a moment ago."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.library.models import builtin_model
from app.settings import Settings
from engine.client.client import EnginePhase
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


async def _choose_second(person: Person, change: Callable[[], object]) -> None:
    """Open the list of models, change the file of the one before, and choose it."""
    await person.press(Qt.Key.Key_M, CONTROL)
    picker = person.rooms.model_picker.picker
    assert picker is not None
    await person.press(Qt.Key.Key_Down)
    change()
    await person.press(Qt.Key.Key_Return)


@flow
async def test_a_file_that_changes_under_the_list_is_refused_in_words(
    qapp: QApplication, tmp_path: Path
) -> None:
    model = tmp_path / "tiny.gguf"
    model.write_bytes(cached_model(write_plain).read_bytes())
    settings = Settings(temperature=0.0, recent_models=(str(model),))
    changes = (
        ("incomplete", lambda: os.truncate(model, 4096)),
        ("not a GGUF", lambda: model.write_bytes(b"flour and water" * 100)),
        ("no file", model.unlink),
    )

    async with hubbub(qapp, tmp_path / "data", settings=settings) as person:
        rooms = person.rooms
        for text, change in changes:
            before = len(rooms.window.toasts.shown)
            await _choose_second(person, change)
            await person.until(lambda: len(rooms.window.toasts.shown) > before)  # noqa: B023
            shown = rooms.window.toasts.shown[-1].content.text
            assert text in shown, shown
            assert rooms.client.state.phase is EnginePhase.READY
            assert rooms.client.model_path == str(builtin_model())
            assert rooms.settings.current.model_path is None
            model.write_bytes(cached_model(write_plain).read_bytes())
            rooms.window.toasts.shown[-1].close_button.click()
            await person.until(lambda: len(rooms.window.toasts.shown) == before)  # noqa: B023
        conversation = await person.send("Count to 3")
        await person.until_idle(conversation)
