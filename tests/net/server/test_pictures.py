"""Programs send pictures: in each API, to a model that sees; nothing is fetched for them."""

import base64
from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec
import numpy as np
import pytest
import pytest_asyncio

from app.media.decoder import PictureDecoder
from app.media.program_media import ProgramMedia
from engine.dialects.content import MAX_PICTURES, SentPictures
from engine.dialects.errors import ApiError
from engine.messages.config import EngineConfig
from engine.messages.errors import PictureNotRead
from engine.messages.media import Media, MediaKind
from engine.remote.pictures import png_of
from tests.engine.llama.media.pictures import QWEN2, needs_library
from tests.net.server.running import Answered, RunningServer, running_server

SIDE = 112


def picture(seed: int = 1, side: int = SIDE) -> str:
    """Return a PNG file in base64."""
    pixels = np.random.default_rng(seed).bytes(side * side * 3)
    return base64.b64encode(png_of(side, side, pixels)).decode()


def shown(*urls: str, text: str = "What is this?") -> list[dict[str, object]]:
    """Return a chat about pictures."""
    parts: list[dict[str, object]] = [
        {"type": "image_url", "image_url": {"url": each, "detail": "low"}} for each in urls
    ]
    return [{"role": "user", "content": [*parts, {"type": "text", "text": text}]}]


