"""The bar of memory next to the sentence: what is taken, by what, and what is missing."""

import pytest
from pytestqt.qtbot import QtBot

from app.models.model import FitWord, ModelFit
from app.models.view.fit_note import FitNote
from app.widgets.kit.theme import colours_of
from tests.app.widgets.showing import on_screen

GIGABYTE = 1 << 30
FITS = ModelFit(FitWord.FITS, 3 * GIGABYTE, 6 * GIGABYTE, 10 * GIGABYTE, chats_bytes=1 * GIGABYTE)
TOO_LARGE = ModelFit(
    FitWord.TOO_LARGE, 16 * GIGABYTE, 6 * GIGABYTE, 10 * GIGABYTE, chats_bytes=4 * GIGABYTE
)


@pytest.fixture
def note(qtbot: QtBot) -> FitNote:
    return on_screen(qtbot, FitNote(), 400, 100)


def colours_in(note: FitNote) -> list[str]:
    """Return the names of the colours in the middle of each tenth of the bar."""
    image = note.bar.grab().toImage()
    known = colours_of(note.palette())
    names = {getattr(known, name): name for name in ("muted", "accent", "border")}
    middle = image.height() // 2
    colours = [image.pixelColor(image.width() * at // 20, middle).name() for at in range(1, 20, 2)]
    return [names.get(each, "hatched") for each in colours]


def test_the_bar_shows_what_is_taken_and_by_what(note: FitNote) -> None:
    note.show_fit("It fits.", FITS)
    assert note.bar.accessibleName() == "Memory: 7.0 GB of 10.0 GB"
    assert note.legend.accessibleName() == (
        "other programs 4.0 GB, model 2.0 GB, chats 1.0 GB, still free 3.0 GB"
    )
    assert colours_in(note) == [*["muted"] * 4, *["accent"] * 2, "hatched", *["border"] * 3]


def test_the_bar_of_a_model_that_does_not_fit_ends_with_what_is_missing(note: FitNote) -> None:
    note.show_fit("It does not fit.", TOO_LARGE)
    assert note.bar.accessibleName() == "Memory: 20.0 GB of 10.0 GB"
    assert note.legend.accessibleName().endswith("chats 4.0 GB, missing 10.0 GB")
    assert colours_in(note) == [*["muted"] * 2, *["accent"] * 3, *["hatched"] * 5]


def test_there_is_no_bar_while_the_memory_is_unknown(note: FitNote) -> None:
    note.show_fit("It fits.", FITS)
    assert note.bar.isVisible()
    note.show_fit("Reading its header to estimate the memory…", ModelFit())
    assert note.text() == "Reading its header to estimate the memory…"
    assert not note.bar.isVisible()
    assert not note.legend.isVisible()
