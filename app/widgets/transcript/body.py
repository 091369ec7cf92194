"""The text of one message: closed parts that stay, and below them the blocks still open."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.reply_text import GrowingText
from app.widgets.markdown.blocks import Block, BlockSplitter, plain_blocks
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.body_parts import (
    LONGEST_PROSE,
    BlockView,
    BlockViewFactory,
    BodyParts,
    OpenBlocks,
    wanted_width,
)
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView

LONGEST_SLICE = 10_000  # letters that are drawn at once
SHORT_SLICE = 2000  # where nobody waits for them
SHORT_TEXT = 600  # letters that are not worth a guess


class MessageBody(QWidget):
    """Draws a text as Markdown, also while it grows, or as it stands; quietly if asked to.

    A long text would block the window for seconds if it was drawn at once. So it is drawn part by
    part, from the top down and a slice at a time. A lazy body draws only what is short: who
    scrolls tells it with ``show_between`` what is needed, and ``draw_more`` draws the rest while
    nothing else is to be done. Until then the heights of its parts are estimated.
    """

    height_changed = Signal()

    def __init__(
        self,
        requests: MessageRequests,
        parent: QWidget | None = None,
        *,
        is_quiet: bool = False,
        is_lazy: bool = False,
        longest: int = LONGEST_DRAWN_TEXT,
    ) -> None:
        super().__init__(parent)
        self.overhang = 0  # how far the widest code stands out beside the column
        self._is_lazy = is_lazy
        self._longest = longest
        self._width = self._spare = 0
        self._text = GrowingText()
        self._is_plain = False
        self._fed_length = 0  # characters of the text that the splitter has
        self._splitter = BlockSplitter()
        self._blocks: list[Block] | None = None  # all of them, once the text has ended
        self._factory = BlockViewFactory(self, requests, self._on_height_changed, is_quiet=is_quiet)
        self._parts = BodyParts(self._factory)
        self._open = OpenBlocks(self._factory)
        self._search: tuple[str, int | None] = ("", None)
        self._seen = (0, 0)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def block_views(self) -> tuple[BlockView, ...]:
        """The widgets that draw the text, from the top down."""
        return (*self._parts.views, *self._open.views)

    @property
    def parts(self) -> tuple[BlockView | None, ...]:
        """The widget of each part, from the top down; None for a part that is not drawn yet."""
        return (*(part.view for part in self._parts), *self._open.views)

    @property
    def late_count(self) -> int:
        """How many widgets were made after some that stand below them."""
        return self._parts.late_count

    @property
    def is_complete(self) -> bool:
        """Whether everything is drawn."""
        return not self._parts.undrawn

    @property
    def is_cut(self) -> bool:
        """Whether only the beginning of the text is shown."""
        return len(self._text) > self._longest

    def show_up_to(self, longest: int) -> None:
        """Show so many letters of the text, at most."""
        text, is_plain, is_ended = self._text, self._is_plain, self._blocks is not None
        # Asked before the parts go: what the reader sees is drawn again at once, the rest later.
        seen = self._parts.between(*self._seen)
        self._longest = longest
        self._clear()
        if is_plain:
            self.show_plain(text.text)
        elif is_ended:
            self.finish(text.text)
        else:
            self.grow(text)
        self._draw_parts([index for index in seen if index in self._parts.undrawn])
        self._parts.fit(self._width, self._spare)
        self.height_changed.emit()

    def fit(self, width: int, spare: int = 0) -> int:
        """Lay the text out for a width; return the height that this takes.

        Code that is wider uses the spare room beside it.
        """
        if (width, spare) != (self._width, self._spare):
            self._width, self._spare = width, spare
            self._parts.loosen()
            self._parts.estimate(0, self.font(), width)
        # An estimate of a text this short saves nothing, and its error would move the rows below.
        if self._parts.undrawn and self._is_lazy and len(self._text) <= SHORT_TEXT:
            self._draw_some()
        self._parts.fit(width, spare)
        height = self._parts.total_height
        above = self._parts[-1].view if len(self._parts) else None
        for view in self._open.views:
            if isinstance(view, ProseView):
                view.set_margin_above(
                    above.bottom_margin() if isinstance(above, ProseView) else 0.0
                )
            own_width = wanted_width(view, width, spare)
            view_height = view.fit(own_width)
            view.setGeometry(0, height, own_width, view_height)
            height += view_height
            above = view
        widest = max((width, self._parts.widest, *(view.width() for view in self._open.views)))
        self.overhang = widest - width
        self.resize(widest, height)
        return height

    def show_between(self, top: int, bottom: int, most: int | None = None) -> bool:
        """Draw what lies between two heights, or so many parts of it; return if there was any.

        What is below may have to be laid out again then: ``fit`` does it.
        """
        if most is None:
            self._seen = (top, bottom)
        undrawn = self._parts.undrawn
        if not undrawn or not self._width:
            return False
        indices = [index for index in self._parts.between(top, bottom) if index in undrawn]
        self._draw_parts(indices[-most:] if most else indices)
        return bool(indices)

    def steady_part_at(self, y: int) -> int:
        """Return which part keeps its place while others find their heights."""
        return self._parts.steady_at(y)

    def top_of_part(self, part: int) -> int:
        """Return where that part begins now."""
        return self._parts.top(part)

    def draw_more(self, longest: int = SHORT_SLICE) -> None:
        """Draw the next slice of the text, about so many letters."""
        self._draw_parts(self._parts.next_undrawn(longest))

    def show_plain(self, text: str) -> None:
        """Show a text as it stands, as what the user wrote."""
        if self._is_plain and text == self._text.text:
            return
        self._clear()
        self._text, self._is_plain = GrowingText(text), True
        self._add_blocks(plain_blocks(text[: self._longest], LONGEST_PROSE))
        self._draw_some()

    def grow(self, text: GrowingText) -> None:
        """Show a text so far; of the text that is shown already only the open blocks are drawn."""
        if text is not self._text or self._blocks is not None:
            self._clear()
            self._text = text
        self._feed()
        self._add_blocks(self._splitter.closed[self._parts.block_count :])
        self._draw_some()

    def finish(self, text: str) -> None:
        """Show the whole text; closed blocks stay unless a late link target changes them."""
        is_same = text == self._text.text
        if is_same and self._blocks is not None:
            return
        if not is_same:
            self._clear()
            self._text = GrowingText(text)
        self._feed()
        self._blocks = self._splitter.finish()
        self._add_blocks(self._blocks[self._parts.block_count :])
        # A target that came late turns text far above it into a link, also in closed blocks.
        if self._splitter.link_targets:
            self._parts.drop_views()
        self._draw_some()

    def redraw(self) -> None:
        """Draw everything again in the current colours and font, visible parts at once."""
        seen = self._parts.between(*self._seen)
        self._parts.drop_views()
        self._open.clear()
        if self._width and self._factory.is_font_outdated():
            self._parts.estimate(0, self.font(), self._width)
        self._draw_parts(list(seen))
        self._draw_some()
        self._parts.fit(self._width, self._spare)

    def mark_matches(self, query: str, current: int | None) -> QRect | None:
        """Mark the matches of a query; return where the current one is drawn, if it is here.

        The part that it is in is drawn for it.
        """
        self._search = (query, current)
        area: QRect | None = None
        open_views = self._open.views
        for index in [*range(len(self._parts)), *range(-len(open_views), 0)]:
            view = open_views[index] if index < 0 else self._parts[index].view
            if view is None:
                count = self._parts[index].count_of(query)
                if current is not None and current < count:
                    view = self._parts.draw(index, self._width, has_open=bool(open_views))
                    self._parts.fit(self._width, self._spare)
                    self.height_changed.emit()
            if view is not None:
                areas = view.mark_matches(query, current)
                count = len(areas)
                if current is not None and current < count:
                    area = areas[current].translated(view.pos())
            if current is not None:
                current = None if current < count else current - count
        return area

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends these also where the style is the same in the end, and drawing it all again takes
        # long: so the style is compared first.
        is_style = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if is_style and self.block_views and self._factory.is_outdated():
            self.redraw()
            self._on_height_changed()

    def _draw_some(self) -> None:
        """Draw the pending parts, then the open one."""
        self._timer.stop()
        if not self._is_lazy or len(self._text) <= SHORT_TEXT:
            self.draw_more(LONGEST_SLICE)
        # Open blocks stand below all others: drawn earlier, they would jump down at every slice.
        if self._parts.undrawn and not self._is_lazy:
            self._open.clear()
            self._timer.start()
        elif self._blocks is None and not self._is_plain:
            self._open.show(self._splitter, self._width)
        else:
            self._open.clear()

    def _feed(self) -> None:
        piece = self._text.text[self._fed_length : self._longest]
        self._fed_length += len(piece)
        self._splitter.feed(piece)

    def _on_timeout(self) -> None:
        self._draw_some()
        self.height_changed.emit()

    def _add_blocks(self, blocks: Iterable[Block]) -> None:
        first = self._parts.add_blocks(blocks, self._splitter.link_targets, self._open)
        if self._parts.undrawn and first < len(self._parts) and self._width:
            self._parts.estimate(first, self.font(), self._width)

    def _draw_parts(self, indices: list[int]) -> None:
        for index in indices:
            self._parts.draw(index, self._width, has_open=bool(self._open.views))
        if indices and self._search[0]:
            self.mark_matches(*self._search)

    def _clear(self) -> None:
        self._parts.clear()
        self._open.clear()
        self._splitter = BlockSplitter()
        self._text, self._fed_length = GrowingText(), 0
        self._is_plain, self._blocks = False, None

    def _on_height_changed(self) -> None:
        self._parts.loosen()
        self.height_changed.emit()
