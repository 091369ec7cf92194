"""What a change of the engine costs, and the button that makes it."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.settings import Settings
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.translation import fill
from app.widgets.settings.rows import fold_direction


class ReloadStrip(QWidget):
    """Says what is asked of memory; the button is there while something waits for it.

    ``effective`` returns what of settings holds for the model in use, ``fit_text`` what that takes.
    """

    reload_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.effective: Callable[[Settings], Settings] = lambda settings: settings
        self.fit_text: Callable[[Settings], str] = lambda _settings: ""
        self.label = MutedLabel(wraps=True)
        self.button = PillButton(self.tr("Reload the model"), is_main=True)
        self.button.clicked.connect(lambda: self.reload_requested.emit())
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 6, 0, 6)
        self._row.setSpacing(16)
        self._row.addWidget(self.label, 1)
        self._row.addWidget(self.button)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Put the button below the text, or next to it."""
        self._row.setDirection(fold_direction(is_narrow=is_narrow))

    def set_pending(self, settings: Settings, *, is_waiting: bool) -> None:
        """Show what these settings mean; ``is_waiting`` if they are not in force yet."""
        settings = self.effective(settings)
        slots, each = settings.slot_count, settings.context_window
        if each is None:
            text = self.tr(
                "{slots} chats at once, each with the context length that suits the model."
            )
            text = fill(text, slots=slots)
        else:
            text = self.tr(
                "{slots} chats with {each:,} tokens each: memory for {total:,} tokens is reserved."
            )
            text = fill(text, slots=slots, each=each, total=slots * each)
        fit_text = self.fit_text(settings)
        if fit_text:
            text += " " + fit_text
        if is_waiting:
            text += " " + self.tr("The model is reloaded, which stops running answers.")
        self.label.setText(text)
        self.button.setVisible(is_waiting)
