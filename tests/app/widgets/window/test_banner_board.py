"""A banner is in all windows, and goes from all of them."""

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain import BannerContent
from app.widgets.kit.banner import BannerArea
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.window.banner_board import BannerBoard

UNDO = BannerContent("3 conversations were deleted.", "Undo")


@pytest.fixture
def requests() -> WindowRequests:
    """What the buttons of the banners ask for."""
    return WindowRequests()


@pytest.fixture
def areas(qtbot: QtBot, requests: WindowRequests) -> tuple[BannerArea, BannerArea]:
    """The banners of two windows."""
    first, second = BannerArea(requests), BannerArea(requests)
    for area in (first, second):
        qtbot.addWidget(area)
    return first, second


def shown(area: BannerArea) -> list[BannerContent]:
    return [banner.content for banner in area.banners]


def test_a_window_that_opens_later_shows_the_same(
    areas: tuple[BannerArea, BannerArea], requests: WindowRequests
) -> None:
    first, second = areas
    board = BannerBoard(first, requests, first)
    board.show(UNDO)
    board.show(UNDO)
    board.add(second)
    assert shown(first) == shown(second) == [UNDO]


def test_what_is_closed_or_used_in_one_window_goes_from_both(
    areas: tuple[BannerArea, BannerArea], requests: WindowRequests
) -> None:
    first, second = areas
    board = BannerBoard(first, requests, first)
    board.add(second)
    used = QSignalSpy(requests.banner_action_requested)
    board.show(UNDO)
    second.banners[0].action_button.click()
    board.show(BannerContent("news"))
    first.banners[0].close_button.click()

    assert used.at(0) == [UNDO, UNDO.action]
    assert shown(first) == shown(second) == []


def test_a_window_that_closed_is_left_alone(
    areas: tuple[BannerArea, BannerArea], requests: WindowRequests
) -> None:
    first, second = areas
    board = BannerBoard(first, requests, first)
    board.add(second)
    board.remove(second)
    board.show(UNDO)
    assert (shown(first), shown(second)) == ([UNDO], [])
