"""The client, a real engine process and a real, tiny model."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio

from engine.client.client import EngineClient, EnginePhase
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason, Snapshot, Started
from engine.messages.metrics import StepRecord
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_client import PATIENCE_SECONDS, end_of, events_of, until
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

_TALK = (ChatMessage(Role.USER, "the tabs " * 20), ChatMessage(Role.ASSISTANT, "the model"))


@pytest_asyncio.fixture
async def client() -> AsyncIterator[EngineClient]:
    client = EngineClient()
    await client.start()
    client.load(str(cached_model(write_plain)), EngineConfig(context_window=1024))
    await until(client, EnginePhase.READY)
    yield client
    await client.close()


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
