"""One row of the settings: title on the left, field on the right, error below."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QBoxLayout,
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from app.errors import InvalidSettings
from app.settings import typed_rpc_servers
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox, ChoiceBox, FieldError, PromptBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill, translated

EDITOR_LETTERS = 27
PAUSE_MILLISECONDS = 500


def fold_direction(*, is_narrow: bool) -> QBoxLayout.Direction:
    """Return the direction of a row that becomes a column in a narrow dialog."""
    beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
    return below if is_narrow else beside


@dataclass(frozen=True, slots=True)
class RowText:
    """The title of a setting, and what it means: what rows take as ``*text``.

    Attributes:
        also: what other programs call it; the search finds these words, which are not shown.
    """

    title: str
    meaning: str = ""
    also: str = ""


class SettingRow(QWidget):
    """Emits a new value as soon as it is valid; ``name`` is the field of the settings."""

    value_changed = Signal(str, object)

    def __init__(self, name: str, text: RowText, editor: QWidget, *, is_wide: bool = False) -> None:
        super().__init__()
        self.name = name
        self.text = text
        self.editor = editor
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._note = MutedLabel(wraps=True)
        self._note.hide()
        self._error = FieldError()
        self._error.hide()
        editor.setAccessibleName(text.title)
        editor.setAccessibleDescription(text.meaning)
        self._build_layout(is_wide=is_wide)

    def value(self) -> object:
        """Return what is set now."""
        raise NotImplementedError

    def set_value(self, value: object) -> None:
        """Show a value; does not count as a change by the user."""
        raise NotImplementedError

    def flush(self) -> None:
        """Emit what was not emitted yet, before the dialog closes."""

    def error_text(self) -> str:
        """Return the value's error, or an empty text."""
        return "" if self._error.isHidden() else self._error.text()

    def show_error(self, text: str) -> None:
        """Show what is wrong, or clear it."""
        self._error.setText(text)
        self._error.setVisible(bool(text))

    def note(self) -> str:
        """Return what holds instead of the value, or an empty text."""
        return "" if self._note.isHidden() else self._note.text()

    def show_note(self, text: str) -> None:
        """Show what holds instead of the value; nothing where the value holds."""
        self._note.setText(text)
        self._note.setVisible(bool(text))
        whole = " ".join(part for part in (self.text.meaning, text) if part)
        self.editor.setAccessibleDescription(whole)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Put the field below its title, or next to it."""
        self._row.setDirection(fold_direction(is_narrow=is_narrow))
        self._row.setSpacing(6 if is_narrow else 24)

    def has(self, text: str) -> bool:
        """Return whether the row contains all words of a search."""
        own = f"{self.text.title} {self.text.meaning} {self.text.also}".casefold()
        return all(word in own for word in text.casefold().split())

    def _describe(self) -> None:
        self.show_error("")
        self.value_changed.emit(self.name, self.value())

    def _build_layout(self, *, is_wide: bool) -> None:
        title = QLabel(self.text.title, wordWrap=True)
        title.setBuddy(self.editor)
        meaning = MutedLabel(self.text.meaning, wraps=True)
        if not self.text.meaning:
            meaning.hide()  # to show it here would open a window, as it has no parent yet
        texts = vertical_layout(None, title, meaning, self._note, self._error, spacing=2)
        column = vertical_layout(self, margins=(0, 6, 0, 6))
        if is_wide:
            column.addLayout(texts)
            column.addWidget(self.editor)
            return
        self._row.setSpacing(24)
        self._row.addLayout(texts, 1)
        self._row.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(self._row)
        if not isinstance(self.editor, QCheckBox):
            self.editor.setFixedWidth(self.fontMetrics().averageCharWidth() * EDITOR_LETTERS)


class NumberRow(SettingRow):
    """A whole number from ``low`` to ``high``; where there is a word for none, also none."""

    def __init__(
        self,
        name: str,
        *text: str,
        low: int,
        high: int,
        step: int = 1,
        none_word: str = "",
        unit: str = "",
    ) -> None:
        self.box = QSpinBox()
        self._low = low
        self._has_none = bool(none_word)
        self._minimum = low if not none_word else min(0, low - 1)
        self.box.setRange(self._minimum, high)
        self.box.setSingleStep(step)
        self.box.setSpecialValueText(none_word)
        self.box.setSuffix(unit)
        self.box.setGroupSeparatorShown(True)
        self.box.setKeyboardTracking(False)  # the first digit of a number is not the number
        self.box.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        super().__init__(name, RowText(*text), self.box)
        self.box.valueChanged.connect(self._on_value_changed)

    def value(self) -> int | None:
        value = self.box.value()
        return None if self._has_none and value == self._minimum else value

    def set_value(self, value: object) -> None:
        # Signals are blocked, because a value that is set here is no change by the user.
        assert value is None or isinstance(value, int)
        self.box.blockSignals(True)
        self.box.setValue(self._minimum if value is None else value)
        self.box.blockSignals(False)
        self.show_error("")

    def set_none_word(self, word: str) -> None:
        """Call none by another word, when it is known what none means now."""
        if word != self.box.specialValueText():
            self.box.setSpecialValueText(word)

    def _on_value_changed(self) -> None:
        value = self.value()
        if value is not None and value < self._low:
            text = self.tr("Please choose a number from {low:,} to {high:,}.")
            self.show_error(fill(text, low=self._low, high=self.box.maximum()))
            return
        self._describe()


class DecimalRow(SettingRow):
    """A number with a fraction."""

    def __init__(self, name: str, *text: str, low: float, high: float, step: float) -> None:
        self.box = QDoubleSpinBox()
        self.box.setRange(low, high)
        self.box.setSingleStep(step)
        self.box.setKeyboardTracking(False)
        super().__init__(name, RowText(*text), self.box)
        self.box.valueChanged.connect(self._describe)

    def value(self) -> float:
        return round(self.box.value(), 2)

    def set_value(self, value: object) -> None:
        assert isinstance(value, float | int)
        self.box.blockSignals(True)
        self.box.setValue(value)
        self.box.blockSignals(False)


class ChoiceRow(SettingRow):
    """One of a few values, each with its words."""

    def __init__(self, name: str, *label: str, choices: Iterable[tuple[object, str]]) -> None:
        self.box = ChoiceBox()
        self._values: list[object] = []
        for value, text in choices:
            self._values.append(value)
            self.box.addItem(text)
        super().__init__(name, RowText(*label), self.box)
        self.box.activated.connect(self._describe)

    def value(self) -> object:
        return self._values[self.box.currentIndex()]

    def set_value(self, value: object) -> None:
        # The settings file can hold a value that this version does not offer; it is shown and kept.
        if value not in self._values:
            self._values.append(value)
            self.box.addItem(str(value))
        self.box.setCurrentIndex(self._values.index(value))


class CheckBoxRow(SettingRow):
    """Yes or no."""

    def __init__(self, name: str, *text: str) -> None:
        self.box = CheckBox()
        super().__init__(name, RowText(*text), self.box)
        self.box.clicked.connect(self._describe)

    def value(self) -> bool:
        return self.box.isChecked()

    def set_value(self, value: object) -> None:
        self.box.setChecked(bool(value))


class TextRow(SettingRow):
    """A text of several lines, emitted when typing pauses, and when the dialog closes."""

    def __init__(self, name: str, *text: str, hint: str) -> None:
        self.box = PromptBox()
        self.box.setTabChangesFocus(True)
        self.box.setFixedHeight(96)
        self.box.setPlaceholderText(hint)
        super().__init__(name, RowText(*text), self.box, is_wide=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._describe)
        self.box.textChanged.connect(self._pause.start)

    def flush(self) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self._describe()

    def value(self) -> str:
        return self.box.toPlainText().strip()

    def set_value(self, value: object) -> None:
        # Setting the same text again would move the cursor while somebody types.
        if str(value) != self.value():
            self.box.blockSignals(True)
            self.box.setPlainText(str(value))
            self.box.blockSignals(False)


class LineRow(SettingRow):
    """What can't be used is told below the line, and is no value.

    ``parse`` returns the value of a text, or raises InvalidSettings; ``shown`` is the way back.
    """

    checked = Signal()

    def __init__(
        self,
        name: str,
        *text: str,
        hint: str,
        parse: Callable[[str], object] = str.strip,
        shown: Callable[[object], str] = str,
    ) -> None:
        self.box = QLineEdit(placeholderText=hint)
        self._parse, self._shown = parse, shown
        self._value = parse("")
        super().__init__(name, RowText(*text), self.box, is_wide=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._read)
        self.box.textEdited.connect(lambda _text: self._pause.start())
        self.box.editingFinished.connect(self.flush)

    def flush(self) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self._read()

    def value(self) -> object:
        return self._value

    def set_value(self, value: object) -> None:
        if value != self._value:
            self._value = value
            self.box.setText(self._shown(value))
            self.show_error("")

    def enter(self, text: str) -> None:
        """Have a text in the line as if it had been typed."""
        self.box.setText(text)
        self._pause.stop()
        self._read()

    def _read(self) -> None:
        try:
            self._value = self._parse(self.box.text())
        except InvalidSettings as error:
            self.show_error(translated(str(error)))
        else:
            self._describe()
        self.checked.emit()


class FileRow(LineRow):
    """The path of a file, typed or chosen; who shows it connects the button to a dialog."""

    def __init__(self, name: str, *text: str, hint: str, parse: Callable[[str], object]) -> None:
        super().__init__(name, *text, hint=hint, parse=parse)
        self.choose_button = PillButton(self.tr("Choose …"))
        self.choose_button.setAccessibleName(f"{self.text.title}: {self.choose_button.text()}")
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        # Beside the line, or two files would push what follows out of sight.
        column.removeWidget(self.box)
        column.addLayout(horizontal_layout(None, self.box, self.choose_button, spacing=8))


def listed(values: object) -> str:
    """Return several texts as one line."""
    assert isinstance(values, tuple)
    return ", ".join(values)


class RpcRow(LineRow):
    """Addresses in one line, and what a test has found at them."""

    test_requested = Signal(object)

    def __init__(self, name: str, *text: str, hint: str) -> None:
        self._is_offline = False
        super().__init__(name, *text, hint=hint, parse=typed_rpc_servers, shown=listed)
        self.test_button = PillButton(self.tr("Test"))
        self.test_button.setAccessibleName(self.tr("Test the RPC servers"))
        self.outcome_label = MutedLabel(parent=self, wraps=True)
        self._add_test()
        self.checked.connect(self._allow_test)
        # Which reads what is typed.
        self.box.textEdited.connect(lambda text: self.test_button.setEnabled(bool(text.strip())))
        self.test_button.clicked.connect(self._on_test)
        self.show_outcome("")

    def set_value(self, value: object) -> None:
        super().set_value(value)
        self._allow_test()

    def show_outcome(self, text: str) -> None:
        """Say what a test has found, or nothing."""
        self.outcome_label.setText(text)
        self.outcome_label.setVisible(bool(text))
        self._allow_test()

    def show_offline(self, *, is_offline: bool) -> None:
        """Say that the servers are not used; nothing that was said of them holds any more."""
        if is_offline == self._is_offline:
            return
        self._is_offline = is_offline
        self.show_outcome(self.tr("Not used while Hubbub works offline.") if is_offline else "")

    def show_test(self) -> None:
        """Say that the servers are being tried, which takes a moment."""
        self.show_outcome(self.tr("The RPC servers are being tested …"))
        self.test_button.setEnabled(False)

    def _allow_test(self) -> None:
        self.test_button.setEnabled(bool(self.value()) and not self.error_text())

    def _on_test(self) -> None:
        self.flush()
        if not self.error_text():
            self.test_requested.emit(self.value())

    def _add_test(self) -> None:
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        buttons = horizontal_layout(None, self.test_button)
        buttons.addStretch(1)
        buttons.setContentsMargins(0, 6, 0, 0)
        column.addLayout(buttons)
        column.addWidget(self.outcome_label)
