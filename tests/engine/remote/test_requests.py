"""Each kind of server is asked in its own words, and the same conversation the same way."""

import logging
from pathlib import Path
from typing import Any

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.events import FinishReason
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import (
    Endpoint,
    EndpointKind,
    KeepKey,
    KeyOrigin,
    KeyReport,
    ReportKey,
)
from engine.messages.request_options import RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from engine.net.errors import NetError
from tests.net.remote import kinds
from tests.net.remote.asker import Asker, asking, end_of, open_asker, text_of
from tests.net.remote.stream_server import (
    Heard,
    Script,
    StreamServer,
    answer,
    delta,
    finish,
    streamed,
)

CHAT, OLLAMA_CHAT = "/v1/chat/completions", "/api/chat"
CUT = (ChatMessage(Role.USER, "Count"), ChatMessage(Role.ASSISTANT, "one, two,"))
OFF = RequestOptions(thinking=ThinkingRequest(is_on=False))
KEY = "sk-very-secret"


def ok(_: Heard) -> Script:
    return streamed(delta("ok"), finish())


def lines(_: Heard) -> Script:
    body = b'{"message":{"content":"ok"}}\n{"done":true,"done_reason":"stop","eval_count":1}\n'
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
    return [head + b"Content-Length: %d\r\n\r\n" % len(body), body]


PAGES: dict[EndpointKind, kinds.Pages] = {
    EndpointKind.LLAMA_SERVER: {**kinds.llama_server(), CHAT: ok},
    EndpointKind.VLLM: {**kinds.vllm(), CHAT: ok},
    EndpointKind.SGLANG: {**kinds.sglang(), CHAT: ok},
    EndpointKind.LM_STUDIO: {**kinds.lm_studio(), CHAT: ok},
    EndpointKind.OLLAMA: {**kinds.ollama(), OLLAMA_CHAT: lines},
    EndpointKind.OPENAI: {**kinds.plain(), CHAT: ok},
}


async def body_of(kind: EndpointKind, **request: Any) -> dict[str, Any]:
    async with asking(PAGES[kind]) as (asker, server):
        events = await asker.reply(asker.command(server.url, **request))
        assert end_of(events).reason is FinishReason.STOP, events
        assert text_of(events) == "ok"
        body: dict[str, Any] = server.posts()[-1].json
        return body


async def test_sampling_has_each_servers_names() -> None:
    sampling = SamplingParams(top_k=7, repeat_penalty=1.1, seed=5, max_tokens=9)
    llama = await body_of(EndpointKind.LLAMA_SERVER, sampling=sampling)
    vllm = await body_of(EndpointKind.VLLM, sampling=sampling)
    ollama = await body_of(EndpointKind.OLLAMA, sampling=sampling)
    plain = await body_of(EndpointKind.OPENAI, sampling=sampling)
    assert (llama["top_k"], llama["repeat_penalty"], llama["max_tokens"]) == (7, 1.1, 9)
    assert (vllm["top_k"], vllm["repetition_penalty"]) == (7, 1.1)
    assert (ollama["options"]["top_k"], ollama["options"]["num_predict"]) == (7, 9)
    assert plain["seed"] == 5
    assert "top_k" not in plain


async def test_a_bias_and_a_grammar_reach_who_takes_them() -> None:
    biased = SamplingParams(logit_bias=((5, float("-inf")), ("word", 2.0)), grammar='root ::= "ok"')
    llama = await body_of(EndpointKind.LLAMA_SERVER, sampling=biased)
    vllm = await body_of(EndpointKind.VLLM, sampling=biased)
    assert llama["logit_bias"] == [[5, False], ["word", 2.0]]
    assert vllm["logit_bias"] == {"5": -100.0}
    assert (llama["grammar"], vllm["structured_outputs"]) == (
        'root ::= "ok"',
        {"grammar": 'root ::= "ok"'},
    )


async def test_who_knows_no_grammar_is_not_asked() -> None:
    async with asking(PAGES[EndpointKind.OPENAI]) as (asker, server):
        sampling = SamplingParams(grammar='root ::= "ok"')
        end = end_of(await asker.reply(asker.command(server.url, sampling=sampling)))
        assert server.posts() == []
    assert end.error is not None
    assert end.error.kind == "InvalidSampling"


