"""Splits growing Markdown into closed blocks and an open block."""

import enum
import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec
from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token
from markdown_it.utils import EnvType

from app.widgets.kit.text import MAX_UNBROKEN_RUN
from app.widgets.markdown.bare_code import BareCode
from app.widgets.markdown.syntax import SIGNS, FenceEnd, build_parser, copy_of_targets

_CODE = ("fence", "code_block")


class BlockKind(enum.Enum):
    """How a block of the transcript is drawn."""

    PROSE = "prose"
    CODE = "code"
    PLAIN = "plain"  # lines exactly as they were written


class Block(msgspec.Struct, frozen=True):
    """A top-level block: Markdown source for prose, the plain text for other kinds."""

    kind: BlockKind
    source: str
    language: str = ""


@lru_cache
def _line_parser() -> MarkdownIt:
    """Return a parser for block structure only, without inline content."""
    parser = build_parser()
    parser.core.ruler.disable(["inline", "linkify", "text_join"])
    return parser


class _OpenFence(msgspec.Struct, frozen=True):
    """A piece of code without an end so far."""

    end: FenceEnd | BareCode
    language: str

    def code(self, tail: str) -> str:
        """Return the code of a tail that begins with this piece."""
        is_bare = isinstance(self.end, BareCode)
        return tail.rstrip("\n") if is_bare else tail[tail.index("\n") + 1 :]


class BlockSplitter:
    """Splits a growing text into closed blocks, which never change again, and open ones.

    A block is closed once a complete line has begun another block: Markdown is parsed line by
    line, so later text cannot change it (except by link targets, see ``link_targets``).
    """

    def __init__(self) -> None:
        self._parser = _line_parser()
        self.link_targets: EnvType = {}
        self._closed: list[Block] = []
        self._tail = ""
        self._open: list[Block] | None = None  # of the tail; None: to be parsed
        self._fence: _OpenFence | None = None
        self._ended_with_return = False

    @property
    def closed(self) -> list[Block]:
        """The blocks that will not change any more, in order."""
        return self._closed

    def feed(self, text: str) -> None:
        """Append the next piece of the text."""
        if self._ended_with_return and text.startswith("\n"):
            text = text[1:]
            self._ended_with_return = False
        if not text:
            return
        # The \n of a \r\n may come with the next piece, and must not count as a second line end.
        self._ended_with_return = text.endswith("\r")
        text = with_plain_line_ends(text)
        known_length = self._tail.rfind("\n") + 1
        self._tail += text
        self._open = self._with_more_words(text)
        if "\n" in text and not self._is_inside_fence(known_length):
            self._close_blocks()

    def open_blocks(self) -> list[Block]:
        """Return the blocks of the tail: usually one, more while its last line is incomplete."""
        if self._open is None:
            self._open = self._parse_open()
        return self._open

    def _with_more_words(self, text: str) -> list[Block] | None:
        """Return the open blocks with a text at their end; None if they have to be parsed."""
        if not self._open or self._open[-1].kind is not BlockKind.PROSE:
            return None
        last = self._open[-1].source
        before = self._tail[: -len(text)]
        source = (last + before[len(before.rstrip()) :] + text).rstrip()
        if not before.rstrip().endswith(last) or not continues(last, source):
            return None
        return [*self._open[:-1], Block(BlockKind.PROSE, source)]

    def _parse_open(self) -> list[Block]:
        last_line = self._tail[self._tail.rfind("\n") + 1 :]
        if self._fence is not None and not self._fence.end.would_end(last_line):
            # Not parsed: parsing a long open fence again for each token would be quadratic.
            code = self._fence.code(self._tail).replace("\0", "\ufffd")
            return [Block(BlockKind.CODE, code, self._fence.language)]
        tokens = top_level(self._parser.parse(self._tail, copy_of_targets(self.link_targets)))
        lines = self._tail.split("\n")
        return [_block(token, lines) for token in tokens]

    def _is_inside_fence(self, since: int) -> bool:
        """Return whether the tail is an open fence that no line of those since then ends."""
        if self._fence is None:
            return False
        lines = self._tail[since : self._tail.rfind("\n")].split("\n")
        return not any(map(self._fence.end.take, lines))

    def finish(self) -> list[Block]:
        """Return all blocks of the finished text."""
        tokens = top_level(self._parser.parse(self._tail, self.link_targets))
        lines = self._tail.split("\n")
        return [*self._closed, *(_block(token, lines) for token in tokens)]

    def _close_blocks(self) -> None:
        self._open = None
        end = self._tail.rfind("\n") + 1
        tokens = top_level(self._parser.parse(self._tail[:end], self.link_targets))
        lines = self._tail.split("\n")
        if len(tokens) > 1:
            self._closed += [_block(token, lines) for token in tokens[:-1]]
            self._tail = "\n".join(lines[_first_open_line(tokens, lines) :])
        self._fence = _open_fence(tokens[-1], self._tail) if tokens else None


