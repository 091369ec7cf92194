"""Quit or unloaded, and still warm: the shipped application and a small model."""

from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from app.domain.usage import ReuseOrigin
from app.models.host import specs
from engine.client.client import EnginePhase
from tests.flows.driving import Person, flow, hubbub

LONG = "Tell me a story about tabs that run together and never hurt each other. " * 6


def _files(folder: Path) -> list[Path]:
    return list((folder / "cache" / "conversations").rglob("*.kv"))


async def _kept_ids(person: Person) -> set[str]:
    report = await person.rooms.client.queries.cache_report()
    return {entry.conversation_id for entry in report.entries if entry.disk_bytes}


@flow
async def test_a_conversation_is_warm_after_the_application_was_quit(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        conversation = await person.send(LONG)
        await person.until_idle(conversation)
        first_process = person.rooms.client.process_id
    assert len(_files(tmp_path)) == 1
    async with hubbub(qapp, tmp_path) as person:
        assert person.rooms.client.process_id != first_process
        assert await person.send("And then?") == conversation
        await person.until_idle(conversation)
        words = person.view.context_line.label.accessibleDescription()
        assert "from disk" in words, words
        assert (await _kept_ids(person)) == {conversation}
    async with hubbub(qapp, tmp_path) as person:
        told = words[words.index("tokens cached") :]
        again = person.view.context_line.label.accessibleDescription()
        assert told in again, "what was so, is said again"


def _phase(person: Person) -> EnginePhase:
    return person.rooms.client.state.phase


@flow
async def test_an_idle_model_is_unloaded_and_its_chat_comes_back_warm(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(specs, "MINUTE_SECONDS", 0.01)

    async with hubbub(qapp, tmp_path) as person:
        rooms = person.rooms
        conversation = await person.send(LONG)
        rooms.settings.change(unload_minutes=5)
        await person.until_idle(conversation)
        await person.until(lambda: _phase(person) is EnginePhase.SLEEPING)
        assert "was unloaded. The next message" in rooms.window.engine_corner.chip.toolTip()
        # The same process: only the model has gone.
        process = rooms.client.process_id
        assert process is not None
        assert psutil.pid_exists(process)
        rooms.settings.change(unload_minutes=None)
        assert await person.send("And then?") == conversation
        await person.until_idle(conversation)
        assert _phase(person) is EnginePhase.READY
        assert rooms.client.process_id == process
        stored = await rooms.history.conversations.get(conversation)
        assert stored is not None
        first, second = (each.usage for each in stored.messages if each.usage is not None)
        assert second.reused_from is ReuseOrigin.DISK
        assert second.reused_tokens >= first.prompt_tokens
