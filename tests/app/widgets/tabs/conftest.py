"""A window with tabs, for what needs their pages, too."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.window.main_window import MainWindow
from tests.app.widgets.tabs.bars import Tabs
from tests.app.widgets.windows import tabbed_window


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with four tabs, the first in front; closing one takes it away at once."""
    window = tabbed_window(qtbot, "abcd", lambda shown: shown.resize(1000, 700))
    window.requests.close_tab_requested.connect(window.panes.remove)
    window.requests.conversation_activated.connect(window.panes.activate)
    return window


@pytest.fixture
def tabs(qtbot: QtBot) -> Tabs:
    """Three tabs on show."""
    tabs = Tabs()
    qtbot.addWidget(tabs.bar)
    tabs.bar.resize(700, 40)
    for conversation_id in "abc":
        tabs.add(conversation_id, f"Title {conversation_id}")
    tabs.bar.show()
    QApplication.processEvents()
    return tabs
