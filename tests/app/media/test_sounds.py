"""Sounds become samples at one rate, or a sentence; nothing that a file says is believed."""

from array import array
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from app.errors import SoundRefused
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import MAX_FILE_BYTES, SoundRequest
from app.media.formats import SoundFormat, sound_format_of
from app.media.process import sound_library
from tests.app.media.making import chunk, every_sound, flac, id3, mp3, tone, wav

# A set-up from now on has it: ``tests/packaging/test_native_libraries.py``.
needs_decoder = pytest.mark.skipif(
    sound_library() is None, reason="this environment has no decoder of sounds"
)
pytestmark = needs_decoder


@pytest.fixture
async def decoder() -> AsyncIterator[PictureDecoder]:
    decoder = PictureDecoder()
    yield decoder
    await decoder.close()


async def samples_of(decoder: PictureDecoder, content: bytes) -> array[float]:
    decoded = await decoder.decode_sound("a", SoundRequest(content))
    return array("f", decoded.samples)


async def test_what_has_the_right_rate_is_heard_to_the_last_bit(decoder: PictureDecoder) -> None:
    expected = array("f", (each / 32768 for each in tone()))
    for content in (wav(tone()), flac(tone())):
        assert await samples_of(decoder, content) == expected


async def test_other_rates_become_the_one_of_the_models(decoder: PictureDecoder) -> None:
    for rate in (8000, 22_050, 44_100, 192_000):
        heard = await samples_of(decoder, wav(tone(0.5, rate), rate))
        assert abs(len(heard) - 8000) < 40
        assert 0.2 < max(heard) < 0.4
        crossings = sum(a < 0 <= b for a, b in pairwise(heard))
        assert abs(crossings - 220) < 4, rate


async def test_channels_become_one(decoder: PictureDecoder) -> None:
    single = tone(0.25)
    eight = array("h", (each for sample in single for each in (sample,) * 8))
    heard = await samples_of(decoder, wav(eight, channel_count=8))
    assert len(heard) == len(single)
    assert max(heard) > 0.1


async def test_a_tag_however_large_is_passed_over(decoder: PictureDecoder) -> None:
    plain = await samples_of(decoder, mp3())
    assert len(plain) > 10_000
    assert await samples_of(decoder, mp3(tag=id3(20_000_000))) == plain


async def test_a_length_that_is_not_so_is_not_believed(decoder: PictureDecoder) -> None:
    content = wav(tone())
    start = content.index(b"data")
    for length in (0xFFFF_FFFF, 0x7FFF_FFFF, 40_000):
        lying = content[:start] + chunk(b"data", content[start + 8 :], length)
        assert len(await samples_of(decoder, lying)) == 16_000


async def test_floats_that_are_no_numbers_end_as_samples(decoder: PictureDecoder) -> None:
    wild = array("f", [float("nan"), float("inf"), -float("inf"), 1e30, 0.5] * 4000)
    heard = await samples_of(decoder, wav(wild))
    assert len(heard) == 20_000
    assert all(-1 <= each <= 1 for each in heard)


@pytest.mark.nightly
async def test_eleven_minutes_and_ten_hours_are_too_long(decoder: PictureDecoder) -> None:
    silence = array("h", [0]) * 65_535
    for times in (80, 4400):
        long = flac(silence, 8000, len(silence), times=times)
        with pytest.raises(SoundRefused, match="too long for a sound; the limits are 10 minutes"):
            await decoder.decode_sound("a", SoundRequest(long))
    almost = flac(silence, 8000, len(silence), times=73)
    assert len(await samples_of(decoder, almost)) > 9_500_000


async def test_what_can_not_be_decoded_is_said_in_a_sentence(decoder: PictureDecoder) -> None:
    for content, message in (
        (wav(tone())[:30], "“a” is damaged"),
        (b"RIFF\0\0\0\0WAVE" + b"text " * 40, "“a” is damaged"),
        (b"fLaC" + bytes(200), "“a” is damaged"),
        (wav(array("h")), "an empty sound|is damaged"),
        (b"OggS" + bytes(60), "Save it as WAV, MP3 or FLAC"),
        (b"just a text", "Save it as WAV, MP3 or FLAC"),
        (b"", "Save it as WAV, MP3 or FLAC"),
        (b"fLaC" + bytes(MAX_FILE_BYTES), "too long for a sound"),
    ):
        with pytest.raises(SoundRefused, match=message):
            await decoder.decode_sound("a", SoundRequest(content))


def test_a_sound_is_known_by_its_first_bytes() -> None:
    kinds = {name: sound_format_of(content) for name, content in every_sound().items()}
    assert kinds == {
        "WAV": SoundFormat.WAV,
        "float WAV": SoundFormat.WAV,
        "MP3": SoundFormat.MP3,
        "FLAC": SoundFormat.FLAC,
    }
    for text in ("ÿþ a text", "Riff and wave", "\ufeffmore"):
        for encoding in ("utf-8", "utf-16"):
            assert sound_format_of(text.encode(encoding)) is None
