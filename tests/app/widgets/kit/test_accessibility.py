"""Esc belongs to the widget that claims it; all else stays with the window."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from app.widgets.kit.accessibility import claims_escape


@pytest.mark.parametrize(
    ("kind", "key", "claimed"),
    [
        (QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, True),
        (QEvent.Type.ShortcutOverride, Qt.Key.Key_A, False),
        (QEvent.Type.KeyPress, Qt.Key.Key_Escape, False),
    ],
)
def test_only_the_offer_of_escape_is_claimed(
    qtbot: QtBot, kind: QEvent.Type, key: Qt.Key, *, claimed: bool
) -> None:
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    assert claims_escape(event) is claimed
    assert event.isAccepted() is claimed
