"""SVG drawings of messages: nothing of them is loaded or run, and none takes for ever."""

import asyncio

import pytest
from PySide6.QtGui import QColor

from app.media.decoder import PictureDecoder
from app.media.decoder_messages import Decoded, DrawingRequest, Refused
from app.media.drawings import MAX_CHARS, NotDrawable, harmless_svg, is_drawing, is_page
from app.media.process import drawn
from tests.app.media.making import is_like, pixel

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
SQUARE = f'{HEAD}viewBox="0 0 100 100"><rect width="50" height="100" fill="#ff0000"/></svg>'

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_drawing_is_drawn_on_white() -> None:
    reply = drawn(DrawingRequest(SQUARE))

    assert isinstance(reply, Decoded)
    assert (reply.width, reply.height) == (240, 240)
    assert is_like(pixel(reply.pixels, 240, 60, 120), QColor(255, 0, 0))
    assert is_like(pixel(reply.pixels, 240, 180, 120), QColor("white"))


@pytest.mark.parametrize(
    ("source", "language", "expected"),
    [
        (SQUARE, "svg", True),
        (f"<?xml version='1.0'?>\n<!-- port -->\n{SQUARE}", "xml", True),
        (SQUARE, "", True),
        (SQUARE, "python", False),
        (f"<p>{SQUARE}", "html", False),
        # Endless where what two comments hold can also be read as one.
        ("<!-- a -->" * 40 + f"<p>{SQUARE}", "html", False),
        (SQUARE.removesuffix("</svg>"), "svg", False),
        ("x", "svg", False),
    ],
)
def test_a_whole_document_is_a_drawing(source: str, language: str, *, expected: bool) -> None:
    assert is_drawing(source, language) is expected


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<use href='https://a.example/x.svg#a'/>",
        "<use xlink:href='file:///etc/passwd#a'/>",
        "<rect onload='alert(1)' onclick='x' width='1' height='1'/>",
        "<rect fill='url(https://a.example/x#a)'/>",
        "<rect style='fill:url(//a.example/x)'/>",
        "<style>@import 'https://a.example/x.css';</style>",
        "<style>rect { fill: u\\72l(https://a.example) }</style>",
        "<a href='javascript:alert(1)'><text>x</text></a>",
        "<animate attributeName='href' to='javascript:alert(1)'/>",
        "<set attributeName='onload' to='x'/>",
        "<filter id='f'><feImage href='file:///etc/passwd'/></filter>",
        "<text>&lt;script&gt;</text>",
    ],
)
def test_nothing_of_a_drawing_reaches_outside(inside: str) -> None:
    written = harmless_svg(f"{HEAD}width='10' height='10'>{inside}</svg>")

    own = written.replace('xmlns="http://www.w3.org/2000/svg"', "")
    forbidden = (
        "script>",
        "://",
        "file:",
        "javascript",
        "onload",
        "onclick",
        "@",
        "<image",
        "//a.",
    )
    assert not any(word in own for word in forbidden), own


def _laughs(depth: int) -> str:
    groups = "".join(
        f'<g id="a{level}">' + f'<use href="#a{level - 1}"/>' * 10 + "</g>"
        for level in range(1, depth)
    )
    return f'{HEAD}><defs><g id="a0"><rect/></g>{groups}</defs><use href="#a{depth - 1}"/></svg>'


@pytest.mark.parametrize(
    "source",
    [
        _laughs(9),
        f'{HEAD}><g id="a"><use href="#a"/></g></svg>',
        f'{HEAD}><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>',
        f"{HEAD}>{'<g>' * 5000}{'</g>' * 5000}</svg>",
        f"{HEAD}>{'<rect/>' * 5000}</svg>",
        f"{HEAD}><desc>{'x' * MAX_CHARS}</desc></svg>",
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{HEAD}><text>&x;</text></svg>',
        f'<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>{HEAD}><text>&c;</text></svg>',
        f"{HEAD}><rect></svg>",
        f"{HEAD}><image href='file:///etc/passwd'/></svg>",
        f"{HEAD}><image xlink:href='https://a.example/x.png'/></svg>",
        f"{HEAD}><foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject></svg>",
        f"{HEAD}><clipPath id='a'><rect/></clipPath></svg>",
        f"{HEAD}><style>:root {{ --a: red }} rect {{ fill: var(--a) }}</style><rect/></svg>",
        "<html></html>",
        "",
    ],
)
def test_what_has_no_end_or_would_lack_a_part_is_refused(source: str) -> None:
    with pytest.raises(NotDrawable):
        harmless_svg(source)
    assert isinstance(drawn(DrawingRequest(source)), Refused)


