"""Searching a conversation, including messages without a widget."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Message
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme import LIGHT
from app.widgets.transcript.prose_view import ProseView
from tests.app.widgets.samples import question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import shown_message


def conversation() -> tuple[Message, ...]:
    texts = {3: "a Needle in here, and a **needle**", 90: "`needle`\n\n```py\nneedle = 1\n```"}
    return tuple(
        reply(number, texts.get(number, "hay\n\n" * 6)) if number != 50 else question(50, "needle")
        for number in range(1, 101)
    )


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """A long conversation with the open search bar."""
    page = on_screen(qtbot, ConversationView("c"), 700, 500)
    page.transcript.set_messages(conversation())
    page.find_bar.open_bar()
    return page


def search(page: ConversationView, label: str, qtbot: QtBot) -> None:
    page.find_bar.field.setText(label)
    if label:
        qtbot.waitUntil(lambda: page.find_bar.count_label.text() != "")


def press(page: ConversationView, *keys: Qt.Key, is_back: bool = False) -> str:
    modifier = Qt.KeyboardModifier
    for key in keys:
        QTest.keyClick(
            page.find_bar.field, key, modifier.ShiftModifier if is_back else modifier.NoModifier
        )
    return page.find_bar.count_label.text()


def colours_of_matches(page: ConversationView, message_id: int) -> list[str]:
    view = shown_message(page.transcript, message_id)
    proses = [part for part in view.body.block_views if isinstance(part, ProseView)]
    selections = [each for prose in proses for each in prose.extraSelections()]
    return [each.format.background().color().name() for each in selections]


def test_places_are_counted_in_all_messages(page: ConversationView, qtbot: QtBot) -> None:
    search(page, "needle", qtbot)

    assert page.find_bar.count_label.text() == "5 of 5"


def test_enter_leads_from_place_to_place_and_brings_each_into_view(
    page: ConversationView, qtbot: QtBot
) -> None:
    search(page, "NEEDLE", qtbot)
    seen = []
    for _ in range(5):
        for message_id in (3, 50, 90):
            view = page.transcript.view_of(message_id)
            area = page.transcript.viewport().rect()
            if view is not None and view.geometry().intersects(area):
                seen.append(message_id)
        press(page, Qt.Key.Key_Return)

    assert set(seen) == {3, 50, 90}
    assert page.find_bar.count_label.text() == "5 of 5"


def test_shift_enter_leads_back(page: ConversationView, qtbot: QtBot) -> None:
    search(page, "needle", qtbot)

    assert press(page, Qt.Key.Key_Return, is_back=True) == "4 of 5"
    assert press(page, Qt.Key.Key_Return, is_back=True) == "3 of 5"


def test_places_are_marked_the_one_in_view_strongly(page: ConversationView, qtbot: QtBot) -> None:
    search(page, "needle", qtbot)
    while page.find_bar.count_label.text() != "2 of 5":
        press(page, Qt.Key.Key_Return)

    assert colours_of_matches(page, 3) == [LIGHT.warning, LIGHT.accent]


def test_what_is_not_there_is_said(page: ConversationView, qtbot: QtBot) -> None:
    search(page, "pin", qtbot)

    assert page.find_bar.count_label.text() == "No matches"


def test_escape_ends_the_search_and_takes_the_marks_away(
    page: ConversationView, qtbot: QtBot
) -> None:
    search(page, "needle", qtbot)
    while page.find_bar.count_label.text() != "1 of 5":
        press(page, Qt.Key.Key_Return)
    stop = QAction(page)
    stop.setShortcut("Esc")
    page.addAction(stop)
    stopped = QSignalSpy(stop.triggered)
    press(page, Qt.Key.Key_Escape)

    assert stopped.count() == 0
    assert not page.find_bar.isVisible()
    assert colours_of_matches(page, 3) == []
    assert QApplication.focusWidget() is page.composer.edit


def test_a_place_deep_in_a_long_message_is_scrolled_to(
    page: ConversationView, qtbot: QtBot
) -> None:
    page.transcript.append_message(reply(101, "hay\n\n" * 300 + "unique\n\n" + "hay\n\n" * 300))
    search(page, "unique", qtbot)
    view = shown_message(page.transcript, 101)
    area = view.mark_matches("unique", 0)
    assert area is not None
    top = area.translated(view.pos()).top()

    assert 0 <= top < page.transcript.viewport().height()
