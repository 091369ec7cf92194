"""A process whose encoder never ends with a picture is replaced, as one that hangs in a step."""

from engine.client.client import EngineClient
from engine.wire.commands import ChatMessage, MediaAnswer, Role
from engine.wire.config import EngineConfig
from engine.wire.media import GiveMedia
from engine.wire.sampling_params import SamplingParams
from tests.fakes.engine_client import SOON_HANGING, end_of, events_of, text_of
from tests.fakes.media import picture
from tests.fakes.mortal_engine import MORTAL_ENGINE

PICTURE, CONTENT = picture(1)


async def give(digest: str) -> MediaAnswer:
    return GiveMedia(digest, PICTURE.kind, PICTURE.width, PICTURE.height, CONTENT)


async def test_a_picture_without_an_end_ends_its_request_and_the_next_process_answers() -> None:
    client = EngineClient(MORTAL_ENGINE, policy=SOON_HANGING, give_media=give)
    await client.start()
    client.load("staring.gguf", EngineConfig())
    try:
        looking = ChatMessage(Role.USER, "look", media=(PICTURE,))
        events = await events_of(client.submit("a", [looking], SamplingParams(max_tokens=4)))
        error = end_of(events).error
        assert error
        assert error.text == "The engine stopped responding and was closed."
        answer = client.submit("b", [ChatMessage(Role.USER, "read")], SamplingParams(max_tokens=4))
        assert text_of(await events_of(answer))
    finally:
        await client.close()
