"""Sounds are decoded when they come, kept as they are, and given to the model that asks."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.chat.request_builder import prompt_messages_of
from app.domain.messages import OutgoingMessage
from app.errors import SoundRefused
from app.media.attached import Pictures
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import MAX_FILE_BYTES
from app.media.pictures import AttachmentKind
from app.media.sounds import Sound
from app.storage.history import History
from app.storage.plain_text import packed, unpacked
from engine.messages.media import (
    GiveMedia,
    MediaKind,
    RefuseMedia,
    media_digest,
)
from tests.app.media.making import every_sound, flac, tone, wav
from tests.app.media.test_sounds import needs_decoder

HOSTILE_COUNT = 100

pytestmark = needs_decoder


@pytest.fixture
async def media(history: History) -> AsyncIterator[Pictures]:
    media = Pictures(history, PictureDecoder())
    yield media
    await media.close()


async def read(media: Pictures, path: Path, content: bytes) -> Sound:
    path.write_bytes(content)
    sound = await media.read(path)
    assert isinstance(sound, Sound)
    return sound


async def test_a_sound_is_kept_as_it_is_and_named_by_what_is_heard(
    media: Pictures, history: History, tmp_path: Path
) -> None:
    content = wav(tone(2))
    one = await read(media, tmp_path / "a.wav", content)
    other = await read(media, tmp_path / "b.flac", flac(tone(2)))
    assert (one.name, one.media_type, one.seconds) == ("a.wav", "audio/wav", 2.0)
    assert other.media_type == "audio/flac"
    assert one.samples == other.samples
    assert await history.attachments.content(one) == content


async def test_a_model_that_asks_is_given_what_was_heard(
    media: Pictures, history: History, tmp_path: Path
) -> None:
    sound = await read(media, tmp_path / "a.wav", wav(tone()))
    assert isinstance(await media.give(sound.samples), RefuseMedia)  # no message has it yet
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Listen.", (sound,))
    (attachment,) = turn.user.attachments
    assert (attachment.kind, attachment.sound) == (AttachmentKind.SOUND, sound)
    assert attachment.picture is None
    asked = prompt_messages_of([turn.user]).messages[0].media
    given = await media.give(asked[0].digest)
    assert isinstance(given, GiveMedia)
    assert (given.kind, given.width, given.height) == (MediaKind.AUDIO, 16_000, 1)
    assert media_digest(given.kind, given.width, 1, given.content) == asked[0].digest
    assert prompt_messages_of([turn.user], hears=False).messages[0].media == ()


async def test_the_name_of_a_sound_tells_a_deaf_model_what_was_sent(history: History) -> None:
    sound = await history.attachments.add_sound("talk.mp3", b"x", 9, "a" * 64, "audio/mpeg")
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "", (sound,))
    assert prompt_messages_of([turn.user], hears=False).messages[0].content == "“talk.mp3”"


async def test_an_import_that_calls_a_text_a_sound_is_refused_in_words(
    media: Pictures, history: History, tmp_path: Path
) -> None:
    sound = await read(media, tmp_path / "a.wav", wav(tone()))
    conversation = await history.conversations.create()
    lying = replace(sound, samples="a" * 64)
    await history.turns.start(conversation.id, "Listen.", (lying,))
    refused = await media.give("a" * 64)
    assert isinstance(refused, RefuseMedia)
    assert "“a.wav” is damaged" in str(refused.reason)


def test_a_draft_keeps_its_sounds_and_nothing_that_cannot_be() -> None:
    sound = Sound("a\x1c.wav", "a" * 64, 9, 16_000, "b" * 64)
    kept = unpacked(packed(OutgoingMessage("Listen.", sounds=(sound,))))
    assert kept == OutgoingMessage("Listen.", sounds=(replace(sound, name="a .wav"),))
    for wrong in (
        replace(sound, samples="x"),
        replace(sound, sample_count=0),
        replace(sound, sample_count=600 * 16_000 + 1),
        replace(sound, media_type="text/html"),
    ):
        assert unpacked(packed(OutgoingMessage("", sounds=(wrong,)))).sounds == ()


async def test_a_sound_with_too_many_bytes_is_not_read(media: Pictures, tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    with path.open("wb") as file:
        file.write(wav(tone()))
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(SoundRefused, match="too long for a sound"):
        await media.read(path)


async def test_hostile_sounds_end_as_samples_or_in_words(media: Pictures) -> None:
    files = list(every_sound().values())
    kept = 0
    reasons: list[str] = []
    for number in range(HOSTILE_COUNT):
        chance = random.Random(number)
        content = bytearray(files[number % len(files)])
        for _ in range(chance.randint(1, 20)):
            content[chance.randrange(min(len(content), 400))] = chance.randrange(256)
        if number % 3 == 0:
            del content[chance.randrange(4, len(content)) :]
        try:
            sound = await media.keep_sound("it", bytes(content))
        except SoundRefused as error:
            reasons.append(str(error))
        else:
            kept += 1
            assert 0 < sound.seconds <= 600
    assert kept + len(reasons) == HOSTILE_COUNT
    assert min(kept, len(reasons)) > 5
    assert all("“it”" in reason for reason in reasons)
