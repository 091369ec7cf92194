"""Several answers to one question, side by side."""

from pytestqt.qtbot import QtBot

from app.domain.reply_text import ReplyText
from app.widgets.conversation.variants_view import VariantsView
from app.widgets.transcript.message_requests import MessageRequests


def test_a_narrow_view_shows_the_whole_text_of_each_button(qtbot: QtBot) -> None:
    view = VariantsView(MessageRequests())
    qtbot.addWidget(view)
    view.begin("What time is it?", tuple(ReplyText(number) for number in range(4)))
    view.resize(300, 400)
    view.show()
    buttons = [variant.take_button for variant in view.variants]
    assert [each.width() for each in buttons] == [each.sizeHint().width() for each in buttons]
