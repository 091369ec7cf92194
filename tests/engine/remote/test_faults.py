"""Whatever a server does, a reply ends once, in words; and nobody asks twice who was asked once."""

import asyncio
import contextlib
import gzip
import json
import ssl
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.dialects import tools
from engine.dialects.errors import MAX_REFUSAL_BYTES, Refusal, error_in_stream, reason_of
from engine.dialects.tools import CallDelta, FunctionDelta, ToolCallCollector
from engine.messages.events import FinishReason, Queued
from engine.messages.remote_messages import Endpoint, EndpointKind, KeepKey
from engine.remote.reply_reader import INTERVAL_SECONDS
from tests.net.remote import kinds
from tests.net.remote.asker import Asker, asking, end_of, open_asker, reply_to, text_of
from tests.net.remote.stream_server import (
    Heard,
    Script,
    StreamServer,
    answer,
    chunk,
    delta,
    event,
    finish,
    stream_head,
    streamed,
    usage,
)

CHAT = "/v1/chat/completions"
STOP = FinishReason.STOP
WHOLE = b"".join(
    streamed(
        chunk(": a comment\n\n"),
        delta("", reasoning="Hm 🙂."),
        delta("Grüße, "),
        delta("Welt 🙂"),
        finish(),
        usage(20, 3),
    )
)
KEY = "sk-very-secret"
SAID_BACK = f"no such key: {KEY}"


async def error_of(pages: kinds.Pages) -> tuple[str, str]:
    async with asking({**kinds.plain(), **pages}) as (asker, server):
        error = end_of(await asker.reply(asker.command(server.url))).error
        assert len(server.posts()) <= 1
    assert error is not None
    return error.kind, str(error.text)


@pytest.mark.parametrize(
    ("page", "kind", "phrase"),
    [
        (answer({"error": {"message": "bad key"}}, 401), "KeyRefused", "bad key"),
        (answer({"detail": [{"msg": "field required"}]}, 422), "EndpointFault", "field required"),
        (answer({"message": "no such model"}, 404), "EndpointFault", "no such model"),
        (answer("<html><title>502 Bad Gateway</title><p>nginx", 502), "EndpointFault", "Gateway"),
        (answer(b"upstream timed out", 504), "EndpointFault", "upstream timed out"),
        (answer(b"\xff\xfe\x00", 500), "EndpointFault", "out of order"),
        (answer(b"[" * 60000, 400), "EndpointFault", "refused"),
        (answer({"error": "overloaded"}, 429), "EndpointBusy", "overloaded"),
        (answer("Sign in", 200), "EndpointFault", "Sign in"),
        (answer({}, 429, {"Retry-After": "86400"}), "EndpointBusy", ""),
        ([], "EndpointUnreachable", ""),
        ([*streamed(is_done=True)], "EndpointFault", ""),
    ],
)
async def test_refusals_are_said_in_the_servers_words(page: Script, kind: str, phrase: str) -> None:
    found, text = await error_of({CHAT: page})
    assert found == kind
    assert phrase in text
    assert len(text) < 600


async def test_an_endless_refusal_is_read_no_further_than_needed() -> None:
    head = b"HTTP/1.1 500 X\r\nContent-Type: text/plain\r\n\r\n"
    kind, text = await error_of({CHAT: [head, *[b"no " * 20000] * 200]})
    assert kind == "EndpointFault"
    assert len(text) < 600


async def test_a_packed_answer_is_read() -> None:
    body = gzip.compress(b'data: {"choices":[{"delta":{"content":"ok"}}]}\n\ndata: [DONE]\n\n')
    script = [stream_head(more="Content-Encoding: gzip\r\n"), chunk(body), chunk(b"")]
    async with asking({**kinds.plain(), CHAT: script}) as (asker, server):
        events = await asker.reply(asker.command(server.url))
        assert server.posts()[0].headers["accept-encoding"] == "identity"
    assert text_of(events) == "ok"


async def until(when: Callable[[], bool]) -> None:
    while not when():  # noqa: ASYNC110 - a thread makes it true
        await asyncio.sleep(0.005)


async def cancelled(asker: Asker, server: StreamServer, when: Callable[[], bool]) -> FinishReason:
    command = asker.command(server.url)
    task = asker.begin(command)
    async with asyncio.timeout(60):
        await until(when)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.1)
    return end_of(asker.events(command.request_id)).reason


@pytest.mark.parametrize("page", [[threading.Event()], [stream_head(), threading.Event()]])
async def test_a_cancelled_reply_closes_its_connection(page: Script) -> None:
    async with asking({**kinds.plain(), CHAT: page}) as (asker, server):
        reason = await cancelled(asker, server, lambda: bool(server.posts()))
        assert reason is FinishReason.CANCELLED
        assert await asyncio.to_thread(server.aborted.wait, 60)


