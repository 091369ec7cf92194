"""Programs send sounds to a model that hears; another model refuses them."""

import base64
import io
import wave
from collections.abc import AsyncGenerator

import msgspec
import numpy as np
import pytest
import pytest_asyncio

from app.media.decoder import PictureDecoder
from app.media.program_media import ProgramMedia
from engine.messages.config import EngineConfig
from tests.engine.llama.media.pictures import needs_library
from tests.engine.llama.media.sounds import EARS
from tests.models.tiny_ears import ULTRAVOX_ROWS
from tests.net.server.running import Answered, RunningServer, running_server

RATE = 16_000


def wav(seed: int = 1, seconds: float = 1.0, rate: int = RATE) -> str:
    """Return a WAV file of noise in base64."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        noise = np.random.default_rng(seed).integers(-9000, 9000, int(seconds * rate))
        sound.writeframes(noise.astype("<i2").tobytes())
    return base64.b64encode(file.getvalue()).decode()


def heard(*sounds: str, kind: str = "wav") -> list[dict[str, object]]:
    """Return a chat about sounds, in the form of OpenAI's API."""
    parts: list[dict[str, object]] = [
        {"type": "input_audio", "input_audio": {"data": each, "format": kind}} for each in sounds
    ]
    return [{"role": "user", "content": [{"type": "text", "text": "What is said?"}, *parts]}]


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def hearing(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """A server whose model hears; its parent decodes in a process of its own."""
    folder = tmp_path_factory.mktemp("hearing")
    model, projector = folder / "model.gguf", folder / "mmproj.gguf"
    EARS.write(model)
    EARS.write_projector(projector)
    config = EngineConfig(context_window=1024, slot_count=4, projector_path=str(projector))
    media = ProgramMedia(PictureDecoder())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        async with running_server(folder, model=model, config=config, pictures=media) as running:
            yield running
    await media.close()


async def asked(server: RunningServer, messages: object) -> Answered:
    body = {"messages": messages, "max_tokens": 2, "temperature": 0}
    return await server.ask("/v1/chat/completions", body)


def prompt_tokens(answer: Answered) -> int:
    assert answer.status == 200, answer.body
    return msgspec.convert(answer.json["usage"], dict[str, object])["prompt_tokens"]  # type: ignore[return-value]


def refusal(answer: Answered) -> tuple[int, object, object]:
    error = msgspec.convert(answer.json["error"], dict[str, object])
    return answer.status, error["code"], error["param"]


@needs_library
@pytest.mark.asyncio(loop_scope="package")
class TestModelThatHears:
    async def test_a_sound_takes_its_place_in_the_prompt(self, hearing: RunningServer) -> None:
        plain = prompt_tokens(await asked(hearing, heard()))
        one = prompt_tokens(await asked(hearing, heard(wav())))
        assert one - plain >= ULTRAVOX_ROWS
        two = prompt_tokens(await asked(hearing, heard(wav(1), wav(2))))
        assert two - one == one - plain

    @pytest.mark.parametrize("rate", [8_000, 44_100])
    async def test_a_sound_of_any_rate_is_heard(self, hearing: RunningServer, rate: int) -> None:
        assert prompt_tokens(await asked(hearing, heard(wav(rate=rate)))) > ULTRAVOX_ROWS

    async def test_other_forms_are_read_as_well(self, hearing: RunningServer) -> None:
        usual = prompt_tokens(await asked(hearing, heard(wav())))
        url = f"data:audio/wav;base64,{wav()}"
        for part in (
            {"type": "input_audio", "input_audio": {"data": url, "format": "mp3"}},
            {"type": "audio_url", "audio_url": {"url": url}},
        ):
            content = [{"type": "text", "text": "What is said?"}, part]
            chat = [{"role": "user", "content": content}]
            assert prompt_tokens(await asked(hearing, chat)) == usual
        item = {"role": "user", "content": [{"type": "input_text", "text": "What is said?"}, part]}
        body = {"input": [item], "max_output_tokens": 2}
        usage = (await hearing.ask("/v1/responses", body)).json["usage"]
        assert msgspec.convert(usage, dict[str, object])["input_tokens"] == usual

    async def test_a_chat_goes_on_after_a_sound(self, hearing: RunningServer) -> None:
        chat = heard(wav(5))
        first = await asked(hearing, chat)
        (choice,) = msgspec.convert(first.json["choices"], list[dict[str, object]])
        more = [*chat, choice["message"], {"role": "user", "content": "And then?"}]
        usage = (await asked(hearing, more)).json["usage"]
        details = msgspec.convert(usage, dict[str, object])["prompt_tokens_details"]
        assert details["cached_tokens"] > ULTRAVOX_ROWS  # type: ignore[index]

    @pytest.mark.parametrize("content", ["", "%%%", base64.b64encode(b"no sound").decode()])
    async def test_what_is_not_a_sound_is_refused(
        self, hearing: RunningServer, content: str
    ) -> None:
        assert refusal(await asked(hearing, heard(content)))[:2] == (400, "invalid_audio")

    async def test_a_picture_is_not_taken_for_a_sound(self, hearing: RunningServer) -> None:
        url = f"data:audio/wav;base64,{wav()}"
        chat = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
        assert refusal(await asked(hearing, chat))[:2] == (400, "unsupported_content")

    async def test_sounds_are_not_fetched(self, hearing: RunningServer) -> None:
        part = {"type": "audio_url", "audio_url": {"url": "http://127.0.0.1/a.wav"}}
        answer = await asked(hearing, [{"role": "user", "content": [part]}])
        assert refusal(answer) == (400, "invalid_audio", "$.messages[0].content[0].audio_url")

    async def test_programs_are_told_that_it_hears(self, hearing: RunningServer) -> None:
        listed = (await hearing.ask("/v1/models")).json["data"]
        (model,) = msgspec.convert(listed, list[dict[str, object]])
        kinds = msgspec.convert(model["architecture"], dict[str, list[str]])
        assert kinds["input_modalities"] == ["text", "audio"]


@pytest.mark.asyncio(loop_scope="package")
async def test_a_model_that_does_not_hear_refuses_sounds(server: RunningServer) -> None:
    answer = await asked(server, heard(wav()))
    assert refusal(answer) == (400, "unsupported_content", "$.messages")
