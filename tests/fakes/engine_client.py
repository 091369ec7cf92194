"""A client of the scripted engine process, and words to talk about it in tests."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.client.request import Request
from engine.ipc.entry_points import own_command
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, GenerationEvent, TextDelta
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_process import ENGINE_COMMAND

PATIENCE_SECONDS = 240  # only a test that fails waits so long
REAL_ENGINE = tuple(own_command("engine.core.process"))
QUICK_RESTARTS = RestartPolicy(back_off_seconds=(0.01, 0.01, 0.01))
NO_RESTARTS = RestartPolicy(back_off_seconds=())
SOON_HANGING = RestartPolicy(
    back_off_seconds=(0.01,),
    close_seconds=0.2,
    hang=HangLimits(tick_seconds=0.05, heartbeat_seconds=2.0, step_seconds=1.0),
)


@asynccontextmanager
async def scripted_client(
    model: str | None = "good.gguf",
    *,
    command: Sequence[str] = ENGINE_COMMAND,
    policy: RestartPolicy = QUICK_RESTARTS,
    config: EngineConfig | None = None,
    **others: Any,
) -> AsyncIterator[EngineClient]:
    """Start a client that loads ``model``, and close it at the end; the client gets ``others``."""
    client = EngineClient(command, policy=policy, **others)
    try:
        await client.start()
        if model is not None:
            client.load(model, config or EngineConfig())
        yield client
    finally:
        await client.close()


def ask(client: EngineClient, text: str, conversation_id: str = "a") -> Request:
    """Submit one message."""
    return client.submit(conversation_id, [ChatMessage(Role.USER, text)], SamplingParams())


async def until(
    client: EngineClient, *phases: EnginePhase, model: str | None = None
) -> EngineState:
    """Wait for a phase; with ``model`` until that one is loaded."""

    def is_reached(state: EngineState) -> bool:
        name = state.model.name if state.model else None
        return state.phase in phases and (model is None or name == model)

    return await _state_where(client, is_reached)


async def events_of(request: Request) -> list[GenerationEvent]:
    """Read a request to its end."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        return [event async for event in request.events()]


async def first_word(request: Request) -> None:
    """Wait for the first piece of text; the request can be read on."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for event in request.events():
            if isinstance(event, TextDelta):
                return


def text_of(events: Sequence[GenerationEvent]) -> str:
    """Return the reply that the events make up."""
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def end_of(events: Sequence[GenerationEvent]) -> Finished:
    """Return the one Finished, which must be the last event."""
    finished = [event for event in events if isinstance(event, Finished)]
    assert len(finished) == 1
    assert events[-1] is finished[0]
    return finished[0]


async def _state_where(
    client: EngineClient, is_reached: Callable[[EngineState], bool]
) -> EngineState:
    reached: asyncio.Future[EngineState] = asyncio.get_running_loop().create_future()

    def look(state: EngineState) -> None:
        if is_reached(state) and not reached.done():
            reached.set_result(state)

    remove = client.states.add(look)
    look(client.state)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await reached
    finally:
        remove()
