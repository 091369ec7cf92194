"""Points in time as people read them: the time of today, the date of other days."""

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

_SHORT, _LONG = QLocale.FormatType.ShortFormat, QLocale.FormatType.LongFormat


def short_time(moment: datetime, now: datetime | None = None) -> str:
    """Return the time of a moment of today, and date and time of any other."""
    local = moment.astimezone()
    today = (now or datetime.now()).astimezone().date()
    if local.date() == today:
        return QLocale().toString(_for_qt(local).time(), _SHORT)
    return QLocale().toString(_for_qt(local), _SHORT)


def long_time(moment: datetime) -> str:
    """Return the day of a moment in words, and its time."""
    local = _for_qt(moment.astimezone())
    locale = QLocale()
    return f"{locale.toString(local.date(), _LONG)}, {locale.toString(local.time(), _SHORT)}"


def _for_qt(moment: datetime) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(moment.timestamp() * 1000))
