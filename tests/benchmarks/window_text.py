"""Generated replies of any length, with all kinds of Markdown that models write."""

import itertools

_PARTS = (
    "# A heading of part {number}\n\n",
    "Words with **bold** ones, `inline code`, and [a link](https://example.org/{number}), which go "
    "on until the paragraph has a few lines, as answers do. It says nothing new, but it says it "
    "at the length at which a model says it.\n\n",
    "- first point of {number}\n- second point with *stress*\n- third point\n  - inside\n\n",
    "```python\ndef part_{number}(values: list[int]) -> int:\n    total = 0\n"
    "    for value in values:\n        total += value * {number}\n    return total\n```\n\n",
    "Another paragraph after the code, which explains what it does, line by line, and why it was "
    "written in this way and in no other.\n\n",
    "| name | value |\n|---|---:|\n| one | {number} |\n| two | 22 |\n| three | 333 |\n\n",
    "> A quoted thought, of some length, to have a quote in the text as well.\n\n",
)


def long_text(length: int) -> str:
    """Return Markdown of this many characters."""
    parts: list[str] = []
    size = 0
    for number, part in enumerate(itertools.cycle(_PARTS)):
        if size >= length:
            break
        parts.append(part.replace("{number}", str(number)))
        size += len(parts[-1])
    return "".join(parts)[:length]
