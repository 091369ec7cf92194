"""Requests find the conversation that they go on, and never one that is somebody else's."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.dialects.errors import ApiError
from engine.messages.commands import ChatMessage, Role
from engine.messages.metrics import ReplyUsage
from engine.messages.programs import is_unnamed
from engine.server.conversations import MAX_UNNAMED, Conversations
from engine.server.generation import ProgramQueue

A = ChatMessage(Role.USER, "a")
B = ChatMessage(Role.ASSISTANT, "b")
C = ChatMessage(Role.USER, "c")


class Room:
    def __init__(self) -> None:
        self.token_name = "t1"
        self.forgotten: list[str] = []
        self.conversations = Conversations(lambda: self.token_name, self.forgotten.append)

    async def name(self, *messages: ChatMessage, header: str = "") -> str:
        async with self.conversations.used(header, messages) as name:
            return name


async def test_who_goes_on_gets_the_conversation_of_before() -> None:
    room = Room()
    first = await room.name(A)
    assert is_unnamed(first)
    assert await room.name(A, B, C) == first
    assert await room.name(A, B, C) == first  # the same asked again
    assert await room.name(C) != first


async def test_reasoning_that_a_program_leaves_out_later_makes_no_other_conversation() -> None:
    room = Room()
    thought = msgspec.structs.replace(B, reasoning="Hm.")
    first = await room.name(A, thought, C)
    assert await room.name(A, B, C, B, C) == first


async def test_the_longest_beginning_is_gone_on_from() -> None:
    room = Room()
    short, long = await room.name(A), ""
    async with room.conversations.used("", (A,)):
        long = await room.name(A, B, C)
    assert long != short
    assert await room.name(A, B, C, B, C) == long


async def test_a_conversation_that_is_being_answered_is_nobody_elses() -> None:
    room = Room()
    await room.name(A)
    async with room.conversations.used("", (A, B, C)) as first:
        assert await room.name(A, B, C) != first


async def test_another_token_has_other_conversations() -> None:
    room = Room()
    first, named = await room.name(A), await room.name(A, header="x")
    room.token_name = "t2"
    assert await room.name(A, B, C) != first
    assert await room.name(A, header="x") != named


async def test_only_so_many_are_kept_the_oldest_go() -> None:
    room = Room()
    names = [await room.name(ChatMessage(Role.USER, str(each))) for each in range(MAX_UNNAMED + 2)]
    assert room.forgotten == names[:2]


def test_a_full_queue_says_when_to_come_again() -> None:
    changes: list[None] = []
    queue = ProgramQueue(1, lambda: changes.append(None))
    with queue.enter(1) as (first,):
        first.start(ReplyUsage())
        assert (queue.running_count, queue.waiting_count) == (1, 0)
        with queue.enter(1):
            with pytest.raises(ApiError) as caught, queue.enter(1):
                pass
            assert caught.value.status == 429
            assert caught.value.retry_after is not None
        assert queue.waiting_count == 0
    assert (queue.running_count, queue.waiting_count) == (0, 0)
    assert len(changes) == 5


def test_who_comes_again_later_is_told_when_the_next_reply_will_have_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    queue = ProgramQueue(0, lambda: None)
    prompt = ReplyUsage(prompt_tokens=1000, reused_tokens=200)
    with queue.enter(2, 2) as tickets:
        for _ in range(50):  # 10 tokens a second, 200 of them; a prompt's are read in 10 ms each
            spent = {"decode_seconds": 19.9, "first_token_seconds": 13.0, "queue_seconds": 5.0}
            tickets[0].end(replace(prompt, reply_tokens=200, **spent))
        tickets[0].start(prompt)
        tickets[1].start(prompt, max_tokens=20)
        assert retry_after(queue) == pytest.approx(8 + 2, abs=1)
        now += 7
        assert retry_after(queue) == pytest.approx(3, abs=1)
        now += 100
        assert retry_after(queue) == 1, "it takes longer than was thought"


def retry_after(queue: ProgramQueue) -> int | None:
    with pytest.raises(ApiError) as caught, queue.enter(2):
        pass
    return caught.value.retry_after


def test_several_replies_take_several_places() -> None:
    queue = ProgramQueue(2, lambda: None)
    with pytest.raises(ApiError), queue.enter(1, 4):
        pass
    assert queue.waiting_count == 0
    with queue.enter(2, 4) as tickets:
        tickets[0].start(ReplyUsage())
        tickets[0].start(ReplyUsage())
        assert (queue.running_count, queue.waiting_count) == (1, 3)
    assert (queue.running_count, queue.waiting_count) == (0, 0)
