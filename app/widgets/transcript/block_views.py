"""Builds and fills the widgets that draw the blocks of a text."""

from collections.abc import Callable
from dataclasses import replace

from markdown_it.utils import EnvType
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.markdown.blocks import Block, BlockKind
from app.widgets.markdown.text_style import TextStyle
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.requests import MessageRequests

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
