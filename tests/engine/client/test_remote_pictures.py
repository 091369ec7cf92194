"""Pictures for other machines through the real net process: the window gives them when asked."""

import asyncio
import base64
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.ipc.lazy_text import LazyText
from engine.ipc.supervisor import RestartPolicy
from engine.messages.commands import MediaAnswer
from engine.messages.events import Finished, FinishReason, GenerationEvent
from engine.messages.media import GiveMedia, RefuseMedia
from engine.messages.remote_messages import Endpoint
from engine.messages.sampling_params import SamplingParams
from tests.net.remote import kinds
from tests.net.remote.asker import text_of
from tests.net.remote.painted import painted, pixels_of, showing
from tests.net.remote.stream_server import Heard, Script, StreamServer, delta, finish, streamed

pytestmark = pytest.mark.usefixtures("plain_environment")
CHAT = "/v1/chat/completions"
CAT, LARGE = painted(1), painted(2, 1536, 1536)


def ok(_: Heard) -> Script:
    return streamed(delta("a cat"), finish())


PAGES: kinds.Pages = {**kinds.llama_server(window=32_768), CHAT: ok}


@asynccontextmanager
async def connected(folder: str = "") -> AsyncGenerator[NetClient]:
    net = NetClient(folder=folder, policy=RestartPolicy(back_off_seconds=(0.0, 0.0)))
    try:
        yield net
    finally:
        await net.close()


def ask(net: NetClient, server: StreamServer, picture: GiveMedia) -> Request:
    endpoint = Endpoint("e1", server.url, name="rack")
    messages = [showing(picture)]
    return RemoteClient(net).submit("c1", messages, SamplingParams(), endpoint=endpoint, model="")


async def read(request: Request) -> list[GenerationEvent]:
    async with asyncio.timeout(60):
        return [each async for each in request.events()]


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

    with StreamServer(PAGES) as server:
        async with connected(str(tmp_path / "models")) as net:
            net.media.give = give
            assert text_of(await read(ask(net, server, LARGE))) == "a cat"
            assert text_of(await read(ask(net, server, LARGE))) == "a cat"
        url = server.posts()[-1].json["messages"][0]["content"][0]["image_url"]["url"]
    png = base64.b64decode(url.removeprefix("data:image/png;base64,"))
    assert pixels_of(png) == LARGE.content
    assert wanted == [LARGE.digest]


async def give(_digest: str) -> MediaAnswer:
    return CAT


async def refuse(digest: str) -> MediaAnswer:
    return RefuseMedia(digest, LazyText("The file is gone."))


async def test_a_picture_that_is_not_given_ends_the_request_with_the_reason() -> None:
    with StreamServer(PAGES) as server:
        async with connected() as net:
            net.media.give = refuse
            assert "The file is gone." in await failure(ask(net, server, CAT))
            assert server.posts() == []
            net.media.give = give
            assert text_of(await read(ask(net, server, CAT))) == "a cat", "it may be back"


async def test_a_process_that_is_killed_while_it_waits_is_asked_again_by_the_next() -> None:
    async def kill(_digest: str) -> MediaAnswer:
        assert net.process_id is not None
        os.kill(net.process_id, signal.SIGKILL)
        return CAT

    with StreamServer(PAGES) as server:
        async with connected() as net:
            net.media.give = kill
            assert await failure(ask(net, server, CAT))
            net.media.give = give
            assert text_of(await read(ask(net, server, CAT))) == "a cat"
