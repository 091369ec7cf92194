"""The text of one message: closed blocks that stay, and below them the block still open."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.code_view import CodeView
from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter
from app.widgets.markdown.safe_text import cut_for_drawing
from app.widgets.markdown.text_style import TextStyle
from app.widgets.prose_view import ProseView
from app.widgets.theme import TypeSize, colours_of, sized_font

BlockView = ProseView | CodeView


class MessageBody(QWidget):
    """Draws a text as Markdown, also while it grows, or as it stands; quietly if asked to."""

    link_activated = Signal(str)
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, is_quiet: bool = False) -> None:
        super().__init__(parent)
        self._is_quiet = is_quiet
        self._width = 0
        self._text = ""
        self._is_plain = False
        self._is_finished = False
        self._splitter = BlockSplitter()
        self._fed_length = 0
        self._drawn_count = 0
        self._closed: list[BlockView] = []
        self._open: list[BlockView] = []

    @property
    def block_views(self) -> tuple[BlockView, ...]:
        """The widgets that draw the text, from the top down."""
        return (*self._closed, *self._open)

    def fit(self, width: int) -> int:
        """Lay the text out for a width; return the height that this takes."""
        self._width = width
        height = 0
        for view in self.block_views:
            view_height = view.fit(width)
            view.setGeometry(0, height, width, view_height)
            height += view_height
        self.resize(width, height)
        return height

    def show_plain(self, text: str) -> None:
        """Show a text as it stands, as what the user wrote."""
        self._clear()
        self._text, self._is_plain, self._is_finished = text, True, True
        prose = self._insert_prose()
        prose.append_plain(cut_for_drawing(text))
        self._closed.append(prose)

    def grow_to(self, text: str) -> None:
        """Show a longer text; only its open block is drawn again."""
        self._feed(text)
        closed = self._splitter.closed
        self._append_closed(closed[self._drawn_count :])
        self._show_open(self._splitter.open_blocks())

    def finish(self, text: str) -> None:
        """Show the whole text; closed blocks stay unless a late link target changes them."""
        self._feed(text)
        blocks = self._splitter.finish()
        if self._splitter.link_targets:
            self._drop_closed()
        self._append_closed(blocks[self._drawn_count :])
        self._drop_open()
        self._is_finished = True

    def redraw(self) -> None:
        """Draw everything again in the colours and the font of now."""
        text, is_plain, is_finished = self._text, self._is_plain, self._is_finished
        self._clear()
        if is_plain:
            self.show_plain(text)
        elif is_finished:
            self.finish(text)
        else:
            self.grow_to(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.redraw()
            self.height_changed.emit()

    def _feed(self, text: str) -> None:
        if self._is_finished or not text.startswith(self._text):
            self._clear()
        self._text = text
        drawn = cut_for_drawing(text)
        self._splitter.feed(drawn[self._fed_length :])
        self._fed_length = len(drawn)

    def _append_closed(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self._drawn_count += 1
            if block.kind is BlockKind.CODE:
                view = self._take_open_code() or self._insert_code()
                view.finish(block.source, block.language)
                self._closed.append(view)
            else:
                self._last_closed_prose().append_markdown(block.source, self._splitter.link_targets)

    def _last_closed_prose(self) -> ProseView:
        if self._closed and isinstance(self._closed[-1], ProseView):
            return self._closed[-1]
        prose = self._insert_prose()
        self._closed.append(prose)
        return prose

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
                self._redraw_open_prose(view, index, [block.source for block in run])
        while len(self._open) > len(parts):
            self._drop(self._open.pop())

    def _open_view(self, index: int, *, is_code: bool) -> BlockView:
        wanted = CodeView if is_code else ProseView
        while index < len(self._open) and not isinstance(self._open[index], wanted):
            self._drop(self._open.pop(index))
        if index == len(self._open):
            self._open.append(self._insert_code() if is_code else self._insert_prose())
        return self._open[index]

    def _redraw_open_prose(self, view: ProseView, index: int, sources: list[str]) -> None:
        above = self._closed[-1] if index == 0 and self._closed else None
        margin = above.bottom_margin() if isinstance(above, ProseView) else 0.0
        view.show_markdown(sources, self._splitter.link_targets, margin_above=margin)

    def _insert_prose(self) -> ProseView:
        prose = ProseView(self._style(), self)
        prose.setAccessibleName(self.accessibleName())
        prose.link_activated.connect(self.link_activated)
        prose.height_changed.connect(self.height_changed)
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
        self._drop_closed()
        self._drop_open()
        self._splitter = BlockSplitter()
        self._text, self._fed_length = "", 0
        self._is_plain, self._is_finished = False, False

    def _drop_closed(self) -> None:
        while self._closed:
            self._drop(self._closed.pop())
        self._drawn_count = 0

    def _drop_open(self) -> None:
        while self._open:
            self._drop(self._open.pop())


def _part_kind(block: Block) -> tuple[BlockKind, int]:
    """Group neighbouring prose, and keep each piece of code by itself."""
    return (block.kind, id(block) if block.kind is BlockKind.CODE else 0)
