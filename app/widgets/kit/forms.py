"""Fields and buttons of forms, and areas that show where the keyboard is."""

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPen, QTextOption
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QTextBrowser,
    QWidget,
)

from app.widgets.kit.controls import PillButton
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.kit.text import has_endless_run
from app.widgets.kit.theme import colours_of

_TEXT_INSET = 3


class CheckBox(QCheckBox):
    """Yes or no."""


class ChoiceBox(QComboBox):
    """One of a few choices in a drop-down list."""


class CalmField(QObject):
    """Lets the wheel scroll past a field without changing it.

    With ``leaves_undo``, the keys for it are the parent's as well.
    """

    def __init__(self, field: QWidget, *, leaves_undo: bool = True) -> None:
        super().__init__(field)
        self.leaves_undo = leaves_undo
        self._field = field
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel alone does not focus it
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_passing = event.type() is QEvent.Type.Wheel and not self._field.hasFocus()
        if is_passing or (self.leaves_undo and _is_undo_press(event)):
            event.ignore()  # so that it goes on to the parent
            return True
        return False


def is_undo(event: QKeyEvent) -> bool:
    """Return whether a key takes the last change back."""
    return event.matches(QKeySequence.StandardKey.Undo)


def is_redo(event: QKeyEvent) -> bool:
    """Return whether a key makes a change again."""
    return event.matches(QKeySequence.StandardKey.Redo)


def _is_undo_press(event: QEvent) -> bool:
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
        return False
    return is_undo(event) or is_redo(event)


def choice_box() -> ChoiceBox:
    """Return a box that is never as wide as its longest choice."""
    box = ChoiceBox()
    box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    CalmField(box)
    return box


class PromptBox(QPlainTextEdit):
    """A field of several lines; has a class of its own for its colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewportMargins(*4 * (_TEXT_INSET,))  # the corners of its frame are round

    def setPlainText(self, text: str) -> None:
        self._choose_wrap_mode(text)
        super().setPlainText(text)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self._choose_wrap_mode(source.text())
        super().insertFromMimeData(source)

    def _choose_wrap_mode(self, text: str) -> None:
        """Break endless words anywhere: looking for a boundary in them takes minutes."""
        if has_endless_run(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)


class FocusScrollArea(QScrollArea):
    """An area that can be scrolled by keys, once Tab has reached it."""

    def event(self, event: QEvent) -> bool:
        return _with_ring(self, event, is_done=super().event(event))


class FocusTextBrowser(QTextBrowser):
    """A text that can be scrolled by keys, once Tab has reached it."""

    def event(self, event: QEvent) -> bool:
        return _with_ring(self, event, is_done=super().event(event))


def paint_ring(widget: QWidget) -> None:
    """Paint a ring along the edge of a widget that has the focus."""
    if not widget.hasFocus():
        return
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colours_of(widget.palette()).accent), 2))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 4, 4)


def _with_ring(area: QAbstractScrollArea, event: QEvent, *, is_done: bool) -> bool:
    """An area's own painting is its frame; what it shows is painted by its viewport."""
    if event.type() is QEvent.Type.Paint:
        paint_ring(area)
    elif event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
        area.update()
    return is_done


class FieldError(QLabel):
    """Plain text; the theme sets size and colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText, wordWrap=True)


class ScrollableForm(QScrollArea):
    """As large as its content if there is room; Tab scrolls to the field that it reaches."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = inside
        # The fields inside take the focus; the area would be one more stop without a meaning.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    def focusNextPrevChild(self, is_forward: bool) -> bool:
        is_moved = super().focusNextPrevChild(is_forward)
        focused = self.focusWidget()
        if is_moved and focused is not None and self._inside.isAncestorOf(focused):
            # Qt is content when the cursor in a field can be seen, and cuts off what is around.
            middle = focused.mapTo(self._inside, focused.rect().center())
            self.ensureVisible(middle.x(), middle.y(), 0, focused.height() // 2 + 1)
        return is_moved

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint() + QSize(SCROLL_BAR, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._inside.minimumSizeHint().width() + SCROLL_BAR, 0)


def dialog_buttons(
    dialog: QDialog, *, accept: str = "", reject: str, prefers_reject: bool = False
) -> QDialogButtonBox:
    """Return buttons in the platform's order: one to accept, if it has a label, one to reject.

    Enter accepts, unless rejecting is what is preferred. Standard buttons would bring their
    desktop's pictures along.
    """
    box = QDialogButtonBox()
    if accept:
        main = PillButton(accept, is_main=not prefers_reject)
        main.setDefault(not prefers_reject)
        box.addButton(main, QDialogButtonBox.ButtonRole.AcceptRole)
    other = PillButton(reject, is_main=prefers_reject)
    other.setDefault(prefers_reject)
    box.addButton(other, QDialogButtonBox.ButtonRole.RejectRole)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box
