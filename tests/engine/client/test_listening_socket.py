"""The second channel of real engine processes: in their sandbox, over kills, and who may enter."""

import asyncio
import os
import signal
import socket
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.client.listening_socket import ListeningSocket, remove_stale_folders
from engine.ipc.lifecycle import ProcessStarted
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, ModelLoaded
from engine.messages.metrics import StepRecord
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_channel import RawClient, program_request
from tests.fakes.engine_client import PATIENCE_SECONDS, QUICK_RESTARTS, ask, first_word, until
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pipe is used there")
SHORT = SamplingParams(max_tokens=8, temperature=0)


@pytest.fixture
def listening() -> Iterator[ListeningSocket]:
    """A socket, which the test's end removes."""
    made = ListeningSocket.create()
    yield made
    made.close()


def test_only_its_user_can_enter_the_folder_and_nothing_of_it_is_left(
    listening: ListeningSocket,
) -> None:
    folder = Path(listening.address).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    listening.close()
    assert not folder.exists()
    assert (listening.address, listening.inherited, listening.arguments) == ("", (), ())


def test_an_address_that_is_too_long_for_the_system_is_made_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep = tmp_path / ("x" * 120)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    made = ListeningSocket.create()
    assert made.address
    assert not made.address.startswith(str(deep))
    assert not list(deep.iterdir())
    made.close()


def test_what_a_killed_window_left_behind_is_removed_and_what_another_uses_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory(prefix="h") as short:
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        killed, running = ListeningSocket.create(), ListeningSocket.create()
        with socket.socket(fileno=os.dup(killed.inherited[0])) as kept:
            remove_stale_folders(Path(short))
            assert Path(killed.address).exists(), "somebody listens"
            address = killed.address
            kept.shutdown(socket.SHUT_RDWR)
        remove_stale_folders(Path(short))
        assert not Path(address).parent.exists()
        assert Path(running.address).exists()
        killed.close()
        running.close()


def test_a_window_that_starts_meanwhile_removes_none_that_is_being_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Overtaken(socket.socket):
        def listen(self, *backlog: int) -> None:
            remove_stale_folders(Path(short))
            super().listen(*backlog)

    with tempfile.TemporaryDirectory(prefix="h") as short:
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socket", Overtaken)
            made = ListeningSocket.create()
        assert Path(made.address).parent.parent == Path(short)
        assert Path(made.address).exists()
        made.close()
        assert not list(Path(short).iterdir())


async def test_a_sandboxed_engine_answers_its_window_and_a_program_also_after_a_kill(
    tmp_path: Path, listening: ListeningSocket
) -> None:
    client = EngineClient(policy=QUICK_RESTARTS, folders=[str(tmp_path)], channel=listening)
    await client.start()
    client.load(str(cached_model(write_plain)), EngineConfig(context_window=512))
    try:
        await until(client, EnginePhase.READY, EnginePhase.DOWN)
        first = await asyncio.to_thread(_answer, client.channel_address)
        await first_word(ask(client, "hello"))
        program = await asyncio.to_thread(RawClient, client.channel_address)
        await asyncio.to_thread(program.until, ModelLoaded)
        number = client.process_id
        assert number is not None
        os.kill(number, signal.SIGKILL)
        assert await asyncio.to_thread(program.is_cut)
        program.close()
        # It may connect before the next process is there, and waits for it.
        assert await asyncio.to_thread(_answer, client.channel_address) == first
        assert client.process_id != number
    finally:
        await client.close()
    assert not Path(listening.address or "gone").exists()


async def test_what_a_program_asks_keeps_the_model_awake(
    listening: ListeningSocket, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = EngineClient(policy=QUICK_RESTARTS, channel=listening)
    await client.start()
    try:
        client.load(str(cached_model(write_plain)), EngineConfig(context_window=512))
        await until(client, EnginePhase.READY)
        steps: list[float | None] = []
        has_stepped = asyncio.Event()

        def note(_step: StepRecord) -> None:
            steps.append(client.idle_seconds)
            has_stepped.set()

        client.steps.add(note)
        now = time.monotonic() + 3600.0
        clock = SimpleNamespace(monotonic=lambda: now)
        monkeypatch.setattr("engine.client.client.time", clock)
        assert (client.idle_seconds or 0.0) > 3500.0
        assert await asyncio.to_thread(_answer, client.channel_address)
        async with asyncio.timeout(PATIENCE_SECONDS):  # they come by another pipe than the answer
            await has_stepped.wait()
        assert set(steps) == {0.0}
    finally:
        await client.close()


def _answer(address: str) -> str:
    program = RawClient(address)
    try:
        assert isinstance(program.until(ProcessStarted), ProcessStarted)
        program.until(ModelLoaded)
        program.send(program_request(1, "hello", sampling=SHORT))
        assert program.until_end(1).reason in (FinishReason.LENGTH, FinishReason.STOP)
        return program.text(1)
    finally:
        program.close()
