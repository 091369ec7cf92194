"""Numbers that distinguish equal titles: "Say hello", "Say hello · 2"."""

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
    """Return numbered titles for conversations that share their title with an older one.

    Conversations with a unique title are left out. A number is stable until a title changes.
    """
    listed = tuple(conversations)
    counts = Counter([each.title for each in listed])
    if len(counts) == len(listed):
        return {}
    taken = set(counts)
    alike = (each for each in listed if counts[each.title] > 1)
    found: dict[str, str] = {}
    last: dict[str, int] = {}  # the last number per title, as 10,000 chats may share one
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
    """Return a title elided to a width in pixels; its distinguishing number is kept."""
    number = _NUMBER.search(title)
    if number is None:
        return metrics.elidedText(title, Qt.TextElideMode.ElideRight, width)
    end = number.group()
    room = max(0, width - metrics.horizontalAdvance(end))
    return metrics.elidedText(title[: number.start()], Qt.TextElideMode.ElideRight, room) + end
