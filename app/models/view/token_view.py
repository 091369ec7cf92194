"""A token or key: its origin, a field to set it, and a button to remove it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.form_rows import EDITOR_CHARACTERS
from app.widgets.kit.geometry import FoldingLayout, horizontal_layout, vertical_layout
from app.widgets.kit.small_dialogs import ask_before


class TokenView(QWidget):
    """Never shows a stored token; the field is cleared when its text is sent."""

    shown = Signal()  # the shown origin may be outdated
    token_entered = Signal(str)
    removal_requested = Signal()

    def __init__(
        self, title: str = "", meaning: str = "", hint: str = "hf_…", parent: QWidget | None = None
    ) -> None:
        """Without texts it is the token of the hub."""
        super().__init__(parent)
        self.state_label = MutedLabel(parent=self, wraps=True)
        self.box = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        self.box.setPlaceholderText(hint)
        self.save_button = PillButton(self.tr("Save"))
        self.remove_button = PillButton(self.tr("Remove"))
        own = self.tr(
            "For gated and private models. It is stored in this computer's keyring, and sent to "
            "the hub only."
        )
        self._build_layout(title or self.tr("Hugging Face token"), meaning or own)
        self.box.textChanged.connect(self._on_text_changed)
        self.box.returnPressed.connect(self._on_save)
        self.save_button.clicked.connect(self._on_save)
        self.remove_button.clicked.connect(self._on_remove)
        self.show_state("", can_save=False, can_remove=False)

    def _on_remove(self) -> None:
        text = self.tr("Remove it from the keyring? This can't be undone.")
        ask_before(self.window(), text, self.tr("Remove"), self.removal_requested.emit)

    def show_state(self, text: str, *, can_save: bool, can_remove: bool) -> None:
        """Show the origin of the token or an error, and enable the possible actions."""
        self.state_label.setText(text)
        self.box.setEnabled(can_save)
        self.remove_button.setVisible(can_remove)
        self._on_text_changed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def _on_text_changed(self) -> None:
        has_text = bool(self.box.text().strip())
        self.save_button.setEnabled(has_text and self.box.isEnabled())

    def _on_save(self) -> None:
        token = self.box.text().strip()
        if token:
            self.box.clear()
            self.token_entered.emit(token)

    def _build_layout(self, text: str, meaning: str) -> None:
        explanation = Explanation(text, meaning)
        explanation.title.setBuddy(self.box)
        self.box.setAccessibleName(text)
        self.box.setAccessibleDescription(meaning)
        self.box.setFixedWidth(self.fontMetrics().averageCharWidth() * EDITOR_CHARACTERS)
        texts = vertical_layout(None, explanation, self.state_label, spacing=2)
        buttons = horizontal_layout(None, self.save_button, self.remove_button, spacing=8)
        buttons.addStretch(1)
        fields = vertical_layout(None, self.box, spacing=6)
        fields.addLayout(buttons)
        fields.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = FoldingLayout(spacing=24, folded_spacing=6)
        row.addLayout(texts, 1)
        row.addLayout(fields)
        column = vertical_layout(self, margins=(0, 6, 0, 6))
        column.addLayout(row)
