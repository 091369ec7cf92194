"""Of one kind of notice the newest is shown, and its button does what it says."""

from pytestqt.qtbot import QtBot

from app.controllers.banners import MAX_LETTERS, Banners
from app.errors import DiskFull, ModelFileError
from app.widgets.window.main_window import MainWindow


def texts(window: MainWindow) -> list[str]:
    return [banner.content.text for banner in window.banners.banners]


def test_trouble_of_one_kind_does_not_pile_up(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    banners = Banners(window)
    banners.report(ModelFileError("“a.txt” is no model."))
    banners.report(DiskFull("The disk is full."))
    banners.report(ModelFileError("“b.txt” is no model."))
    banners.report(ModelFileError("“b.txt” is no model."))
    assert texts(window) == ["The disk is full.", "“b.txt” is no model."]


def test_what_has_no_kind_stands_beside_its_like(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    banners = Banners(window)
    pressed: list[str] = []
    banners.show("one", action="Undo", on_action=lambda: pressed.append("one"))
    banners.show("two", action="Undo", on_action=lambda: pressed.append("two"))
    for banner in window.banners.banners:
        banner.action_button.click()
    assert pressed == ["one", "two"]
    assert texts(window) == []


def test_what_no_banner_can_hold_is_shown_as_far_as_it_goes(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    banners = Banners(window)
    banners.report(ModelFileError("/models/\udcff.gguf is no model."))
    banners.show("W" * 1_000_000)
    shown = texts(window)
    assert shown[0] == "/models/?.gguf is no model."
    assert len(shown[1]) == MAX_LETTERS + 2
