"""Splitting a growing text: closed blocks never change, whatever the pieces."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import composite

from app.widgets.markdown.blocks import (
    Block,
    BlockKind,
    BlockSplitter,
    continues,
    plain_blocks,
    prose_blocks,
)

LINES = st.sampled_from(
    [
        "words",
        "",
        "    indented",
        "  a little",
        "# heading",
        "#",
        "===",
        "---",
        "-",
        "- item",
        "  - inner",
        "1. one",
        "7) seven",
        "> quote",
        "```",
        "```py",
        "~~~~",
        "| a | b |",
        "|---|---|",
        "[a]: /url",
        "'title'",
        "[a]",
        "\t- tabbed",
        "<div>",
        "**bold",
        "line\\",
        "$$",
        "$$x$$",
        "$$ x",
        "$x$ and $y",
        "\\[",
        "\\] after",
        "\u2028odd",
    ]
)


@composite
def texts(draw: st.DrawFn) -> str:
    lines = draw(st.lists(LINES | st.text(max_size=8), max_size=14))
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)


def split_whole(text: str) -> list[Block]:
    splitter = BlockSplitter()
    splitter.feed(text)
    return splitter.finish()


def chunks(text: str, cuts: list[int]) -> list[str]:
    edges = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[start:end] for start, end in pairwise(edges)]


@given(texts())
@settings(max_examples=100, deadline=None)
def test_what_was_closed_stays_as_it_is(text: str) -> None:
    splitter = BlockSplitter()
    seen: list[Block] = []
    for letter in text:
        splitter.feed(letter)
        assert splitter.closed[: len(seen)] == seen
        seen = list(splitter.closed)
    assert splitter.finish()[: len(seen)] == seen


def test_a_mark_at_the_end_does_not_close_the_paragraph_above() -> None:
    splitter = BlockSplitter()
    splitter.feed("words\n#")
    splitter.feed("hashtag\n")

    assert [block.source for block in splitter.finish()] == ["words\n#hashtag"]


def test_a_fence_is_a_code_block_with_its_language() -> None:
    (code,) = split_whole("```python title\nx = 1\n```")

    assert code == Block(BlockKind.CODE, "x = 1\n", "python")


@pytest.mark.parametrize(
    "text",
    [
        "> " * 20_000 + "x",
        "[" * 50_000,
        "|" * 4000 + "\n" + "|-" * 2000,
        "|a|b|\n|-|-|\n" + ("|" + "\\(" * 1900 + "|\n") * 30,
        "|a|b|\n|-|-|\n" + ("|" + "`a ``b " * 500 + "|\n") * 30,
        "T\n" + ": " * 20_000 + "x",
        "[^" * 20_000,
        "http://a.example/港" * 900,
        "```md\n" + "```a\n" * 5000,
        "> [!NOTE]\n" * 3000,
    ],
)
def test_deep_nesting_ends(text: str) -> None:
    assert split_whole(text)


@given(
    st.lists(st.sampled_from(["word ", "- ", "# ", "7. ", "\n", "x" * 30, "é\u0301"])),
    st.integers(5, 40),
)
def test_the_pieces_of_a_text_as_it_stands_are_that_text(texts: list[str], longest: int) -> None:
    text = "".join(texts)
    pieces = [block.source for block in plain_blocks(text, longest)]
    for piece in pieces:
        assert len(piece) <= 2 * longest + len(piece.partition("\n")[2])
    assert "".join(pieces).replace("\n", "") == text.replace("\n", "")


def test_an_endless_paragraph_is_cut_where_no_piece_becomes_something_else() -> None:
    source = "word - and # or 7. then > " * 400
    pieces = list(prose_blocks(Block(BlockKind.PROSE, source), 500))
    assert max(len(piece.source) for piece in pieces) <= 1000
    assert " ".join(piece.source for piece in pieces) == source.strip()
    assert all(piece.source[0].isalpha() for piece in pieces)


@pytest.mark.parametrize("source", ["a\n" * 2000, "$$" + "x" * 5000 + "$$", "short"])
def test_what_has_lines_or_is_a_formula_stays_whole(source: str) -> None:
    block = Block(BlockKind.PROSE, source)
    assert list(prose_blocks(block, 500)) == [block]


WORDS = st.sampled_from(["words", " and", ", more", "a", " ", "  ", ".", "3", "é", "**", "`", ":"])


@given(st.lists(WORDS | LINES | st.just("\n") | st.just("www."), max_size=16))
@settings(max_examples=200, deadline=None)
def test_open_blocks_do_not_depend_on_the_pieces(pieces: list[str]) -> None:
    splitter, so_far = BlockSplitter(), ""
    for piece in pieces:
        so_far += piece
        splitter.feed(piece)
        whole = BlockSplitter()
        whole.feed(so_far)
        assert splitter.open_blocks() == whole.open_blocks()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A tab", "A tab was opened, and"),
        ("- **one** thing", "- **one** thing and more"),
        ("> a quote", "> a quote: longer"),
        ("## A head", "## A heading"),
        ("see www.a.example and", "see www.a.example and more"),
    ],
)
def test_words_continue_a_block(old: str, new: str) -> None:
    assert continues(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "A"),
        ("A **tab", "A **tab**"),
        ("A tab", "A tab\n- one"),
        ("1", "1. one"),
        ("| a | b |\n|---|---|\n| one", "| a | b |\n|---|---|\n| one more"),
        ("see www.a", "see www.a.example"),
        ("[a]: /url\nwords", "[a]: /url\nwords and more"),
        ("a" * 1999, "a" * 2001),
    ],
)
def test_other_changes_have_to_be_parsed(old: str, new: str) -> None:
    assert not continues(old, new)
