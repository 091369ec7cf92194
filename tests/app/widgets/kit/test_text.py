"""Text: sizes, times, whole words, and the side at which right-to-left text begins."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.composer.composer import Composer
from app.widgets.kit.text import (
    format_bytes,
    is_right_to_left,
    last_words,
    long_time,
    short_time,
    shortened,
    text_lines,
)
from app.widgets.kit.theme import colours_of
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests
from engine.ipc.lazy_text import english_bytes

HEBREW = "שלום"


def ink_centre(image: QImage) -> float:
    """Return where the dark pixels lie: 0 is the left edge, 1 the right one."""
    columns = [
        x
        for x in range(4, image.width() - 4)
        for y in range(4, image.height() - 4)
        if image.pixelColor(x, y).lightness() < 100
    ]
    return sum(columns) / len(columns) / image.width()


def test_the_message_box_follows(qtbot: QtBot) -> None:
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(500, 60)
    composer.set_text(HEBREW)
    composer.show()
    composer.edit.clearFocus()

    assert ink_centre(composer.edit.grab().toImage()) > 0.7


def bar_columns(text: str, qtbot: QtBot) -> set[int]:
    """Return where the bars of quotes are painted, counted from the left."""
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.setAutoFillBackground(True)
    body.setBackgroundRole(QPalette.ColorRole.Base)
    body.show()
    body.finish(text)
    body.fit(400)
    image, border = body.grab().toImage(), QColor(colours_of(body.palette()).border)
    return {
        x
        for x in range(image.width())
        if sum(image.pixelColor(x, y) == border for y in range(image.height())) > 5
    }


def test_the_bars_of_a_quote_stand_where_its_words_begin(qtbot: QtBot) -> None:
    assert bar_columns("> words\n> > more", qtbot) == {0, 1, 2, 16, 17, 18}
    assert bar_columns(f"> {HEBREW}\n> > {HEBREW}", qtbot) == {399, 398, 397, 383, 382, 381}
    assert bar_columns(f"> - {HEBREW} and words\n\n> 1. words", qtbot) == {399, 398, 397, 0, 1, 2}
    in_a_list = {26, 27, 28}
    assert bar_columns("1. words\n\n   > more\n", qtbot) == in_a_list
    assert bar_columns("> - words\n>   > more\n", qtbot) == {0, 1, 2, 42, 43, 44}


def test_the_first_letter_with_a_direction_decides() -> None:
    assert is_right_to_left(f"12 - {HEBREW} and words")
    assert is_right_to_left("مرحبا")
    assert not is_right_to_left(f"(a) {HEBREW}")
    assert not is_right_to_left("12")


NOON = datetime(2026, 3, 1, 12, 5).astimezone()


@pytest.fixture
def german() -> Iterator[None]:
    """A locale in which a day has 24 hours."""
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("now", "text"),
    [
        (NOON, "12:05"),
        (NOON + timedelta(hours=11, minutes=54), "12:05"),
        (NOON + timedelta(hours=11, minutes=56), "01.03.26 12:05"),
        (NOON - timedelta(days=1), "01.03.26 12:05"),
    ],
)
def test_only_another_day_is_named(now: datetime, text: str) -> None:
    assert short_time(NOON, now) == text


@pytest.mark.usefixtures("german")
def test_a_moment_is_told_in_the_zone_of_the_user() -> None:
    assert short_time(NOON.astimezone(UTC), NOON) == "12:05"
    assert long_time(NOON.astimezone(UTC)) == "Sonntag, 1. März 2026, 12:05"


@pytest.mark.parametrize(
    ("byte_count", "text"),
    [
        (0, "0 bytes"),
        (1000, "1000 bytes"),
        (1536, "1.5 kB"),
        (round(99.9 * 1024**2), "99.9 MB"),
        (round(99.97 * 1024**2), "100 MB"),
        (853_336_064, "814 MB"),
        (round(999.4 * 1024**2), "999 MB"),
        (1010 * 1024**2, "1.0 GB"),
        (round(1.1 * 1024**3), "1.1 GB"),
        (128 * 1024**3, "128 GB"),
    ],
)
def test_a_size_has_at_most_three_digits(byte_count: int, text: str) -> None:
    assert format_bytes(byte_count) == text
    assert english_bytes(byte_count) == text.replace("1000", "1,000"), "the log says the same"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Waiting for a slot: 4 of 4 in use", 40, "Waiting for a slot: 4 of 4 in use"),
        ("Waiting for a slot: 4 of 4 in use", 32, "Waiting for a slot: 4 of 4 in…"),
        ("Waiting for a slot: 4 of 4 in use", 20, "Waiting for a slot…"),
        ("\u7b49\u5f85\u69fd\u4f4d\uff1a4 \u4e2a", 6, "\u7b49\u5f85\u69fd\u4f4d…"),
        ("Waiting: 4 of 4 in use, position 2", 24, "Waiting: 4 of 4 in use"),
        ("Waiting: 4 of 4 in use, position 2", 21, "Waiting: 4 of 4 in…"),
        ("Donaudampfschifffahrt", 8, "Donaudampfschifffahrt…"),
    ],
)
def test_a_sentence_is_shortened_by_whole_words(text: str, width: int, shown: str) -> None:
    assert shortened(text, width, len) == shown


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("an old woman took Emily", "an old woman took Emily", "an old woman took Emily"),
        ("an old woman took Emily", "…ld woman took Emily", "…woman took Emily"),
        ("an old woman took Emily", "…woman took Emily", "…woman took Emily"),
        ("an old woman took Emily", "… woman took Emily", "…woman took Emily"),
        ("Donaudampfschifffahrt", "…schifffahrt", "…schifffahrt"),
    ],
)
def test_the_end_of_a_text_begins_with_a_whole_word(
    qapp: QApplication, text: str, room: str, shown: str
) -> None:
    metrics = QFontMetrics(qapp.font())
    assert last_words(text, metrics.horizontalAdvance(room), metrics) == shown


@given(st.text(), st.integers(min_value=1, max_value=30))
def test_lines_have_all_words_and_no_more_than_their_width(text: str, width: int) -> None:
    lines = text_lines(text, width, len)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(len(line) <= width or len(line.split()) == 1 for line in lines)
