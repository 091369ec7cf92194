"""The form kit: a row for each kind of value, with a title, its meaning, a field and an error.

The settings, the chat panel and the settings of a model are lists of these rows.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QBoxLayout,
    QCheckBox,
    QDoubleSpinBox,
    QLineEdit,
    QSlider,
    QWidget,
)

from app.errors import InvalidSettings
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.forms import CalmField, CheckBox, FieldError, PromptBox, choice_box
from app.widgets.kit.geometry import FoldingLayout, horizontal_layout, vertical_layout
from app.widgets.kit.style.fields import ARROWS_WIDTH
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill, translated

EDITOR_CHARACTERS = 27
NUMBER_PAUSE_MS, TEXT_PAUSE_MS = 150, 400
_TEXT_HEIGHT = 96
_GROUP_INDENT = 14
_WORD_ROOM = 16  # pixels around the word in a number field
_NOTHING = object()  # equal to no value
_INKS = (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText)


def mute_ink(field: QWidget, *, is_muted: bool) -> None:
    """Set the text colour of a field: muted for a default, else the normal one."""
    palette = QPalette()
    if is_muted:
        for role in _INKS:
            palette.setColor(role, QColor(colours_of(field.palette()).muted))
    field.setPalette(palette)


class FormRow(QWidget):
    """Emits ``value_changed`` with the row's name when the user has set a valid value.

    A button next to the title unfolds the meaning. A compact row shows the meaning in a tooltip.
    A compact row, and one that marks its default, writes a default value in the muted colour, and
    shows a button next to any other value that emits ``default_requested``.

    Attributes:
        name: the option or setting that the row edits.
        default: the value that ``reset`` restores.
        is_text: the field takes typed text and has its own undo.
        compact_characters: the width of the field in a compact row, in average characters.
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
        caution: str = "",
        *,
        is_wide: bool = False,
    ) -> None:
        """``also`` lists search terms from other programs; ``caution`` is always shown."""
        super().__init__()
        self.name, self.title, self.meaning, self.also = name, title, meaning, also
        self.caution = caution
        self.default: object = None
        self.editor = editor
        self._is_wide = is_wide
        self._is_compact = self._is_own = False
        self._own_text = ""  # tells that the value is not the default; empty if that is not marked
        self._shown: object = _NOTHING
        self._pause = QTimer(self, singleShot=True, interval=TEXT_PAUSE_MS if self.is_text else 0)
        self._pause.timeout.connect(self._emit)
        self._build_layout()

    @property
    def is_pending(self) -> bool:
        """Return whether the user's last change has not been emitted yet."""
        return self._pause.isActive()

    def value(self) -> object:
        """Return the value of the field; the last valid one while its text is not valid."""
        raise NotImplementedError

    def set_value(self, value: object) -> None:
        """Set the value of the field without emitting ``value_changed``."""
        raise NotImplementedError

    def show_value(self, value: object, *, is_own: bool) -> None:
        """Show a value and whether it is set here or a default; pending input is kept."""
        self._is_own = is_own
        # A change of another option must not overwrite text that is being typed in this row.
        if value != self._shown and not self._pause.isActive():
            self._shown = value
            self.show_error("")
            self.set_value(value)
        self._show_state()

    @property
    def is_default(self) -> bool:
        """Return whether the value of the field is the default."""
        return self.value() == self.default

    def reset(self) -> None:
        """Set the default without emitting ``value_changed``, and clear the error."""
        self.set_value(self.default)
        self.show_error("")

    def begin(self) -> None:
        """Discard pending input, so that the next ``show_value`` always writes the field."""
        self._pause.stop()
        self._shown = _NOTHING

    def flush(self) -> None:
        """Emit a pending change now."""
        if self._pause.isActive():
            self._emit()

    def error_text(self) -> str:
        """Return the error that is shown, or an empty text."""
        return "" if self._error.isHidden() else self._error.text()

    def show_error(self, text: str) -> None:
        """Show an error below the meaning; an empty text hides it."""
        self._error.setText(text)
        self._error.setVisible(bool(text))

    def note(self) -> str:
        """Return the note that is shown, or an empty text."""
        return "" if self._note.isHidden() else self._note.text()

    def show_note(self, text: str) -> None:
        """Show a note about the value, as what applies instead; an empty text hides it."""
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._show_state()

    def has(self, text: str) -> bool:
        """Return whether the row contains all words of a search text."""
        own = f"{self.title} {self.meaning} {self.caution} {self.also}".casefold()
        return all(word in own for word in text.casefold().split())

    def mark_default(self, own_text: str) -> None:
        """Tell a default from any other value; ``own_text`` describes the latter."""
        self._own_text = own_text
        field = horizontal_layout(None, spacing=6)
        self._row.removeWidget(self.editor)
        field.addWidget(self.default_button)
        field.addWidget(self.editor)
        self._row.addLayout(field)
        self._row.setAlignment(field, Qt.AlignmentFlag.AlignTop)

    def make_compact(self) -> None:
        """Lay the row out for a narrow panel."""
        self._is_compact = True
        self._own_text = self.tr("Set for this chat.")
        self.explanation.remove_button()
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
        """Write the value in the muted colour, as a default is, or in the normal one."""
        mute_ink(self.editor, is_muted=is_muted)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._show_state()
        elif event.type() is QEvent.Type.FontChange:
            self._fit_check_box()

    def _problem(self) -> str:
        """Return the error of the field's content; empty if it is valid."""
        return ""

    def _touch(self) -> None:
        """Emit a change after the pause of this row, or at once if it has none."""
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
        if self._own_text and self._shown is not _NOTHING:  # a row in a group has no state
            self.mute(is_muted=not self._is_own)
            self.default_button.setVisible(self._is_own)
            state = self._own_text if self._is_own else self.tr("Default.")
        parts = (state, self.meaning, self.caution, self._note.text())
        self.editor.setAccessibleDescription(" ".join(part for part in parts if part))

    def _build_layout(self) -> None:
        self.explanation = Explanation(self.title, self.meaning)
        self._title_label = self.explanation.title
        self._title_label.setBuddy(self.editor)
        self.editor.setAccessibleName(self.title)
        self.default_button = self._build_default_button()
        caution = MutedLabel(self.caution, wraps=True)
        self._note, self._error = MutedLabel(wraps=True), FieldError()
        for label in (caution, self._note, self._error):
            if not label.text():
                label.hide()  # to show a label here would open a window: it has no parent yet
        texts = vertical_layout(None, self.explanation, caution, self._note, self._error, spacing=2)
        self._row: QBoxLayout = FoldingLayout(spacing=24, folded_spacing=6)
        if isinstance(self.editor, QCheckBox):  # there is always room for it after the title
            self._row = horizontal_layout(None, spacing=24)
        self._row.addLayout(texts, 1)
        self._column = vertical_layout(self, margins=(0, 6, 0, 6))
        self._column.addLayout(self._row)
        if self._is_wide:
            self._column.addWidget(self.editor)
        else:
            self._row.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        QWidget.setTabOrder(self.editor, self.explanation.button)
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

    def _fit_check_box(self) -> None:
        """Put the middle of a check box at the middle of the title."""
        if isinstance(self.editor, QCheckBox) and not self._is_compact:
            self.editor.setMinimumHeight(self.explanation.button.sizeHint().height())

    def _set_width(self, characters: int) -> None:
        self._fit_check_box()
        if not self._is_wide and not isinstance(self.editor, QCheckBox):
            width = self.fontMetrics().averageCharWidth() * characters
            self.editor.setFixedWidth(max(width, self._word_width()))

    def _word_width(self) -> int:
        """Return the width of the field for the word that stands for no number."""
        if not isinstance(self.editor, QAbstractSpinBox):
            return 0
        word = self.editor.specialValueText()
        return self.fontMetrics().horizontalAdvance(word) + ARROWS_WIDTH + _WORD_ROOM


