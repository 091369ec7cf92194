"""Fields of the panel: they leave the wheel to the page until they have the focus."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSlider, QSpinBox, QWidget

from app.widgets.kit.forms import ChoiceBox
from app.widgets.kit.theme import colours_of

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
