"""Pictures go to models that see: asked of the window once, whole, and in each server's form."""

import asyncio
import base64
from typing import Any

import msgspec
import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import PictureNotSent
from engine.messages.events import ErrorReport, FinishReason
from engine.messages.media import GiveMedia, Media, MediaKind
from engine.messages.remote_messages import EndpointKind
from engine.remote import connections
from engine.remote.fitting import TokenEstimate
from engine.remote.pictures import PictureStore, png_of
from tests.net.remote import kinds
from tests.net.remote.asker import Asker, asking, end_of, open_asker, text_of
from tests.net.remote.painted import painted, pixels_of, showing
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
CAT, DOG = painted(1), painted(2, 31, 7)
URL = "data:image/png;base64,"


def ok(_: Heard) -> Script:
    return streamed(delta("a cat"), finish())


def lines(_: Heard) -> Script:
    return answer({"message": {"content": "a cat"}, "done": True, "done_reason": "stop"})


def knowing(asker: Asker, *pictures: GiveMedia) -> Asker:
    asker.answers |= {each.digest: each for each in pictures}
    return asker


async def sent_to(pages: kinds.Pages, *messages: ChatMessage) -> dict[str, Any]:
    async with open_asker() as asker:
        knowing(asker, CAT, DOG)
        with StreamServer(pages) as server:
            events = await asker.reply(asker.command(server.url, messages))
            assert text_of(events) == "a cat", events
            body: dict[str, Any] = server.posts()[-1].json
            return body


async def error_of(asker: Asker, server: StreamServer, message: ChatMessage) -> ErrorReport:
    end = end_of(await asker.reply(asker.command(server.url, [message])))
    assert end.reason is FinishReason.FAILED
    assert end.error is not None
    return end.error


@pytest.mark.parametrize("size", [(1, 1), (20, 12), (3, 50)])
def test_a_png_shows_what_was_given(size: tuple[int, int]) -> None:
    given = painted(7, *size)
    assert pixels_of(png_of(given.width, given.height, given.content)) == given.content


async def test_openai_style_servers_get_data_urls_before_the_text() -> None:
    body = await sent_to({**kinds.llama_server(), CHAT: ok}, showing(CAT, DOG))
    *parts, text = body["messages"][0]["content"]
    urls = [each["image_url"]["url"] for each in parts]
    assert [each["type"] for each in parts] == ["image_url"] * 2
    assert [pixels_of(base64.b64decode(each.removeprefix(URL))) for each in urls] == [
        CAT.content,
        DOG.content,
    ]
    assert text == {"type": "text", "text": "What is this?"}


async def test_a_picture_needs_no_text_and_a_text_no_parts() -> None:
    asked = (showing(CAT, text=""), ChatMessage(Role.ASSISTANT, "Yes?"), showing(text="Well?"))
    body = await sent_to({**kinds.vllm(), CHAT: ok}, *asked)
    first, *others = body["messages"]
    assert [each["type"] for each in first["content"]] == ["image_url"]
    assert [each["content"] for each in others] == ["Yes?", "Well?"]


async def test_ollama_gets_images() -> None:
    pages = kinds.ollama(capabilities=("completion", "vision"))
    body = await sent_to({**pages, OLLAMA_CHAT: lines}, showing(CAT))
    (message,) = body["messages"]
    assert message["content"] == "What is this?"
    assert pixels_of(base64.b64decode(message["images"][0])) == CAT.content


async def test_pictures_are_forgotten_beyond_a_budget() -> None:
    wanted: list[str] = []
    store: PictureStore

    def report(event: msgspec.Struct) -> None:
        digest = str(msgspec.to_builtins(event)["digest"])
        wanted.append(digest)
        known = {each.digest: each for each in (CAT, DOG)}
        asyncio.get_running_loop().call_soon(store.answer, known[digest])

    store = PictureStore(report, max_chars=1500)
    for each in (CAT, CAT, DOG, CAT, CAT):
        assert each.digest in await store.packed([showing(each)])
    await store.close()
    assert wanted == [CAT.digest, DOG.digest, CAT.digest]


async def test_a_stop_while_a_picture_is_asked_for_ends_that_reply_alone() -> None:
    async with asking({**kinds.vllm(), CHAT: ok}) as (asker, server):
        stopped, other = (asker.command(server.url, [showing(CAT)]) for _ in range(2))
        task = asker.begin(stopped)
        waiting = asyncio.create_task(asker.reply(other))
        async with asyncio.timeout(60):
            await asker.has_wanted.wait()
        task.cancel()
        asker.engines.pictures.answer(CAT)
        assert text_of(await waiting) == "a cat"
    assert end_of(asker.events(stopped.request_id)).reason is FinishReason.CANCELLED
    assert asker.wanted == [CAT.digest]