def data_url(content: str, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{content}"


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def seeing(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """A server whose model sees; its parent decodes in a process of its own."""
    folder = tmp_path_factory.mktemp("seeing")
    model, projector = folder / "model.gguf", folder / "mmproj.gguf"
    QWEN2.write(model)
    QWEN2.write_projector(projector)
    config = EngineConfig(context_window=1024, slot_count=4, projector_path=str(projector))
    pictures = ProgramMedia(PictureDecoder())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        async with running_server(folder, model=model, config=config, pictures=pictures) as running:
            yield running
    await pictures.close()


async def asked(server: RunningServer, messages: object, **fields: object) -> Answered:
    usual: dict[str, object] = {"messages": messages, "max_tokens": 2, "temperature": 0}
    return await server.ask("/v1/chat/completions", usual | fields)


async def modalities(server: RunningServer) -> object:
    """Return what the model takes, as programs are told."""
    listed = (await server.ask("/v1/models")).json["data"]
    (model,) = msgspec.convert(listed, list[dict[str, object]])
    kinds = msgspec.convert(model["architecture"], dict[str, object])
    return kinds["input_modalities"]


def prompt_tokens(answer: Answered) -> int:
    assert answer.status == 200, answer.body
    usage = answer.json["usage"]
    assert isinstance(usage, dict)
    cached = usage.get("cache_read_input_tokens", 0)
    return int(usage.get("prompt_tokens") or usage["input_tokens"] + cached)


@needs_library
@pytest.mark.asyncio(loop_scope="package")
class TestModelThatSees:
    async def test_each_api_has_its_form_of_pictures(self, seeing: RunningServer) -> None:
        plain = prompt_tokens(await asked(seeing, shown()))
        image = {"type": "base64", "media_type": "image/png", "data": picture()}
        block = {"type": "image", "source": image}
        words = {"type": "text", "text": "What is this?"}
        message = {"role": "user", "content": [block, words]}
        part = {"type": "input_image", "image_url": data_url(picture()), "detail": "auto"}
        item = {"role": "user", "content": [part, {"type": "input_text", "text": "What is this?"}]}
        chat = await asked(seeing, shown(data_url(picture())))
        body: dict[str, object] = {"messages": [message], "max_tokens": 2}
        messages = await seeing.ask("/v1/messages", body)
        responses = await seeing.ask("/v1/responses", {"input": [item], "max_output_tokens": 2})
        counts = [prompt_tokens(each) for each in (chat, messages)]
        assert counts[0] == counts[1] >= plain + 16
        assert prompt_tokens(responses) == counts[0]
        counted = await seeing.ask("/v1/messages/count_tokens", {"messages": [message]})
        # Whose turn it is may take some tokens more or less.
        assert abs(int(str(counted.json["input_tokens"])) - counts[0]) < 8

    async def test_several_pictures_and_those_of_tools_count(self, seeing: RunningServer) -> None:
        one = prompt_tokens(await asked(seeing, shown(data_url(picture(2)))))
        urls = (data_url(picture(2)), data_url(picture(3)), data_url(picture(2)))
        three = await asked(seeing, shown(*urls))
        assert prompt_tokens(three) > one + 2 * 16
        result = {"type": "image", "source": {"type": "base64", "data": picture(4)}}
        called = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
        told = {"type": "tool_result", "tool_use_id": "a", "content": [result]}
        turns = [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": [called]},
            {"role": "user", "content": [told]},
        ]
        body: dict[str, object] = {"messages": turns, "max_tokens": 2}
        with_picture = prompt_tokens(await seeing.ask("/v1/messages", body))
        told["content"] = []
        assert with_picture >= prompt_tokens(await seeing.ask("/v1/messages", body)) + 16

    async def test_a_chat_goes_on_warm_behind_its_picture(self, seeing: RunningServer) -> None:
        first = await asked(seeing, shown(data_url(picture(5))))
        choices = first.json["choices"]
        assert isinstance(choices, list)
        more = [*shown(data_url(picture(5))), choices[0]["message"]]
        more.append({"role": "user", "content": "And?"})
        second = await asked(seeing, more)
        timings = second.json["timings"]
        assert isinstance(timings, dict)
        assert timings["cache_n"] >= 16

    async def test_a_response_that_goes_on_has_the_picture_of_before(
        self, seeing: RunningServer
    ) -> None:
        part = {"type": "input_image", "image_url": data_url(picture(6))}
        first = await seeing.ask(
            "/v1/responses",
            {"input": [{"role": "user", "content": [part]}], "max_output_tokens": 2},
        )
        again = {"input": "And?", "previous_response_id": first.json["id"], "max_output_tokens": 2}
        second = await seeing.ask("/v1/responses", again)
        assert prompt_tokens(second) > prompt_tokens(first)
        alone = await seeing.ask("/v1/responses", {"input": "And?", "max_output_tokens": 2})
        assert prompt_tokens(second) >= prompt_tokens(alone) + 16

    @pytest.mark.parametrize(
        ("url", "text"),
        [
            ("http://127.0.0.1:1/a.png", "not fetched from addresses"),
            ("https://example.com/a.png", "not fetched from addresses"),
            ("file:///etc/passwd", "not fetched from addresses"),
            ("", "not fetched from addresses"),
            ("data:image/png,abc", "not fetched from addresses"),
            (data_url("a"), "not valid base64"),
            (data_url("Ä"), "not valid base64"),
            (data_url(""), "not a supported image"),
            (data_url(base64.b64encode(b"Hello").decode()), "not a supported image"),
            (data_url(base64.b64encode(b"<svg></svg>").decode(), "image/svg+xml"), "SVG"),
            (data_url(picture()[:400]), "damaged"),
            (data_url(base64.b64encode(bytes(15_000_001)).decode()), "15 MB"),
        ],
    )
    async def test_what_is_no_picture_is_told(
        self, seeing: RunningServer, url: str, text: str
    ) -> None:
        answer = await asked(seeing, shown(url))
        error = answer.json["error"]
        assert isinstance(error, dict)
        assert (answer.status, error["code"]) == (400, "invalid_image")
        assert text in str(error["message"])

    async def test_too_many_and_those_of_others_are_refused(self, seeing: RunningServer) -> None:
        answer = await asked(seeing, shown(*[data_url(picture(7, 2))] * (MAX_PICTURES + 1)))
        assert (answer.status, b"At most" in answer.body) == (400, True)
        for role in ("system", "assistant"):
            turns = [{**shown(data_url(picture()))[0], "role": role}, *shown()]
            answer = await asked(seeing, turns)
            assert (answer.status, b"are not supported in" in answer.body) == (400, True)
        source = {"type": "url", "url": "https://example.com/a.png"}
        message = {"role": "user", "content": [{"type": "image", "source": source}]}
        answer = await seeing.ask("/v1/messages", {"messages": [message], "max_tokens": 1})
        assert (answer.status, b"not fetched" in answer.body) == (400, True)

    async def test_a_parent_that_reads_no_pictures_says_why(
        self, seeing: RunningServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def unreadable(_content: bytes, _kind: MediaKind) -> Media:
            raise PictureNotRead("Not today.")

        monkeypatch.setattr(seeing.net.media, "read", unreadable)
        answer = await asked(seeing, shown(data_url(picture(8))))
        assert (answer.status, b"Not today." in answer.body) == (400, True)

    async def test_programs_are_told_that_it_sees(self, seeing: RunningServer) -> None:
        assert await modalities(seeing) == ["text", "image"]


@pytest.mark.asyncio(loop_scope="package")
async def test_a_model_that_does_not_see_says_so(server: RunningServer) -> None:
    answer = await asked(server, shown(data_url(picture())))
    assert (answer.status, b"does not support pictures" in answer.body) == (400, True)
    assert await modalities(server) == ["text"]


async def test_files_are_remembered_up_to_a_number_of_bytes(tmp_path: Path) -> None:
    files = [base64.b64decode(picture(seed)) for seed in (1, 2, 3)]
    pictures = ProgramMedia(PictureDecoder(), most_bytes=sum(map(len, files[:2])) + 100)
    try:
        named = [await pictures.read(each, MediaKind.IMAGE) for each in files]
        assert await pictures.read(files[2], MediaKind.IMAGE) == named[2]
        given = [await pictures.give(each.digest) for each in named]
    finally:
        await pictures.close()
    assert [type(each).__name__ for each in given] == ["RefuseMedia", "GiveMedia", "GiveMedia"]


def test_base64_decoded_in_parts_equals_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.dialects.content._PART", 8)
    for length in range(40):
        content = bytes(range(length))
        sent = SentPictures()
        name = sent.add(base64.b64encode(content).decode(), "$").digest
        assert sent.files[name] == content
    for text in ("QUJD=UJD", "QUI=QUJDQUJD", "QUJDQUI=QUJD", "QUJDQUJDQ", "QUJD QUJDQUJD"):
        with pytest.raises(ApiError, match="base64"):
            SentPictures().add(text, "$")


def test_base64_has_two_alphabets_and_may_lack_padding() -> None:
    content = bytes(range(256)) + b"ab"
    text = base64.b64encode(content).decode()
    lines = "\r\n".join(text[at : at + 76] for at in range(0, len(text), 76))
    for form in (text, text.rstrip("="), base64.urlsafe_b64encode(content).decode(), lines):
        sent = SentPictures()
        assert sent.files[sent.add(form, "$").digest] == content
