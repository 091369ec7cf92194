"""The header: an editable title, folder, model and context in one line."""

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import OutgoingMessage, TextFile
from app.domain.tabs import EngineStatus, TabState
from app.domain.usage import ReplyUsage
from app.sources.model import SourceLink
from app.widgets.conversation.conversation_header import ChatHeader
from app.widgets.conversation.view import ConversationView
from tests.app.widgets.samples import question, reply

Key = Qt.Key
READY = EngineStatus(is_ready=True, model_name="Qwen3 4B Instruct", context_window=4096)
LONG = "A title that is longer than any header " * 5


@pytest.fixture
def view(qtbot: QtBot) -> ConversationView:
    """A page with an answer."""
    view = ConversationView("a")
    qtbot.addWidget(view)
    view.transcript.set_messages((question(text="asked"), reply()))
    view.header.title.set_title("Old title")
    view.header.title.set_stored("Old title")
    view.header.model_button.set_model(READY)
    view.set_state(TabState(context_window=4096, usage=ReplyUsage(context_tokens=1312)))
    view.resize(900, 600)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    return view


def test_the_model_button_tells_of_a_base_model(view: ConversationView) -> None:
    note = "A base model: it continues text and was not trained to chat."
    view.header.model_button.set_model(replace(READY, note=note))
    button = view.header.model_button
    assert note in button.toolTip()
    assert button.accessibleDescription().startswith(note)


def test_a_click_on_the_title_renames_in_place(view: ConversationView) -> None:
    title = view.header.title
    renamed = QSignalSpy(title.renamed)
    QTest.mouseClick(title.button, Qt.MouseButton.LeftButton)
    assert title.field.selectedText() == "Old title"
    QTest.keyClicks(title.field, "A  new  title ")
    QTest.keyClick(title.field, Key.Key_Return)

    assert [renamed.at(at) for at in range(renamed.count())] == [["A new title"]]
    assert title.button.label == "A new title"
    assert title.button.isVisible()
    assert view.composer.edit.hasFocus()


def test_esc_restores_and_stops_no_answer(view: ConversationView) -> None:
    title = view.header.title
    renamed, stopped = QSignalSpy(title.renamed), QSignalSpy(view.composer.stop_requested)
    title.start()
    QTest.keyClicks(title.field, "Nonsense")
    QTest.keyClick(title.field, Key.Key_Escape)

    assert renamed.count() == stopped.count() == 0
    assert title.button.label == "Old title"
    assert view.composer.edit.hasFocus()


def test_leaving_the_field_keeps_what_was_typed(view: ConversationView) -> None:
    title = view.header.title
    renamed = QSignalSpy(title.renamed)
    title.start()
    title.field.setText("Typed")
    view.composer.edit.setFocus()

    assert renamed.count() == 1
    assert not title.field.isVisible()


@pytest.mark.parametrize("text", ["", "   ", "Old title"])
def test_no_title_and_the_same_one_change_nothing(view: ConversationView, text: str) -> None:
    title = view.header.title
    renamed = QSignalSpy(title.renamed)
    title.start()
    title.field.setText(text)
    QTest.keyClick(title.field, Key.Key_Return)

    assert renamed.count() == 0
    assert title.button.label == "Old title"


def test_a_title_that_comes_meanwhile_waits_for_esc(view: ConversationView) -> None:
    title = view.header.title
    title.start()
    QTest.keyClicks(title.field, "Mine")
    title.set_title("The model's")
    assert title.field.text() == "Mine"
    QTest.keyClick(title.field, Key.Key_Escape)

    assert title.button.label == "The model's"


def test_a_number_that_tells_equal_titles_apart_is_not_edited(view: ConversationView) -> None:
    title = view.header.title
    title.set_title("Old title · 2")
    title.set_stored("Old title")
    renamed = QSignalSpy(title.renamed)
    title.start()
    assert title.field.text() == "Old title"
    QTest.keyClick(title.field, Key.Key_Return)
    assert renamed.count() == 0
    assert title.button.label == "Old title · 2"


def test_the_model_is_named_or_why_there_is_none(view: ConversationView) -> None:
    button = view.header.model_button
    assert button.label == "Qwen3 4B Instruct"
    assert button.accessibleName() == "Model: Qwen3 4B Instruct"
    view.header.model_button.set_model(EngineStatus(text="Loading the model …", progress=0.42))
    assert button.label == "Loading … 42 %"
    view.header.model_button.set_model(EngineStatus(text="No model is loaded."))
    assert button.label == "No model is loaded."


