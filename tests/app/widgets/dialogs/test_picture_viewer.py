"""A picture is looked at large: as a whole or by its pixels, by keys as well as by mouse."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.domain import Picture
from app.widgets.dialogs.picture_viewer import PictureViewer

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
