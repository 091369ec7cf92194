"""The net process's own connection to a real engine: asked, cut off, connected again."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.client import EngineClient
from engine.client.listening_socket import ListeningSocket
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineStopped, NotSendable
from engine.messages.events import Finished, FinishReason, TextDelta
from engine.messages.framing import MAX_FRAME_BYTES
from engine.messages.programs import program_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.server import engine_link
from engine.server.engine_link import EngineLink, channel
from tests.models.talker import TALKER

PATIENCE_SECONDS = 60
HELLO = (ChatMessage(Role.USER, "Hello"),)
NAME = program_conversation("test", "one")
PROGRAM = RequestOptions(rank=Rank.PROGRAM)


class Changes:
    def __init__(self) -> None:
        self.came = asyncio.Event()

    async def until_there_is(self, link: EngineLink, *, is_there: bool = True) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (link.model is not None) is not is_there:
                await self.came.wait()
                self.came.clear()


@asynccontextmanager
async def linked() -> AsyncGenerator[tuple[EngineClient, EngineLink, Changes]]:
    engine = EngineClient(channel=ListeningSocket.create())
    changes = Changes()
    link = EngineLink(channel(engine.channel_address), changes.came.set)
    running = asyncio.ensure_future(link.run())
    try:
        await engine.start()
        engine.load(str(TALKER), EngineConfig(context_window=1024))
        await changes.until_there_is(link)
        yield engine, link, changes
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await engine.close()


async def replied(link: EngineLink, sampling: SamplingParams) -> tuple[str, Finished]:
    request = link.submit(NAME, HELLO, sampling, PROGRAM)
    text = ""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for event in request.events():
            if isinstance(event, TextDelta):
                text += event.text
    assert isinstance(event, Finished)
    return text, event


async def test_a_question_is_answered_and_an_engine_that_dies_is_found_again() -> None:
    async with linked() as (engine, link, changes):
        text, finished = await replied(link, SamplingParams(max_tokens=8, temperature=0))
        assert text
        assert (finished.reason, finished.usage.reply_tokens) == (FinishReason.LENGTH, 8)
        assert (await link.count_tokens("Hello")).token_count > 0
        assert (await link.weigh(HELLO, PROGRAM)).is_known
        assert len((await link.state()).slots) == 4

        endless = SamplingParams(grammar="root ::= [a-z] root")
        reply = asyncio.ensure_future(replied(link, endless))
        await asyncio.sleep(0.1)
        assert engine.process_id is not None
        os.kill(engine.process_id, signal.SIGKILL)
        _, finished = await reply
        assert finished.error is not None
        assert finished.error.kind == "EngineStopped"
        await changes.until_there_is(link, is_there=False)
        with pytest.raises(EngineStopped):
            await link.count_tokens("Hello")
        await changes.until_there_is(link)
        assert (await replied(link, SamplingParams(max_tokens=1)))[1].error is None


async def test_a_request_that_is_cancelled_ends_so() -> None:
    async with linked() as (_, link, _changes):
        request = link.submit(NAME, HELLO, SamplingParams(grammar="root ::= [a-z] root"), PROGRAM)
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for event in request.events():
                if isinstance(event, TextDelta):
                    request.cancel()
        assert isinstance(event, Finished)
        assert event.reason is FinishReason.CANCELLED


async def test_prompts_of_all_that_wait_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_link, "_OPEN_BYTES", 1000)
    async with linked() as (_, link, _changes):
        sampling = SamplingParams(max_tokens=1)
        long = (ChatMessage(Role.USER, "x" * 1000),)
        request = link.submit(NAME, long, sampling, PROGRAM)
        (event,) = [each async for each in request.events()]
        assert isinstance(event, Finished)
        assert event.error is not None
        assert event.error.kind == "TooMuchAsked"
        assert (await replied(link, sampling))[1].error is None  # what was answered counts no more
        assert (await replied(link, sampling))[1].error is None


async def test_what_no_frame_can_hold_is_told_to_who_asks() -> None:
    link = EngineLink(channel(""))
    with pytest.raises(NotSendable):
        link.submit(
            NAME, (ChatMessage(Role.USER, "x" * MAX_FRAME_BYTES),), SamplingParams(), PROGRAM
        )


async def test_without_an_engine_there_is_a_sentence(tmp_path: Path) -> None:
    link = EngineLink(channel(str(tmp_path / "nobody")))
    _, finished = await replied(link, SamplingParams())
    assert finished.error is not None
    assert finished.error.text == "The engine is not running."
