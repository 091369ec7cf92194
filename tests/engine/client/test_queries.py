"""Questions beside replies are answered once, also when the process ends."""

import asyncio

from engine.client.client import EngineClient, EnginePhase
from engine.client.queries import Queries
from engine.client.request import Request
from engine.messages.commands import Command, CountTokens
from engine.messages.errors import EngineStopped
from engine.messages.events import (
    CacheReport,
    Channel,
    Finished,
    FinishReason,
    PrefillProgress,
    Queued,
    Started,
    TextDelta,
    TokensCounted,
)
from engine.messages.metrics import ReplyUsage
from engine.text.counting import MAX_COUNTED
from tests.fakes.engine_client import (
    PATIENCE_SECONDS,
    SOON_HANGING,
    ask,
    end_of,
    first_word,
    scripted_client,
    until,
)
from tests.fakes.engine_process import ENGINE_COMMAND


async def test_a_long_text_is_counted_by_its_beginning() -> None:
    sent: list[Command] = []

    def send(command: Command) -> bool:
        sent.append(command)
        return True

    queries = Queries(send)
    counting = asyncio.ensure_future(queries.count_tokens("a", "x" * 2 * MAX_COUNTED))
    await asyncio.sleep(0)
    queries.answer(TokensCounted(1, 100, is_known=True))
    assert await counting == TokensCounted(1, 200, is_known=True)
    assert sent == [CountTokens(1, "a", "x" * MAX_COUNTED)]


async def test_who_asks_what_is_kept_is_answered_also_when_the_process_ends() -> None:
    never_started = EngineClient(ENGINE_COMMAND)
    assert await never_started.queries.cache_report() == CacheReport()
    async with scripted_client(policy=SOON_HANGING) as client:
        await until(client, EnginePhase.READY)
        await first_word(ask(client, "hang"))
        asked = asyncio.ensure_future(client.queries.cache_report())
        await asyncio.sleep(0)  # it is sent now
        await client.close()
        await asyncio.wait_for(asked, PATIENCE_SECONDS)


async def test_a_report_answers_the_question_with_its_number() -> None:
    queries = Queries(lambda _command: True)
    first, second = (asyncio.ensure_future(queries.cache_report()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    queries.answer(CacheReport(limit_bytes=1, request_id=1))  # of the cancelled question
    await asyncio.sleep(0)
    assert not second.done()
    queries.answer(CacheReport(limit_bytes=7, request_id=2))
    assert (await second).limit_bytes == 7


async def test_what_was_not_read_yet_is_one_piece() -> None:
    request = Request(1, "a", lambda _id: None)
    request.put(PrefillProgress(1, 3, 9))
    request.put(PrefillProgress(1, 9, 9))
    for number in range(100):
        request.put(TextDelta(1, "t", number, Channel.REASONING))
    for number in range(100, 200):
        request.put(TextDelta(1, "x", number))
    request.finish(FinishReason.CANCELLED)

    assert request.unread_count == 4
    progress, thoughts, answer, end = [event async for event in request.events()]
    assert progress == PrefillProgress(1, 9, 9)
    assert thoughts == TextDelta(1, "t" * 100, 99, Channel.REASONING)
    assert answer == TextDelta(1, "x" * 100, 199)
    assert end_of([end]).usage.reply_tokens == 199


async def test_only_the_newest_place_in_the_queue_is_told() -> None:
    request = Request(1, "a", lambda _id: None)
    for place in (3, 3, 2):
        request.queue_at(place)
    request.finish(FinishReason.CANCELLED)
    events = [event async for event in request.events()]
    assert events[:-1] == [Queued(1, 2)]


async def test_nothing_comes_after_the_end() -> None:
    request = Request(1, "a", lambda _id: None)
    request.finish(FinishReason.CANCELLED)
    request.put(TextDelta(1, "late", 1))
    assert [type(event) async for event in request.events()] == [Finished]


async def test_a_request_that_the_engine_left_says_what_it_cost() -> None:
    request = Request(1, "a", lambda _id: None)
    usage = ReplyUsage(prompt_tokens=9, reused_tokens=4, context_tokens=4)
    request.put(Started(1, 0, usage))
    request.put(TextDelta(1, "x", 3))
    request.finish(FinishReason.FAILED, EngineStopped("gone"))
    (*_, end) = [event async for event in request.events()]
    assert isinstance(end, Finished)
    assert end.usage == ReplyUsage(prompt_tokens=9, reused_tokens=4, reply_tokens=3)