def test_links_shapes_words_and_styles_stay() -> None:
    written = harmless_svg(
        f"{HEAD}><style>.a {{ fill: red }}</style><a href='#x'><rect class='a' width='5'/></a>"
        "<text x='1'>A <tspan>b</tspan> &amp; <a href='https://a.example'>c</a></text></svg>"
    )

    assert "<style>.a { fill: red }</style>" in written
    assert '<g href="#x"><rect class="a" width="5">' in written
    assert "A <tspan>b</tspan> &amp; <tspan>c</tspan></text>" in written


HOSTILE_PAGE = """<!DOCTYPE html><html><head>
<link rel="stylesheet" href="http://127.0.0.1:{port}/a.css">
<style>@import url("http://127.0.0.1:{port}/b.css"); h1 {{ color: #ff0000 }}</style>
<script>document.body.innerHTML = ""</script></head>
<body background="http://127.0.0.1:{port}/c.png"><h1>Hello</h1>
<img src="http://127.0.0.1:{port}/d.png"><img src="file:///etc/passwd">
<iframe src="http://127.0.0.1:{port}/e"></iframe></body></html>"""


def test_a_page_is_drawn_in_the_process_and_loads_nothing() -> None:
    async def draw() -> tuple[Decoded | None, int]:
        visits = 0

        async def on_visit(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal visits
            visits += 1
            writer.close()

        server = await asyncio.start_server(on_visit, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        decoder = PictureDecoder()
        page = await decoder.draw(DrawingRequest(HOSTILE_PAGE.format(port=port)))
        await decoder.close()
        server.close()
        return page, visits

    page, visits = asyncio.run(draw())
    assert visits == 0
    assert page is not None
    assert page.width == 1440
    red = sum(
        page.pixels[at] > 200 and page.pixels[at + 1] < 60 for at in range(0, len(page.pixels), 3)
    )
    assert red > 100, "the heading has its colour"


def test_a_page_without_an_end_is_cut_and_takes_limited_time() -> None:
    async def draw() -> Decoded | None:
        decoder = PictureDecoder()
        page = await decoder.draw(DrawingRequest("<html><body>" + "<p>x</p>" * 20_000))
        await decoder.close()
        return page

    page = asyncio.run(draw())
    assert page is not None
    assert (page.width, page.height) == (1440, 1520)


@pytest.mark.parametrize(
    ("source", "language", "expected"),
    [
        ("<!DOCTYPE html><p>a page</p>", "html", True),
        ("<!-- one -->\n<html><p>a page</p></html>", "", True),
        ("<HTML lang='en'><p>a page</p></HTML>", "htm", True),
        ("<div>a piece of a page</div>", "html", False),
        ("<!DOCTYPE html><p>a page</p>", "python", False),
        ("<!-- a -->" * 40 + "<p>a page</p>", "html", False),
    ],
)
def test_a_whole_page_is_told_from_a_piece(source: str, language: str, *, expected: bool) -> None:
    assert is_page(source, language) is expected


def test_the_process_draws_words_and_survives_what_is_refused() -> None:
    async def draw_all() -> list[Decoded | None]:
        decoder = PictureDecoder()
        sources = (SQUARE, "<svg>", f"{HEAD}viewBox='0 0 9 9'><text y='9'>x</text></svg>")
        replies = [await decoder.draw(DrawingRequest(source)) for source in sources]
        await decoder.close()
        return replies

    square, refused, words = asyncio.run(draw_all())

    assert square is not None
    assert refused is None
    assert words is not None
    assert any(words.pixels), "the words are drawn"
    assert not all(value == 255 for value in words.pixels)


@pytest.mark.parametrize(
    ("marks", "colour"),
    [
        ("fill='hsl(0, 100%, 50%)'", "#ff0000"),
        ("style='fill: hsl(120deg 100% 25%)'", "#008000"),
        ("fill='rgba(255, 0, 0, 0.5)'", "#ff8080"),
        ("fill='#0000ff80'", "#7f7fff"),
        ("fill='red'", "#ff0000"),
        ("class='a'", "#ff0000"),
    ],
)
def test_colours_are_those_of_a_browser(marks: str, colour: str) -> None:
    style = "<style>.a { fill: hsl(0,100%,50%) }</style>"
    source = f"{HEAD}viewBox='0 0 9 9'>{style}<rect {marks} width='9' height='9'/></svg>"
    reply = drawn(DrawingRequest(source))

    assert isinstance(reply, Decoded)
    assert is_like(pixel(reply.pixels, reply.width, 120, 120), QColor(colour))
