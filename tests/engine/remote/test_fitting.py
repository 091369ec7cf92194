"""Whole turns are left out by the rules of the engine; what a server counts corrects the guess."""

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ContextWindowExceeded
from engine.messages.events import FinishReason, Started
from engine.messages.request_options import OverflowPolicy, RequestOptions
from engine.remote.fitting import TokenEstimate, fit
from tests.net.remote import kinds
from tests.net.remote.asker import asking, end_of, open_asker, text_of
from tests.net.remote.stream_server import (
    Heard,
    Script,
    StreamServer,
    answer,
    delta,
    finish,
    streamed,
    usage,
)

CHAT = "/v1/chat/completions"
SYSTEM = ChatMessage(Role.SYSTEM, "Be brief.")


def conversation(turns: int, letters: int = 300) -> list[ChatMessage]:
    messages = [SYSTEM]
    for number in range(turns):
        messages += [
            ChatMessage(Role.USER, f"question {number} ".ljust(letters, "x")),
            ChatMessage(Role.ASSISTANT, f"answer {number} ".ljust(letters, "y")),
        ]
    return [*messages, ChatMessage(Role.USER, "What now?")]


def test_what_fits_is_sent_whole() -> None:
    fitted = fit(conversation(3), RequestOptions(), 10_000, TokenEstimate())
    assert (len(fitted.messages), fitted.first_message) == (8, 0)


def test_half_of_the_window_gets_free_by_whole_turns() -> None:
    messages = conversation(20)
    fitted = fit(messages, RequestOptions(), 2000, TokenEstimate())
    assert fitted.messages[0] is SYSTEM
    assert fitted.messages[1].role is Role.USER
    assert fitted.messages[-1] is messages[-1]
    assert fitted.messages[1] is messages[1 + fitted.first_message]
    assert 500 < fitted.estimated_tokens <= 1000


def test_what_was_left_out_stays_out() -> None:
    fitted = fit(conversation(20), RequestOptions(first_message=30), 4000, TokenEstimate())
    assert fitted.first_message == 30


def test_pinned_turns_stay() -> None:
    messages = conversation(20)
    fitted = fit(messages, RequestOptions(pinned=(2,)), 2000, TokenEstimate())
    assert messages[3] in fitted.messages
    assert messages[4] in fitted.messages
    assert messages[1] not in fitted.messages


@pytest.mark.parametrize("turns", [0, 20])
def test_a_message_that_is_too_long_for_sure_is_refused(turns: int) -> None:
    messages = [*conversation(turns)[:-1], ChatMessage(Role.USER, "x" * 20_000)]
    with pytest.raises(ContextWindowExceeded):
        fit(messages, RequestOptions(), 1000, TokenEstimate())


def test_one_that_may_fit_is_the_servers_to_refuse() -> None:
    message = [ChatMessage(Role.USER, "x" * 4500)]
    assert fit(message, RequestOptions(), 1000, TokenEstimate()).messages
    with pytest.raises(ContextWindowExceeded):
        fit(message, RequestOptions(), 1000, TokenEstimate(), is_silent=True)


def test_a_chat_that_stops_when_it_is_full_loses_nothing() -> None:
    options = RequestOptions(overflow=OverflowPolicy.STOP)
    with pytest.raises(ContextWindowExceeded):
        fit(conversation(60), options, 1000, TokenEstimate())


def test_the_estimate_follows_what_is_counted() -> None:
    estimate, messages = TokenEstimate(), conversation(20)
    before = estimate.of(messages)
    estimate.correct(messages, before * 2)
    assert estimate.of(messages) > 1.7 * before
    estimate.correct(messages, 10**9)
    assert estimate.of(messages) <= 4 * before + 1


async def test_the_line_is_told_of_what_is_left_out() -> None:
    async with open_asker() as asker:
        with StreamServer(
            {**kinds.vllm(), CHAT: lambda _: streamed(delta("ok"), finish())}
        ) as server:
            events = await asker.reply(asker.command(server.url, conversation(20)))
            sent = server.posts()[0].json["messages"]
    assert isinstance(events[0], Started)
    assert events[0].usage.dropped_messages > 0
    assert len(sent) == 42 - events[0].usage.dropped_messages


async def test_a_window_that_only_the_refusal_tells_is_learned() -> None:
    def small(heard: Heard) -> Script:
        if len(heard.json["messages"]) > 20:
            text = "This model's maximum context length is 1500 tokens. Reduce your prompt."
            return answer({"error": {"message": text}}, 400)
        return streamed(delta("ok"), finish(), usage(700, 1))

    async with asking({**kinds.plain(), CHAT: small}) as (asker, server):
        for count in (2, 3):
            events = await asker.reply(asker.command(server.url, conversation(20)))
            assert text_of(events) == "ok"
            assert len(server.posts()) == count
    assert end_of(events).usage.dropped_messages > 0


async def test_a_server_that_refuses_every_length_is_believed() -> None:
    refusal = answer({"error": {"message": "context length exceeded"}}, 400)
    async with asking({**kinds.plain(), CHAT: refusal}) as (asker, server):
        end = end_of(await asker.reply(asker.command(server.url, conversation(20))))
        assert len(server.posts()) < 12
    assert end.reason is FinishReason.FAILED
    assert end.error is not None
    assert end.error.kind == "ContextWindowExceeded"
