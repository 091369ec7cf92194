"""Takes untyped JSON apart, however much of it is broken or of an unexpected kind."""

from collections.abc import Mapping
from datetime import UTC, datetime

_LONG_AGO = datetime.fromtimestamp(0, UTC)
_MILLISECONDS = 1e11  # as seconds this lies in the year 5138; as milliseconds, in 1973


def mapping(value: object) -> Mapping[str, object]:
    """Return a JSON object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[object]:
    """Return a JSON list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def string(value: object) -> str:
    """Return a text; an empty one for anything else."""
    return value if isinstance(value, str) else ""


def moment(value: object) -> datetime:
    """Return the time that seconds or milliseconds stand for; long ago for anything else."""
    if not isinstance(value, int | float):
        return _LONG_AGO
    try:
        seconds = value / 1000 if abs(value) >= _MILLISECONDS else value
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return _LONG_AGO
