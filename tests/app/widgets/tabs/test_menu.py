"""The context menu of a tab offers what makes sense where the tab is."""

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain import TabActivity, TabState
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.menu import TabListMenu, TabMenu


def texts(menu: TabMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


@pytest.mark.parametrize(
    ("pane_number", "others", "offered"),
    [
        (0, ("b",), ["Show beside", "Move to a new window"]),
        (1, (), ["Show on the left", "Move to a new window"]),
        (2, ("b",), ["Move to the first window", "Move to a new window"]),
        (2, (), ["Move to the first window"]),
    ],
)
def test_a_tab_can_go_where_it_is_not(
    qtbot: QtBot, pane_number: int, others: tuple[str, ...], offered: list[str]
) -> None:
    menu = TabMenu("a", ("a", *others), WindowRequests(), is_pinned=False, pane_number=pane_number)
    qtbot.addWidget(menu)
    assert texts(menu)[1 : 1 + len(offered)] == offered
    assert texts(menu)[1 + len(offered)] == "Rename …"


def test_closing_the_others_leaves_this_one(qtbot: QtBot) -> None:
    requests = WindowRequests()
    menu = TabMenu("b", ("a", "b", "c"), requests, is_pinned=True, pane_number=0)
    qtbot.addWidget(menu)
    closed, unpinned = QSignalSpy(requests.close_tab_requested), QSignalSpy(requests.pin_requested)
    menu.actions()[-1].trigger()
    menu.actions()[0].trigger()

    assert [closed.at(number)[0] for number in range(closed.count())] == ["a", "c"]
    assert unpinned.at(0) == [("b",), False]


def test_the_list_marks_the_tab_in_front_and_says_what_each_is_doing(qtbot: QtBot) -> None:
    items = TabItems()
    items.add("a", "Salt & pepper", TabState())
    items.add("b", "Bread", TabState(TabActivity.WRITING))
    menu = TabListMenu(("a", "b"), "a", items)
    qtbot.addWidget(menu)
    selected = QSignalSpy(menu.selected)
    first, second = menu.actions()
    second.trigger()

    assert (first.text(), first.isChecked()) == ("Salt && pepper", True)
    assert second.text() == "Bread   (Writing …)"
    assert selected.at(0) == ["b"]
