"""The message box below the grid: what is written there goes to every cell on show."""

from PySide6.QtWidgets import QWidget

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.composer.composer import Composer
from app.widgets.kit.geometry import horizontal_layout, reading_width
from app.widgets.kit.translation import fill


class SendBox(QWidget):
    """A message box as in a tab, and a sentence on what became of the last message."""

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.composer = Composer(self)
        self.composer.use_keys(keys)
        self.composer.options_button.hide()
        row = horizontal_layout(self, margins=(14, 8, 14, 10), spacing=0)
        row.addStretch(1)
        row.addWidget(self.composer, 1000)
        row.addStretch(1)
        self.composer.setMaximumWidth(reading_width(self))
        self.composer.edit.textChanged.connect(self._on_text_changed)

    def set_count(self, count: int) -> None:
        """Say how many chats a message goes to."""
        text = self.tr("Send to the chat shown …")
        if count == 2:
            text = self.tr("Send to both chats shown …")
        elif count != 1:
            text = fill(self.tr("Send to all {count:,} chats shown …"), count=count)
        self.composer.edit.set_hint(text)
        self.composer.edit.setAccessibleName(text.removesuffix(" …"))
        self.composer.set_can_send(count > 0)

    def show_outcome(self, text: str) -> None:
        """Show what became of the message until the next one is written."""
        self.composer.set_token_text(text)

    def _on_text_changed(self) -> None:
        if not self.composer.edit.document().isEmpty():
            self.composer.set_token_text("")
