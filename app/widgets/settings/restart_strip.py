"""The note that a change needs a restart, and the button that restarts."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import vertical_layout
from app.widgets.settings.rows import fold_direction


class RestartStrip(QWidget):
    """Visible while the selected language is not the one on show."""

    restart_requested = Signal()

    def __init__(self, shown_language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown_language
        text = self.tr(
            "Tabs and drafts come back as they are. Running answers are stopped; their text so "
            "far is kept."
        )
        self.button = PillButton(self.tr("Restart now"), is_main=True)
        self.button.clicked.connect(lambda: self.restart_requested.emit())
        self._inside = QWidget()  # the search of the settings shows and hides the strip itself
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._inside)
        self._row.setContentsMargins(0, 6, 0, 6)
        self._row.setSpacing(16)
        self._row.addWidget(MutedLabel(text, wraps=True), 1)
        self._row.addWidget(self.button)
        vertical_layout(self, self._inside, margins=(0, 0, 0, 0))
        self._inside.hide()

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Put the button below the text, or next to it."""
        self._row.setDirection(fold_direction(is_narrow=is_narrow))

    def set_language(self, language: str) -> None:
        """Set the selected language."""
        self._inside.setVisible(language != self._shown)
