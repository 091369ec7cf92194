"""Text as people read it: numbers by country, links in full, and the side it begins on."""

import re
from datetime import datetime
from html import escape
from unicodedata import bidirectional

from PySide6.QtCore import QDateTime, QLocale, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QHelpEvent
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

_LONG_WORD = re.compile(r"\S{20}(?=\S)")

LONGEST_UNBROKEN_RUN = 2000
UNBROKEN_RUN = re.compile(rf"\S{{{LONGEST_UNBROKEN_RUN}}}(?=\S)")
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


def format_number(value: float, decimals: int = 0) -> str:
    """Return a number in words of the user's locale; the C locale alone would not group it."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)
    if decimals:
        return locale.toString(float(value), "f", decimals)
    return locale.toString(round(value))


def length_text(seconds: float) -> str:
    """Return how long a sound is, as players show it."""
    minutes, rest = divmod(max(1, round(seconds)), 60)
    return f"{minutes}:{rest:02}"


def format_bytes(byte_count: int) -> str:
    """Return a number of bytes as people read it."""
    form = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    return QLocale().formattedDataSize(byte_count, 1, form)


def with_soft_breaks(text: str) -> str:
    """Return a text that a label can break inside of long words, as those of paths are."""
    return _LONG_WORD.sub("\\g<0>\u200b", text)


def show_tip(event: QHelpEvent, widget: QWidget, *lines: str) -> None:
    """Show lines as the tooltip at the mouse, never read as HTML; none of them hides it."""
    text = "<br>".join(map(escape, lines))
    QToolTip.showText(event.globalPos(), f"<p>{text}</p>" if text else "", widget)


ALLOWED_SCHEMES = frozenset({"http", "https", "mailto"})


def is_allowed_link(target: str) -> bool:
    """Return whether a link leads to a web page or a mail address, and nowhere else."""
    # Strict, because the tolerant mode repairs broken links into ones that nobody wrote.
    url = QUrl(target, QUrl.ParsingMode.StrictMode)
    if not url.isValid() or url.scheme().lower() not in ALLOWED_SCHEMES:
        return False
    return url.scheme().lower() == "mailto" or bool(url.host())


def visible_target(target: str) -> str:
    """Return a link's full target, its host in ASCII: look-alike letters can't deceive."""
    return bytes(QUrl(target).toEncoded().data()).decode("ascii", "replace")


def open_link(target: str) -> bool:
    """Open a link outside the application if it is allowed; return whether it was."""
    return is_allowed_link(target) and QDesktopServices.openUrl(QUrl(target))


def has_endless_run(text: str) -> bool:
    """Return whether a text has a word so long that wrapping at words would take minutes."""
    return UNBROKEN_RUN.search(text) is not None


def follow_text_direction(edit: QPlainTextEdit) -> None:
    """Align a field by the direction of the first letter that has one.

    Qt orders the words of each line, but leaves the lines of a plain field at the left.
    """
    edit.textChanged.connect(lambda: _follow(edit))


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter that has a direction is read from the right."""
    directions = (bidirectional(letter) for letter in text)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"


def _follow(edit: QPlainTextEdit) -> None:
    document = edit.document()
    is_from_the_right = document.firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft
    side = Qt.AlignmentFlag.AlignRight if is_from_the_right else Qt.AlignmentFlag.AlignLeft
    option = document.defaultTextOption()
    # Setting the option lays the whole text out again, and this runs at every key.
    if option.alignment() != side:
        option.setAlignment(side)
        document.setDefaultTextOption(option)
