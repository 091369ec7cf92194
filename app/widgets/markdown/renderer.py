"""Writes Markdown into a text document through a cursor, without HTML or images."""

from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markdown_it.utils import EnvType
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from app.widgets.kit.text import is_allowed_link, is_right_to_left
from app.widgets.kit.translation import fill, translate
from app.widgets.markdown.formula_syntax import DISPLAY_MARKS, FORMULA_ENDS
from app.widgets.markdown.formula_writer import FormulaWriter
from app.widgets.markdown.safe_text import LINE_BREAK, with_display_breaks, with_hidden_shown
from app.widgets.markdown.syntax import build_parser, copy_of_targets, may_have_addresses
from app.widgets.markdown.text_style import (
    ALERT,
    DEFINITION,
    IS_RULE,
    IS_STRONG,
    MEANING,
    QUOTE_INDENTS,
    TERM,
    TextStyle,
)

MAX_BRACKETS = 4000  # searching more of them for links takes seconds
MAX_MARKS = 4000  # so does pairing more signs of emphasis
MAX_IN_LIST = 200  # adding an item to a Qt list visits all others
MAX_CELLS = 1000
DECORATIONS = (QUOTE_INDENTS, IS_RULE, QTextFormat.Property.BlockMarker.value)
SIDE = 0.62  # of the ascent of a line's font
GAP = 0.6  # of the side, between the box and the text


def has_box(block: QTextBlockFormat) -> bool:
    """Return whether a block is a task with a check box."""
    return block.marker() is not QTextBlockFormat.MarkerType.NoMarker


def paint_box(painter: QPainter, block: QTextBlock, area: QRectF, colour: QColor) -> None:
    """Paint the box of a task next to its first line; ``area`` is that of the block."""
    layout = block.layout()
    if layout.lineCount() == 0:
        return
    line = layout.lineAt(0)
    words = line.naturalTextRect().translated(area.left(), area.top())
    metrics = QFontMetricsF(block.charFormat().font())
    side = round(metrics.ascent() * SIDE * 1.15)
    is_mirrored = block.textDirection() is Qt.LayoutDirection.RightToLeft
    left = words.right() + GAP * side if is_mirrored else words.left() - (1 + GAP) * side
    middle = area.top() + line.y() + line.ascent() - metrics.capHeight() / 2
    box = QRectF(round(left) + 0.5, round(middle - side / 2) + 0.5, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.2))
    painter.drawRoundedRect(box, 2.5, 2.5)
    if block.blockFormat().marker() is QTextBlockFormat.MarkerType.Checked:
        painter.setPen(
            QPen(
                colour,
                1.7,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(box.left() + x * side, box.top() + y * side)
                    for x, y in ((0.22, 0.52), (0.43, 0.73), (0.79, 0.28))
                ]
            )
        )
    painter.restore()


class TableCell(msgspec.Struct, frozen=True):
    """One cell: its inline node, its alignment, and whether it is a column head."""

    inline: SyntaxTreeNode | None
    alignment: Qt.AlignmentFlag
    is_header: bool


def read_table(node: SyntaxTreeNode) -> list[list[TableCell]]:
    """Return the rows of a table, all of the same length."""
    rows = [
        [_read_cell(cell) for cell in row.children]
        for part in node.children
        for row in part.children
    ]
    return [row for row in rows if row]


