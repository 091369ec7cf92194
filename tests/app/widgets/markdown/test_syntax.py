"""What models write besides CommonMark, as the reader sees it."""

import pytest

from app.printing.body_html import BodyHtml
from app.printing.html_file import BrowserDialect
from app.widgets.markdown.blocks import BlockKind, BlockSplitter
from tests.app.widgets.markdown.commonmark import differs, examples, reason_of


def html(markdown: str) -> str:
    """Return the HTML of an export without the attributes that all its elements have."""
    written = BodyHtml(BrowserDialect()).written(markdown)
    return written.replace(' dir="auto"', "").replace(' rel="noopener noreferrer"', "")


def test_the_specifications_are_kept_but_for_the_intended_differences() -> None:
    different = {example.name for example in examples() if differs(example)}

    assert different == {example.name for example in examples() if reason_of(example)}


@pytest.mark.parametrize(
    ("markdown", "bold"),
    [
        ("这是**“港口”模式**。", "“港口”模式"),
        ("**注意:**请先看潮汐。", "注意:"),
        ("これは**「重要」**な点です。", "「重要」"),
        ("**Markdown(マークダウン)**は軽量です。", "Markdown(マークダウン)"),
        ("- **结论。**可以停泊", "结论。"),
        ("패키지를 **`npm`(명령)**로 발행", "<code>npm</code>(명령)"),
        ("使用**（括号）**和", "（括号）"),
        ("**葛\U000e0100。**の", "葛\U000e0100。"),
        ("plain **bold** text", "bold"),
    ],
)
def test_emphasis_next_to_signs_of_languages_without_spaces(markdown: str, bold: str) -> None:
    assert f"<strong>{bold}</strong>" in html(markdown)


@pytest.mark.parametrize("markdown", ["**a.**b", "2 ** 3 ** 4", "snake_case_name", "__你好__吗"])
def test_emphasis_elsewhere_is_that_of_commonmark(markdown: str) -> None:
    assert "<strong>" not in html(markdown)
    assert "<em>" not in html(markdown)


def test_strikes_and_italics_too() -> None:
    assert "<s>旧方法（已废弃）。</s>这个" in html("~~旧方法（已废弃）。~~这个")
    assert "<em>補足【情報】。</em>この" in html("*補足【情報】。*この")


@pytest.mark.parametrize(
    ("markdown", "target"),
    [
        ("见 https://example.org/a。谢谢", "https://example.org/a"),
        ("访问https://example.org/b请看", "https://example.org/b"),
        ("（www.example.org）是", "http://www.example.org"),
        ("写信给me@example.org、谢谢", "mailto:me@example.org"),
        ("“https://example.org/q” says", "https://example.org/q"),
        ("참고: https://example.org/c에서", "https://example.org/c"),
        ("(see https://example.org/d.)", "https://example.org/d"),
        ("~~https://example.org/e~~", "https://example.org/e"),
        ("bei http://www.bücher.example/f!", "http://www.xn--bcher-kva.example/f"),
        ("http://例え.jp/a です", "http://xn--r8jz45g.jp/a"),
    ],
)
def test_an_address_ends_where_its_sentence_goes_on(markdown: str, target: str) -> None:
    assert html(markdown).count("<a ") == 1
    assert f'<a href="{target}">' in html(markdown)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("roses are red\nviolets are blue", "roses are red<br>violets are blue"),
        ("1 Main Street\n10115 Berlin", "1 Main Street<br>10115 Berlin"),
        ("- a\n  b", "a<br>b"),
        ("> a\n> b", "a<br>b"),
        ("a<br>b<BR/>c<br />d", "a<br>b<br>c<br>d"),
        ("| a |\n|---|\n| x<br>y |", "<td>x<br>y</td>"),
        ("`a<br>b`", "<code>a&lt;br&gt;b</code>"),
        ("<b>x</b> <broken>", "&lt;b&gt;x&lt;/b&gt; &lt;broken&gt;"),
    ],
)
def test_line_breaks_are_kept(markdown: str, expected: str) -> None:
    assert expected in html(markdown)


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| `x|y` | b |", ["<code>x|y</code>", "b"]),
        ("| ``x ` | y`` | b |", ["<code>x ` | y</code>", "b"]),
        ("| `x\\|y` | b |", ["<code>x|y</code>", "b"]),
        ("| $5 | $6 |", ["$5", "$6"]),
        ("| a ` b | c ` d |", ["a ` b", "c ` d"]),
        ("| x\\|y | b |", ["x|y", "b"]),
    ],
)
def test_a_pipe_in_code_divides_no_cell(row: str, cells: list[str]) -> None:
    inside = "".join(f"<td>{cell}</td>" for cell in cells)

    assert f"<tr>{inside}</tr>" in html(f"| a | b |\n|---|---|\n{row}")


