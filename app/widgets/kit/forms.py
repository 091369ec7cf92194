"""Fields and buttons of forms, which show where the keyboard is: Fusion draws no ring on these."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QTextBrowser,
    QWidget,
)

from app.widgets.kit.controls import PillButton
from app.widgets.kit.slim_scroll_bar import THICKNESS, use_slim_scroll_bars
from app.widgets.kit.theme import colours_of


class CheckBox(QCheckBox):
    """Yes or no."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_ring(self)


class RadioButton(QRadioButton):
    """One of a few choices, all of them visible."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_ring(self)


class ChoiceBox(QComboBox):
    """One of a few choices in a drop-down list."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_ring(self)


class PromptBox(QPlainTextEdit):
    """A field of several lines; has a class of its own for its colours."""


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
        use_slim_scroll_bars(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint() + QSize(THICKNESS, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._inside.minimumSizeHint().width() + THICKNESS, 0)


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
