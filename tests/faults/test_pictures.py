"""Hostile pictures and PDFs end as pixels or in words: samples of both in ``tests.faults``."""

from collections import Counter
from pathlib import Path

from app.domain.messages import MessageStatus
from app.errors import PictureRefused
from app.media.attached import Pictures
from app.media.decoder import PictureDecoder
from app.storage.history import History
from engine.messages.media import GiveMedia
from tests.faults import pdfs
from tests.faults.pictures import CI_COUNT, WAYS, PictureMutator, ends


async def test_every_damage_to_every_format_ends_as_pixels_or_in_words() -> None:
    decoder = PictureDecoder()
    found = [each async for each in ends(range(CI_COUNT), decoder)]
    await decoder.close()
    assert len(found) == CI_COUNT
    assert {each.way for each in found} == set(WAYS)
    assert all(each.is_decoded or "“it”" in each.text for each in found)
    outcomes = Counter(each.is_decoded for each in found)
    assert min(outcomes[True], outcomes[False]) > CI_COUNT // 10


async def test_none_reaches_the_engine_undecoded(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    pictures = Pictures(history, PictureDecoder())
    conversation = await history.conversations.create()
    mutator = PictureMutator()
    given_count = 0
    for number in range(0, CI_COUNT, 3):
        try:
            picture = await pictures.keep("it", mutator.mutant(number)[2])
        except PictureRefused:
            continue
        turn = await history.turns.start(conversation.id, "Look.", (picture,))
        await history.turns.finish_reply(turn.reply.id, "Seen.", MessageStatus.COMPLETE)
        given = await pictures.give(picture.pixels)
        assert isinstance(given, GiveMedia)
        assert len(given.content) == 3 * given.width * given.height
        given_count += 1
    await pictures.close()
    await history.close()
    assert given_count


async def test_every_damage_ends_as_pages_or_in_words(tmp_path: Path) -> None:
    decoder = PictureDecoder()
    found = [each async for each in pdfs.ends(range(pdfs.CI_COUNT), decoder, tmp_path)]
    await decoder.close()
    assert len(found) == pdfs.CI_COUNT
    assert {each.way for each in found} == set(WAYS)
    assert all(each.drawing == "drawn" or "“it”" in each.drawing for each in found)
    assert all(each.reading == "read" or "“it”" in each.reading for each in found)
    assert any(each.page_count for each in found)
