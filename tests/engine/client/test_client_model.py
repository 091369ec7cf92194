"""The client, a real engine process and a real, tiny model."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.client.client import EngineClient, EnginePhase
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from engine.load_mark import DRAFT_FILE_NAME, is_marked
from engine.messages.commands import ChatMessage, MediaAnswer, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason, Snapshot, Started
from engine.messages.media import GiveMedia
from engine.messages.metrics import StepRecord
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_client import (
    NO_RESTARTS,
    PATIENCE_SECONDS,
    QUICK_RESTARTS,
    REAL_ENGINE,
    SOON_HANGING,
    end_of,
    events_of,
    scripted_client,
    text_of,
    until,
)
from tests.fakes.media import picture
from tests.fakes.mortal_engine import MORTAL_ENGINE
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

_TALK = (ChatMessage(Role.USER, "the tabs " * 20), ChatMessage(Role.ASSISTANT, "the model"))
_IMPATIENT = RestartPolicy(
    back_off_seconds=(), hang=HangLimits(tick_seconds=0.05, load_seconds=0.5)
)


@pytest_asyncio.fixture
async def client() -> AsyncIterator[EngineClient]:
    model, config = str(cached_model(write_plain)), EngineConfig(context_window=1024)
    async with scripted_client(model, command=REAL_ENGINE, config=config) as client:
        await until(client, EnginePhase.READY)
        yield client


async def test_what_is_certain_is_read_before_the_message_is_sent(client: EngineClient) -> None:
    read = asyncio.Event()

    def hear(step: StepRecord) -> None:
        if step.prefill_tokens:
            read.set()

    client.steps.add(hear)
    client.prewarm("a", _TALK)
    async with asyncio.timeout(90):
        await read.wait()
    messages = (*_TALK, ChatMessage(Role.USER, "and now?"))
    events = await events_of(client.submit("a", messages, SamplingParams(max_tokens=3)))
    (started,) = [event for event in events if isinstance(event, Started)]
    assert started.usage.reused_tokens >= 16


async def test_what_is_asked_in_the_background_is_answered_while_four_chats_rest(
    client: EngineClient,
) -> None:
    talk = (ChatMessage(Role.USER, "the tabs " * 20),)
    for number in range(4):
        await events_of(client.submit(f"chat {number}", talk, SamplingParams(max_tokens=5)))
    options = RequestOptions(rank=Rank.BACKGROUND)
    request = client.submit("title", talk, SamplingParams(max_tokens=5), options)
    async with asyncio.timeout(PATIENCE_SECONDS):
        events = await events_of(request)
    assert any(isinstance(event, Started) for event in events)
    assert end_of(events).reason is FinishReason.LENGTH


async def test_four_conversations_share_decode_calls(client: EngineClient) -> None:
    steps: list[StepRecord] = []
    client.steps.add(steps.append)
    sampling = SamplingParams(max_tokens=60)
    snapshots: list[Snapshot] = []
    has_rested = asyncio.Event()

    def see(snapshot: Snapshot) -> None:
        snapshots.append(snapshot)
        if all(view.state == "parked" for view in snapshot.slots):
            has_rested.set()

    client.snapshots.add(see)
    requests = [client.submit(f"c{n}", (_TALK[0],), sampling) for n in range(4)]
    ends = [(await events_of(request))[-1] for request in requests]
    assert all(isinstance(end, Finished) and end.reason is FinishReason.LENGTH for end in ends)
    assert sum(step.decode_slots == (0, 1, 2, 3) for step in steps) >= 40
    async with asyncio.timeout(90):
        await has_rested.wait()  # the last one comes behind the last event
    assert len(snapshots[-1].slots) == 4
    assert snapshots[-1].rates.decode


def model_file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.gguf"
    path.write_bytes(b"GGUF")
    return path


async def end_of_load(tmp_path: Path, name: str, phase: EnginePhase, policy: RestartPolicy) -> Path:
    """Load a model in a process of the real engine, and end with the client."""
    model, config = model_file(tmp_path, name), EngineConfig(cache_dir=str(tmp_path / "kept"))
    command = MORTAL_ENGINE
    async with scripted_client(str(model), command=command, policy=policy, config=config) as client:
        await until(client, phase)
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


async def test_a_draft_model_that_crashes_costs_one_start(tmp_path: Path) -> None:
    model, draft = model_file(tmp_path, "good"), model_file(tmp_path, "crash")
    folder = tmp_path / "kept"
    config = EngineConfig(cache_dir=str(folder), draft_path=str(draft))
    async with scripted_client(
        str(model), command=MORTAL_ENGINE, policy=QUICK_RESTARTS, config=config
    ) as client:
        await until(client, EnginePhase.RESTARTING)
        await until(client, EnginePhase.READY)
    assert is_marked(folder, draft, DRAFT_FILE_NAME)
    assert not is_marked(folder, model)


async def test_a_draft_model_is_not_blamed_for_an_end_during_its_load(tmp_path: Path) -> None:
    model, draft = model_file(tmp_path, "good"), model_file(tmp_path, "hang")
    folder = tmp_path / "kept"
    config = EngineConfig(cache_dir=str(folder), draft_path=str(draft))
    async with scripted_client(str(model), command=MORTAL_ENGINE, config=config):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not is_marked(folder, draft, DRAFT_FILE_NAME):  # noqa: ASYNC110 (no event either)
                await asyncio.sleep(0.005)
    assert not is_marked(folder, draft, DRAFT_FILE_NAME)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
async def test_the_mark_is_there_before_the_load_begins(tmp_path: Path) -> None:
    """As when the whole machine goes down: nobody is left to write anything."""
    model, config = model_file(tmp_path, "hang"), EngineConfig(cache_dir=str(tmp_path / "kept"))
    async with scripted_client(
        str(model), command=MORTAL_ENGINE, policy=NO_RESTARTS, config=config
    ) as client:
        async with asyncio.timeout(PATIENCE_SECONDS):
            # Until the loader has begun.
            while client.state.progress != 0.5:  # noqa: ASYNC110 (what is waited for has no event)
                await asyncio.sleep(0.005)
        assert client.process_id
        os.kill(client.process_id, signal.SIGKILL)
        await until(client, EnginePhase.DOWN)
    assert is_marked(tmp_path / "kept", model)


PICTURE, CONTENT = picture(1)


async def give(digest: str) -> MediaAnswer:
    return GiveMedia(digest, PICTURE.kind, PICTURE.width, PICTURE.height, CONTENT)


async def test_a_picture_without_an_end_ends_its_request_and_the_next_process_answers() -> None:
    async with scripted_client(
        "staring.gguf", command=MORTAL_ENGINE, policy=SOON_HANGING, give_media=give
    ) as client:
        looking = ChatMessage(Role.USER, "look", media=(PICTURE,))
        events = await events_of(client.submit("a", [looking], SamplingParams(max_tokens=4)))
        error = end_of(events).error
        assert error
        assert error.text == "The engine stopped responding and was closed."
        answer = client.submit("b", [ChatMessage(Role.USER, "read")], SamplingParams(max_tokens=4))
        assert text_of(await events_of(answer))
