"""A name that is asked for is not blank."""

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.widgets.kit.name_dialog import LONGEST_NAME, NameDialog


@pytest.mark.parametrize(
    ("typed", "named"), [("  New  ", ["New"]), ("   ", []), ("x" * 300, ["x" * LONGEST_NAME])]
)
def test_a_name_is_trimmed_and_never_blank(qtbot: QtBot, typed: str, named: list[str]) -> None:
    dialog = NameDialog("Old", title="Rename conversation")
    qtbot.addWidget(dialog)
    names = QSignalSpy(dialog.named)
    dialog.name_box.clear()
    dialog.name_box.insert(typed)
    dialog.accept()

    assert [names.at(number)[0] for number in range(names.count())] == named
