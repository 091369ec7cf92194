"""The line at the bottom of the window: model, device and what the engine is doing."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QProgressBar, QWidget

from app.domain.tabs import EngineStatus
from app.models.hub_model import Transfer, TransferState
from app.models.view.hub_words import duration_text, transfer_text
from app.widgets.kit.controls import (
    SEPARATOR,
    ElidedLabel,
    IconButton,
    Part,
    PartedLabel,
    QuietButton,
)
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.text import format_number
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

_DOT = 8
_BUTTON = QSize(24, 20)
_CROSS = 12
_HEIGHT = 20  # fixed: the status bar's height does not change


class DownloadButton(QuietButton):
    """Shows the progress of downloads; hidden without downloads."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("arrow-down", "", parent)
        self.setFixedHeight(_HEIGHT)
        self.hide()

    def set_transfers(self, transfers: Sequence[Transfer]) -> None:
        """Show the common progress of these downloads."""
        open_ones = [each for each in transfers if each.state is not TransferState.DONE]
        self.setVisible(bool(open_ones))
        if not open_ones:
            return
        text = self._text(open_ones)
        lines = (f"{each.name}: {transfer_text(each)}" for each in open_ones)
        self.setText(text)
        self.setToolTip("".join(f"<p>{escape(line)}</p>" for line in lines))
        self.setAccessibleName(fill(self.tr("Downloads: {text}"), text=text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _HEIGHT)

    def _text(self, transfers: Sequence[Transfer]) -> str:
        running = [each for each in transfers if each.is_running]
        total = sum(each.total_bytes for each in transfers)
        share = sum(each.done_bytes for each in transfers) / total if total else 0.0
        percent = fill(self.tr("{count} %"), count=format_number(share * 100))
        if not running:
            is_failed = any(each.state is TransferState.FAILED for each in transfers)
            label = self.tr("Download failed") if is_failed else self.tr("Paused")
            return f"{percent} · {label}"
        if all(each.state is TransferState.WAITING for each in running):
            waiting = self.tr("Waiting")
            return f"{percent} · {waiting}"
        # They share the connection: the longest remaining time is that of all.
        times = [each.seconds_left for each in running if each.seconds_left is not None]
        left = fill(self.tr("{time} left"), time=duration_text(max(times))) if times else ""
        return " · ".join(part for part in (percent, left) if part)


class EngineIndicator(QAbstractButton):
    """A filled dot when the engine can answer, a ring while it starts, a square after an error.

    A click shows the recent toasts.
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
