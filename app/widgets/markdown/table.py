"""Reads a Markdown table from its syntax tree."""

from dataclasses import dataclass

from markdown_it.tree import SyntaxTreeNode
from PySide6.QtCore import Qt

MOST_CELLS = 1000


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell: its inline node, how it is aligned, whether it heads a column."""

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


def is_drawable(rows: list[list[TableCell]]) -> bool:
    """Return whether a table is small enough to be laid out while somebody waits."""
    return bool(rows) and len(rows) * len(rows[0]) <= MOST_CELLS


def _read_cell(cell: SyntaxTreeNode) -> TableCell:
    style = str(cell.attrs.get("style", ""))
    alignment = Qt.AlignmentFlag.AlignLeft
    if style.endswith("right"):
        alignment = Qt.AlignmentFlag.AlignRight
    elif style.endswith("center"):
        alignment = Qt.AlignmentFlag.AlignHCenter
    inline = cell.children[0] if cell.children else None
    return TableCell(inline, alignment, is_header=cell.type == "th")
