"""Compares documents that grow with the same documents at once.

``python -m tests.app.widgets.markdown.streaming`` draws 2,000 texts, made of what the rules of our
own read (``syntax.py``), in random pieces and at once; the exit status is 1 if any two differ.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.widgets.markdown import formula_renderer
from tests.app.widgets.markdown.corpus import CORPUS
from tests.app.widgets.markdown.test_blocks import chunks

PIECES = (
    "a line\nand another\n",
    "roses are red\n  violets are blue\nsugar is sweet\n",
    "这是**“港口”模式**。**注意：**请看\n",
    "これは**「重要」**な*点です。*と\n",
    "见 https://example.org/a。谢谢https://example.org/b请看\n",
    "| a | b |\n|---|---|\n| x<br>y | `p|q` |\n",
    "| $|x|$ | \\(a|b\\) |\n",
    "| `a|b` | c |\n",
    "a<br>b<BR />c\n",
    "- [ ] open\n- [x] done **now**\n",
    "  - [ ] inner\n",
    "see[^1] and[^note] and[^none]\n",
    "[^1]: the first note\n",
    "[^note]: a named note\n\n    with a second paragraph\n",
    "Term\n: Meaning\n",
    "Term\n\n: Meaning after a space\n",
    ": another meaning\n",
    "  continued\n",
    "Other term\n",
    "> [!NOTE]\n> Useful.\n",
    "> [!CAUTION]\n",
    "> more of it\n",
    "\\[\nx = y\n\\]\n",
    "Let \\(x\\) be $y$ and $$z$$\n",
    "$$\n",
    "\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}\n",
    "\\end{align} after\n",
    "```markdown\n# Title\n```python\nx = 1\n```\nend\n```\n",
    "```md\n",
    "```python\ny\n",
    "```\n",
    "~~~\n",
    "<svg viewBox='0 0 9 9'><rect width='9' height='9'/></svg>\n",
    "```svg\n<svg viewBox='0 0 9 9'><rect width='9' height='9'/></svg>\n```\n",
    "<details>\n<summary>More</summary>\n",
    "# Heading\n",
    "---\n",
    "===\n",
    "1. one\n",
    "   indented\n",
    "    code\n",
    "[a] and [b][a]\n",
    "[a]: https://example.org\n",
    "\n",
    "\n",
)


def texts(count: int, seed: int) -> Iterator[tuple[str, list[int]]]:
    """Yield texts and where each is cut; the same ones for a seed."""
    chance = Random(seed)
    for _ in range(count):
        parts = [chance.choice(PIECES) for _ in range(chance.randint(1, 9))]
        if chance.random() < 0.2:
            parts.insert(chance.randrange(len(parts) + 1), chance.choice(CORPUS))
        if chance.random() < 0.3:
            index = chance.randrange(len(parts))
            parts[index] = parts[index][: chance.randint(0, len(parts[index]))]
        quote = chance.choice(("", "", "", "> ", "  "))
        text = "".join(quote + line for line in "".join(parts).splitlines(keepends=True))
        cuts = range(len(text)) if chance.random() < 0.2 else ()
        yield text, list(cuts) or [chance.randrange(2000) for _ in range(chance.randint(1, 12))]


def main(arguments: Sequence[str]) -> int:
    """Compare as many texts as asked for."""
    from tests.app.widgets.transcript.test_body import drawn_parts, grown

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    # A formula that is drawn later would be a difference.
    formula_renderer.PATIENCE_SECONDS, formula_renderer.PATIENCE_SHARE = 60.0, 1e9
    application = QApplication.instance() or QApplication(sys.argv[:1])
    different = 0
    for text, cuts in texts(options.count, options.seed):
        if drawn_parts(grown(chunks(text, cuts))) != drawn_parts(grown([text])):
            different += 1
            sys.stdout.write(f"{text!r} in pieces at {cuts}\n")
        application.processEvents()
    sys.stdout.write(f"{options.count:,} texts, {different} differ\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