class Scale(msgspec.Struct, frozen=True):
    """The range of a number field, and the upper end of its slider, if it has one.

    Digits are grouped by separators, unless ``is_grouped`` is false, as for a port.
    """

    low: float
    high: float
    step: float = 1
    slider_high: float | None = None
    is_grouped: bool = True


class NumberRow(FormRow):
    """A number, an integer if the step is one; or ``none``, if there is a word for it."""

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
            self.slider.setAccessibleName(self.box.accessibleName())
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
        """Replace the word that is shown for ``none``."""
        if word != self.box.specialValueText():
            self.box.setSpecialValueText(word)

    def flush(self) -> None:
        # Otherwise a number that is being typed waits for Enter. Qt reads the word for none as 0
        # unless 0 is the minimum.
        if self.box.hasFocus() and self.box.text() != self.box.specialValueText():
            self.box.interpretText()
        super().flush()

    def make_compact(self) -> None:
        super().make_compact()
        self._calm.leaves_undo = True

    def _problem(self) -> str:
        if not self.box.minimum() < self.box.value() < self._scale.low:
            return ""
        text = self.tr("Enter a number from {low:,} to {high:,}.")
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
    """One of a few values, each with its label; ``none`` is the value that None stands for."""

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
        """Replace the choices."""
        self.box.clear()
        self._values.clear()
        for value, word in choices:
            self._values.append(value)
            self.box.addItem(word)

    def set_label(self, value: object, word: str) -> None:
        """Change the label of a choice."""
        self.box.setItemText(self._values.index(value), word)

    def value(self) -> object:
        index = self.box.currentIndex()
        value = self._values[index] if index >= 0 else None
        return self._none if value is None else value

    def set_value(self, value: object) -> None:
        if value not in self._values:  # set by another version or for another model: keep it
            self._values.append(value)
            self.box.addItem(str(value))
        self.box.setCurrentIndex(self._values.index(value))


