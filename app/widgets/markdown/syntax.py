"""The Markdown of the window: CommonMark, GitHub's extensions, and further notations of models.

Every rule can be decided line by line with the text so far, which a growing text requires: a later
line never changes a block that another block follows. ``python -m
tests.app.widgets.markdown.commonmark`` prints where this differs from the specifications.
"""

import re
from unicodedata import east_asian_width

from linkify_it import LinkifyIt
from linkify_it.main import Match
from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock, fence, table
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.footnote.index import footnote_def

from app.widgets.markdown.bare_code import bare_code
from app.widgets.markdown.formula_syntax import line_text, use_formulas

DEEPEST_NESTING = 60  # each level of a list counts twice; deeper text is not drawn
MAX_ADDRESSES = 1000  # of a block; parsing more of them takes too long
MAX_ADDRESS = 4000  # characters; a longer one is cut
SIGNS = ("://", "www.", "@")


def build_parser() -> MarkdownIt:
    """Return the parser of the window; HTML is text, except ``<br>``."""
    options = {"html": False, "linkify": True, "alerts": True, "maxNesting": DEEPEST_NESTING}
    parser = MarkdownIt()
    parser.inline = _InlineParser()
    parser.configure("commonmark", options)
    parser.linkify = BareLinks()
    parser.enable(["table", "strikethrough", "linkify"])
    blocks, spans = parser.block.ruler, parser.inline.ruler
    blocks.at("table", _table, {"alt": ["paragraph", "reference"]})
    blocks.at("fence", _fence, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    blocks.after("fence", "bare_code", bare_code, {"alt": ["paragraph", "reference"]})
    blocks.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})
    blocks.before("lheading", "definition", _definition, {"alt": ["paragraph", "reference"]})
    spans.before("link", "footnote_ref", _footnote_ref)
    spans.before("autolink", "line_break", _line_break)
    return use_formulas(parser)


# --- emphasis ---------------------------------------------------------------------------------


class _InlineState(StateInline):
    """The state of a paragraph, with the emphasis of languages without spaces.

    ``**「重要」**な`` is bold: the CJK amendment of CommonMark,
    https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md.
    """

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N803 of the library
        scanned = super().scanDelims(start, canSplitWord)
        if not canSplitWord or (scanned.can_open and scanned.can_close):
            return scanned
        before = self.src[start - 1 : start] or " "
        end = start + scanned.length
        after = self.src[end : min(end + 1, self.posMax)] or " "
        if before.isspace() or after.isspace():
            return scanned
        if _is_variation(before) and start > 1:
            before = self.src[start - 2]
        is_cjk = _is_cjk(before) or _is_cjk(after)
        return Scanned(True, True, scanned.length) if is_cjk else scanned


