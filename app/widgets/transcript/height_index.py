"""Heights of many rows under each other: where each begins, and which is at a place."""

from collections.abc import Iterable


class HeightIndex:
    """Sums of heights in a binary tree of partial sums: no operation looks at every row."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._sums = [0, *self._heights]
        for place in range(1, len(self._sums)):
            above = place + (place & -place)
            if above < len(self._sums):
                self._sums[above] += self._sums[place]

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> int:
        """The height of all rows."""
        return self.top(len(self._heights))

    def height(self, row: int) -> int:
        """Return the height of one row."""
        return self._heights[row]

    def top(self, row: int) -> int:
        """Return where a row begins; the row after the last begins at the end."""
        total = 0
        while row:
            total += self._sums[row]
            row &= row - 1
        return total

    def set_height(self, row: int, height: int) -> None:
        """Change the height of one row."""
        change = height - self._heights[row]
        self._heights[row] = height
        place = row + 1
        while change and place < len(self._sums):
            self._sums[place] += change
            place += place & -place

    def append(self, height: int) -> None:
        """Add a row at the end."""
        self._heights.append(height)
        place = len(self._heights)
        self._sums.append(height)
        below = place - 1
        while below > place - (place & -place):
            self._sums[place] += self._sums[below]
            below &= below - 1

    def row_at(self, y: int) -> int:
        """Return the row that covers a place; above all the first, below all the last."""
        row, bit = 0, 1 << len(self._heights).bit_length()
        while bit:
            if row + bit < len(self._sums) and self._sums[row + bit] <= y:
                row += bit
                y -= self._sums[row]
            bit >>= 1
        return max(0, min(row, len(self._heights) - 1))
