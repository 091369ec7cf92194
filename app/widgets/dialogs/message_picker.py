"""The dialog that selects messages of a chat."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QListWidgetItem, QWidget

from app.domain.messages import Message, Role
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_SHOWN_CHARS = 120
_ROW_MARGIN = 12


class MessagePickerDialog(QDialog):
    """Lists the messages of a chat with check boxes; Space checks the current one."""

    messages_picked = Signal(tuple)

    def __init__(
        self, title: str, messages: tuple[Message, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Messages of another chat"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._messages = messages
        heading = QLabel(wordWrap=True)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        text = self.tr("Which messages of “{title}” should be added to your message?")
        heading.setText(fill(text, title=without_hidden(title)))
        self.list = QListWidget()
        self.list.setAccessibleName(heading.text())
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for message in messages:
            self.list.addItem(self._item(message))
        self.list.itemChanged.connect(self._on_changed)
        self.buttons = dialog_buttons(self, accept=self.tr("Add"), reject=self.tr("Cancel"))
        column = vertical_layout(self, heading)
        column.addWidget(self.list, 1)
        column.addWidget(self.buttons)
        self.list.setCurrentRow(len(messages) - 1)
        self.list.setFocus()
        self.accepted.connect(lambda: self.messages_picked.emit(self.messages()))
        self._on_changed()
        letter = self.fontMetrics().averageCharWidth()
        resize_on_screen(self, QSize(letter * 84, letter * 56))

    def messages(self) -> tuple[Message, ...]:
        """Return the checked messages, in their order."""
        rows = (self.list.item(at) for at in range(self.list.count()))
        return tuple(
            message
            for row, message in zip(rows, self._messages, strict=True)
            if row.checkState() is Qt.CheckState.Checked
        )

    def _item(self, message: Message) -> QListWidgetItem:
        speaker = self.tr("You") if message.role is Role.USER else self.tr("Answer")
        if message.role is Role.TOOL:
            speaker = self.tr("Tool result")
        beginning = without_hidden(" ".join(message.text[:_SHOWN_CHARS].split()))
        item = QListWidgetItem(f"{speaker}: {beginning}")
        item.setSizeHint(QSize(0, self.fontMetrics().height() + _ROW_MARGIN))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        return item

    def _on_changed(self) -> None:
        accept = self.buttons.ButtonRole.AcceptRole
        for button in self.buttons.buttons():
            if self.buttons.buttonRole(button) is accept:
                button.setEnabled(bool(self.messages()))
