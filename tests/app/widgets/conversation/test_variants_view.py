"""Several answers to one question, side by side."""

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from app.domain.messages import MessageStatus
from app.domain.reply_text import ReplyText
from app.widgets.conversation.variants_view import VariantsView
from app.widgets.transcript.message_requests import MessageRequests
from tests.app.widgets.samples import reply


def test_a_narrow_view_shows_the_whole_text_of_each_button(qtbot: QtBot) -> None:
    view = VariantsView(MessageRequests())
    qtbot.addWidget(view)
    view.begin("What time is it?", tuple(ReplyText(number) for number in range(4)))
    view.resize(300, 400)
    view.show()
    buttons = [variant.take_button for variant in view.variants]
    assert [each.width() for each in buttons] == [each.sizeHint().width() for each in buttons]


def test_a_text_that_several_answers_have_is_shown_once(qtbot: QtBot) -> None:
    view = VariantsView(MessageRequests())
    qtbot.addWidget(view)
    view.begin("Capital?", tuple(ReplyText(number) for number in range(3)))
    view.resize(1200, 400)
    view.show()
    first, second, third = view.variants
    for number, text in ((2, "Paris.\n"), (0, "Paris."), (1, "Lyon.")):
        view.finish(reply(number, text))
    assert [each.state_label.text() for each in view.variants] == [
        "Done", "Done", "Done. Same as answer 1"
    ]  # fmt: skip
    assert [each.body.isVisible() for each in view.variants] == [True, True, False]
    qtbot.waitUntil(lambda: third.width() < first.width() == second.width())


def test_an_equal_text_keeps_its_own_state(qtbot: QtBot) -> None:
    view = VariantsView(MessageRequests())
    qtbot.addWidget(view)
    view.begin("Capital?", tuple(ReplyText(number) for number in range(3)))
    stopped = replace(reply(1, "Paris."), status=MessageStatus.CANCELLED)
    failed = replace(
        reply(2, "Paris."), status=MessageStatus.FAILED, note="The engine ended unexpectedly."
    )
    for message in (reply(0, "Paris."), stopped, failed):
        view.finish(message)
    assert [each.state_label.text() for each in view.variants] == [
        "Done",
        "Stopped. Same as answer 1",
        "Failed. The engine ended unexpectedly. Same as answer 1",
    ]
