"""The virtual list of the transcript: stacked rows, of which only those near the view have widgets.

RowHeights has the heights, RowStack places the rows and keeps the view at its anchor.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import msgspec
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from app.widgets.kit.style.bars import growing
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.heights import HeightIndex

GUTTER = 10  # pixels on both sides of a row, for the frame that is drawn around a message


class Row(Protocol):
    """A widget of the transcript; only a message has a text that is drawn in parts."""

    @property
    def widget(self) -> QWidget:
        """The widget itself."""

    @property
    def body(self) -> MessageBody | None:
        """The text that is drawn in parts, or None if the row is drawn at once."""

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height."""

    def is_needed(self) -> bool:
        """Return whether an edit or a selection would be lost with the widget."""


def is_complete(row: Row) -> bool:
    """Return whether everything is drawn, so that the height is exact."""
    return row.body is None or row.body.is_complete


def show_between(row: Row, top: int, bottom: int, max_count: int | None = None) -> bool:
    """Draw up to ``max_count`` undrawn parts between two heights; return if there were any."""
    if row.body is None:
        return False
    body_top = _body_top(row)
    return row.body.show_between(top - body_top, bottom - body_top, max_count)


# A line is a part of a row whose place is kept while the parts above it are measured: 0 is the top
# of the row, the others are the parts of its text, counted from 1.


def line_at(row: Row | None, y: int) -> int:
    """Return the line whose place is kept if the view begins at this height of the row."""
    if row is None or row.body is None:
        return 0
    body_top = _body_top(row)
    if y < body_top:
        return 0
    return 1 + row.body.steady_part_at(y - body_top)


def top_of_line(row: Row | None, line: int) -> int:
    """Return the top of a line in the row."""
    if row is None or row.body is None or not line:
        return 0
    return _body_top(row) + row.body.top_of_part(line - 1)


def _body_top(row: Row) -> int:
    return 0 if row.body is None else row.body.mapTo(row.widget, QPoint(0, 0)).y()


def tab_stops(widget: QWidget) -> list[QWidget]:
    """Return the tab stops inside a widget."""
    return [part for part in widget.findChildren(QWidget) if is_tab_stop(part)]


