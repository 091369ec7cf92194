"""Cached conversations: listed by size, and deleted on request."""

from functools import partial
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.engine_snapshot import CachedConversation
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill
from app.widgets.settings.plain_table import PlainTable


class CacheView(QWidget):
    """Lists conversations with the memory and disk space of their cache."""

    forget_requested = Signal(str)
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: tuple[CachedConversation, ...] = ()
        self.total_label = QLabel(wordWrap=True)
        self.media_label = MutedLabel(wraps=True)
        self._error = MutedLabel(wraps=True)
        self._table = PlainTable(self.tr("Cached chats"), 4)
        self.clear_button = PillButton(self.tr("Clear cache"))
        self.clear_button.clicked.connect(lambda: self.clear_requested.emit())
        self._build_layout()
        self.set_kept((), "")

    def lines(self) -> tuple[tuple[str, str, str], ...]:
        """Return every line as title, memory and disk."""
        text_at = self._table.text_at
        return tuple(
            (text_at(row, 0), text_at(row, 1), text_at(row, 2))
            for row in range(self._table.rowCount())
        )

    def forget_button(self, row: int) -> IconButton:
        """Return the button that deletes the cache of the conversation in a row."""
        button = self._table.cellWidget(row, 3)
        assert isinstance(button, IconButton)
        return button

    def set_kept(
        self, kept: tuple[CachedConversation, ...], error: str, media_bytes: int = 0
    ) -> None:
        """List these; ``error`` is a sentence about a folder that can't be used.

        ``media_bytes`` is what their pictures take of the disk besides.
        """
        self._kept = kept
        self._error.setText(error)
        self._error.setVisible(bool(error))
        in_memory = sum(each.ram_bytes for each in kept)
        on_disk = sum(each.disk_bytes for each in kept)
        text = self.tr("{count:,} chats cached: {memory} in memory, {disk} on disk.")
        if len(kept) == 1:
            text = self.tr("One chat cached: {memory} in memory, {disk} on disk.")
        memory, disk = format_bytes(in_memory), format_bytes(on_disk)
        self.total_label.setText(fill(text, count=len(kept), memory=memory, disk=disk))
        size = format_bytes(media_bytes)
        self.media_label.setText(fill(self.tr("Pictures, as models see them: {size}."), size=size))
        self.media_label.setVisible(media_bytes > 0)
        self.clear_button.setEnabled(bool(kept) or media_bytes > 0)
        self._table.set_row_count(len(kept))
        for row, each in enumerate(kept):
            self._fill(row, each)

    def _fill(self, row: int, kept: CachedConversation) -> None:
        memory, disk = self._memory_text(kept.ram_bytes), self._disk_text(kept.disk_bytes)
        self._table.set_texts(row, kept.title, memory, disk)
        label = fill(self.tr("Clear the cache of “{title}”"), title=kept.title)
        button = IconButton("trash", label, size=14)
        button.setToolTip(f"<p>{escape(label)}</p>")  # a title may look like HTML
        button.clicked.connect(partial(self._on_forget_clicked, kept.conversation_id))
        self._table.set_button(row, 3, button, label)

    def _memory_text(self, byte_count: int) -> str:
        text = fill(self.tr("{size} in memory"), size=format_bytes(byte_count))
        return text if byte_count else ""

    def _disk_text(self, byte_count: int) -> str:
        text = fill(self.tr("{size} on disk"), size=format_bytes(byte_count))
        return text if byte_count else ""

    def _on_forget_clicked(self, conversation_id: str, *_checked: bool) -> None:
        self.forget_requested.emit(conversation_id)

    def _build_layout(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.total_label, 1)
        row.addWidget(self.clear_button)
        column = vertical_layout(self, margins=(0, 6, 0, 6))
        column.addLayout(row)
        column.addWidget(self.media_label)
        column.addWidget(self._error)
        column.addWidget(self._table)