class _InlineParser(ParserInline):
    """The library's parser of paragraphs, with our state."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _InlineState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


_HANGUL_JAMO = ((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF))
_FIRST_CJK = 0x1100
_FIRST_WIDE = 0x2E80  # wide characters below are emoji
_EMOJI = (0x1F000, 0x1FAFF)


def _is_cjk(sign: str) -> bool:
    """Return whether a character is Chinese, Japanese or Korean: a letter, or a full-width sign."""
    code = ord(sign)
    if code < _FIRST_CJK:
        return False
    if any(first <= code <= last for first, last in _HANGUL_JAMO):
        return True
    width = east_asian_width(sign)
    is_emoji = code < _FIRST_WIDE or _EMOJI[0] <= code <= _EMOJI[1]
    return width in "FH" or (width == "W" and not is_emoji)


def _is_variation(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0e" or "\U000e0100" <= sign <= "\U000e01ef"


# --- addresses --------------------------------------------------------------------------------

# Quotation marks and ellipses, signs of full width, characters of languages without spaces, and
# the end of what is struck out.
_ENDS_OF_ADDRESSES = re.compile(
    "[\u2018-\u201f\u2026\u2039\u203a\u00ab\u00bb"
    "\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff]+|~~"
)
_HOST_FOLLOWS = re.compile(r"[\w-]*\.\w")


class BareLinks:
    """Finds addresses for the Markdown parser; stricter than its default.

    The default links each word that ends like a country domain: ``setup.py``, ``readme.md``; and
    ``https://a.example。`` with the sentence after it.
    """

    def __init__(self) -> None:
        self._linkify = LinkifyIt()

    def pretest(self, text: str) -> bool:
        """Return whether a text may contain an address; a quick approximation."""
        return any(sign in text.lower() for sign in SIGNS)

    def test(self, text: str) -> bool:
        """Return whether ``match`` may find an address."""
        return self.pretest(text)

    def match(self, text: str) -> list[Match] | None:
        """Return the addresses in a text in order; None if there are none."""
        found = self._linkify.match(_with_ends(text)) or ()
        return [_trimmed(each) for each in found if _is_meant(each)] or None

    def match_at_start(self, text: str) -> Match | None:
        """Return the address, including its scheme, that a text begins with, or None."""
        found = self._linkify.match_at_start(_with_ends(text[:MAX_ADDRESS]))
        return _trimmed(found) if found is not None and _is_meant(found) else None


def _with_ends(text: str) -> str:
    """Return a text of the same length with spaces where a sentence without spaces continues."""
    return (
        text
        if text.isascii() and "~~" not in text
        else _ENDS_OF_ADDRESSES.sub(_end_of_address, text)
    )


def _end_of_address(found: re.Match[str]) -> str:
    """Return spaces for a match, or the match itself inside the name of a host."""
    before = found.string[max(0, found.start() - 3) : found.start()]
    is_host = before == "://" or before.endswith(".")
    if is_host and _HOST_FOLLOWS.match(found.string, found.end()):
        return found.group()
    return " " * len(found.group())


def _is_meant(found: Match) -> bool:
    """Return whether a match is an intended address: with a scheme, "www." or of a mail."""
    is_page = not found.schema and found.raw.lower().startswith("www.")
    return is_page or found.schema in ("http:", "https:", "mailto:")


def _trimmed(found: Match) -> Match:
    """Return an address without the sign that ends its sentence, as in "(see a.example/b.)"."""
    excess = len(found.raw) - len(found.raw.rstrip(".,;:!?"))
    if excess:
        found.raw, found.text = found.raw[:-excess], found.text[:-excess]
        found.url, found.last_index = found.url[:-excess], found.last_index - excess
    return found


def may_have_addresses(source: str) -> bool:
    """Return whether to search a block for addresses: it has signs of them, but not too many."""
    count = sum(source.lower().count(sign) for sign in SIGNS)
    return 0 < count <= MAX_ADDRESSES


# --- line breaks ------------------------------------------------------------------------------

_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)


def _line_break(state: StateInline, is_silent: bool) -> bool:
    """Read ``<br>``, the only way to break a line in a cell of a table."""
    found = _BREAK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not is_silent:
        state.push("hardbreak", "br", 0).markup = "<br>"
    state.pos = found.end()
    return True


# --- tables -----------------------------------------------------------------------------------

_DELIMITERS = re.compile(r"[|:-][|:\- \t]+")
MAX_ROW = 4000  # characters in which pipes are looked for
# Code, and formulas as ``formula_syntax`` reads them; short, as what is without end takes too long.
_WITH_PIPES = re.compile(
    r"(?<!`)(?P<ticks>`{1,9})(?!`).{1,500}?(?<!`)(?P=ticks)(?!`)"
    r"|\\\(.{1,500}?\\\)|\$\$.{1,500}?\$\$"
    r"|(?<![\\$\w])\$(?![\s$])[^$]{1,500}?(?<![\s\\])\$(?![\w$])"
)
_PIPE = re.compile(r"(?<!\\)\|")
_HIDDEN_PIPE = "\0"  # the parser replaces those of the text


def _table(state: StateBlock, start_line: int, end_line: int, is_silent: bool) -> bool:
    """Read a table; a pipe in code or in a formula divides no cell."""
    if start_line + 2 > end_line or _first_sign(state, start_line + 1) not in ("|", "-", ":"):
        return False
    delimiters = line_text(state, start_line + 1)
    if _DELIMITERS.fullmatch(delimiters) is None:
        return False
    column_count = _cell_count(delimiters)
    source, token_count = state.src, len(state.tokens)
    _hide_pipes(state, start_line, column_count)
    line = start_line + 2
    while not is_silent and line < end_line and not state.isEmpty(line):
        _hide_pipes(state, line, column_count)
        line += 1
    is_table = bool(table(state, start_line, end_line, is_silent))
    state.src = source
    for token in state.tokens[token_count:]:
        token.content = token.content.replace(_HIDDEN_PIPE, "|")
    return is_table


def _hide_pipes(state: StateBlock, line: int, column_count: int) -> None:
    """Hide the pipes of code and formulas, if the row then has as many cells as the others."""
    row = line_text(state, line)
    if len(row) > MAX_ROW or "|" not in row or not any(sign in row for sign in "`$\\"):
        return
    hidden = _WITH_PIPES.sub(lambda found: _PIPE.sub(_HIDDEN_PIPE, found.group()), row)
    if hidden != row and _cell_count(hidden) == column_count:
        start = state.bMarks[line] + state.tShift[line]
        state.src = state.src[:start] + hidden + state.src[state.eMarks[line] :]


def _cell_count(row: str) -> int:
    row = row.strip()
    cells = _PIPE.split(row.removeprefix("|"))
    return len(cells) - (len(cells) > 1 and not cells[-1])


# --- code in fences ---------------------------------------------------------------------------

_NESTING = ("markdown", "md", "mdx")
_FENCE = re.compile(r"[ \t]*(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*?)[ \t]*$")
_LANGUAGE = re.compile(r"[A-Za-z][\w+#.-]*")


class FenceEnd:
    """Finds the line that ends a piece of code, from its first line and those after it.

    Models write Markdown that contains code with fences of the same length: in a fence of
    Markdown, a fence with a language begins an inner piece, which the next bare fence ends.
    """

    def __init__(self, marks: str, language: str) -> None:
        self._marks = marks
        self._nests = language.lower() in _NESTING
        self._depth = 1

    def take(self, line: str) -> bool:
        """Return whether the next line ends the code."""
        step = self._step(line)
        self._depth += step
        return self._depth == 0

    def would_end(self, line: str) -> bool:
        """Return whether a line that is incomplete ends the code so far."""
        return self._depth + self._step(line) == 0

    def _step(self, line: str) -> int:
        if self._marks[0] not in line:
            return 0
        found = _FENCE.match(line)
        if found is None or not found["marks"].startswith(self._marks):
            return 0
        if not found["info"]:
            return -1
        return int(self._nests and _LANGUAGE.match(found["info"]) is not None)


def _fence(state: StateBlock, start_line: int, end_line: int, is_silent: bool) -> bool:
    """Read code in fences, also Markdown that contains fences."""
    if _first_sign(state, start_line) not in ("`", "~"):
        return False
    first = _FENCE.match(line_text(state, start_line))
    language = "" if first is None else first["info"].partition(" ")[0]
    if is_silent or first is None or language.lower() not in _NESTING:
        return bool(fence(state, start_line, end_line, is_silent))
    if state.is_code_block(start_line):
        return False
    end = FenceEnd(first["marks"], language)
    next_line, is_closed = start_line + 1, False
    while next_line < end_line and not is_closed:
        if not state.isEmpty(next_line) and state.sCount[next_line] < state.blkIndent:
            break
        is_closed = not state.is_code_block(next_line) and end.take(line_text(state, next_line))
        next_line += 1
    token = state.push("fence", "code", 0)
    token.info, token.markup = first["info"], first["marks"]
    last_line = next_line - 1 if is_closed else next_line
    indent = state.sCount[start_line]
    token.content = state.getLines(start_line + 1, last_line, indent, True)
    token.map = [start_line, next_line]
    state.line = next_line
    return True


# --- definitions and footnotes ----------------------------------------------------------------

_DEFINITION = re.compile(r":[ \t]+(?=\S)")
_MEANING_INDENT = 2
_REFERENCE = re.compile(r"\[\^([^\s\[\]^]{1,80})\](?!\()")


def _definition(state: StateBlock, start_line: int, end_line: int, is_silent: bool) -> bool:
    """Read a term, a line, with its definitions: lines after it that begin with a colon.

    Each term is a block of its own, so that no later term changes it.
    """
    if state.is_code_block(start_line):
        return False
    if is_silent:  # whether a term, or the next definition of the same, ends a paragraph
        is_inside = state.ddIndent >= 0
        indent = state.ddIndent - _MEANING_INDENT if is_inside else state.blkIndent
        if is_inside and _begins_definition(state, start_line, end_line, indent):
            return True
        is_term = state.sCount[start_line] >= indent
        return is_term and _begins_definition(state, start_line + 1, end_line, indent)
    line = start_line + 1
    if line < end_line and state.isEmpty(line):
        line += 1  # never two: the block above is closed by then
    if not _begins_definition(state, line, end_line, state.blkIndent):
        return False
    opening = state.push("definition_open", "dl", 1)
    state.push("term_open", "dt", 1).map = [start_line, start_line + 1]
    term = state.push("inline", "", 0)
    term.map, term.children = [start_line, start_line + 1], []
    term.content = line_text(state, start_line).strip()
    state.push("term_close", "dt", -1)
    while _begins_definition(state, line, end_line, state.blkIndent):
        _read_definition(state, line, end_line)
        line = state.line
    state.push("definition_close", "dl", -1)
    opening.map = [start_line, line]
    return True


def _begins_definition(state: StateBlock, line: int, end_line: int, indent: int) -> bool:
    if line >= end_line or _first_sign(state, line) != ":":
        return False
    if not 0 <= state.sCount[line] - indent < 4:
        return False
    return _DEFINITION.match(line_text(state, line)) is not None


def _read_definition(state: StateBlock, line: int, end_line: int) -> None:
    """Read the blocks of one definition: the rest of its line, and lines indented by two."""
    found = _DEFINITION.match(line_text(state, line))
    assert found is not None, "the caller has checked it"
    indent = state.sCount[line]
    before = state.tShift[line], state.sCount[line], state.blkIndent, state.ddIndent
    opening = state.push("definition_text_open", "dd", 1)
    state.tShift[line] += found.end()
    state.sCount[line] = state.blkIndent = state.ddIndent = indent + _MEANING_INDENT
    state.md.block.tokenize(state, line, end_line)
    state.tShift[line], state.sCount[line], state.blkIndent, state.ddIndent = before
    opening.map = [line, state.line]
    state.push("definition_text_close", "dd", -1)


def _footnote_ref(state: StateInline, is_silent: bool) -> bool:
    """Read ``[^1]``; a label that is not a number needs its note in the text."""
    found = _REFERENCE.match(state.src, state.pos, state.posMax)
    if found is None or not (_is_numbered(found[1]) or _has_note(state.env, found[1])):
        return False
    if not is_silent:
        token = state.push("footnote_ref", "sup", 0)
        token.content, token.markup = f"[{found[1]}]", found.group()
    state.pos = found.end()
    return True


def _is_numbered(label: str) -> bool:
    return label.isdecimal() and len(label) <= 3


def _has_note(env: EnvType, label: str) -> bool:
    return f":{label}" in env.get("footnotes", {}).get("refs", ())


def has_late_targets(env: EnvType) -> bool:
    """Return whether a text has targets that change how the text above them is read."""
    labels = env.get("footnotes", {}).get("refs", ())
    return bool(env.get("references")) or not all(_is_numbered(label[1:]) for label in labels)


def copy_of_targets(env: EnvType) -> EnvType:
    """Return a copy of the targets of a text, which parsing a part of it does not change."""
    targets = dict(env)
    if "references" in env:
        targets["references"] = dict(env["references"])
    if "footnotes" in env:
        targets["footnotes"] = {"refs": dict(env["footnotes"]["refs"]), "list": {}}
    return targets


def _first_sign(state: StateBlock, line: int) -> str:
    """Return the first character of a line; of an empty one, its line end or an empty text."""
    start = state.bMarks[line] + state.tShift[line]
    return state.src[start : start + 1]
