"""The rows of all samplers of the engine, named as the engine's sampling parameters."""

import re

from PySide6.QtCore import QObject

from app.errors import InvalidSettings, lazy
from app.widgets.kit.form_rows import (
    FormRow,
    GroupRow,
    LineRow,
    NumberRow,
    Reading,
    Scale,
    TextRow,
)
from app.widgets.kit.translation import translate

SHOWN_LINES = 3
MAX_BIAS_CHARACTERS, MAX_LINE_CHARACTERS = 200, 1000
MAX_TOKENS = 1 << 20
DRY_DEFAULTS: dict[str, object] = {
    "multiplier": 0.8,
    "base": 1.75,
    "allowed_length": 2,
    "window": None,
    "breakers": ["\n", ":", '"', "*"],
}
MIROSTAT_DEFAULTS: dict[str, object] = {"tau": 5.0, "eta": 0.1}
_SHARE = Scale(0.01, 1.0, 0.01, slider_high=1.0)
_BIAS = re.compile(r'\s*(?:"((?:[^"\\]|\\.)+)"|([^"\s](?:.*[^\s,=])?))[\s,=]+(\S+)\s*')
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
_PLAIN = re.compile(r'[^\s"\\,=]+')  # a text without the need for quotation marks


class SamplingRowFactory(QObject):
    """Builds the rows of the sections Sampling, Output and Advanced."""

    def everyday(self) -> tuple[FormRow, ...]:
        """Return the rows of the most used samplers."""
        return (
            NumberRow(
                "temperature",
                self.tr("Temperature"),
                self.tr("0 is predictable, 1 is creative, higher is erratic."),
                scale=Scale(0.0, 5.0, 0.05, slider_high=2.0),
            ),
            NumberRow(
                "top_p",
                self.tr("Top-p"),
                self.tr("Considers only the likeliest tokens whose probabilities add up to this."),
                scale=_SHARE,
            ),
            NumberRow(
                "min_p",
                self.tr("Min-p"),
                self.tr("Drops tokens below this share of the highest probability."),
                scale=Scale(0.0, 0.99, 0.01, slider_high=0.5),
            ),
            NumberRow(
                "top_k",
                self.tr("Top-k"),
                self.tr("Only this many of the most likely tokens are considered."),
                scale=Scale(1, 100_000, 1),
            ),
            NumberRow(
                "max_tokens",
                self.tr("Maximum length"),
                self.tr("In tokens. Without a limit, an answer can fill the context."),
                scale=Scale(1, MAX_TOKENS, 64),
                none_word=self.tr("No limit"),
            ),
        )

    def stopping(self) -> FormRow:
        """Return the row of the stop strings."""
        return self._texts(
            "stop_strings",
            self.tr("Stop strings"),
            self.tr("An answer ends before any of these. One per line; \\n is a line break."),
        )

    def penalties(self) -> tuple[FormRow, ...]:
        """Return the rows of the penalties of repeated tokens."""
        return (
            NumberRow(
                "repeat_penalty",
                self.tr("Repetition penalty"),
                self.tr("Makes recent tokens less likely. 1 is off."),
                scale=Scale(0.5, 2.0, 0.05, slider_high=2.0),
            ),
            NumberRow(
                "frequency_penalty",
                self.tr("Frequency penalty"),
                self.tr("Subtracted for each time a token was used. 0 is off."),
                scale=Scale(-2.0, 2.0, 0.1, slider_high=2.0),
            ),
            NumberRow(
                "presence_penalty",
                self.tr("Presence penalty"),
                self.tr("Subtracted once from tokens that were used. 0 is off."),
                scale=Scale(-2.0, 2.0, 0.1, slider_high=2.0),
            ),
        )

    def advanced(self) -> tuple[FormRow, ...]:
        """Return the rows of the other samplers."""
        return (
            LineRow(
                "seed",
                self.tr("Seed"),
                self.tr("The same seed makes answers reproducible."),
                hint=self.tr("Random"),
                reading=Reading(typed_seed),
                is_wide=False,
            ),
            NumberRow(
                "typical_p",
                self.tr("Typical-p"),
                self.tr("Prefers tokens that are about as surprising as expected. 1 is off."),
                scale=_SHARE,
            ),
            NumberRow(
                "top_n_sigma",
                self.tr("Top-n-sigma"),
                self.tr(
                    "Drops tokens this many standard deviations below the likeliest. 0 is off."
                ),
                scale=Scale(0.0, 10.0, 0.1, slider_high=5.0),
            ),
            NumberRow(
                "dynatemp_range",
                self.tr("Dynamic temperature"),
                self.tr(
                    "Lowers the temperature by up to this if the model is certain, and raises "
                    "it if it is not. 0 is off."
                ),
                scale=Scale(0.0, 5.0, 0.05, slider_high=2.0),
            ),
            NumberRow(
                "dynatemp_exponent",
                self.tr("Dynamic exponent"),
                self.tr("How the temperature rises with the model's uncertainty."),
                scale=Scale(0.0, 10.0, 0.1),
            ),
            NumberRow(
                "adaptive_target",
                self.tr("Adaptive-p target"),
                self.tr("Prefers tokens near this probability."),
                scale=Scale(0.0, 1.0, 0.01),
                none_word=self.tr("Off"),
            ),
            NumberRow(
                "adaptive_decay",
                self.tr("Adaptive-p decay"),
                self.tr("How slowly adaptive-p adapts. Higher is slower."),
                scale=Scale(0.0, 0.99, 0.01),
            ),
            *self.penalties(),
            NumberRow(
                "penalty_window",
                self.tr("Penalty window"),
                self.tr("The number of recent tokens that these penalties consider."),
                scale=Scale(0, MAX_TOKENS, 16),
            ),
            NumberRow(
                "xtc_probability",
                self.tr("XTC probability"),
                self.tr("How often the likeliest tokens are excluded. 0 is off."),
                scale=Scale(0.0, 1.0, 0.05, slider_high=1.0),
            ),
            NumberRow(
                "xtc_threshold",
                self.tr("XTC threshold"),
                self.tr("XTC keeps only the least likely token above this probability."),
                scale=Scale(0.0, 1.0, 0.05, slider_high=1.0),
            ),
            self._dry(),
            self._mirostat(),
            TextRow(
                "logit_bias",
                self.tr("Token bias"),
                self.tr(
                    "Makes single tokens likelier or less likely. One pair per line: a text or "
                    "a token number, and the value added to its score. Quotation marks keep a "
                    "leading space, as most words have. For a text of several tokens, the value "
                    "applies to each."
                ),
                hint=self.tr("word -5"),
                line_count=SHOWN_LINES,
                reading=Reading(typed_biases, written_biases),
            ),
        )

    def _texts(self, name: str, *text: str) -> FormRow:
        """Return a row for a list of texts, one per line."""
        hint, reading = self.tr("One per line"), Reading(typed_stops, written_stops)
        return TextRow(name, *text, hint=hint, line_count=SHOWN_LINES, reading=reading)

    def _dry(self) -> FormRow:
        rows = (
            NumberRow("multiplier", self.tr("Strength"), scale=Scale(0.0, 100.0, 0.1)),
            NumberRow("base", self.tr("Base"), scale=Scale(1.0, 100.0, 0.05)),
            NumberRow("allowed_length", self.tr("Allowed length"), scale=Scale(1, 1000, 1)),
            NumberRow(
                "window",
                self.tr("Window"),
                scale=Scale(0, MAX_TOKENS, 64),
                none_word=self.tr("All"),
            ),
            self._texts("breakers", self.tr("Breakers")),
        )
        text = (self.tr("DRY"), self.tr("Don't repeat yourself: a penalty on repeated sequences."))
        return GroupRow("dry", *text, rows=rows, defaults=DRY_DEFAULTS)

    def _mirostat(self) -> FormRow:
        rows = (
            NumberRow("tau", self.tr("Target surprise"), scale=Scale(0.01, 100.0, 0.1)),
            NumberRow("eta", self.tr("Learning rate"), scale=Scale(0.01, 10.0, 0.01)),
        )
        text = (
            self.tr("Mirostat 2"),
            self.tr("Keeps the surprise of the text even; replaces top-k, top-p and min-p."),
        )
        return GroupRow("mirostat", *text, rows=rows, defaults=MIROSTAT_DEFAULTS)


