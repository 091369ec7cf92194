"""Markdown in a text document: each construct as the reader sees it, and nothing else."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextListFormat,
    QTextTable,
)
from PySide6.QtWidgets import QApplication

from app.widgets.kit.theme import LIGHT
from app.widgets.markdown.renderer import MarkdownWriter
from app.widgets.markdown.safe_text import LINE_BREAK
from app.widgets.markdown.text_style import IS_RULE, QUOTE_DEPTH, TextStyle
from app.widgets.transcript.prose_view import HarmlessDocument


def written(markdown: str) -> HarmlessDocument:
    document = HarmlessDocument()
    MarkdownWriter(document, TextStyle(LIGHT, QApplication.font())).append_blocks([markdown])
    return document


def block_with(document: HarmlessDocument, text: str) -> QTextBlock:
    block = document.begin()
    while block.isValid():
        if text in block.text():
            return block
        block = block.next()
    raise AssertionError(f"{text!r} is not in {document.toPlainText()!r}")


def format_of(document: HarmlessDocument, text: str) -> QTextCharFormat:
    cursor = document.find(text)
    assert not cursor.isNull()
    return cursor.charFormat()


def test_a_heading_is_larger_and_known_as_one() -> None:
    document = written("## Steps")

    assert block_with(document, "Steps").blockFormat().headingLevel() == 2
    assert format_of(document, "Steps").font().pointSizeF() > QApplication.font().pointSizeF()


def test_words_are_bold_italic_struck_and_code() -> None:
    document = written("a **bold** *italic* ~~struck~~ `code`")

    assert document.toPlainText() == "a bold italic struck code"
    assert format_of(document, "bold").fontWeight() == QFont.Weight.DemiBold
    assert format_of(document, "italic").fontItalic()
    assert format_of(document, "struck").fontStrikeOut()
    assert format_of(document, "code").background().color().name() == LIGHT.code


def test_lists_are_nested_numbered_and_bulleted() -> None:
    document = written("3. one\n4. two\n   - inner\n   - more")
    outer, inner = block_with(document, "one").textList(), block_with(document, "inner").textList()

    assert outer.format().style() is QTextListFormat.Style.ListDecimal
    assert outer.format().start() == 3
    assert [outer.item(index).text() for index in range(outer.count())] == ["one", "two"]
    assert inner.format().indent() == 2
    assert inner.count() == 2


def test_a_very_long_list_counts_on() -> None:
    document = written("7. item\n" * 450 + "7. last\n")
    last = block_with(document, "last")

    assert last.textList().itemText(last) == "457."
    assert last.textList().count() < 450  # adding to a longer one takes Qt ever longer


def test_empty_items_are_items() -> None:
    document = written("-\n-\n- x")
    items = block_with(document, "x").textList()

    assert items.count() == 3


def test_tasks_have_boxes() -> None:
    document = written("- [x] done\n- [ ] open\n- [z] none")
    marker = QTextBlockFormat.MarkerType

    assert block_with(document, "done").blockFormat().marker() is marker.Checked
    assert block_with(document, "open").blockFormat().marker() is marker.Unchecked
    assert block_with(document, "[z] none").blockFormat().marker() is marker.NoMarker


def test_tasks_have_no_bullets_and_others_of_their_list_have() -> None:
    document = written("- [x] done\n- plain\n- [ ] open")
    style = QTextListFormat.Style

    assert [
        block_with(document, each).textList().format().style() for each in ("done", "plain", "open")
    ] == [style.ListStyleUndefined, style.ListDisc, style.ListStyleUndefined]


def test_quotes_know_their_depth() -> None:
    document = written("> outer\n> > inner")

    assert block_with(document, "outer").blockFormat().intProperty(QUOTE_DEPTH) == 1
    assert block_with(document, "inner").blockFormat().intProperty(QUOTE_DEPTH) == 2


def test_a_rule_is_a_line_of_its_own() -> None:
    document = written("above\n\n---\n\nbelow")

    rule = block_with(document, "above").next()
    assert rule.blockFormat().intProperty(IS_RULE) == 1
    assert rule.next().text() == "below"


def test_a_table_keeps_rows_columns_and_alignment() -> None:
    document = written("| a | b |\n|---|--:|\n| 1 | **2** |\n\nafter")
    table = QTextCursor(block_with(document, "1")).currentTable()

    assert isinstance(table, QTextTable)
    assert (table.rows(), table.columns()) == (2, 2)
    last = table.cellAt(1, 1).firstCursorPosition()
    assert last.block().text() == "2"
    assert last.blockFormat().alignment() & Qt.AlignmentFlag.AlignRight
    assert document.lastBlock().text() == "after"


def test_the_rows_of_a_table_that_are_too_many_stand_below_it_as_they_were_written() -> None:
    rows = "".join(f"|{number}|b|\n" for number in range(1, 1001))
    document = written("|number|b|\n|-|-|\n" + rows + "\nafter")

    (table,) = document.rootFrame().childFrames()
    assert isinstance(table, QTextTable)
    assert (table.rows(), table.columns()) == (500, 2)
    assert table.cellAt(499, 0).firstCursorPosition().block().text() == "499"
    below = document.lastBlock().previous().text().split(LINE_BREAK)
    assert below == [f"|{number}|b|" for number in range(500, 1001)]
    assert document.lastBlock().text() == "after"


def test_a_row_that_is_too_long_for_a_table_stands_as_it_was_written() -> None:
    document = written("|a" * 1100 + "\n" + "|-" * 1100 + "\n" + "|a" * 1100)

    assert document.toPlainText().startswith("|a|a")
    assert len(document.rootFrame().childFrames()) == 0


def test_endless_brackets_are_no_links() -> None:
    assert written("[" * 50_000 + "x](https://a.example)").toPlainText().endswith("a.example)")


def test_html_stays_text() -> None:
    text = "<b>x</b> <script>alert(1)</script>"

    assert written(text).toPlainText() == text
    assert "<img src='/etc/passwd'>" in written("<img src='/etc/passwd'>").toPlainText()


@pytest.mark.parametrize("target", ["javascript:alert(1)", "file:///etc/passwd", "/etc/passwd"])
def test_only_web_links_are_links(target: str) -> None:
    document = written(f"[words]({target}) and [web](https://example.org/a?b=c)")

    assert not format_of(document, "words").isAnchor()
    assert format_of(document, "web").anchorHref() == "https://example.org/a?b=c"


@pytest.mark.parametrize(
    "source",
    ["/etc/passwd", "file:///etc/passwd", r"\\host\share\a.png", "https://a.example/b.png"],
)
def test_an_image_becomes_words_and_is_never_asked_for(source: str) -> None:
    asked: list[str] = []

    class WatchedDocument(HarmlessDocument):
        def loadResource(self, kind: int, name: object) -> QImage:  # noqa: N802 Qt's
            asked.append(str(name))
            return super().loadResource(kind, "")

    document = WatchedDocument()
    writer = MarkdownWriter(document, TextStyle(LIGHT, QApplication.font()))
    writer.append_blocks([f"![a cat](<{source}>)"])
    document.size()

    assert "a cat" in document.toPlainText()
    assert asked == []
    assert "\ufffc" not in document.toPlainText()


def test_an_image_is_named_with_its_host() -> None:
    document = written("![a cat](https://a.example/b.png)")

    assert document.toPlainText() == "[image: a cat (a.example), not loaded]"


def test_a_reference_link_finds_its_target() -> None:
    document = HarmlessDocument()
    targets = {"references": {"A": {"title": "", "href": "https://a.example", "map": [0, 1]}}}
    writer = MarkdownWriter(document, TextStyle(LIGHT, QApplication.font()))
    writer.append_blocks(["[words][a]"], targets)

    assert format_of(document, "words").anchorHref() == "https://a.example"


def test_what_hides_in_code_is_shown() -> None:
    assert "\u27e8U+202E\u27e9" in written("`a\u202eb`").toPlainText()


def test_an_endless_word_is_broken_for_drawing() -> None:
    text = written("x" * 5000).toPlainText()

    assert max(len(line) for line in text.split("\n")) <= 2000
    assert text.count("x") == 5000


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("see https://example.com/a_b_c.", "https://example.com/a_b_c"),
        ("(http://example.com/x?y=1)", "http://example.com/x?y=1"),
        ("at www.example.org now", "http://www.example.org"),
        ("mail me@example.org", "mailto:me@example.org"),
        ("- in a list https://example.com", "https://example.com"),
        ("**https://example.com**", "https://example.com"),
        ("<https://example.com>", "https://example.com"),
    ],
)
def test_a_bare_address_is_a_link(source: str, target: str) -> None:
    document = written(source)
    words = target.removeprefix("mailto:")
    words = words.removeprefix("http://") if "www" in words else words
    link = format_of(document, words)

    assert (link.isAnchor(), link.anchorHref()) == (True, target)
    assert words in document.toPlainText()


@pytest.mark.parametrize(
    "source",
    [
        "run setup.py and read readme.md on node.js",
        "javascript://example.com/%0aalert(1)",
        "file:///etc/passwd",
        "ftp://example.com/a",
        "//example.com/a",
        "`https://example.com`",
        "https\\://example.com",
    ],
)
def test_what_is_no_web_page_is_no_link(source: str) -> None:
    document = written(source)
    block = document.begin()
    fragments = block.begin()
    while not fragments.atEnd():
        assert not fragments.fragment().charFormat().isAnchor()
        fragments += 1


def test_the_name_of_a_file_beside_an_address_is_no_link() -> None:
    document = written("mail me@example.org about setup.py, see readme.md")

    assert format_of(document, "me@example.org").isAnchor()
    assert not format_of(document, "setup.py").isAnchor()
    assert not format_of(document, "readme.md").isAnchor()


def test_thousands_of_addresses_stay_text() -> None:
    assert not format_of(written("http://a.de " * 2000), "http://a.de").isAnchor()


def test_a_bullet_is_two_blanks_away_from_its_text() -> None:
    document = written("- IIII")
    document.setTextWidth(200)
    image = QImage(200, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    inked = [
        x
        for x in range(image.width())
        if any(image.pixelColor(x, y).lightness() < 160 for y in range(image.height()))
    ]
    gaps = [right - left for left, right in pairwise(inked)]
    blank = QFontMetrics(QApplication.font()).horizontalAdvance(" ")
    assert gaps[: inked.index(inked[0]) + 12].count(1) > 2, "the bullet is drawn"
    assert max(gaps) >= 2 * blank
