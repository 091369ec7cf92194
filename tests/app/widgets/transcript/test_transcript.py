"""The transcript: draws visible rows, and follows the end only on request."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QUrl
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Message, MessageStatus, Role
from app.domain.reply_text import ReplyText
from app.domain.usage import ReplyUsage
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import MARKDOWN, grow_reply, growing, message, question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import only_prose, shown_message


@pytest.fixture
def transcript(qtbot: QtBot) -> Transcript:
    """A visible transcript."""
    return on_screen(qtbot, Transcript(MessageRequests()), 600, 300)


def text_of(view: MessageView | None) -> str:
    assert view is not None
    parts = [part for part in view.body.block_views if isinstance(part, ProseView)]
    return "\n".join(part.document().toPlainText() for part in parts)


def long_conversation(count: int) -> tuple[Message, ...]:
    return tuple(question(number, f"line {number}\n" * 5) for number in range(1, count + 1))


def settle() -> None:
    """Process events until layouts and scroll ranges are settled."""
    for _ in range(4):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def is_at_bottom(transcript: Transcript) -> bool:
    bar = transcript.verticalScrollBar()
    return bar.value() == bar.maximum()


def test_many_pieces_are_one_frame(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.set_messages((growing(),))
    view = shown_message(transcript, 2)
    for length in range(1, 50):
        grow_reply(transcript, 2, "x" * length)
        assert view.message.text == ""

    qtbot.waitUntil(lambda: text_of(view) == "x" * 49)


def test_a_hidden_transcript_only_collects_and_is_complete_when_shown(
    transcript: Transcript, qtbot: QtBot
) -> None:
    transcript.set_messages((question(), growing()))
    transcript.hide()
    grow_reply(transcript, 2, "half")
    assert not transcript.renderer.is_drawing()
    assert text_of(transcript.view_of(2)) == ""
    transcript.finish_reply(reply(text="half and whole"))
    transcript.append_message(question(3, "next"))
    assert transcript.view_of(3) is None

    transcript.show()
    assert text_of(transcript.view_of(2)) == "half and whole"
    assert text_of(transcript.view_of(3)) == "next"


def test_a_hundred_thousand_tokens_behind_another_tab_cost_nothing_until_shown(
    transcript: Transcript, qtbot: QtBot
) -> None:
    text = "A line of a reply that goes on and on.\n\n" * 10_000
    transcript.set_messages((question(), growing()))
    transcript.hide()
    for length in range(0, len(text), 400):
        grow_reply(transcript, 2, text[:length])
    view = shown_message(transcript, 2)
    assert not transcript.renderer.is_drawing()
    assert view.body.block_views == ()

    transcript.show()
    transcript.finish_reply(reply(text=text))
    qtbot.waitUntil(lambda: view.body.is_complete, timeout=60_000)
    assert transcript.messages()[1].text == text
    assert is_at_bottom(transcript)


def test_it_stays_where_the_reader_went(transcript: Transcript) -> None:
    transcript.set_messages((*long_conversation(10), growing(20)))
    settle()
    bar = transcript.verticalScrollBar()
    bar.setValue(40)

    transcript.finish_reply(message(20, Role.ASSISTANT, "more\n\n" * 40))
    settle()
    assert bar.value() == 40
    assert transcript.jump_button.isVisible()

    transcript.jump_button.click()
    settle()
    assert is_at_bottom(transcript)
    assert not transcript.jump_button.isVisible()


def test_the_way_to_the_end_exists_for_screen_readers(transcript: Transcript) -> None:
    transcript.set_messages(long_conversation(10))
    settle()
    transcript.verticalScrollBar().setValue(0)
    assert transcript.jump_button.isVisible()
    assert "Jump to latest" in names_in(QAccessible.queryAccessibleInterface(transcript))


def names_in(node: QAccessibleInterface) -> list[str]:
    """Return the accessible names of all nodes below a node."""
    children = [node.child(number) for number in range(node.childCount())]
    below = [name for child in children if child is not None for name in names_in(child)]
    return [node.text(QAccessible.Text.Name), *below]


def test_an_own_message_brings_the_end_into_view(transcript: Transcript) -> None:
    transcript.set_messages(long_conversation(10))
    settle()
    transcript.verticalScrollBar().setValue(0)

    transcript.append_message(question(50, "mine"))
    settle()
    assert is_at_bottom(transcript)


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (MessageStatus.COMPLETE, ""),
        (MessageStatus.CANCELLED, "Stopped."),
        (MessageStatus.INTERRUPTED, "Interrupted."),
        (MessageStatus.FAILED, "This answer failed. The disk is full."),
    ],
)
def test_how_a_reply_ended_stands_under_it(
    transcript: Transcript, status: MessageStatus, text: str
) -> None:
    note = "The disk is full." if status is MessageStatus.FAILED else ""
    transcript.set_messages((message(1, Role.ASSISTANT, "half", status=status, note=note),))
    view = shown_message(transcript, 1)
    assert view.footer.note.text() == text
    is_red = view.footer.note.foregroundRole() is QPalette.ColorRole.BrightText
    assert is_red is (status is MessageStatus.FAILED)


def test_a_reply_cut_by_its_length_says_so(transcript: Transcript) -> None:
    usage = ReplyUsage(is_cut_by_length=True)
    transcript.set_messages((message(1, Role.ASSISTANT, "half", usage=usage),))
    view = shown_message(transcript, 1)
    assert view.footer.note.text().startswith("Stopped")


def test_speakers_have_names(transcript: Transcript) -> None:
    transcript.set_messages((question(), reply()))
    views = [transcript.view_of(1), transcript.view_of(2)]

    names = [view.accessibleName() for view in views if view is not None]
    assert names == ["You said, message 1 of 2", "Hubbub said, message 2 of 2"]


def test_a_message_is_copied_as_markdown(transcript: Transcript) -> None:
    transcript.set_messages((reply(text=MARKDOWN),))
    view = shown_message(transcript, 2)
    view.copy_message()

    assert QGuiApplication.clipboard().text() == MARKDOWN


def test_a_selection_is_copied_as_markdown_and_never_as_html(transcript: Transcript) -> None:
    transcript.set_messages((reply(text="some **bold** words"),))
    view = shown_message(transcript, 2)
    prose = only_prose(view.body)
    prose.selectAll()
    prose.copy()

    assert QGuiApplication.clipboard().text() == "some **bold** words"
    assert not QGuiApplication.clipboard().mimeData().hasHtml()


def test_a_link_is_passed_on(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.set_messages((reply(text="[x](https://example.org)"),))
    view = shown_message(transcript, 2)
    prose = only_prose(view.body)

    with qtbot.waitSignal(transcript.requests.link_activated) as told:
        prose.anchorClicked.emit(QUrl("https://example.org"))
    assert told.args == ["https://example.org"]
    assert not prose.openLinks()


def test_the_wheel_over_a_text_scrolls_the_transcript(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.set_messages(long_conversation(10))
    settle()
    view = shown_message(transcript, 10)
    before = transcript.verticalScrollBar().value()
    prose = view.body.block_views[0]
    spot = QPointF(prose.mapTo(transcript, QPoint(5, 5)))
    QTest.wheelEvent(transcript.windowHandle(), spot, QPoint(0, 240))
    settle()

    assert transcript.verticalScrollBar().value() < before


def test_a_text_for_an_unknown_message_is_ignored(transcript: Transcript) -> None:
    transcript.set_messages((question(),))
    transcript.follow_reply(ReplyText(99, "late"))

    assert not transcript.renderer.is_drawing()
    assert len(transcript.messages()) == 1


def test_a_reply_of_another_branch_has_its_whole_text_when_that_is_shown(
    transcript: Transcript,
) -> None:
    text = ReplyText(2, "half")
    transcript.follow_reply(text)
    transcript.set_messages((question(), reply(3)))
    text.append(" and half")
    assert not transcript.renderer.is_drawing()

    transcript.set_messages((question(), growing(2)))
    assert text_of(transcript.view_of(2)) == "half and half"
    text.append(" and more")
    transcript.renderer.draw()
    assert text_of(transcript.view_of(2)) == "half and half and more"


def test_a_reply_can_outlive_its_page(qtbot: QtBot) -> None:
    text = ReplyText(2)
    transcript = Transcript(MessageRequests())
    transcript.set_messages((question(), growing(2)))
    transcript.follow_reply(text)
    deleted: list[bool] = []
    transcript.destroyed.connect(lambda: deleted.append(True))
    transcript.deleteLater()
    qtbot.waitUntil(lambda: bool(deleted))
    text.append("half")


def test_a_new_conversation_replaces_the_old(transcript: Transcript) -> None:
    transcript.set_messages((question(), reply()))
    transcript.set_messages((replace(question(7), text="other"),))

    assert transcript.view_of(1) is None
    assert text_of(transcript.view_of(7)) == "other"
