"""Hostile PDFs end as pictures, text or in words: a sample of ``tests.faults.pdfs``."""

from pathlib import Path

from app.pictures.decoder import PictureDecoder
from tests.faults.pdfs import CI_COUNT, ends
from tests.faults.pictures import WAYS


async def test_every_damage_ends_as_pages_or_in_words(tmp_path: Path) -> None:
    decoder = PictureDecoder()
    found = [each async for each in ends(range(CI_COUNT), decoder, tmp_path)]
    await decoder.close()
    assert len(found) == CI_COUNT
    assert {each.way for each in found} == set(WAYS)
    assert all(each.drawing == "drawn" or "“it”" in each.drawing for each in found)
    assert all(each.reading == "read" or "“it”" in each.reading for each in found)
    assert any(each.page_count for each in found)
