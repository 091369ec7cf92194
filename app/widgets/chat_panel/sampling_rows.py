"""The rows of all samplers that the engine has, under the names that its values have there."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from app.widgets.chat_panel.rows import DecimalRow, OptionRow, Scale, WholeRow
from app.widgets.chat_panel.text_rows import BiasRow, SeedRow, StopRow
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.settings.rows import RowText

MOST_TOKENS = 1 << 20
DRY_DEFAULTS: dict[str, object] = {
    "multiplier": 0.8,
    "base": 1.75,
    "allowed_length": 2,
    "window": None,
    "breakers": ["\n", ":", '"', "*"],
}
MIROSTAT_DEFAULTS: dict[str, object] = {"tau": 5.0, "eta": 0.1}
_SHARE = Scale(0.01, 1.0, 0.01, slider_high=1.0)
_INDENT = 14


class GroupRow(OptionRow):
    """Holds None while it is off, else its values by their names."""

    def __init__(
        self, name: str, *text: str, rows: tuple[OptionRow, ...], defaults: Mapping[str, object]
    ) -> None:
        self.box = CheckBox()
        self.rows = rows
        self._defaults = defaults
        super().__init__(name, RowText(*text), self.box)
        self.box.setFixedWidth(self.box.sizeHint().width())
        self._column.addLayout(vertical_layout(None, *rows, margins=(_INDENT, 0, 0, 0), spacing=0))
        for row in rows:
            row.default_button.hide()
            row.edited.connect(lambda _name, _value: self._emit())
        self.box.clicked.connect(self._on_clicked)
        self.fill_in(None)

    def value(self) -> object:
        if not self.box.isChecked():
            return None
        return {row.name: row.value() for row in self.rows}

    def fill_in(self, value: object) -> None:
        self.box.setChecked(value is not None)
        given = value if isinstance(value, dict) else {}
        for row in self.rows:
            row.begin()
            row.fill_in(given.get(row.name, self._defaults[row.name]))
        self._show_rows()

    def flush(self) -> None:
        for row in self.rows:
            row.flush()
        super().flush()

    def _show_state(self) -> None:
        super()._show_state()
        for row in self.rows:
            row.mute(is_muted=not self._is_own)

    def _show_rows(self) -> None:
        for row in self.rows:
            row.setVisible(self.box.isChecked())

    def _on_clicked(self) -> None:
        self._show_rows()
        self._emit()


class SamplingRowFactory(QObject):
    """Builds the rows, the everyday ones apart from the others."""

    def everyday(self) -> tuple[OptionRow, ...]:
        """Return the rows that are changed most."""
        return (
            DecimalRow(
                "temperature",
                self.tr("Temperature"),
                self.tr("0 is predictable, 1 is creative, higher is erratic."),
                scale=Scale(0.0, 5.0, 0.05, slider_high=2.0),
            ),
            DecimalRow(
                "top_p",
                self.tr("Top-p"),
                self.tr("Only the likeliest tokens whose probabilities add up to this."),
                scale=_SHARE,
            ),
            DecimalRow(
                "min_p",
                self.tr("Min-p"),
                self.tr("Drops tokens below this share of the likeliest one's probability."),
                scale=Scale(0.0, 0.99, 0.01, slider_high=0.5),
            ),
            WholeRow(
                "top_k",
                self.tr("Top-k"),
                self.tr("Only this many of the likeliest tokens."),
                scale=Scale(1, 100_000, 1),
            ),
            WholeRow(
                "max_tokens",
                self.tr("Maximum length"),
                self.tr("Tokens of an answer. With no limit, answers can fill the context."),
                scale=Scale(1, MOST_TOKENS, 64),
                none_word=self.tr("No limit"),
            ),
        )

    def stopping(self) -> OptionRow:
        """Return the row of the stop strings."""
        return StopRow(
            "stop_strings",
            self.tr("Stop strings"),
            self.tr("An answer ends before any of these. One per line; \\n is a line break."),
            hint=self.tr("One per line"),
        )

    def advanced(self) -> tuple[OptionRow, ...]:
        """Return the rows of the other samplers."""
        return (
            SeedRow(
                "seed",
                self.tr("Seed"),
                self.tr("With the same seed, answers can be repeated."),
                none_word=self.tr("Random"),
            ),
            DecimalRow(
                "typical_p",
                self.tr("Typical-p"),
                self.tr("Prefers tokens that are about as surprising as expected. 1 is off."),
                scale=_SHARE,
            ),
            DecimalRow(
                "top_n_sigma",
                self.tr("Top-n-sigma"),
                self.tr(
                    "Drops tokens this many standard deviations below the likeliest. 0 is off."
                ),
                scale=Scale(0.0, 10.0, 0.1, slider_high=5.0),
            ),
            *self._moving(),
            *self._penalties(),
            *self._exclusion(),
            self._dry(),
            self._mirostat(),
            BiasRow(
                "logit_bias",
                self.tr("Token bias"),
                self.tr(
                    "Makes single tokens likelier or less likely: a text or a token's number, "
                    "and what is added to its score, one pair per line. Quotation marks keep "
                    "the space with which most words begin. Of a text of several tokens each "
                    "has it."
                ),
                hint=self.tr("word -5"),
            ),
        )

    def _moving(self) -> tuple[OptionRow, ...]:
        return (
            DecimalRow(
                "dynatemp_range",
                self.tr("Dynamic temperature"),
                self.tr(
                    "Lowers the temperature by this where the model is sure, and raises it "
                    "where it is not. 0 is off."
                ),
                scale=Scale(0.0, 5.0, 0.05, slider_high=2.0),
            ),
            DecimalRow(
                "dynatemp_exponent",
                self.tr("Dynamic exponent"),
                self.tr("How the temperature grows with the model's doubt."),
                scale=Scale(0.0, 10.0, 0.1),
            ),
            DecimalRow(
                "adaptive_target",
                self.tr("Adaptive-p target"),
                self.tr("Prefers tokens near this probability."),
                scale=Scale(0.0, 1.0, 0.01),
                none_word=self.tr("Off"),
            ),
            DecimalRow(
                "adaptive_decay",
                self.tr("Adaptive-p decay"),
                self.tr("How long adaptive-p remembers. Higher is longer."),
                scale=Scale(0.0, 0.99, 0.01),
            ),
        )

    def _penalties(self) -> tuple[OptionRow, ...]:
        return (
            DecimalRow(
                "repeat_penalty",
                self.tr("Repetition penalty"),
                self.tr("Makes recent tokens less likely. 1 is off."),
                scale=Scale(0.5, 2.0, 0.05, slider_high=2.0),
            ),
            DecimalRow(
                "frequency_penalty",
                self.tr("Frequency penalty"),
                self.tr("Subtracted each time that a token was used. 0 is off."),
                scale=Scale(-2.0, 2.0, 0.1, slider_high=2.0),
            ),
            DecimalRow(
                "presence_penalty",
                self.tr("Presence penalty"),
                self.tr("Subtracted once from tokens that were used. 0 is off."),
                scale=Scale(-2.0, 2.0, 0.1, slider_high=2.0),
            ),
            WholeRow(
                "penalty_window",
                self.tr("Penalty window"),
                self.tr("How many tokens these penalties look back on."),
                scale=Scale(0, MOST_TOKENS, 16),
            ),
        )

    def _exclusion(self) -> tuple[OptionRow, ...]:
        return (
            DecimalRow(
                "xtc_probability",
                self.tr("XTC probability"),
                self.tr("How often the likeliest tokens are excluded. 0 is off."),
                scale=Scale(0.0, 1.0, 0.05, slider_high=1.0),
            ),
            DecimalRow(
                "xtc_threshold",
                self.tr("XTC threshold"),
                self.tr("XTC keeps only the least likely token above this probability."),
                scale=Scale(0.0, 1.0, 0.05, slider_high=1.0),
            ),
        )

    def _dry(self) -> OptionRow:
        rows = (
            DecimalRow("multiplier", self.tr("Strength"), scale=Scale(0.0, 100.0, 0.1)),
            DecimalRow("base", self.tr("Base"), scale=Scale(1.0, 100.0, 0.05)),
            WholeRow("allowed_length", self.tr("Allowed length"), scale=Scale(1, 1000, 1)),
            WholeRow(
                "window",
                self.tr("Window"),
                scale=Scale(0, MOST_TOKENS, 64),
                none_word=self.tr("All"),
            ),
            StopRow("breakers", self.tr("Breakers"), hint=self.tr("One per line")),
        )
        text = (self.tr("DRY"), self.tr("Don't repeat yourself: a penalty on repeated sequences."))
        return GroupRow("dry", *text, rows=rows, defaults=DRY_DEFAULTS)

    def _mirostat(self) -> OptionRow:
        rows = (
            DecimalRow("tau", self.tr("Target surprise"), scale=Scale(0.01, 100.0, 0.1)),
            DecimalRow("eta", self.tr("Learning rate"), scale=Scale(0.01, 10.0, 0.01)),
        )
        text = (
            self.tr("Mirostat 2"),
            self.tr("Keeps the surprise of the text even; replaces top-k, top-p and min-p."),
        )
        return GroupRow("mirostat", *text, rows=rows, defaults=MIROSTAT_DEFAULTS)
