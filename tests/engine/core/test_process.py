"""What the engine process promises its parent, tried on real processes."""

import gc
import io
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.client.client import EnginePhase
from engine.core.process import load_backend
from engine.ipc.child import child_environment
from engine.ipc.lifecycle import ProcessStarted
from engine.ipc.serve import NICENESS
from engine.messages.config import EngineConfig
from engine.messages.framing import EVENTS
from tests.fakes.engine_client import (
    NO_RESTARTS,
    REAL_ENGINE,
    ask,
    end_of,
    events_of,
    first_word,
    scripted_client,
    text_of,
    until,
)
from tests.fakes.engine_process import ENGINE_COMMAND
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

PARENT = """
import asyncio, sys
from tests.fakes.engine_client import ask, first_word, scripted_client

async def main():
    async with scripted_client() as client:
        await first_word(ask(client, sys.argv[1]))
        print(client.process_id, flush=True)
        await asyncio.sleep(3600)

asyncio.run(main())
"""


async def test_stray_prints_reach_no_frame() -> None:
    async with scripted_client(policy=NO_RESTARTS) as client:
        events = await events_of(ask(client, "print"))
    assert text_of(events) == "still here"
    assert end_of(events).error is None


def ended(process_id_fd: int) -> bool:
    """Wait for the end of a process that is no child of ours."""
    readable, _, _ = select.select([process_id_fd], [], [], 30)
    os.close(process_id_fd)
    return bool(readable)


@linux_only
@pytest.mark.parametrize(
    ("engine_is", "is_stopped"), [("on and on", False), ("hang", False), ("on and on", True)]
)
def test_the_death_of_the_window_leaves_no_engine(engine_is: str, is_stopped: bool) -> None:
    command = [sys.executable, "-c", PARENT, engine_is]
    environment = child_environment(os.environ)
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as parent:
        assert parent.stdout
        process_id = int(parent.stdout.readline())
        process_id_fd = os.pidfd_open(process_id)
        if is_stopped:
            os.kill(process_id, signal.SIGSTOP)
        parent.send_signal(signal.SIGKILL)
        has_ended = ended(process_id_fd)
        if not has_ended:
            os.kill(process_id, signal.SIGKILL)
    assert has_ended


def test_the_end_of_input_ends_the_process() -> None:
    process = subprocess.Popen(
        ENGINE_COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(os.environ),
    )
    output, _ = process.communicate(timeout=90)
    assert process.returncode == 0
    first = EVENTS.read(io.BytesIO(output))
    assert first == ProcessStarted(1, process.pid)


async def test_secrets_of_the_user_stay_out_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    async with scripted_client() as client:
        names = text_of(await events_of(ask(client, "environment"))).split()
    assert "OMP_NUM_THREADS" in names
    assert not {"OPENAI_API_KEY", "HF_TOKEN"} & set(names)


@linux_only
async def test_the_process_leaves_no_core_and_goes_first_when_memory_ends() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        facts = Path(f"/proc/{client.process_id}")
        limits = (facts / "limits").read_text("ascii").splitlines()
        score = int((facts / "oom_score_adj").read_text("ascii"))
    core = next(line for line in limits if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"]
    assert score > 0


@pytest.mark.skipif(sys.platform == "win32", reason="asks for niceness")
async def test_the_window_goes_before_the_engine() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        assert client.process_id
        niceness = os.getpriority(os.PRIO_PROCESS, client.process_id)
    assert niceness == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
async def test_ctrl_c_in_the_terminal_is_for_the_window_only() -> None:
    async with scripted_client(policy=NO_RESTARTS) as client:
        request = ask(client, "on and on")
        await first_word(request)
        assert client.process_id
        os.kill(client.process_id, signal.SIGINT)
        request.cancel()
        assert end_of(await events_of(request)).error is None


async def test_the_real_engine_says_in_words_that_a_file_is_missing(tmp_path: Path) -> None:
    async with scripted_client(str(tmp_path / "no.gguf"), command=REAL_ENGINE) as client:
        state = await until(client, EnginePhase.EMPTY)
    assert "no.gguf" in state.text
    assert state.failed_path == str(tmp_path / "no.gguf")


async def test_a_library_that_does_not_load_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLAMA_CPP_LIB_PATH", str(tmp_path))
    async with scripted_client("any.gguf", command=REAL_ENGINE, policy=NO_RESTARTS) as client:
        state = await until(client, EnginePhase.EMPTY)
    assert state.text.startswith("The library that runs models does not work on this machine: ")


def test_collections_of_garbage_skip_what_a_load_made() -> None:
    before = gc.get_freeze_count()
    config = EngineConfig(context_window=256, slot_count=1)
    backend = load_backend(str(cached_model(write_plain)), config, lambda _share: None)
    try:
        assert gc.get_freeze_count() > before + 1000
    finally:
        backend.close()
        gc.unfreeze()
