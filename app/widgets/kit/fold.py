"""A section of a form or a panel that its heading folds and unfolds."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.icons import tinted_icon
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

_ARROW = 14
_GAP = 6
_INDENT = _ARROW + _GAP


class FoldHeading(QPushButton):
    """A button with an arrow and a note, checked while its section is unfolded."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._note = ""
        self.setCheckable(True)
        self.setAutoDefault(False)  # otherwise Enter in a field of a dialog could press it
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self.toggled.connect(self._tell_state)
        self._tell_state(is_unfolded=False)

    def set_note(self, note: str) -> None:
        """Show a few words after the text, about what is inside."""
        if note != self._note:
            self._note = note
            self.setAccessibleName(f"{self.text()}, {note}" if note else self.text())
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = _ARROW + _GAP + metrics.horizontalAdvance(self.text()) + 12
        return QSize(width, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            paint_button_background(painter, self, colours, radius=6, is_flat=True)
        icon = tinted_icon("chevron-down" if self.isChecked() else "chevron-right", colours.muted)
        icon.paint(painter, QRect(2, (self.height() - _ARROW) // 2, _ARROW, _ARROW))
        font = self.font()
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        area = self.rect().adjusted(_ARROW + _GAP, 0, -4, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self.text())
        area.setLeft(area.left() + painter.fontMetrics().horizontalAdvance(self.text()) + 2 * _GAP)
        painter.setFont(self.font())
        painter.setPen(QColor(colours.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._note)

    def _tell_state(self, is_unfolded: bool) -> None:
        self.setAccessibleDescription(self.tr("expanded") if is_unfolded else self.tr("collapsed"))


class FoldSection(QWidget):
    """A section of rows; ``key`` identifies it in the stored list of folded or unfolded sections.

    ``folded`` is emitted after the user has folded or unfolded it.
    """

    folded = Signal()

    def __init__(self, key: str, title: str, *widgets: QWidget, indent: int = _INDENT) -> None:
        super().__init__()
        self.key = key
        self.widgets = widgets
        self.heading = FoldHeading(title)
        self._is_folded = self._is_sought = False
        self._inside = QWidget()
        vertical_layout(self._inside, *widgets, margins=(indent, 0, 0, 8), spacing=2)
        vertical_layout(self, self.heading, self._inside, margins=(0, 0, 0, 0), spacing=0)
        self.heading.setChecked(True)
        self.heading.toggled.connect(self._inside.setVisible)
        self.heading.clicked.connect(self._on_clicked)

    @property
    def is_folded(self) -> bool:
        """Return whether the user has it folded; a search may show it nevertheless."""
        return self._is_folded

    def set_folded(self, *, is_folded: bool) -> None:
        """Fold or unfold the section without emitting ``folded``."""
        self._is_folded = is_folded
        self._show()

    def seek(self, *, is_sought: bool) -> None:
        """Unfold the section while a search finds something in it."""
        self._is_sought = is_sought
        self._show()

    def show_changed(self, count: int) -> None:
        """Tell in the heading how many values in the section are not the defaults."""
        text = fill(self.tr("{count:,} changed"), count=count)
        self.heading.set_note(text if count else "")

    def _show(self) -> None:
        self.heading.setChecked(not self._is_folded or self._is_sought)

    def _on_clicked(self) -> None:
        self._is_sought = False
        self._is_folded = not self.heading.isChecked()
        self.folded.emit()
