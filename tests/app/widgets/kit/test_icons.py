"""Icons: every file can be drawn, in the colour and the density that is asked for."""

from importlib import resources

import pytest
from pytestqt.qtbot import QtBot

from app.widgets.kit.controls import IconButton
from app.widgets.kit.icons import icon_pixmap
from tests.conftest import ExpectedLog

NAMES = sorted(
    entry.name.removesuffix(".svg")
    for entry in (resources.files("resources") / "icons").iterdir()
    if entry.name.endswith(".svg")
)


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_drawn(qtbot: QtBot, name: str) -> None:
    picture = icon_pixmap(name, "#ff0000", 24).toImage()
    inked = [
        picture.pixelColor(x, y).name()
        for x in range(24)
        for y in range(24)
        if picture.pixelColor(x, y).alpha() == 255
    ]

    assert inked
    if name != "hubbub":
        assert set(inked) == {"#ff0000"}


def test_without_its_file_an_icon_is_empty_and_its_button_is_painted(
    qtbot: QtBot, expect_log: ExpectedLog
) -> None:
    expect_log("no such icon")
    button = IconButton("no such icon", "what it does")
    qtbot.addWidget(button)
    assert not button.grab().isNull()
    picture = icon_pixmap("no such icon", "#ff0000", 24).toImage()
    assert all(picture.pixelColor(x, x).alpha() == 0 for x in range(24))
