"""A growing message: closed blocks stay unchanged, and the result does not depend on the pieces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from pytestqt.qtbot import QtBot

from app.domain.reply_text import GrowingText
from app.widgets.kit.text import is_allowed_link, visible_target
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.body_parts import MAX_CODE_VIEWS, BlockView
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import HarmlessDocument, ProseView
from tests.app.widgets.markdown.test_blocks import chunks, texts
from tests.app.widgets.samples import MARKDOWN
from tests.app.widgets.windows import only_prose

pytestmark = pytest.mark.usefixtures("formulas_at_once")  # documents are compared


def drawn(view: BlockView) -> str:
    if isinstance(view, CodeView):
        return f"{view.language}: {view.code}"
    return view.document().toHtml()


def drawn_parts(body: MessageBody) -> list[str]:
    return [drawn(view) for view in body.block_views]


def grown(pieces: list[str]) -> MessageBody:
    body = MessageBody(MessageRequests())
    text = GrowingText()
    for piece in pieces:
        text.append(piece)
        body.grow(text)
    body.finish(text.text)
    return body


@given(texts() | st.just(MARKDOWN), st.lists(st.integers(0, 500), max_size=10))
@settings(max_examples=80, deadline=None)
def test_any_chunking_gives_the_final_document_of_the_whole(text: str, cuts: list[int]) -> None:
    assert drawn_parts(grown(chunks(text, cuts))) == drawn_parts(grown([text]))


def test_closed_blocks_are_not_touched_again(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    text = GrowingText("first\n\nsecond\n\n```py\nx = 1\n```\n\nthi")
    body.grow(text)
    prose, code, _open = body.block_views
    assert isinstance(prose, ProseView)
    revision = prose.document().revision()

    text.append("rd and more")
    body.grow(text)
    body.finish(text.text)

    assert body.block_views[:2] == (prose, code)
    assert prose.document().revision() == revision


def test_prose_after_code_is_drawn_by_the_widget_of_the_prose_before_it(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    text = GrowingText("# First\n\nsecond with `code` and")
    body.grow(text)
    spare = body.block_views[-1]
    text.append(" more\n\n```py\nx = 1\n")
    body.grow(text)
    assert spare.isHidden()
    late_count = body.late_count

    text.append("```\n\nthird")
    body.grow(text)
    code, prose = body.block_views[-2:]
    assert prose is spare, "building a widget takes half of a frame"
    assert drawn(prose) == drawn(only_prose(grown(["third"])))
    assert not prose.isHidden()
    # It is read and reached after the code, which is newer.
    children = body.children()
    assert children.index(code) < children.index(prose)
    assert body.late_count == late_count + 1


def test_a_late_link_target_reaches_back(qtbot: QtBot) -> None:
    body = grown(["see [here]\n\n", "more\n\n", "[here]: https://example.org\n"])
    prose = only_prose(body)
    assert prose.document().find("here").charFormat().anchorHref() == "https://example.org"


def test_own_text_is_shown_as_it_stands(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.show_plain("# not a heading\n<b>not bold</b>")
    prose = only_prose(body)
    assert prose.document().toPlainText() == "# not a heading\n<b>not bold</b>"


@pytest.mark.parametrize("name", ["/etc/passwd", "file:///etc/passwd", "http://a.example/x.png"])
def test_every_resource_is_one_empty_picture(qtbot: QtBot, name: str) -> None:
    body = grown(["words"])
    prose = only_prose(body)
    kind = QTextDocument.ResourceType.ImageResource.value

    for picture in (
        prose.loadResource(kind, QUrl(name)),
        HarmlessDocument().loadResource(kind, QUrl(name)),
        prose.document().resource(kind, QUrl(name)),
    ):
        assert isinstance(picture, QImage)
        assert (picture.width(), picture.height()) == (1, 1)


@pytest.mark.parametrize(
    ("target", "is_allowed"),
    [
        ("https://example.org", True),
        ("HTTP://example.org", True),
        ("mailto:a@example.org", True),
        ("https:///no-host", False),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        (r"\\host\share", False),
        ("", False),
    ],
)
def test_links_are_allowed_by_name(target: str, is_allowed: bool) -> None:
    assert is_allowed_link(target) is is_allowed


def test_a_target_is_told_without_disguise() -> None:
    assert visible_target("https://ex\u0430mple.org/") == "https://xn--exmple-4nf.org/"


def test_code_without_end_is_drawn_in_the_text_and_needs_no_widgets(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.finish("".join(f"```\nline {number}\n```\n\n" for number in range(MAX_CODE_VIEWS + 50)))
    qtbot.waitUntil(lambda: body.is_complete)
    views = body.block_views
    assert sum(isinstance(view, CodeView) for view in views) == MAX_CODE_VIEWS
    assert isinstance(views[-1], ProseView)
    shown = views[-1].document().toPlainText()
    assert "line 249" in shown
    assert "`" not in shown


def test_another_text_takes_the_place_of_the_first(qtbot: QtBot) -> None:
    body = grown(["one"])
    qtbot.addWidget(body)
    body.finish("two")
    assert drawn_parts(body) == drawn_parts(grown(["two"]))
    body.grow(GrowingText("three"))
    body.finish("three")
    assert drawn_parts(body) == drawn_parts(grown(["three"]))


def test_a_hidden_text_that_gets_narrower_is_as_high_as_all_its_lines(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.finish("A few words in one line of a wide page, and in three of a cell.")
    body.fit(600)
    body.show()
    prose = only_prose(body)
    body.hide()
    body.fit(500)  # as a page that moves from its tab to a cell
    height = body.fit(200)
    body.show()
    assert height >= prose.document().size().height()
    assert prose.verticalScrollBar().maximum() == 0
