"""What columns hold besides numbers and texts: moments, sentences with values, words."""

import contextlib
import json
from datetime import UTC, datetime

from sqlalchemy import Dialect, Text, TypeDecorator

from app.errors import LazyText
from app.storage.plain_text import storable

_LONG_AGO = datetime.fromtimestamp(0, UTC)


class Moment(TypeDecorator[datetime]):
    """A time of day in UTC, kept as ISO 8601 text; one that can't be read is long ago."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """Return what the database itself holds."""
        return str

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Return the text to store."""
        return None if value is None else _in_utc(value).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Return the stored moment."""
        return None if value is None else self.read(value)

    @staticmethod
    def read(value: str) -> datetime:
        """Return the moment that a text stands for."""
        try:
            moment = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            return _LONG_AGO
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # in the first or the last hours that a calendar knows
        return moment.replace(tzinfo=UTC)


class Note(TypeDecorator[str]):
    """A sentence with its values, so that it can be translated when it is read."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """Return what the database itself holds."""
        return str

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text to store: JSON where there are values, else the sentence itself."""
        if isinstance(value, LazyText) and value.values:
            return json.dumps(value.parts())
        return None if value is None else storable(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> LazyText | None:
        """Return the stored sentence; a text that is none is one without values."""
        if value is None:
            return None
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(value) if value.startswith("[") else None:
                case [str(), dict()] as parts:
                    return LazyText.of(parts)
        return LazyText(value)


class Words(TypeDecorator[tuple[str, ...]]):
    """Words without spaces, as one text with a space between them."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """Return what the database itself holds."""
        return str

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Return the text to store."""
        return None if value is None else storable(" ".join(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """Return the stored words."""
        if not value:  # as nearly always
            return None if value is None else ()
        return tuple(value.split())
