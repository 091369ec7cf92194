"""The line above the cells: how many there are, further pages, and the way back to tabs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.controls import ElidedLabel, IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill


class GridBar(QWidget):
    """Says what is shown and turns pages."""

    page_requested = Signal(int)

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._page = 0
        self.label = ElidedLabel(self)
        self.page_label = MutedLabel(parent=self)
        self.previous_button = IconButton("chevron-left", self.tr("Previous page"), self)
        self.next_button = IconButton("chevron-right", self.tr("Next page"), self)
        self.new_button = IconButton("plus", "", self)
        self.back_button = PillButton(self.tr("Back to tabs"), self)
        row = horizontal_layout(self, self.label, margins=(14, 6, 8, 4), spacing=4)
        row.setStretchFactor(self.label, 1)
        for widget in (self.previous_button, self.page_label, self.next_button):
            row.addWidget(widget)
        row.addSpacing(8)
        row.addWidget(self.new_button)
        row.addWidget(self.back_button)
        for button in (self.previous_button, self.next_button, self.new_button, self.back_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.previous_button.clicked.connect(lambda: self.page_requested.emit(self._page - 1))
        self.next_button.clicked.connect(lambda: self.page_requested.emit(self._page + 1))
        keys.rebound.connect(self._name_buttons)
        self._name_buttons()

    def set_counts(self, chat_count: int, busy_count: int) -> None:
        """Show how many chats there are, and how many of them are answered now."""
        text = self.tr("1 chat") if chat_count == 1 else self.tr("{count:,} chats")
        text = fill(text, count=chat_count)
        if busy_count:
            busy = self.tr("{count:,} being answered")
            text = f"{text} · {fill(busy, count=busy_count)}"
        self.label.setText(text)

    def set_page(self, page: int, page_count: int) -> None:
        """Show which page of how many is on show, if there are several."""
        self._page = page
        for widget in (self.previous_button, self.page_label, self.next_button):
            widget.setVisible(page_count > 1)
        self.previous_button.setEnabled(page > 0)
        self.next_button.setEnabled(page < page_count - 1)
        text = self.tr("Page {number:,} of {count:,}")
        self.page_label.setText(fill(text, number=page + 1, count=page_count))

    def _name_buttons(self) -> None:
        self.new_button.set_text(self._keys.hint(self.tr("New tab"), "new_tab"))
        self.back_button.setToolTip(self._keys.hint(self.tr("Back to tabs (Esc)"), "grid"))
