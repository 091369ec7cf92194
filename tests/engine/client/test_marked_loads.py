"""What a real engine process leaves on the disk when it dies of a model, and when it does not."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from engine.load_mark import is_marked
from engine.messages.commands import ChatMessage, MediaAnswer, Role
from engine.messages.config import EngineConfig
from engine.messages.media import GiveMedia
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_client import (
    NO_RESTARTS,
    PATIENCE_SECONDS,
    QUICK_RESTARTS,
    SOON_HANGING,
    end_of,
    events_of,
    text_of,
    until,
)
from tests.fakes.media import picture
from tests.fakes.mortal_engine import MORTAL_ENGINE

_IMPATIENT = RestartPolicy(
    back_off_seconds=(), hang=HangLimits(tick_seconds=0.05, load_seconds=0.5)
)


def model_file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.gguf"
    path.write_bytes(b"GGUF")
    return path


async def end_of_load(tmp_path: Path, name: str, phase: EnginePhase, policy: RestartPolicy) -> Path:
    """Load a model in a process of the real engine, and end with the client."""
    model = model_file(tmp_path, name)
    client = EngineClient(MORTAL_ENGINE, policy=policy)
    await client.start()
    client.load(str(model), EngineConfig(cache_dir=str(tmp_path / "kept")))
    try:
        await until(client, phase)
    finally:
        await client.close()
    return model


@pytest.mark.parametrize(
    ("name", "phase", "is_left"),
    [
        ("crash", EnginePhase.EMPTY, True),
        ("hang", EnginePhase.DOWN, True),
        ("hang", EnginePhase.LOADING, False),  # to quit meanwhile is not a crash
        ("good", EnginePhase.READY, False),
        ("refused", EnginePhase.EMPTY, False),
    ],
)
async def test_a_model_that_the_engine_died_of_stays_marked(
    tmp_path: Path, name: str, phase: EnginePhase, is_left: bool
) -> None:
    policy = _IMPATIENT if phase is EnginePhase.DOWN else QUICK_RESTARTS
    model = await end_of_load(tmp_path, name, phase, policy)
    assert is_marked(tmp_path / "kept", model) is is_left


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
async def test_the_mark_is_there_before_the_load_begins(tmp_path: Path) -> None:
    """As when the whole machine goes down: nobody is left to write anything."""
    model = model_file(tmp_path, "hang")
    client = EngineClient(MORTAL_ENGINE, policy=NO_RESTARTS)
    await client.start()
    client.load(str(model), EngineConfig(cache_dir=str(tmp_path / "kept")))
    async with asyncio.timeout(PATIENCE_SECONDS):
        # Until the loader has begun.
        while client.state.progress != 0.5:  # noqa: ASYNC110 (what is waited for has no event)
            await asyncio.sleep(0.005)
    assert client.process_id
    os.kill(client.process_id, signal.SIGKILL)
    await until(client, EnginePhase.DOWN)
    await client.close()
    assert is_marked(tmp_path / "kept", model)


PICTURE, CONTENT = picture(1)


async def give(digest: str) -> MediaAnswer:
    return GiveMedia(digest, PICTURE.kind, PICTURE.width, PICTURE.height, CONTENT)


async def test_a_picture_without_an_end_ends_its_request_and_the_next_process_answers() -> None:
    client = EngineClient(MORTAL_ENGINE, policy=SOON_HANGING, give_media=give)
    await client.start()
    client.load("staring.gguf", EngineConfig())
    try:
        looking = ChatMessage(Role.USER, "look", media=(PICTURE,))
        events = await events_of(client.submit("a", [looking], SamplingParams(max_tokens=4)))
        error = end_of(events).error
        assert error
        assert error.text == "The engine stopped responding and was closed."
        answer = client.submit("b", [ChatMessage(Role.USER, "read")], SamplingParams(max_tokens=4))
        assert text_of(await events_of(answer))
    finally:
        await client.close()
