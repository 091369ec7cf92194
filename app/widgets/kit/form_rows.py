"""The rows of all forms: a title, its meaning, a field with a value, and an error below."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QSlider,
    QWidget,
)

from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.forms import CalmField, CheckBox, FieldError, choice_box
from app.widgets.kit.geometry import FoldingLayout, vertical_layout
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

EDITOR_CHARACTERS = 27
NUMBER_PAUSE_MS, TEXT_PAUSE_MS = 150, 400
_NOTHING = object()  # equal to no value
_INKS = (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText)


def mute_ink(field: QWidget, *, is_muted: bool) -> None:
    """Write in a field with the quiet colour, as a default is, or in that of all text."""
    palette = QPalette()
    if is_muted:
        for role in _INKS:
            palette.setColor(role, QColor(colours_of(field.palette()).muted))
    field.setPalette(palette)


class FormRow(QWidget):
    """Emits ``value_changed`` when the user has set a valid value; ``name`` says of what.

    A row shows its meaning below the title. A compact one has it in a tooltip, writes a default
    in the quiet colour, and marks a value that differs from it; the mark emits
    ``default_requested``. ``is_text`` says that the field is typed in, and undoes by itself.
    """

    value_changed = Signal(str, object)
    default_requested = Signal(str)
    is_text = False
    compact_characters = 14

    def __init__(
        self,
        name: str,
        editor: QWidget,
        title: str,
        meaning: str = "",
        also: str = "",
        *,
        is_wide: bool = False,
    ) -> None:
        """``also`` are words of other programs, which the search finds; they are not shown."""
        super().__init__()
        self.name, self.title, self.meaning, self.also = name, title, meaning, also
        self.editor = editor
        self._is_wide = is_wide
        self._is_compact = self._is_own = False
        self._shown: object = _NOTHING
        self._pause = QTimer(self, singleShot=True, interval=TEXT_PAUSE_MS if self.is_text else 0)
        self._pause.timeout.connect(self._emit)
        self._build_layout()

    @property
    def is_pending(self) -> bool:
        """Return whether the user has just changed the field, which is emitted after a pause."""
        return self._pause.isActive()

    def value(self) -> object:
        """Return the value of the field; the last valid one while a text is not valid."""
        raise NotImplementedError

    def set_value(self, value: object) -> None:
        """Put a value into the field; does not count as a change by the user."""
        raise NotImplementedError

    def show_value(self, value: object, *, is_own: bool) -> None:
        """Show a value, and whether it differs from the default; what is being typed stays."""
        self._is_own = is_own
        # Only a new value: of another option's change, what is half written here must not go.
        if value != self._shown and not self._pause.isActive():
            self._shown = value
            self.show_error("")
            self.set_value(value)
        self._show_state()

    def begin(self) -> None:
        """Be ready for another value, whatever the field holds."""
        self._pause.stop()
        self._shown = _NOTHING

    def flush(self) -> None:
        """Emit now what the pause holds back."""
        if self._pause.isActive():
            self._emit()

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
        self._show_state()

    def has(self, text: str) -> bool:
        """Return whether the row contains all words of a search."""
        own = f"{self.title} {self.meaning} {self.also}".casefold()
        return all(word in own for word in text.casefold().split())

    def make_compact(self) -> None:
        """Lay the row out for a panel."""
        self._is_compact = True
        self._meaning_label.hide()
        tip = f"<p>{self.meaning}</p>" if self.meaning else ""
        for widget in (self._title_label, self.editor):
            widget.setToolTip(tip)
        self._title_label.setAccessibleDescription(self.meaning)
        self._row.insertWidget(1, self.default_button)
        self._row.setSpacing(6)
        self._row.setAlignment(self.editor, Qt.AlignmentFlag(0))
        self._column.setContentsMargins(0, 3, 0, 3)
        self._column.setSpacing(3)
        self._column.addWidget(self._error)
        self._set_width(self.compact_characters)
        if not self.is_text:
            self._pause.setInterval(NUMBER_PAUSE_MS)
        self._show_state()

    def mute(self, *, is_muted: bool) -> None:
        """Write the value in the quiet colour, as a default is."""
        mute_ink(self.editor, is_muted=is_muted)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._show_state()

    def _problem(self) -> str:
        """Return what is wrong with what the user has set; empty if it is valid."""
        return ""

    def _touch(self) -> None:
        """Emit the change when the hand rests, or at once where there is no pause."""
        if self._pause.interval():
            self._pause.start()
        else:
            self._emit()

    def _emit(self) -> None:
        self._pause.stop()
        self.show_error(self._problem())
        if not self.error_text():
            self.value_changed.emit(self.name, self.value())

    def _show_state(self) -> None:
        state = ""
        if self._is_compact and self._shown is not _NOTHING:  # a part of a group has no state
            self.mute(is_muted=not self._is_own)
            self.default_button.setVisible(self._is_own)
            state = self.tr("Set for this chat.") if self._is_own else self.tr("Default.")
        parts = (state, self.meaning, self._note.text())
        self.editor.setAccessibleDescription(" ".join(part for part in parts if part))

    def _build_layout(self) -> None:
        self._title_label = QLabel(self.title, wordWrap=True)
        self._title_label.setBuddy(self.editor)
        self.editor.setAccessibleName(self.title)
        self.default_button = self._build_default_button()
        self._meaning_label = MutedLabel(self.meaning, wraps=True)
        self._note, self._error = MutedLabel(wraps=True), FieldError()
        for label in (self._meaning_label, self._note, self._error):
            if not label.text():
                label.hide()  # to show one here would open a window, as it has no parent yet
        texts = vertical_layout(
            None, self._title_label, self._meaning_label, self._note, self._error, spacing=2
        )
        self._row = FoldingLayout(spacing=24, folded_spacing=6)
        self._row.addLayout(texts, 1)
        self._column = vertical_layout(self, margins=(0, 6, 0, 6))
        self._column.addLayout(self._row)
        if self._is_wide:
            self._column.addWidget(self.editor)
        else:
            self._row.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        self._set_width(EDITOR_CHARACTERS)
        self._show_state()

    def _build_default_button(self) -> IconButton:
        button = IconButton("undo", self.tr("Use the default"), self, size=13)
        button.setAccessibleName(f"{self.tr('Use the default')}: {self.title}")
        policy = button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the field must not move
        button.setSizePolicy(policy)
        button.hide()
        button.clicked.connect(lambda: self.default_requested.emit(self.name))
        return button

    def _set_width(self, characters: int) -> None:
        if not self._is_wide and not isinstance(self.editor, QCheckBox):
            self.editor.setFixedWidth(self.fontMetrics().averageCharWidth() * characters)


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers of a field; a slider covers the usual ones, up to ``slider_high``.

    Separators group the digits, unless a number is written without them everywhere, as a port.
    """

    low: float
    high: float
    step: float = 1
    slider_high: float | None = None
    is_grouped: bool = True


