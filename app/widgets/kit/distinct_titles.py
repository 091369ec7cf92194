"""Equal titles, told apart by a number behind them: "Say hello", "Say hello · 2"."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from app.domain.conversations import ConversationSummary
from app.domain.titles import TITLE_MARK, title_stem
from app.widgets.kit.translation import shown_title

_NUMBER = re.compile(r" · \d+$")


def told_apart(conversations: Iterable[ConversationSummary]) -> Mapping[str, str]:
    """Return other titles for conversations whose own one an older conversation has as well.

    What has a title of its own is left out. A number is the same until a title changes.
    """
    listed = tuple(conversations)
    counts = Counter([each.title for each in listed])
    if len(counts) == len(listed):
        return {}
    taken = set(counts)
    alike = (each for each in listed if counts[each.title] > 1)
    found: dict[str, str] = {}
    last: dict[str, int] = {}  # the number that was given last; ten thousand may be called alike
    for each in sorted(alike, key=lambda one: (one.number, one.id)):
        number = last.get(each.title, 0) + 1
        if number > 1:
            stem = title_stem(shown_title(each.title))
            while (title := f"{stem}{TITLE_MARK}{number}") in taken:
                number += 1
            found[each.id] = title
            taken.add(title)
        last[each.title] = number
    return found


def elided_title(metrics: QFontMetrics, title: str, width: int) -> str:
    """Return a title that fits, cut before the number that tells it from others."""
    number = _NUMBER.search(title)
    if number is None:
        return metrics.elidedText(title, Qt.TextElideMode.ElideRight, width)
    end = number.group()
    room = max(0, width - metrics.horizontalAdvance(end))
    return metrics.elidedText(title[: number.start()], Qt.TextElideMode.ElideRight, room) + end
