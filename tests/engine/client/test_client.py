"""What a reader of the client's events can rely on while nothing goes wrong with the process."""

import asyncio
import subprocess
import sys
from contextlib import aclosing

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Queued, TextDelta
from engine.messages.framing import MAX_FRAME_BYTES
from tests.fakes.engine_client import (
    PATIENCE_SECONDS,
    ask,
    end_of,
    events_of,
    first_word,
    scripted_client,
    text_of,
    until,
)

MAX_UNREAD = 6  # two places, the start, progress, text and the end


async def test_requests_wait_in_order_until_the_model_is_ready() -> None:
    async with scripted_client() as client:
        requests = [ask(client, f"say {n}", f"chat {n}") for n in (1, 2, 3)]
        replies = await asyncio.gather(*map(events_of, requests))
    assert [events[0] for events in replies] == [Queued(n, n) for n in (1, 2, 3)]
    assert [len(text_of(events).split()) for events in replies] == [1, 2, 3]


async def test_without_a_model_a_request_fails_in_words() -> None:
    async with scripted_client(model=None) as client:
        await until(client, EnginePhase.EMPTY)
        end = end_of(await events_of(ask(client, "say 3")))
    assert end.reason is FinishReason.FAILED
    assert end.error
    assert (end.error.kind, end.error.text) == ("NoModelLoaded", "No model is loaded.")


async def test_a_model_that_cannot_be_loaded_fails_those_who_wait_for_it() -> None:
    async with scripted_client("missing.gguf") as client:
        end = end_of(await events_of(ask(client, "say 3")))
        state = client.state
    assert end.error
    assert end.error.text == "There is no such file."
    assert (state.phase, state.text) == (EnginePhase.EMPTY, "There is no such file.")
    assert state.failed_path
    assert state.failed_path.endswith("missing.gguf")


async def test_after_a_bad_model_a_good_one_can_be_loaded() -> None:
    async with scripted_client("missing.gguf") as client:
        await until(client, EnginePhase.EMPTY)
        client.load("good.gguf", EngineConfig())
        assert text_of(await events_of(ask(client, "say 1"))) == "word0 "
        assert client.state.failed_path is None


async def test_a_cancelled_reply_keeps_its_text() -> None:
    async with scripted_client() as client:
        request = ask(client, "on and on")
        text = ""
        async with aclosing(request.events()) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    text += event.text
                    request.cancel()
                last = event
    assert text.startswith("on ")
    assert end_of([last]).reason is FinishReason.CANCELLED


async def test_cancelling_before_the_model_is_ready_moves_the_others_up() -> None:
    async with scripted_client() as client:
        first, second = ask(client, "say 1", "first"), ask(client, "say 1", "second")
        first.cancel()
        cancelled, answered = await events_of(first), await events_of(second)
    assert end_of(cancelled).reason is FinishReason.CANCELLED
    assert text_of(cancelled) == ""
    assert answered[0] == Queued(second.id, 1)


async def test_leaving_a_stream_makes_room_for_others() -> None:
    async with scripted_client() as client:
        endless = [ask(client, "on and on", f"chat {n}") for n in range(3)]
        left = ask(client, "on and on", "left")
        await first_word(left)
        left.cancel()
        waiting = ask(client, "say 1")
        assert text_of(await events_of(waiting)) == "word0 "
        for request in endless:
            request.cancel()
            assert end_of(await events_of(request)).reason is FinishReason.CANCELLED


async def test_a_slow_reader_loses_nothing_keeps_little_and_holds_up_nobody() -> None:
    async with scripted_client() as client:
        slow = ask(client, "say 800", "slow")
        async with aclosing(slow.events()) as events:
            read = [await anext(events)]  # and then nothing, while others are answered
            for _ in range(4):
                assert len(text_of(await events_of(ask(client, "say 150", "quick"))).split()) == 150
                assert slow.unread_count <= MAX_UNREAD
            async for event in events:
                assert slow.unread_count <= MAX_UNREAD
                read.append(event)
    assert text_of(read) == "".join(f"word{number} " for number in range(800))
    assert end_of(read).reason is FinishReason.STOP


