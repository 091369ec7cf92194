"""The parts of a text: what one widget draws, where it begins, and how tall it is or may be."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QFont

from app.widgets.markdown.blocks import Block, BlockKind, fenced
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.estimate import TextEstimate
from app.widgets.transcript.height_index import HeightIndex
from app.widgets.transcript.prose_view import ProseView

BlockView = ProseView | CodeView
LONGEST_PROSE = 8000  # letters in one document; more of them are laid out too slowly
CODE_LETTERS, PROSE_LETTERS = 800, 100  # that even the shortest block counts for: it is built
MOST_CODE_VIEWS = 200  # of a message; what follows is drawn in the text, and needs no widgets


@dataclass(slots=True, eq=False)
class BodyPart:
    """A piece of code, or neighbouring prose; it has a widget from when it is first needed on."""

    blocks: list[Block]
    letter_count: int
    view: BlockView | None = None

    @property
    def kind(self) -> BlockKind:
        """What it is drawn with."""
        return self.blocks[0].kind

    def count_of(self, query: str) -> int:
        """Return how often a query stands in what it is drawn from."""
        return sum(block.source.lower().count(query.lower()) for block in self.blocks)


class BodyParts:
    """All parts that will not change any more, from the top down.

    Which blocks make a part depends on the text alone, and not on how it arrived.
    """

    def __init__(self) -> None:
        self._parts: list[BodyPart] = []
        self._heights = HeightIndex()
        self._block_count = self._code_count = 0

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[BodyPart]:
        return iter(self._parts)

    def __getitem__(self, place: int) -> BodyPart:
        return self._parts[place]

    @property
    def block_count(self) -> int:
        """How many blocks are in the parts."""
        return self._block_count

    @property
    def views(self) -> list[BlockView]:
        """The widgets that there are."""
        return [part.view for part in self._parts if part.view is not None]

    @property
    def total_height(self) -> int:
        """The height of all parts, of some of them only about."""
        return self._heights.total

    def add(self, block: Block) -> int:
        """Take one more block; return the place of the part that it belongs to."""
        self._block_count += 1
        letters = PROSE_LETTERS
        if block.kind is BlockKind.CODE and self._code_count < MOST_CODE_VIEWS:
            self._code_count += 1
            letters = CODE_LETTERS
        elif block.kind is BlockKind.CODE:
            block = Block(BlockKind.PROSE, fenced(block.source))
        letters = max(letters, len(block.source))
        last = self._parts[-1] if self._parts else None
        is_beside = last is not None and last.kind is block.kind is BlockKind.PROSE
        if last is not None and is_beside and last.letter_count < LONGEST_PROSE:
            last.blocks.append(block)
            last.letter_count += letters
        else:
            self._parts.append(BodyPart([block], letters))
            self._heights.append(0)
        return len(self._parts) - 1

    def top(self, place: int) -> int:
        """Return where a part begins."""
        return self._heights.top(min(place, len(self._parts)))

    def set_height(self, place: int, height: int) -> None:
        """Take the height of a part."""
        self._heights.set_height(place, height)

    def estimate(self, first: int, font: QFont, width: int) -> None:
        """Guess the heights of the parts without a widget, from this place on."""
        guess = TextEstimate(font)
        for place, part in enumerate(self._parts[first:], first):
            if part.view is None:
                height = sum(guess.block_height(block, width) for block in part.blocks)
                self._heights.set_height(place, height)

    def between(self, top: int, bottom: int) -> range:
        """Return the places of the parts of which something lies between two heights."""
        if not self._parts or bottom <= 0 or top >= self._heights.total:
            return range(0)
        return range(self._heights.row_at(top), self._heights.row_at(bottom) + 1)

    def steady_at(self, y: int) -> int:
        """Return the first part from a height down whose own height is known, else that there."""
        there = self._heights.row_at(y)
        drawn = (place for place in range(there, len(self._parts)) if self._parts[place].view)
        return next(drawn, there)