def drawable_count(rows: list[list[TableCell]]) -> int:
    """Return how many of the rows are laid out as a table without a noticeable delay."""
    return min(len(rows), MAX_CELLS // len(rows[0])) if rows else 0


def _read_cell(cell: SyntaxTreeNode) -> TableCell:
    style = str(cell.attrs.get("style", ""))
    alignment = Qt.AlignmentFlag.AlignLeft
    if style.endswith("right"):
        alignment = Qt.AlignmentFlag.AlignRight
    elif style.endswith("center"):
        alignment = Qt.AlignmentFlag.AlignHCenter
    inline = cell.children[0] if cell.children else None
    return TableCell(inline, alignment, is_header=cell.type == "th")


class Nesting(msgspec.Struct, frozen=True):
    """The depth of a block in lists, and the indents of the quotes around it."""

    indent: int = 0
    quotes: tuple[int, ...] = ()
    is_mirrored: bool = False
    bar_colour: str = ""


class MarkdownWriter:
    """Appends blocks to the end of a document; written blocks are never changed."""

    def __init__(self, document: QTextDocument, style: TextStyle) -> None:
        self._document = document
        self._style = style
        self.is_plain = False  # whether the text is unparsed
        self.decorated: list[int] = []  # blocks with bars, a rule or a box, painted by the view
        self.sources: list[str] = []  # of the written blocks
        self._source_lines: list[str] = []
        self._has_started = False  # whether the first block of the document is in use
        self._cursor = QTextCursor(document)
        self._blocks: dict[str, Callable[[SyntaxTreeNode, Nesting], None]] = {
            "paragraph": self._write_paragraph,
            "heading": self._write_heading,
            "bullet_list": self._write_list,
            "ordered_list": self._write_list,
            "blockquote": self._write_quote,
            "alert": self._write_alert,
            "definition": self._write_definition,
            "footnote_reference": self._write_footnote,
            "hr": self._write_rule,
            "fence": self._write_code,
            "code_block": self._write_code,
            "table": self._write_table,
            "formula_block": self._write_formula_block,
        }
        self.formulas = FormulaWriter(document, style)

    def clear(self) -> None:
        """Empty the document."""
        self._document.clear()
        self.sources = []
        self.decorated = []
        self.formulas.discard_missing()
        self._has_started = False

    def append_blocks(self, sources: list[str], targets: EnvType | None = None) -> None:
        """Append blocks of Markdown, laid out together.

        ``targets`` holds the targets of the text's reference links.
        """
        self.sources += sources
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        # One edit block: Qt lays out the document once instead of after each insertion.
        self._cursor.beginEditBlock()
        for source in sources:
            self._source_lines = source.split("\n")
            # Each block is parsed alone, and knows only the targets of the whole text.
            tree = SyntaxTreeNode(parser_for(source).parse(source, copy_of_targets(targets or {})))
            for node in tree.children:
                self._blocks.get(node.type, _skip)(node, Nesting())
        self._cursor.endEditBlock()

    def append_words(self, source: str) -> None:
        """Append what ``source`` has more than the last block, which it continues by words."""
        words = source[len(self.sources[-1]) :]
        self.sources[-1] = source
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.insertText(words)  # in the format of the text before

    def append_plain(self, text: str) -> None:
        """Append an unparsed text, line by line."""
        self.is_plain = True
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.beginEditBlock()
        block = self._style.paragraph()
        block.setBottomMargin(0)
        for line in text.split("\n"):
            self._start_block(block)
            self._cursor.insertText(with_display_breaks(line), self._style.body())
        self._cursor.endEditBlock()

    def _start_block(self, block: QTextBlockFormat) -> None:
        if self._has_started:
            self._cursor.insertBlock(block, self._style.body())
        else:
            self._has_started = True
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(self._style.body())
        if any(map(block.hasProperty, DECORATIONS)):
            self.decorated.append(self._cursor.blockNumber())

    def _write_paragraph(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        self._start_block(self._paragraph_format(node, nesting))
        self._write_inline(node, self._style.body())

    def _paragraph(self, nesting: Nesting) -> QTextBlockFormat:
        return self._style.paragraph(
            indent=nesting.indent,
            quotes=nesting.quotes,
            is_mirrored=nesting.is_mirrored,
            bar_colour=nesting.bar_colour,
        )

    def _paragraph_format(self, node: SyntaxTreeNode, nesting: Nesting) -> QTextBlockFormat:
        block = self._paragraph(nesting)
        if node.hidden:  # a paragraph of a tight list
            block.setBottomMargin(self._style.gap / 3)
        return block

    def _write_heading(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        level = int(node.tag[1:])
        block = self._paragraph(nesting)
        block.setHeadingLevel(level)
        block.setTopMargin(self._style.gap * 4 / 3)
        block.setBottomMargin(self._style.gap * 2 / 3)
        self._start_block(block)
        self._write_inline(node, self._style.heading(level))

    def _write_quote(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        for child in node.children:
            self._blocks.get(child.type, _skip)(child, _in_quote(node, nesting))

    def _write_alert(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        kind = str(node.meta["kind"])
        colour = self._style.alert_colour(kind)
        inner = replace(_in_quote(node, nesting), bar_colour=colour)
        block = self._paragraph(inner)
        block.setProperty(ALERT, kind)
        block.setBottomMargin(self._style.gap / 3)
        self._start_block(block)
        text = self._style.body()
        text.setFontWeight(QFont.Weight.DemiBold)
        text.setForeground(QColor(colour))
        self._cursor.insertText(alert_title(kind), text)
        for child in node.children[1:]:
            self._blocks.get(child.type, _skip)(child, inner)

    def _write_definition(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        term, *meanings = node.children
        block = self._paragraph(nesting)
        block.setProperty(DEFINITION, TERM)
        block.setBottomMargin(self._style.gap * 0.2)
        self._start_block(block)
        text = self._style.body()
        text.setFontWeight(QFont.Weight.DemiBold)
        self._write_inline(term.children[0], text)
        inner = replace(nesting, indent=nesting.indent + 1)
        texts = [child for meaning in meanings for child in meaning.children]
        for child in texts:
            if child.type == "paragraph":
                block = self._paragraph(inner)
                if child is not texts[-1]:
                    block.setBottomMargin(self._style.gap / 3)
                is_first = child.previous_sibling is None
                block.setProperty(DEFINITION, MEANING if is_first else 0)
                self._start_block(block)
                self._write_inline(child, self._style.body())
            else:
                self._blocks.get(child.type, _skip)(child, inner)

    def _write_footnote(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        label, children = str(node.meta["label"]), list(node.children)
        self._start_block(self._paragraph(nesting))
        mark = self._style.raised(self._style.body(), f"[^{label}]: ")
        self._cursor.insertText(f"[{label}] ", mark)
        quiet = self._style.muted(self._style.body())
        if children and children[0].type == "paragraph":
            self._write_inline(children.pop(0), quiet)
        for child in children:
            self._blocks.get(child.type, _skip)(child, replace(nesting, indent=nesting.indent + 1))

    def _write_rule(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        block = self._style.spacer(self._style.gap)
        block.setProperty(IS_RULE, 1)
        block.setBottomMargin(self._style.gap)
        self._start_block(block)

    def _write_code(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        self._write_code_lines(node.content.rstrip("\n"), nesting)

    def _write_code_lines(self, code: str, nesting: Nesting) -> None:
        block = self._paragraph(nesting)
        self._start_block(block)
        lines = with_display_breaks(with_hidden_shown(code)).replace("\n", LINE_BREAK)
        self._cursor.insertText(lines, self._style.code(self._style.body()))

    def _write_formula_block(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        block = self._paragraph(nesting)
        mark, after = node.markup, str(node.meta["after"])
        if not node.meta["is_closed"]:
            self._start_block(block)
            written = f"{mark}\n{node.content}" if mark else node.content
            source = with_display_breaks(with_hidden_shown(written))
            self._cursor.insertText(source.replace("\n", LINE_BREAK), self._style.body())
            return
        block.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        block.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
        self._start_block(block)
        self._write_formula(node.content, mark, self._style.body())
        if after:
            self._start_block(self._paragraph(Nesting(nesting.indent)))
            self._cursor.insertText(with_display_breaks(after), self._style.body())

    def _write_formula(self, tex: str, mark: str, text: QTextCharFormat) -> None:
        source = f"{mark}{tex}{FORMULA_ENDS.get(mark, mark)}"
        is_display = mark in DISPLAY_MARKS
        self.formulas.insert(self._cursor, tex, source, text, is_display=is_display)

    def _write_list(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        first_number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        inner = replace(nesting, indent=nesting.indent + 1)
        bullets, was_task = None, False
        for place_in_list, item in enumerate(node.children):
            first_position = self._write_item(item, inner)
            block = QTextCursor(self._document.findBlock(first_position))
            is_task = has_box(block.blockFormat())
            # A new list continues the numbers of the one before, so both look like one list.
            if bullets is None or is_task is not was_task or place_in_list % MAX_IN_LIST == 0:
                number = None if first_number is None else first_number + place_in_list
                item_list = self._style.item_list(
                    indent=inner.indent, first_number=number, has_boxes=is_task
                )
                bullets = block.createList(item_list)
            else:
                bullets.add(block.block())
            if first_number is None and not is_task:
                block.setBlockCharFormat(self._style.bullet())
            was_task = is_task
        if nesting.indent == 0:
            margin = QTextBlockFormat()
            margin.setBottomMargin(self._style.gap)
            self._cursor.mergeBlockFormat(margin)

    def _write_item(self, item: SyntaxTreeNode, nesting: Nesting) -> int:
        """Write one item and return where its first line begins."""
        children = list(item.children)
        if children and children[0].type == "paragraph":
            first = children.pop(0)
            block = self._paragraph_format(first, replace(nesting, indent=0))
            is_done = _task_mark(first)
            if is_done is not None:
                marker = QTextBlockFormat.MarkerType
                block.setMarker(marker.Checked if is_done else marker.Unchecked)
            self._start_block(block)
            self._write_inline(first, self._style.body(), skipped=0 if is_done is None else 4)
        else:
            self._start_block(self._paragraph(replace(nesting, indent=0)))
        position = self._cursor.block().position()
        for child in children:
            self._blocks.get(child.type, self._write_paragraph)(child, nesting)
        return position

    def _write_table(self, node: SyntaxTreeNode, nesting: Nesting) -> None:
        """Write a table; the rows that are too many for one follow as they were written."""
        rows = read_table(node)
        count = drawable_count(rows)
        if count:
            self._write_rows(rows[:count])
        if count < len(rows) or not rows:
            first_line, end_line = node.map or (0, 0)
            first_line += count + 1 if count else 0  # of the source, the second line is a rule
            self._write_code_lines("\n".join(self._source_lines[first_line:end_line]), nesting)

    def _write_rows(self, rows: list[list[TableCell]]) -> None:
        self._start_block(self._style.spacer(1))
        table = self._cursor.insertTable(len(rows), len(rows[0]), self._style.table())
        for row_number, row in enumerate(rows):
            for column_number, cell in enumerate(row[: len(rows[0])]):
                self._cursor = table.cellAt(row_number, column_number).firstCursorPosition()
                block = QTextBlockFormat()
                block.setAlignment(cell.alignment)
                self._cursor.setBlockFormat(block)
                text = self._style.body()
                if cell.is_header:
                    text.setFontWeight(QFont.Weight.DemiBold)
                if cell.inline is not None:
                    self._write_inline(cell.inline, text)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.setBlockFormat(self._style.spacer(1))

    def _write_inline(
        self, parent: SyntaxTreeNode, text: QTextCharFormat, *, skipped: int = 0
    ) -> None:
        """Write the spans inside a node, without the first ``skipped`` characters."""
        for node in parent.children:
            if node.type in ("text", "text_special"):
                self._cursor.insertText(with_display_breaks(node.content[skipped:]), text)
            elif node.type in ("softbreak", "hardbreak"):
                self._cursor.insertText(LINE_BREAK, text)
            elif node.type == "code_inline":
                code = with_display_breaks(with_hidden_shown(node.content))
                self._cursor.insertText(code, self._style.code(text))
            elif node.type == "formula_inline":
                self._write_formula(node.content, node.markup, text)
            elif node.type == "footnote_ref":
                self._cursor.insertText(node.content, self._style.raised(text, node.markup))
            elif node.type == "image":
                chip = self._style.muted(self._style.code(text))
                self._cursor.insertText(image_chip(node), chip)
            else:
                self._write_inline(node, self._changed_format(node, text), skipped=skipped)
            skipped = 0

    def _changed_format(self, node: SyntaxTreeNode, text: QTextCharFormat) -> QTextCharFormat:
        changed = QTextCharFormat(text)  # an "inline" only contains the spans of its paragraph
        if node.type == "strong":
            changed.setFontWeight(QFont.Weight.DemiBold)
            changed.setProperty(IS_STRONG, 1)
        elif node.type == "em":
            changed.setFontItalic(True)
        elif node.type == "s":
            changed.setFontStrikeOut(True)
        elif node.type == "link":
            target = str(node.attrs.get("href", ""))
            return self._style.link(text, target) if is_allowed_link(target) else changed
        return changed


def _skip(_node: SyntaxTreeNode, _nesting: Nesting) -> None:
    """Write nothing, for kinds of blocks that are not drawn."""


def parser_for(source: str) -> MarkdownIt:
    """Return the parser that can parse this text without a noticeable delay."""
    bare = () if may_have_addresses(source) else ("linkify",)
    if sum(source.count(mark) for mark in "*_~&") > MAX_MARKS:
        return _parser_without((*bare, "link", "image", "emphasis", "strikethrough", "entity"))
    links = ("link", "image") if source.count("[") > MAX_BRACKETS else ()
    return _parser_without((*bare, *links))


@lru_cache
def _parser_without(rules: tuple[str, ...]) -> MarkdownIt:
    return build_parser().disable(list(rules))


def _in_quote(quote: SyntaxTreeNode, nesting: Nesting) -> Nesting:
    """Return the nesting of the blocks in a quote."""
    # An inner quote keeps the side of the outer one, so that all bars are on one side.
    is_mirrored = nesting.is_mirrored if nesting.quotes else _begins_at_the_right(quote)
    quotes = (*nesting.quotes, nesting.indent)
    return replace(nesting, quotes=quotes, is_mirrored=is_mirrored)


def _begins_at_the_right(quote: SyntaxTreeNode) -> bool:
    parts = (part.content for part in quote.walk() if part.type in ("inline", "fence"))
    return is_right_to_left("\n".join(parts))


def _task_mark(paragraph: SyntaxTreeNode) -> bool | None:
    """Return whether a task is done; None if the item is not a task."""
    content = paragraph.children[0].content if paragraph.children else ""
    return {"[ ] ": False, "[x] ": True, "[X] ": True}.get(content[:4])


def alert_title(kind: str) -> str:
    """Return the title of an alert."""
    match kind:
        case "NOTE":
            return translate("MarkdownWriter", "Note")
        case "TIP":
            return translate("MarkdownWriter", "Tip")
        case "IMPORTANT":
            return translate("MarkdownWriter", "Important")
        case "WARNING":
            return translate("MarkdownWriter", "Warning")
    return translate("MarkdownWriter", "Caution")


def image_chip(node: SyntaxTreeNode) -> str:
    """Return the text that replaces a picture; pictures are never loaded."""
    host = urlsplit(str(node.attrs.get("src", ""))).hostname or ""
    label = node.content or host or "?"
    text = translate("MarkdownWriter", "[image: {name}, not loaded]")
    return fill(text, name=f"{label} ({host})" if host and node.content else label)
