"""Rows under each other of which only those near the view have widgets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from app.widgets.transcript.height_index import HeightIndex
from app.widgets.transcript.row import Row, is_complete, line_at, show_between, top_of_line

MARGIN_ABOVE = 20
MARGIN_BELOW = 12
SPACING = 4
MOST_LAYOUTS = 4  # kept with their heights, for who goes back to a width
NEAR_PAGES = 0.5  # what is so near is drawn as well, when nothing else is to be done
MOST_ROUNDS = 20  # a new height can bring another row into view, which has a new height
FARTHEST = 1_000_000  # where rows that are only kept are put: Qt's own limit is 16 million

AT_END = None


class RowSource(Protocol):
    """Who knows what is in the rows."""

    def build_row(self, key: int) -> Row:
        """Return a new hidden widget of a row."""

    def drop_row(self, key: int, row: Row) -> None:
        """Take back a row's widget, which nobody needs any more."""

    def estimated_height(self, key: int, width: int) -> int:
        """Return about how tall a row will be."""

    def measured_height(self, key: int) -> int | None:
        """Return the height of a row without a widget, or None where it takes another call."""

    def refresh(self, key: int) -> None:
        """Draw a row again, if it has a widget: its content has changed."""

    def refresh_states(self) -> None:
        """Show in all widgets what has changed around their contents."""

    def order_focus(self, keys: tuple[int, ...]) -> None:
        """Let Tab lead through the widgets of these rows."""

    def layout_key(self) -> tuple[int, str]:
        """Return the width of the rows and the font: heights are known for these."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A row, and how far its top lies under that of the view: to be kept while heights change.

    Of a row of many parts it is one of these, ``line``.
    """

    key: int
    offset: int
    line: int = 0