def test_a_table_whose_head_has_a_pipe_in_code_interrupts_a_paragraph() -> None:
    assert "<th><code>a|b</code></th>" in html("words\n| `a|b` | c |\n|---|---|\n| 1 | 2 |")


@pytest.mark.parametrize("formula", ["$|x|$", "\\(P(A|B)\\)", "$$|x|$$", "$\\{x|x>0\\}$"])
def test_a_pipe_in_a_formula_divides_no_cell(formula: str) -> None:
    shown = html(f"| a | b |\n|---|---|\n| {formula} | c |")

    assert shown.count("<td>") == 2
    assert "<math" in shown
    assert "<td>c</td>" in shown


def test_alerts_have_a_title_and_their_kind() -> None:
    shown = html("> [!WARNING]\n> **Wet** paint\n>\n> - one\n\n> [!OTHER]\n> x")

    assert (
        '<blockquote class="alert warning"><p class="warning"><strong>Warning</strong></p>' in shown
    )
    assert "<p><strong>Wet</strong> paint</p>\n<ul>" in shown
    assert "<blockquote><p>[!OTHER]<br>x</p></blockquote>" in shown


def test_terms_have_definitions() -> None:
    shown = html("Term\n: One *way*\n: Another\n\nNext\n\n:   Late\n\n    more")

    assert shown.count("<dt>") == 2
    assert "<dd><p>One <em>way</em></p></dd>\n<dd><p>Another</p></dd>" in shown
    assert "<dt><strong>Next</strong></dt>\n<dd><p>Late</p>\n<p>more</p></dd>" in shown


@pytest.mark.parametrize("markdown", ["a : b", "a\n:b", "so:\n\n\n: no", "- a\n\n: x"])
def test_a_colon_elsewhere_is_a_colon(markdown: str) -> None:
    assert "<dl>" not in html(markdown)


def test_footnotes_stay_in_their_place() -> None:
    shown = html("one[^1] two[^note] three[^none] [^4](https://a.example)\n\n[^note]: Named\n\nend")

    assert "one<sup>[1]</sup> two<sup>[note]</sup> three[^none] <a href" in shown
    assert '<p class="meta"><sup>[note]</sup> Named</p>' in shown
    assert shown.endswith("<p>end</p>")


def test_tasks_in_lists_of_any_kind_have_boxes() -> None:
    shown = html("- [x] done\n- [ ] open\n  1. [X] inner\n- [z] none")

    assert "☑ done" in shown
    assert "☐ open" in shown
    assert "☑ inner" in shown
    assert "[z] none" in shown


@pytest.mark.parametrize(
    "inside",
    [
        "# Title\n```python\nx = 1\n```\nend",
        "```sh\nls\n```\n\n```c++\nint x;\n```",
        "~~~\nother\n~~~",
        "text only",
    ],
)
@pytest.mark.parametrize("language", ["markdown", "md"])
def test_markdown_in_a_fence_may_contain_fences(language: str, inside: str) -> None:
    splitter = BlockSplitter()
    for letter in f"```{language}\n{inside}\n```\n\nafter":
        splitter.feed(letter)
    code, after = splitter.finish()

    assert (code.kind, code.source, code.language) == (BlockKind.CODE, inside + "\n", language)
    assert after.source == "after"


def test_a_fence_in_other_code_ends_it() -> None:
    splitter = BlockSplitter()
    splitter.feed("```python\nx\n```js\ny\n```\nafter\n")

    assert [block.source for block in splitter.finish()] == ["x\n```js\ny\n", "after"]


@pytest.mark.parametrize(
    "formula",
    [
        "\\[\nx = 1\n\\]",
        "\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}",
        "\\begin{equation*} E = mc^2 \\end{equation*}",
        "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
        "1. Solve\n   \\[ x = 1 \\]",
        "| a |\n|---|\n| \\(x\\) |",
    ],
)
def test_formulas_as_models_write_them(formula: str) -> None:
    assert "<math" in html(formula)
    assert "begin" not in html(formula)
    assert html(f"so\n{formula}\n\n**end**").endswith("<p><strong>end</strong></p>")


def test_an_environment_without_end_is_text_up_to_the_next_paragraph() -> None:
    shown = html("\\begin{align}\na &= b\n\n**end**")

    assert "\\begin{align}" in shown
    assert shown.endswith("<p><strong>end</strong></p>")


def test_an_escaped_bracket_begins_no_formula() -> None:
    assert "<p>[1] A source<br>and <strong>more</strong></p>" in html(
        "\\[1] A source\nand **more**"
    )
    assert "<math" in html("\\[\na[1] + b\n\\]")


def test_a_target_that_is_half_written_is_not_kept() -> None:
    splitter = BlockSplitter()
    splitter.feed("[b]: https://b.example\n\n[a] [b]\n\n[a]: https://a.ex")
    splitter.open_blocks()
    splitter.feed("ample\n")
    splitter.finish()

    assert splitter.link_targets["references"]["A"]["href"] == "https://a.example"
