"""A "@" offers the other chats, and then what of the chosen one goes along."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.conversations import ConversationSummary
from app.sources.model import Source, SourceVersion
from app.widgets.composer.chat_picker import ChatPart, SourcePart
from app.widgets.composer.composer import Composer
from app.widgets.kit.geometry import vertical_layout
from tests.app.widgets.samples import MOMENT

Key = Qt.Key
PARTS = [
    "The last question and its answer",
    "All messages",
    "Select messages…",
    "Summarize now",
]


def chat(id_: str, title: str) -> ConversationSummary:
    return ConversationSummary(id_, title, MOMENT, 1)


def source(name: str, token_count: int = 0) -> Source:
    version = SourceVersion(1, name, 1, "d", 9, "", MOMENT, token_count=token_count)
    return Source(name, name, MOMENT, (version,))


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window that is shown and active."""
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def composer(qtbot: QtBot, window: QWidget) -> Composer:
    """A message box low in a window, with three other chats and a source to choose from."""
    composer = Composer(window)
    column = vertical_layout(window)
    column.addStretch(1)
    column.addWidget(composer)
    window.resize(500, 400)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    composer.edit.setFocus()
    chats = (chat("a", "Budget 2027"), chat("b", "Trip to Rome"), chat("c", "Budget of the trip"))
    composer.chats.opened.connect(lambda: composer.chats.set_chats(chats, (source("Novel", 3500),)))
    return composer


def offered(composer: Composer) -> list[str]:
    if composer.chats.card.isHidden():
        return []
    return [row.text for row in composer.chats.rows.rows]


def test_an_at_sign_that_begins_a_word_offers_chats_and_letters_search(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "As we decided in @")
    assert offered(composer) == ["Budget 2027", "Trip to Rome", "Budget of the trip", "Novel"]
    QTest.keyClicks(composer.edit, "trip b")
    assert offered(composer) == ["Budget of the trip"]
    QTest.keyClicks(composer.edit, "x")
    assert offered(composer) == []


@pytest.mark.parametrize("text", ["mail me@", "a@b", "@ ", "/@"])
def test_other_at_signs_offer_nothing(composer: Composer, text: str) -> None:
    QTest.keyClicks(composer.edit, text)
    assert offered(composer) == []


def test_a_chosen_chat_leaves_the_text_and_asks_what_goes_along(composer: Composer) -> None:
    spy = QSignalSpy(composer.chats.part_chosen)
    QTest.keyClicks(composer.edit, "As in @rome")
    QTest.keyClick(composer.edit, Key.Key_Return)
    assert composer.edit.toPlainText() == "As in "
    assert offered(composer) == PARTS
    QTest.keyClick(composer.edit, Key.Key_Down)
    QTest.keyClick(composer.edit, Key.Key_Return)
    assert [spy.at(0)[0], spy.at(0)[1], spy.at(0)[2]] == ["b", "Trip to Rome", ChatPart.ALL]
    assert offered(composer) == []


def test_of_a_chosen_source_all_or_its_beginning_goes_along(composer: Composer) -> None:
    spy = QSignalSpy(composer.chats.source_chosen)
    QTest.keyClicks(composer.edit, "As in @nov")
    assert [row.detail for row in composer.chats.rows.rows] == ["Source"]
    QTest.keyClick(composer.edit, Key.Key_Return)
    assert composer.edit.toPlainText() == "As in "
    assert offered(composer) == ["All of its text (3,500 tokens)", "Its first 1,000 tokens"]
    QTest.keyClick(composer.edit, Key.Key_Down)
    QTest.keyClick(composer.edit, Key.Key_Return)
    assert [spy.at(0)[0], spy.at(0)[1]] == ["Novel", SourcePart.BEGINNING]


@pytest.mark.parametrize(
    ("count", "rows"),
    [
        (0, ["All of its text", "Its first 1,000 tokens"]),
        (1000, ["All of its text (1,000 tokens)"]),
    ],
)
def test_a_beginning_is_offered_where_there_may_be_more(
    composer: Composer, count: int, rows: list[str]
) -> None:
    composer.chats.opened.connect(lambda: composer.chats.set_chats((), (source("Novel", count),)))
    QTest.keyClicks(composer.edit, "@nov")
    QTest.keyClick(composer.edit, Key.Key_Return)
    assert offered(composer) == rows


def test_it_works_in_the_middle_of_a_text_and_in_its_second_line(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "before after")
    for _ in range(5):
        QTest.keyClick(composer.edit, Key.Key_Left)
    QTest.keyClicks(composer.edit, "@budget 2")
    assert offered(composer) == ["Budget 2027"]
    QTest.keyClick(composer.edit, Key.Key_Tab)
    assert composer.edit.toPlainText() == "before after"
    composer.edit.insertPlainText("\n")
    QTest.keyClicks(composer.edit, "@")
    assert len(offered(composer)) == 4


def test_escape_closes_it_until_the_search_is_left(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "@")
    QTest.keyClick(composer.edit, Key.Key_Escape)
    QTest.keyClicks(composer.edit, "b")
    assert offered(composer) == []
    QTest.keyClicks(composer.edit, ". ")
    composer.edit.replace_text("")
    QTest.keyClicks(composer.edit, "@")
    assert len(offered(composer)) == 4


def test_what_the_program_writes_opens_nothing(composer: Composer) -> None:
    composer.edit.clearFocus()
    composer.set_text("@")
    assert offered(composer) == []
