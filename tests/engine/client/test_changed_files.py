"""A model's file may be cut short while the real engine has it loaded."""

import os
import sys
from pathlib import Path

import pytest

from engine.client.client import EnginePhase
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from tests.fakes.engine_client import REAL_ENGINE, ask, end_of, events_of, scripted_client, until
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody change a mapped file")
async def test_a_file_that_is_cut_short_ends_in_a_sentence(tmp_path: Path) -> None:
    """The system ends who reads what is not there any more; the next process says what is wrong."""
    whole, model = cached_model(write_plain), tmp_path / "tiny.gguf"
    model.write_bytes(whole.read_bytes())
    config = EngineConfig(context_window=512)
    async with scripted_client(str(model), command=REAL_ENGINE, config=config) as client:
        await until(client, EnginePhase.READY)
        os.truncate(model, 4096)  # as a copy over it does when it begins
        end = end_of(await events_of(ask(client, "the tabs")))
        assert end.reason is FinishReason.FAILED
        assert end.error is not None
        state = await until(client, EnginePhase.EMPTY)
        assert state.failed_path == str(model)
        assert "incomplete" in state.text
        client.load(str(whole), config)
        await until(client, EnginePhase.READY)
        assert end_of(await events_of(ask(client, "the tabs"))).reason is FinishReason.LENGTH
