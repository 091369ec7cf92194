"""The list of conversations: grouped by day, filtered by words, quick with many."""

from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.conversation_list import (
    ID_ROLE,
    IS_RUNNING_ROLE,
    Age,
    ConversationList,
    age_of,
)
from app.widgets.sidebar import Sidebar
from tests.app.widgets.samples import summary


@pytest.fixture
def sidebar(qtbot: QtBot) -> Sidebar:
    """A sidebar with a few conversations, on show."""
    sidebar = Sidebar()
    qtbot.addWidget(sidebar)
    sidebar.resize(240, 400)
    sidebar.set_conversations(
        (
            summary("a", "Apples and pears"),
            summary("b", "Bread"),
            summary("c", "Old apples", days_ago=40),
        ),
        ("b",),
    )
    sidebar.show()
    return sidebar


def rows(sidebar: Sidebar) -> list[str]:
    model = sidebar.view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_conversations_stand_under_their_day(sidebar: Sidebar) -> None:
    assert rows(sidebar) == ["Today", "Apples and pears", "Bread", "Older", "Old apples"]


@pytest.mark.parametrize(
    ("days_ago", "age"),
    [
        (-3, Age.TODAY),
        (0, Age.TODAY),
        (1, Age.YESTERDAY),
        (2, Age.THIS_WEEK),
        (6, Age.THIS_WEEK),
        (7, Age.OLDER),
        (4000, Age.OLDER),
    ],
)
def test_age_is_counted_in_days(days_ago: int, age: Age) -> None:
    noon = datetime(2026, 3, 10, 12, tzinfo=UTC).astimezone()
    assert age_of(noon - timedelta(days=days_ago), noon.date()) is age
    assert age_of(datetime.max.replace(tzinfo=UTC) - timedelta(days=2), date.today()) is Age.TODAY


def test_the_filter_wants_every_word(sidebar: Sidebar) -> None:
    sidebar.filter_box.setText("APPLE old")
    assert rows(sidebar) == ["Older", "Old apples"]

    sidebar.filter_box.setText("nothing like it")
    assert sidebar.empty_words == "No conversation has these words in its title."


def test_escape_empties_the_filter_first(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.filter_box.setText("apple")
    QTest.keyClick(sidebar.filter_box, Qt.Key.Key_Escape)

    assert sidebar.filter_box.text() == ""
    assert len(rows(sidebar)) == 5


def test_a_click_opens(sidebar: Sidebar, qtbot: QtBot) -> None:
    QApplication.processEvents()
    spot = sidebar.view.visualRect(sidebar.view.model().index(2, 0)).center()

    with qtbot.waitSignal(sidebar.conversation_activated) as told:
        QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert told.args == ["b"]


def test_enter_opens_and_arrows_skip_headings(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.set_active("b")
    QTest.keyClick(sidebar.view, Qt.Key.Key_Down)

    with qtbot.waitSignal(sidebar.conversation_activated) as told:
        QTest.keyClick(sidebar.view, Qt.Key.Key_Return)
    assert told.args == ["c"]


def test_running_ones_are_marked_in_words_too(sidebar: Sidebar) -> None:
    index = sidebar.view.model().index(2, 0)

    assert index.data(IS_RUNNING_ROLE) is True
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Bread, being answered"


def test_the_active_one_stays_selected_when_the_list_changes(sidebar: Sidebar) -> None:
    sidebar.set_active("b")
    sidebar.set_conversations((summary("n", "New"), summary("b", "Bread")))

    assert sidebar.view.currentIndex().data(ID_ROLE) == "b"
    assert sidebar.title("n") == "New"


def test_only_a_change_of_content_resets_the_list(sidebar: Sidebar) -> None:
    reset = QSignalSpy(sidebar.view.model().modelReset)
    listed = (summary("a", "A"),)
    sidebar.set_conversations(listed)
    sidebar.set_conversations(listed, ("a",))

    assert reset.count() == 1
    assert sidebar.view.model().index(1, 0).data(IS_RUNNING_ROLE) is True


def test_an_empty_list_says_what_to_do(sidebar: Sidebar) -> None:
    sidebar.set_conversations(())
    assert sidebar.empty_words.startswith("No conversations yet.")


def test_titles_are_one_harmless_line(sidebar: Sidebar) -> None:
    sidebar.set_conversations((summary("x", "two\nlines\u202e"), summary("y", " ")))
    assert rows(sidebar)[1:] == ["two lines", "New chat"]


def test_the_model_keeps_qts_rules() -> None:
    model = ConversationList()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_conversations((summary("a", "A"), summary("b", "B", days_ago=1)), ("a",))
    model.set_filter("b")

    assert model.rowCount() == 2


def test_ten_thousand_are_listed(sidebar: Sidebar) -> None:
    sidebar.set_conversations(
        tuple(summary(str(number), f"Chat {number}") for number in range(10_000))
    )
    assert len(rows(sidebar)) == 10_001
