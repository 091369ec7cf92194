"""Options that are typed: a seed, texts of several lines, lists of texts and of pairs."""

import re

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLineEdit

from app.widgets.chat_panel.changes import Unset
from app.widgets.chat_panel.rows import OptionRow
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.translation import fill
from app.widgets.settings.rows import RowText

SHOWN_LINES = 3
MOST_BIAS_LETTERS, MOST_LINE_LETTERS = 200, 1000
_BIAS = re.compile(r'\s*(?:"((?:[^"\\]|\\.)+)"|([^"\s](?:.*[^\s,=])?))[\s,=]+(\S+)\s*')
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
_PLAIN = re.compile(r'[^\s"\\,=]+')  # a text that needs no quotation marks


class SeedRow(OptionRow):
    """A whole number of 64 bits, or nothing."""

    is_text = True

    def __init__(self, name: str, *text: str, none_word: str) -> None:
        self.box = QLineEdit(placeholderText=none_word)
        super().__init__(name, RowText(*text), self.box)
        self.box.textEdited.connect(self._touch)

    def value(self) -> int | None:
        text = self.box.text().strip()
        if not text:
            return None
        try:
            seed = int(text)
        except ValueError:
            raise ValueError(self.tr("Enter a whole number, or leave this empty.")) from None
        if not -(1 << 63) <= seed < 1 << 63:
            raise ValueError(self.tr("This number is too large."))
        return seed

    def fill_in(self, value: object) -> None:
        self.box.setText("" if value is None else str(value))


class TextRow(OptionRow):
    """A text of several lines."""

    is_text = True

    def __init__(
        self, name: str, *text: str, hint: str = "", line_count: int = SHOWN_LINES
    ) -> None:
        self.box = PromptBox()
        self.box.setTabChangesFocus(True)
        self.box.setPlaceholderText(hint)
        super().__init__(name, RowText(*text), self.box, is_wide=True)
        self._line_count = line_count
        self._set_height()
        self.box.textChanged.connect(self._touch)

    def value(self) -> object:
        return self.box.toPlainText()

    def fill_in(self, value: object) -> None:
        self.write(str(value))

    def write(self, text: str) -> None:
        """Put a text into the field, where it is another one."""
        if text != self.box.toPlainText():
            self.box.blockSignals(True)
            self.box.setPlainText(text)
            self.box.blockSignals(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._set_height()

    def _set_height(self) -> None:
        self.box.setFixedHeight(self.box.fontMetrics().lineSpacing() * self._line_count + 14)


class PromptRow(TextRow):
    """The system prompt: an empty one is none at all where the default is empty as well."""

    def __init__(self, name: str, *text: str, hint: str, line_count: int) -> None:
        super().__init__(name, *text, hint=hint, line_count=line_count)
        self._default = ""

    def value(self) -> object:
        text = self.box.toPlainText()
        return text if text or self._default else Unset.DEFAULT

    def show_value(self, own: object, default: object) -> None:
        self._default = str(default)
        super().show_value(own, default)


class StopRow(TextRow):
    """Texts, one in each line; a line break within one is written as it is in code."""

    def value(self) -> object:
        texts = [_unescaped(line) for line in self.box.toPlainText().splitlines() if line]
        if len(texts) > 64 or any(len(text) > 1000 for text in texts):
            raise ValueError(
                self.tr("There may be up to 64 stop strings of up to 1,000 characters.")
            )
        return texts

    def fill_in(self, value: object) -> None:
        texts = value if isinstance(value, list | tuple) else ()
        self.write("\n".join(_escaped(str(text)) for text in texts))

    def _holds(self, value: object) -> bool:
        return super()._holds(list(value) if isinstance(value, tuple) else value)


class BiasRow(TextRow):
    """A token, by its number or its text, and what is added to its score; one pair in each line.

    A text stands in quotation marks where it has blanks or looks like a number.
    """

    def value(self) -> object:
        return [self._pair(line) for line in self.box.toPlainText().splitlines() if line.strip()]

    def fill_in(self, value: object) -> None:
        pairs = value if isinstance(value, list | tuple) else ()
        self.write("\n".join(f"{_written(token)} {self._word(bias)}" for token, bias in pairs))

    def _pair(self, line: str) -> list[object]:
        found = _BIAS.fullmatch(line) if len(line) <= MOST_LINE_LETTERS else None
        if found is not None:
            quoted, plain, bias = found.groups()
            token: int | str = _unescaped(quoted or "").replace('\\"', '"')
            if plain is not None:
                token = int(plain) if _WHOLE_NUMBER.fullmatch(plain) else plain
            is_never = bias.casefold() in (self.tr("never"), "never", "-inf")
            number = None if is_never else _number(bias)
            if _is_biasable(token) and (number is not None or is_never):
                return [token, number]
        text = self.tr(
            "“{line}” is no bias. Write a text or the number of a token, and what is added to its "
            "score, as “word -5” or “1234 never”."
        )
        raise ValueError(fill(text, line=line.strip()))

    def _word(self, bias: object) -> str:
        is_never = bias is None or bias == float("-inf")
        return self.tr("never") if is_never else f"{bias:g}"

    def _holds(self, value: object) -> bool:
        pairs = value if isinstance(value, list | tuple) else ()
        return super()._holds([list(pair) for pair in pairs])


def _number(text: str) -> float | None:
    """Return the number to add to a score; None if it is not a valid number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if -1e9 < number <= 1000 else None


def _is_biasable(token: int | str) -> bool:
    if isinstance(token, int):
        return 0 <= token < 1 << 31
    return 1 <= len(token) <= MOST_BIAS_LETTERS


def _written(token: object) -> str:
    """Return a token as it is typed."""
    text = str(token)
    if isinstance(token, int) or (_PLAIN.fullmatch(text) and not _WHOLE_NUMBER.fullmatch(text)):
        return text
    return '"' + _escaped(text).replace('"', '\\"') + '"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _unescaped(line: str) -> str:
    """Return a line with its escape sequences resolved; a lone backslash stays one."""
    parts = line.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\t", "\t") for part in parts)
