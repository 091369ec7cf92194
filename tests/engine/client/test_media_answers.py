"""The engine gets the pictures that it asks for, or a sentence why not, in every case."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engine.client.client import EngineClient
from engine.client.request import Request
from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage, MediaAnswer, Role
from engine.messages.errors import EngineError
from engine.messages.framing import MAX_FRAME_BYTES
from engine.messages.media import GiveMedia, Media, MediaKind, RefuseMedia
from engine.messages.sampling_params import SamplingParams
from tests.fakes.engine_client import (
    PATIENCE_SECONDS,
    events_of,
    scripted_client,
    text_of,
)

ASKED = Media("a digest", MediaKind.IMAGE, 3, 2)
NOTHING_READ = "I see nothing: The picture could not be read. Remove it and add it again. "


async def give(digest: str) -> MediaAnswer:
    return GiveMedia(digest, MediaKind.IMAGE, 3, 2, bytes(18))


async def refuse_media(digest: str) -> MediaAnswer:
    return RefuseMedia(digest, lazy("It is gone."))


async def raise_known_trouble(digest: str) -> MediaAnswer:
    raise EngineError(lazy("The disk can't be read."))


async def give_too_much(digest: str) -> MediaAnswer:
    return GiveMedia(digest, MediaKind.IMAGE, 3, 2, bytes(MAX_FRAME_BYTES))


def look(client: EngineClient, text: str = "look", *media: Media) -> Request:
    message = ChatMessage(Role.USER, text, media=media or (ASKED,))
    return client.submit("a", [message], SamplingParams())


@pytest.mark.parametrize(
    ("giver", "expected"),
    [
        (give, "I see 3 x 2. "),
        (refuse_media, "I see nothing: It is gone. "),
        (raise_known_trouble, "I see nothing: The disk can't be read. "),
        (give_too_much, "I see nothing: The picture is too large to be sent to the model. "),
        (None, NOTHING_READ),
    ],
)
async def test_the_engine_gets_a_picture_or_a_sentence(
    giver: Callable[[str], Awaitable[MediaAnswer]] | None, expected: str
) -> None:
    async with scripted_client(give_media=giver) as client:
        assert text_of(await events_of(look(client))).startswith(expected)


async def test_a_bug_in_giving_refuses_the_picture_and_is_reported() -> None:
    reported: list[dict[str, Any]] = []

    async def stumble(digest: str) -> MediaAnswer:
        raise RuntimeError("a bug")

    asyncio.get_running_loop().set_exception_handler(lambda _loop, bug: reported.append(bug))
    async with scripted_client(give_media=stumble) as client:
        assert text_of(await events_of(look(client))).startswith(NOTHING_READ)
    assert [str(bug["exception"]) for bug in reported] == ["a bug"]


async def test_a_picture_that_takes_long_holds_up_no_other() -> None:
    may_give = asyncio.Event()

    async def give_slowly(digest: str) -> MediaAnswer:
        if digest == ASKED.digest:
            await may_give.wait()
        return await give(digest)

    async with scripted_client(give_media=give_slowly) as client:
        slow = look(client)
        other = look(client, "look", Media("another", MediaKind.IMAGE, 3, 2))
        assert text_of(await events_of(other)).startswith("I see 3 x 2. ")
        may_give.set()
        assert text_of(await events_of(slow)).startswith("I see 3 x 2. ")


async def test_an_answer_to_a_process_that_has_ended_is_given_up() -> None:
    has_asked, was_given_up = asyncio.Event(), asyncio.Event()

    async def give_never(digest: str) -> MediaAnswer:
        has_asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            was_given_up.set()
        return await give(digest)

    async with scripted_client(give_media=give_never) as client:
        look(client)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await has_asked.wait()
            client.restart()
            await was_given_up.wait()
    assert was_given_up.is_set()
