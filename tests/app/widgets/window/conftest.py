"""A window with three tabs."""

import pytest
from pytestqt.qtbot import QtBot

from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import tabbed_window


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with three tabs, the first in front."""
    return tabbed_window(qtbot, "abc")
