"""The text of one message: closed blocks that stay, and below them the block still open."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from PySide6.QtCore import QEvent, QRect, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter, plain_blocks
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.markdown.text_style import TextStyle
from app.widgets.transcript.body_parts import LONGEST_PROSE, BlockView, BodyParts
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.requests import MessageRequests

LONGEST_SLICE = 10_000  # letters that are drawn at once
SHORT_SLICE = 2000  # where nobody waits for them
SHORT_TEXT = 600  # letters that are not worth a guess


class MessageBody(QWidget):
    """Draws a text as Markdown, also while it grows, or as it stands; quietly if asked to.

    Its parts are drawn from the top down, slice by slice. One that is lazy draws by itself
    only what is short: ``show_between`` says what is needed, ``draw_more`` draws the rest.
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
        self._requests = requests
        self._is_quiet = is_quiet
        self._is_lazy = is_lazy
        self._width = 0
        self._firm_count = 0  # parts that were fitted and stay so
        self._text = ""
        self._is_plain = False
        self._drawn_style: TextStyle | None = None
        self._splitter = BlockSplitter()
        self._blocks: list[Block] | None = None  # all of them, once the text has ended
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timeout)
        self._fed_length = 0
        self._longest = longest
        self._parts = BodyParts()
        self._undrawn: set[int] = set()
        self._open: list[BlockView] = []
        self._search: tuple[str, int | None] = ("", None)
        self._seen = (0, 0)
        self.late_count = 0  # widgets that were made after some that stand below them

    @property
    def block_views(self) -> tuple[BlockView, ...]:
        """The widgets that draw the text, from the top down."""
        return (*self._parts.views, *self._open)

    @property
    def parts(self) -> tuple[BlockView | None, ...]:
        """The widget of each part, from the top down; None for what is not drawn yet."""
        return (*(part.view for part in self._parts), *self._open)

    @property
    def is_complete(self) -> bool:
        """Say whether everything is drawn."""
        return not self._undrawn

    @property
    def is_cut(self) -> bool:
        """Say whether the text goes on below what is shown of it."""
        return len(self._text) > self._longest

    def show_up_to(self, longest: int) -> None:
        """Show so many letters of the text, at most."""
        text, is_plain, is_ended = self._text, self._is_plain, self._blocks is not None
        seen = self._parts.between(*self._seen)
        self._longest = longest
        self._clear()
        show = self.show_plain if is_plain else self.finish if is_ended else self.grow_to
        show(text)
        self._draw_parts([place for place in seen if place in self._undrawn])
        self._fit_parts()
        self.height_changed.emit()

    def fit(self, width: int) -> int:
        """Lay the text out for a width; return the height that this takes."""
        if width != self._width:
            self._width = width
            self._firm_count = 0
            self._parts.estimate(0, self.font(), width)
        if self._undrawn and self._is_lazy and len(self._text) <= SHORT_TEXT:
            self._draw_some()
        self._fit_parts()
        height = self._parts.total_height
        above = self._parts[-1].view if len(self._parts) else None
        for view in self._open:
            if isinstance(view, ProseView):
                view.set_margin_above(
                    above.bottom_margin() if isinstance(above, ProseView) else 0.0
                )
            view_height = view.fit(width)
            view.setGeometry(0, height, width, view_height)
            height += view_height
            above = view
        self.resize(width, height)
        return height

    def _fit_parts(self) -> None:
        for place in range(self._firm_count, len(self._parts)):
            view = self._parts[place].view
            if view is not None:
                height = view.fit(self._width)
                self._parts.set_height(place, height)
                view.setGeometry(0, self._parts.top(place), self._width, height)
        self._firm_count = len(self._parts)

    def show_between(self, top: int, bottom: int, most: int | None = None) -> bool:
        """Draw what lies between two heights, or so many parts of it; say if there was any.

        What is below may have to be laid out again then: ``fit`` does it.
        """
        if most is None:
            self._seen = (top, bottom)
        if not self._undrawn or not self._width:
            return False
        places = [place for place in self._parts.between(top, bottom) if place in self._undrawn]
        self._draw_parts(places[-most:] if most else places)
        return bool(places)

    def steady_part_at(self, y: int) -> int:
        """Return which part stays where it is while others find their heights."""
        return self._parts.steady_at(y) if len(self._parts) else 0

    def top_of_part(self, part: int) -> int:
        """Return where that part begins now."""
        return self._parts.top(part)

    def draw_more(self, longest: int = SHORT_SLICE) -> None:
        """Draw the next slice of what is not drawn yet, about so many letters of it."""
        letters, places = 0, list[int]()
        for place in sorted(self._undrawn):
            letters += self._parts[place].letter_count
            places.append(place)
            if letters >= longest:
                break
        self._draw_parts(places)

    def show_plain(self, text: str) -> None:
        """Show a text as it stands, as what the user wrote."""
        if self._is_plain and text == self._text:
            return
        self._clear()
        self._text, self._is_plain = text, True
        self._sort_in(plain_blocks(text[: self._longest], LONGEST_PROSE))
        self._draw_some()

    def grow_to(self, text: str) -> None:
        """Show a longer text; only its open block is drawn again."""
        self._feed(text)
        self._sort_in(self._splitter.closed[self._parts.block_count :])
        self._draw_some()

    def finish(self, text: str) -> None:
        """Show the whole text; closed blocks stay unless a late link target changes them."""
        if self._blocks is not None and text == self._text:
            return
        self._feed(text)
        self._blocks = self._splitter.finish()
        self._sort_in(self._blocks[self._parts.block_count :])
        if self._splitter.link_targets:
            self._drop_parts()
        self._draw_some()

    def redraw(self) -> None:
        """Draw everything again in the colours and the font of now, what is seen at once."""
        seen = self._parts.between(*self._seen)
        self._drop_parts()
        self._drop_open()
        if self._width and self._drawn_style and self._drawn_style.font != self._style().font:
            self._parts.estimate(0, self.font(), self._width)
        self._draw_parts(list(seen))
        self._draw_some()
        self._fit_parts()

    def mark_matches(self, query: str, current: int | None) -> QRect | None:
        """Mark the places of a query; return where the current one is drawn, if it is here.

        The part that it is in is drawn for it.
        """
        self._search = (query, current)
        area: QRect | None = None
        for place in [*range(len(self._parts)), *range(-len(self._open), 0)]:
            view = self._open[place] if place < 0 else self._parts[place].view
            if view is None:
                count = self._parts[place].count_of(query)
                if current is not None and current < count:
                    view = self._draw_part(place)
                    self._fit_parts()
                    self.height_changed.emit()
            if view is not None:
                places = view.mark_matches(query, current)
                count = len(places)
                if current is not None and current < count:
                    area = places[current].translated(view.pos())
            if current is not None:
                current = None if current < count else current - count
        return area

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        is_dress = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if is_dress and self.block_views and self._style() != self._drawn_style:
            self.redraw()
            self._on_height_changed()

    def _draw_some(self) -> None:
        """Draw what is due, and what is open when nothing is left above it."""
        self._timer.stop()
        if not self._is_lazy or len(self._text) <= SHORT_TEXT:
            self.draw_more(LONGEST_SLICE)
        if self._undrawn and not self._is_lazy:
            self._drop_open()
            self._timer.start()
        elif self._blocks is None and not self._is_plain:
            self._show_open(self._splitter.open_blocks())
        else:
            self._drop_open()

    def _on_timeout(self) -> None:
        self._draw_some()
        self.height_changed.emit()

    def _feed(self, text: str) -> None:
        if self._blocks is not None or not text.startswith(self._text):
            self._clear()
        self._text = text
        drawn = text[: self._longest]
        self._splitter.feed(drawn[self._fed_length :])
        self._fed_length = len(drawn)

    def _sort_in(self, blocks: Iterable[Block]) -> None:
        """Give blocks that will not change any more to their parts; draw those in widgets."""
        first = len(self._parts)
        for block in blocks:
            place = self._parts.add(block)
            part = self._parts[place]
            if part.view is None and part.kind is BlockKind.CODE:
                part.view = self._take_open_code()
            if part.view is None:
                self._undrawn.add(place)
                first = min(first, place)
            else:
                self._write(part.view, part.blocks[-1:])
            self._firm_count = min(self._firm_count, place)
        if self._undrawn and first < len(self._parts) and self._width:
            self._parts.estimate(first, self.font(), self._width)

    def _draw_parts(self, places: list[int]) -> None:
        for place in places:
            self._draw_part(place)
        if places and self._search[0]:
            self.mark_matches(*self._search)

    def _draw_part(self, place: int) -> BlockView:
        part = self._parts[place]
        view = self._insert_code() if part.kind is BlockKind.CODE else self._insert_prose()
        part.view = view
        self._write(view, part.blocks)
        self._undrawn.discard(place)
        self._firm_count = min(self._firm_count, place)
        self.late_count += place + 1 < len(self._parts) or bool(self._open)
        return view

    def _write(self, view: BlockView, blocks: list[Block]) -> None:
        if isinstance(view, CodeView):
            view.finish(blocks[0].source, blocks[0].language)
        elif self._is_plain:
            view.append_plain(blocks[0].source)
        else:
            sources = [block.source for block in blocks]
            view.append_blocks(sources, self._splitter.link_targets)

    def _take_open_code(self) -> CodeView | None:
        """Return the open code for good, so that what was drawn of it stays."""
        while self._open:
            view = self._open.pop(0)
            if isinstance(view, CodeView):
                return view
            self._drop(view)
        return None

    def _show_open(self, blocks: list[Block]) -> None:
        parts = [(kind, list(run)) for kind, run in groupby(blocks, _part_kind)]
        for index, (kind, run) in enumerate(parts):
            view = self._open_view(index, is_code=kind[0] is BlockKind.CODE)
            if isinstance(view, CodeView):
                view.set_language(run[0].language)
                view.grow_to(run[0].source)
            else:
                sources = [block.source for block in run]
                view.show_markdown(sources, self._splitter.link_targets)
        while len(self._open) > len(parts):
            self._drop(self._open.pop())

    def _open_view(self, index: int, *, is_code: bool) -> BlockView:
        wanted = CodeView if is_code else ProseView
        while index < len(self._open) and not isinstance(self._open[index], wanted):
            self._drop(self._open.pop(index))
        if index == len(self._open):
            self._open.append(self._insert_code() if is_code else self._insert_prose())
        return self._open[index]

    def _insert_prose(self) -> ProseView:
        style = self._style()
        if style != self._drawn_style:
            self._drawn_style = style
        prose = ProseView(self._drawn_style or style, self._requests, self)
        prose.setAccessibleName(self.accessibleName())
        prose.height_changed.connect(self._on_height_changed)
        self._insert(prose)
        return prose

    def _style(self) -> TextStyle:
        colours = colours_of(self.palette())
        if self._is_quiet:
            return TextStyle(replace(colours, text=colours.muted), self.font())
        return TextStyle(colours, sized_font(self.font(), TypeSize.READING))

    def _insert_code(self) -> CodeView:
        code = CodeView(parent=self)
        self._insert(code)
        return code

    def _insert(self, view: BlockView) -> None:
        """Give a view its width before it is filled, so that its lines are broken once."""
        if self._width:
            view.fit(self._width)
        view.show()

    def _drop(self, view: BlockView) -> None:
        view.hide()
        view.deleteLater()

    def _clear(self) -> None:
        self._drop_parts()
        self._drop_open()
        self._parts = BodyParts()
        self._undrawn = set()
        self._splitter = BlockSplitter()
        self._text, self._fed_length = "", 0
        self._is_plain, self._blocks = False, None

    def _on_height_changed(self) -> None:
        self._firm_count = 0
        self.height_changed.emit()

    def _drop_parts(self) -> None:
        """Delete the widgets of all parts; they keep their heights until they are drawn again."""
        self._firm_count = 0
        self._undrawn = set(range(len(self._parts)))
        for part in self._parts:
            if part.view is not None:
                self._drop(part.view)
                part.view = None

    def _drop_open(self) -> None:
        while self._open:
            self._drop(self._open.pop())


def _part_kind(block: Block) -> tuple[BlockKind, int]:
    """Group neighbouring prose, and keep each piece of code by itself."""
    return (block.kind, id(block) if block.kind is BlockKind.CODE else 0)