async def test_a_reply_that_is_cancelled_before_its_first_step_ends_as_well() -> None:
    async with open_asker() as asker:
        command = asker.command("http://127.0.0.1:9")
        asker.begin(command).cancel()
        async with asyncio.timeout(60):
            await until(lambda: bool(asker.steps))
    assert end_of(asker.events()).reason is FinishReason.CANCELLED


async def test_a_silent_server_is_waited_for() -> None:
    quiet: Script = [stream_head(), 0.3, delta("ok"), finish(), event("[DONE]"), chunk(b"")]
    async with asking({**kinds.plain(), CHAT: quiet}) as (asker, server):
        assert text_of(await asker.reply(asker.command(server.url))) == "ok"


@pytest.mark.parametrize(
    "refusal",
    [
        answer({"error": "busy"}, 429, {"Retry-After": "0"}),
        answer({"error": "busy"}, 503, {"Retry-After": "0"}),
    ],
)
async def test_who_wants_to_be_asked_later_is(refusal: Script) -> None:
    def later(_: Heard) -> Script:
        return refusal if len(server.posts()) < 3 else streamed(delta("ok"), finish())

    async with asking({**kinds.plain(), CHAT: later}) as (asker, server):
        events = await asker.reply(asker.command(server.url))
        assert len(server.posts()) == 3
    waiting = [each for each in events if isinstance(each, Queued)]
    assert len(waiting) == 2
    assert "rack" in waiting[0].text
    assert text_of(events) == "ok"
    assert end_of(events).usage.queue_seconds > 0.3


async def test_a_model_that_is_being_loaded_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.remote.probe.LOADING_SECONDS", 0.01)
    loading = answer({"error": {"code": 503, "message": "Loading model"}}, 503)
    pages = kinds.llama_server()

    def models(_: Heard) -> Script:
        listed = [each for each in server.heard if each.path == "/v1/models"]
        page = pages["/v1/models"]
        assert not callable(page)
        return loading if len(listed) < 3 else page

    chat = {CHAT: lambda _: streamed(delta("ok"), finish())}
    async with asking({**pages, **chat, "/v1/models": models}) as (asker, server):
        events = await asker.reply(asker.command(server.url))
    assert text_of(events) == "ok"
    assert isinstance(events[0], Queued)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_a_redirect_elsewhere_is_named_and_not_followed(host: str) -> None:
    """Another port is another origin, too: no key and no prompt goes there."""
    with StreamServer({CHAT: lambda _: streamed(delta("stolen"), finish())}) as other:
        where = {"Location": other.url.replace("127.0.0.1", host) + CHAT}
        kind, text = await error_of({CHAT: answer({}, 307, where)})
        assert other.heard == []
    assert kind == "EndpointFault"
    assert host in text


async def test_a_redirect_at_home_is_followed_with_the_request() -> None:
    pages: kinds.Pages = {
        CHAT: answer({}, 308, {"Location": "/other"}),
        "/other": lambda _: streamed(delta("ok"), finish()),
    }
    async with asking({**kinds.plain(), **pages}) as (asker, server):
        assert text_of(await asker.reply(asker.command(server.url))) == "ok"
        assert server.posts()[1].json["messages"][0]["content"] == "Hello"


async def test_a_redirect_for_ever_ends() -> None:
    again = answer({}, 307, {"Location": CHAT})
    end = end_of(await reply_to({**kinds.plain(), CHAT: again}))
    assert end.error is not None
    assert "endlessly" in end.error.text


@pytest.mark.parametrize(("is_known", "phrase"), [(False, "certificate"), (True, "127.0.0.1")])
async def test_a_certificate_of_nobody_or_of_another_name_is_not_trusted(
    server_tls: ssl.SSLContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_known: bool,
    phrase: str,
) -> None:
    if is_known:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    async with open_asker() as asker:
        with StreamServer(kinds.plain(), tls=server_tls) as server:
            end = end_of(await asker.reply(asker.command(server.url)))
            assert server.heard == []
    assert end.error is not None
    assert end.error.kind == "EndpointUnreachable"
    assert phrase in end.error.text


@pytest.mark.parametrize(
    "odd",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999\r\n\r\ndata: x",
        b"HTTP/1.1 200 OK\r\n" + b"X-Filler: a\r\n" * 20_000,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\x00\x01\x02\x03" * 100,
        b"SSH-2.0-OpenSSH_9.2\r\n",
        stream_head() + event("[" * 100_000),
        stream_head() + event(7),
        stream_head() + event({"choices": [{"finish_reason": {"a": 1}}]}),
        stream_head() + event({"choices": {"0": 1}}),
    ],
)
async def test_no_odd_answer_is_more_than_a_failure(odd: bytes) -> None:
    assert await error_of({CHAT: [odd]})


async def test_a_look_up_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.remote.connections.CONNECT_SECONDS", 0.1)
    never = asyncio.Event()

    async def hang(*_: object, **__: object) -> None:
        await never.wait()

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", hang)
    async with open_asker() as asker:
        end = end_of(await asker.reply(asker.command("http://rack.example:8000")))
    assert end.error is not None
    assert end.error.kind == "EndpointUnreachable"