def typed_seed(text: str) -> int | None:
    """Return a seed of 64 bits; None for an empty text. Raises InvalidSettings."""
    if not text.strip():
        return None
    try:
        seed = int(text)
    except ValueError as error:
        raise InvalidSettings(lazy("Enter a whole number, or leave this empty.")) from error
    if not -(1 << 63) <= seed < 1 << 63:
        raise InvalidSettings(lazy("This number is too large."))
    return seed


def typed_stops(text: str) -> list[str]:
    """Return the text of each line with escapes resolved. Raises InvalidSettings."""
    texts = [_unescaped(line) for line in text.splitlines() if line]
    if len(texts) > 64 or any(len(each) > 1000 for each in texts):
        problem = lazy("At most 64 stop strings of at most 1,000 characters are allowed.")
        raise InvalidSettings(problem)
    return texts


def written_stops(texts: object) -> str:
    """Return texts in the syntax that the user types, one per line."""
    given = texts if isinstance(texts, list | tuple) else ()
    return "\n".join(_escaped(str(text)) for text in given)


def typed_biases(text: str) -> list[list[object]]:
    """Return a pair for each line: a token, by number or text, and the bias of its score.

    A text with blanks, or one that looks like a number, needs quotation marks. Raises
    InvalidSettings.
    """
    return [_pair(line) for line in text.splitlines() if line.strip()]


