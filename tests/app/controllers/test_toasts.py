"""Of one kind of notice the newest is shown, and its button does what it says."""

from pytestqt.qtbot import QtBot

from app.controllers.toasts import MAX_LETTERS, Toasts
from app.errors import DiskFull, ModelFileError
from app.widgets.window.main_window import MainWindow


def texts(window: MainWindow) -> list[str]:
    return [toast.content.text for toast in window.toasts.shown]


def test_trouble_of_one_kind_does_not_pile_up(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    toasts = Toasts(window)
    toasts.report(ModelFileError("“a.txt” is no model."))
    toasts.report(DiskFull("The disk is full."))
    toasts.report(ModelFileError("“b.txt” is no model."))
    toasts.report(ModelFileError("“b.txt” is no model."))
    assert texts(window) == ["The disk is full.", "“b.txt” is no model."]


def test_what_has_no_kind_stands_beside_its_like(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    toasts = Toasts(window)
    pressed: list[str] = []
    toasts.show("one", action="Undo", on_action=lambda: pressed.append("one"))
    toasts.show("two", action="Undo", on_action=lambda: pressed.append("two"))
    for toast in window.toasts.shown:
        toast.action_button.click()
    assert pressed == ["one", "two"]
    assert texts(window) == []


def test_what_no_toast_can_hold_is_shown_as_far_as_it_goes(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    toasts = Toasts(window)
    toasts.report(ModelFileError("/models/\udcff.gguf is no model."))
    toasts.show("W" * 1_000_000)
    shown = texts(window)
    assert shown[0] == "/models/?.gguf is no model."
    assert len(shown[1]) == MAX_LETTERS + 2
