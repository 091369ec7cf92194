"""HTML: one file that shows everything, loads nothing and runs nothing, whoever wrote the text."""

import base64
import io
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

import pytest
from msgspec.structs import replace

from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment
from app.printing.html_file import HtmlFile, mathml
from tests.app.media.making import tone, wav
from tests.app.printing.pages import LABELS, with_call, with_sound
from tests.app.widgets.samples import MARKDOWN
from tests.flows.hostile_texts import HOSTILE_MESSAGES
from tests.flows.seeding import tree

HARMLESS = {
    *("html", "head", "meta", "title", "style", "body", "article", "div", "details", "summary"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "strong", "em", "s", "code", "pre"),
    *("span", "a", "ul", "ol", "li", "blockquote", "table", "tr", "th", "td", "sup"),
    *("dl", "dt", "dd"),
    *("math", "mrow", "mi", "mo", "mn", "mfrac", "msqrt", "msup", "msub", "msubsup", "mtext"),
    *("mstyle", "mspace", "mtable", "mtr", "mtd", "mover", "munder", "munderover", "mpadded"),
    *("mphantom", "menclose", "mroot", "merror", "mmultiscripts", "mprescripts", "none", "ms"),
}
HARMLESS_MARKS = {"class", "dir", "lang", "start", "align", "rel", "href", "charset", "content"}
HARMLESS_MARKS |= {"http-equiv", "name", "xmlns", "display"}


SVG = "http://www.w3.org/2000/svg"


