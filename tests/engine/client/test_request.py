"""What a reader has not read yet becomes one piece, and nothing is lost."""

from engine.client.request import Request
from engine.messages.errors import EngineStopped
from engine.messages.events import (
    Channel,
    Finished,
    FinishReason,
    PrefillProgress,
    Queued,
    Started,
    TextDelta,
)
from engine.messages.metrics import ReplyUsage
from tests.fakes.engine_client import (
    end_of,
)


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
