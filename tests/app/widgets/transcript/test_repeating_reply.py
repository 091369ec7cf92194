"""Under a reply that repeated itself stands why it ended, and what can be done about it."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.controllers.settings import Language
from app.domain import REPEATED_NOTE, Message, ReplyUsage
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.footer import MessageFooter
from tests.app.widgets.samples import question, reply
from tests.app.widgets.windows import shown_message


def _repeating(*, is_counted: bool = True) -> Message:
    usage = ReplyUsage(is_cut_by_length=True) if is_counted else None
    return replace(reply(), note=REPEATED_NOTE, usage=usage)


def _footer(page: ConversationView, message: Message) -> MessageFooter:
    page.transcript.set_messages((question(), message))
    return shown_message(page.transcript, 2).footer


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    page = ConversationView("c")
    qtbot.addWidget(page)
    page.resize(700, 500)
    page.show()
    return page


@pytest.mark.parametrize("is_counted", [True, False])
def test_it_says_why_it_ended_and_offers_to_continue_and_to_begin_again(
    page: ConversationView, is_counted: bool
) -> None:
    footer = _footer(page, _repeating(is_counted=is_counted))
    assert REPEATED_NOTE in footer.note.text()
    assert footer.offers.continue_button.isVisible()
    assert footer.offers.regenerate_button.isVisible()


def test_a_complete_reply_offers_neither(page: ConversationView) -> None:
    footer = _footer(page, reply())
    assert not footer.note.isVisible()
    assert not footer.offers.regenerate_button.isVisible()


def test_the_reason_is_translated(page: ConversationView, qapp: QApplication) -> None:
    language = Language(qapp, "de")
    try:
        footer = _footer(page, _repeating())
        assert "Die Antwort hat sich wiederholt." in footer.note.text()
    finally:
        language.remove()
