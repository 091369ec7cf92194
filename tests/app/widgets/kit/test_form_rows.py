"""A row shows a value and its default, takes what is set, and says what is wrong with it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPalette, QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.settings import typed_file, typed_server_address
from app.widgets.kit.form_rows import (
    CheckBoxRow,
    ChoiceRow,
    FormRow,
    LineRow,
    NumberRow,
    Reading,
    Scale,
    TextRow,
)
from app.widgets.kit.theme import LIGHT
from tests.app.widgets.showing import on_screen

TEXT = ("name", "Name", "What it means.")
TEMPERATURE = Scale(0.0, 5.0, 0.05, slider_high=2.0)
CHOICES = ((None, "Automatic"), (1, "One"), ("b", "Two"))
ADDRESS = Reading(typed_server_address)
Build = Callable[[], FormRow]


def ink(widget: QWidget) -> str:
    return widget.palette().color(QPalette.ColorRole.Text).name()


def enter(row: LineRow, text: str) -> None:
    row.box.selectAll()
    QTest.keyClicks(row.box, text)
    QTest.keyClick(row.box, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("build", "values"),
    [
        (lambda: NumberRow(*TEXT, scale=Scale(2, 9, 4)), (2, 7, 9)),
        (lambda: NumberRow(*TEXT, scale=Scale(0, 9), none_word="None"), (0, None, 9)),
        (lambda: NumberRow(*TEXT, scale=Scale(0, 9), none_word="No", none=-7), (0, -7)),
        (lambda: NumberRow(*TEXT, scale=TEMPERATURE), (0.0, 0.25, 5.0)),
        (lambda: NumberRow(*TEXT, scale=Scale(0.0, 1.0, 0.1), none_word="Off"), (None, 0.0)),
        (lambda: ChoiceRow(*TEXT, choices=CHOICES), (1, None, "b", "of another version")),
        (lambda: ChoiceRow(*TEXT, choices=CHOICES, none="none"), (1, "b")),
        (lambda: CheckBoxRow(*TEXT), (True, False)),
        (lambda: TextRow(*TEXT), ("Two\nlines", "")),
        (lambda: TextRow(*TEXT, reading=Reading(str)), (" blanks \n",)),
        (lambda: LineRow(*TEXT, hint="hint"), ("a b", "")),
    ],
)
@pytest.mark.parametrize("is_compact", [False, True])
def test_a_value_is_shown_and_given_back_and_no_change(
    qtbot: QtBot, build: Build, values: tuple[object, ...], is_compact: bool
) -> None:
    row = on_screen(qtbot, build())
    if is_compact:
        row.make_compact()
    changed = QSignalSpy(row.value_changed)
    for value in values:
        row.set_value(value)
        assert row.value() == value
        assert type(row.value()) is type(value)
    row.flush()
    assert changed.count() == 0
    assert row.editor.accessibleName() == "Name"


def test_a_default_is_quiet_and_a_value_that_differs_has_its_mark(qtbot: QtBot) -> None:
    row = on_screen(qtbot, NumberRow(*TEXT, scale=TEMPERATURE))
    row.make_compact()
    row.show_value(0.7, is_own=False)
    assert (row.box.value(), ink(row.box)) == (0.7, LIGHT.muted)
    assert row.default_button.isHidden()
    assert row.editor.accessibleDescription() == "Default. What it means."
    row.show_value(0.2, is_own=True)
    assert (row.box.value(), ink(row.box)) == (0.2, LIGHT.text)
    asked = QSignalSpy(row.default_requested)
    QTest.mouseClick(row.default_button, Qt.MouseButton.LeftButton)
    assert asked.at(0) == ["name"]


def test_slider_and_number_go_together_and_are_emitted_once(qtbot: QtBot) -> None:
    row = on_screen(qtbot, NumberRow(*TEXT, scale=TEMPERATURE))
    row.make_compact()
    changed = QSignalSpy(row.value_changed)
    row.set_value(0.7)
    assert row.slider is not None
    assert row.slider.value() == 14
    for steps in (15, 16, 17):
        row.slider.setValue(steps)
    row.flush()
    assert (changed.count(), changed.at(0)) == (1, ["name", 0.85])
    row.box.setValue(4.0)
    assert row.slider.value() == row.slider.maximum()


def test_the_wheel_scrolls_past_a_field_without_the_focus(qtbot: QtBot) -> None:
    row = on_screen(qtbot, NumberRow(*TEXT, scale=Scale(1, 100)))
    row.set_value(40)
    place, turn = QPointF(5, 5), QPoint(0, 120)
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        place, place, turn, turn, buttons, keys, Qt.ScrollPhase.NoScrollPhase, False
    )
    row.box.clearFocus()
    QApplication.sendEvent(row.box, wheel)
    assert (row.box.value(), row.box.hasFocus()) == (40, False)
    row.activateWindow()
    row.box.setFocus()
    qtbot.waitUntil(row.box.hasFocus)
    QApplication.sendEvent(row.box, wheel)
    assert row.box.value() == 41


def test_what_is_being_typed_is_not_overwritten(qtbot: QtBot) -> None:
    row = on_screen(qtbot, TextRow(*TEXT))
    changed = QSignalSpy(row.value_changed)
    row.show_value("Be kind.", is_own=False)
    row.box.selectAll()
    QTest.keyClicks(row.box, "Be brief.")
    row.show_value("Be kinder.", is_own=False)
    assert (row.box.toPlainText(), row.is_pending) == ("Be brief.", True)
    row.flush()
    assert changed.at(0) == ["name", "Be brief."]


def test_what_is_wrong_is_said_and_is_no_value_until_it_is_right(qtbot: QtBot) -> None:
    row = on_screen(qtbot, LineRow(*TEXT, hint="hint", reading=ADDRESS))
    row.show_value("192.168.1.20", is_own=True)
    changed = QSignalSpy(row.value_changed)
    enter(row, "rack.lan")
    assert "is not an IP address" in row.error_text()
    row.show_value("192.168.1.20", is_own=True)  # as another option's change does
    assert (row.box.text(), row.value(), changed.count()) == ("rack.lan", "192.168.1.20", 0)
    enter(row, " [::1] ")
    assert (row.error_text(), changed.at(0)) == ("", ["name", "::1"])
    enter(row, "rack.lan")
    row.begin()
    row.show_value("::1", is_own=True)
    assert (row.box.text(), row.error_text()) == ("::1", "")


def test_a_stored_value_that_is_not_valid_any_more_is_shown_and_kept(
    qtbot: QtBot, tmp_path: Path
) -> None:
    row = on_screen(qtbot, LineRow(*TEXT, hint="hint", reading=Reading(typed_file)))
    row.set_value(str(tmp_path / "gone.pem"))
    assert row.value() == row.box.text() == str(tmp_path / "gone.pem")
    row.enter(str(tmp_path / "no.pem"))
    assert "There is no file" in row.error_text()
    (tmp_path / "key.pem").write_text("key")
    row.enter(str(tmp_path / "key.pem"))
    assert (row.error_text(), row.value()) == ("", str(tmp_path / "key.pem"))


def test_a_note_is_also_said_to_screen_readers(qtbot: QtBot) -> None:
    row = on_screen(qtbot, CheckBoxRow(*TEXT))
    row.show_note("This model: on")
    assert (row.note(), row.has("means name")) == ("This model: on", True)
    assert row.editor.accessibleDescription() == "What it means. This model: on"


@pytest.mark.parametrize("word", ["No limit", "Keine Grenze, solange Platz ist"])
def test_the_word_for_no_number_is_not_cut_in_a_narrow_panel(qtbot: QtBot, word: str) -> None:
    row = NumberRow(*TEXT, scale=Scale(1, 9), none_word=word)
    row.make_compact()
    row.set_value(None)
    on_screen(qtbot, row, 400)
    field = row.box.lineEdit()
    margins = field.textMargins()
    room = field.width() - margins.left() - margins.right()
    assert room >= field.fontMetrics().horizontalAdvance(word)
