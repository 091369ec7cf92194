"""Of one kind of notice the newest is shown, and its button does what it says."""

from pytestqt.qtbot import QtBot

from app.controllers.banners import LONGEST_NOTICE, Notices
from app.errors import DiskFull, NotAModelFile
from app.widgets.window.main_window import MainWindow


def texts(window: MainWindow) -> list[str]:
    return [banner.notice.text for banner in window.banners.banners]


def test_trouble_of_one_kind_does_not_pile_up(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    notices = Notices(window)
    notices.tell_trouble(NotAModelFile("“a.txt” is no model."))
    notices.tell_trouble(DiskFull("The disk is full."))
    notices.tell_trouble(NotAModelFile("“b.txt” is no model."))
    notices.tell_trouble(NotAModelFile("“b.txt” is no model."))
    assert texts(window) == ["The disk is full.", "“b.txt” is no model."]


def test_what_has_no_kind_stands_beside_its_like(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    notices = Notices(window)
    pressed: list[str] = []
    notices.tell("one", action="Undo", on_action=lambda: pressed.append("one"))
    notices.tell("two", action="Undo", on_action=lambda: pressed.append("two"))
    for banner in window.banners.banners:
        banner.action_button.click()
    assert pressed == ["one", "two"]
    assert texts(window) == []


def test_what_no_banner_can_hold_is_shown_as_far_as_it_goes(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    notices = Notices(window)
    notices.tell_trouble(NotAModelFile("/models/\udcff.gguf is no model."))
    notices.tell("W" * 1_000_000)
    shown = texts(window)
    assert shown[0] == "/models/?.gguf is no model."
    assert len(shown[1]) == LONGEST_NOTICE + 2
