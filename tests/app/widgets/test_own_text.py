"""One's own message says which files went with it."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.domain import Attachment
from app.widgets.conversation_view import ConversationView
from app.widgets.own_text import own_text
from app.widgets.prose_view import ProseView
from tests.app.widgets.samples import question

NOTES = Attachment(1, 1, "notes.md", "text/markdown", 2048, "digest")


def test_the_files_stand_below_the_text(qtbot: QtBot) -> None:
    message = replace(question(text="Sum it up."), attachments=(NOTES,))
    view = ConversationView("c")
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    view.set_messages((message,))
    shown = view.transcript.view_of(message.id)
    assert shown is not None
    (prose,) = shown.body.block_views
    assert isinstance(prose, ProseView)
    assert prose.document().toPlainText() == own_text(message)
    assert shown.message.text == "Sum it up.", "copying takes the text alone"
    assert own_text(message).startswith("Sum it up.\nFile: notes.md, 2")


def test_a_message_of_files_alone_is_not_an_empty_bubble(qtbot: QtBot) -> None:
    message = replace(question(text=""), attachments=(NOTES, NOTES))
    assert own_text(message).count("notes.md") == 2
    assert own_text(question(text="plain")) == "plain"
