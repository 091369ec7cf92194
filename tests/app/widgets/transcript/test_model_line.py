"""A line in the transcript shows from where on another model answers."""

import time

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Message, MessageStatus, Role
from app.domain.usage import ReplyUsage
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.message_list import MessageList
from app.widgets.transcript.model_line import MODEL_ROW, ModelLine, model_changes
from tests.app.widgets.samples import message
from tests.app.widgets.showing import on_screen


def turns(*models: str) -> tuple[Message, ...]:
    """Return a turn for each model that answered; an empty name is an unknown model."""
    messages: list[Message] = []
    for number, name in enumerate(models):
        messages.append(message(2 * number + 1, Role.USER, "Why?"))
        answer = message(2 * number + 2, Role.ASSISTANT, "Because.")
        messages.append(replace(answer, usage=ReplyUsage(model_name=name)))
    return tuple(messages)


@pytest.mark.parametrize(
    ("models", "chosen", "expected"),
    [
        (("Tiny", "Tiny"), "", {}),
        (("Tiny", "Big"), "", {MODEL_ROW - 3: "Big"}),
        (("Tiny", "", "Tiny"), "", {}),
        (("Tiny", "", "Big"), "Big", {MODEL_ROW - 5: "Big"}),
        (("Tiny",), "Big", {MODEL_ROW: "Big"}),
        (("Tiny", "Big"), "Tiny", {MODEL_ROW - 3: "Big", MODEL_ROW: "Tiny"}),
        ((), "Big", {}),
    ],
)
def test_a_line_is_above_the_first_question_to_another_model(
    models: tuple[str, ...], chosen: str, expected: dict[int, str]
) -> None:
    assert model_changes(turns(*models), chosen) == expected


def test_a_running_answer_is_that_of_the_chosen_model() -> None:
    running = replace(turns("", "")[3], status=MessageStatus.STREAMING, usage=None)
    messages = (*turns("Tiny", "")[:3], running)
    assert model_changes(messages, "Big") == {MODEL_ROW - 3: "Big"}


def test_lines_of_a_long_chat_are_placed_at_once() -> None:
    messages = MessageList()
    messages.set_messages(turns(*("Tiny", "Big") * 2500))
    before = time.process_time()
    assert len(messages.row_keys()) == 14_999
    assert time.process_time() - before < 2


def lines(page: ConversationView) -> list[str]:
    found = page.transcript.findChildren(ModelLine)
    shown = sorted((each for each in found if each.isVisible()), key=lambda each: each.y())
    return [each.accessibleName() for each in shown]


def test_the_line_moves_above_the_next_question(qtbot: QtBot) -> None:
    page = on_screen(qtbot, ConversationView("c"), 700, 900)
    transcript = page.transcript
    transcript.set_messages(turns("Tiny"))
    transcript.set_next_model("Big")
    QApplication.processEvents()
    assert lines(page) == ["From here on: Big"]
    transcript.set_next_model("Huge")
    assert lines(page) == ["From here on: Huge"]
    asked, answer = turns("Tiny", "Huge")[2:]
    transcript.append_message(asked)
    transcript.append_message(replace(answer, text="", status=MessageStatus.STREAMING, usage=None))
    transcript.finish_reply(answer)
    QApplication.processEvents()
    (line,) = (each for each in page.transcript.findChildren(ModelLine) if each.isVisible())
    question = transcript.view_of(asked.id)
    assert question is not None
    assert line.geometry().bottom() <= question.geometry().top()
    transcript.set_next_model("")
    assert lines(page) == ["From here on: Huge"]


def test_no_line_is_left_when_the_choice_is_undone(qtbot: QtBot) -> None:
    page = on_screen(qtbot, ConversationView("c"), 700, 900)
    page.transcript.set_messages(turns("Tiny"))
    page.transcript.set_next_model("Big")
    page.transcript.set_next_model("")
    QApplication.processEvents()
    assert lines(page) == []


def test_lines_above_the_context_are_folded_with_its_messages(qtbot: QtBot) -> None:
    page = on_screen(qtbot, ConversationView("c"), 700, 900)
    page.transcript.set_messages(turns("Tiny", "Big", "Big"))
    page.transcript.set_context_boundary(5, "The model can't see anything above this line.")
    QApplication.processEvents()
    assert lines(page) == ["From here on: Big"]
    page.transcript.fold_out_of_context(True)
    QApplication.processEvents()
    assert lines(page) == []
