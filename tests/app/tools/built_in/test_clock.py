"""The time that models are told."""

from datetime import UTC, datetime

import pytest

from app.errors import ToolFailed
from app.tools.built_in.clock import clock_tools
from app.tools.model import ToolRun

NOW = datetime(2026, 11, 29, 22, 30, 5, tzinfo=UTC)
(CLOCK,) = clock_tools(lambda: NOW)


async def told(zone: str | None) -> str:
    """Ask for the time in a zone."""
    arguments = {} if zone is None else {"time_zone": zone}
    return (await CLOCK.run(ToolRun(CLOCK.tool, arguments, "", lambda _: None))).text


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("UTC", "Sunday, 29 November 2026, 22:30:05 (UTC)"),
        ("Asia/Tokyo", "Monday, 30 November 2026, 07:30:05 (Asia/Tokyo, JST)"),
        ("tokyo", "Monday, 30 November 2026, 07:30:05 (Asia/Tokyo, JST)"),
        ("New York", "Sunday, 29 November 2026, 17:30:05 (America/New_York, EST)"),
        ("Buenos Aires", "Sunday, 29 November 2026, 19:30:05 (America/Buenos_Aires, -03)"),
        ("UTC+5:30", "Monday, 30 November 2026, 04:00:05 (UTC+05:30)"),
        ("-3", "Sunday, 29 November 2026, 19:30:05 (UTC-03:00)"),
    ],
)
async def test_the_time_is_told_in_a_zone_a_city_or_an_offset(zone: str, text: str) -> None:
    assert (await told(zone)).startswith(text)


async def test_without_a_zone_it_is_the_users_time() -> None:
    local = NOW.astimezone()
    for zone in (None, "", "local"):
        assert f"ISO 8601: {local.isoformat()}, week 48" in await told(zone)


@pytest.mark.parametrize("zone", ["Atlantis", "UTC+99", "../etc/passwd", "x" * 500])
async def test_an_unknown_zone_is_an_error_with_an_example(zone: str) -> None:
    with pytest.raises(ToolFailed, match="such as Europe/Berlin"):
        await told(zone)
