"""A tab is written while a hundred requests of other programs arrive at once.

tab_gap_with_flood_ms: the longest gap between two pieces of the tab's reply.
tab_gap_alone_ms: the same without the other requests.
flooded_first_token_ms: the time to the first token of the focused tab, which asks meanwhile.
flooded_queue_count: how often that request was queued.
"""

import asyncio
import threading
import time

from engine.client.client import EngineClient, EnginePhase
from engine.client.listening_socket import ListeningSocket
from engine.client.request import Request
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, Queued, TextDelta
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.runner import longest_gap_ms
from tests.fakes.engine_channel import RawClient, program_request
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

FLOOD = 100
_LONG = SamplingParams(temperature=0.8, seed=1, max_tokens=3000)
_SHORT = SamplingParams(temperature=0.8, seed=1, max_tokens=16)
_LEARNING_SECONDS = 3.0  # in which the engine learns what calls cost
_CONFIG = EngineConfig(context_window=4096, slot_count=4)


def measure_flood(seconds: float) -> dict[str, float]:
    """Measure a tab that is being written, and one that asks."""
    return asyncio.run(_measured(seconds))


async def _measured(seconds: float) -> dict[str, float]:
    client = EngineClient(channel=ListeningSocket.create())
    try:
        await client.start()
        client.load(str(cached_model(write_synthesized)), _CONFIG)
        while client.state.phase is not EnginePhase.READY:  # noqa: ASYNC110 - a listener
            await asyncio.sleep(0.01)
        client.focus("asks")
        writing = client.submit("writes", _messages("Tell me a long story."), _LONG)
        times: list[float] = []
        reader = asyncio.ensure_future(_read(writing, times))
        await asyncio.sleep(_LEARNING_SECONDS)
        began = time.perf_counter()
        await asyncio.sleep(seconds / 2)
        flooded = time.perf_counter()
        stop, ended = threading.Event(), list[int]()
        thread = threading.Thread(target=_flood, args=(client.channel_address, stop, ended))
        thread.start()
        await asyncio.sleep(seconds / 4)
        first, queue_count = await _ask(client)
        await asyncio.sleep(seconds / 4)
        over = time.perf_counter()
        stop.set()
        await asyncio.to_thread(thread.join)
        writing.cancel()
        await reader
    finally:
        await client.close()
    return {
        "tab_gap_with_flood_ms": longest_gap_ms(times, flooded, over),
        "tab_gap_alone_ms": longest_gap_ms(times, began, flooded),
        "flooded_first_token_ms": first * 1000,
        "flooded_queue_count": queue_count,
        "flooded_ended_count": len(ended),
    }


def _messages(text: str) -> list[ChatMessage]:
    return [ChatMessage(Role.USER, text)]


async def _read(request: Request, times: list[float]) -> None:
    events = request.events()
    times += [time.perf_counter() async for each in events if isinstance(each, TextDelta)]


async def _ask(client: EngineClient) -> tuple[float, int]:
    """Return the seconds to the first token of the focused tab, and how often it was queued."""
    began, first, queue_count = time.perf_counter(), 0.0, 0
    async for event in client.submit(
        "asks", _messages("And what of the harbour?"), _SHORT
    ).events():
        queue_count += isinstance(event, Queued)
        if isinstance(event, TextDelta | Finished) and not first:
            first = time.perf_counter() - began
    return first, queue_count


def _flood(address: str, stop: threading.Event, ended: list[int]) -> None:
    """Send all requests at once, as other programs do, and read the answers until ``stop``."""
    program = RawClient(address)
    for number in range(FLOOD):
        text = f"{number}: " + " ".join(f"{number}{word:03d}" for word in range(60))
        program.send(program_request(number, text, sampling=_SHORT))
    while not stop.is_set() and len(ended) < FLOOD:
        program.receive_events()
        ended[:] = [each.request_id for each in program.events if isinstance(each, Finished)]
    program.close()
