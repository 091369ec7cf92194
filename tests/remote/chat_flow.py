"""The same chat on any server: sent, streamed, stopped, continued, asked again, beside others.

Beside it the engine of this computer answers, as the third tab of the same window.
"""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.client.client import EngineClient, EnginePhase
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason, GenerationEvent, Started, TextDelta
from engine.messages.remote_messages import Endpoint, EndpointFound
from engine.messages.sampling_params import SamplingParams

SECONDS = 120.0
QUESTION = ChatMessage(Role.USER, "How do I open a new tab, and how do I close it again?")
SHORT = SamplingParams(max_tokens=24, temperature=0.0)
LONG = SamplingParams(max_tokens=400, temperature=1.0, seed=3)
# So hot that no model finds an end by itself before it is stopped.
ENDLESS = SamplingParams(max_tokens=900, temperature=9.0, top_k=1000, top_p=1.0, min_p=0.0)


@dataclass(frozen=True, slots=True)
class Served:
    """Where a server answers, and the key that it wants; empty for none."""

    address: str
    key: str = ""


@dataclass
class Reply:
    """What came of one request."""

    text: str
    end: Finished
    events: Sequence[GenerationEvent] = field(repr=False, default=())


class ChatFlow:
    """Runs the chat; each step prints a line, and fails where a promise is not kept."""

    def __init__(self, remote: RemoteClient, served: Served) -> None:
        self._remote = remote
        self._endpoint = Endpoint("under test", served.address, name="there")
        self._key = served.key
        self._model = ""
        self._ids = (f"flow {number}" for number in itertools.count())

    async def run(self) -> None:
        """Run all steps."""
        found = await self._probe()
        chat = next(self._ids)
        first = await self._read(self.submit(chat, [QUESTION], SHORT))
        _check("a reply streams", first, FinishReason.LENGTH, FinishReason.STOP)
        stopped = await self._stop()
        for _ in range(9):  # a tiny model may end by itself before it is stopped
            if stopped.end.reason is not FinishReason.STOP:
                break
            stopped = await self._stop()
        # Behind a router nobody can make it hot enough: then its prompt is stopped.
        if stopped.end.reason is FinishReason.STOP:
            stopped = await self._stop(is_at_start=True)
        _check("stop ends it and keeps the text", stopped, FinishReason.CANCELLED)
        cut = ChatMessage(Role.ASSISTANT, stopped.text or "Press")
        further = await self._read(self.submit(chat, [QUESTION, cut], SHORT))
        _check("a cut answer goes on", further, FinishReason.LENGTH, FinishReason.STOP)
        again = await self._read(self.submit(chat, [QUESTION], SHORT))
        _check("asked again, it is answered again", again, FinishReason.LENGTH, FinishReason.STOP)
        print(
            f"     {again.end.usage.reused_tokens} of {again.end.usage.prompt_tokens} tokens warm"
        )
        variants = [self.submit(chat, [QUESTION], LONG) for _ in range(3)]
        for each in await asyncio.gather(*map(self._read, variants)):
            _check("a variant comes beside others", each, FinishReason.LENGTH, FinishReason.STOP)
        await self._slide(found)

    async def beside(self, others: Sequence["ChatFlow"], engine: EngineClient) -> None:
        """Have tabs on several machines and one of this computer answer at the same moment."""
        here = engine.submit("flow here", [QUESTION], SHORT)
        tabs = [each.submit("beside", [QUESTION], SHORT) for each in (self, *others)]
        for reply in await asyncio.gather(*map(self._read, [here, *tabs])):
            _check("tabs here and there write together", reply, *_WRITTEN)

    async def _probe(self) -> EndpointFound:
        if self._key:
            await self._remote.keep_key(self._endpoint, self._key)
        found = await self._remote.probe(self._endpoint)
        print(
            f"  ok  it is {found.kind.value} {found.version}, {found.latency_seconds * 1000:.1f} ms"
        )
        for each in found.models:
            print(f"     {each}")
        assert found.models
        self._model = found.models[0].name
        return found

    async def _stop(self, *, is_at_start: bool = False) -> Reply:
        long = ChatMessage(Role.USER, "Open a tab. " * 300)
        messages = [long] if is_at_start else [QUESTION]
        request = self.submit(next(self._ids), messages, ENDLESS)
        seen: list[GenerationEvent] = []
        async for event in request.events():
            seen.append(event)
            if isinstance(event, Started if is_at_start else TextDelta):
                request.cancel()
        return _reply(seen)

    async def _slide(self, found: EndpointFound) -> None:
        window = found.models[0].context_window
        if window is None:
            return
        turn = (QUESTION, ChatMessage(Role.ASSISTANT, "Press Ctrl+T, and later Ctrl+W."))
        reply = await self._read(
            self.submit(next(self._ids), [*turn * (window // 20), QUESTION], SHORT)
        )
        _check("a long chat slides", reply, *_WRITTEN)
        dropped = [
            each.usage.dropped_messages for each in reply.events if isinstance(each, Started)
        ]
        print(f"     {dropped} messages left out, {reply.end.usage.prompt_tokens} tokens sent")
        assert dropped[0] > 0
        assert reply.end.usage.prompt_tokens < window

    def submit(
        self, chat: str, messages: Sequence[ChatMessage], sampling: SamplingParams
    ) -> Request:
        return self._remote.submit(
            chat, messages, sampling, endpoint=self._endpoint, model=self._model
        )

    async def _read(self, request: Request) -> Reply:
        async with asyncio.timeout(SECONDS):
            return _reply([each async for each in request.events()])


_WRITTEN = (FinishReason.LENGTH, FinishReason.STOP)


def _reply(events: Sequence[GenerationEvent]) -> Reply:
    text = "".join(each.text for each in events if isinstance(each, TextDelta))
    (end,) = [each for each in events if isinstance(each, Finished)]
    return Reply(text, end, events)


def _check(name: str, reply: Reply, *reasons: FinishReason) -> None:
    assert reply.end.reason in reasons, (name, reply.end)
    assert reply.text or reply.end.reason is not FinishReason.LENGTH, (name, reply)
    usage = reply.end.usage
    first = usage.first_token_seconds or 0.0
    print(
        f"  ok  {name}: {usage.reply_tokens} tokens, first after {first * 1000:.0f} ms "
        f"(network {usage.network_seconds * 1000:.0f}, queue {usage.queue_seconds * 1000:.0f}, "
        f"reading {usage.reading_seconds * 1000:.0f})"
    )


async def run_flows(servers: Sequence[Served], model: str, folder: Path) -> None:
    """Run the chat on each server, then on all of them at once beside this computer's engine."""
    net = NetClient(folder=str(folder / "models"), keys=str(folder / "keys"))
    engine = EngineClient()
    try:
        flows = [ChatFlow(RemoteClient(net), each) for each in servers]
        for served, flow in zip(servers, flows, strict=True):
            print(served.address)
            await flow.run()
        await engine.start()
        engine.load(model, EngineConfig())
        async with asyncio.timeout(SECONDS):
            while engine.state.phase is not EnginePhase.READY:  # noqa: ASYNC110 - a listener
                await asyncio.sleep(0.05)
        await flows[0].beside(flows[1:], engine)
    finally:
        await engine.close()
        await net.close()
