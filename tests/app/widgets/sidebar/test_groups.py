"""Days are local days, however many hours ago something was."""

from datetime import UTC, datetime, timedelta

import pytest

from app.widgets.sidebar.groups import Age, Days


@pytest.mark.parametrize(
    ("days_ago", "age"),
    [
        (-3, Age.TODAY),
        (0, Age.TODAY),
        (1, Age.YESTERDAY),
        (2, Age.PREVIOUS_7_DAYS),
        (7, Age.PREVIOUS_7_DAYS),
        (8, Age.PREVIOUS_30_DAYS),
        (31, Age.OLDER),
        (4000, Age.OLDER),
    ],
)
def test_age_is_counted_in_days(days_ago: int, age: Age) -> None:
    noon = datetime(2026, 3, 10, 12, tzinfo=UTC).astimezone()
    days = Days(noon.date())
    assert days.age_of(noon - timedelta(days=days_ago)) is age
    assert days.age_of(datetime.max.replace(tzinfo=UTC)) is Age.TODAY
