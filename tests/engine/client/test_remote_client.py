"""Replies of other machines through the real net process: each ends once, whatever ends it."""

import asyncio
import base64
import os
import signal
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.net_client import NetClient, NetFailure
from engine.client.remote_client import RemoteClient, session_of
from engine.client.request import Request
from engine.ipc.lazy_text import LazyText
from engine.ipc.supervisor import RestartPolicy
from engine.messages.commands import ChatMessage, MediaAnswer, Role
from engine.messages.events import Finished, FinishReason, GenerationEvent, Started, TextDelta
from engine.messages.media import GiveMedia, RefuseMedia
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import Endpoint, EndpointKind, KeyOrigin
from engine.messages.sampling_params import SamplingParams
from tests.net.remote import kinds
from tests.net.remote.asker import text_of
from tests.net.remote.painted import painted, pixels_of, showing
from tests.net.remote.stream_server import (
    Script,
    StreamServer,
    answer,
    delta,
    finish,
    stream_head,
    streamed,
)

pytestmark = pytest.mark.usefixtures("plain_environment")
CHAT = "/v1/chat/completions"
HELLO = (ChatMessage(Role.USER, "Hello"),)
SLOW: Script = [stream_head(), delta("Hel"), threading.Event()]


@asynccontextmanager
async def connected(
    folder: Path | None = None, *, is_offline: bool = False
) -> AsyncGenerator[tuple[NetClient, RemoteClient]]:
    net = NetClient(
        folder=str(folder / "models") if folder else "",
        keys=str(folder / "keys") if folder else "",
        policy=RestartPolicy(back_off_seconds=(0.0, 0.0)),
        is_offline=is_offline,
    )
    try:
        yield net, RemoteClient(net)
    finally:
        await net.close()


def ask(remote: RemoteClient, server: StreamServer, conversation_id: str = "c1") -> Request:
    endpoint = Endpoint("e1", server.url, name="rack")
    return remote.submit(conversation_id, HELLO, SamplingParams(), endpoint=endpoint, model="")


async def read(request: Request) -> list[GenerationEvent]:
    async with asyncio.timeout(30):
        return [each async for each in request.events()]


async def read_to_text(request: Request) -> None:
    async for event in request.events():
        if isinstance(event, TextDelta):
            return


async def ended(request: Request) -> Finished:
    (end,) = [each for each in await read(request) if isinstance(each, Finished)]
    return end


async def test_a_conversation_is_answered_elsewhere() -> None:
    page = {CHAT: lambda _: streamed(delta("Hello"), finish())}
    with StreamServer({**kinds.vllm(), **page}) as server:
        async with connected() as (_, remote):
            found = await remote.probe(Endpoint("e1", server.url))
            events = await read(ask(remote, server))
        assert found.kind is EndpointKind.VLLM
        assert server.posts()[0].json["session_id"] == session_of("c1") != "c1"
    assert isinstance(events[0], Started)
    assert text_of(events) == "Hello"
    assert isinstance(events[-1], Finished)


async def test_stop_keeps_the_text_and_ends_it_there() -> None:
    with StreamServer({**kinds.plain(), CHAT: SLOW}) as server:
        async with connected() as (_, remote):
            request = ask(remote, server)
            await read_to_text(request)
            request.cancel()
            end = await ended(request)
            assert await asyncio.to_thread(server.aborted.wait, 60)
    assert (end.reason, end.usage.reply_tokens) == (FinishReason.CANCELLED, 1)


async def test_stop_before_the_process_is_there_ends_it() -> None:
    with StreamServer({**kinds.plain(), CHAT: SLOW}) as server:
        async with connected() as (_, remote):
            request = ask(remote, server)
            request.cancel()
            assert (await ended(request)).reason is FinishReason.CANCELLED


async def test_a_process_that_is_killed_ends_its_replies_and_the_next_one_answers() -> None:
    with StreamServer({**kinds.plain(), CHAT: SLOW}) as server:
        async with connected() as (net, remote):
            request = ask(remote, server)
            await read_to_text(request)
            assert net.process_id is not None
            os.kill(net.process_id, signal.SIGKILL)
            end = await ended(request)
            server.pages[CHAT] = lambda _: streamed(delta("again"), finish())
            assert text_of(await read(ask(remote, server))) == "again"
    assert end.error is not None
    assert (end.reason, end.error.kind) == (FinishReason.FAILED, "EngineStopped")


async def test_offline_ends_what_runs_and_refuses_what_comes() -> None:
    with StreamServer({**kinds.plain(), CHAT: SLOW}) as server:
        async with connected() as (net, remote):
            request = ask(remote, server)
            await read_to_text(request)
            net.set_offline(True)
            ends = [await ended(request), await ended(ask(remote, server))]
            assert net.process_id is None
            with pytest.raises(NetFailure) as caught:
                await remote.probe(Endpoint("e1", server.url))
        assert await asyncio.to_thread(server.aborted.wait, 60)
    assert caught.value.trouble is NetTrouble.OFFLINE
    assert [each.error.kind for each in ends if each.error] == ["EndpointUnreachable"] * 2


