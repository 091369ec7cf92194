"""Several answers to one question, side by side."""

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from app.domain.messages import MessageStatus
from app.domain.reply_text import ReplyText
from app.widgets.conversation.variants_view import VariantsView
from app.widgets.transcript.message_requests import MessageRequests
from tests.app.widgets.samples import marked, reply


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
        "Done", "Done. Mostly different from answer 1", "Done. Same as answer 1"
    ]  # fmt: skip
    assert [marked(each.body) for each in view.variants[:2]] == [[], []], "all of it would be"
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


def test_the_words_that_differ_are_marked_unless_that_is_switched_off(qtbot: QtBot) -> None:
    view = VariantsView(MessageRequests())
    qtbot.addWidget(view)
    view.begin("Capital?", tuple(ReplyText(number) for number in range(2)))
    view.show()
    first, second = view.variants
    view.finish(reply(0, "The capital of France is **Paris**, on the Seine. 😀 *Yes.*"))
    assert not view.marks_box.isVisible(), "there is nothing to compare"
    view.finish(reply(1, "The capital of 😀 France is **Lyon**, on the Seine. 😀 *Yes.*"))
    assert second.state_label.text() == "Done. Differs from answer 1 in 2 words"
    assert second.take_button.accessibleDescription() == second.state_label.text()
    assert (marked(first.body), marked(second.body)) == ([], ["😀", "Lyon,"])
    view.marks_box.click()
    assert marked(second.body) == []
    assert second.state_label.text() == "Done. Differs from answer 1 in 2 words"
    view.marks_box.click()
    second.body.redraw()  # as after a change of the colours
    assert marked(second.body) == ["😀", "Lyon,"]


def test_other_settings_are_compared_from_there(qtbot: QtBot) -> None:
    requests = MessageRequests()
    view = VariantsView(requests)
    qtbot.addWidget(view)
    view.begin("Capital?", (ReplyText(7), ReplyText(8)))
    view.show()
    assert view.more_button.text() == "Compare variations…"
    with qtbot.waitSignal(requests.compare_requested) as asked:
        view.more_button.click()
    assert asked.args == [7]
