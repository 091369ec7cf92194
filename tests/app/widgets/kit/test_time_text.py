"""The time of today, the date of other days, in the user's own zone and locale."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from app.widgets.kit.time_text import long_time, short_time

NOON = datetime(2026, 3, 1, 12, 5).astimezone()


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """A locale in which a day has 24 hours."""
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)


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


def test_a_moment_is_told_in_the_zone_of_the_user() -> None:
    assert short_time(NOON.astimezone(UTC), NOON) == "12:05"
    assert long_time(NOON.astimezone(UTC)) == "Sonntag, 1. März 2026, 12:05"
