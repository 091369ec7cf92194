"""Right-to-left text begins at the right, in the message box and while a message is edited."""

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.widgets.composer import Composer
from app.widgets.text_direction import follow_text_direction

HEBREW = "שלום"


def ink_centre(image: QImage) -> float:
    """Return where the dark pixels lie: 0 is the left edge, 1 the right one."""
    columns = [
        x
        for x in range(4, image.width() - 4)
        for y in range(4, image.height() - 4)
        if image.pixelColor(x, y).lightness() < 100
    ]
    return sum(columns) / len(columns) / image.width()


def test_a_line_stands_where_its_language_begins(qtbot: QtBot) -> None:
    edit = QPlainTextEdit()
    qtbot.addWidget(edit)
    follow_text_direction(edit)
    edit.resize(400, 60)
    edit.setPlainText("Hello")
    assert ink_centre(edit.grab().toImage()) < 0.3
    edit.setPlainText(HEBREW)
    assert ink_centre(edit.grab().toImage()) > 0.7
    edit.clear()
    edit.setPlainText("Hello")
    assert ink_centre(edit.grab().toImage()) < 0.3


def test_the_message_box_follows(qtbot: QtBot) -> None:
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(500, 60)
    composer.set_text(HEBREW)
    composer.show()
    composer.edit.clearFocus()

    assert ink_centre(composer.edit.grab().toImage()) > 0.7
