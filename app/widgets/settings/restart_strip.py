"""What the window takes over only when it is built anew, and the button that does that."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.settings.rows import fold_direction


class RestartStrip(QWidget):
    """There while the language that was chosen is not the one that is shown."""

    restart_requested = Signal()

    def __init__(self, shown_language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown_language
        text = MutedLabel(
            self.tr(
                "Tabs and drafts come back as they are. Running answers are stopped; their text so "
                "far is kept."
            )
        )
        text.setWordWrap(True)
        self._button = PillButton(self.tr("Restart now"), is_main=True)
        self._button.clicked.connect(lambda: self.restart_requested.emit())
        self._inside = QWidget()  # the search of the settings shows and hides the strip itself
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._inside)
        self._row.setContentsMargins(0, 6, 0, 6)
        self._row.setSpacing(16)
        self._row.addWidget(text, 1)
        self._row.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._inside)
        self._inside.hide()

    @property
    def button(self) -> PillButton:
        """The button that starts Hubbub again."""
        return self._button

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Put the button below the words, or beside them."""
        self._row.setDirection(fold_direction(is_narrow=is_narrow))

    def set_language(self, language: str) -> None:
        """Say which language is chosen."""
        self._inside.setVisible(language != self._shown)
