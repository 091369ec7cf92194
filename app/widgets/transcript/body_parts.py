"""The closed parts of a text: what one widget draws, where it begins, how tall it is or may be."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from markdown_it.utils import EnvType
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter, fenced, prose_blocks
from app.widgets.markdown.text_style import TextStyle
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.heights import HeightIndex, TextEstimate
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView

BlockView = ProseView | CodeView


class BlockViewFactory:
    """Builds the block views of one body, in its colours and its font."""

    def __init__(
        self,
        body: QWidget,
        requests: MessageRequests,
        on_height_changed: Callable[[], None],
        *,
        is_quiet: bool,
    ) -> None:
        self._body = body
        self._requests = requests
        self._on_height_changed = on_height_changed
        self._is_quiet = is_quiet
        self._drawn_style: TextStyle | None = None

    def build(self, kind: BlockKind, width: int) -> BlockView:
        """Return a new empty widget for blocks of a kind."""
        view = CodeView(parent=self._body) if kind is BlockKind.CODE else self._build_prose()
        if width:
            view.fit(width)  # before it is filled, so that its lines are broken once
        view.show()
        return view

    def fill(self, view: BlockView, blocks: list[Block], targets: EnvType) -> None:
        """Write blocks that will not change any more at the end of a widget."""
        if isinstance(view, CodeView):
            view.finish(blocks[0].source, blocks[0].language)
        elif blocks[0].kind is BlockKind.PLAIN:
            view.writer.append_plain(blocks[0].source)
        else:
            view.writer.append_blocks([block.source for block in blocks], targets)

    def is_outdated(self) -> bool:
        """Return whether the colours or the font changed since something was drawn."""
        return self._style() != self._drawn_style

    def is_font_outdated(self) -> bool:
        """Return whether the font changed since something was drawn, and the heights with it."""
        return self._drawn_style is not None and self._drawn_style.font != self._style().font

    def _build_prose(self) -> ProseView:
        style = self._style()
        if style != self._drawn_style:
            self._drawn_style = style
        prose = ProseView(self._drawn_style or style, self._requests, self._body)
        prose.setAccessibleName(self._body.accessibleName())
        prose.height_changed.connect(self._on_height_changed)
        return prose

    def _style(self) -> TextStyle:
        colours, font = colours_of(self._body.palette()), self._body.font()
        if self._is_quiet:
            return TextStyle(replace(colours, text=colours.muted), font)
        return TextStyle(colours, sized_font(font, TypeSize.READING))


def wanted_width(view: BlockView, width: int, spare: int) -> int:
    """Return how wide a widget becomes: code may use the spare room behind the column."""
    return (
        max(width, min(view.natural_width(), width + spare))
        if isinstance(view, CodeView)
        else width
    )


def discard(view: BlockView) -> None:
    """Delete a widget; hidden at once, as deleting waits for the event loop."""
    view.hide()
    view.deleteLater()


LONGEST_PROSE = 8000  # letters in one document; more of them are laid out too slowly
LONGEST_LINE = 4000  # letters of one line that are laid out together
CODE_CHARS, PROSE_CHARS = 800, 100  # that even the shortest block counts for: it is built
MAX_CODE_VIEWS = 200  # of a message; what follows is drawn in the text, and needs no widgets


class OpenBlocks:
    """Owns the widgets of the open blocks; they are reused from frame to frame."""

    def __init__(self, factory: BlockViewFactory) -> None:
        self.views: list[BlockView] = []
        self._factory = factory

    def show(self, splitter: BlockSplitter, width: int) -> None:
        """Draw the blocks that are open now instead."""
        parts = [(kind, list(run)) for kind, run in groupby(splitter.open_blocks(), _part_kind)]
        for index, (kind, run) in enumerate(parts):
            view = self._view(index, kind[0], width)
            if isinstance(view, CodeView):
                view.set_language(run[0].language)
                view.grow_to(run[0].source)
            else:
                sources = [block.source for block in run]
                if sources != view.writer.sources:
                    view.writer.clear()
                    view.writer.append_blocks(sources, splitter.link_targets)
        while len(self.views) > len(parts):
            discard(self.views.pop())

    def take_code(self) -> CodeView | None:
        """Hand over the open code that was closed, so that what was drawn of it stays."""
        while self.views:
            view = self.views.pop(0)
            if isinstance(view, CodeView):
                return view
            discard(view)
        return None

    def clear(self) -> None:
        """Delete all widgets."""
        while self.views:
            discard(self.views.pop())

    def _view(self, index: int, kind: BlockKind, width: int) -> BlockView:
        wanted = CodeView if kind is BlockKind.CODE else ProseView
        while index < len(self.views) and not isinstance(self.views[index], wanted):
            discard(self.views.pop(index))
        if index == len(self.views):
            self.views.append(self._factory.build(kind, width))
        return self.views[index]


def _part_kind(block: Block) -> tuple[BlockKind, int]:
    """Group neighbouring prose, and keep each piece of code apart."""
    return (block.kind, id(block) if block.kind is BlockKind.CODE else 0)


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
    """All parts that will not change any more, from the top down; draws them when it is asked.

    Which blocks make a part depends on the text alone, and not on how it arrived.
    """

    def __init__(self, factory: BlockViewFactory) -> None:
        self.undrawn: set[int] = set()
        self.block_count = 0
        self.widest = 0  # the width of the widest widget
        self.late_count = 0  # widgets that were made after some that stand below them
        self._factory = factory
        self._targets: EnvType = {}
        self._parts: list[BodyPart] = []
        self._heights = HeightIndex()
        self._code_count = 0
        self._firm_count = 0  # parts that were fitted, and keep their place until one is touched

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[BodyPart]:
        return iter(self._parts)

    def __getitem__(self, index: int) -> BodyPart:
        return self._parts[index]

    @property
    def views(self) -> list[BlockView]:
        """The widgets that exist."""
        return [part.view for part in self._parts if part.view is not None]

    @property
    def total_height(self) -> int:
        """The height of all parts, of some of them only about."""
        return self._heights.total

    def clear(self) -> None:
        """Forget everything: another text begins."""
        self.drop_views()
        self._parts, self._heights = [], HeightIndex()
        self.undrawn = set()
        self.block_count = self._code_count = 0

    def add_blocks(self, blocks: Iterable[Block], targets: EnvType, open_blocks: OpenBlocks) -> int:
        """Take blocks that were closed; return the first part that is not drawn for them.

        Code that was open keeps its widget. The others are drawn now where their part has one.
        """
        self._targets = targets
        first = len(self._parts)
        for piece in self._pieces(blocks):
            index = self._add(piece)
            part = self._parts[index]
            if part.view is None and part.kind is BlockKind.CODE:
                # A second widget for the same code would lose what is selected and scrolled to.
                part.view = open_blocks.take_code()
            if part.view is None:
                self.undrawn.add(index)
                first = min(first, index)
            else:
                self._factory.fill(part.view, part.blocks[-1:], targets)
            self._firm_count = min(self._firm_count, index)
        return first

    def draw(self, index: int, width: int, *, has_open: bool) -> BlockView:
        """Build the widget of a part and fill it."""
        part = self._parts[index]
        view = part.view = self._factory.build(part.kind, width)
        self._factory.fill(view, part.blocks, self._targets)
        self.undrawn.discard(index)
        self._firm_count = min(self._firm_count, index)
        # Qt's order of Tab is that of construction: who built this one late has to mend it.
        self.late_count += index + 1 < len(self._parts) or has_open
        return view

    def next_undrawn(self, longest: int) -> list[int]:
        """Return the places of the next slice that is not drawn, about so many letters of it."""
        letters, indices = 0, list[int]()
        for index in sorted(self.undrawn):
            letters += self._parts[index].letter_count
            indices.append(index)
            if letters >= longest:
                break
        return indices

    def fit(self, width: int, spare: int = 0) -> None:
        """Lay out and place the widgets from the first one that is not firm."""
        if not self._firm_count:
            self.widest = 0
        for index in range(self._firm_count, len(self._parts)):
            view = self._parts[index].view
            if view is not None:
                own_width = wanted_width(view, width, spare)
                height = view.fit(own_width)
                self._heights.set_height(index, height)
                view.setGeometry(0, self.top(index), own_width, height)
                self.widest = max(self.widest, own_width)
        self._firm_count = len(self._parts)

    def loosen(self) -> None:
        """Lay out all widgets again with the next ``fit``."""
        self._firm_count = 0

    def drop_views(self) -> None:
        """Delete all widgets; the parts keep their heights until they are drawn again."""
        self._firm_count = 0
        self.undrawn = set(range(len(self._parts)))
        for part in self._parts:
            if part.view is not None:
                discard(part.view)
                part.view = None

    def top(self, index: int) -> int:
        """Return where a part begins."""
        return self._heights.top(min(index, len(self._parts)))

    def estimate(self, first: int, font: QFont, width: int) -> None:
        """Guess the heights of the parts without a widget, from this place on."""
        guess = TextEstimate(font)
        for index, part in enumerate(self._parts[first:], first):
            if part.view is None:
                height = sum(guess.block_height(block, width) for block in part.blocks)
                self._heights.set_height(index, height)

    def between(self, top: int, bottom: int) -> range:
        """Return the places of the parts of which something lies between two heights."""
        if not self._parts or bottom <= 0 or top >= self._heights.total:
            return range(0)
        return range(self._heights.row_at(top), self._heights.row_at(bottom) + 1)

    def steady_at(self, y: int) -> int:
        """Return the first measured part at or below a height, else the part at it."""
        if not self._parts:
            return 0
        there = self._heights.row_at(y)
        drawn = (index for index in range(there, len(self._parts)) if self._parts[index].view)
        return next(drawn, there)

    def _pieces(self, blocks: Iterable[Block]) -> Iterator[Block]:
        for block in blocks:
            self.block_count += 1
            yield from prose_blocks(block, LONGEST_LINE)

    def _add(self, block: Block) -> int:
        """Take one more block; return the place of the part that it belongs to."""
        letters = PROSE_CHARS
        if block.kind is BlockKind.CODE and self._code_count < MAX_CODE_VIEWS:
            self._code_count += 1
            letters = CODE_CHARS
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
