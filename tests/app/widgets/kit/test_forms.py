"""Form fields in little room."""

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.forms import CheckBox


def test_the_text_of_a_check_box_wraps_and_stays_whole(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    box = CheckBox("Trust its list of read-only tools")
    column = QVBoxLayout(page)
    column.addWidget(box)
    page.resize(column.minimumSize().width() + 40, 300)
    page.show()
    assert box.width() < box.sizeHint().width()
    assert box.heightForWidth(box.width()) <= box.height()
    assert QCheckBox.text(box).count("\n") > 0
    assert box.text() == box.accessibleName() == "Trust its list of read-only tools"
    box.setText("Send the questions and the source to another computer")
    assert box.accessibleName() == box.text(), "a screen reader says what is shown now"
