"""Compares our blocks with the specifications: ``python -m tests.app.widgets.markdown.commonmark``.

The examples of CommonMark, of GitHub's extensions and of the tests of cmark-gfm run through the
splitter of growing texts, and each block through the parser that draws it. The output is a table of
the differences and their reasons; the exit status is 1 if there are others than the intended ones.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter
from app.widgets.markdown.renderer import parser_for
from app.widgets.markdown.syntax import copy_of_targets


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a specification, with the HTML that it expects."""

    of: str
    number: int
    section: str
    markdown: str
    html: str

    @property
    def name(self) -> str:
        """The specification and the number in it."""
        return f"{self.of} {self.number}"


@lru_cache
def examples() -> tuple[Example, ...]:
    """Return all examples."""
    path = Path(__file__).with_name("specifications.json")
    every = (Example(**each) for each in json.loads(path.read_text("utf-8"))["examples"])
    return tuple(each for each in every if each.html != "<IGNORE>\n")


def differs(example: Example) -> bool:
    """Return whether our blocks are not what a specification expects."""
    return _comparable(html_of(example.markdown)) != _comparable(example.html)


def html_of(markdown: str) -> str:
    """Return the HTML of our blocks, as the library writes it."""
    splitter = BlockSplitter()
    splitter.feed(markdown)
    blocks = splitter.finish()
    return "".join(_block_html(block, splitter) for block in blocks)


def _block_html(block: Block, splitter: BlockSplitter) -> str:
    if block.kind is BlockKind.CODE:
        language = f' class="language-{escape(block.language)}"' if block.language else ""
        return f"<pre><code{language}>{escape(block.source)}</code></pre>\n"
    targets = copy_of_targets(splitter.link_targets)
    return str(parser_for(block.source).render(block.source, targets))


def _comparable(html: str) -> str:
    """Return HTML without differences that a reader does not see."""
    html = re.sub(r'style="text-align:(\w+)"', r'align="\1"', html)
    html = re.sub(r"<input [^>]*>", lambda box: f"[{'x' if 'checked' in box[0] else ' '}]", html)
    html = html.replace("\n</code>", "</code>").replace("<blockquote>\n", "<blockquote>")
    html = html.replace("<del>", "<s>").replace("</del>", "</s>").replace("<br>", "<br />")
    html = html.replace("&#39;", "'").replace("&#x27;", "'")
    return re.sub(r"\s*\n\s*", "\n", html).strip()


# Reasons, and the examples that differ for them.
def _names(of: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{of} {number}" for number in numbers)


INTENDED: dict[str, tuple[str, ...]] = {
    "HTML is text": (
        *_names("CommonMark", 21, 31, *range(148, 192), 201, 308, 309, 344, 475, 476, 477, 491),
        *_names("CommonMark", 494, 524, 536, *range(613, 618), 623, *range(625, 632), 642, 643),
        *_names("GFM", 653),
        *_names("cmark-gfm", 22),
    ),
    "HTML is text, and <br> breaks a line": _names("cmark-gfm", 12),
    "\\[ and \\] enclose a formula": _names("CommonMark", 12),
    "a bare address is a link": _names("CommonMark", 602, 608, 611, 612),
    "a bare address ends before an unbalanced bracket": _names("GFM", 625),
    "a bare address may end like an entity": _names("GFM", 626),
    "only http, https and mail are links": _names("GFM", 628),
    "a mail address ends with a domain that exists": (
        *_names("GFM", 629, 630, 631),
        *_names("cmark-gfm", 19),
    ),
    "a single tilde means about": _names("cmark-gfm", 17, 18),
    "a footnote stays in its place": _names("cmark-gfm", 23),
}


def reason_of(example: Example) -> str:
    """Return why an example is meant to differ; empty if it is not."""
    return next((reason for reason, names in INTENDED.items() if example.name in names), "")


def _report() -> Iterator[str]:
    total = Counter(example.of for example in examples())
    different = [example for example in examples() if differs(example)]
    missed = Counter(example.of for example in different)
    for name, count in total.items():
        yield f"{name}: {count - missed[name]} of {count} as specified"
    for reason, names in INTENDED.items():
        yield f"\n{reason} ({len(names)}):\n  {', '.join(names)}"
    for example in different:
        if not reason_of(example):
            yield f"\nNot intended: {example.name}, {example.section}\n{example.markdown!r}"
            yield f"  expected {example.html!r}\n  ours     {html_of(example.markdown)!r}"


def main() -> int:
    """Print the table."""
    sys.stdout.write("\n".join(_report()) + "\n")
    return int(any(differs(each) is not bool(reason_of(each)) for each in examples()))


if __name__ == "__main__":
    sys.exit(main())
