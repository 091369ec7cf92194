"""Pictures are decoded when they come, kept without anything else, and given to who asks."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.domain.messages import Attachment
from app.errors import FileNotTaken, PictureRefused
from app.media.attached import Pictures
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import MAX_FILE_BYTES
from app.media.pictures import MAX_PICTURE_SIDE, Picture
from app.storage.history import History
from engine.messages.media import GiveMedia, MediaKind, RefuseMedia, content_bytes, media_digest
from tests.app.media.making import every_kind, png, saved, turned_jpeg, two_halves


@pytest.fixture
async def pictures(history: History) -> AsyncIterator[Pictures]:
    pictures = Pictures(history, PictureDecoder())
    yield pictures
    await pictures.close()


async def sent(history: History, *pictures: Picture) -> tuple[Attachment, ...]:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Look.", pictures)
    return turn.user.attachments


async def test_a_picture_is_named_by_what_it_shows(pictures: Pictures, tmp_path: Path) -> None:
    found = set[str]()
    for kind in ("PNG", "BMP", "TIFF"):
        path = tmp_path / f"a.{kind}"
        path.write_bytes(every_kind()[kind])
        picture = await pictures.read(path)
        assert isinstance(picture, Picture)
        assert (picture.name, picture.width, picture.height) == (path.name, 40, 20)
        found.add(picture.pixels)
    assert len(found) == 1


async def test_what_is_kept_is_what_was_seen_and_nothing_else(
    pictures: Pictures, history: History
) -> None:
    picture = await pictures.keep("photo.jpg", turned_jpeg())
    content = await history.attachments.content(picture)
    assert content.startswith(b"\x89PNG")
    assert b"HOME" not in content
    decoded = await pictures.decode(picture, MAX_PICTURE_SIDE)
    size = (decoded.width, decoded.height)
    assert media_digest(MediaKind.IMAGE, *size, decoded.pixels) == picture.pixels
    small = await pictures.decode(picture, 10)
    assert (small.width, small.height) == (5, 10)


async def test_a_photo_is_kept_small_and_shows_what_was_kept(
    pictures: Pictures, history: History
) -> None:
    noise = random.Random(1).randbytes(1200 * 900)
    rows = b"".join(b"\0" + noise[at : at + 1200] for at in range(0, len(noise), 1200))
    photo = await pictures.keep("photo.png", png(1200, 900, rows))
    assert photo.media_type == "image/jpeg"
    assert (await history.attachments.content(photo)).startswith(b"\xff\xd8")
    await sent(history, photo)
    given = await pictures.give(photo.pixels)
    assert isinstance(given, GiveMedia)
    assert given.digest == photo.pixels
    drawing = await pictures.keep("drawing.jpg", saved(two_halves(), "JPEG"))
    assert drawing.media_type == "image/png"


async def test_texts_are_none_and_what_can_not_be_decoded_is_refused(
    pictures: Pictures, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    path.write_text("BM is no picture")
    assert await pictures.read(path) is None
    for content, message in (
        (b"<svg >", "SVG drawing"),
        (every_kind()["PNG"][:50], "is damaged"),
        (b"\xff\xd8\xff" + bytes(MAX_FILE_BYTES), "too large for a picture"),
    ):
        path.write_bytes(content)
        with pytest.raises(PictureRefused, match=message):
            await pictures.read(path)
    with pytest.raises(FileNotTaken, match="is a folder"):
        await pictures.read(tmp_path)


async def test_who_asks_gets_the_pixels(pictures: Pictures, history: History) -> None:
    picture = await pictures.keep("photo.webp", every_kind()["WEBP"])
    await sent(history, picture)
    given = await pictures.give(picture.pixels)
    assert isinstance(given, GiveMedia)
    facts = (given.kind, given.width, given.height)
    assert len(given.content) == content_bytes(*facts)
    assert given.digest == media_digest(*facts, given.content) == picture.pixels


async def test_what_is_not_there_is_refused_in_words(pictures: Pictures, history: History) -> None:
    refused = await pictures.give("0" * 64)
    assert isinstance(refused, RefuseMedia)
    assert "no longer exists" in refused.reason
    picture = await pictures.keep("sea.png", saved(two_halves(), "PNG"))
    await sent(history, picture)
    (path,) = (history.attachments.database.path.parent / "attachments").glob("??/*")
    path.write_bytes(b"rot")
    refused = await pictures.give(picture.pixels)
    assert isinstance(refused, RefuseMedia)
    assert "“sea.png” is damaged" in refused.reason


async def test_a_file_that_only_says_it_shows_this_is_not_given(
    pictures: Pictures, history: History
) -> None:
    true = await pictures.keep("true.png", saved(two_halves(), "PNG"))
    other = await pictures.keep("other.png", saved(two_halves(8, 8), "PNG"))
    lie = replace(other, pixels=true.pixels, name="lie.png")
    await sent(history, lie)
    refused = await pictures.give(true.pixels)
    assert isinstance(refused, RefuseMedia)
    assert "“lie.png” is damaged" in refused.reason
    await sent(history, true)
    await sent(history, lie)
    given = await pictures.give(true.pixels)
    assert isinstance(given, GiveMedia)
    assert (given.width, given.height) == (40, 20)
