"""The end of a growing text: the blocks that may still change, drawn again with every frame."""

from itertools import groupby

from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter
from app.widgets.transcript.block_views import BlockView, BlockViewFactory, discard
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.prose_view import ProseView


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
