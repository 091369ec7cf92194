"""The parts of a text: one widget for each piece of code or run of prose, built when needed."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import groupby

import msgspec
from markdown_it.utils import EnvType
from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import TypeSize, code_font, colours_of, sized_font
from app.widgets.markdown.blocks import (
    Block,
    BlockKind,
    BlockSplitter,
    continues,
    fenced,
    prose_blocks,
)
from app.widgets.markdown.renderer import MarkdownWriter
from app.widgets.markdown.text_style import TextStyle
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.heights import HeightIndex, TextEstimate
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView

BlockView = ProseView | CodeView


class BlockViewFactory:
    """Builds the block views of one body in its colours and its font."""

    def __init__(
        self,
        body: QWidget,
        requests: MessageRequests,
        on_height_changed: Callable[[], None],
        *,
        is_quiet: bool,
        is_code: bool,
    ) -> None:
        self._body = body
        self._requests = requests
        self._on_height_changed = on_height_changed
        self._is_quiet = is_quiet
        self._is_code = is_code
        self._drawn_style: TextStyle | None = None

    def build(self, kind: BlockKind, width: int) -> BlockView:
        """Return a new empty widget for blocks of a kind."""
        view = self._build_code() if kind is BlockKind.CODE else self._build_prose()
        if width and isinstance(view, ProseView):
            # Before it is shown and filled, so that its lines are broken only once.
            view.resize(width, view.height())
            view.fit(width)
        view.show()
        return view

    def fill(self, view: BlockView, blocks: list[Block], targets: EnvType) -> None:
        """Append closed blocks to a widget."""
        if isinstance(view, CodeView):
            view.finish(blocks[0].source, blocks[0].language)
            return
        document = view.document()
        # The browser would have the lines of its first text broken again, for its scroll bars.
        with QSignalBlocker(document.documentLayout()) if document.isEmpty() else nullcontext():
            if blocks[0].kind is BlockKind.PLAIN:
                view.writer.append_plain(blocks[0].source)
            else:
                view.writer.append_blocks([block.source for block in blocks], targets)

    def is_outdated(self) -> bool:
        """Return whether the colours or the font have changed since the last drawing."""
        return self._style() != self._drawn_style

    def is_font_outdated(self) -> bool:
        """Return whether the font, and thus the heights, have changed since the last drawing."""
        return self._drawn_style is not None and self._drawn_style.font != self._style().font

    def _build_code(self) -> CodeView:
        code = CodeView(parent=self._body, drawings=self._requests.drawings)
        code.height_changed.connect(self._on_height_changed)
        code.save_requested.connect(self._requests.code_save_requested)
        return code

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
        if self._is_code:
            return TextStyle(colours, code_font(font))
        if self._is_quiet:
            return TextStyle(replace(colours, text=colours.muted), font)
        return TextStyle(colours, sized_font(font, TypeSize.READING))


def discard(view: BlockView) -> None:
    """Hide a widget at once and delete it in the event loop."""
    view.hide()
    view.deleteLater()


MAX_PROSE_CHARS = 8000  # in one document; the layout of a longer one is too slow
MAX_LINE_CHARS = 4000  # of one line that is laid out as a whole
MIN_CODE_CHARS, MIN_PROSE_CHARS = 800, 100  # the weight of a short block: its widget is built
MAX_CODE_VIEWS = 200  # of a message; later code is drawn in the prose, without widgets


class OpenBlocks:
    """Owns the widgets of the open blocks, which are reused in each frame."""

    def __init__(self, factory: BlockViewFactory) -> None:
        self.views: list[BlockView] = []
        self.reused_count = 0  # widgets that were taken from above a newer widget
        self._spare: ProseView | None = None  # hidden; building one would cost half a frame
        self._is_opaque = False
        self._factory = factory

    def show(self, splitter: BlockSplitter, width: int) -> None:
        """Draw the blocks that are open now."""
        parts = [(kind, list(run)) for kind, run in groupby(splitter.open_blocks(), _part_kind)]
        for index, (kind, run) in enumerate(parts):
            view = self._view(index, kind[0], width)
            if isinstance(view, CodeView):
                view.set_language(run[0].language)
                view.grow_to(run[0].source)
            else:
                _write(view.writer, [block.source for block in run], splitter.link_targets)
        while len(self.views) > len(parts):
            self._put_away(self.views.pop())

    def set_opaque(self, *, is_opaque: bool) -> None:
        """Fill the background of prose, so that nothing below it is painted with each frame."""
        self._is_opaque = is_opaque
        for view in self.views:
            if isinstance(view, ProseView):
                view.viewport().setAutoFillBackground(is_opaque)

    def take_code(self) -> CodeView | None:
        """Return the widget of the open code, which was closed, so that it is kept."""
        while self.views:
            view = self.views.pop(0)
            if isinstance(view, CodeView):
                return view
            self._put_away(view)
        return None

    def clear(self) -> None:
        """Delete all widgets."""
        while self.views:
            discard(self.views.pop())
        if self._spare is not None:
            discard(self._spare)
            self._spare = None

    def _put_away(self, view: BlockView) -> None:
        """Keep a widget of prose for the text after the code that takes its place."""
        if isinstance(view, ProseView) and self._spare is None:
            view.hide()
            view.writer.clear()
            self._spare = view
        else:
            discard(view)

    def _view(self, index: int, kind: BlockKind, width: int) -> BlockView:
        wanted = CodeView if kind is BlockKind.CODE else ProseView
        while index < len(self.views) and not isinstance(self.views[index], wanted):
            self._put_away(self.views.pop(index))
        if index == len(self.views):
            self.views.append(self._next_view(kind, width))
            self.set_opaque(is_opaque=self._is_opaque)
        return self.views[index]

    def _next_view(self, kind: BlockKind, width: int) -> BlockView:
        if kind is BlockKind.CODE or self._spare is None:
            return self._factory.build(kind, width)
        view, self._spare = self._spare, None
        self.reused_count += 1
        view.raise_()  # screen readers read in this order
        if width:
            view.fit(width)
        view.show()
        return view


def _write(writer: MarkdownWriter, sources: list[str], targets: EnvType) -> None:
    """Bring a document to these sources; words are appended, and any other change is written."""
    written = writer.sources
    if sources == written:
        return
    if written and sources[:-1] == written[:-1] and continues(written[-1], sources[-1]):
        writer.append_words(sources[-1])
    else:
        writer.clear()
        writer.append_blocks(sources, targets)


def _part_kind(block: Block) -> tuple[BlockKind, int]:
    """Return a key that groups adjacent prose, and separates each piece of code."""
    return (block.kind, id(block) if block.kind is BlockKind.CODE else 0)


class BodyPart(msgspec.Struct, eq=False):
    """A piece of code, or adjacent blocks of prose; its widget is built when first needed."""

    blocks: list[Block]
    char_count: int
    view: BlockView | None = None

    @property
    def kind(self) -> BlockKind:
        """The kind of all its blocks."""
        return self.blocks[0].kind

    def count_of(self, query: str) -> int:
        """Return the number of matches of a query in the source."""
        return sum(block.source.lower().count(query.lower()) for block in self.blocks)


class BodyParts:
    """All closed parts, from the top down; a part is drawn on request.

    The division into parts depends on the text alone, not on the pieces in which it arrived.
    """

    def __init__(self, factory: BlockViewFactory) -> None:
        self.undrawn: set[int] = set()
        self.block_count = 0
        self.late_count = 0  # widgets that were built after a widget below them
        self._factory = factory
        self._targets: EnvType = {}
        self._parts: list[BodyPart] = []
        self._heights = HeightIndex()
        self._code_count = 0
        self._firm_count = 0  # parts at the top that are laid out

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
        """The height of all parts; those of undrawn parts are estimated."""
        return self._heights.total

    @property
    def is_firm(self) -> bool:
        """Whether all parts are laid out."""
        return self._firm_count == len(self._parts)

    def clear(self) -> None:
        """Remove all parts."""
        self.drop_views()
        self._parts, self._heights = [], HeightIndex()
        self.undrawn = set()
        self.block_count = self._code_count = 0

    def add_blocks(self, blocks: Iterable[Block], targets: EnvType, open_blocks: OpenBlocks) -> int:
        """Add closed blocks; return the index of the first part that is undrawn because of them.

        Open code keeps its widget. Other blocks are drawn now if their part has a widget.
        """
        self._targets = targets
        first = len(self._parts)
        for piece in self._pieces(blocks):
            index = self._add(piece)
            part = self._parts[index]
            if part.view is None and part.kind is BlockKind.CODE:
                # A second widget for the same code would lose the selection and the scrolling.
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
        # Qt's tab order is that of construction, so the caller has to correct it for this widget.
        self.late_count += index + 1 < len(self._parts) or has_open
        return view

    def next_undrawn(self, max_chars: int) -> list[int]:
        """Return the indices of the next undrawn parts, about ``max_chars`` characters."""
        char_count, indices = 0, list[int]()
        for index in sorted(self.undrawn):
            char_count += self._parts[index].char_count
            indices.append(index)
            if char_count >= max_chars:
                break
        return indices

    def fit(self, width: int) -> None:
        """Lay out and place the widgets from the first one that is not laid out."""
        for index in range(self._firm_count, len(self._parts)):
            view = self._parts[index].view
            if view is not None:
                height = view.fit(width)
                self._heights.set_height(index, height)
                view.setGeometry(0, self.top(index), width, height)
        self._firm_count = len(self._parts)

    def measured_height(self, width: int) -> int:
        """Return the height of all parts, also of those that ``fit`` has not placed yet."""
        height = self._heights.total
        for index in range(self._firm_count, len(self._parts)):
            view = self._parts[index].view
            if view is not None:
                now = view.measure(width)
                height += now - self._heights.height(index)
        return height

    def loosen(self) -> None:
        """Have the next ``fit`` lay out all widgets."""
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
        """Return the top of a part."""
        return self._heights.top(min(index, len(self._parts)))

    def estimate(self, first: int, font: QFont, width: int) -> None:
        """Estimate the heights of the parts without a widget, from this index on."""
        guess = TextEstimate(font)
        for index, part in enumerate(self._parts[first:], first):
            if part.view is None:
                height = sum(guess.block_height(block, width) for block in part.blocks)
                self._heights.set_height(index, height)

    def between(self, top: int, bottom: int) -> range:
        """Return the indices of the parts that overlap the range between two heights."""
        if not self._parts or bottom <= 0 or top >= self._heights.total:
            return range(0)
        return range(self._heights.row_at(top), self._heights.row_at(bottom) + 1)

    def steady_at(self, y: int) -> int:
        """Return the first drawn part at or below a height, else the part at that height."""
        if not self._parts:
            return 0
        there = self._heights.row_at(y)
        drawn = (index for index in range(there, len(self._parts)) if self._parts[index].view)
        return next(drawn, there)

    def _pieces(self, blocks: Iterable[Block]) -> Iterator[Block]:
        for block in blocks:
            self.block_count += 1
            yield from prose_blocks(block, MAX_LINE_CHARS)

    def _add(self, block: Block) -> int:
        """Add a block; return the index of its part."""
        char_count = MIN_PROSE_CHARS
        if block.kind is BlockKind.CODE and self._code_count < MAX_CODE_VIEWS:
            self._code_count += 1
            char_count = MIN_CODE_CHARS
        elif block.kind is BlockKind.CODE:
            block = Block(BlockKind.PROSE, fenced(block.source))
        char_count = max(char_count, len(block.source))
        last = self._parts[-1] if self._parts else None
        is_joined = last is not None and last.kind is block.kind is BlockKind.PROSE
        if last is not None and is_joined and last.char_count < MAX_PROSE_CHARS:
            last.blocks.append(block)
            last.char_count += char_count
        else:
            self._parts.append(BodyPart([block], char_count))
            self._heights.append(0)
        return len(self._parts) - 1
