"""The syntax of formulas in Markdown: ``$x$``, ``$$x$$``, ``\\(x\\)``, ``\\[x\\]``, environments.

A formula block ends at its closing mark or at an empty line, so its end can be found line by
line, which a growing text requires.
"""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

LONGEST_FORMULA = 2000
DEEPEST_BRACES = 24

_BLOCK_ENDS = {"$$": "$$", "\\[": "\\]"}
FORMULA_ENDS = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
DISPLAY_MARKS = ("$$", "\\[", "")  # of a formula in lines of its own; an environment has no marks
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|gather|multline|eqnarray|aligned|cases|[bBpvV]?matrix)\*?)\}"
)
_INTERRUPTIBLE = ["paragraph", "reference", "blockquote", "list"]


def use_formulas(parser: MarkdownIt) -> MarkdownIt:
    """Add formulas to a parser."""
    parser.block.ruler.before("fence", "formula_block", _block, {"alt": _INTERRUPTIBLE})
    parser.inline.ruler.before("escape", "formula_inline", _inline)
    return parser


def is_drawable_formula(tex: str) -> bool:
    """Return whether a formula is short and shallow enough to be drawn."""
    if not tex.strip() or len(tex) > LONGEST_FORMULA:
        return False
    depth = deepest = 0
    for letter in tex:
        depth += (letter == "{") - (letter == "}")
        deepest = max(deepest, depth)
    return deepest <= DEEPEST_BRACES and tex.count("\\begin") <= DEEPEST_BRACES


def _block(state: StateBlock, start_line: int, end_line: int, is_silent: bool) -> bool:
    if state.is_code_block(start_line):
        return False
    first = line_text(state, start_line)
    environment = _ENVIRONMENT.match(first)
    mark = "" if environment else first[:2]
    end = f"\\end{{{environment[1]}}}" if environment else _BLOCK_ENDS.get(mark)
    if end is None:
        return False
    kept_end = end if environment else ""
    inside, found, after = first[len(mark) :].partition(end)
    if mark and found and (after.strip() or not inside.strip()):
        return False  # text follows: the formula is inline
    if not found and mark == "\\[" and inside.count("]") > inside.count("["):
        return False  # an escaped bracket: "\\[1] a source"
    if is_silent:
        return True
    is_closed = bool(found)
    lines = [inside + kept_end * is_closed]
    next_line = start_line + 1
    while not is_closed and next_line < end_line and not _is_outside(state, next_line):
        inside, found, after = line_text(state, next_line).partition(end)
        is_closed = bool(found)
        lines.append(inside + kept_end * is_closed)
        next_line += 1
    token = state.push("formula_block", "formula", 0)
    token.map = [start_line, next_line]
    token.content = "\n".join(lines).strip()
    token.markup = mark
    token.meta = {"is_closed": is_closed, "after": after.strip()}
    state.line = next_line
    return True


def line_text(state: StateBlock, line: int) -> str:
    """Return a line of a block without its indentation."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _is_outside(state: StateBlock, line: int) -> bool:
    return state.isEmpty(line) or state.sCount[line] < state.blkIndent


def _inline(state: StateInline, is_silent: bool) -> bool:
    source, start = state.src, state.pos
    if source[start] not in "$\\":
        return False
    mark = source[start : start + 2]
    is_single = mark not in FORMULA_ENDS
    if is_single and (source[start] != "$" or not _opens(source, start)):
        return False
    mark = "$" if is_single else mark
    end = _end_of(source, start + len(mark), state.posMax, mark)
    if end is None:
        return False
    if not is_silent:
        token = state.push("formula_inline", "formula", 0)
        token.content = source[start + len(mark) : end]
        token.markup = mark
    state.pos = end + len(FORMULA_ENDS.get(mark, mark))
    return True


def _opens(source: str, start: int) -> bool:
    """Return whether a dollar begins a formula: no letter before it, no space after it."""
    following = source[start + 1 : start + 2]
    before = source[start - 1 : start] if start else ""
    return bool(following) and not following.isspace() and not before.isalnum()


def _end_of(source: str, start: int, last: int, mark: str) -> int | None:
    """Return where the closing mark begins, or None if there is none near enough."""
    end_mark = FORMULA_ENDS.get(mark, mark)
    last = min(last, start + LONGEST_FORMULA)
    position = source.find(end_mark, start, last)
    while position != -1 and _is_escaped(source, position):
        position = source.find(end_mark, position + 1, last)
    if position == -1 or not source[start:position].strip() or not _closes(source, position, mark):
        return None  # between two prices in a line, the second dollar is not a closing mark
    return position


def _is_escaped(source: str, position: int) -> bool:
    if source[position] != "$":
        return False
    backslashes = 0
    while position > backslashes and source[position - backslashes - 1] == "\\":
        backslashes += 1
    return backslashes % 2 == 1


def _closes(source: str, position: int, mark: str) -> bool:
    """Return whether a dollar ends a formula: no space before it, no letter or digit after it."""
    if mark != "$":
        return True
    following = source[position + 1 : position + 2]
    return not source[position - 1].isspace() and not following.isalnum() and following != "$"
