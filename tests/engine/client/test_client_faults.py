"""Whatever becomes of the engine process: every request ends once, and the next one works."""

import asyncio
import os
import signal
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.ipc.child import Child
from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import Heartbeat, Preparing, ProcessStarted
from engine.ipc.supervisor import RestartPolicy
from engine.messages.commands import LoadModel
from engine.messages.config import EngineConfig
from engine.messages.events import Event, Finished
from engine.messages.framing import COMMANDS, EVENTS
from tests.fakes.engine_client import (
    NO_RESTARTS,
    PATIENCE_SECONDS,
    QUICK_RESTARTS,
    SOON_HANGING,
    ask,
    end_of,
    events_of,
    first_word,
    scripted_client,
    text_of,
    until,
)
from tests.fakes.engine_process import ENGINE_COMMAND
from tests.fakes.engine_watch import WatchedEngine

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def send_signal(client: EngineClient, number: int) -> int:
    """Send a real signal to the engine process and return the id it had."""
    process_id = client.process_id
    assert process_id
    os.kill(process_id, number)
    return process_id


@posix_only
async def test_a_killed_engine_ends_its_requests_and_comes_back_with_the_model() -> None:
    async with scripted_client() as client:
        requests = [ask(client, "on and on", f"chat {n}") for n in range(3)]
        for request in requests:
            await first_word(request)
        killed = send_signal(client, signal.SIGKILL)
        ends = [end_of(await events_of(request)) for request in requests]
        assert text_of(await events_of(ask(client, "say 2"))) == "word0 word1 "
        assert client.process_id != killed
        assert client.state.phase is EnginePhase.READY
    assert {end.error.kind for end in ends if end.error} == {"EngineStopped"}
    assert {end.error.text for end in ends if end.error} == {
        "The engine stopped unexpectedly (SIGKILL)."
    }
    assert all(end.usage.reply_tokens > 0 for end in ends)


async def test_text_before_the_death_is_delivered_and_the_last_words_are_kept() -> None:
    async with scripted_client() as client:
        events = await events_of(ask(client, "abort"))
        state = await until(client, EnginePhase.RESTARTING)
    assert text_of(events) == "last word"
    assert end_of(events).error
    assert state.detail.endswith("GGML_ASSERT(n_tokens < n_batch) failed")
    assert "Restarting" in state.text


@posix_only
async def test_a_process_that_is_stopped_while_it_loads_is_noticed_and_ended() -> None:
    hang = replace(SOON_HANGING.hang, start_seconds=8.0)
    policy = replace(SOON_HANGING, hang=hang)
    async with scripted_client("hang.gguf", policy=policy) as client:
        await until(client, EnginePhase.LOADING)
        stopped = send_signal(client, signal.SIGSTOP)
        state = await until(client, EnginePhase.RESTARTING)
        await until(client, EnginePhase.LOADING)
        assert client.process_id != stopped
    assert "stopped responding" in state.text


async def test_a_load_that_hangs_is_told_from_a_slow_one() -> None:
    watch = WatchedEngine()
    child = await Child.start(ENGINE_COMMAND)
    events: asyncio.Queue[Event] = asyncio.Queue()
    reading = asyncio.ensure_future(child.listen(EVENTS, events.put_nowait))
    try:
        command = LoadModel("hang.gguf", EngineConfig())
        assert isinstance(await events.get(), ProcessStarted)
        child.write(COMMANDS.encode(command))
        watch.saw_command(command)
        beats: list[Event] = []
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(beats) < 3:  # its heart beats, also where the load hangs
                event = await events.get()
                watch.saw_event(event)
                beats += [event] if isinstance(event, Heartbeat) else []
        assert [watch.tick() for _ in range(5)] == [None] * 5
        for _ in range(24):
            watch.saw_event(beats[-1])
            faults = [watch.tick() for _ in range(5)]
        assert faults[-1] == "The engine stopped responding while loading the model and was closed."
    finally:
        await child.end()
    await reading
    assert not child.is_alive


async def test_an_engine_thread_that_hangs_is_noticed_though_its_heart_beats() -> None:
    async with scripted_client(policy=SOON_HANGING) as client:
        events = await events_of(ask(client, "hang"))
        assert text_of(await events_of(ask(client, "say 1"))) == "word0 "
    assert text_of(events) == "last word"
    error = end_of(events).error
    assert error
    assert "stopped responding" in error.text


async def test_closing_a_hung_engine_kills_it_in_time() -> None:
    policy = RestartPolicy(close_seconds=0.2)
    async with scripted_client(policy=policy) as client:
        await first_word(ask(client, "hang"))
        await client.close()
        assert client.process_id is None
        assert client.state.phase is EnginePhase.DOWN


async def test_a_bug_in_the_engine_thread_ends_the_process_with_a_traceback() -> None:
    async with scripted_client() as client:
        events = await events_of(ask(client, "bug"))
        state = await until(client, EnginePhase.RESTARTING)
    error = end_of(events).error
    assert error
    assert "exit code 70" in error.text
    assert state.detail.endswith("RuntimeError: a bug of the tests")


async def test_a_model_that_kills_the_engine_twice_is_not_loaded_a_third_time() -> None:
    async with scripted_client("crash.gguf") as client:
        end = end_of(await events_of(ask(client, "say 1")))
        state = await until(client, EnginePhase.EMPTY)
        client.load("good.gguf", EngineConfig())
        assert text_of(await events_of(ask(client, "say 1"))) == "word0 "
    assert "crashed 2 times while loading crash.gguf" in state.text
    assert state.failed_path
    assert end.error
    assert end.error.text == state.text


