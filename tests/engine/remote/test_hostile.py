"""Answers made to do harm: pages that take long to read, calls without an end, a key said back."""

import json
from pathlib import Path

import pytest

from engine.dialects import tools
from engine.dialects.errors import MAX_REFUSAL_BYTES, Refusal, error_in_stream, reason_of
from engine.dialects.tools import CallDelta, FunctionDelta, ToolCallCollector
from engine.messages.events import FinishReason
from engine.messages.remote_messages import Endpoint, EndpointKind, KeepKey
from tests.net.remote import kinds
from tests.net.remote.asker import end_of, open_asker, reply_to
from tests.net.remote.stream_server import (
    Script,
    StreamServer,
    answer,
    chunk,
    delta,
    event,
    stream_head,
    streamed,
)

CHAT = "/v1/chat/completions"
KEY = "sk-very-secret"
SAID_BACK = f"no such key: {KEY}"


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
    async with open_asker(tmp_path) as asker:
        with StreamServer(pages) as server:
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
    for _ in range(100_000):
        calls.add([CallDelta(0, function=FunctionDelta(None, "rain" * 5))])
    calls.add([CallDelta(0, function=FunctionDelta("weather", '"'))])
    assert json.dumps("rain" * 500_000) in calls.flush()
    assert calls.flush() == ""


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
