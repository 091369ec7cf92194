"""The small tables of the settings."""

from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.plain_table import PlainTable
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
