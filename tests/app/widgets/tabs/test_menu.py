"""The context menu of a tab offers what makes sense where the tab is."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.menu import TabMenu, TabPosition


def texts(menu: TabMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


@pytest.mark.parametrize(
    ("pane_number", "others", "offered"),
    [
        (0, ("b",), ["Open in split view", "Move to a new window"]),
        (1, (), ["Show on the left", "Move to a new window"]),
        (2, ("b",), ["Move to the main window", "Move to a new window"]),
        (2, (), ["Move to the main window"]),
    ],
)
def test_a_tab_can_go_where_it_is_not(
    qtbot: QtBot, pane_number: int, others: tuple[str, ...], offered: list[str]
) -> None:
    menu = TabMenu("a", TabPosition(("a", *others), pane_number), WindowRequests())
    qtbot.addWidget(menu)
    assert texts(menu)[1 : 1 + len(offered)] == offered
    assert texts(menu)[1 + len(offered)] == "Rename …"


def test_closing_the_others_leaves_this_one(qtbot: QtBot) -> None:
    requests = WindowRequests()
    menu = TabMenu("b", TabPosition(("a", "b", "c"), 0, is_pinned=True), requests)
    qtbot.addWidget(menu)
    closed, unpinned = QSignalSpy(requests.close_tab_requested), QSignalSpy(requests.pin_requested)
    menu.actions()[-1].trigger()
    menu.actions()[0].trigger()

    assert [closed.at(number)[0] for number in range(closed.count())] == ["a", "c"]
    assert unpinned.at(0) == [("b",), False]


def test_closing_to_the_right_and_what_is_finished_leaves_the_others(qtbot: QtBot) -> None:
    requests = WindowRequests()
    place = TabPosition(("a", "b", "c", "d"), 0, finished_ids=("a", "d"))
    menu = TabMenu("b", place, requests)
    qtbot.addWidget(menu)
    closed = QSignalSpy(requests.close_tab_requested)
    entry(menu, "Close tabs to the right").trigger()
    entry(menu, "Close finished tabs").trigger()
    assert [closed.at(number)[0] for number in range(closed.count())] == ["c", "d", "a", "d"]


def test_what_would_do_nothing_is_disabled(qtbot: QtBot) -> None:
    menu = TabMenu("a", TabPosition(("a",), 0, is_vertical=True), WindowRequests())
    qtbot.addWidget(menu)
    for text in ("Close tabs below", "Close finished tabs", "Close other tabs"):
        assert not entry(menu, text).isEnabled()
    assert not entry(menu, "Reopen closed tab").isEnabled()
    assert entry(menu, "Close tab").isEnabled()


def test_a_tab_is_duplicated_and_a_closed_one_reopened(qtbot: QtBot) -> None:
    requests = WindowRequests()
    menu = TabMenu("a", TabPosition(("a",), 0, can_reopen=True), requests)
    qtbot.addWidget(menu)
    doubled = QSignalSpy(requests.duplicate_requested)
    reopened = QSignalSpy(requests.reopen_tab_requested)
    entry(menu, "Duplicate").trigger()
    entry(menu, "Reopen closed tab").trigger()
    assert (doubled.at(0), reopened.count()) == (["a"], 1)


def entry(menu: TabMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text() == text)
