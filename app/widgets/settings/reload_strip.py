"""What a change of the engine costs, and the button that makes it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.settings import Settings
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.text import format_number
from app.widgets.settings.rows import fold_direction


class ReloadStrip(QWidget):
    """Says what is asked of memory; the button is there while something waits for it."""

    reload_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = MutedLabel()
        self._label.setWordWrap(True)
        self._button = PillButton(self.tr("Load the model again"), is_main=True)
        self._button.clicked.connect(lambda: self.reload_requested.emit())
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 6, 0, 6)
        self._row.setSpacing(16)
        self._row.addWidget(self._label, 1)
        self._row.addWidget(self._button)

    @property
    def button(self) -> PillButton:
        """The button that makes the change."""
        return self._button

    def text(self) -> str:
        """Return what is said."""
        return self._label.text()

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Put the button below the words, or beside them."""
        self._row.setDirection(fold_direction(is_narrow=is_narrow))

    def set_pending(self, settings: Settings, *, is_waiting: bool) -> None:
        """Say what these settings mean; ``is_waiting`` when they are not in force yet."""
        slots = str(settings.slot_count)
        if settings.context_window is None:
            text = self.tr("%1 chats at once, each with as much context as suits the model.")
            text = text.replace("%1", slots)
        else:
            total = format_number(settings.slot_count * settings.context_window)
            each = format_number(settings.context_window)
            text = self.tr("%1 chats with %2 tokens each: memory for %3 tokens is set aside.")
            text = text.replace("%1", slots).replace("%2", each).replace("%3", total)
        if is_waiting:
            text += " " + self.tr("The model is loaded again; answers being written are stopped.")
        self._label.setText(text)
        self._button.setVisible(is_waiting)
