"""Where Tab leads from message to message: from the top down, whenever their widgets were made."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from app.widgets.transcript.message import MessageView


def order_focus(views: Iterable["MessageView"]) -> None:
    """Let Tab lead through these messages, and through the parts of each, as they stand."""
    for above, below in pairwise(stop for view in views for stop in _stops(view)):
        QWidget.setTabOrder(above, below)


def tab_stops(widget: QWidget) -> list[QWidget]:
    """Return what Tab leads to inside a widget."""
    parts = widget.findChildren(QWidget)
    return [part for part in parts if _is_stop(part)]


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _stops(view: "MessageView") -> list[QWidget]:
    thoughts = tab_stops(view.reasoning) if view.reasoning is not None else []
    body = [stop for part in view.body.block_views for stop in (part, *tab_stops(part))]
    stops = [view, *thoughts, *(stop for stop in body if _is_stop(stop))]
    return [*stops, *(stop for stop in tab_stops(view) if stop not in set(stops))]