class Page(HTMLParser):
    """What a browser would see: elements, attributes, links and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def links(self) -> list[str | None]:
        return [marks.get("href") for tag, marks in self.elements if tag == "a"]


def html_of(*trees: ConversationTree) -> str:
    file = io.BytesIO()
    pages = HtmlFile(file, LABELS)
    for each in trees:
        pages.add(each, lambda _share: None)
    pages.close()
    return file.getvalue().decode()


def page_of(*texts: str) -> Page:
    return Page(html_of(tree("a", texts)))


def test_a_conversation_is_shown_with_its_marks() -> None:
    html = html_of(tree("a", ["What **is** it?", MARKDOWN]))
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert "<title>Title a</title>" in html
    assert '<span class="k">def</span> <span class="f">answer</span>' in html
    assert '<td align="right">2</td>' in html
    assert "☑ done" in page.text
    assert page.links() == ["https://example.org/a"]
    assert "a cat" in page.text
    assert "/etc/passwd" not in html, "of a picture only its name is shown"


def test_a_box_takes_the_place_of_a_bullet_and_numbers_continue() -> None:
    html = html_of(tree("a", ["Tasks?", "- [ ] open\n- [x] done\n- plain\n\n1. one\n2. [ ] two"]))
    one_line = html.replace("\n", "")
    assert '<ul class="tasks"><li dir="auto">☐ open</li><li dir="auto">☑ done</li></ul>' in one_line
    assert '<ul><li dir="auto">plain</li></ul>' in one_line
    assert '<ol><li dir="auto">one</li></ol><ol start="2"><li dir="auto">☐ two</li>' in one_line
    assert '<html lang="en">' in html


def test_a_call_is_shown_with_its_result_as_data() -> None:
    html = html_of(with_call(tree("a", ["Warm?", "I look."]), "<b>4</b> **degrees** [a](http://b)"))
    page = Page(html)
    assert "Tool · Weather · Sky" in page.text
    assert '{"city": "Tønder"}' in page.text
    assert "<b>4</b> **degrees** [a](http://b)" in page.text
    assert page.links() == []


def test_a_drawing_is_a_picture_above_its_source() -> None:
    svg = f'<svg xmlns="{SVG}" onload="x"><script>alert(1)</script><rect width="9"/></svg>'
    page = page_of("draw", f"```svg\n{svg}\n```")

    (source,) = [str(marks["src"]) for tag, marks in page.elements if tag == "img"]
    drawn = base64.b64decode(source.removeprefix("data:image/svg+xml;base64,")).decode()
    assert drawn == f'<svg xmlns="{SVG}"><rect width="9"></rect></svg>'
    assert "<script>alert(1)</script>" in page.text
    assert "script" not in [tag for tag, _marks in page.elements]


def test_what_is_no_drawing_is_code() -> None:
    page = page_of("draw", "```svg\n<svg><!DOCTYPE x></svg>\n```")

    assert "img" not in [tag for tag, _marks in page.elements]
    assert "<!DOCTYPE x>" in page.text


def test_a_sound_is_played_where_it_stands_and_what_is_none_is_named() -> None:
    name = 'a"><script>.wav'
    content = wav(tone(0.1))
    html = html_of(with_sound(tree("a", ["listen"]), name, content))
    data = base64.b64encode(content).decode()
    assert f'src="data:audio/wav;base64,{data}"' in html
    assert "media-src data:;" in html
    assert "<script" not in html
    for other in (b"OggS" + bytes(40), b"<svg/>"):
        html = html_of(with_sound(tree("a", ["listen"]), name, other))
        assert "<audio" not in html
        assert "File: a&quot;&gt;&lt;script&gt;.wav" in html


@pytest.mark.parametrize(
    "tex", [r"\frac{a}{b}", r"\sum_{i=1}^n i^2", r"\begin{matrix} a & b \\ c & d \end{matrix}", "<"]
)
def test_formulas_are_mathml(tex: str) -> None:
    page = page_of("ask", f"so ${tex}$ it is\n\n$$\n{tex}\n$$")
    found = [marks["display"] for tag, marks in page.elements if tag == "math"]
    assert found == ["inline", "block"]


ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1)) [y](data:text/html,<script>) [z](file:///etc/passwd) [v](vbscript:x)",
    '[x](https://e.org/"onmouseover="alert(1))',
    "![x](https://e.org/pixel.png) ![y](file:///etc/passwd)",
    "</style><script>alert(1)</script>",
    "</title></head><body onload=alert(1)>",
    "```html\n</code></pre><script>alert(1)</script>\n```",
    "```\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```",
    '```"><script>alert(1)</script>\ncode\n```',
    "`</code><script>`",
    r"$\text{</math><script>alert(1)</script>}$ and $\href{javascript:alert(1)}{x}$",
    r"$\style{color:red;background:url(https://e.org)}{x}$ $\class{a\" onload=x}{y}$",
    r"$$\text{&lt;script&gt;alert(1)&lt;/script&gt;}$$",
    "| <b onclick=x> | b |\n|---|---|\n| <svg/onload=x> | 2 |",
    "&lt;script&gt; &#60;script&#62; &amp;lt;",
    "<!-- --><![CDATA[ ]]><?php ?>",
    "a\x00b\x0bc\ud800d\u202ee",
    "<style>@import 'https://e.org/x.css'</style>",
    "https://e.org/<script>alert(1)</script>",
)


@pytest.mark.parametrize("text", [*ATTACKS, *HOSTILE_MESSAGES])
def test_whatever_is_written_is_only_text(text: str) -> None:
    attacked = tree("a", [text, text])
    answer = replace(attacked.messages[1], reasoning=text, note=text[:200])
    file = Attachment(1, answer.id, text[:100], "text/plain", 1, "0")
    messages = (attacked.messages[0], replace(answer, attachments=(file,)))
    options = replace(attacked.options, system_prompt=text)
    attacked = replace(attacked, title=text[:200], messages=messages, options=options)
    page = Page(html_of(attacked))
    assert {tag for tag, _marks in page.elements} <= HARMLESS
    marks = {mark for tag, marks in page.elements for mark in marks if not tag.startswith("m")}
    assert marks <= HARMLESS_MARKS
    assert not [mark for _tag, marks in page.elements for mark in marks if mark.startswith("on")]
    assert all(str(link).startswith(("https://", "http://", "mailto:")) for link in page.links())
    assert sum(tag == "style" for tag, _marks in page.elements) == 1


def test_of_a_formula_only_what_is_known_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Element("math")
    bad = SubElement(root, "script", {"src": "https://e.org"})
    bad.text = "alert(1)"
    good = SubElement(root, "mi", {"mathvariant": "bold", "onclick": "x()", "href": "javascript:x"})
    good.text = "x"
    monkeypatch.setattr("latex2mathml.converter.convert_to_element", lambda *_a, **_k: root)
    made = mathml("x", is_display=False)
    assert made is not None
    assert made.endswith('<mrow>alert(1)</mrow><mi mathvariant="bold">x</mi></math>')


def test_the_file_itself_forbids_scripts_and_loading() -> None:
    (policy,) = (
        marks["content"]
        for tag, marks in page_of("ask").elements
        if marks.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")


def test_several_conversations_stand_in_one_file_and_none_is_a_page_as_well() -> None:
    html = html_of(tree("a", ["ask"]), tree("b", ["ask"]))
    assert html.count("<article>") == 2
    assert html_of().endswith("</body>\n</html>\n")
