"""One option in the panel: its name, its field, and the way back to the default."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QLabel, QSlider, QSpinBox, QWidget

from app.widgets.chat_panel.changes import Unset
from app.widgets.kit.controls import IconButton
from app.widgets.kit.forms import ChoiceBox, FieldError
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import colours_of
from app.widgets.settings.rows import RowText

NUMBER_PAUSE_MS = 150
TEXT_PAUSE_MS = 400
FIELD_LETTERS, CHOICE_LETTERS = 14, 21
_NOTHING = object()  # equal to no value
_INKS = (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText)


class CalmField(QObject):
    """Lets the wheel scroll past a field without changing it, and leaves undo to the panel."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self._field = field
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel alone does not focus it
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_passing = event.type() is QEvent.Type.Wheel and not self._field.hasFocus()
        if is_passing or (isinstance(event, QKeyEvent) and _is_undo_press(event)):
            event.ignore()  # so that it goes on to the parent
            return True
        return False


def decimal_box(low: float, high: float, step: float) -> QDoubleSpinBox:
    """Return a field for a number with a fraction."""
    box = QDoubleSpinBox(decimals=2)
    box.setRange(low, high)
    box.setSingleStep(step)
    _use_whole_numbers(box)
    return box


def whole_box(low: int, high: int, step: int) -> QSpinBox:
    """Return a field for a whole number."""
    box = QSpinBox()
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(True)
    _use_whole_numbers(box)
    return box


def choice_box() -> ChoiceBox:
    """Return a box that is never as wide as its longest choice."""
    box = ChoiceBox()
    box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    CalmField(box)
    return box


def slider(step_count: int) -> QSlider:
    """Return a slider for the mouse; keys change the number beside it."""
    bar = QSlider(Qt.Orientation.Horizontal)
    bar.setRange(0, step_count)
    CalmField(bar)
    bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return bar


def take_typed(box: QAbstractSpinBox) -> None:
    """Take over the number that is being typed, which else waits for Enter."""
    # Qt reads a word for "none" as 0 where it is not the lowest number.
    if box.hasFocus() and box.text() != box.specialValueText():
        box.interpretText()


def is_undo(event: QKeyEvent) -> bool:
    """Return whether a key takes the last change back."""
    return event.matches(QKeySequence.StandardKey.Undo)


def is_redo(event: QKeyEvent) -> bool:
    """Return whether a key makes a change again."""
    return event.matches(QKeySequence.StandardKey.Redo)


def mute_ink(field: QWidget, *, is_muted: bool) -> None:
    """Write in a field with the quiet colour, as a default is, or in that of all text."""
    palette = QPalette()
    if is_muted:
        for role in _INKS:
            palette.setColor(role, QColor(colours_of(field.palette()).muted))
    field.setPalette(palette)


def _is_undo_press(event: QKeyEvent) -> bool:
    return event.type() is QEvent.Type.KeyPress and (is_undo(event) or is_redo(event))


def _use_whole_numbers(box: QAbstractSpinBox) -> None:
    box.setKeyboardTracking(False)  # the first digit of a number is not the number
    box.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
    CalmField(box)


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers that a field takes; a slider covers the usual ones, up to ``slider_high``."""

    low: float
    high: float
    step: float
    slider_high: float | None = None


class OptionRow(QWidget):
    """Emits what the user set when the hand rests; ``default_requested`` when it should go.

    A default is written in the quiet colour. ``is_text`` says that the field undoes by itself.
    """

    edited = Signal(str, object)
    default_requested = Signal(str)
    is_text = False

    def __init__(self, name: str, text: RowText, editor: QWidget, *, is_wide: bool = False) -> None:
        super().__init__()
        self.name = name
        self.text = text
        self.editor = editor
        self._is_own = False
        self._shown: object = _NOTHING
        self._error = FieldError()
        self._error.hide()
        self.default_button = self._build_default_button()
        pause = TEXT_PAUSE_MS if self.is_text else NUMBER_PAUSE_MS
        self._pause = QTimer(self, singleShot=True, interval=pause)
        self._pause.timeout.connect(self._emit)
        editor.setAccessibleName(text.title)
        editor.setToolTip(f"<p>{text.meaning}</p>" if text.meaning else "")
        editor.setAccessibleDescription(text.meaning)  # else the tool tip, marks and all
        self._column = vertical_layout(self, margins=(0, 3, 0, 3), spacing=3)
        self._build_layout(is_wide=is_wide)

    def value(self) -> object:
        """Return the field's value. Raises ValueError with a sentence if it is not valid."""
        raise NotImplementedError

    def fill_in(self, value: object) -> None:
        """Put a value into the field; this is no change by the user."""
        raise NotImplementedError

    def show_value(self, own: object, default: object) -> None:
        """Show what is set for the chat, or the default; what is being typed stays."""
        self._is_own = own is not Unset.DEFAULT
        shown = own if self._is_own else default
        # Only a new value: of another option's change, what is half written here must not go.
        if shown != self._shown and not self._pause.isActive():
            self._shown = shown
            self._error.hide()
            if not self._holds(shown):
                self.fill_in(shown)
        self._show_state()

    def begin(self) -> None:
        """Be ready for the value of another chat, whatever the field holds."""
        self._pause.stop()
        self._shown = _NOTHING

    def flush(self) -> None:
        """Emit now what the pause holds back."""
        if self._pause.isActive():
            self._pause.stop()
            self._emit()

    def error_text(self) -> str:
        """Return the field's error, or an empty text."""
        return "" if self._error.isHidden() else self._error.text()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._show_state()

    def _touch(self) -> None:
        """Note that the user changes the field, and emit when the hand rests."""
        self._pause.start()

    def _emit(self) -> None:
        try:
            value = self.value()
        except ValueError as error:
            self.show_error(str(error))
            return
        self.show_error("")
        self.edited.emit(self.name, value)

    def show_error(self, text: str) -> None:
        """Show what is wrong, or nothing."""
        self._error.setText(text)
        self._error.setVisible(bool(text))

    def _holds(self, value: object) -> bool:
        try:
            return self.value() == value
        except ValueError:
            return False

    def mute(self, *, is_muted: bool) -> None:
        """Write the value in the quiet colour, as a default is."""
        mute_ink(self.editor, is_muted=is_muted)

    def _show_state(self) -> None:
        self.mute(is_muted=not self._is_own)
        self.default_button.setVisible(self._is_own)
        meaning = self.text.meaning
        state = self.tr("Set for this chat.") if self._is_own else self.tr("Default.")
        self.editor.setAccessibleDescription(f"{state} {meaning}".strip())

    def _build_default_button(self) -> IconButton:
        button = IconButton("undo", self.tr("Use the default"), size=13)
        button.setAccessibleName(f"{self.tr('Use the default')}: {self.text.title}")
        policy = button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the field must not move
        button.setSizePolicy(policy)
        button.clicked.connect(lambda: self.default_requested.emit(self.name))
        return button

    def _build_layout(self, *, is_wide: bool) -> None:
        title = QLabel(self.text.title, wordWrap=True)
        title.setBuddy(self.editor)
        title.setToolTip(self.editor.toolTip())
        title.setAccessibleDescription(self.text.meaning)
        row = horizontal_layout(None, margins=(0, 0, 0, 0), spacing=6)
        row.addWidget(title, 1)
        row.addWidget(self.default_button)
        if not is_wide:
            self.editor.setFixedWidth(self.fontMetrics().averageCharWidth() * FIELD_LETTERS)
            row.addWidget(self.editor)
        self._column.addLayout(row)
        if is_wide:
            self._column.addWidget(self.editor)
        self._column.addWidget(self._error)


