"""A row shows a default in the quiet colour, takes what is typed, and says what is wrong."""

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPalette, QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.chat_panel.changes import Unset
from app.widgets.chat_panel.rows import DecimalRow, OptionRow, Scale, WholeRow
from app.widgets.chat_panel.sampling_rows import (
    GroupRow,
    SamplingRowFactory,
)
from app.widgets.chat_panel.text_rows import BiasRow, PromptRow, SeedRow, StopRow
from app.widgets.kit.theme import LIGHT
from engine.messages.sampling_params import SamplingParams

TEXT = ("Name", "What it means.")
TEMPERATURE = Scale(0.0, 5.0, 0.05, slider_high=2.0)


def shown(
    qtbot: QtBot, row: OptionRow, own: object = Unset.DEFAULT, default: object = None
) -> QSignalSpy:
    """Show a row with a value; return what it emits."""
    qtbot.addWidget(row)
    row.show_value(own, default)
    row.show()
    return QSignalSpy(row.edited)


def ink(widget: QWidget) -> str:
    return widget.palette().color(QPalette.ColorRole.Text).name()


def all_rows(qtbot: QtBot) -> list[OptionRow]:
    factory = SamplingRowFactory()
    rows = [*factory.everyday(), factory.stopping(), *factory.advanced()]
    for row in rows:
        qtbot.addWidget(row)
    return rows


def test_every_sampler_of_the_engine_has_a_row(qtbot: QtBot) -> None:
    names = {row.name for row in all_rows(qtbot)}
    others = {"grammar", "json_schema", "logprob_count"}  # the first two have a field
    assert names | others == set(SamplingParams.__struct_fields__)


def test_every_row_shows_the_engines_own_value_and_gives_it_back(qtbot: QtBot) -> None:
    defaults = msgspec.to_builtins(SamplingParams())
    for row in all_rows(qtbot):
        shown(qtbot, row, default=defaults[row.name])
        given = defaults[row.name]
        assert row.value() == (list(given) if isinstance(given, tuple) else given), row.name


def test_every_row_takes_what_the_engine_takes(qtbot: QtBot) -> None:
    given = {
        "dry": {
            "multiplier": 0.5,
            "base": 1.5,
            "allowed_length": 3,
            "window": 64,
            "breakers": ["#"],
        },
        "mirostat": {"tau": 4.0, "eta": 0.2},
        "logit_bias": [[5, -1.5], [6, None]],
        "stop_strings": ["\n\n", "a\\b", "\t"],
        "seed": -7,
        "max_tokens": 12,
    }
    for row in all_rows(qtbot):
        if row.name in given:
            shown(qtbot, row, own=given[row.name])
            assert row.value() == given[row.name]


def test_a_default_is_quiet_and_a_value_of_the_chat_is_not(qtbot: QtBot) -> None:
    row = DecimalRow("temperature", *TEXT, scale=TEMPERATURE)
    shown(qtbot, row, default=0.7)
    assert (row.box.value(), ink(row.box)) == (0.7, LIGHT.muted)
    assert row.default_button.isHidden()
    assert row.editor.accessibleDescription() == "Default. What it means."
    row.show_value(0.2, 0.7)
    assert (row.box.value(), ink(row.box)) == (0.2, LIGHT.text)
    asked = QSignalSpy(row.default_requested)
    QTest.mouseClick(row.default_button, Qt.MouseButton.LeftButton)
    assert asked.at(0) == ["temperature"]


def test_slider_and_number_go_together_and_are_emitted_once(qtbot: QtBot) -> None:
    row = DecimalRow("temperature", *TEXT, scale=TEMPERATURE)
    emitted = shown(qtbot, row, default=0.7)
    assert row.slider is not None
    assert row.slider.value() == 14
    for steps in (15, 16, 17):
        row.slider.setValue(steps)
    row.flush()
    assert (emitted.count(), emitted.at(0)) == (1, ["temperature", 0.85])
    row.box.setValue(4.0)
    assert row.slider.value() == row.slider.maximum()


def test_the_wheel_scrolls_past_a_field_without_the_focus(qtbot: QtBot) -> None:
    row = WholeRow("top_k", *TEXT, scale=Scale(1, 100, 1))
    shown(qtbot, row, own=40)
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(row.box.mapToGlobal(QPoint(5, 5))),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(row.box, wheel)
    assert (row.box.value(), row.box.hasFocus()) == (40, False)
    row.activateWindow()
    row.box.setFocus()
    qtbot.waitUntil(row.box.hasFocus)
    QApplication.sendEvent(row.box, wheel)
    assert row.box.value() == 41


def test_what_is_being_typed_is_not_overwritten(qtbot: QtBot) -> None:
    row = PromptRow("system_prompt", *TEXT, hint="", line_count=3)
    emitted = shown(qtbot, row, default="Be kind.")
    assert (row.box.toPlainText(), ink(row.box)) == ("Be kind.", LIGHT.muted)
    row.box.selectAll()
    QTest.keyClicks(row.box, "Be brief.")
    row.show_value(Unset.DEFAULT, "Be kinder.")
    assert row.box.toPlainText() == "Be brief."
    row.flush()
    assert emitted.at(0) == ["system_prompt", "Be brief."]