def test_the_ring_shows_the_share_of_the_context(view: ConversationView) -> None:
    ring = view.header.ring
    assert ring.share == pytest.approx(0.32, abs=0.001)
    assert ring.accessibleName() == "Context used: 1,312 / 4,096 tokens (32 %)"
    assert "1,312 / 4,096 tokens" in ring.toolTip()
    assert "2,784 tokens left in this chat" in ring.toolTip()

    view.set_state(TabState(context_window=1000, usage=ReplyUsage(context_tokens=2000)))
    assert ring.share == 1.0
    assert "drops the oldest messages" in ring.toolTip()
    view.set_state(TabState())
    assert ring.isHidden()


@pytest.mark.parametrize("width", [320, 500, 700, 1400])
def test_all_parts_stand_side_by_side_in_any_width(
    view: ConversationView, qtbot: QtBot, width: int
) -> None:
    header = view.header
    header.title.set_title(LONG)
    header.set_folder("A folder with a long name")
    view.resize(width, 500)
    QApplication.processEvents()
    parts = [header.title, header.folder_button, header.model_button, header.ring]
    for before, after in itertools.pairwise(parts):
        assert before.geometry().right() < after.geometry().left()
    assert all(part.width() >= part.minimumSizeHint().width() for part in parts[:3])
    assert header.ring.mapTo(view, header.ring.rect().topRight()).x() < width
    assert header.title.button.width() >= 36
    assert header.height() < 2 * view.fontMetrics().height() + 10


def test_on_a_page_as_low_as_its_message_box_there_is_no_header(
    view: ConversationView, qtbot: QtBot
) -> None:
    view.setMinimumSize(1, 1)
    view.resize(400, 140)
    qtbot.waitUntil(view.header.isHidden)
    qtbot.waitUntil(lambda: view.composer.geometry().bottom() < 140)
    view.resize(400, 400)
    qtbot.waitUntil(view.header.isVisible)


def test_where_files_and_a_queue_need_the_room_the_header_gives_way(
    view: ConversationView, qtbot: QtBot
) -> None:
    view.resize(400, 280)
    qtbot.waitUntil(view.header.isVisible)
    view.composer.files.add(TextFile("notes", "words"))
    view.queue_view.set_messages((OutgoingMessage("later"),) * 4, "The last answer failed.")
    qtbot.waitUntil(view.header.isHidden)
    view.resize(400, 600)
    qtbot.waitUntil(view.header.isVisible)


def test_every_part_is_reached_by_tab_and_has_a_name(view: ConversationView) -> None:
    header: ChatHeader = view.header
    parts: list[QWidget] = [
        header.title.button,
        header.folder_button,
        header.model_button,
        header.ring,
    ]
    parts[0].setFocus(Qt.FocusReason.TabFocusReason)
    for part in parts:
        assert part.hasFocus()
        assert part.accessibleName()
        press: Callable[..., None] = QTest.keyClick
        press(part, Key.Key_Tab)
    assert not header.isAncestorOf(QApplication.focusWidget() or header)


def test_a_title_that_nobody_touched_does_not_replace_a_newer_one(view: ConversationView) -> None:
    title = view.header.title
    renamed = QSignalSpy(title.renamed)
    title.start()
    title.set_title("Proposed meanwhile")
    title.set_stored("Proposed meanwhile")
    QTest.keyClick(title.field, Key.Key_Return)

    assert renamed.count() == 0
    assert title.button.label == "Proposed meanwhile"


def test_a_model_that_sees_has_a_sign_and_says_so(view: ConversationView) -> None:
    button = view.header.model_button
    plain = button.sizeHint().width()
    view.header.model_button.set_model(replace(READY, sees=True, hears=True))
    assert button.accessibleName() == "Model: Qwen3 4B Instruct, sees pictures, hears sounds"
    assert "Qwen3 4B Instruct · sees pictures · hears sounds" in button.toolTip()
    assert button.sizeHint().width() > plain
    view.header.model_button.set_model(READY)
    assert (button.accessibleName(), button.sizeHint().width()) == (
        "Model: Qwen3 4B Instruct",
        plain,
    )


@pytest.mark.parametrize(("newest_number", "label"), [(1, "Notes"), (2, "Notes, version 1")])
def test_a_source_with_one_version_is_named_without_it(
    view: ConversationView, newest_number: int, label: str
) -> None:
    view.header.set_source(SourceLink("s", 1, "Notes", 1, newest_number, "", ""))
    assert view.header.source_button.label == label