# Words, and signs that mean nothing in Markdown after a letter.
_WORDS = re.compile(r"(?:[^\W_]|[ ,.:'\"?-])*")
_ENDS_IN_A_WORD = re.compile(r"[^\W_][,.:'\"?-]?\Z")
# A line whose block is decided: its words begin after the marks of quotes, lists and headings.
_BEGINS_WITH_A_WORD = re.compile(
    r" {0,3}(?:(?:>|[-*+] |\d{1,9}[.)] |#{1,6} ) *)*(?:\*{1,3}|`|['\"])?[^\W\d_]"
)


def continues(old: str, new: str) -> bool:
    """Return whether a block is read as before, with only words added to its last paragraph.

    Parsing a paragraph again for each of its tokens would be quadratic, and most tokens are words.
    """
    if not new.startswith(old) or len(new) > MAX_UNBROKEN_RUN:
        return False
    if not _WORDS.fullmatch(new, len(old)) or not _ENDS_IN_A_WORD.search(old):
        return False
    line = old[old.rfind("\n") + 1 :]
    # The cells of a table, the targets of links, and the addresses are more than their last words.
    is_other = "|" in old or "]:" in old or old.startswith("[")
    last_words = new[old.rfind(" ") + 1 :].lower()
    has_address = any(sign in last_words for sign in SIGNS)
    return not (is_other or has_address) and _BEGINS_WITH_A_WORD.match(line) is not None


def plain_blocks(text: str, longest: int) -> Iterator[Block]:
    """Yield an unparsed text in pieces of whole lines, each of about ``longest`` characters.

    A much longer line is cut at spaces, because Qt lays out a line in one step.
    """
    start = 0
    while start <= len(text):
        end = text.find("\n", start + longest)
        end = len(text) if end < 0 else end
        if end - start > 2 * longest:
            end = _cut_in(text, start, start + longest)
            yield Block(BlockKind.PLAIN, text[start:end])
            start = end
            continue
        yield Block(BlockKind.PLAIN, text[start:end])
        start = end + 1


def prose_blocks(block: Block, longest: int) -> Iterator[Block]:
    """Yield a block; prose in one very long line is cut to about ``longest`` characters."""
    source, start = block.source, 0
    if block.kind is BlockKind.PROSE and "\n" not in source and not source.startswith(_FORMULAS):
        while len(source) - start > 2 * longest:
            end = _cut_in(source, start, start + longest)
            yield Block(BlockKind.PROSE, source[start:end].strip())
            start = end
    yield block if start == 0 else Block(BlockKind.PROSE, source[start:].strip())


_FORMULAS = ("$$", "\\[", "\\begin{")

# A piece that begins with a letter is not accidentally a heading, a list or a quote.
_BEFORE_A_WORD = re.compile(r"\s(?=[^\W\d_])")


def _cut_in(text: str, start: int, end: int) -> int:
    """Return where to cut a line that begins at ``start``: before a word, at the latest ``end``."""
    spaces = _BEFORE_A_WORD.finditer(text, (start + end) // 2, end)
    return max((space.end() for space in spaces), default=end)


def with_plain_line_ends(text: str) -> str:
    """Return a text with line feeds as its only line ends, as the Markdown parser expects."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def top_level(tokens: list[Token]) -> list[Token]:
    """Return the tokens that begin or are a top-level block."""
    return [token for token in tokens if token.level == 0 and token.nesting >= 0 and token.map]


def _first_open_line(tokens: list[Token], lines: list[str]) -> int:
    """Return the first line of the last block, including a link target right above it.

    A text below a target may become the title of the target once it is complete.
    """
    (_, end_above), (first, _) = tokens[-2].map or (0, 0), tokens[-1].map or (0, 0)
    has_target_above = any(line.strip() for line in lines[end_above:first])
    return end_above if has_target_above and tokens[-1].type not in _CODE else first


def _open_fence(token: Token, tail: str) -> _OpenFence | None:
    """Return the open fence that a tail begins with, or None if it has ended."""
    if token.type != "fence" or not tail.startswith(token.markup):
        return None
    language, is_bare = _language(token), "is_bare" in token.meta
    end = BareCode(language) if is_bare else FenceEnd(token.markup, language)
    first, last = (-1 if is_bare else tail.find("\n")), tail.rfind("\n")
    if first < last and any(map(end.take, tail[first + 1 : last].split("\n"))):
        return None
    return _OpenFence(end, language)


def _language(token: Token) -> str:
    parts = unescapeAll(token.info).split()
    return parts[0] if parts else ""


def _block(token: Token, lines: list[str]) -> Block:
    if token.type in _CODE:
        return Block(BlockKind.CODE, token.content, _language(token))
    first, end = token.map or (0, len(lines))
    return Block(BlockKind.PROSE, "\n".join(lines[first:end]).rstrip())


def fenced(code: str) -> str:
    """Return code as a Markdown block, in a fence longer than any inside it."""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code}\n{fence}"
