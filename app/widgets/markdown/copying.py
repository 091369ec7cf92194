"""Converts a selection of a drawn text back to its Markdown."""

from collections.abc import Callable, Iterable
from itertools import pairwise

import msgspec
from markdown_it.tree import SyntaxTreeNode
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextTable

from app.widgets.markdown.formula_syntax import FORMULA_ENDS
from app.widgets.markdown.renderer import alert_title, parser_for
from app.widgets.markdown.safe_text import LINE_BREAK
from app.widgets.markdown.text_style import (
    ALERT,
    BAR_COLOUR,
    COPIED_TEXT,
    DEFINITION,
    IS_RULE,
    IS_STRONG,
    MEANING,
    QUOTE_DEPTH,
    TERM,
)

BULLET = "• "
BOXES = {"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "}


def plain_text(markdown: str) -> str:
    """Return a text without Markdown marks; tables have tabs, code and formulas are unchanged."""
    tree = SyntaxTreeNode(parser_for(markdown).parse(markdown, {}))
    return _blocks(tree.children)


def _blocks(nodes: Iterable[SyntaxTreeNode], separator: str = "\n\n") -> str:
    return separator.join(text for text in map(_block, nodes) if text)


def _block(node: SyntaxTreeNode) -> str:
    write: Callable[[SyntaxTreeNode], str] = _BLOCKS.get(node.type, _inline)
    return write(node)


def _code(node: SyntaxTreeNode) -> str:
    return node.content.rstrip("\n")


def _list(node: SyntaxTreeNode) -> str:
    is_tight = all(part.hidden for item in node.children for part in item.children[:1])
    first = int(node.attrs.get("start", 1))
    lines = []
    for number, item in enumerate(node.children, first):
        mark = f"{number}. " if node.type == "ordered_list" else BULLET
        text = _blocks(item.children, "\n" if is_tight else "\n\n")
        box = BOXES.get(text[:4])
        if box is not None:
            mark, text = box, text[4:]
        lines.append(mark + text.replace("\n", "\n" + " " * len(mark)))
    return ("\n" if is_tight else "\n\n").join(lines)


def _plain_table(node: SyntaxTreeNode) -> str:
    rows = [row for part in node.children for row in part.children]
    return "\n".join("\t".join(_inline(cell) for cell in row.children) for row in rows)


def _formula(node: SyntaxTreeNode) -> str:
    mark = node.markup
    return f"{mark}{node.content}{FORMULA_ENDS.get(mark, mark)}"


def _inline(node: SyntaxTreeNode) -> str:
    return "".join(map(_plain_span, node.children))


def _plain_span(node: SyntaxTreeNode) -> str:
    if node.type in ("softbreak", "hardbreak"):
        return "\n"
    if node.type == "formula_inline":
        return _formula(node)
    if node.type == "link":
        return _plain_link(_inline(node), str(node.attrs.get("href", "")))
    if node.type == "image":
        return node.content
    return _inline(node) if node.children else node.content


def _plain_link(label: str, target: str) -> str:
    is_said = target in (label, f"mailto:{label}", f"http://{label}") or target.startswith("#")
    return label if is_said or not target else f"{label} ({target})"


_BLOCKS: dict[str, Callable[[SyntaxTreeNode], str]] = {
    "bullet_list": _list,
    "ordered_list": _list,
    "blockquote": lambda node: _blocks(node.children),
    "alert": lambda node: _blocks(node.children),
    "alert_title": lambda node: alert_title(node.parent.meta["kind"]) if node.parent else "",
    "definition": lambda node: _blocks(node.children, "\n"),
    "definition_text": lambda node: "  " + _blocks(node.children).replace("\n", "\n  "),
    "footnote_reference": lambda node: f"[{node.meta['label']}] {_blocks(node.children)}",
    "hr": lambda _node: "",
    "fence": _code,
    "code_block": _code,
    "table": _plain_table,
    "formula_block": _formula,
}


class _Part(msgspec.Struct, frozen=True):
    """The Markdown of a block, and what decides how the next one is joined to it."""

    text: str
    block: QTextBlockFormat
    is_item: bool = False

    def separator(self, after: "_Part") -> str:
        """Return the line ends, with the marks of a quote, between this part and the next."""
        depth = min(self.block.intProperty(QUOTE_DEPTH), after.block.intProperty(QUOTE_DEPTH))
        is_other = self.block.property(BAR_COLOUR) != after.block.property(BAR_COLOUR)
        quote = "" if is_other or after.block.hasProperty(ALERT) else "> " * depth
        is_joined = self.is_item and after.is_item
        is_joined |= self.block.hasProperty(ALERT) or after.block.intProperty(DEFINITION) == MEANING
        return "\n" if is_joined else f"\n{quote.rstrip()}\n"