async def test_closing_the_window_ends_what_runs() -> None:
    with StreamServer({**kinds.plain(), CHAT: SLOW}) as server:
        async with connected() as (net, remote):
            request = ask(remote, server)
            await read_to_text(request)
            await net.close()
            assert (await ended(request)).reason is FinishReason.FAILED
            assert (await ended(ask(remote, server))).reason is FinishReason.FAILED


async def test_half_a_letter_is_refused_before_it_is_sent() -> None:
    async with connected() as (_, remote):
        endpoint = Endpoint("e1", "http://127.0.0.1:9")
        half = (ChatMessage(Role.USER, "\ud83d"),)
        request = remote.submit("c1", half, SamplingParams(), endpoint=endpoint, model="")
        end = await ended(request)
    assert end.error is not None
    assert end.error.kind == "NotSendable"


async def test_a_key_lies_in_a_file_of_its_own_in_the_sandbox_too(tmp_path: Path) -> None:
    refused = answer({"error": "no"}, 401)
    with StreamServer({**kinds.plain(), CHAT: refused}) as server:
        endpoint = Endpoint("e1", server.url)
        async with connected(tmp_path) as (_, remote):
            report = await remote.keep_key(endpoint, "sk-secret")
            assert (report.is_set, report.origin) == (True, KeyOrigin.FILE)
            end = await ended(ask(remote, server))
            assert (await remote.report_key(endpoint)).is_set
        assert server.posts()[0].headers["authorization"] == "Bearer sk-secret"
    (file,) = (tmp_path / "keys").glob("*.key")
    assert file.stat().st_mode & 0o777 == 0o600
    assert end.error is not None
    assert end.error.kind == "KeyRefused"


async def test_two_tabs_elsewhere_do_not_wait_for_each_other() -> None:
    turns: Iterator[Script] = iter([SLOW, [*streamed(delta("quick"), finish())]])
    with StreamServer({**kinds.plain(), CHAT: lambda _: next(turns)}) as server:
        async with connected() as (_, remote):
            slow = ask(remote, server)
            await read_to_text(slow)
            assert text_of(await read(ask(remote, server, "c2"))) == "quick"
            slow.cancel()
            assert (await ended(slow)).reason is FinishReason.CANCELLED


CAT, LARGE = painted(1), painted(2, 1536, 1536)
SEEING: kinds.Pages = {
    **kinds.llama_server(window=32_768),
    CHAT: lambda _: streamed(delta("a cat"), finish()),
}


def look(remote: RemoteClient, server: StreamServer, picture: GiveMedia) -> Request:
    endpoint, messages = Endpoint("e1", server.url, name="rack"), [showing(picture)]
    return remote.submit("c1", messages, SamplingParams(), endpoint=endpoint, model="")


async def failure(request: Request) -> str:
    (end,) = [each for each in await read(request) if isinstance(each, Finished)]
    assert end.reason is FinishReason.FAILED
    assert end.error is not None
    return end.error.text


async def test_a_large_picture_is_given_packed_and_sent_in_the_sandbox_too(tmp_path: Path) -> None:
    wanted: list[str] = []

    async def give(digest: str) -> MediaAnswer:
        wanted.append(digest)
        return LARGE

    with StreamServer(SEEING) as server:
        async with connected(tmp_path) as (net, remote):
            net.media.give = give
            assert text_of(await read(look(remote, server, LARGE))) == "a cat"
            assert text_of(await read(look(remote, server, LARGE))) == "a cat"
        url = server.posts()[-1].json["messages"][0]["content"][0]["image_url"]["url"]
    png = base64.b64decode(url.removeprefix("data:image/png;base64,"))
    assert pixels_of(png) == LARGE.content
    assert wanted == [LARGE.digest]


async def give(_digest: str) -> MediaAnswer:
    return CAT


async def refuse(digest: str) -> MediaAnswer:
    return RefuseMedia(digest, LazyText("The file is gone."))


async def test_a_picture_that_is_not_given_ends_the_request_with_the_reason() -> None:
    with StreamServer(SEEING) as server:
        async with connected() as (net, remote):
            net.media.give = refuse
            assert "The file is gone." in await failure(look(remote, server, CAT))
            assert server.posts() == []
            net.media.give = give
            assert text_of(await read(look(remote, server, CAT))) == "a cat", "it may be back"


async def test_a_process_that_is_killed_while_it_waits_is_asked_again_by_the_next() -> None:
    async def kill(_digest: str) -> MediaAnswer:
        assert net.process_id is not None
        os.kill(net.process_id, signal.SIGKILL)
        return CAT

    with StreamServer(SEEING) as server:
        async with connected() as (net, remote):
            net.media.give = kill
            assert await failure(look(remote, server, CAT))
            net.media.give = give
            assert text_of(await read(look(remote, server, CAT))) == "a cat"
