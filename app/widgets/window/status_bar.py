"""The line at the bottom of the window: model, device and what the engine is doing."""

from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QProgressBar, QWidget

from app.domain import EngineStatus
from app.widgets.kit.controls import ElidedLabel, IconButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.parted_label import SEPARATOR, Part, PartedLabel
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill
from app.widgets.window.download_button import DownloadButton

_DOT = 8
_BUTTON = QSize(24, 20)
_CROSS = 12


class EngineIndicator(QAbstractButton):
    """A filled dot when the engine can answer, a ring while it starts, a square after an error.

    A click shows what toasts said lately.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = EngineStatus()
        self.setFixedSize(_BUTTON)
        self.setToolTip(self.tr("Recent messages"))
        self.setAccessibleName(self.tr("Recent messages"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_status(self, status: EngineStatus) -> None:
        """Show this status."""
        self._status = status
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus() or self.isDown():
            painter.setPen(
                QPen(QColor(colours.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen
            )
            painter.setBrush(QColor(colours.hover))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        left, top = (self.width() - _DOT) // 2, (self.height() - _DOT) // 2
        area = self.rect().adjusted(left, top, -left, -top)
        if self._status.is_trouble:
            painter.fillRect(area, QColor(colours.danger))
        elif self._status.is_ready:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.success))
            painter.drawEllipse(area)
        else:
            painter.setPen(QColor(colours.muted))
            painter.drawEllipse(area)


class WindowStatusBar(QWidget):
    """Shows the engine's status; its height never changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = EngineStatus()
        self.indicator = EngineIndicator(self)
        self._text = ElidedLabel(self)
        self._facts = PartedLabel(self)
        self.progress_bar = QProgressBar(self)
        self.cancel_button = IconButton("close", self.tr("Cancel loading"), self, size=_CROSS)
        self.downloads = DownloadButton(self)
        self._build_layout()
        self.set_status(self._status)

    def text(self) -> str:
        """Return the whole text."""
        parts = (self._status.text, self._facts.text())
        return SEPARATOR.join(part for part in parts if part)

    def set_status(self, status: EngineStatus) -> None:
        """Show this status."""
        self._status = status
        self.indicator.set_status(status)
        self.progress_bar.setVisible(status.progress is not None)
        self.cancel_button.setVisible(status.progress is not None)
        if status.progress is not None:
            self.progress_bar.setValue(round(status.progress * 100))
        self.setToolTip(escape(status.detail))
        self._text.setText(status.text)
        self._facts.set_parts(self._fact_parts())
        self.setAccessibleName(self.text())

    def _build_layout(self) -> None:
        self.progress_bar.setFixedSize(QSize(120, 8))
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setRange(0, 100)
        self.progress_bar.setAccessibleName(self.tr("Loading the model"))
        self._facts.setAlignment(Qt.AlignmentFlag.AlignRight)
        row = horizontal_layout(self, self.indicator, margins=(7, 2, 14, 3), spacing=1)
        row.addWidget(self._text, 3)
        row.addWidget(self.progress_bar)
        self.cancel_button.setFixedSize(_BUTTON)
        row.addWidget(self.cancel_button)
        row.addWidget(self.downloads)
        row.addWidget(self._facts, 4)

    def _fact_parts(self) -> tuple[Part, ...]:
        status = self._status
        text = self.tr("{count:,} tokens of context per chat")
        context = fill(text, count=status.context_window)
        return (
            Part(status.model_name, rank=1),
            Part(status.device, rank=2),
            Part(context if status.context_window else "", rank=0),
        )