def test_an_empty_prompt_is_one_only_where_there_is_another(qtbot: QtBot) -> None:
    row = PromptRow("system_prompt", *TEXT, hint="", line_count=3)
    shown(qtbot, row, default="")
    assert row.value() is Unset.DEFAULT
    row.show_value(Unset.DEFAULT, "Be kind.")
    row.box.clear()
    assert row.value() == ""


def test_what_is_wrong_is_said_and_stays_until_it_is_right(qtbot: QtBot) -> None:
    row = SeedRow("seed", *TEXT, none_word="Random")
    emitted = shown(qtbot, row)
    QTest.keyClicks(row.box, "12x")
    row.flush()
    assert "whole number" in row.error_text()
    row.show_value(Unset.DEFAULT, None)  # as another option's change does
    assert (row.box.text(), emitted.count()) == ("12x", 0)
    QTest.keyClick(row.box, Qt.Key.Key_Backspace)
    row.flush()
    assert (row.error_text(), emitted.at(0)) == ("", ["seed", 12])
    row.begin()
    row.show_value(3, None)
    assert row.box.text() == "3"


@pytest.mark.parametrize("text", [str(1 << 63), "1.5", "-"])
def test_a_seed_has_64_bits(qtbot: QtBot, text: str) -> None:
    row = SeedRow("seed", *TEXT, none_word="Random")
    shown(qtbot, row)
    row.box.setText(text)
    with pytest.raises(ValueError, match=r"\w"):
        row.value()


def test_stop_strings_are_lines_with_escapes(qtbot: QtBot) -> None:
    row = StopRow("stop_strings", *TEXT)
    emitted = shown(qtbot, row, default=())
    row.box.setPlainText("User:\n\n\\n\\n\na\\\\nb\n")
    row.flush()
    assert emitted.at(0)[1] == ["User:", "\n\n", "a\\nb"]
    row.show_value(["User:", "\n\n", "a\\nb"], ())
    assert row.box.toPlainText().endswith("b\n"), "the line that is begun stays"
    row.box.setPlainText("\n".join(map(str, range(65))))
    row.flush()
    assert "64" in row.error_text()


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("5 -1.5\n\n6 never", [[5, -1.5], [6, None]]),
        ("7=3", [[7, 3.0]]),
        ("8, -inf", [[8, None]]),
        ("cat -5", [["cat", -5.0]]),
        ('" cat" 2\n"12"=never', [[" cat", 2.0], ["12", None]]),
        ('two words, -1\n"a \\"b\\" \\\\\\n" 1', [["two words", -1.0], ['a "b" \\\n', 1.0]]),
    ],
)
def test_biases_are_pairs(qtbot: QtBot, text: str, pairs: list[list[object]]) -> None:
    row = BiasRow("logit_bias", *TEXT)
    shown(qtbot, row)
    row.box.setPlainText(text)
    assert row.value() == pairs


@pytest.mark.parametrize(
    ("token", "line"),
    [
        (5, "5 1"),
        ("cat", "cat 1"),
        (" cat", '" cat" 1'),
        ("12", '"12" 1'),
        ('"\\\n', '"\\"\\\\\\n" 1'),
    ],
)
def test_a_biased_text_is_shown_as_it_can_be_typed(qtbot: QtBot, token: object, line: str) -> None:
    row = BiasRow("logit_bias", *TEXT)
    shown(qtbot, row)
    row.fill_in([[token, 1.0]])
    assert row.box.toPlainText() == line
    assert row.value() == [[token, 1.0]]


@pytest.mark.parametrize(
    "text",
    ["cat", "cat x", "5", "5 x", "-1 2", "5 1001", "5 nan", "5 inf", '"" 5', "x" * 201 + " 5"],
)
def test_what_is_no_bias_is_quoted(qtbot: QtBot, text: str) -> None:
    row = BiasRow("logit_bias", *TEXT)
    shown(qtbot, row)
    row.box.setPlainText(text)
    row.flush()
    assert f"“{text}”" in row.error_text()


def test_a_group_is_off_or_has_its_values(qtbot: QtBot) -> None:
    inner = DecimalRow("tau", *TEXT, scale=Scale(0.01, 100.0, 0.1))
    row = GroupRow("mirostat", *TEXT, rows=(inner,), defaults={"tau": 5.0})
    emitted = shown(qtbot, row)
    assert (row.value(), inner.isHidden()) == (None, True)
    row.box.click()
    assert emitted.at(0) == ["mirostat", {"tau": 5.0}]
    assert not inner.isHidden()
    inner.box.setValue(3.0)
    row.flush()
    assert emitted.at(1) == ["mirostat", {"tau": 3.0}]
    row.show_value({}, None)
    assert inner.box.value() == 5.0
    row.box.click()
    assert emitted.at(2) == ["mirostat", None]