async def test_a_schema_reaches_all() -> None:
    sampling = SamplingParams(json_schema='{"type": "object"}')
    plain = await body_of(EndpointKind.OPENAI, sampling=sampling)
    ollama = await body_of(EndpointKind.OLLAMA, sampling=sampling)
    assert plain["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert ollama["format"] == {"type": "object"}


async def test_a_cut_answer_is_continued() -> None:
    llama = await body_of(EndpointKind.LLAMA_SERVER, messages=CUT)
    vllm = await body_of(EndpointKind.VLLM, messages=CUT)
    sglang = await body_of(EndpointKind.SGLANG, messages=CUT)
    assert llama["messages"][-1] == {"role": "assistant", "content": "one, two,"}
    assert "continue_final_message" not in llama
    assert (vllm["continue_final_message"], vllm["add_generation_prompt"]) == (True, False)
    assert sglang["continue_final_message"] is True
    assert "continue_final_message" not in await body_of(EndpointKind.VLLM)


async def test_thinking_is_switched_off_in_each_servers_way() -> None:
    llama = await body_of(EndpointKind.LLAMA_SERVER, options=OFF)
    sglang = await body_of(EndpointKind.SGLANG, options=OFF)
    ollama = await body_of(EndpointKind.OLLAMA, options=OFF)
    assert llama["chat_template_kwargs"]["enable_thinking"] is False
    assert (sglang["reasoning_effort"], sglang["chat_template_kwargs"]["thinking"]) == (
        "none",
        False,
    )
    assert ollama["think"] is False
    assert "think" not in await body_of(EndpointKind.OLLAMA)


async def test_thinking_has_an_effort_and_a_budget() -> None:
    options = RequestOptions(
        thinking=ThinkingRequest(effort="high", budget=100), template_arguments={"lang": "de"}
    )
    llama = await body_of(EndpointKind.LLAMA_SERVER, options=options)
    vllm = await body_of(EndpointKind.VLLM, options=options)
    ollama = await body_of(EndpointKind.OLLAMA, options=options)
    plain = await body_of(EndpointKind.OPENAI, options=options)
    assert (llama["reasoning_budget_tokens"], vllm["thinking_token_budget"]) == (100, 100)
    assert vllm["chat_template_kwargs"] == {"lang": "de"}
    assert (ollama["think"], plain["reasoning_effort"]) == ("high", "high")
    assert "chat_template_kwargs" not in plain


async def test_a_conversation_is_led_to_where_it_is_warm() -> None:
    async with asking(PAGES[EndpointKind.VLLM]) as (asker, server):
        for session in ("a", "a", "b"):
            await asker.reply(asker.command(server.url, session=session))
        first, again, other = (each.json for each in server.posts())
        headers = [each.headers for each in server.posts()]
    assert (first["session_id"], again["session_id"], other["session_id"]) == ("a", "a", "b")
    assert first["cache_salt"] == other["cache_salt"]
    assert [each["x-session-id"] for each in headers] == ["a", "a", "b"]


@pytest.mark.parametrize("kind", PAGES)
async def test_nobody_is_asked_for_a_priority_or_told_a_conversation(kind: EndpointKind) -> None:
    async with asking(PAGES[kind]) as (asker, server):
        await asker.reply(asker.command(server.url))
        heard = server.posts()[-1]
    assert "priority" not in heard.json
    assert "x-conversation-id" not in heard.headers


async def test_another_hubbub_keeps_the_conversation_under_its_name() -> None:
    pages: kinds.Pages = {
        "/v1/models": kinds.models("hubbub", "demo", max_model_len=4096),
        CHAT: ok,
    }
    async with asking(pages) as (asker, server):
        sampling = SamplingParams(grammar='root ::= "ok"')
        events = await asker.reply(asker.command(server.url, session="a", sampling=sampling))
        heard = server.posts()[-1]
    assert text_of(events) == "ok"
    assert heard.headers["x-hubbub-conversation"] == "a"
    assert (heard.json["grammar"], heard.json["top_k"]) == ('root ::= "ok"', 40)


async def slots_of(asker: Asker, server: StreamServer, *sessions: str) -> list[int | None]:
    for session in sessions:
        await asker.reply(asker.command(server.url, session=session))
    return [each.json.get("id_slot") for each in server.posts()]


async def test_each_conversation_has_a_slot_while_there_are_enough() -> None:
    async with asking(PAGES[EndpointKind.LLAMA_SERVER]) as (asker, server):
        assert await slots_of(asker, server, "a", "b", "a", "b", "c", "b") == [0, 1, 0, 1, 0, 1]


async def test_what_a_server_does_not_know_is_left_out_from_then_on() -> None:
    def picky(heard: Heard) -> Script:
        if "top_k" in heard.json:
            return answer({"error": {"message": "Unknown parameter: 'top_k'."}}, 400)
        return ok(heard)

    async with asking({**kinds.vllm(), CHAT: picky}) as (asker, server):
        assert text_of(await asker.reply(asker.command(server.url))) == "ok"
        assert text_of(await asker.reply(asker.command(server.url))) == "ok"
        assert ["top_k" in each.json for each in server.posts()] == [True, False, False]


async def test_a_model_that_can_not_think_is_asked_without() -> None:
    def plain(heard: Heard) -> Script:
        if "think" in heard.json:
            return answer({"error": '"qwen3:4b" does not support thinking'}, 400)
        return lines(heard)

    async with asking({**kinds.ollama(), OLLAMA_CHAT: plain}) as (asker, server):
        assert text_of(await asker.reply(asker.command(server.url, options=OFF))) == "ok"


async def test_the_limit_has_another_name_for_newer_models() -> None:
    def newer(heard: Heard) -> Script:
        if "max_tokens" in heard.json:
            text = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            return answer({"error": {"message": text, "param": "max_tokens"}}, 400)
        return ok(heard)

    async with asking({**kinds.plain(), CHAT: newer}) as (asker, server):
        sampling = SamplingParams(max_tokens=5)
        await asker.reply(asker.command(server.url, sampling=sampling))
        assert server.posts()[-1].json["max_completion_tokens"] == 5


async def test_an_ollama_server_is_told_its_window() -> None:
    body = await body_of(EndpointKind.OLLAMA)
    assert body["options"]["num_ctx"] == 16384


async def keep(asker: Asker, address: str, key: str = KEY) -> KeyReport:
    report = await asker.engines.answer(KeepKey(1, Endpoint("e1", address), key))
    assert isinstance(report, KeyReport)
    return report


def serving() -> kinds.Pages:
    return {**kinds.plain(), CHAT: lambda _: streamed(delta("ok"), finish())}


async def test_a_key_is_kept_sent_and_removed(tmp_path: Path) -> None:
    with StreamServer(serving()) as server:
        async with open_asker(tmp_path) as asker:
            report = await keep(asker, server.url)
            assert (report.is_set, report.origin) == (True, KeyOrigin.FILE)
            assert "file" in report.text
            await asker.reply(asker.command(server.url))
        async with open_asker(tmp_path) as asker:  # another process
            await asker.reply(asker.command(server.url))
            assert not (await keep(asker, server.url, "")).is_set
            await asker.reply(asker.command(server.url))
        sent = [each.headers.get("authorization") for each in server.posts()]
    assert sent == [f"Bearer {KEY}", f"Bearer {KEY}", None]
    assert list(tmp_path.glob("*.key")) == []


async def test_the_same_endpoint_at_another_origin_has_no_key(tmp_path: Path) -> None:
    with StreamServer(serving()) as server, StreamServer(serving()) as other:
        async with open_asker(tmp_path) as asker:
            await keep(asker, server.url)
            report = await asker.engines.answer(ReportKey(2, Endpoint("e1", other.url)))
            assert isinstance(report, KeyReport)
            assert not report.is_set
            await asker.reply(asker.command(other.url))
            assert all("authorization" not in each.headers for each in other.heard)


async def test_a_refused_key_is_in_no_word_and_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    refused = answer({"error": {"message": "Incorrect API key provided."}}, 401)
    async with asking({**kinds.plain(), CHAT: refused}, tmp_path) as (asker, server):
        await keep(asker, server.url)
        end = end_of(await asker.reply(asker.command(server.url)))
    assert end.error is not None
    assert end.error.kind == "KeyRefused"
    assert KEY not in end.error.text
    assert KEY not in caplog.text


@pytest.mark.parametrize("key", ["sk\nX-Evil: 1", "schlüssel"])
async def test_what_no_key_can_be_is_refused(tmp_path: Path, key: str) -> None:
    async with open_asker(tmp_path) as asker:
        with pytest.raises(NetError) as caught:
            await keep(asker, "http://rack:8000", key)
    assert caught.value.trouble is NetTrouble.KEY_REFUSED
    assert list(tmp_path.glob("*.key")) == []