NEVER_LIVES = """
import pathlib, sys
folder = pathlib.Path(sys.argv[1])
with (folder / "starts").open("a") as starts:
    starts.write("x")
if not (folder / "repaired").exists():
    sys.exit("no library")
from tests.fakes.engine_process import *
serve(FakeEngine, COMMANDS, EVENTS, grace_seconds=GRACE_SECONDS)
"""


async def test_an_engine_that_never_lives_stays_down_until_asked(tmp_path: Path) -> None:
    command = [sys.executable, "-c", NEVER_LIVES, str(tmp_path)]
    async with scripted_client(command=command) as client:
        waiting = ask(client, "say 1")
        down = await until(client, EnginePhase.DOWN)
        starts = (tmp_path / "starts").read_text()
        end = end_of(await events_of(waiting))
        refused = end_of(await events_of(ask(client, "say 1")))
        (tmp_path / "repaired").touch()
        client.restart()
        assert text_of(await events_of(ask(client, "say 1"))) == "word0 "
    assert len(starts) == 1 + len(QUICK_RESTARTS.back_off_seconds)
    assert down.detail == "no library"
    assert [e.error.kind for e in (end, refused) if e.error] == ["EngineStopped"] * 2


async def test_a_program_that_does_not_exist_is_said_in_words() -> None:
    async with scripted_client(command=["/no/such/engine"], policy=NO_RESTARTS) as client:
        state = await until(client, EnginePhase.DOWN)
    assert state.text.startswith("The engine could not be started: ")


async def test_a_living_engine_can_be_restarted() -> None:
    async with scripted_client(policy=NO_RESTARTS) as client:
        request = ask(client, "on and on")
        await first_word(request)
        before = client.process_id
        client.restart()
        assert end_of(await events_of(request)).error
        assert text_of(await events_of(ask(client, "say 1"))) == "word0 "
        assert client.process_id != before


async def test_a_bug_in_a_listener_is_reported_and_leaves_nobody_waiting() -> None:
    reports: list[Mapping[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reports.append(context))

    def fail(_: object) -> None:
        raise ValueError("a bug of the tests")

    async with scripted_client() as client:
        client.steps.add(fail)
        end = end_of(await events_of(ask(client, "say 3")))
        assert client.state.phase is EnginePhase.DOWN
    assert end.error
    assert [str(report["exception"]) for report in reports] == ["a bug of the tests"]


# --- hostile frames -----------------------------------------------------------------------

STARTED = EVENTS.encode(ProcessStarted(1, 1))
DEEP = b"\x82\xa4type\xa9Heartbeat\xa1x" + b"\x91" * 30_000 + b"\x00"
HOSTILE = {
    "impossible length": b"\xff\xff\xff\xff",
    "no length": b"\x00\x00\x00\x00",
    "no msgpack": struct.pack("<I", 3) + b"\xc1\xc1\xc1",
    "unknown event": struct.pack("<I", 11) + b"\x81\xa4type\xa4Evil",
    "nested too deeply": struct.pack("<I", len(DEEP)) + DEEP,
    "another version": EVENTS.encode(ProcessStarted(99, 1)),
    "no name": EVENTS.encode(Heartbeat(1, is_busy=False)),
    "half a frame": struct.pack("<I", 1000) + b"half",
}
WRITE_AND_WAIT = (
    "import sys; sys.stdout.buffer.write(bytes.fromhex(sys.argv[1])); sys.stdout.flush();{wait}"
)


def hostile_command(data: bytes, *, waits: bool) -> list[str]:
    """Return a command that writes these bytes and then waits for its end, or ends at once."""
    code = WRITE_AND_WAIT.format(wait="sys.stdin.read()" if waits else "")
    return [sys.executable, "-S", "-c", code, data.hex()]


async def test_the_window_says_what_a_process_does_before_it_starts() -> None:
    preparing = EVENTS.encode(Preparing(lazy("Comparing the card…")))
    command = hostile_command(preparing, waits=True)
    async with scripted_client(command=command, policy=NO_RESTARTS) as client:
        heard: asyncio.Queue[EngineState] = asyncio.Queue()
        client.states.add(heard.put_nowait)
        async with asyncio.timeout(PATIENCE_SECONDS):
            state = await heard.get()
    assert state == EngineState(EnginePhase.STARTING, "Comparing the card…")


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_frame_ends_the_process_and_nothing_else(data: bytes) -> None:
    greeting = b"" if data == HOSTILE["no name"] else STARTED
    command = hostile_command(greeting + data, waits=data != HOSTILE["half a frame"])
    async with scripted_client(command=command, policy=NO_RESTARTS) as client:
        waiting = ask(client, "say 1")
        state = await until(client, EnginePhase.DOWN)
        assert end_of(await events_of(waiting)).error
        assert client.process_id is None
    assert state.text


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    data=st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=60).map(lambda body: struct.pack("<I", len(body)) + body),
        st.just(EVENTS.encode(Heartbeat(1, is_busy=True)) * 20),
    )
)
def test_no_bytes_of_a_child_harm_the_window(data: bytes) -> None:
    async def story() -> Finished:
        command = hostile_command(STARTED + data, waits=False)
        async with scripted_client(command=command, policy=NO_RESTARTS) as client:
            waiting = ask(client, "say 1")
            await until(client, EnginePhase.DOWN)
            return end_of(await events_of(waiting))

    assert asyncio.run(story()).error
