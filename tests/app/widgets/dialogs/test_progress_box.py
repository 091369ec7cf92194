"""The box that shows how far an export has come."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.widgets.dialogs.progress_box import ProgressBox


def test_a_box_that_went_with_its_window_leaves_the_work_alone(qtbot: QtBot) -> None:
    window = QWidget()
    box = ProgressBox("Exporting", window)
    box.open_later()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    assert not isValid(box)

    box.set_progress(1, 2)
    box.leave()