@pytest.mark.parametrize(
    "wrong",
    [
        msgspec.structs.replace(CAT, content=CAT.content[:-1] + b"\0"),
        msgspec.structs.replace(CAT, content=CAT.content[:-3]),
        msgspec.structs.replace(CAT, width=CAT.height, height=CAT.width),
        msgspec.structs.replace(CAT, width=0, height=0, content=b""),
    ],
)
async def test_another_picture_than_the_one_asked_for_is_not_sent(wrong: GiveMedia) -> None:
    async with open_asker() as asker:
        asker.answers[CAT.digest] = wrong
        with StreamServer({**kinds.vllm(), CHAT: ok}) as server:
            error = await error_of(asker, server, showing(CAT))
            assert server.posts() == []
    assert error.kind == PictureNotSent.__name__
    assert "damaged" in error.text


async def test_a_model_that_does_not_see_is_sent_nothing() -> None:
    async with asking({**kinds.ollama(), OLLAMA_CHAT: lines}) as (asker, server):
        error = await error_of(asker, server, showing(CAT))
        assert server.posts() == []
    assert error.text == "qwen3:4b on rack does not support pictures. Choose a model that does."
    assert asker.wanted == []


async def test_a_sound_is_refused_in_words() -> None:
    sound = Media("0" * 64, MediaKind.AUDIO, 16_000, 1)
    async with asking({**kinds.vllm(), CHAT: ok}) as (asker, server):
        message = ChatMessage(Role.USER, "Listen", media=(sound,))
        assert "Sounds" in (await error_of(asker, server, message)).text


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, {"error": {"code": 500, "message": "image input is not supported - hint: if"}}),
        (400, {"object": "error", "message": "tiny is not a multimodal model None", "code": 400}),
        (400, {"error": {"message": "At most 0 image(s) may be provided in one prompt."}}),
        (400, {"error": "Model does not support images. Please use a model that does."}),
        (422, {"error": {"message": "unknown variant `image_url`, expected `text`"}}),
        (400, {"error": {"message": "'messages.0.content' : must be a string"}}),
        (500, {"error": {"message": 'can only concatenate str (not "list") to str'}}),
        (404, {"error": {"message": "No endpoints found that support image input"}}),
        (400, {"error": {"message": "here is a part of type “image_url”."}}),
        (413, "<html><title>413 Request Entity Too Large</title></html>"),
        (415, {}),
    ],
)
async def test_a_server_that_refuses_pictures_is_a_sentence(status: int, body: object) -> None:
    async with open_asker() as asker:
        knowing(asker, CAT)
        with StreamServer({**kinds.vllm(), CHAT: answer(body, status)}) as server:
            error = await error_of(asker, server, showing(CAT))
            plain = await error_of(asker, server, showing(text="Hello"))
            assert len(server.posts()) == 2
    assert error.kind == PictureNotSent.__name__
    assert "did not accept the pictures of this chat" in error.text
    assert plain.kind != PictureNotSent.__name__


async def test_a_picture_that_is_too_long_for_the_window_is_told_so() -> None:
    refusal = {"error": {"message": "maximum context length is 1024, image has 3000 tokens"}}
    async with open_asker() as asker:
        knowing(asker, CAT)
        with StreamServer({**kinds.vllm(), CHAT: answer(refusal, 400)}) as server:
            assert (await error_of(asker, server, showing(CAT))).kind == "ContextWindowExceeded"


async def test_a_large_request_goes_in_pieces_also_where_it_is_redirected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "PIECE_BYTES", 100)
    moved = answer({}, 307, {"Location": "/elsewhere"})
    async with open_asker() as asker:
        knowing(asker, CAT)
        with StreamServer({**kinds.vllm(), CHAT: moved, "/elsewhere": ok}) as server:
            assert text_of(await asker.reply(asker.command(server.url, [showing(CAT)]))) == "a cat"
            first, again = server.posts()
    assert first.json == again.json
    assert "content-length" in again.headers
    assert "transfer-encoding" not in again.headers


def test_pictures_are_estimated_and_corrected_apart_from_texts() -> None:
    estimate = TokenEstimate()
    small, large = painted(1, 100, 100), painted(2, 1000, 784)
    text = showing(text="x" * 3600)
    words = estimate.of([text])
    assert estimate.of([showing(small)]) < 100
    assert 1000 < estimate.of([showing(large)]) < 1020
    estimate.correct([showing(large)], 3000)
    assert estimate.of([text]) == words
    assert estimate.of([showing(large)]) > 2000


@pytest.mark.parametrize("kind", [EndpointKind.OPENAI, EndpointKind.LM_STUDIO])
async def test_what_nobody_knows_to_see_is_tried(kind: EndpointKind) -> None:
    async with open_asker() as asker:
        knowing(asker, CAT)
        with StreamServer({**kinds.plain(), CHAT: ok}) as server:
            command = asker.command(server.url, [showing(CAT)], kind=kind)
            assert text_of(await asker.reply(command)) == "a cat"