def is_tab_stop(widget: QWidget) -> bool:
    """Return whether a widget is a tab stop."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


MARGIN_ABOVE = 20
MARGIN_BELOW = 12
NEAR_PAGES = 0.5  # rows up to this distance from the view are drawn while the window is idle
KEPT_PAGES = 1.5  # rows beyond this distance lose their widgets
MAX_ROUNDS = 20  # a new height can bring another row into view, which has a new height
MAX_TOP = 1_000_000  # for rows that are far from the view; Qt's limit is 16 million

AT_END = None
SPACING = 1
MAX_ESTIMATES = 100  # of more rows, about as many; the others get the mean of those above them
LAST_ESTIMATES = 40  # at the end, where a chat is opened, each row is estimated
BLOCK = 12  # adjacent rows that are estimated together: questions, answers and calls in turns
_HASH_RANGE = 1 << 32
_GOLDEN_SECTION = 2_654_435_769  # of that range
MAX_LAYOUTS = 4  # whose heights are kept, for a return to an earlier width
# The width of the rows and the key of the font: heights are known for these.
Layout = tuple[int, str]


class RowHeights:
    """The heights and tops of all rows, with or without a widget.

    The height of a row is known once the row was laid out completely for the current layout. All
    others are estimated, so that the scroll bar is approximately right from the start; they are
    measured while the window is idle.
    """

    def __init__(self, estimate: Callable[[int, int], int]) -> None:
        """Begin without rows; ``estimate`` returns the approximate height of a row at a width."""
        self.layout: Layout = (0, "")
        self._estimate = estimate
        self._keys: list[int] = []
        self._indices: dict[int, int] = {}
        self._known: dict[Layout, dict[int, int]] = {}
        self._sums: HeightIndex | None = None  # None: to be counted
        # Rows that may be unmeasured, the next one last; None: to be counted.
        self._unmeasured: list[int] | None = None

    @property
    def _index(self) -> HeightIndex:
        # Counted on demand: new rows often come with a new width.
        if self._sums is None:
            self._sums = HeightIndex(self._heights())
        return self._sums

    def __contains__(self, key: int) -> bool:
        return key in self._indices

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def total(self) -> int:
        """The height of all rows."""
        return self._index.total

    @property
    def last_key(self) -> int:
        """The key of the last row; 0 if there is none."""
        return self._keys[-1] if self._keys else 0

    def set_keys(self, keys: Iterable[int]) -> None:
        """Replace the rows, from the top down; known heights are kept."""
        self._keys = list(keys)
        self._indices = {key: index for index, key in enumerate(self._keys)}
        for heights in self._known.values():
            for key in [key for key in heights if key not in self._indices]:
                del heights[key]
        self._count()

    def append(self, key: int) -> None:
        """Append a row."""
        self._indices[key] = len(self._keys)
        self._keys.append(key)
        if self._sums is not None:
            self._sums.append(self._height_of(key))

    def set_layout(self, layout: Layout) -> bool:
        """Set the current layout; return whether it has changed."""
        if layout == self.layout:
            return False
        self.layout = layout
        self._known.setdefault(layout, {})
        while len(self._known) > MAX_LAYOUTS:
            del self._known[next(iter(self._known))]
        self._count()
        return True

    def set_height(self, key: int, height: int) -> bool:
        """Record the height of a row that was laid out; return whether it has changed."""
        self._known.setdefault(self.layout, {})[key] = height + SPACING
        index = self._indices[key]
        if self._index.height(index) == height + SPACING:
            return False
        self._index.set_height(index, height + SPACING)
        return True

    def discard_height(self, key: int) -> None:
        """Discard the heights of a row in all layouts, as its content has changed."""
        for heights in self._known.values():
            heights.pop(key, None)
        if self._unmeasured is not None:
            self._unmeasured.append(key)

    def next_unmeasured(self) -> int | None:
        """Return the last row whose height is only estimated, or None."""
        known = self._known.get(self.layout, {})
        if self._unmeasured is None:
            self._unmeasured = [key for key in self._keys if key not in known]
        while self._unmeasured and self._unmeasured[-1] in known:
            self._unmeasured.pop()
        return self._unmeasured[-1] if self._unmeasured else None

    def top(self, key: int) -> int:
        """Return the top of a row below the top of the first."""
        return self._index.top(self._indices[key])

    def height(self, key: int) -> int:
        """Return the height of a row, without the spacing below it."""
        return self._index.height(self._indices[key]) - SPACING

    def in_order(self, keys: Iterable[int]) -> tuple[int, ...]:
        """Return rows from the top down."""
        return tuple(sorted(keys, key=lambda key: self._indices[key]))

    def between(self, top: int, bottom: int) -> Sequence[int]:
        """Return the rows that overlap the range between two heights; at least the nearest row."""
        if not self._keys:
            return ()
        return self._keys[self._index.row_at(top) : self._index.row_at(bottom) + 1]

    def _count(self) -> None:
        self._sums = None
        self._unmeasured = None

    def _heights(self) -> Iterator[int]:
        """Yield the heights of all rows; with many rows, only some blocks are estimated."""
        known = self._known.get(self.layout, {})
        share = round(_HASH_RANGE * min(1.0, MAX_ESTIMATES / max(1, len(self._keys))))
        end = len(self._keys) - LAST_ESTIMATES
        mean = 0
        for number, first in enumerate(range(0, len(self._keys), BLOCK)):
            keys = self._keys[first : first + BLOCK]
            # Multiples of the golden section are spread evenly, however many blocks there are.
            if first + BLOCK > end or number * _GOLDEN_SECTION % _HASH_RANGE < share:
                heights = [self._height_of(key) for key in keys]
                mean = round(sum(heights) / len(heights))
                yield from heights
            else:
                yield from (known.get(key, mean) for key in keys)

    def _height_of(self, key: int) -> int:
        known = self._known.get(self.layout, {}).get(key)
        return self._estimate(key, self.layout[0]) + SPACING if known is None else known


class RowSource(Protocol):
    """Provides the widgets and the heights of rows."""

    def build_row(self, key: int) -> Row:
        """Return a new hidden widget of a row."""

    def drop_row(self, key: int, row: Row) -> None:
        """Delete or hide the widget of a row."""

    def estimated_height(self, key: int, width: int) -> int:
        """Return the estimated height of a row, in pixels."""

    def measured_height(self, key: int) -> int | None:
        """Return the height of a row without a widget, or None if it takes another call."""

    def refresh(self, key: int) -> bool:
        """Draw a row again if it has a widget; return whether only its text has grown."""

    def refresh_states(self) -> None:
        """Show the states of all rows, apart from their contents."""

    def order_focus(self, keys: tuple[int, ...]) -> None:
        """Set the tab order through the widgets of these rows."""

    def layout_key(self) -> Layout:
        """Return the current layout."""


class Anchor(msgspec.Struct, frozen=True):
    """A line of a row, and its distance from the top of the view, which is kept.

    The heights above it may change meanwhile.
    """

    key: int
    offset: int
    line: int = 0


class RowStack:
    """Places the rows near the view, and keeps the view at its anchor while heights change.

    The heights above the view may be estimates. So a position is kept as an anchor, which is a row
    in view and its distance from the top of the view, and not as a value of the scroll bar.
    """

    def __init__(self, area: QAbstractScrollArea, source: RowSource) -> None:
        self.rows: dict[int, Row] = {}  # rows that have widgets
        self.is_following = True  # whether the end stays in view
        self.is_arranging = False  # the scroll bar is moved by this class, not by the user
        self.heights = RowHeights(source.estimated_height)
        self._area = area
        self._source = source
        self._stale: set[int] = set()  # to be laid out again
        self._held: Anchor | None = AT_END
        self._held_value = 0

    @property
    def built_keys(self) -> tuple[int, ...]:
        """The keys of the rows that have widgets, from the top down."""
        return self.heights.in_order(self.rows)

    def set_keys(self, keys: Iterable[int]) -> None:
        """Replace the rows; existing widgets and heights of the same keys are kept."""
        kept = list(keys)
        self.is_arranging = True  # dropping a row may move the focus
        places = set(kept)
        for key in [key for key in self.rows if key not in places]:
            self._drop(key)
        self.is_arranging = False
        self.heights.set_keys(kept)

    def invalidate(self, key: int) -> None:
        """Discard the heights of a row, as its content has changed."""
        if key in self.heights:
            self._stale.add(key)
            self.heights.discard_height(key)

    def is_in_place(self, key: int) -> bool:
        """Return whether a row is laid out, and its text as high as it was then."""
        row = self.rows.get(key)
        if row is None or row.body is None or key in self._stale:
            return False
        return row.body.is_in_place()

    def invalidate_all(self) -> None:
        """Have all widgets laid out again."""
        self._stale.update(self.rows)

    def next_unmeasured(self) -> int | None:
        """Return a row whose height is only estimated, or None; rows with widgets come first."""
        built = next((key for key, row in self.rows.items() if not is_complete(row)), None)
        return self.heights.next_unmeasured() if built is None else built

    def complete(self, key: int) -> None:
        """Draw more of a row with a widget, and record its height."""
        body = self.rows[key].body
        if body is not None:
            body.draw_more()
        self._fit(key)

    def approach(self) -> bool:
        """Build or draw one more part near the view; return whether there was one."""
        for key in self._near(NEAR_PAGES):
            if key not in self.rows:
                self._build(key)
            elif not show_between(self.rows[key], *self._span(key, NEAR_PAGES), max_count=1):
                continue
            self._fit(key)
            self.arrange()
            return True
        return False

    def anchor(self) -> Anchor | None:
        """Return the first visible row, or AT_END while the end is followed.

        Without scrolling, the previous anchor is kept, as heights may have changed since.
        """
        if self.is_following or not len(self.heights):
            return AT_END
        # The value of the bar is compared, so that only a real scroll releases the anchor.
        if self._value() == self._held_value and self._held and self._held.key in self.heights:
            return self._held
        seen = self._near(0)
        key = next((each for each in seen if each in self.rows), seen[0])
        row, top = self.rows.get(key), self._top_of(key) - self._value()
        line = line_at(row, -top)
        return Anchor(key, top + top_of_line(row, line), line)

    def first_seen(self) -> int | None:
        """Return the first visible row, or None if there are no rows."""
        return next(iter(self._near(0)), None)

    def keep_view(self) -> None:
        """Keep the visible rows in place, and stop following the end."""
        self.is_following = False
        self._hold(self.anchor())

    def arrange(self, anchor: Anchor | None = AT_END) -> None:
        """Build, fit and place the visible rows; the anchor, or the first one, keeps its place."""
        if self.is_arranging:
            return
        self.is_arranging = True
        held = anchor or self.anchor()
        try:
            if self.heights.set_layout(self._source.layout_key()):
                self.invalidate_all()
            if held is AT_END:
                self._move_up_by_growth()
            for _ in range(MAX_ROUNDS):
                self._scroll_to(held)
                if not self._fit_seen_rows():
                    break
            self._drop_far_rows()
            self._place_rows()
        finally:
            self.is_arranging = False
        # The anchor belonged to the heights before, so it is determined again.
        self._held = AT_END
        self._hold(self.anchor())

    def _move_up_by_growth(self) -> None:
        """Move the rows up by what the text of the last one has grown.

        Qt then copies the pixels above the new lines instead of painting them again, but only if
        the row is moved before anything inside it.
        """
        row = self.rows.get(self.heights.last_key)
        bar = self._area.verticalScrollBar()
        is_filled = 0 < bar.value() == bar.maximum()
        if row is None or row.body is None or self.heights.last_key not in self._stale:
            return
        growth = row.body.growth() if is_filled else 0
        if 0 < growth < self._area.viewport().height():
            for each in self.rows.values():
                each.widget.move(each.widget.x(), each.widget.y() - growth)

    def _hold(self, anchor: Anchor | None) -> None:
        self._held = anchor
        self._held_value = self._value()

    def _value(self) -> int:
        return self._area.verticalScrollBar().value()

    def _top_of(self, key: int) -> int:
        """Return the top of a row, as a value of the scroll bar."""
        return MARGIN_ABOVE + self.heights.top(key)

    def _scroll_to(self, anchor: Anchor | None) -> None:
        bar = self._area.verticalScrollBar()
        page = self._area.viewport().height()
        bar.setPageStep(page)
        total = MARGIN_ABOVE + self.heights.total + MARGIN_BELOW
        maximum = max(0, total - page)
        if anchor is AT_END:
            if (bar.value(), bar.maximum()) != (maximum, maximum):
                with growing(bar):
                    bar.setRange(0, maximum)
                    bar.setValue(maximum)
            return
        bar.setRange(0, maximum)
        if anchor.key in self.heights:
            line_top = top_of_line(self.rows.get(anchor.key), anchor.line)
            bar.setValue(self._top_of(anchor.key) + line_top - anchor.offset)

    def _near(self, pages: float) -> Sequence[int]:
        """Return the rows up to a distance from the view, in pages."""
        value, page = self._value() - MARGIN_ABOVE, self._area.viewport().height()
        return self.heights.between(round(value - pages * page), round(value + page + pages * page))

    def _span(self, key: int, pages: float) -> tuple[int, int]:
        """Return the visible range of a row, extended by pages, in coordinates of the row."""
        top, page = self._value() - self._top_of(key), self._area.viewport().height()
        return round(top - pages * page), round(top + page + pages * page)

    def _fit_seen_rows(self) -> bool:
        """Draw the visible rows; return whether a height has changed."""
        has_changed = False
        for key in self._near(0):
            row = self.rows.get(key) or self._build(key)
            if key in self._stale:
                has_changed |= self._fit(key)
            if show_between(row, *self._span(key, 0)):
                has_changed |= self._fit(key)
        return has_changed

    def _build(self, key: int) -> Row:
        row = self.rows[key] = self._source.build_row(key)
        self._stale.add(key)
        return row

    def _fit(self, key: int) -> bool:
        """Lay a row out; return whether its height has changed."""
        self._stale.discard(key)
        return self.heights.set_height(key, self.rows[key].fit(self.heights.layout[0]))

    def _drop_far_rows(self) -> None:
        near = set(self._near(KEPT_PAGES))
        focused = QApplication.focusWidget()
        for key, row in list(self.rows.items()):
            # Deleting the focused widget would move the focus to a distant one.
            is_held = focused is not None and row.widget.isAncestorOf(focused)
            if key not in near and not is_held and not row.is_needed():
                self._drop(key)

    def _drop(self, key: int) -> None:
        self._stale.discard(key)
        row = self.rows.pop(key)
        if not is_complete(row):
            self.heights.discard_height(key)  # it was partly estimated
        self._source.drop_row(key, row)

    def _place_rows(self) -> None:
        width = self.heights.layout[0]
        left = (self._area.viewport().width() - width) // 2
        value = self._value()
        for key, row in self.rows.items():
            # Kept rows of a long conversation can be beyond the coordinates of a widget.
            top = max(-MAX_TOP, min(MAX_TOP, self._top_of(key) - value))
            height = self.heights.height(key)
            row.widget.setGeometry(QRect(left, top, width, height))
            # Shown only once placed, so that a new row never flashes at the top of the view.
            if row.widget.isHidden():
                row.widget.show()
