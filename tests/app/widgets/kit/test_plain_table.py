"""The small tables of the settings."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.plain_table import PlainTable
from app.widgets.kit.theme import colours_of
from tests.app.widgets.showing import on_screen


def test_the_rows_lie_on_the_page_without_a_patch_of_another_colour(qtbot: QtBot) -> None:
    page = QWidget()
    table = PlainTable("Backups", 1)
    QVBoxLayout(page).addWidget(table)
    table.set_row_count(2)
    on_screen(qtbot, page, 300, 200)
    picture = page.grab().toImage()
    place = table.geometry().center()
    assert picture.pixelColor(place) == picture.pixelColor(2, 2)


def test_the_second_line_is_muted_and_both_begin_at_the_edge(qtbot: QtBot) -> None:
    table = PlainTable("Tools", 1)
    on_screen(qtbot, table, 300, 100)
    table.set_row_count(1, 50)
    table.set_texts(0, "IIII\nIIII")
    picture = table.grab().toImage()
    area = table.visualRect(table.model().index(0, 0))
    colours = colours_of(table.palette())
    upper, lower = (
        darkest(picture, QRect(0, top, 40, area.height() // 2))
        for top in (area.top(), area.center().y())
    )
    assert upper.name() == colours.text
    assert upper.lightness() < lower.lightness()
    assert darkest(picture, QRect(0, area.top(), 3, area.height())).lightness() < 160


def test_a_text_about_trouble_keeps_its_colour(qtbot: QtBot) -> None:
    table = PlainTable("Servers", 1)
    on_screen(qtbot, table, 300, 100)
    table.set_row_count(1, 50)
    table.set_texts(0, "IIIIIIII")
    table.set_trouble(0, 0, is_trouble=True)
    place = table.visualRect(table.model().index(0, 0))
    ink = darkest(table.grab().toImage(), place)
    assert ink.name() == colours_of(table.palette()).danger


def darkest(picture: QImage, area: QRect) -> QColor:
    """Return the darkest colour of an area."""
    spots = (
        (x, y)
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    )
    colours = (picture.pixelColor(*spot) for spot in spots)
    return min(colours, key=QColor.lightness)
