"""What a body may hold is decided while it arrives, before anything is built from it."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.types import Message

from engine.dialects import bodies
from engine.dialects.bodies import MAX_DEPTH, MAX_VALUES, BodyShape, parsed, small_object
from engine.dialects.errors import ApiError
from engine.server.bodies import Bodies
from tests.net.server.large_bodies import BROKEN, TOO_LONG, LargeBody

PIECE = 1 << 16
JSON = st.recursive(
    st.none() | st.integers() | st.text(alphabet='a,:[]{}"\\\n😀'),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet='a,"\\['), inner),
    max_leaves=30,
)


def look(body: bytes, size: int = PIECE) -> None:
    shape = BodyShape()
    for start in range(0, len(body), size):
        shape.feed(body[start : start + size])


@pytest.mark.parametrize("large", TOO_LONG, ids=lambda each: each.name)
def test_texts_longer_than_any_chat_are_refused(large: LargeBody) -> None:
    with pytest.raises(ApiError, match="longer than 8 MiB"):
        look(large.make())


@given(JSON, st.integers(1, 20))
def test_values_are_counted_wherever_the_pieces_end(value: object, size: int) -> None:
    body = msgspec.json.encode(value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bodies, "MAX_VALUES", mark_count(value))
        look(body, size)
        patch.setattr(bodies, "MAX_VALUES", mark_count(value) - 1)
        with pytest.raises(ApiError):
            look(body, size)


def mark_count(value: object) -> int:
    """Return how many commas, colons and opening brackets there are outside of texts."""
    match value:
        case list():
            return max(1, len(value)) + sum(map(mark_count, value))
        case dict():
            return max(1, 2 * len(value)) + sum(map(mark_count, value.values()))
    return 0


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1])
def test_depth_has_a_limit(depth: int) -> None:
    body = b'{"a":' * depth + b"1" + b"}" * depth
    if depth <= MAX_DEPTH:
        look(body)
        return
    with pytest.raises(ApiError, match=f"more than {MAX_DEPTH} deep"):
        look(body)


def test_a_large_chat_is_accepted() -> None:
    said = {"role": "user", "content": "So, [what] of {this}: that?"}
    tool = {"name": "f", "parameters": {"properties": {"a": {"type": "string"}}}}
    body = msgspec.json.encode({"messages": [said] * (MAX_VALUES // 6), "tools": [tool] * 256})
    look(body)


def test_a_byte_order_mark_is_ignored() -> None:
    assert parsed(b'\xef\xbb\xbf{"a": 1}', dict[str, int]) == {"a": 1}


@pytest.mark.parametrize("half", [rb"\ud800", rb"\uDC00", rb"\ud800\u0041", rb"a\uD83Dx"])
def test_half_a_surrogate_pair_is_named(half: bytes) -> None:
    with pytest.raises(ApiError, match="surrogate pair") as refused:
        parsed(b'{"a": "%b"}' % half, dict[str, str])
    assert refused.value.status == 400


def test_a_whole_pair_is_a_character() -> None:
    assert parsed(rb'{"a": "\ud83d\ude00"}', dict[str, str]) == {"a": "😀"}
    with pytest.raises(ApiError, match="not valid JSON"):
        parsed(rb'{"a": "\ud83d\ude00}', dict[str, str])


@pytest.mark.parametrize("large", BROKEN, ids=lambda each: each.name)
def test_a_large_invalid_body_is_refused_about_as_fast_as_it_is_decoded(large: LargeBody) -> None:
    body = large.make()
    started = time.thread_time()
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(body)
    decoded = time.thread_time()
    with pytest.raises(ApiError, match="not valid JSON"):
        parsed(body, dict[str, object])
    assert time.thread_time() - decoded < 5 * (decoded - started)


def test_an_object_for_a_template_is_limited_to_64_kib() -> None:
    assert small_object(msgspec.Raw(b'{"a": [1]}'), "$.a") == {"a": [1]}
    assert small_object(msgspec.Raw(b"null"), "$.a") is None
    with pytest.raises(ApiError, match="64 KiB"):
        small_object(msgspec.Raw(b'{"a": "%b"}' % (b"x" * (64 << 10))), "$.a")
    with pytest.raises(ApiError, match="Expected `object"):
        small_object(msgspec.Raw(b"[1]"), "$.a")


class Sender:
    """A program that sends pieces of a body when it is told to."""

    def __init__(self, *headers: tuple[bytes, bytes]) -> None:
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self.request = Request(
            {"type": "http", "method": "POST", "path": "/", "headers": list(headers)},
            self._messages.get,
        )

    def send(self, piece: bytes, *, is_last: bool = False) -> None:
        self._messages.put_nowait({"type": "http.request", "body": piece, "more_body": not is_last})


@pytest.fixture
async def reader() -> AsyncGenerator[Bodies]:
    reader = Bodies()
    yield reader
    reader.close()


async def test_unanswered_bodies_have_a_total_limit(
    reader: Bodies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.server.bodies.SMALL_BODY_BYTES", 1000)
    monkeypatch.setattr("engine.server.bodies.MAX_ALL_BODIES_BYTES", 10_000)
    async with AsyncExitStack() as stack:
        for _ in range(2):  # one is answered, one has not come to its end
            sender = Sender()
            sender.send(b" " * 6000, is_last=True)
            await stack.enter_async_context(reader.read(sender.request))
        late = Sender()
        late.send(b" " * 6000)
        with pytest.raises(ApiError, match="too many large") as refused:
            await stack.enter_async_context(reader.read(late.request))
        assert refused.value.status == 503
        assert refused.value.retry_after
        small = Sender()
        small.send(b"{}", is_last=True)
        assert await stack.enter_async_context(reader.read(small.request)) == b"{}"
    again = Sender()
    again.send(b" " * 6000, is_last=True)
    async with reader.read(again.request) as body:
        assert len(body) == 6000


@pytest.mark.parametrize("coding", [b"gzip", b"deflate, identity", b"br"])
async def test_a_compressed_body_is_refused(reader: Bodies, coding: bytes) -> None:
    sender = Sender((b"content-encoding", coding))
    with pytest.raises(ApiError, match="not supported") as refused:
        async with reader.read(sender.request):
            pass
    assert refused.value.status == 415


async def test_the_identity_coding_is_accepted(reader: Bodies) -> None:
    sender = Sender((b"content-encoding", b"Identity"))
    sender.send(b"{}", is_last=True)
    async with reader.read(sender.request) as body:
        assert body == b"{}"
