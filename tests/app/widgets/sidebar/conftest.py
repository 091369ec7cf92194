"""A sidebar on show."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.showing import on_screen


@pytest.fixture
def empty_sidebar(qtbot: QtBot) -> Sidebar:
    """A sidebar without conversations, as large as in a new window."""
    sidebar = on_screen(qtbot, Sidebar(WindowRequests()), 260, 640)
    QApplication.processEvents()
    return sidebar
