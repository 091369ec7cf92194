"""Writes a part of a drawn text as the Markdown that it was drawn from."""

from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextTable

from app.widgets.markdown.formula_writer import FORMULA_SOURCE
from app.widgets.markdown.safe_text import LINE_BREAK
from app.widgets.markdown.text_style import IS_RULE, QUOTE_DEPTH

BOLD = 700  # a heading's words and those over a column are a little lighter


def selected_markdown(cursor: QTextCursor) -> str:
    """Return the selection as Markdown."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    document = cursor.document()
    block, last = document.findBlock(start), document.findBlock(max(start, end - 1))
    is_part_of_line = block == last
    parts: list[tuple[str, bool]] = []  # the Markdown, and whether it is a line of a list
    while block.isValid() and block.position() < end:
        table = QTextCursor(block).currentTable()
        if table is not None and not is_part_of_line:
            parts.append((_table(table), False))
            block = document.findBlock(table.lastPosition() + 1)
            continue
        content = _content(block, start, end)
        is_whole = not is_part_of_line or start <= block.position()
        if content or _is_rule(block):
            parts.append((_marked(block, content) if is_whole else content, _is_item(block)))
        block = block.next()
    return _with_line_breaks(parts)


def _with_line_breaks(parts: list[tuple[str, bool]]) -> str:
    text = ""
    was_item = False
    for content, is_item in parts:
        if text:
            text += "\n" if is_item and was_item else "\n\n"
        text += content
        was_item = is_item
    return text


def _is_rule(block: QTextBlock) -> bool:
    return block.blockFormat().intProperty(IS_RULE) > 0


def _is_item(block: QTextBlock) -> bool:
    return block.textList() is not None


def _marked(block: QTextBlock, content: str) -> str:
    """Return a block's words behind the marks of what it is."""
    shape = block.blockFormat()
    quote = "> " * shape.intProperty(QUOTE_DEPTH)
    if _is_rule(block):
        return quote + "---"
    lines = content.replace("\n", "\n" + quote)
    if shape.headingLevel():
        return f"{quote}{'#' * shape.headingLevel()} {lines}"
    return quote + _item_mark(block) + lines


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
            texts.append(_content(block, first, last + 1).replace("|", "\\|"))
        rows.append("| " + " | ".join(texts) + " |")
        if row == 0:
            rows.append("|" + "---|" * table.columns())
    return "\n".join(rows)


def _content(block: QTextBlock, start: int, end: int) -> str:
    """Return the words of a block between two places of the document."""
    text = ""
    place = block.begin()
    while not place.atEnd():
        fragment = place.fragment()
        first = max(0, start - fragment.position())
        last = min(fragment.length(), end - fragment.position())
        if first < last:
            content = fragment.text()[first:last].replace(LINE_BREAK, "\n")
            text += _span(content, fragment.charFormat(), block.blockFormat().headingLevel() > 0)
        place += 1
    return text


def _span(content: str, shape: QTextCharFormat, is_heading: bool) -> str:
    source = str(shape.stringProperty(FORMULA_SOURCE))
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
    if shape.fontWeight() >= BOLD and not is_heading:
        inside = f"**{inside}**"
    return before + inside + after


def _link(label: str, target: str) -> str:
    """Return a link as Markdown; an address that leads where it says stands as it was written."""
    if target in (label, f"mailto:{label}", f"http://{label}"):
        return label
    return f"[{label}]({target})"
