"""Markdown without its marks: the words as they are read, to be put anywhere."""

from collections.abc import Callable, Iterable

from markdown_it.tree import SyntaxTreeNode

from app.widgets.markdown.formula_syntax import FORMULA_ENDS
from app.widgets.markdown.renderer import parser_for

BULLET = "• "
BOXES = {"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "}


def plain_text(markdown: str) -> str:
    """Return the words of a text: no marks, tables with tabs, code and formulas as they are."""
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


def _table(node: SyntaxTreeNode) -> str:
    rows = [row for part in node.children for row in part.children]
    return "\n".join("\t".join(_inline(cell) for cell in row.children) for row in rows)


def _formula(node: SyntaxTreeNode) -> str:
    mark = node.markup
    return f"{mark}{node.content}{FORMULA_ENDS.get(mark, mark)}"


def _inline(node: SyntaxTreeNode) -> str:
    return "".join(map(_span, node.children))


def _span(node: SyntaxTreeNode) -> str:
    if node.type in ("softbreak", "hardbreak"):
        return " " if node.type == "softbreak" else "\n"
    if node.type == "formula_inline":
        return _formula(node)
    if node.type == "link":
        return _link(_inline(node), str(node.attrs.get("href", "")))
    if node.type == "image":
        return node.content
    return _inline(node) if node.children else node.content


def _link(label: str, target: str) -> str:
    is_said = target in (label, f"mailto:{label}", f"http://{label}") or target.startswith("#")
    return label if is_said or not target else f"{label} ({target})"


_BLOCKS: dict[str, Callable[[SyntaxTreeNode], str]] = {
    "bullet_list": _list,
    "ordered_list": _list,
    "blockquote": lambda node: _blocks(node.children),
    "hr": lambda _node: "",
    "fence": _code,
    "code_block": _code,
    "table": _table,
    "formula_block": _formula,
}
