"""The window asks a process for pixels, and outlives whatever that does."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator

import psutil
import pytest

from app.errors import PictureRefused
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import MAX_FILE_BYTES, REPLIES, Decoded, DecodeRequest
from tests.app.media.making import every_kind, gif, saved, two_halves

FILE = saved(two_halves(), "PNG")


def answering(body: str) -> tuple[str, ...]:
    """Return a process that answers with what an expression says."""
    return (sys.executable, "-c", f"import sys, time\n{body}")


def answer(reply: bytes) -> tuple[str, ...]:
    return answering(f"sys.stdout.buffer.write({reply!r}); sys.stdout.flush(); time.sleep(60)")


@pytest.fixture
async def decoder() -> AsyncIterator[PictureDecoder]:
    decoder = PictureDecoder()
    yield decoder
    await decoder.close()


async def test_one_process_decodes_one_picture_after_the_other(decoder: PictureDecoder) -> None:
    processes = set[int | None]()
    for content in every_kind().values():
        reply = await decoder.decode("a", DecodeRequest(content))
        assert (reply.width, reply.height) == (40, 20)
        processes.add(decoder.process_id)
    assert len(processes) == 1


async def test_what_can_not_be_decoded_is_said_in_a_sentence(decoder: PictureDecoder) -> None:
    for content, message in (
        (FILE[:60], "“a” is damaged"),
        (every_kind()["JPEG"][:500], "“a” is damaged"),
        (b"<svg/>".replace(b"/", b" /"), "“a” is an SVG drawing"),
        (b"\0\0\0\x20ftypheic", "HEIC, AVIF or JPEG XL"),
        (b"\xff\xd8\xff" + bytes(MAX_FILE_BYTES), "too large for a picture"),
    ):
        with pytest.raises(PictureRefused, match=message):
            await decoder.decode("a", DecodeRequest(content))


async def test_half_a_file_is_no_picture(decoder: PictureDecoder) -> None:
    image = two_halves(400, 300)
    files = [saved(image, kind) for kind in ("PNG", "JPEG", "WEBP", "BMP", "TIFF")]
    for content in (*files, gif(400, 300, 1)):
        for length in (len(content) // 2, len(content) // 4, 24):
            with pytest.raises(PictureRefused, match="“a” is"):
                await decoder.decode("a", DecodeRequest(content[:length]))


async def test_a_process_that_a_picture_ends_is_started_anew(decoder: PictureDecoder) -> None:
    await decoder.decode("a", DecodeRequest(FILE))
    assert decoder.process_id is not None
    before = decoder.process_id
    os.kill(before, signal.SIGTERM)
    reply = await decoder.decode("a", DecodeRequest(FILE))
    assert reply.width == 40
    assert decoder.process_id != before


@pytest.mark.parametrize(
    "reply",
    [
        Decoded(4, 4, bytes(47)),
        Decoded(0, 4, b""),
        Decoded(3000, 1, bytes(9000)),
        Decoded(4, 4, bytes(48), b"unasked"),
    ],
)
async def test_pixels_that_are_not_what_they_say_are_not_taken(reply: Decoded) -> None:
    decoder = PictureDecoder(answer(REPLIES.encode(reply)))
    with pytest.raises(PictureRefused, match="damaged"):
        await decoder.decode("a", DecodeRequest(FILE))
    assert decoder.process_id is None
    await decoder.close()


async def test_a_process_that_nobody_asks_any_more_goes(decoder: PictureDecoder) -> None:
    decoder = PictureDecoder(kept_seconds=0.0)
    await decoder.decode("a", DecodeRequest(FILE))
    process_id = decoder.process_id
    assert process_id is not None
    async with asyncio.timeout(60):
        while psutil.pid_exists(process_id):  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.01)
    assert decoder.process_id is None
    await decoder.close()
