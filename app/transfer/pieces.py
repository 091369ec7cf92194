"""Takes untyped JSON apart, however much of it is broken or of an unexpected kind."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

_DECODER = json.JSONDecoder()
_LONG_AGO = datetime.fromtimestamp(0, UTC)
_MILLISECONDS = 1e11  # as seconds this lies in the year 5138; as milliseconds, in 1973


@dataclass(frozen=True, slots=True)
class Pieces:
    """The values of a list, and whether the file ended or broke before the list did."""

    values: tuple[object, ...]
    is_broken: bool


def list_in(text: str, start: int = 0) -> Pieces:
    """Return the values of the first list from ``start`` on, as far as they can be read."""
    offset = text.find("[", start) + 1
    if offset == 0:
        return Pieces((), is_broken=True)
    values: list[object] = []
    while True:
        offset = _next(text, offset)
        if text.startswith("]", offset):
            return Pieces(tuple(values), is_broken=False)
        try:
            value, offset = _DECODER.raw_decode(text, offset)
        except (ValueError, RecursionError):
            # Lists in lists, thousands deep, are valid JSON that Python cannot read.
            return Pieces(tuple(values), is_broken=True)
        values.append(value)


def lines_in(text: str) -> Iterator[object | None]:
    """Yield the value of each line that is not empty; None for one that can't be read."""
    for line in text.split("\n"):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield None


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


def _next(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in " \t\r\n,":
        offset += 1
    return offset
