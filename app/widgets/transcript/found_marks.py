"""Marks the places of a query in the widgets that draw text."""

from PySide6.QtGui import QColor, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.widgets.kit.theme import Colours

MOST_MARKS = 500  # in one piece of text


def mark_matches(
    edit: QTextEdit | QPlainTextEdit, query: str, current: int | None, colours: Colours
) -> list[QTextCursor]:
    """Mark each place of a query, ``current`` strongly; return the places that were marked."""
    places: list[QTextCursor] = []
    place = edit.document().find(query) if query else QTextCursor()
    while not place.isNull() and len(places) < MOST_MARKS:
        places.append(place)
        place = edit.document().find(query, place, QTextDocument.FindFlag(0))
    edit.setExtraSelections(
        [_mark(place, colours, number == current) for number, place in enumerate(places)]
    )
    return places


def _mark(place: QTextCursor, colours: Colours, is_current: bool) -> QTextEdit.ExtraSelection:
    mark = QTextEdit.ExtraSelection()
    ground = QColor(colours.accent if is_current else colours.warning)
    if is_current:
        mark.format.setForeground(QColor(colours.on_accent))
    else:
        ground.setAlphaF(0.3)
    mark.format.setBackground(ground)
    mark.cursor = place
    return mark
