"""The text of one message: closed blocks that stay, and below them the block still open."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.code_view import CodeView
from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter, fenced
from app.widgets.markdown.safe_text import cut_for_drawing
from app.widgets.markdown.text_style import TextStyle
from app.widgets.prose_view import ProseView
from app.widgets.theme import TypeSize, colours_of, sized_font

BlockView = ProseView | CodeView
LONGEST_SLICE = 10_000  # letters that are drawn at once
CODE_LETTERS, PROSE_LETTERS = 800, 100  # that even the shortest block counts for: it is built
MOST_CODE_VIEWS = 200  # of a message; what follows is drawn in the text, and needs no widgets


class MessageBody(QWidget):
    """Draws a text as Markdown, also while it grows, or as it stands; quietly if asked to."""

    link_activated = Signal(str)
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, is_quiet: bool = False) -> None:
        super().__init__(parent)
        self._is_quiet = is_quiet
        self._width = 0
        self._firm_bottoms: list[int] = []  # of the closed views that were fitted and stay so
        self._text = ""
        self._is_plain = False
        self._drawn_style: TextStyle | None = None
        self._splitter = BlockSplitter()
        self._blocks: list[Block] | None = None  # all of them, once the text has ended
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.draw_more)
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
        if width != self._width:
            self._width = width
            self._firm_bottoms = []
        views = self.block_views
        height = self._firm_bottoms[-1] if self._firm_bottoms else 0
        for place, view in enumerate(views[len(self._firm_bottoms) :], len(self._firm_bottoms)):
            view_height = view.fit(width)
            view.setGeometry(0, height, width, view_height)
            height += view_height
            if place < len(self._closed):
                self._firm_bottoms.append(height)
        self.resize(width, height)
        return height

    def show_plain(self, text: str) -> None:
        """Show a text as it stands, as what the user wrote."""
        self._clear()
        self._text, self._is_plain = text, True
        prose = self._insert_prose()
        prose.append_plain(cut_for_drawing(text))
        self._closed.append(prose)

    def grow_to(self, text: str) -> None:
        """Show a longer text; only its open block is drawn again."""
        self._feed(text)
        self._draw_some()

    def finish(self, text: str) -> None:
        """Show the whole text; closed blocks stay unless a late link target changes them."""
        self._feed(text)
        self._blocks = self._splitter.finish()
        if self._splitter.link_targets:
            self._drop_closed()
        self._draw_some()

    @property
    def is_complete(self) -> bool:
        """Say whether everything is drawn; a very long text is drawn in slices."""
        return not self._timer.isActive()

    def draw_more(self) -> None:
        """Draw the next slice of a long text."""
        self._draw_some()
        self.height_changed.emit()

    def redraw(self) -> None:
        """Draw everything again in the colours and the font of now."""
        self._drop_closed()
        self._drop_open()
        if self._is_plain:
            self.show_plain(self._text)
        else:
            self._draw_some()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        is_dress = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if is_dress and self.block_views and self._style() != self._drawn_style:
            self.redraw()
            self._on_height_changed()

    def _draw_some(self) -> None:
        """Draw closed blocks up to a limit, and what is open when nothing is left of them."""
        blocks = self._splitter.closed if self._blocks is None else self._blocks
        if not self._append_closed(blocks):
            self._drop_open()
            self._timer.start()
        elif self._blocks is None:
            self._show_open(self._splitter.open_blocks())
        else:
            self._drop_open()

    def _feed(self, text: str) -> None:
        if self._blocks is not None or not text.startswith(self._text):
            self._clear()
        self._text = text
        drawn = cut_for_drawing(text)
        self._splitter.feed(drawn[self._fed_length :])
        self._fed_length = len(drawn)

    def _append_closed(self, blocks: Sequence[Block]) -> bool:
        """Draw what is not drawn yet of these; say whether that was all."""
        self._timer.stop()
        letters = 0
        code_count = sum(isinstance(view, CodeView) for view in self._closed)
        while self._drawn_count < len(blocks) and letters < LONGEST_SLICE:
            block = blocks[self._drawn_count]
            self._drawn_count += 1
            is_code = block.kind is BlockKind.CODE
            is_built = is_code and code_count < MOST_CODE_VIEWS
            letters += max(len(block.source), CODE_LETTERS if is_built else PROSE_LETTERS)
            if is_built:
                code_count += 1
                view = self._take_open_code() or self._insert_code()
                view.finish(block.source, block.language)
                self._closed.append(view)
            else:
                prose = self._last_closed_prose()
                source = fenced(block.source) if is_code else block.source
                prose.append_markdown(source, self._splitter.link_targets)
                del self._firm_bottoms[len(self._closed) - 1 :]
        return self._drawn_count == len(blocks)

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
        self._drawn_style = self._style()
        prose = ProseView(self._drawn_style, self)
        prose.setAccessibleName(self.accessibleName())
        prose.link_activated.connect(self.link_activated)
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
        self._drop_closed()
        self._drop_open()
        self._splitter = BlockSplitter()
        self._text, self._fed_length = "", 0
        self._is_plain, self._blocks = False, None

    def _on_height_changed(self) -> None:
        self._firm_bottoms = []
        self.height_changed.emit()

    def _drop_closed(self) -> None:
        self._firm_bottoms = []
        while self._closed:
            self._drop(self._closed.pop())
        self._drawn_count = 0

    def _drop_open(self) -> None:
        while self._open:
            self._drop(self._open.pop())


def _part_kind(block: Block) -> tuple[BlockKind, int]:
    """Group neighbouring prose, and keep each piece of code by itself."""
    return (block.kind, id(block) if block.kind is BlockKind.CODE else 0)
