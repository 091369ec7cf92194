"""Formatting of times, numbers and sizes, links, and text direction."""

import re
from collections.abc import Callable
from datetime import datetime
from html import escape
from unicodedata import bidirectional

from PySide6.QtCore import QDateTime, QLocale, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontMetrics, QHelpEvent
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

# A word and the space after it. A character of a script without spaces counts as a word, and so
# does a key of a shortcut.
_WIDE = r"\u2e80-\u2fff\u3004-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_WIDE}][^\w\s]*\s*|[^\s{_WIDE}+]+\+?\s*|\+\s*")
_PAUSES, _MORE = " ,:;·…\uff0c\uff1a\uff1b\u3001", "…"
_LAST_CLAUSE = re.compile(r"[,\uff0c][^,\uff0c]*\Z")
_LONG_WORD = re.compile(r"\S{20}(?=\S)")

MAX_UNBROKEN_RUN = 2000
UNBROKEN_RUN = re.compile(rf"\S{{{MAX_UNBROKEN_RUN}}}(?=\S)")
_SHORT, _LONG = QLocale.FormatType.ShortFormat, QLocale.FormatType.LongFormat


def short_time(moment: datetime, now: datetime | None = None) -> str:
    """Return the time of a moment of today, or the date and time of any other."""
    local = moment.astimezone()
    today = (now or datetime.now()).astimezone().date()
    if local.date() == today:
        return QLocale().toString(_for_qt(local).time(), _SHORT)
    return QLocale().toString(_for_qt(local), _SHORT)


def long_time(moment: datetime) -> str:
    """Return the long date and the time of a moment."""
    local = _for_qt(moment.astimezone())
    locale = QLocale()
    return f"{locale.toString(local.date(), _LONG)}, {locale.toString(local.time(), _SHORT)}"


def _for_qt(moment: datetime) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(moment.timestamp() * 1000))


def format_number(value: float, decimals: int = 0) -> str:
    """Return a number in the format of the user's locale, with grouped digits."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.DefaultNumberOptions)
    if decimals:
        return locale.toString(float(value), "f", decimals)
    return locale.toString(round(value))


def length_text(seconds: float) -> str:
    """Return the length of a sound as minutes and seconds."""
    minutes, rest = divmod(max(1, round(seconds)), 60)
    return f"{minutes}:{rest:02}"


def format_bytes(byte_count: int) -> str:
    """Return a number of bytes with its unit, in at most three digits from a kilobyte on."""
    form = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    unit = 1
    while byte_count >= 999.5 * unit and byte_count >= 1024:
        unit *= 1024
    if (
        0 < byte_count < unit
    ):  # less than the 1024 of the unit before, but more than its three digits
        return QLocale().formattedDataSize(unit, 1, form)
    return QLocale().formattedDataSize(byte_count, int(byte_count < 99.95 * unit), form)


def with_soft_breaks(text: str) -> str:
    """Return a text in which a label can break long words, as in paths."""
    return _LONG_WORD.sub("\\g<0>\u200b", text)


def text_lines(text: str, width: int, measure: Callable[[str], int]) -> tuple[str, ...]:
    """Return a text in lines of at most this width, broken between words; a long word is whole."""
    lines: list[str] = []
    for word in _WORD.findall(text):
        if lines and measure((lines[-1] + word).rstrip()) <= width:
            lines[-1] += word
        else:
            lines.append(word)
    return tuple(line.rstrip() for line in lines)


def shortened(text: str, width: int, measure: Callable[[str], int]) -> str:
    """Return a text without its last clause, or else the whole words that fit and an ellipsis."""
    for shown in (text, _LAST_CLAUSE.sub("", text)):
        if measure(shown) <= width:
            return shown
    first, *_rest = text_lines(text, width - measure(_MORE), measure) or ("",)
    return first.rstrip(_PAUSES) + _MORE


def last_words(text: str, width: int, metrics: QFontMetrics) -> str:
    """Return the end of a text that fits into a line, from the beginning of a word if it is cut."""
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideLeft, width)
    if shown == text:
        return text
    kept = shown.lstrip(_MORE)
    if not text.removesuffix(kept).endswith(" "):
        # Words without spaces between them are cut anywhere.
        _cut, _space, words = kept.partition(" ")
        kept = words or kept
    return "…" + kept


def show_tip(event: QHelpEvent, widget: QWidget, *lines: str) -> None:
    """Show plain text as the tooltip at the mouse; an empty text hides it."""
    text = "<br>".join(map(escape, lines))
    QToolTip.showText(event.globalPos(), f"<p>{text}</p>" if text else "", widget)


ALLOWED_SCHEMES = frozenset({"http", "https", "mailto"})


def is_allowed_link(target: str) -> bool:
    """Return whether a link is a valid http, https or mailto link."""
    # Strict: the tolerant mode turns broken links into other links.
    url = QUrl(target, QUrl.ParsingMode.StrictMode)
    if not url.isValid() or url.scheme().lower() not in ALLOWED_SCHEMES:
        return False
    return url.scheme().lower() == "mailto" or bool(url.host())


def visible_target(target: str) -> str:
    """Return the full target of a link with an ASCII host, against look-alike characters."""
    return bytes(QUrl(target).toEncoded().data()).decode("ascii", "replace")


def open_link(target: str) -> bool:
    """Open an allowed link in the browser or mail program; return whether it was allowed."""
    return is_allowed_link(target) and QDesktopServices.openUrl(QUrl(target))


def has_endless_run(text: str) -> bool:
    """Return whether a text has a word too long to wrap at words, which would take minutes."""
    return UNBROKEN_RUN.search(text) is not None


def follow_text_direction(edit: QPlainTextEdit) -> None:
    """Align a field by the first character with a direction.

    Qt orders the words of each line, but aligns the lines of a plain text field to the left.
    """
    edit.textChanged.connect(lambda: _follow(edit))


def is_right_to_left(text: str) -> bool:
    """Return whether the first character with a direction is right-to-left."""
    directions = (bidirectional(letter) for letter in text)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"


def _follow(edit: QPlainTextEdit) -> None:
    document = edit.document()
    is_from_the_right = document.firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft
    side = Qt.AlignmentFlag.AlignRight if is_from_the_right else Qt.AlignmentFlag.AlignLeft
    option = document.defaultTextOption()
    # Setting the option lays out the whole text again, and this runs at every key press.
    if option.alignment() != side:
        option.setAlignment(side)
        document.setDefaultTextOption(option)
