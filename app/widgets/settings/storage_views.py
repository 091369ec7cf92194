"""The views of the settings pages Storage and Backups."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from html import escape

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.domain.backups import Backup, BackupKind, PutAside
from app.engine_snapshot import CachedConversation
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.plain_table import ROW_PADDING, PlainTable
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translated


class BackupsView(QWidget):
    """Lists backups and damaged files, and asks before it requests to restore or delete one."""

    restore_requested = Signal(str)
    remove_aside_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        rule = self.tr(
            "Daily backups: the last seven days, and one per week for four weeks. Backups made "
            "before an update or a restore are kept for 30 days."
        )
        self._rule = Explanation(self.tr("When backups are made"), rule)
        self.total_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.table = PlainTable(self.tr("Backups"), 3)
        self.aside_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.aside_table = PlainTable(self.tr("Damaged files"), 3)
        vertical_layout(
            self,
            self.total_label,
            self._rule,
            self.table,
            self.aside_label,
            self.aside_table,
            margins=(0, 6, 0, 6),
        )
        self.set_backups((), ())

    def button(self, row: int) -> QPushButton:
        """Return the button that restores the backup in a row."""
        host = self.table.cellWidget(row, 2)
        assert host is not None
        return host.findChildren(QPushButton)[0]

    def aside_button(self, row: int) -> IconButton:
        """Return the button that deletes the damaged file in a row."""
        button = self.aside_table.cellWidget(row, 2)
        assert isinstance(button, IconButton)
        return button

    def set_backups(
        self,
        backups: tuple[Backup, ...],
        asides: tuple[PutAside, ...],
        *,
        can_restore: bool = True,
    ) -> None:
        """List backups and damaged files, given with the newest first."""
        text = self.tr("{count:,} backups of the chats, {size} in total.")
        if len(backups) == 1:
            text = self.tr("One backup of the chats, {size}.")
        if not backups:
            text = self.tr("No backups yet. The first is made soon after the start.")
        size = format_bytes(sum(each.byte_count for each in backups))
        self.total_label.setText(fill(text, count=len(backups), size=size))
        high = 2 * self.fontMetrics().lineSpacing() + ROW_PADDING + 6
        self.table.set_row_count(len(backups), high)
        for row, backup in enumerate(backups):
            self._fill(row, backup)
            self.button(row).setEnabled(can_restore and not backup.trouble)
        self._set_asides(asides)

    def _fill(self, row: int, backup: Backup) -> None:
        what = self._content(backup)
        moment = _moment(backup.made_at)
        name = ", ".join(filter(None, (moment, self._kind(backup.kind))))
        self.table.set_texts(row, f"{name}\n{what}", format_bytes(backup.byte_count))
        button = PillButton(self.tr("Restore…"))
        button.setAccessibleName(fill(self.tr("Restore the backup of {moment}"), moment=moment))
        button.clicked.connect(partial(self._on_restore, backup))
        host = QWidget()
        host.setToolTip(escape(backup.trouble and what))
        vertical_layout(host, button, margins=(10, 0, 4, 0))
        self.table.set_button(row, 2, host, button.accessibleName())

    def _content(self, backup: Backup) -> str:
        if backup.trouble:
            return translated(backup.trouble)
        chats = self.tr("1 chat")
        if backup.conversation_count != 1:
            chats = fill(self.tr("{count:,} chats"), count=backup.conversation_count)
        messages = self.tr("1 message")
        if backup.message_count != 1:
            messages = fill(self.tr("{count:,} messages"), count=backup.message_count)
        return f"{chats}, {messages}"

    def _kind(self, kind: BackupKind) -> str:
        return {
            BackupKind.DAILY: "",
            BackupKind.BEFORE_UPDATE: self.tr("before an update"),
            BackupKind.BEFORE_RESTORE: self.tr("before a restore"),
        }[kind]

    def _set_asides(self, asides: tuple[PutAside, ...]) -> None:
        text = self.tr(
            "{count:,} damaged files were set aside. Hubbub no longer reads them; they can "
            "contain deleted chats."
        )
        if len(asides) == 1:
            text = self.tr(
                "One damaged file was set aside. Hubbub no longer reads it; it can contain "
                "deleted chats."
            )
        self.aside_label.setText(fill(text, count=len(asides)))
        self.aside_label.setVisible(bool(asides))
        self.aside_table.set_row_count(len(asides))
        for row, aside in enumerate(asides):
            self.aside_table.set_texts(
                row, _moment(aside.put_aside_at), format_bytes(aside.byte_count)
            )
            label = fill(self.tr("Delete “{name}”…"), name=aside.name)
            button = IconButton("trash", label, size=14)
            button.clicked.connect(partial(self._on_remove_aside, aside))
            self.aside_table.set_button(row, 2, button, label)

    def _on_restore(self, backup: Backup, *_checked: bool) -> None:
        question = self.tr("Replace all chats with the backup of {moment} ({content})?")
        effects = self.tr(
            "The current state is backed up first, so that you can restore it later. Attachments "
            "that were deleted since then are not restored. Running answers are stopped, and the "
            "window is reopened."
        )
        text = fill(question, moment=_moment(backup.made_at), content=self._content(backup))
        text += f"\n\n{effects}"
        self._ask(text, self.tr("Restore"), lambda: self.restore_requested.emit(backup.name))

    def _on_remove_aside(self, aside: PutAside, *_checked: bool) -> None:
        text = self.tr("Delete the damaged file “{name}”? This can't be undone.")
        text = fill(text, name=aside.name)
        self._ask(text, self.tr("Delete"), lambda: self.remove_aside_requested.emit(aside.name))

    def _ask(self, text: str, label: str, action: Callable[[], object]) -> None:
        ask_before(self.window(), text, label, action)


def _moment(moment: datetime) -> str:
    """Return a moment in the user's time zone and locale."""
    local = QDateTime.fromSecsSinceEpoch(round(moment.timestamp()))
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)


