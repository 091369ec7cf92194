"""The header: an editable title, folder, model and context in one line."""

import itertools

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.tabs import EngineStatus, TabState
from app.domain.usage import ReplyUsage
from app.sources.model import SourceLink
from app.widgets.conversation.conversation_header import ChatHeader
from app.widgets.conversation.view import ConversationView
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply
from tests.app.widgets.windows import page_of, press, tabbed_window

Key = Qt.Key
READY = EngineStatus(is_ready=True, model_name="Qwen3 4B Instruct", context_window=4096)


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with one tab."""
    return tabbed_window(qtbot, "a")


@pytest.fixture
def view(window: MainWindow) -> ConversationView:
    """The page of the tab, with an answer and a model of its own."""
    view = page_of(window, "a")
    view.transcript.set_messages((question(text="asked"), reply()))
    view.header.title.set_title("Old title")
    view.header.title.set_stored("Old title")
    view.header.model_button.set_model(READY)
    view.set_state(TabState(context_window=4096, usage=ReplyUsage(context_tokens=1312)))
    view.header.model_button.show()
    window.resize(1100, 600)
    QApplication.processEvents()
    return view


def test_the_model_button_tells_of_a_base_model(view: ConversationView) -> None:
    note = "A base model: it continues text and was not trained to chat."
    view.header.model_button.set_model(replace(READY, note=note))
    button = view.header.model_button
    assert note in button.toolTip()
    assert button.accessibleDescription().startswith(note)


def test_f2_renames_in_the_bar(view: ConversationView) -> None:
    title = view.header.title
    renamed = QSignalSpy(title.renamed)
    press(Key.Key_F2)
    assert title.field.hasFocus()
    assert title.field.selectedText() == "Old title"
    QTest.keyClicks(title.field, "A  new  title ")
    QTest.keyClick(title.field, Key.Key_Return)

    assert [renamed.at(at) for at in range(renamed.count())] == [["A new title"]]
    assert title.title == "A new title"
    assert not title.field.isVisible()
    assert view.composer.edit.hasFocus()


def test_esc_restores_and_stops_no_answer(view: ConversationView) -> None:
    title = view.header.title
    renamed, stopped = QSignalSpy(title.renamed), QSignalSpy(view.composer.stop_requested)
    title.start()
    QTest.keyClicks(title.field, "Nonsense")
    QTest.keyClick(title.field, Key.Key_Escape)

    assert renamed.count() == stopped.count() == 0
    assert title.title == "Old title"
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
    assert title.title == "Old title"


def test_a_title_that_comes_meanwhile_waits_for_esc(view: ConversationView) -> None:
    title = view.header.title
    title.start()
    QTest.keyClicks(title.field, "Mine")
    title.set_title("The model's")
    assert title.field.text() == "Mine"
    QTest.keyClick(title.field, Key.Key_Escape)

    assert title.title == "The model's"


def test_a_number_that_tells_equal_titles_apart_is_not_edited(view: ConversationView) -> None:
    title = view.header.title
    title.set_title("Old title · 2")
    title.set_stored("Old title")
    renamed = QSignalSpy(title.renamed)
    title.start()
    assert title.field.text() == "Old title"
    QTest.keyClick(title.field, Key.Key_Return)
    assert renamed.count() == 0
    assert title.title == "Old title · 2"


def test_the_model_is_named_or_why_there_is_none(view: ConversationView) -> None:
    button = view.header.model_button
    assert button.label == "Qwen3 4B Instruct"
    assert button.accessibleName() == "Model: Qwen3 4B Instruct"
    view.header.model_button.set_model(EngineStatus(text="Loading the model…", progress=0.42))
    assert button.label == "Loading… 42%"
    view.header.model_button.set_model(EngineStatus(text="No model is loaded."))
    assert button.label == "No model is loaded."


def test_the_ring_shows_the_share_of_the_context(view: ConversationView) -> None:
    ring = view.header.ring
    assert ring.share == pytest.approx(0.32, abs=0.001)
    assert ring.accessibleName() == "Context used: 1,312 / 4,096 tokens (32%)"
    assert "1,312 / 4,096 tokens" in ring.toolTip()
    assert "2,784 tokens left in this chat" in ring.toolTip()

    view.set_state(TabState(context_window=1000, usage=ReplyUsage(context_tokens=2000)))
    assert ring.share == 1.0
    assert "drops the oldest messages" in ring.toolTip()
    view.set_state(TabState())
    assert ring.isHidden()


@pytest.mark.parametrize("width", [360, 500, 700, 1400])
@pytest.mark.parametrize("is_renamed", [False, True])
def test_all_parts_stand_side_by_side_in_any_width(
    window: MainWindow, view: ConversationView, width: int, *, is_renamed: bool
) -> None:
    header = view.header
    header.set_folder("A folder with a long name")
    header.set_source(SourceLink("s", 1, "Notes of a long year", 1, 1, "", ""))
    window.resize(width, 500)
    if is_renamed:
        header.title.start()
    QApplication.processEvents()
    parts = [part for part in header.parts if part.isVisible()]
    assert len(parts) == 4
    for before, after in itertools.pairwise(parts):
        assert before.geometry().right() < after.geometry().left()
    assert all(part.width() >= part.minimumSizeHint().width() for part in parts[:3])
    end = header.mapTo(window, header.rect().topRight()).x()
    assert end < window.engine_corner.mapTo(window, window.engine_corner.rect().topLeft()).x()


def test_only_the_parts_of_the_chat_in_front_are_in_the_bar(
    window: MainWindow, view: ConversationView
) -> None:
    window.panes.add("b", "Title b", ConversationView("b"))
    other = page_of(window, "b")
    other.set_state(TabState(context_window=4096, usage=ReplyUsage(context_tokens=10)))
    assert (view.header.isVisible(), other.header.isVisible()) == (False, True)
    window.panes.activate("a")
    assert (view.header.isVisible(), other.header.isVisible()) == (True, False)


def test_each_pane_shows_the_parts_of_its_chat(window: MainWindow, view: ConversationView) -> None:
    window.panes.add("b", "Title b", ConversationView("b"))
    window.actions_by_name.two_chats.trigger()
    other = page_of(window, "b")
    assert view.header.isVisible()
    assert other.header.isVisible()
    assert other.header.parentWidget() is window.panes.pane_of("b")
    window.actions_by_name.one_chat.trigger()
    assert other.header.parentWidget() is window.panes.pane_of("a")
    window.panes.remove("a")
    assert other.header.isVisible()


def test_every_part_is_reached_by_tab_and_has_a_name(view: ConversationView) -> None:
    header: ChatHeader = view.header
    header.set_folder("work")
    QApplication.processEvents()
    parts: list[QWidget] = [header.folder_button, header.model_button, header.ring]
    parts[0].setFocus(Qt.FocusReason.TabFocusReason)
    for part in parts:
        assert part.hasFocus()
        assert part.accessibleName()
        press(Key.Key_Tab)
    assert not header.isAncestorOf(QApplication.focusWidget() or header)


def test_a_title_that_nobody_touched_does_not_replace_a_newer_one(view: ConversationView) -> None:
    title = view.header.title
    renamed = QSignalSpy(title.renamed)
    title.start()
    title.set_title("Proposed meanwhile")
    title.set_stored("Proposed meanwhile")
    QTest.keyClick(title.field, Key.Key_Return)

    assert renamed.count() == 0
    assert title.title == "Proposed meanwhile"


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
