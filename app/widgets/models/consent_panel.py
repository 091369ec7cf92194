"""Says what a search asks of whom, before anything is asked for the first time."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill


class ConsentPanel(Card):
    """Stands above the list until its button is pressed once; offline it leads to the setting."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title_label = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.title_label.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.label = MutedLabel(parent=self, wraps=True)
        self.button = PillButton("", is_main=True)
        self.settings_button = PillButton(self.tr("Open the settings"))
        row = FlowLayout(self.button, self.settings_button)
        column = vertical_layout(
            self, self.title_label, self.label, margins=(14, 12, 14, 12), spacing=8
        )
        column.addLayout(row)

    def ask(self, address: str) -> None:
        """Ask whether this address may be asked."""
        self.title_label.setText(self.tr("Search Hugging Face?"))
        text = self.tr(
            "Hubbub then sends what you search for to {address}, and fetches what you choose from "
            "there. Nothing of your chats is sent. Until you agree, this page opens no connection."
        )
        self.label.setText(fill(text, address=address))
        self.button.setText(self.tr("Search Hugging Face"))
        self.button.show()
        self.settings_button.hide()

    def show_offline(self) -> None:
        """Say that nothing can be asked, and where that can be changed."""
        self.title_label.setText(self.tr("Hubbub works offline"))
        self.label.setText(
            self.tr(
                "It opens no connection, so it can't search or fetch models. That is a setting."
            )
        )
        self.button.hide()
        self.settings_button.show()
