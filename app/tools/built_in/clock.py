"""The tool that tells the date and the time, here or in another time zone."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from app.errors import ToolFailed, lazy
from app.tools.built_in.definition import BuiltInTool, built_in
from app.tools.model import ToolResult, ToolRun

_OFFSET = re.compile(
    r"(?:UTC|GMT)?\s*([+\-\N{MINUS SIGN}])\s*(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


class TimeArguments(msgspec.Struct, frozen=True):
    """Arguments of ``current_time``."""

    time_zone: Annotated[
        str,
        msgspec.Meta(
            description="An IANA name such as Asia/Tokyo, a city in one such as Tokyo, or an "
            "offset such as UTC+2. Leave it out for the user's own time zone."
        ),
    ] = ""


def clock_tools(now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> tuple[BuiltInTool, ...]:
    """Return the tool; ``now`` returns the time with a zone."""

    async def tell(arguments: TimeArguments, _run: ToolRun) -> ToolResult:
        name, zone = _zone(arguments.time_zone)
        return ToolResult(time_text(now().astimezone(zone), name))

    return (
        built_in(
            "current_time",
            lazy("Date and time"),
            "Tells the current date, weekday, time and time zone.",
            TimeArguments,
            tell,
        ),
    )


def time_text(moment: datetime, zone: str = "") -> str:
    """Return a moment in English, independent of the system's language, and in ISO 8601."""
    day = f"{_DAYS[moment.weekday()]}, {moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
    names = [zone, moment.tzname() or ""]
    known = ", ".join(dict.fromkeys(name for name in names if name))
    week = moment.isocalendar().week
    return (
        f"{day}, {moment:%H:%M:%S} ({known})\n"
        f"ISO 8601: {moment.isoformat(timespec='seconds')}, week {week}"
    )


def _zone(typed: str) -> tuple[str, tzinfo | None]:
    """Return a zone and its name; None is the system's. Raises ToolFailed."""
    text = typed.strip()
    if not text or text.lower() in ("local", "user", "here"):
        return "", None
    if text.upper() in ("UTC", "GMT", "Z"):
        return "UTC", UTC
    if (offset := _OFFSET.fullmatch(text)) is not None:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        if minutes < 24 * 60:
            return "", timezone(timedelta(minutes=minutes if offset[1] == "+" else -minutes))
    key = text.replace(" ", "_").casefold()
    names = _names().get(key, ())
    if not names:
        raise ToolFailed(
            lazy(
                "There is no time zone “{name}”. Use a name such as Europe/Berlin, or an offset "
                "such as UTC+2.",
                name=text[:80],
            )
        )
    return names[0], ZoneInfo(names[0])


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """Return the names of zones by themselves and by their cities, in lower case."""
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(available_timezones(), key=lambda each: (each.count("/") != 1, each)):
        for key in {name.casefold(), name.rpartition("/")[2].casefold()}:
            found[key] = (*found.get(key, ()), name)
    for name in available_timezones():
        found[name.casefold()] = (name,)
    return found
