"""A progress dialog with a button that cancels."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialog, QLabel, QProgressBar, QWidget
from shiboken6 import isValid

from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import DIALOG_MARGINS, vertical_layout
from app.widgets.kit.translation import fill

_STEPS = 1000
DELAY_MS = 400  # shorter work shows no dialog


class ProgressBox(QDialog):
    """Opens ``DELAY_MS`` after ``open_later``, unless ``leave`` was called before."""

    cancelled = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hubbub")
        self._label = QLabel(text)
        self.count_label = QLabel(" ")
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setMinimumWidth(320)
        self.bar.setAccessibleName(text)
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._delay.timeout.connect(self.open)
        buttons = dialog_buttons(self, reject=self.tr("Cancel"))
        parts = (self._label, self.bar, self.count_label, buttons)
        vertical_layout(self, *parts, margins=DIALOG_MARGINS, spacing=12)

    def open_later(self) -> None:
        """Open the dialog after the delay."""
        self._delay.start()

    def set_progress(self, done: int, count: int) -> None:
        """Show the number of finished items and of all items."""
        if not isValid(self):
            return  # deleted together with its window; the work continues
        self.bar.setRange(0, count)
        self.bar.setValue(done)
        self.count_label.setText(fill(self.tr("{done:,} of {count:,}"), done=done, count=count))

    def set_share(self, share: float, text: str) -> None:
        """Show the finished share, from 0 to 1, and a text about it."""
        if not isValid(self):
            return
        self.bar.setRange(0, _STEPS)
        self.bar.setValue(round(share * _STEPS))
        self.count_label.setText(text)

    def leave(self) -> None:
        """Close the dialog, as the work has ended."""
        if not isValid(self):
            return
        self._delay.stop()
        self.hide()
        self.deleteLater()

    def reject(self) -> None:
        self._delay.stop()
        self.hide()
        self.cancelled.emit()
