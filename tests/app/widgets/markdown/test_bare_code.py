"""Code without a fence keeps its lines, its indentation and its underscores; prose stays prose."""

import time

import pytest

from app.widgets.markdown.bare_code import BareCode, bare_language
from app.widgets.markdown.blocks import Block, BlockKind, BlockSplitter

JSON = '{\n  "name": "a } b",\n  "sizes": [\n    1,\n    2\n  ]\n}\n'
PYTHON = (
    'def area(self, side):\n    """Return it."""\n    # of a square\n    return __side__ * side\n'
    "\nprint(area(3))\n"
)
HTML = "<!DOCTYPE html>\n<html>\n  <body>\n\n  <b>*a*</b>\n  </body>\n</html>\n"


def split(text: str) -> list[Block]:
    splitter = BlockSplitter()
    for sign in text:
        splitter.feed(sign)
        splitter.open_blocks()
    return splitter.finish()


@pytest.mark.parametrize(
    ("code", "language"),
    [
        (JSON, "json"),
        ('{"a": 1, "b": ["x"]}\n', "json"),
        ('[\n  {"a": 1}\n]\n', "json"),
        ('{\n"a": [\n-1.5e-3,\n\n2, 3,\ntrue\n],\n\n"b": null\n\n}\n', "json"),
        (PYTHON, "python"),
        ("class Point(Base):\n    x: int = 0\n\n\ndef origin() -> Point:\n    pass\n", "python"),
        (HTML, "html"),
        ('<svg viewBox="0 0 1 1">\n<rect/>\n</svg>\n', "html"),
        ('<svg\n  width="9"\n  height="9"\n>\n<rect/>\n</svg>\n', "html"),
        ('<svg width="9"\n     height="9">\n</svg>\n', "html"),
        ("<html>\n<style>\na {}\n\nb {}\n</style>\n\n<svg></svg>\n<p>*a*</p>\n</html>\n", "html"),
    ],
)
def test_code_without_a_fence_is_shown_as_it_is_written(code: str, language: str) -> None:
    shown = Block(BlockKind.CODE, code, language)

    assert split(code) == [shown]
    assert split(f"Here it is:\n{code}\nThat (all of it) is *the* code.") == [
        Block(BlockKind.PROSE, "Here it is:"),
        shown,
        Block(BlockKind.PROSE, "That (all of it) is *the* code."),
    ]


def test_code_that_is_cut_off_keeps_what_there_is() -> None:
    assert split(JSON[:25]) == [Block(BlockKind.CODE, JSON[:25] + "\n", "json")]


def test_growing_code_is_shown_as_code_from_its_second_line_on() -> None:
    splitter = BlockSplitter()
    splitter.feed('{\n  "name": "a')

    assert splitter.open_blocks() == [Block(BlockKind.CODE, '{\n  "name": "a\n', "json")]
    splitter.feed(' } b",\n\n  "sizes')
    (block,) = splitter.open_blocks()
    assert (block.kind, block.language) == (BlockKind.CODE, "json")
    assert block.source.startswith('{\n  "name": "a } b",\n\n  "sizes')


@pytest.mark.parametrize(
    "after",
    [
        "1. First step",
        "- item",
        "-",
        ": a meaning",
        "2024 was the year",
        "1, 2 or 3",
        "true love",
        '"Well," she said.',
        "[1] A note",
        "[a](https://example.org)",
    ],
)
def test_json_without_an_end_ends_before_prose(after: str) -> None:
    json = '{"a": 1,\n"b": 2\n'
    blocks = split(f"{json}\n{after}\n\nEnd")

    assert blocks[0] == Block(BlockKind.CODE, json, "json")
    assert [block.kind for block in blocks[1:]] == [BlockKind.PROSE] * 2
    # A list may begin without a blank line before it.
    assert split(f"{json}- item") == [blocks[0], Block(BlockKind.PROSE, "- item")]


def test_an_unfinished_value_is_not_shown_as_a_list() -> None:
    splitter = BlockSplitter()
    splitter.feed('{\n"a": [\n1,\n')
    for sign in "-1,\ntrue\n":
        splitter.feed(sign)
        assert [block.kind for block in splitter.open_blocks()] == [BlockKind.CODE]


def test_a_page_without_an_end_ends_before_prose() -> None:
    page = "<html>\n<body>\n\n<p>*a*</p>\n\n  <p>b</p>\n"

    assert split(f"{page}\nSecond **bold**\n\n- a") == [
        Block(BlockKind.CODE, page, "html"),
        Block(BlockKind.PROSE, "Second **bold**"),
        Block(BlockKind.PROSE, "- a"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1} is JSON.',
        "[1] A note\n[2] Another one",
        '["a"](https://example.org)',
        "{\nint x;\n}",
        "{name} is replaced.",
        "class of 1999:\nwe were young",
        "def is short for define:\nso it is",
        "<html> is the root element of a page.",
        "<svg> draws vectors in a page.",
        "<svg\ndraws vectors in a page.",
        "<!DOCTYPE html> must stand first.",
        '- {"a": 1}',
        '> {"a": 1}',
    ],
)
def test_prose_that_begins_like_code_stays_prose(text: str) -> None:
    assert [block.kind for block in split(text)] == [BlockKind.PROSE]


HOSTILE_BEGINNINGS = (
    *("", "def f(", "def f()", "class a(", "class a:", "if ", "a(", "a", "import ", "from a", "@a"),
    *("{", '{"', "[", '["', "[{", "[1", '"', "1", "- ", "<html", "<svg ", "<svg a=", "<style>"),
)
HOSTILE_SIGNS = (
    *(":", ")", "(", "):", "#", ": ", " ", "a", "a.", "=", "a=", '"', "\\", '\\"', "1", "-", "1,"),
    *("{", "[", "]", '{"', '["",', "<", ">", "</", ' a="', ' a="">', "<style>", "</svg"),
)


def test_a_line_of_any_length_is_read_in_a_few_milliseconds() -> None:
    json_after_blank = BareCode("json")
    assert not json_after_blank.take("{")
    assert not json_after_blank.take("")
    slow = []
    for beginning in HOSTILE_BEGINNINGS:
        for sign in HOSTILE_SIGNS:
            line = (beginning + sign * 100_000)[:100_000] + "x"
            for read in (
                lambda line: bare_language(line, line),
                lambda line: bare_language("{", line),
                *(BareCode(language).would_end for language in ("json", "python", "html")),
                json_after_blank.would_end,
            ):
                start = time.thread_time()
                read(line)
                seconds = time.thread_time() - start
                slow += [(beginning, sign, seconds)] * (seconds > 0.05)
    assert not slow
