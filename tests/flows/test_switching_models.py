"""Models by real keys: found, chosen, changed under the list, cancelled while they load."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.models.host.table import Phase
from app.models.library.models import builtin_model
from app.models.model import ModelPlace
from app.settings import Settings
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.transcript.message_menu import RegenerateMenu, Way
from tests.flows.driving import CONTROL, Person, flow, hubbub

LONG = "Tell me a story about tabs"


def _loaded(person: Person) -> set[str]:
    entries = person.rooms.models.host.entries
    return {each.path for each in entries if each.phase is Phase.READY}


@flow
async def test_another_model_is_chosen_by_keys_while_an_answer_runs_to_its_end(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "Other.gguf"
    other.write_bytes(builtin_model().read_bytes())

    async with hubbub(qapp, tmp_path / "data", str(other)) as person:
        window = person.rooms.window
        await person.until(lambda: _loaded(person) == {str(other)})
        name = await person.send(LONG)
        await person.until(lambda: len(person.view.transcript.last_reply_text() or "") > 9)
        await person.press(Qt.Key.Key_M, CONTROL)
        picker = person.rooms.model_picker.picker
        assert picker is not None
        assert "from the next answer on" in picker.effect_label.text()
        await person.press(Qt.Key.Key_Down)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: _loaded(person) == {str(other), str(builtin_model())})
        assert window.findChildren(QuestionBox) == []
        await person.until_idle(name)
        ((_, _), (text, status)) = await person.stored(name)
        assert len(text) > 9
        assert status is MessageStatus.COMPLETE
        window.activateWindow()
        await person.until(window.isActiveWindow)
        person.view.focus_composer()
        # The file is remembered, and can be chosen when it is needed again.
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("other")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: _chosen(person) == str(other))


def _chosen(person: Person) -> str:
    known = person.rooms.models.state_of_chat(person.view.conversation_id).known_model
    return "" if known is None else known.path


@flow
async def test_an_answer_is_written_again_by_another_model_for_once(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "Other.gguf"
    other.write_bytes(builtin_model().read_bytes() + bytes(32))  # another digest
    settings = Settings(recent_models=(str(other),))
    async with hubbub(qapp, tmp_path / "data", settings=settings) as person:
        name = await person.send("Who are you?")
        await person.until_idle(name)
        reply = person.view.transcript.messages()[-1]
        person.view.requests.regenerate_with_requested.emit(reply.id)
        menus: list[RegenerateMenu] = []

        def is_open() -> bool:
            menus[:] = person.view.findChildren(RegenerateMenu)
            return bool(menus)

        await person.until(is_open)
        chosen: list[Way] = []
        menus[0].chosen.connect(chosen.append)
        (line,) = (each for each in menus[0].actions() if each.text().startswith("Model "))
        line.trigger()
        menus[0].close()
        await person.until(lambda: person.view.transcript.messages()[-1].sibling_count == 2)
        await person.until_idle(name)
        last = person.view.transcript.messages()[-1]
        assert (last.status, bool(last.text)) == (MessageStatus.COMPLETE, True)
        digest = chosen[0].options.model.digest
        answering = person.rooms.models.state_of(digest).model
        assert answering is not None
        assert answering.path == str(other)
        kept = await person.rooms.history.conversations.options(name)
        assert kept is not None
        assert kept.model.digest != digest, "the chat keeps its own model"


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
        await person.until(lambda: str(model) in _loaded(person))
        name = await person.send("What can you do?")
        await person.until_idle(name)
        assert (await person.stored(name))[-1][0]
    assert sorted(os.listdir(folder)) == [model.name, "half-00001-of-00002.gguf"]
    after = model.stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)
