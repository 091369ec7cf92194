"""A sidebar on show."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.sidebar import Sidebar


@pytest.fixture
def empty_sidebar(qtbot: QtBot) -> Sidebar:
    """A sidebar without conversations, as large as in a new window."""
    sidebar = Sidebar(WindowRequests())
    qtbot.addWidget(sidebar)
    sidebar.resize(260, 640)
    sidebar.show()
    QApplication.processEvents()
    return sidebar