class CheckBoxRow(FormRow):
    """A value that is on or off."""

    def __init__(self, name: str, *text: str) -> None:
        self.box = CheckBox()
        super().__init__(name, self.box, *text)
        self.box.clicked.connect(self._emit)

    def value(self) -> object:
        return self.box.isChecked()

    def set_value(self, value: object) -> None:
        self.box.setChecked(bool(value))


def written_value(value: object) -> str:
    """Return the text of a value; empty for None."""
    return "" if value is None else str(value)


class Reading(msgspec.Struct, frozen=True):
    """The conversion between a text and a value.

    Attributes:
        parse: returns the value of a text. Raises InvalidSettings.
        written: returns the text of a value.
    """

    parse: Callable[[str], object] = str.strip
    written: Callable[[object], str] = written_value


STRIPPED = Reading()


class TypedRow(FormRow):
    """A text that is parsed when typing pauses; an invalid text shows an error, not a value."""

    is_text = True

    def __init__(
        self,
        name: str,
        editor: QWidget,
        *text: str,
        reading: Reading,
        is_wide: bool = True,
    ) -> None:
        self._reading = reading
        self._read, self._value = "", reading.parse("")
        super().__init__(name, editor, *text, is_wide=is_wide)

    def value(self) -> object:
        self._problem()
        return self._value

    def set_value(self, value: object) -> None:
        written = self._reading.written
        # Writing the same text again would move the cursor while the user types.
        if self._problem() or written(value) != written(self._value):
            self._read = written(value)
            self._write(self._read)
            self.show_error("")
        self._value = value

    def _typed(self) -> str:
        raise NotImplementedError

    def _write(self, text: str) -> None:
        raise NotImplementedError

    def _problem(self) -> str:
        text = self._typed()
        # A stored value is kept even if it is no longer valid, as the path of a deleted file.
        if text != self._read:
            try:
                self._value = self._reading.parse(text)
            except InvalidSettings as error:
                return translated(str(error))
            self._read = text
        return ""