class DecimalRow(OptionRow):
    """A number with a fraction, with a slider under it where that helps; see ``WholeRow``."""

    def __init__(self, name: str, *text: str, scale: Scale, none_word: str = "") -> None:
        self._has_none = bool(none_word)
        self._minimum = scale.low - scale.step if none_word else scale.low
        self.box = decimal_box(self._minimum, scale.high, scale.step)
        self.box.setSpecialValueText(none_word)
        self._scale = scale
        self.slider: QSlider | None = None
        super().__init__(name, RowText(*text), self.box)
        if scale.slider_high is not None:
            self.slider = slider(round((scale.slider_high - scale.low) / scale.step))
            self._column.insertWidget(1, self.slider)
            self._move_slider()
            self.slider.valueChanged.connect(self._on_slid)
        self.box.valueChanged.connect(self._on_value_changed)

    def value(self) -> float | None:
        value = round(self.box.value(), 2)
        return None if self._has_none and value < self._scale.low else value

    def fill_in(self, value: object) -> None:
        self.box.blockSignals(True)
        self.box.setValue(float(value) if isinstance(value, int | float) else self._minimum)
        self.box.blockSignals(False)
        self._move_slider()

    def flush(self) -> None:
        take_typed(self.box)
        super().flush()

    def _on_slid(self, steps: int) -> None:
        self.box.setValue(self._scale.low + steps * self._scale.step)

    def _on_value_changed(self) -> None:
        self._move_slider()
        self._touch()

    def _move_slider(self) -> None:
        if self.slider is not None:
            self.slider.blockSignals(True)
            self.slider.setValue(round((self.box.value() - self._scale.low) / self._scale.step))
            self.slider.blockSignals(False)


class WholeRow(OptionRow):
    """A whole number; where there is a word for none, also none."""

    def __init__(self, name: str, *text: str, scale: Scale, none_word: str = "") -> None:
        self._has_none = bool(none_word)
        low = int(scale.low)
        self._minimum = low - 1 if none_word else low
        self.box = whole_box(self._minimum, int(scale.high), int(scale.step))
        self.box.setSpecialValueText(none_word)
        super().__init__(name, RowText(*text), self.box)
        self.box.valueChanged.connect(self._touch)

    def value(self) -> int | None:
        value = self.box.value()
        return None if self._has_none and value == self._minimum else value

    def fill_in(self, value: object) -> None:
        self.box.blockSignals(True)
        self.box.setValue(value if isinstance(value, int) else self._minimum)
        self.box.blockSignals(False)

    def flush(self) -> None:
        take_typed(self.box)
        super().flush()


class ChoiceRow(OptionRow):
    """One of a few values, each with its words."""

    def __init__(
        self,
        name: str,
        *text: str,
        choices: Iterable[tuple[object, str]] = (),
        is_wide: bool = False,
    ) -> None:
        self.box = choice_box()
        self._values: list[object] = []
        super().__init__(name, RowText(*text), self.box, is_wide=is_wide)
        if not is_wide:
            self.box.setFixedWidth(self.fontMetrics().averageCharWidth() * CHOICE_LETTERS)
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
        return self._values[index] if index >= 0 else None

    def fill_in(self, value: object) -> None:
        if value not in self._values:  # of another version, or of another model
            self._values.append(value)
            self.box.addItem(str(value))
        self.box.setCurrentIndex(self._values.index(value))