def selected_markdown(cursor: QTextCursor) -> str:
    """Return the selection as Markdown."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    document = cursor.document()
    block, last = document.findBlock(start), document.findBlock(max(start, end - 1))
    is_part_of_line = block == last
    parts: list[_Part] = []
    while block.isValid() and block.position() < end:
        table = QTextCursor(block).currentTable()
        if table is not None and not is_part_of_line:
            parts.append(_Part(_table(table), QTextBlockFormat()))
            block = document.findBlock(table.lastPosition() + 1)
            continue
        content = _content(block, start, end)
        is_whole = not is_part_of_line or start <= block.position()
        if content or _is_rule(block):
            text = _marked(block, content) if is_whole else content
            parts.append(_Part(text, block.blockFormat(), block.textList() is not None))
        block = block.next()
    between = ["", *(above.separator(below) for above, below in pairwise(parts))]
    return "".join(mark + part.text for mark, part in zip(between, parts, strict=False))


def _is_rule(block: QTextBlock) -> bool:
    return block.blockFormat().intProperty(IS_RULE) > 0


def _marked(block: QTextBlock, content: str) -> str:
    """Return a block's text after the Markdown marks of its kind."""
    shape = block.blockFormat()
    quote = "> " * shape.intProperty(QUOTE_DEPTH)
    if _is_rule(block):
        return quote + "---"
    if shape.headingLevel():
        return f"{quote}{'#' * shape.headingLevel()} {content.replace(chr(10), ' ')}"
    if shape.hasProperty(ALERT):
        return f"{quote}[!{shape.stringProperty(ALERT)}]"
    mark = ": " if shape.intProperty(DEFINITION) == MEANING else _item_mark(block)
    return quote + mark + content.replace("\n", "\n" + quote + " " * len(mark))


def _item_mark(block: QTextBlock) -> str:
    items = block.textList()
    if items is None:
        return ""
    shape = items.format()
    is_numbered = shape.style() is shape.Style.ListDecimal
    mark = f"{items.itemNumber(block) + shape.start()}. " if is_numbered else "- "
    marker = QTextBlockFormat.MarkerType
    box = {marker.Checked: "[x] ", marker.Unchecked: "[ ] "}.get(block.blockFormat().marker(), "")
    return "   " * (shape.indent() - 1) + mark + box


def _table(table: QTextTable) -> str:
    rows = []
    for row in range(table.rows()):
        cells = [table.cellAt(row, column) for column in range(table.columns())]
        texts = []
        for cell in cells:
            first, last = cell.firstPosition(), cell.lastPosition()
            block = table.document().findBlock(first)
            text = _content(block, first, last + 1)
            texts.append(text.replace("|", "\\|").replace("\n", "<br>"))
        rows.append("| " + " | ".join(texts) + " |")
        if row == 0:
            rows.append("|" + "---|" * table.columns())
    return "\n".join(rows)


def _content(block: QTextBlock, start: int, end: int) -> str:
    """Return the text of a block between two positions of the document."""
    shape = block.blockFormat()
    is_bold = shape.headingLevel() > 0 or shape.intProperty(DEFINITION) == TERM
    text = ""
    place = block.begin()
    while not place.atEnd():
        fragment = place.fragment()
        first = max(0, start - fragment.position())
        last = min(fragment.length(), end - fragment.position())
        if first < last:
            content = fragment.text()[first:last].replace(LINE_BREAK, "\n")
            text += _span(content, fragment.charFormat(), is_bold=is_bold)
        place += 1
    return text


def _span(content: str, shape: QTextCharFormat, *, is_bold: bool) -> str:
    """Return the Markdown of a span; ``is_bold`` tells whether its whole block is."""
    source = str(shape.stringProperty(COPIED_TEXT))
    if source:
        return source
    inside = content.strip()
    if not inside:
        return content
    before, after = content[: content.index(inside)], content[content.index(inside) + len(inside) :]
    if shape.isAnchor() and shape.anchorHref():
        inside = _link(inside, shape.anchorHref())
    elif shape.hasProperty(QTextCharFormat.Property.BackgroundBrush.value):
        fence = "``" if "`" in inside else "`"
        inside = f"{fence}{inside}{fence}"
    if shape.fontStrikeOut():
        inside = f"~~{inside}~~"
    if shape.fontItalic():
        inside = f"*{inside}*"
    if shape.intProperty(IS_STRONG) and not is_bold:
        inside = f"**{inside}**"
    return before + inside + after


def _link(label: str, target: str) -> str:
    """Return a link as Markdown; a bare address stays a bare address."""
    if target in (label, f"mailto:{label}", f"http://{label}"):
        return label
    return f"[{label}]({target})"
