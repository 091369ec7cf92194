"""Heights of all rows of a transcript: those that were laid out, and estimates for the others."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from app.widgets.transcript.height_index import HeightIndex

SPACING = 1
MOST_ESTIMATES = 1000  # of more rows, some are taken to be as tall as one above them
MOST_LAYOUTS = 4  # kept with their heights, for who goes back to a width

# The width of the rows, the font, the spare room beside them: heights are known for these.
Layout = tuple[int, str, int]


class RowHeights:
    """Knows where each row begins, whether or not it has a widget.

    A row's height counts as known once it was laid out completely for the present layout. All
    others are estimated, so that the scroll bar is about right from the start; measuring them
    while the window is idle makes it exact.
    """

    def __init__(self, estimate: Callable[[int, int], int]) -> None:
        """Know no row yet; ``estimate`` returns the height of a row at a width, about."""
        self.layout: Layout = (0, "", 0)
        self._estimate = estimate
        self._keys: list[int] = []
        self._indices: dict[int, int] = {}
        self._known: dict[Layout, dict[int, int]] = {}
        self._sums: HeightIndex | None = None  # None is to be counted again
        # Rows that may be unmeasured, the next one last; None is to be counted again.
        self._unmeasured: list[int] | None = None

    @property
    def _index(self) -> HeightIndex:
        # Counted when somebody asks: new rows often come with a new width.
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

    def set_keys(self, keys: Iterable[int]) -> None:
        """Take these rows, from the top down; heights of those that were there stay."""
        self._keys = list(keys)
        self._indices = {key: index for index, key in enumerate(self._keys)}
        for heights in self._known.values():
            for key in [key for key in heights if key not in self._indices]:
                del heights[key]
        self._count()

    def append(self, key: int) -> None:
        """Take one more row at the end."""
        self._indices[key] = len(self._keys)
        self._keys.append(key)
        if self._sums is not None:
            self._sums.append(self._height_of(key))

    def set_layout(self, layout: Layout) -> bool:
        """Take the present width and font; return whether they are others than before."""
        if layout == self.layout:
            return False
        self.layout = layout
        self._known.setdefault(layout, {})
        while len(self._known) > MOST_LAYOUTS:
            del self._known[next(iter(self._known))]
        self._count()
        return True

    def learn(self, key: int, height: int) -> bool:
        """Take the height of a row that was laid out; return whether it is not as expected."""
        self._known.setdefault(self.layout, {})[key] = height + SPACING
        index = self._indices[key]
        if self._index.height(index) == height + SPACING:
            return False
        self._index.set_height(index, height + SPACING)
        return True

    def forget(self, key: int) -> None:
        """Forget the heights of a row in all layouts: its content has changed."""
        for heights in self._known.values():
            heights.pop(key, None)
        if self._unmeasured is not None:
            self._unmeasured.append(key)

    def next_unmeasured(self) -> int | None:
        """Return a row whose height is only estimated, or None; those at the end come first."""
        known = self._known.get(self.layout, {})
        if self._unmeasured is None:
            self._unmeasured = [key for key in self._keys if key not in known]
        while self._unmeasured and self._unmeasured[-1] in known:
            self._unmeasured.pop()
        return self._unmeasured[-1] if self._unmeasured else None

    def top(self, key: int) -> int:
        """Return where a row begins, under the top of the first."""
        return self._index.top(self._indices[key])

    def height(self, key: int) -> int:
        """Return the height of a row, without the spacing below it."""
        return self._index.height(self._indices[key]) - SPACING

    def in_order(self, keys: Iterable[int]) -> tuple[int, ...]:
        """Return rows from the top down."""
        return tuple(sorted(keys, key=lambda key: self._indices[key]))

    def between(self, top: int, bottom: int) -> Sequence[int]:
        """Return the rows of which something lies between two heights; at least the nearest."""
        if not self._keys:
            return ()
        return self._keys[self._index.row_at(top) : self._index.row_at(bottom) + 1]

    def _count(self) -> None:
        self._sums = None
        self._unmeasured = None

    def _heights(self) -> Iterator[int]:
        """Yield the heights of all rows; of very many, not each is estimated by itself."""
        known = self._known.get(self.layout, {})
        step = -(-len(self._keys) // MOST_ESTIMATES)
        estimate = 0
        for place, key in enumerate(self._keys):
            if place % step == 0:
                estimate = self._estimate(key, self.layout[0]) + SPACING
            yield known.get(key, estimate)

    def _height_of(self, key: int) -> int:
        known = self._known.get(self.layout, {}).get(key)
        return self._estimate(key, self.layout[0]) + SPACING if known is None else known
