"""Answers of models with code without a fence, split in every way while they arrive."""

import pytest

from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter

PROSE = "prose"
ANSWERS = {
    "an object alone": ('{\n  "name": "Ada",\n  "born": 1815\n}', ["json"]),
    "an answer by a schema": ('{"name": "Ada", "tags": ["a", "b"], "age": null}', ["json"]),
    "an object in prose": (
        'Here is the **record**:\n\n{\n  "name": "Ada",\n\n  "sizes": [\n    -1,\n    2.5e3\n  ]\n}'
        "\n\nIt has *two* members.",
        [PROSE, "json", PROSE],
    ),
    "an array of objects": (
        'Results:\n[\n  {"id": 1, "ok": true},\n  {"id": 2, "ok": false}\n]\nDone.',
        [PROSE, "json", PROSE],
    ),
    "two objects": ('{"a": 1}\n{"b": 2}\n\nBoth are valid.', ["json", "json", PROSE]),
    "rows of numbers": ("[\n[0.5, -1],\n[\n2, -3,\n4\n]\n]\n\nA matrix.", ["json", PROSE]),
    "JSON without its last bracket": (
        '{"a": 1,\n"b": 2\n\n1. First step\n2. Second step\n\n- item',
        ["json", PROSE, PROSE],
    ),
    "JSON cut off": ('The file:\n\n{\n  "a": [\n    {\n      "b": "unfin', [PROSE, "json"]),
    "JSON with a comment": (
        '{\n  "a": 1, // one\n  "b": "x"\n}\n\n> a quote',
        ["json", PROSE],
    ),
    "a function": (
        "def __area__(a: int) -> int:\n    return a * a\n\n\nprint(__area__(2))\n\nIt prints `4`.",
        ["python", PROSE],
    ),
    "a class in prose": (
        "Use a class:\n\nclass Point:\n    x = 0\n\n    def move(self):\n        self.x += 1"
        "\n\npoint = Point()\npoint.move()\n\n1. Run it.\n2. Look.",
        [PROSE, "python", PROSE],
    ),
    "an async function": (
        "async def f():\n    await run()\n\nif True:\n    f()\nelse:\n    pass\n\n**Note** a.",
        ["python", PROSE],
    ),
    "Python cut off": ("Sure!\n\ndef f(x):\n    if x:\n        return", [PROSE, "python"]),
    "Python between fences": (
        "```python\ndef f():\n    pass\n```\n\ndef g():\n    pass\n\n```json\n{}\n```",
        ["python", "python", "json"],
    ),
    "a page": (
        "<!DOCTYPE html>\n<html>\n<head>\n<style>\nbody {\n}\n\nh1 {\n}\n</style>\n</head>\n<body>"
        "\n\n<svg></svg>\n<h1>*a*</h1>\n</body>\n</html>\n\nOpen it in a **browser**.",
        ["html", PROSE],
    ),
    "a page after prose": (
        'The page:\n<html lang="en">\n  <body>\n    <p>a</p>\n\n    text\n  </body>\n</html>',
        [PROSE, "html"],
    ),
    "a drawing": (
        'A circle:\n\n<svg\n  width="9"\n  height="9">\n  <circle r="4"/>\n</svg>\n\n- round',
        [PROSE, "html", PROSE],
    ),
    "a page without an end": (
        "<html>\n<body>\n<p>a</p>\n\n<p>b</p>\n\nThe rest is *yours*.\n\n- a",
        ["html", PROSE, PROSE],
    ),
    "prose about tags": (
        "<html> is the root element of a page.\n\nSecond **bold** words.\n\n- a\n- b\n\n"
        "<svg> draws vectors.\n\n<!DOCTYPE html> must stand first.",
        [PROSE] * 5,
    ),
    "prose about Python and JSON": (
        'def is a keyword:\nit begins a function.\n\n{"a": 1} is JSON.\n\nclass of 1999: we met.',
        [PROSE] * 3,
    ),
    "three languages": (
        '{"a": [1,\n2]}\n\ndef f():\n    pass\n\n<svg width="1"></svg>\n\nEnd.',
        ["json", "python", "html", PROSE],
    ),
}


def blocks_of(*pieces: str) -> list[Block]:
    splitter = BlockSplitter()
    for piece in pieces:
        splitter.feed(piece)
        splitter.open_blocks()
    return splitter.finish()


@pytest.mark.parametrize(("text", "kinds"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_read_alike_however_it_arrives(text: str, kinds: list[str]) -> None:
    whole = blocks_of(text)
    shown = [PROSE if each.kind is BlockKind.PROSE else each.language for each in whole]

    assert shown == kinds
    assert blocks_of(*text) == whole
    for cut in range(1, len(text)):
        assert blocks_of(text[:cut], text[cut:]) == whole
        assert blocks_of(text[:cut], *text[cut:]) == whole