class NumberRow(FormRow):
    """A number, whole where the step is; where there is a word for none, also ``none``."""

    def __init__(
        self,
        name: str,
        *text: str,
        scale: Scale,
        none_word: str = "",
        none: object = None,
        unit: str = "",
    ) -> None:
        decimals = 0 if float(scale.step).is_integer() else 2
        self.box = QDoubleSpinBox(decimals=decimals, singleStep=scale.step, suffix=unit)
        self._calm = CalmField(self.box, leaves_undo=False)
        self._scale, self._none, self._has_none = scale, none, bool(none_word)
        lowest = min(0, scale.low - 10**-decimals) if none_word else scale.low
        self.box.setRange(lowest, scale.high)
        self.box.setSpecialValueText(none_word)
        self.box.setGroupSeparatorShown(scale.is_grouped)
        self.box.setKeyboardTracking(False)  # the first digit of a number is not the number
        self.box.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        super().__init__(name, self.box, *text)
        self.slider: QSlider | None = None
        if scale.slider_high is not None:
            self.slider = QSlider(Qt.Orientation.Horizontal)
            self.slider.setRange(0, round((scale.slider_high - scale.low) / scale.step))
            CalmField(self.slider)
            self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys change the number
            self.slider.valueChanged.connect(self._on_slid)
            self._column.addWidget(self.slider)
            self._move_slider()
        self.box.valueChanged.connect(self._on_value_changed)

    def value(self) -> object:
        value = self.box.value()
        if self._has_none and value == self.box.minimum():
            return self._none
        return round(value, 2) if self.box.decimals() else round(value)

    def set_value(self, value: object) -> None:
        number = self.box.minimum()
        if isinstance(value, int | float) and value != self._none:
            number = value
        with QSignalBlocker(self.box):
            self.box.setValue(number)
        self._move_slider()
        self.show_error("")

    def set_none_word(self, word: str) -> None:
        """Call none by another word, when it is known what none means now."""
        if word != self.box.specialValueText():
            self.box.setSpecialValueText(word)

    def flush(self) -> None:
        # A number that is being typed else waits for Enter. Qt reads a word for "none" as 0 where
        # it is not the lowest number.
        if self.box.hasFocus() and self.box.text() != self.box.specialValueText():
            self.box.interpretText()
        super().flush()

    def make_compact(self) -> None:
        super().make_compact()
        self._calm.leaves_undo = True

    def _problem(self) -> str:
        if not self.box.minimum() < self.box.value() < self._scale.low:
            return ""
        text = self.tr("Please choose a number from {low:,} to {high:,}.")
        return fill(text, low=self._scale.low, high=self._scale.high)

    def _on_slid(self, steps: int) -> None:
        self.box.setValue(self._scale.low + steps * self._scale.step)

    def _on_value_changed(self) -> None:
        self._move_slider()
        self._touch()

    def _move_slider(self) -> None:
        if self.slider is not None:
            with QSignalBlocker(self.slider):
                self.slider.setValue(round((self.box.value() - self._scale.low) / self._scale.step))


class ChoiceRow(FormRow):
    """One of a few values, each with its words; ``none`` is what None stands for."""

    compact_characters = 21

    def __init__(
        self,
        name: str,
        *text: str,
        choices: Iterable[tuple[object, str]] = (),
        none: object = None,
        is_wide: bool = False,
    ) -> None:
        self.box = choice_box()
        self._none = none
        self._values: list[object] = []
        super().__init__(name, self.box, *text, is_wide=is_wide)
        self.set_choices(choices)
        self.box.activated.connect(self._emit)

    def set_choices(self, choices: Iterable[tuple[object, str]]) -> None:
        """Offer these instead."""
        self.box.clear()
        self._values.clear()
        for value, word in choices:
            self._values.append(value)
            self.box.addItem(word)

    def value(self) -> object:
        index = self.box.currentIndex()
        value = self._values[index] if index >= 0 else None
        return self._none if value is None else value

    def set_value(self, value: object) -> None:
        if value not in self._values:  # of another version, or of another model; it is kept
            self._values.append(value)
            self.box.addItem(str(value))
        self.box.setCurrentIndex(self._values.index(value))


class CheckBoxRow(FormRow):
    """Yes or no."""

    def __init__(self, name: str, *text: str) -> None:
        self.box = CheckBox()
        super().__init__(name, self.box, *text)
        self.box.clicked.connect(self._emit)

    def value(self) -> object:
        return self.box.isChecked()

    def set_value(self, value: object) -> None:
        self.box.setChecked(bool(value))