def written_biases(pairs: object) -> str:
    """Return pairs in the syntax that the user types, one per line."""
    given = pairs if isinstance(pairs, list | tuple) else ()
    never = translate("TokenBias", "never")
    return "\n".join(
        f"{_written(token)} {never if bias in (None, float('-inf')) else format(bias, 'g')}"
        for token, bias in given
    )


def _pair(line: str) -> list[object]:
    found = _BIAS.fullmatch(line) if len(line) <= MAX_LINE_CHARACTERS else None
    if found is not None:
        quoted, plain, bias = found.groups()
        token: int | str = _unescaped(quoted or "").replace('\\"', '"')
        if plain is not None:
            token = int(plain) if _WHOLE_NUMBER.fullmatch(plain) else plain
        is_never = bias.casefold() in (translate("TokenBias", "never"), "never", "-inf")
        number = None if is_never else _number(bias)
        if _is_biasable(token) and (number is not None or is_never):
            return [token, number]
    raise InvalidSettings(
        lazy(
            "“{line}” is not a token bias. Enter a text or a token number, and the value to "
            "add, such as “word -5” or “1234 never”.",
            line=line.strip(),
        )
    )


def _number(text: str) -> float | None:
    """Return the bias of a score; None if the text is not a valid number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if -1e9 < number <= 1000 else None


def _is_biasable(token: int | str) -> bool:
    if isinstance(token, int):
        return 0 <= token < 1 << 31
    return 1 <= len(token) <= MAX_BIAS_CHARACTERS


def _written(token: object) -> str:
    """Return a token in the syntax that the user types."""
    text = str(token)
    if isinstance(token, int) or (_PLAIN.fullmatch(text) and not _WHOLE_NUMBER.fullmatch(text)):
        return text
    return '"' + _escaped(text).replace('"', '\\"') + '"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _unescaped(line: str) -> str:
    """Return a line with its escape sequences resolved; other backslashes are kept."""
    parts = line.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\t", "\t") for part in parts)