class CacheView(QWidget):
    """Lists cached conversations with their memory and disk use."""

    remove_requested = Signal(str)
    clear_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
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
        """Return the title, memory and disk texts of every row."""
        text_at = self._table.text_at
        return tuple(
            (text_at(row, 0), text_at(row, 1), text_at(row, 2))
            for row in range(self._table.rowCount())
        )

    def remove_button(self, row: int) -> IconButton:
        """Return the button that clears the cache of the conversation in a row."""
        button = self._table.cellWidget(row, 3)
        assert isinstance(button, IconButton)
        return button

    def set_kept(
        self, kept: tuple[CachedConversation, ...], error: str, media_bytes: int = 0
    ) -> None:
        """List cached conversations.

        ``error`` is a sentence about an unusable folder, or empty; ``media_bytes`` is the disk use
        of their pictures.
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
        self.media_label.setText(fill(self.tr("Cached pictures: {size}."), size=size))
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
        button.setToolTip(f"<p>{escape(label)}</p>")  # a title can contain HTML
        button.clicked.connect(partial(self._on_remove_clicked, kept.conversation_id))
        self._table.set_button(row, 3, button, label)

    def _memory_text(self, byte_count: int) -> str:
        text = fill(self.tr("{size} in memory"), size=format_bytes(byte_count))
        return text if byte_count else ""

    def _disk_text(self, byte_count: int) -> str:
        text = fill(self.tr("{size} on disk"), size=format_bytes(byte_count))
        return text if byte_count else ""

    def _on_remove_clicked(self, conversation_id: str, *_checked: bool) -> None:
        self.remove_requested.emit(conversation_id)

    def _build_layout(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.total_label, 1)
        row.addWidget(self.clear_button)
        column = vertical_layout(self, margins=(0, 6, 0, 6))
        column.addLayout(row)
        column.addWidget(self.media_label)
        column.addWidget(self._error)
        column.addWidget(self._table)