async def test_a_slow_reader_is_woken_by_the_end() -> None:
    async with scripted_client() as client:
        request = ask(client, "say 3")
        loop = asyncio.get_running_loop()
        began = loop.time()
        await request.wait_finished(PATIENCE_SECONDS)
        assert loop.time() - began < PATIENCE_SECONDS
        assert request.is_finished
        assert end_of(await events_of(request)).reason is FinishReason.STOP
        waiting = ask(client, "hang")
        await waiting.wait_finished(0.05)
        assert not waiting.is_finished


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x" * MAX_FRAME_BYTES, "too large"), ("\ud83d", "an incomplete character")],
    ids=["long", "half"],
)
async def test_a_message_that_cannot_be_sent_fails_in_words(text: str, reason: str) -> None:
    async with scripted_client() as client:
        end = end_of(await events_of(ask(client, text)))
        assert end.error
        assert reason in end.error.text
        assert text_of(await events_of(ask(client, "say 1"))) == "word0 "


@pytest.mark.parametrize("text", ["a\ud800", "a" * (MAX_FRAME_BYTES + 1)], ids=["half", "long"])
async def test_nothing_that_is_only_told_on_the_way_raises(text: str) -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        client.prewarm("a", [ChatMessage(Role.USER, text)])
        client.focus(text)
        client.discard(text)
        assert await client.queries.count_tokens("a", "a\ud800") is None
        assert end_of(await events_of(ask(client, "say 1"))).reason is FinishReason.STOP


async def test_closing_ends_every_request_once_and_can_be_repeated() -> None:
    async with scripted_client() as client:
        running = ask(client, "on and on")
        await first_word(running)
        await asyncio.gather(client.close(), client.close())
        waiting = ask(client, "say 1")
        ends = [end_of(await events_of(request)) for request in (running, waiting)]
        assert client.process_id is None
    assert [end.reason for end in ends] == [FinishReason.FAILED] * 2
    assert [end.error.kind for end in ends if end.error] == ["EngineStopped"] * 2
    assert ends[0].usage.reply_tokens > 0


async def test_a_client_that_was_never_started_can_be_closed() -> None:
    client = EngineClient(["nothing"])
    client.load("good.gguf", EngineConfig())
    waiting = ask(client, "say 1")
    await client.close()
    assert end_of(await events_of(waiting)).reason is FinishReason.FAILED


def test_importing_the_client_does_not_import_the_library() -> None:
    code = "import sys, engine; sys.exit('llama_cpp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_what_is_kept_of_conversations_can_be_asked_for_and_cleared() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        report = await client.queries.cache_report()
        assert [entry.conversation_id for entry in report.entries] == ["a", ""]
        client.discard("a")
        assert [e.conversation_id for e in (await client.queries.cache_report()).entries] == [""]
        client.queries.clear_cache()
        assert not (await client.queries.cache_report()).entries


async def test_a_model_opened_again_with_other_settings_is_not_given_up_for_the_first() -> None:
    async with scripted_client(None) as client:
        await until(client, EnginePhase.EMPTY)
        client.load("large.gguf", EngineConfig(slot_count=16))
        client.load("large.gguf", EngineConfig(slot_count=2))
        request = ask(client, "say 1")
        assert text_of(await events_of(request)) == "word0 "
        assert (await until(client, EnginePhase.READY)).failed_path is None


async def test_only_the_last_of_several_failures_is_the_answer() -> None:
    async with scripted_client(None) as client:
        await until(client, EnginePhase.EMPTY)
        client.load("good.gguf", EngineConfig(slot_count=2))
        client.load("large.gguf", EngineConfig(slot_count=16))
        state = await until(client, EnginePhase.EMPTY)
    assert state.failed_path
    assert state.failed_path.endswith("large.gguf")