class TextRow(TypedRow):
    """A text of several lines; ``line_count`` lines are visible, or a default height."""

    def __init__(
        self,
        name: str,
        *text: str,
        hint: str = "",
        line_count: int = 0,
        reading: Reading = STRIPPED,
    ) -> None:
        self.box = PromptBox()
        self.box.setTabChangesFocus(True)
        self.box.setPlaceholderText(hint)
        self._line_count = line_count
        super().__init__(name, self.box, *text, reading=reading)
        self._set_height()
        self.box.textChanged.connect(self._touch)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._set_height()

    def _typed(self) -> str:
        return self.box.toPlainText()

    def _write(self, text: str) -> None:
        if text != self.box.toPlainText():
            with QSignalBlocker(self.box):
                self.box.setPlainText(text)

    def _set_height(self) -> None:
        lines = self.box.fontMetrics().lineSpacing() * self._line_count + 14
        self.box.setFixedHeight(lines if self._line_count else _TEXT_HEIGHT)


class LineRow(TypedRow):
    """A text of one line, also parsed when Enter is pressed or the focus leaves."""

    def __init__(
        self,
        name: str,
        *text: str,
        hint: str,
        reading: Reading = STRIPPED,
        is_wide: bool = True,
    ) -> None:
        self.box = QLineEdit(placeholderText=hint)
        Composition(self.box)
        super().__init__(name, self.box, *text, reading=reading, is_wide=is_wide)
        self.box.textEdited.connect(self._touch)
        self.box.editingFinished.connect(self.flush)

    def enter(self, text: str) -> None:
        """Set the text as if the user had typed it."""
        self.box.setText(text)
        self._emit()

    def _typed(self) -> str:
        return self.box.text()

    def _write(self, text: str) -> None:
        self.box.setText(text)


class FileRow(LineRow):
    """The path of a file, typed or chosen; the caller connects the button to a file dialog."""

    def __init__(self, name: str, *text: str, hint: str, reading: Reading = STRIPPED) -> None:
        super().__init__(name, *text, hint=hint, reading=reading)
        self.choose_button = PillButton(self.tr("Choose…"))
        self.choose_button.setAccessibleName(f"{self.title}: {self.choose_button.text()}")
        # Next to the line: below it, two file rows would push the following rows out of sight.
        self._column.removeWidget(self.box)
        self._column.addLayout(horizontal_layout(None, self.box, self.choose_button, spacing=8))


class GroupRow(CheckBoxRow):
    """Several values under one check box: None while it is off, else a dict by row name."""

    def __init__(
        self, name: str, *text: str, rows: tuple[FormRow, ...], defaults: Mapping[str, object]
    ) -> None:
        super().__init__(name, *text)
        self.rows = rows
        self._defaults = defaults
        self._column.addLayout(
            vertical_layout(None, *rows, margins=(_GROUP_INDENT, 0, 0, 0), spacing=0)
        )
        for row in rows:
            row.value_changed.connect(lambda _name, _value: self._emit())
        self.box.toggled.connect(self._show_rows)
        self._fill_in(None)

    def value(self) -> object:
        if not self.box.isChecked():
            return None
        return {row.name: row.value() for row in self.rows}

    def set_value(self, value: object) -> None:
        if value != self.value():
            self._fill_in(value)

    def flush(self) -> None:
        for row in self.rows:
            row.flush()
        super().flush()

    def make_compact(self) -> None:
        for row in self.rows:
            row.make_compact()
        super().make_compact()

    def mute(self, *, is_muted: bool) -> None:
        super().mute(is_muted=is_muted)
        for row in self.rows:
            row.mute(is_muted=is_muted)

    def _fill_in(self, value: object) -> None:
        given = value if isinstance(value, dict) else {}
        for row in self.rows:
            row.begin()
            row.set_value(given.get(row.name, self._defaults[row.name]))
        self.box.setChecked(value is not None)
        self._show_rows()

    def _show_rows(self) -> None:
        for row in self.rows:
            row.setVisible(self.box.isChecked())
