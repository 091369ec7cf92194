"""What a real engine process leaves on the disk when it dies of a model, and when it does not."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.client.supervisor import RestartPolicy
from engine.client.watchdog import HangLimits
from engine.wire.config import EngineConfig
from engine.wire.load_mark import is_marked
from tests.fakes.engine_client import NO_RESTARTS, PATIENCE_SECONDS, QUICK_RESTARTS, until
from tests.fakes.mortal_engine import MORTAL_ENGINE

_IMPATIENT = RestartPolicy(
    back_off_seconds=(), hang=HangLimits(tick_seconds=0.05, load_seconds=0.5)
)


def model_file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.gguf"
    path.write_bytes(b"GGUF")
    return path


async def end_of_load(
    tmp_path: Path, name: str, phase: EnginePhase, policy: RestartPolicy = QUICK_RESTARTS
) -> Path:
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


async def test_a_model_that_crashes_the_engine_stays_marked(tmp_path: Path) -> None:
    model = await end_of_load(tmp_path, "crash", EnginePhase.EMPTY)
    assert is_marked(tmp_path / "kept", model)


async def test_a_model_that_hangs_stays_marked(tmp_path: Path) -> None:
    model = await end_of_load(tmp_path, "hang", EnginePhase.DOWN, _IMPATIENT)
    assert is_marked(tmp_path / "kept", model)


@pytest.mark.parametrize(
    ("name", "phase"), [("good", EnginePhase.READY), ("refused", EnginePhase.EMPTY)]
)
async def test_a_load_that_comes_to_an_end_leaves_no_mark(
    tmp_path: Path, name: str, phase: EnginePhase
) -> None:
    model = await end_of_load(tmp_path, name, phase)
    assert not is_marked(tmp_path / "kept", model)


async def test_to_quit_while_a_model_loads_is_no_crash(tmp_path: Path) -> None:
    model = await end_of_load(tmp_path, "hang", EnginePhase.LOADING)
    assert not is_marked(tmp_path / "kept", model)


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
