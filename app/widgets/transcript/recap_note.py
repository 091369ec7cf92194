"""The recap of what the model does not see any more: a note at the line, which can be changed."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.widgets.kit.controls import Card, IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.transcript.editor import EditorField
from app.widgets.transcript.message_list import RECAP_ROW
from app.widgets.transcript.requests import MessageRequests
from app.widgets.transcript.row import GUTTER

ICON_SIDE = 15
MARGIN = 8


class RecapNote(QWidget):
    """Shows the recap, that one is being written, or a field to change it in."""

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self.heading = MutedLabel(self.tr("Recap of the earlier messages"), self)
        self.text = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.edit_button = IconButton("pencil", self.tr("Edit the recap"), self, size=ICON_SIDE)
        self.remove_button = IconButton("trash", self.tr("Remove the recap"), self, size=ICON_SIDE)
        self.stop_button = PillButton(self.tr("Cancel"), self)
        self.cancel_button = PillButton(self.tr("Cancel"), self)
        self.save_button = PillButton(self.tr("Save"), self, is_main=True)
        self.field: EditorField | None = None  # while it is changed
        self._is_writing = False
        self._build_layout()
        self.edit_button.clicked.connect(self.start_editing)
        self.remove_button.clicked.connect(self._on_remove)
        self.stop_button.clicked.connect(requests.recap_cancelled)
        self.cancel_button.clicked.connect(self._stop_editing)
        self.save_button.clicked.connect(self._on_save)
        self._show_parts()

    body = None  # all is drawn at once

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    overhang = 0

    def fit(self, width: int, spare: int = 0) -> int:
        """Return the height that everything takes at a width."""
        layout = self.layout()
        assert layout is not None, "it was built with one"
        self.ensurePolished()
        return max(layout.heightForWidth(width), layout.minimumSize().height())

    def is_needed(self) -> bool:
        """Return whether a change would be lost with the widget."""
        return self.field is not None

    def show_recap(self, text: str, *, is_writing: bool) -> None:
        """Show a recap, or that one is being written."""
        if (text, is_writing) == (self.text.text(), self._is_writing):
            return
        self._is_writing = is_writing
        self.text.setText(text)
        heading = self.tr("Recap of the earlier messages")
        if is_writing:
            heading = self.tr("The model is writing a recap. Answers go first.")
        self.heading.setText(heading)
        self.setAccessibleName(heading)
        self._show_parts()

    def start_editing(self) -> None:
        """Open a field with the text in its place."""
        if self.field is not None or self._is_writing:
            return
        self.field = EditorField(self.text.text(), self, is_own=False)
        self.field.setAccessibleName(self.tr("Recap of the earlier messages"))
        lines = min(12, max(4, len(self.text.text()) // 60 + 2))
        self.field.setFixedHeight(lines * self.field.fontMetrics().lineSpacing() + 10)
        self.field.submit_pressed.connect(self._on_save)
        self.field.cancel_pressed.connect(self._stop_editing)
        self._texts.addWidget(self.field)
        self._show_parts()
        self.field.show()  # a layout shows what is added later, and who is hidden has no focus
        self.field.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.text.setFont(sized_font(self.font(), TypeSize.READING))

    def _build_layout(self) -> None:
        card = Card(self, fill="code", radius=12, has_border=True)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.edit_button)
        head.addWidget(self.remove_button)
        head.addWidget(self.stop_button)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        column = vertical_layout(card, margins=(14, 8, 10, 12), spacing=6)
        column.addLayout(head)
        self._texts = vertical_layout(None, self.text, margins=(0, 0, 4, 0), spacing=6)
        column.addLayout(self._texts)
        column.addLayout(buttons)
        vertical_layout(self, card, margins=(GUTTER, 0, GUTTER, MARGIN))
        self.text.setFont(sized_font(self.font(), TypeSize.READING))

    def _show_parts(self) -> None:
        is_editing = self.field is not None
        self.text.setVisible(not is_editing and bool(self.text.text()))
        for button in (self.edit_button, self.remove_button):
            button.setVisible(not is_editing and not self._is_writing)
        self.stop_button.setVisible(self._is_writing and not is_editing)
        self.cancel_button.setVisible(is_editing)
        self.save_button.setVisible(is_editing)
        self._requests.height_changed.emit(RECAP_ROW)

    def _stop_editing(self) -> None:
        field, self.field = self.field, None
        if field is None:
            return
        self._texts.removeWidget(field)
        # Deleted later, because the signal that ends the edit may come from this very field.
        field.hide()
        field.deleteLater()
        self._show_parts()
        self.edit_button.setFocus()

    def _on_remove(self) -> None:
        self._requests.recap_edited.emit("")

    def _on_save(self) -> None:
        text = self.field.toPlainText().strip() if self.field is not None else ""
        self._stop_editing()
        if not text:
            self._on_remove()
        elif text != self.text.text():
            self._requests.recap_edited.emit(text)
