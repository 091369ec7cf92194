"""A picture is looked at large: as a whole or by its pixels, by keys as well as by mouse."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.media.pictures import Picture
from app.media.view import PictureViewer

SEA = Picture("sea\u202egpj.jpg", "a" * 64, 9, 1500, 1000, "b" * 64)


@pytest.fixture
def viewer(qtbot: QtBot) -> PictureViewer:
    """A picture that is larger than its window."""
    image = QImage(1500, 1000, QImage.Format.Format_RGB888)
    image.fill(QColor("green"))
    viewer = PictureViewer(SEA, image)
    viewer.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(viewer)
    viewer.resize(500, 460)
    viewer.show()
    return viewer


def shown_width(viewer: PictureViewer) -> int:
    label = viewer.area.widget()
    assert isinstance(label, QLabel)
    assert abs(label.height() - label.width() * 2 / 3) <= 1
    return label.width()


def test_it_fits_at_first_and_keys_change_that(viewer: PictureViewer) -> None:
    assert shown_width(viewer) <= viewer.area.viewport().width()
    QTest.keyClick(viewer.area, Qt.Key.Key_1)
    assert shown_width(viewer) == 1500
    across = viewer.area.horizontalScrollBar()
    QTest.keyClick(viewer.area, Qt.Key.Key_Right)
    assert across.value() > 0
    QTest.keyClick(viewer.area, Qt.Key.Key_0)
    assert shown_width(viewer) < 500
    viewer.size_button.click()
    assert shown_width(viewer) == 1500
    assert viewer.size_button.text() == "Fit"


def test_plus_and_minus_make_it_larger_and_smaller_around_its_middle(
    viewer: PictureViewer,
) -> None:
    area = viewer.area
    QTest.keyClick(area, Qt.Key.Key_1)
    across = area.horizontalScrollBar()
    across.setValue(across.maximum() // 2)
    for key, percent in ((Qt.Key.Key_Plus, 150), (Qt.Key.Key_Equal, 200), (Qt.Key.Key_Plus, 200)):
        QTest.keyClick(area, key)
        assert (round(100 * area.scale), shown_width(viewer)) == (percent, 15 * percent)
        assert abs(across.value() - across.maximum() / 2) <= 2, "of 1,500 pixels, 4,096 at most"
    assert viewer.size_button.text() == "Fit"
    for _ in range(20):
        QTest.keyClick(area, Qt.Key.Key_Minus)
    assert shown_width(viewer) == 150


def test_it_says_in_which_scale_it_is_shown(viewer: PictureViewer) -> None:
    facts = [each.text() for each in viewer.findChildren(QLabel) if "pixels" in each.text()]
    percent = round(100 * shown_width(viewer) / 1500)
    expected = "1,500 by 1,000 pixels, as the model gets it · shown at {}%"
    assert facts == [expected.format(percent)]


def test_a_ring_around_it_shows_that_keys_move_it(viewer: PictureViewer, qtbot: QtBot) -> None:
    edge = QPoint(viewer.area.width() // 2, 1)
    viewer.activateWindow()
    qtbot.waitUntil(viewer.area.hasFocus)
    with_focus = viewer.area.grab().toImage().pixelColor(edge)
    viewer.copy_button.setFocus()
    assert with_focus != viewer.area.grab().toImage().pixelColor(edge)


def test_left_and_right_ask_for_other_pictures_where_nothing_scrolls(
    viewer: PictureViewer,
) -> None:
    steps: list[int] = []
    viewer.step_requested.connect(steps.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_1, Qt.Key.Key_Right):
        QTest.keyClick(viewer.area, key)
    assert steps == [1, -1]
    image = QImage(600, 400, QImage.Format.Format_RGB888)
    image.fill(QColor("red"))
    viewer.show_picture(replace(SEA, name="another.png"), image)
    assert (viewer.windowTitle(), shown_width(viewer)) == ("another.png", 600)
    assert viewer.area.accessibleName() == "Picture another.png, 600 by 400 pixels"


def test_it_is_copied_and_closed_by_keys_and_says_what_it_is(viewer: PictureViewer) -> None:
    assert "\u202e" not in viewer.windowTitle()
    assert viewer.area.accessibleName().endswith("1,500 by 1,000 pixels")
    QTest.keyClick(viewer.area, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().image().width() == 1500
    QTest.keyClick(viewer.area, Qt.Key.Key_Escape)
    assert viewer.isHidden()


def test_a_small_picture_is_not_made_larger(qtbot: QtBot) -> None:
    image = QImage(30, 20, QImage.Format.Format_RGB888)
    image.fill(QColor("green"))
    viewer = PictureViewer(SEA, image)
    viewer.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(viewer)
    viewer.show()
    assert shown_width(viewer) == 30
