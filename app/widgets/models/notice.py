"""A sentence at the lower end of a page, with a button for what can be done about it."""

from PySide6.QtWidgets import QWidget

from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout


class NoticeRow(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = MutedLabel(parent=self, wraps=True)
        self.button = PillButton("", self)
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=8)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        self.show_text("")

    def show_text(self, text: str, action: str = "") -> None:
        """Show a sentence, and a button if there is something to do; nothing without a sentence."""
        self.label.setText(text)
        self.button.setText(action)
        self.button.setVisible(bool(action))
        self.setVisible(bool(text))
        if text:
            announce(self, text)
