"""What stands on an empty page is in its middle, whatever size that gets."""

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.conversation.empty_state import EmptyState


def test_the_buttons_stay_in_the_middle_when_the_window_is_resized(qtbot: QtBot) -> None:
    page = EmptyState()
    qtbot.addWidget(page)
    page.set_suggestions(("one", "two", "three", "four"))
    page.resize(900, 700)
    page.show()
    for width in (500, 1100, 420, 880, 300):
        page.resize(width, 700)
        for _ in range(2):  # at once, and when all is settled
            first, second = (page.suggestion_buttons[number] for number in (0, 1))
            left = first.mapTo(page.viewport(), first.rect().topLeft()).x()
            last = second if second.y() == first.y() else first
            right = last.mapTo(page.viewport(), last.rect().topRight()).x()
            assert abs(left - (page.viewport().width() - 1 - right)) <= 1, width
            QApplication.processEvents()
