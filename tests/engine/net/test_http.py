"""The one client: whom it trusts with the token, how far it follows, how much it reads."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from email.utils import formatdate
from typing import Any

import httpx2
import msgspec
import pytest

from app.net_process.process import MAX_RELEASE_BYTES, newest_release
from engine.dialects.generation import Ended
from engine.dialects.openai_chat import ChatExchange, finish_reason
from engine.messages.events import FinishReason
from engine.messages.metrics import ReplyUsage
from engine.messages.net_messages import NetTrouble
from engine.net import http
from engine.net.errors import NetError
from engine.net.http import check_status, make_client, open_url, read_at_most, retry_after_seconds
from engine.net.tokens import Tokens
from tests.fakes.engine_process import model_info
from tests.net.hub_files import BytesContent, PatternContent, Repository
from tests.net.hub_server import HubServer, Reply, Request

FILE = "owner/model/resolve/main/model.gguf"
MODEL = Repository("owner/model", {"model.gguf": PatternContent(300_000)})
NAMED = model_info("good.gguf")


@asynccontextmanager
async def client_for(
    hub: HubServer, token: str = "hf_secret"
) -> AsyncGenerator[httpx2.AsyncClient]:
    tokens = Tokens({"HF_ENDPOINT": hub.url, "HF_TOKEN": token})
    async with make_client(tokens.token_for, stall_seconds=5) as client:
        yield client


async def fetched(client: httpx2.AsyncClient, url: str, most_bytes: int = 1 << 20) -> bytes:
    async with open_url(client, url) as response:
        check_status(response)
        return await read_at_most(response, most_bytes, pace_seconds=0.5)


async def failure(client: httpx2.AsyncClient, url: str, most_bytes: int = 1 << 20) -> NetError:
    with pytest.raises(NetError) as caught:
        await fetched(client, url, most_bytes)
    return caught.value


async def test_the_token_comes_back_with_the_hub_only() -> None:
    """From the hub to a stranger and back: each request is looked at for itself."""
    with HubServer(MODEL) as hub:
        there = {"Location": f"{hub.cdn_url}/away"}
        back = {"Location": f"{hub.url}/{FILE}"}
        hub.misbehave(lambda _, __: Reply(307, there), when=lambda r: r.path == "/start", times=1)
        hub.misbehave(lambda _, __: Reply(307, back), when=lambda r: r.path == "/away")
        async with client_for(hub) as client:
            await fetched(client, f"{hub.url}/start")
        shown = ["authorization" in each.request.headers for each in hub.exchanges]
    assert shown == [True, False, True, False]


async def test_a_token_crosses_no_open_network() -> None:
    assert await Tokens({"HF_TOKEN": "t"}).token_for("https://huggingface.co") == "t"
    assert await Tokens({"HF_TOKEN": "t"}).token_for("http://huggingface.co") is None
    assert await Tokens({"HF_TOKEN": "t"}).token_for("https://huggingface.co.evil.org") is None
    mirror = Tokens({"HF_TOKEN": "t", "HF_ENDPOINT": "http://mirror.example"})
    assert await mirror.token_for("http://mirror.example") is None
    broken = Tokens({"HF_TOKEN": "t\r\nX: y"})
    assert await broken.token_for("https://huggingface.co") is None


async def test_redirects_for_ever_are_left() -> None:
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda request, _: Reply(302, {"Location": request.path}))
        async with client_for(hub) as client:
            error = await failure(client, f"{hub.url}/{FILE}")
        assert len(hub.exchanges) == http.MAX_REDIRECTS + 1
    assert error.trouble is NetTrouble.BAD_ANSWER


async def test_what_a_redirect_says_besides_is_not_read() -> None:
    long = PatternContent(64 << 20)
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda _, reply: replace(reply, content=long), when=lambda r: r.host == "hub")
        async with client_for(hub) as client:
            assert len(await fetched(client, f"{hub.url}/{FILE}")) == 300_000
        assert hub.exchanges[0].sent_bytes < 32 << 20


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://x/y", "http://[", "//"])
async def test_a_redirect_to_nowhere_is_a_sentence(location: str) -> None:
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda _, __: Reply(302, {"Location": location}))
        async with client_for(hub) as client:
            error = await failure(client, f"{hub.url}/{FILE}")
    assert str(error).startswith(
        ("The answer of", "127.0.0.1 can't", "http://", "%5b was not found")
    )


def test_a_secret_connection_is_not_left_for_an_open_one() -> None:
    request = httpx2.Request("GET", "https://hub.example/x")
    response = httpx2.Response(302, headers={"Location": "http://hub.example/x"}, request=request)
    with pytest.raises(NetError, match="unencrypted address"):
        http._next_target(response)  # noqa: SLF001  a server with certificates shows no more


async def test_what_is_too_long_is_not_read_to_its_end() -> None:
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda _, reply: replace(reply, content=PatternContent(64 << 20)))
        async with client_for(hub) as client:
            error = await failure(client, f"{hub.url}/api/models")
        assert "too long" in str(error)
        assert hub.sent_bytes() < 32 << 20


@pytest.mark.parametrize(
    ("changes", "trouble"),
    [
        ({"bytes_per_second": 10.0}, NetTrouble.TOO_SLOW),
        ({"silent_seconds": 60}, NetTrouble.TOO_SLOW),
        ({"cut_after_bytes": 70_000}, NetTrouble.UNREACHABLE),
        ({"headers": {"Content-Encoding": "gzip"}}, NetTrouble.BAD_ANSWER),
    ],
    ids=["drop by drop", "silence", "cut", "packed"],
)
async def test_a_body_that_does_not_come_is_a_sentence(
    changes: dict[str, Any], trouble: NetTrouble
) -> None:
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda _, reply: replace(reply, **changes))
        async with make_client(stall_seconds=0.5) as client:
            error = await failure(client, f"{hub.cdn_url}/owner/model/model.gguf")
    assert error.trouble is trouble


async def test_nobody_there_is_a_sentence() -> None:
    with HubServer() as hub:
        url = hub.url
    async with make_client() as client:
        error = await failure(client, url)
    assert error.trouble is NetTrouble.UNREACHABLE
    address = url.removeprefix("http://")
    assert str(error) == f"No server answers at {address}. Check that it is running."


async def test_an_unknown_name_is_a_sentence() -> None:
    async with make_client() as client:
        error = await failure(client, "http://hub.invalid/models")
    assert error.trouble is NetTrouble.UNREACHABLE
    assert str(error) == "hub.invalid was not found. Check the name and your connection."


@pytest.mark.parametrize(("status", "trouble"), [(429, "BUSY"), (503, "BUSY"), (404, "NOT_FOUND")])
async def test_a_refusal_says_what_kind_it_is(status: int, trouble: str) -> None:
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda _, __: Reply(status, {"Retry-After": "7"}))
        async with client_for(hub) as client:
            error = await failure(client, f"{hub.url}/api/models")
    assert error.trouble is NetTrouble[trouble]
    assert error.retry_after_seconds == (7.0 if trouble == "BUSY" else None)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("120", 120.0),
        ("999999999999", http.LONGEST_WAIT_SECONDS),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("Wed, 99 Oct 99999 07:28:00 GMT", None),
    ],
)
def test_when_to_come_back_is_read_with_care(text: str, seconds: float | None) -> None:
    assert retry_after_seconds({"Retry-After": text}) == seconds


def test_when_to_come_back_may_be_a_date() -> None:
    text = formatdate(time.time() + 60, usegmt=True)
    assert 50 < (retry_after_seconds({"Retry-After": text}) or 0) <= 60


async def test_the_proxy_of_the_system_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with HubServer(MODEL) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        async with make_client() as client:
            await fetched(client, "http://hub.invalid/api/models")
        (exchange,) = proxy.exchanges
    assert exchange.request.is_proxied


async def test_a_proxy_of_an_unknown_kind_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "gopher://127.0.0.1:1")
    with pytest.raises(NetError, match="proxy"):
        make_client()


async def test_nobody_is_recognized_by_a_cookie() -> None:
    with HubServer(MODEL) as hub:
        hub.misbehave(lambda _, reply: replace(reply, headers={"Set-Cookie": "who=me; Path=/"}))
        async with client_for(hub) as client:
            for _ in range(2):
                await fetched(client, f"{hub.url}/api/models")
        assert not any("cookie" in each.request.headers for each in hub.exchanges)


async def test_leaving_early_closes_the_connection() -> None:
    def slow(_: Request, reply: Reply) -> Reply:
        return replace(reply, content=PatternContent(64 << 20))

    with HubServer(MODEL) as hub:
        hub.misbehave(slow)
        async with client_for(hub) as client, open_url(client, f"{hub.url}/api/models") as response:
            async for _ in response.aiter_raw():
                break
        await asyncio.sleep(0)
        assert hub.sent_bytes() < 32 << 20


def test_a_date_is_compared_with_the_servers_own_clock() -> None:
    headers = {
        "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT",
        "Date": "Wed, 21 Oct 2015 07:27:30 GMT",
    }
    assert retry_after_seconds(headers) == 30
    assert retry_after_seconds({**headers, "Date": "yesterday"}) == 0


async def release(content: bytes) -> str:
    with HubServer() as hub:
        hub.misbehave(lambda *_: Reply(content=BytesContent(content)))
        async with make_client() as client:
            return (await newest_release(client, 1, f"{hub.url}/latest")).version


@pytest.mark.parametrize(
    ("tag", "version"), [("v99.1.0", "99.1.0"), ("1.2.3", "1.2.3"), ("v1.2.3-rc1", "1.2.3")]
)
async def test_a_tag_is_a_version(tag: str, version: str) -> None:
    assert await release(json.dumps({"tag_name": tag, "more": [1]}).encode()) == version


@pytest.mark.parametrize("answer", [{}, [], {"tag_name": "nightly"}, {"tag_name": 3}, "text"])
async def test_an_odd_answer_is_a_sentence(answer: object) -> None:
    with pytest.raises(NetError, match=r"not be understood|no version number"):
        await release(json.dumps(answer).encode())


async def test_a_long_answer_is_not_read() -> None:
    with pytest.raises(NetError, match="too long"):
        await release(PatternContent(MAX_RELEASE_BYTES + 1).read(0, MAX_RELEASE_BYTES + 1))


@pytest.mark.parametrize(
    ("asked", "is_wanted"),
    [({}, False), ({"end_repetition": False}, False), ({"end_repetition": True}, True)],
)
def test_only_a_program_that_asks_has_replies_ended(
    asked: dict[str, bool], is_wanted: bool
) -> None:
    body = {"messages": [{"role": "user", "content": "hello"}], **asked}
    exchange = ChatExchange(msgspec.json.encode(body), NAMED, "c")
    assert exchange.generation.options.ends_repetition is is_wanted


def test_it_is_told_that_the_reply_is_not_whole() -> None:
    end = Ended(FinishReason.REPETITION, ReplyUsage(), 0, "")
    assert finish_reason(end) == "length"
