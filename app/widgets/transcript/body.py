"""The text of one message: closed parts that do not change, and below them the open blocks."""

from collections.abc import Collection, Iterable

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.reply_text import GrowingText
from app.widgets.markdown.blocks import Block, BlockSplitter, plain_blocks
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.markdown.syntax import has_late_targets
from app.widgets.transcript.body_parts import (
    MAX_PROSE_CHARS,
    BlockView,
    BlockViewFactory,
    BodyParts,
    OpenBlocks,
)
from app.widgets.transcript.differences import words_of
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView

MAX_SLICE_CHARS = 10_000  # drawn at once
IDLE_SLICE_CHARS = 2000  # drawn at once while the window is idle
SHORT_TEXT_CHARS = 600  # a text up to this length is drawn instead of estimated


class MessageBody(QWidget):
    """Draws a text as Markdown, also while it grows, or as plain text.

    It is muted if ``is_quiet``, and in the font of code if ``is_code``.

    Drawing a long text at once would block the window for seconds, so it is drawn in slices of
    parts, from the top down. A lazy body draws only a short text at once: ``show_between`` draws
    the parts that are scrolled into view, and ``draw_more`` draws others while the window is idle.
    The heights of undrawn parts are estimated.
    """

    height_changed = Signal()

    def __init__(
        self,
        requests: MessageRequests,
        parent: QWidget | None = None,
        *,
        is_quiet: bool = False,
        is_code: bool = False,
        is_lazy: bool = False,
        max_chars: int = LONGEST_DRAWN_TEXT,
    ) -> None:
        super().__init__(parent)
        self._is_lazy = is_lazy
        self._max_chars = max_chars
        self._width = 0
        self._text = GrowingText()
        self._is_plain = False
        self._fed_length = 0  # characters that were given to the splitter
        self._splitter = BlockSplitter()
        self._blocks: list[Block] | None = None  # all blocks, once the text has ended
        self._factory = BlockViewFactory(
            self, requests, self._on_height_changed, is_quiet=is_quiet, is_code=is_code
        )
        self._parts = BodyParts(self._factory)
        self._open = OpenBlocks(self._factory)
        self._search: tuple[str, int | None] = ("", None)
        self._marked_words: Collection[int] = ()
        self._seen = (0, 0)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)  # its parts stay as it grows
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def block_views(self) -> tuple[BlockView, ...]:
        """The widgets that draw the text, from the top down."""
        return (*self._parts.views, *self._open.views)

    @property
    def parts(self) -> tuple[BlockView | None, ...]:
        """The widget of each part, from the top down; None for an undrawn part."""
        return (*(part.view for part in self._parts), *self._open.views)

    @property
    def late_count(self) -> int:
        """The number of widgets that were not built in the order of their places."""
        return self._parts.late_count + self._open.reused_count

    @property
    def is_complete(self) -> bool:
        """Whether everything is drawn."""
        return not self._parts.undrawn

    @property
    def is_cut(self) -> bool:
        """Whether the text is longer than the part that may be shown."""
        return len(self._text) > self._max_chars

    def show_up_to(self, max_chars: int) -> None:
        """Show at most this number of characters of the text."""
        text, is_plain, is_ended = self._text, self._is_plain, self._blocks is not None
        # Read before the parts are cleared: the visible parts are drawn at once, the others later.
        seen = self._parts.between(*self._seen)
        self._max_chars = max_chars
        self._clear()
        if is_plain:
            self.show_plain(text.text)
        elif is_ended:
            self.finish(text.text)
        else:
            self.grow(text)
        self._draw_parts([index for index in seen if index in self._parts.undrawn])
        self._parts.fit(self._width)
        self.height_changed.emit()

    def fit(self, width: int) -> int:
        """Lay the text out for a width; return its height."""
        if width != self._width:
            self._width = width
            self._parts.loosen()
            self._parts.estimate(0, self.font(), width)
        # Estimating a short text saves nothing, and the error would move the rows below.
        if self._parts.undrawn and self._is_lazy and len(self._text) <= SHORT_TEXT_CHARS:
            self._draw_some()
        self._parts.fit(width)
        self._set_margins()
        height = self._parts.total_height
        for view in self._open.views:
            view_height = view.fit(width)
            view.setGeometry(0, height, width, view_height)
            height += view_height
        self.resize(width, height)
        return height

    def growth(self) -> int:
        """Return by how many pixels the text became taller since it was placed."""
        if not self._width:
            return 0
        self._set_margins()
        height = self._parts.measured_height(self._width)
        for view in self._open.views:
            height += view.measure(self._width)
        return height - self.height()

    def is_in_place(self) -> bool:
        """Return whether all widgets are where ``fit`` would place them."""
        if not self._width or not self._parts.is_firm:
            return False
        self._set_margins()
        top = self._parts.total_height
        for view in self._open.views:
            if view.y() != top or not view.is_fitted(self._width):
                return False
            top += view.height()
        return top == self.height()

    def set_opaque(self, *, is_opaque: bool) -> None:
        """Set whether the text is on the plain background of the page, so that it may fill it."""
        self._open.set_opaque(is_opaque=is_opaque)

    def show_between(self, top: int, bottom: int, max_count: int | None = None) -> bool:
        """Draw up to ``max_count`` undrawn parts between two heights; return if there were any.

        Parts below may have moved then; call ``fit``.
        """
        if max_count is None:
            self._seen = (top, bottom)
        undrawn = self._parts.undrawn
        if not undrawn or not self._width:
            return False
        indices = [index for index in self._parts.between(top, bottom) if index in undrawn]
        self._draw_parts(indices[-max_count:] if max_count else indices)
        return bool(indices)

    def steady_part_at(self, y: int) -> int:
        """Return the part at a height whose place is kept while other parts are measured."""
        return self._parts.steady_at(y)

    def top_of_part(self, part: int) -> int:
        """Return the top of a part."""
        return self._parts.top(part)

    def draw_more(self, max_chars: int = IDLE_SLICE_CHARS) -> None:
        """Draw the next undrawn parts, about ``max_chars`` characters."""
        self._draw_parts(self._parts.next_undrawn(max_chars))

    def show_plain(self, text: str) -> None:
        """Show a text without Markdown, as the user's own."""
        if self._is_plain and text == self._text.text:
            return
        self._clear()
        self._text, self._is_plain = GrowingText(text), True
        self._add_blocks(plain_blocks(text[: self._max_chars], MAX_PROSE_CHARS))
        self._draw_some()

    def grow(self, text: GrowingText) -> None:
        """Show a text so far; if it is on show already, only its open blocks are drawn again."""
        if text is not self._text or self._blocks is not None:
            self._clear()
            self._text = text
        self._feed()
        self._add_blocks(self._splitter.closed[self._parts.block_count :])
        self._draw_some()

    def finish(self, text: str) -> None:
        """Show a complete text; closed blocks stay unless a late link target changes them."""
        is_same = text == self._text.text
        if is_same and self._blocks is not None:
            return
        if not is_same:
            self._clear()
            self._text = GrowingText(text)
        self._feed()
        self._blocks = self._splitter.finish()
        self._add_blocks(self._blocks[self._parts.block_count :])
        # A late target turns text above it into a link or the mark of a footnote.
        if has_late_targets(self._splitter.link_targets):
            self._parts.drop_views()
        self._draw_some()

    def redraw(self) -> None:
        """Draw everything again in the current colours and font; visible parts at once."""
        seen = self._parts.between(*self._seen)
        self._parts.drop_views()
        self._open.clear()
        if self._width and self._factory.is_font_outdated():
            self._parts.estimate(0, self.font(), self._width)
        self._draw_parts(list(seen))
        self._draw_some()
        self._parts.fit(self._width)

    def mark_matches(self, query: str, current: int | None) -> QRect | None:
        """Mark the matches of a query; return the area of the current one, if it is in this text.

        The part with the current match is drawn.
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
                    self._parts.fit(self._width)
                    self.height_changed.emit()
            if view is not None:
                areas = view.mark_matches(query, current)
                count = len(areas)
                if current is not None and current < count:
                    area = areas[current].translated(view.pos())
            if current is not None:
                current = None if current < count else current - count
        return area

    def words(self) -> list[str]:
        """Return the words of the drawn text."""
        return [word for view in self.block_views for word in words_of(view.toPlainText())]

    def mark_words(self, numbers: Collection[int]) -> None:
        """Mark the words with these numbers, until another text is shown."""
        self._marked_words = numbers
        first = 0
        for view in self.block_views:
            first = view.mark_words(numbers, first)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt also sends these events when the style has not changed, and drawing is slow, so the
        # style is compared first.
        is_style = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if is_style and self.block_views and self._factory.is_outdated():
            self.redraw()
            self._on_height_changed()

    def _set_margins(self) -> None:
        """Tell the open blocks which margin is left below the text above each."""
        above = self._parts[-1].view if len(self._parts) else None
        for view in self._open.views:
            if isinstance(view, ProseView):
                margin = above.bottom_margin() if isinstance(above, ProseView) else 0.0
                view.set_margin_above(margin)
            above = view

    def _draw_some(self) -> None:
        """Draw the pending parts, then the open blocks."""
        self._timer.stop()
        if not self._is_lazy or len(self._text) <= SHORT_TEXT_CHARS:
            self.draw_more(MAX_SLICE_CHARS)
        # Open blocks are below all others: drawn earlier, they would move down with each slice.
        if self._parts.undrawn and not self._is_lazy:
            self._open.clear()
            self._timer.start()
        elif self._blocks is None and not self._is_plain:
            self._open.show(self._splitter, self._width)
        else:
            self._open.clear()

    def _feed(self) -> None:
        piece = self._text.text[self._fed_length : self._max_chars]
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
        if indices and self._marked_words:
            self.mark_words(self._marked_words)

    def _clear(self) -> None:
        self._parts.clear()
        self._open.clear()
        self._splitter = BlockSplitter()
        self._text, self._fed_length = GrowingText(), 0
        self._marked_words = ()
        self._is_plain, self._blocks = False, None

    def _on_height_changed(self) -> None:
        self._parts.loosen()
        self.height_changed.emit()