class RowStack:
    """Places the rows near the view, corrects estimated heights, and keeps the view still."""

    def __init__(self, area: QAbstractScrollArea, source: RowSource) -> None:
        self._area = area
        self._source = source
        self._keys: list[int] = []
        self._places: dict[int, int] = {}
        self._rows: dict[int, Row] = {}
        self._stale: set[int] = set()
        self._known: dict[tuple[int, str], dict[int, int]] = {}
        self._layout: tuple[int, str] = (0, "")
        self._heights = HeightIndex()
        self._unseen: list[int] | None = None
        self._held: Anchor | None = AT_END
        self._held_value = 0
        self._is_arranging = False
        self.is_following = True

    @property
    def rows(self) -> dict[int, Row]:
        """The rows that have widgets, under their keys."""
        return self._rows

    @property
    def keys(self) -> Sequence[int]:
        """All rows, from the top down."""
        return self._keys

    @property
    def built_keys(self) -> tuple[int, ...]:
        """The rows that have widgets, from the top down."""
        return tuple(sorted(self._rows, key=lambda key: self._places[key]))

    @property
    def is_arranging(self) -> bool:
        """Say whether the scroll bar moves because of the rows, and not because of the user."""
        return self._is_arranging

    def set_keys(self, keys: Iterable[int]) -> None:
        """Take these rows; widgets and heights of those that were there stay."""
        self._keys = list(keys)
        self._places = {key: place for place, key in enumerate(self._keys)}
        self._is_arranging = True  # the focus may move away from what is dropped
        for key in [key for key in self._rows if key not in self._places]:
            self._drop(key)
        self._is_arranging = False
        for heights in self._known.values():
            for key in [key for key in heights if key not in self._places]:
                del heights[key]
        self._count_heights()

    def append(self, key: int) -> None:
        """Take one more row at the end."""
        self._places[key] = len(self._keys)
        self._keys.append(key)
        self._heights.append(self._height_of(key))

    def invalidate(self, key: int) -> None:
        """Forget the heights of a row, whose content has changed."""
        if key not in self._places:
            return
        self._stale.add(key)
        self._forget_height(key)

    def _forget_height(self, key: int) -> None:
        for heights in self._known.values():
            heights.pop(key, None)
        if self._unseen is not None:
            self._unseen.append(key)

    def invalidate_all(self) -> None:
        """Look at the heights of all widgets again."""
        self._stale.update(self._rows)

    def next_unmeasured(self) -> int | None:
        """Return a row whose height is only estimated, or None; those at the end come first."""
        built = next((key for key, row in self._rows.items() if not is_complete(row)), None)
        if built is not None:
            return built
        known = self._known.get(self._layout, {})
        if self._unseen is None:
            self._unseen = [key for key in self._keys if key not in known]
        while self._unseen and self._unseen[-1] in known:
            self._unseen.pop()
        return self._unseen[-1] if self._unseen else None

    def learn_height(self, key: int, height: int) -> None:
        """Take the height of a row that was laid out for the present layout, without a widget."""
        place = self._places.get(key)
        if place is not None and key not in self._rows:
            self._learn(key, place, height + SPACING)

    def complete(self, key: int) -> None:
        """Draw more of a row with a widget, and learn its height."""
        body = self._rows[key].body
        if body is not None:
            body.draw_more()
        self._fit(key)

    def approach(self) -> bool:
        """Build or draw one thing more near the view; say whether there was one."""
        for place in self._near(NEAR_PAGES):
            key = self._keys[place]
            if key not in self._rows:
                self._build(key)
            elif not show_between(self._rows[key], *self._span(key, NEAR_PAGES), most=1):
                continue
            self._fit(key)
            self.arrange()
            return True
        return False

    def is_known(self, key: int) -> bool:
        """Say whether a row was laid out for the present layout."""
        return key in self._known.get(self._layout, {})

    def top_of(self, key: int) -> int:
        """Return where a row begins, in the coordinates of the scroll bar."""
        return MARGIN_ABOVE + self._heights.top(self._places[key])

    def anchor(self) -> Anchor | None:
        """Return the first row that is seen, or AT_END while the end is followed.

        While nobody scrolls it is the row of the last time: heights may have changed since.
        """
        if self.is_following or not self._keys:
            return AT_END
        value = self._area.verticalScrollBar().value()
        if value == self._held_value and self._held and self._held.key in self._places:
            return self._held
        seen = [self._keys[place] for place in self._near(0)]
        key = next((each for each in seen if each in self._rows), seen[0])
        row, top = self._rows.get(key), self.top_of(key) - value
        line = line_at(row, -top) if row is not None else 0
        return Anchor(key, top + self._top_of_line(key, line), line)

    def first_seen(self) -> int | None:
        """Return the first row that is seen, or None where there is no row."""
        if not self._keys:
            return None
        value = self._area.verticalScrollBar().value()
        return self._keys[self._heights.row_at(value - MARGIN_ABOVE)]

    def keep_view(self) -> None:
        """Keep what is seen where it is from now on, also if the end was followed."""
        self.is_following = False
        self._held = self.anchor()
        self._held_value = self._area.verticalScrollBar().value()

    def arrange(self, anchor: Anchor | None = AT_END) -> None:
        """Build, fit and place what can be seen; the anchor stays, by itself where none is told."""
        if self._is_arranging:
            return
        self._is_arranging = True
        held = anchor or self.anchor()
        try:
            self._take_layout()
            for _ in range(MOST_ROUNDS):
                self._scroll_to(held)
                if not self._fit_seen_rows():
                    break
            self._drop_far_rows()
            self._place_rows()
        finally:
            self._is_arranging = False
        self._held, self._held_value = AT_END, -1
        self._held = self.anchor()
        self._held_value = self._area.verticalScrollBar().value()

    def _take_layout(self) -> None:
        layout = self._source.layout_key()
        if layout == self._layout:
            return
        self._layout = layout
        self._known.setdefault(layout, {})
        while len(self._known) > MOST_LAYOUTS:
            del self._known[next(iter(self._known))]
        self._stale.update(self._rows)
        self._count_heights()

    def _count_heights(self) -> None:
        self._heights = HeightIndex(self._height_of(key) for key in self._keys)
        self._unseen = None

    def _height_of(self, key: int) -> int:
        known = self._known.get(self._layout, {}).get(key)
        if known is not None:
            return known
        return self._source.estimated_height(key, self._layout[0]) + SPACING

    def _learn(self, key: int, place: int, height: int) -> bool:
        self._known.setdefault(self._layout, {})[key] = height
        if self._heights.height(place) == height:
            return False
        self._heights.set_height(place, height)
        return True

    def _scroll_to(self, anchor: Anchor | None) -> None:
        bar = self._area.verticalScrollBar()
        page = self._area.viewport().height()
        total = MARGIN_ABOVE + self._heights.total + MARGIN_BELOW
        bar.setPageStep(page)
        bar.setRange(0, max(0, total - page))
        if anchor is AT_END:
            bar.setValue(bar.maximum())
        elif anchor.key in self._places:
            line_top = self._top_of_line(anchor.key, anchor.line)
            bar.setValue(self.top_of(anchor.key) + line_top - anchor.offset)

    def _top_of_line(self, key: int, line: int) -> int:
        row = self._rows.get(key)
        return top_of_line(row, line) if row is not None else 0

    def _near(self, pages: float) -> range:
        """Return the places of the rows that are at most so many pages away from the view."""
        if not self._keys:
            return range(0)
        value = self._area.verticalScrollBar().value() - MARGIN_ABOVE
        page = self._area.viewport().height()
        first = self._heights.row_at(round(value - pages * page))
        last = self._heights.row_at(round(value + page + pages * page))
        return range(first, last + 1)

    def _fit_seen_rows(self) -> bool:
        """Draw the rows in view; say whether a height was not as expected."""
        has_changed = False
        for place in self._near(0):
            key = self._keys[place]
            row = self._rows.get(key) or self._build(key)
            if key in self._stale:
                has_changed |= self._fit(key)
            if show_between(row, *self._span(key, 0)):
                has_changed |= self._fit(key)
        return has_changed

    def _build(self, key: int) -> Row:
        row = self._rows[key] = self._source.build_row(key)
        self._stale.add(key)
        return row

    def _fit(self, key: int) -> bool:
        """Lay a row out; say whether its height is not as expected."""
        self._stale.discard(key)
        height = self._rows[key].fit(self._layout[0]) + SPACING
        return self._learn(key, self._places[key], height)

    def _span(self, key: int, pages: float) -> tuple[int, int]:
        """Return what is seen of a row, and so many pages around it, in its own heights."""
        page = self._area.viewport().height()
        top = self._area.verticalScrollBar().value() - self.top_of(key)
        return round(top - pages * page), round(top + page + pages * page)

    def _drop_far_rows(self) -> None:
        near = self._near(1.5)
        focused = QApplication.focusWidget()
        for key, row in list(self._rows.items()):
            is_held = focused is not None and row.widget.isAncestorOf(focused)
            if self._places[key] not in near and not is_held and not row.is_needed():
                self._drop(key)

    def _drop(self, key: int) -> None:
        self._stale.discard(key)
        row = self._rows.pop(key)
        if not is_complete(row):
            self._forget_height(key)
        self._source.drop_row(key, row)

    def _place_rows(self) -> None:
        viewport = self._area.viewport()
        value = self._area.verticalScrollBar().value()
        width = self._layout[0]
        left = (viewport.width() - width) // 2
        for key, row in self._rows.items():
            height = self._heights.height(self._places[key]) - SPACING
            top = max(-FARTHEST, min(FARTHEST, self.top_of(key) - value))
            row.widget.setGeometry(QRect(left, top, width, height))
            if row.widget.isHidden():
                row.widget.show()
