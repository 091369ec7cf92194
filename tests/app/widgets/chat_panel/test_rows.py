"""The samplers' rows show what the engine takes, and read what is typed."""

import msgspec
import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.errors import InvalidSettings
from app.widgets.chat_panel.sampling_rows import (
    SamplingRowFactory,
    typed_biases,
    typed_seed,
    typed_stops,
    written_biases,
    written_stops,
)
from app.widgets.kit.form_rows import GroupRow, NumberRow, Scale
from engine.messages.sampling_params import SamplingParams

DRY = {"multiplier": 0.5, "base": 1.5, "allowed_length": 3, "window": 64, "breakers": ["#"]}
OWN = {"dry": DRY, "mirostat": {"tau": 4.0, "eta": 0.2}, "logit_bias": [[5, -1.5], [6, None]]}
OWN |= {"stop_strings": ["\n\n", "a\\b", "\t"], "seed": -7, "max_tokens": 12}


def test_every_sampler_of_the_engine_has_a_row_that_takes_its_values(qtbot: QtBot) -> None:
    factory = SamplingRowFactory()
    defaults = msgspec.to_builtins(SamplingParams())
    names = {"grammar", "json_schema", "logprob_count"}  # the first two have a field
    names |= {"lark", "grammar_triggers"}  # for calls of tools
    for row in (*factory.everyday(), factory.stopping(), *factory.advanced()):
        qtbot.addWidget(row)
        row.make_compact()
        names.add(row.name)
        for value in (defaults[row.name], OWN.get(row.name, defaults[row.name])):
            row.show_value(value, is_own=False)
            assert row.value() == value, row.name
    assert names == set(SamplingParams.__struct_fields__)


@pytest.mark.parametrize("text", ["12x", str(1 << 63), "1.5", "-"])
def test_a_seed_has_64_bits(text: str) -> None:
    assert (typed_seed(" "), typed_seed("-3")) == (None, -3)
    with pytest.raises(InvalidSettings, match="number"):
        typed_seed(text)


def test_stop_strings_are_lines_with_escapes() -> None:
    stops = ["User:", "\n\n", "a\\nb"]
    assert typed_stops("User:\n\n\\n\\n\na\\\\nb\n") == stops
    assert typed_stops(written_stops(stops)) == stops
    with pytest.raises(InvalidSettings, match="64"):
        typed_stops("\n".join(map(str, range(65))))


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
def test_biases_are_pairs(text: str, pairs: list[list[object]]) -> None:
    assert typed_biases(text) == pairs
    assert typed_biases(written_biases(pairs)) == pairs


def test_a_biased_text_is_shown_as_it_can_be_typed() -> None:
    tokens = (5, "cat", " cat", "12", '"\\\n')
    lines = ["5 1", "cat 1", '" cat" 1', '"12" 1', '"\\"\\\\\\n" 1']
    assert written_biases([[token, 1.0] for token in tokens]).splitlines() == lines


@pytest.mark.parametrize(
    "text",
    ["cat", "cat x", "5", "5 x", "-1 2", "5 1001", "5 nan", "5 inf", '"" 5', "x" * 201 + " 5"],
)
def test_what_is_no_bias_is_refused(text: str) -> None:
    with pytest.raises(InvalidSettings, match="is not a token bias"):
        typed_biases(text)


def test_a_group_is_off_or_has_its_values(qtbot: QtBot) -> None:
    inner = NumberRow("tau", "Name", scale=Scale(0.01, 100.0, 0.1))
    row = GroupRow("mirostat", "Name", rows=(inner,), defaults={"tau": 5.0})
    qtbot.addWidget(row)
    row.make_compact()
    changed = QSignalSpy(row.value_changed)
    assert (row.value(), inner.isHidden()) == (None, True)
    row.box.click()
    assert changed.at(0) == ["mirostat", {"tau": 5.0}]
    assert not inner.isHidden()
    inner.box.setValue(3.0)
    row.flush()
    assert changed.at(1) == ["mirostat", {"tau": 3.0}]
    row.show_value({}, is_own=True)
    assert (inner.box.value(), inner.editor.accessibleDescription()) == (5.0, "")
    row.box.click()
    assert changed.at(2) == ["mirostat", None]
