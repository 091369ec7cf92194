"""A model's file may be deleted, replaced or cut short while the real engine has it loaded."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_client import PATIENCE_SECONDS, QUICK_RESTARTS, end_of, events_of, until
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows lets nobody change a file that is mapped"
)
_TALK = (ChatMessage(Role.USER, "the tabs"),)


def delete(model: Path) -> None:
    """Take the name away, as a file manager does."""
    model.unlink()


def replace(model: Path) -> None:
    """Put another file into its place, as a download does."""
    other = model.with_name("other")
    other.write_bytes(b"not a model")
    other.replace(model)


def truncate(model: Path) -> None:
    """Cut the file itself short, as a copy over it does when it begins."""
    os.truncate(model, 4096)


@asynccontextmanager
async def loaded(model: Path) -> AsyncIterator[EngineClient]:
    """A client of the real engine with the model."""
    model.write_bytes(cached_model(write_plain).read_bytes())
    client = EngineClient(policy=QUICK_RESTARTS)
    await client.start()
    client.load(str(model), EngineConfig(context_window=512))
    try:
        await until(client, EnginePhase.READY)
        yield client
    finally:
        await client.close()


async def answer(client: EngineClient, conversation_id: str) -> Finished:
    """Return how an answer ends."""
    request = client.submit(conversation_id, _TALK, SamplingParams(max_tokens=20))
    async with asyncio.timeout(PATIENCE_SECONDS):
        return end_of(await events_of(request))


@pytest.mark.parametrize("change", [delete, replace])
async def test_a_file_that_goes_is_used_on(tmp_path: Path, change: Callable[[Path], None]) -> None:
    model = tmp_path / "tiny.gguf"
    async with loaded(model) as client:
        before = await answer(client, "a")
        change(model)
        after = await answer(client, "b")
        assert (before.reason, after.reason) == (FinishReason.LENGTH, FinishReason.LENGTH)
        assert client.state.phase is EnginePhase.READY


async def test_a_file_that_is_cut_short_ends_in_a_sentence(tmp_path: Path) -> None:
    """The system ends who reads what is not there any more; the next process says what is wrong."""
    model = tmp_path / "tiny.gguf"
    async with loaded(model) as client:
        truncate(model)
        end = await answer(client, "a")
        assert end.reason is FinishReason.FAILED
        assert end.error is not None
        state = await until(client, EnginePhase.EMPTY)
        assert state.failed_path == str(model)
        assert "incomplete" in state.text
        client.load(str(cached_model(write_plain)), EngineConfig(context_window=512))
        await until(client, EnginePhase.READY)
        assert (await answer(client, "a")).reason is FinishReason.LENGTH
