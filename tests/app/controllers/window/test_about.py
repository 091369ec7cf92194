"""About Hubbub names what it is made of, with licences."""

from pytestqt.qtbot import QtBot

from app.controllers.window.about import parts_of, starter_part
from app.widgets.dialogs.about import AboutDialog


def test_the_starter_model_is_named_with_its_makers_and_its_licence(qtbot: QtBot) -> None:
    dialog = AboutDialog("1.0", "", (starter_part(), *parts_of("hubbub")))
    qtbot.addWidget(dialog)
    lines = dialog.text().splitlines()
    assert "SmolLM2-135M-Instruct by Hugging Face (quantized Q4_1): Apache-2.0" in lines
    assert any(line.startswith("PySide6_Essentials ") for line in lines)
