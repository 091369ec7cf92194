"""Models by real keys: found, chosen, changed under the list, cancelled while they load."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.models.library.models import builtin_model
from app.models.model import ModelPlace
from app.widgets.kit.small_dialogs import QuestionBox
from tests.flows.driving import CONTROL, Person, flow, hubbub

LONG = "Tell me a story about tabs"


def _loaded(person: Person) -> str:
    model = person.rooms.client.state.model
    return "" if model is None else model.path


@flow
async def test_another_model_is_chosen_by_keys_and_running_text_is_kept(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "Other.gguf"
    other.write_bytes(builtin_model().read_bytes())

    async with hubbub(qapp, tmp_path / "data", str(other)) as person:
        window = person.rooms.window
        await person.until(lambda: _loaded(person) == str(other))
        name = await person.send(LONG)
        await person.until(lambda: len(person.view.transcript.last_reply_text() or "") > 9)
        await person.press(Qt.Key.Key_M, CONTROL)
        picker = person.rooms.model_picker.picker
        assert picker is not None
        assert "asked before" in picker.effect_label.text()
        await person.press(Qt.Key.Key_Down)
        await person.press(Qt.Key.Key_Return)
        (question,) = window.findChildren(QuestionBox)
        assert _loaded(person) == str(other)
        question.accept()
        await person.until(lambda: _loaded(person) == str(builtin_model()))
        await person.until_idle(name)
        ((_, _), (text, status)) = await person.stored(name)
        assert len(text) > 9
        assert status is not MessageStatus.FAILED
        window.activateWindow()
        await person.until(window.isActiveWindow)
        person.view.focus_composer()
        # The file is remembered, and can be chosen when it is needed again.
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("other")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: _loaded(person) == str(other))


def _found(person: Person) -> list[str]:
    picker = person.rooms.model_picker.picker
    if picker is None:
        return []
    rows = (picker.items.row(picker.items.index(at)) for at in range(picker.items.rowCount()))
    models = [row.model for row in rows if row is not None and row.model is not None]
    return [each.path or "" for each in models if each.place is ModelPlace.FOUND]


@flow
async def test_a_model_of_another_program_is_used_in_place(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    folder = tmp_path / ".lmstudio" / "models" / "somebody" / "Other-GGUF"
    folder.mkdir(parents=True)
    model = folder / "Other-1B-Q8_0.gguf"
    model.write_bytes(builtin_model().read_bytes())
    (folder / "half-00001-of-00002.gguf").write_bytes(b"GGUF")
    before = model.stat()

    async with hubbub(qapp, tmp_path / "data") as person:
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.until(lambda: _found(person) == [str(model)])
        await person.type("Q8")
        await person.press(Qt.Key.Key_Return)
        state = person.rooms.client
        await person.until(
            lambda: state.state.model is not None and state.state.model.path == str(model)
        )
        name = await person.send("What can you do?")
        await person.until_idle(name)
        assert (await person.stored(name))[-1][0]
    assert sorted(os.listdir(folder)) == [model.name, "half-00001-of-00002.gguf"]
    after = model.stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)