async def test_a_bug_ends_a_reply_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("engine.remote.reply.fit", broken)
    async with asking({**kinds.plain(), CHAT: [WHOLE]}) as (asker, server):
        command = asker.command(server.url)
        with pytest.raises(RuntimeError, match="a bug"):
            await asker.begin(command)
        await asyncio.sleep(2 * INTERVAL_SECONDS)
    end = end_of(asker.events(command.request_id))
    assert end.reason is FinishReason.FAILED
    assert end.error is not None
    assert "internal error" in str(end.error.text)


@pytest.mark.parametrize("piece", ["<", "<script", "<style ", "<head>", "<title>", "<title", "&#1"])
def test_a_page_of_beginnings_is_read_at_once(piece: str) -> None:
    body = (piece * MAX_REFUSAL_BYTES)[:MAX_REFUSAL_BYTES].encode()
    # A reader that looks on to the end from each of them takes minutes for these.
    for status in (400, 500):
        refusal = Refusal("host", status, body)
        assert len(str(refusal.error())) < 600
        assert not refusal.is_too_long
        assert refusal.window is None


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<html><title>502 Bad &amp; Gateway</title><p>nginx", "502 Bad & Gateway"),
        ("<head><style>p {}</style></head><p>Try <b>later</b>.</p>", "Try later ."),
        ("before<script>if (a < b) alert('<p>')</script >behind", "before behind"),
        ("before<script>never closed <p>text", "before"),
        ("1 < 2 and 3 > 2", "1 2"),
        ("</script>text", "text"),
    ],
)
def test_of_a_page_what_a_browser_shows_is_said(page: str, shown: str) -> None:
    assert reason_of(page) == shown


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("401 Unauthorized", "KeyRefused"),
        ("429_rate_limited", "EndpointBusy"),
        (503, "EndpointBusy"),
        (4030, "EndpointFault"),
        ("²²²", "EndpointFault"),
        ("9" * 5000, "EndpointFault"),
        (10**400, "EndpointFault"),
        (True, "EndpointFault"),
        ([[]], "EndpointFault"),
        (1e300, "EndpointFault"),
    ],
)
async def test_an_error_has_any_code(code: object, kind: str) -> None:
    error = error_in_stream("host", {"message": "too bad", "code": code})
    assert error.kind == kind
    assert "too bad" in str(error)
    problem = event({"error": {"message": "too bad", "code": code}})
    end = end_of(await reply_to({**kinds.plain(), CHAT: [*streamed(delta("Well"), problem)]}))
    assert end.reason is FinishReason.FAILED
    assert end.error is not None


@pytest.mark.parametrize(
    ("kind", "page"),
    [
        (EndpointKind.OPENAI, answer({"error": SAID_BACK}, 401)),
        (EndpointKind.OPENAI, answer(SAID_BACK, 200)),
        (EndpointKind.OPENAI, [*streamed(delta("Hm"), event({"error": {"message": SAID_BACK}}))]),
        (EndpointKind.OPENAI, [*streamed(event(SAID_BACK, name="error"))]),
        (
            EndpointKind.OLLAMA,
            [stream_head("application/x-ndjson"), chunk(json.dumps({"error": SAID_BACK}))],
        ),
    ],
)
async def test_a_key_that_is_said_back_is_not_shown(
    kind: EndpointKind, page: Script, tmp_path: Path
) -> None:
    pages = {**kinds.plain(), CHAT: page, "/api/chat": page}
    async with asking(pages, tmp_path) as (asker, server):
        await asker.engines.answer(KeepKey(1, Endpoint("e1", server.url), KEY))
        command = asker.command(server.url, kind=kind, model="m")
        events = await asker.reply(command)
        assert server.posts()[-1].headers["authorization"] == f"Bearer {KEY}"
    error = end_of(events).error
    assert error is not None
    assert KEY not in repr(events)


def test_a_call_in_a_million_pieces_is_put_together() -> None:
    calls = ToolCallCollector("host")
    calls.add([CallDelta(0, "c", function=FunctionDelta("weather", '"'))])
    # One longer text for each piece would be a hundred gigabytes copied.
    for _ in range(90_000):
        calls.add([CallDelta(0, function=FunctionDelta(None, "rain" * 5))])
    calls.add([CallDelta(0, function=FunctionDelta("weather", '"'))])
    assert [each.arguments for each in calls.take()] == [json.dumps("rain" * 450_000)]
    assert calls.take() == ()


@pytest.mark.parametrize("function", [{"arguments": "x" * 99}, {"name": "n" * 99}, {}])
async def test_calls_without_an_end_are_a_failure(
    function: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "MAX_CALL_CHARACTERS", 5_000)
    piece = delta(tool_calls=[{"index": 0, "function": function}])
    endless = [stream_head(), delta("Well"), *[piece] * 20_000]
    end = end_of(await reply_to({**kinds.plain(), CHAT: endless}))
    assert end.error is not None
    assert "too long" in end.error.text
