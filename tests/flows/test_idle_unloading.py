"""The model leaves memory when nobody writes, and the next message finds its chat warm."""

from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from app.controllers.engine import idle_unloader
from engine.client.client import EnginePhase
from engine.wire.usage import ReuseOrigin
from tests.flows.driving import Person, flow, hubbub

LONG = "Tell me a story about tabs that run together and never hurt each other. " * 6


def _phase(person: Person) -> EnginePhase:
    return person.rooms.client.state.phase


@flow
async def test_an_idle_model_is_unloaded_and_its_chat_comes_back_warm(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(idle_unloader, "MINUTE_SECONDS", 0.01)

    async with hubbub(qapp, tmp_path) as person:
        rooms = person.rooms
        conversation = await person.send(LONG)
        rooms.settings.change(unload_minutes=5)
        await person.until_idle(conversation)
        await person.until(lambda: _phase(person) is EnginePhase.SLEEPING)
        assert "was unloaded. The next message" in rooms.window.status_bar.text()
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
