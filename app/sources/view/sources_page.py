"""The window of sources: their names on the left, the selected one on the right."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedLayout,
    QWidget,
)

from app.sources.model import ReadingState, ShownSource, SourceChat, SourceKind, SourceReading
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton, ThinProgressBar, show_one_of
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import (
    FoldingLayout,
    fold_in,
    horizontal_layout,
    resize_on_screen,
    vertical_layout,
)
from app.widgets.kit.list_rows import TwoLineDelegate
from app.widgets.kit.state_panel import StatePanel
from app.widgets.kit.text import format_bytes, format_number, short_time, with_soft_breaks
from app.widgets.kit.translation import fill, shown_title, translated

_SIZE = QSize(820, 600)
_ID = Qt.ItemDataRole.UserRole
_LINE = Qt.ItemDataRole.UserRole + 1
_LONGEST_NAME = 120
_MARGIN = 14
_NARROW_CHARS = 75  # below this width the list is above
translate = QCoreApplication.translate


def line_of(shown: ShownSource) -> str:
    """Return the line of a source in the list."""
    count = shown.source.chat_count
    chats = translate("SourceTexts", "{count:,} chats")
    if count == 1:
        chats = translate("SourceTexts", "1 chat")
    parts = [state_of(shown), fill(chats, count=count)]
    if shown.is_changed:
        parts.append(translate("SourceTexts", "changed on disk"))
    return " · ".join(parts)


def state_of(shown: ShownSource) -> str:
    """Return the reading state of a source as a short text."""
    reading = shown.reading
    match reading.state:
        case ReadingState.READ if shown.is_of_other_model:
            return translate("SourceTexts", "read by another model")
        case ReadingState.READ:
            text = translate("SourceTexts", "{count:,} tokens, read")
            return fill(text, count=reading.total_tokens)
        case ReadingState.READING if reading.total_tokens:
            percent = format_number(100 * reading.read_tokens // reading.total_tokens)
            return fill(translate("SourceTexts", "reading, {percent}%"), percent=percent)
        case ReadingState.READING:
            return translate("SourceTexts", "waits to be read")
        case ReadingState.PAUSED:
            return translate("SourceTexts", "paused")
        case ReadingState.TOO_LARGE:
            return translate("SourceTexts", "too large for this model")
        case ReadingState.FAILED:
            return translate("SourceTexts", "could not be read")
    return translate("SourceTexts", "not read yet")


def chat_start_of(reading: SourceReading) -> str:
    """Return the sentence about the reading of its source that an empty chat shows."""
    match reading.state:
        case ReadingState.READ:
            return translate("SourceTexts", "The model has read the text, and answers at once.")
        case ReadingState.READING if reading.total_tokens:
            percent = 100 * reading.read_tokens // reading.total_tokens
            text = translate("SourceTexts", "The model is reading it: {percent}%. You can ask now.")
            return fill(text, percent=percent)
        case ReadingState.TOO_LARGE:
            return translate(
                "SourceTexts",
                "The text is too large for this model. The Sources page can split it.",
            )
        case ReadingState.FAILED:
            text = translate("SourceTexts", "It could not be read: {error}")
            return fill(text, error=translated(reading.error))
    return translate("SourceTexts", "The model reads it before its first answer.")


def full_state_of(shown: ShownSource) -> str:
    """Return the reading state of a source as a line of its own, with the time of the reading."""
    is_read = shown.reading.state is ReadingState.READ and not shown.is_of_other_model
    if not is_read:
        state = state_of(shown)
        return state[:1].upper() + state[1:]
    read_at = shown.source.newest.read_at
    if read_at is None:
        return translate("SourceTexts", "Read")
    return fill(translate("SourceTexts", "Read {moment}"), moment=short_time(read_at))


def figures_of(shown: ShownSource) -> str:
    """Return tokens, size on disk, version and origin."""
    version = shown.source.newest
    lines = [_version_line(shown), _origin_line(shown)]
    if version.token_count:
        text = translate("SourceTexts", "{count:,} tokens, {disk} on disk")
        if not version.disk_bytes:  # it is in memory only
            text = translate("SourceTexts", "{count:,} tokens")
        disk = format_bytes(version.disk_bytes)
        lines.insert(0, fill(text, count=version.token_count, disk=disk))
    return "\n".join(lines)


def problem_of(shown: ShownSource) -> str:
    """Return the problem of a source; empty if there is none."""
    reading = shown.reading
    if reading.state is ReadingState.TOO_LARGE:
        text = translate(
            "SourceTexts",
            "It has {count:,} tokens, {over:,} more than this model holds ({limit:,}). Split it "
            "into parts, or choose a larger context in the settings.",
        )
        over = reading.total_tokens - reading.limit
        return fill(text, count=reading.total_tokens, over=over, limit=reading.limit)
    if reading.state is ReadingState.FAILED:
        return translated(reading.error)
    if shown.is_changed:
        return translate(
            "SourceTexts", "Its files have changed since it was read. Chats keep their version."
        )
    if reading.state is ReadingState.READ and shown.is_of_other_model:
        return translate(
            "SourceTexts",
            "Another model has read it. The model that is loaded reads it again with the next "
            "chat.",
        )
    return ""


def _version_line(shown: ShownSource) -> str:
    version = shown.source.newest
    moment = short_time(version.created_at)
    text = translate("SourceTexts", "Version {number} · {moment} · {size}")
    size = format_bytes(version.byte_count)
    return fill(text, number=version.number, moment=moment, size=size)


def _origin_line(shown: ShownSource) -> str:
    origin = shown.source.newest.origin
    if origin.kind is SourceKind.FOLDER:
        text = translate("SourceTexts", "From the folder {path}")
        if origin.patterns:
            text = translate("SourceTexts", "From the folder {path}, only {patterns}")
        line = fill(text, path=origin.paths[0], patterns=origin.patterns)
    elif origin.kind is SourceKind.FILES:
        line = fill(translate("SourceTexts", "From {paths}"), paths=", ".join(origin.paths))
    else:
        line = translate("SourceTexts", "A text that was pasted")
    return line if not origin.part else f"{line} ({origin.part})"


class SourceDetails(QWidget):
    """The details of the selected source; its signals refer to it."""

    renamed = Signal(str)
    chat_opened = Signal(str)
    chat_moved = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ShownSource | None = None
        self.name_box = QLineEdit(self, maxLength=_LONGEST_NAME)
        Composition(self.name_box)
        self.state_label = QLabel(self)
        self.bar = ThinProgressBar(self)
        self.pause_button = PillButton(self.tr("Pause"), self)
        self.read_button = PillButton(self.tr("Read now"), self)
        self.problem_label = MutedLabel(parent=self, wraps=True)
        self.update_button = PillButton(self.tr("Read the new version"), self)
        self.split_button = PillButton(self.tr("Split into parts"), self)
        self.figures_label = MutedLabel(parent=self, wraps=True)
        self.instruction_label = MutedLabel(parent=self, wraps=True)
        self.chats_label = QLabel(self.tr("Chats with this source"), self)
        self.chats = QListWidget(self)
        self.move_button = PillButton(self.tr("Move to the newest version"), self)
        self.new_chat_button = PillButton(self.tr("New chat with this source"), self, is_main=True)
        self.edit_button = PillButton(self.tr("Edit…"), self)
        self.delete_button = PillButton(self.tr("Delete…"), self)
        self._build_layout()
        self.name_box.editingFinished.connect(self._on_name_edited)
        self.chats.itemActivated.connect(lambda item: self.chat_opened.emit(item.data(_ID)))
        self.chats.currentItemChanged.connect(lambda *_items: self._show_moving())
        self.move_button.clicked.connect(self._on_move)

    @property
    def source_id(self) -> str:
        """Return the id of the shown source; empty if there is none."""
        return "" if self._shown is None else self._shown.source.id

    def set_source(self, shown: ShownSource) -> None:
        """Show a source; an edited name is kept while the source is the same."""
        is_same = self.source_id == shown.source.id
        self._shown = shown
        # Readings change while the user types a name.
        if not is_same or not self.name_box.hasFocus():
            self.name_box.setText(shown.source.name)
        self.figures_label.setText(with_soft_breaks(figures_of(shown)))
        instruction = shown.source.newest.instruction
        text = with_soft_breaks(instruction)
        self.instruction_label.setText(fill(self.tr("Instruction: {text}"), text=text))
        self.instruction_label.setVisible(bool(instruction))
        self._show_reading(shown)
        self._show_chats(shown.chats)

    def _show_reading(self, shown: ShownSource) -> None:
        reading = shown.reading
        self.state_label.setText(full_state_of(shown))
        is_reading = reading.state is ReadingState.READING
        self.bar.setVisible(is_reading)
        self.bar.setRange(0, reading.total_tokens)
        self.bar.setValue(reading.read_tokens)
        is_paused = reading.state is ReadingState.PAUSED
        self.read_button.setText(self.tr("Resume") if is_paused else self.tr("Read now"))
        is_done = reading.state is ReadingState.READ and not shown.is_of_other_model
        can_read = not is_done and reading.state is not ReadingState.TOO_LARGE
        idle = self.read_button if can_read else None
        turns = (self.pause_button, self.read_button)
        show_one_of(turns, self.pause_button if is_reading else idle)
        problem = problem_of(shown)
        self.problem_label.setText(problem)
        self.problem_label.setVisible(bool(problem))
        self.update_button.setVisible(shown.is_changed)
        self.split_button.setVisible(reading.state is ReadingState.TOO_LARGE)

    def _show_chats(self, chats: tuple[SourceChat, ...]) -> None:
        rows = range(self.chats.count())
        # Filled again only if the chats have changed: otherwise each progress would scroll it up.
        if [self.chats.item(row).data(_ID) for row in rows] != [c.conversation_id for c in chats]:
            self._fill_chats(chats)
        for row, chat in enumerate(chats):
            item, title = self.chats.item(row), shown_title(chat.title)
            version = fill(self.tr("Version {number}"), number=chat.number)
            item.setText(title)
            item.setData(_LINE, version)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {version}")
        self.chats_label.setVisible(bool(chats))
        self.chats.setVisible(bool(chats))
        self._show_moving()

    def _fill_chats(self, chats: tuple[SourceChat, ...]) -> None:
        chosen = self.chats.currentItem()
        chosen_id = None if chosen is None else chosen.data(_ID)
        place = self.chats.verticalScrollBar().value()
        self.chats.clear()
        for chat in chats:
            item = QListWidgetItem(self.chats)
            item.setData(_ID, chat.conversation_id)
            if chat.conversation_id == chosen_id:
                self.chats.setCurrentItem(item)
        self.chats.verticalScrollBar().setValue(place)

    def _show_moving(self) -> None:
        chat = self._chosen_chat()
        newest = 0 if self._shown is None else self._shown.source.newest.number
        self.move_button.setVisible(chat is not None and chat.number < newest)

    def _chosen_chat(self) -> SourceChat | None:
        row = self.chats.currentRow()
        chats = () if self._shown is None else self._shown.chats
        return chats[row] if 0 <= row < len(chats) else None

    def _on_move(self) -> None:
        chat = self._chosen_chat()
        if chat is not None:
            self.chat_moved.emit(chat.conversation_id)

    def _on_name_edited(self) -> None:
        name = self.name_box.text().strip()
        if self._shown is not None and name and name != self._shown.source.name:
            self.renamed.emit(name)
        elif self._shown is not None and not name:
            self.name_box.setText(self._shown.source.name)  # the name must not be empty

    def _build_layout(self) -> None:
        self.name_box.setAccessibleName(self.tr("Name"))
        self.bar.setAccessibleName(self.tr("Reading progress"))
        self.chats.setAccessibleName(self.chats_label.text())
        self.chats.setItemDelegate(TwoLineDelegate(_LINE, self.chats))
        self.chats.setFrameShape(QFrame.Shape.NoFrame)
        self.chats.viewport().setAutoFillBackground(False)
        self.state_label.setTextFormat(Qt.TextFormat.PlainText)
        reading = horizontal_layout(None, spacing=8)
        reading.addWidget(self.state_label, 1)
        reading.addWidget(self.pause_button)
        reading.addWidget(self.read_button)
        column = vertical_layout(self, self.name_box, spacing=8, margins=(0, 0, 0, 0))
        column.addLayout(reading)
        column.addWidget(self.bar)
        column.addWidget(self.problem_label)
        column.addLayout(FlowLayout(self.update_button, self.split_button))
        for label in (self.figures_label, self.instruction_label, self.chats_label):
            column.addWidget(label)
        column.addWidget(self.chats, 1)
        column.addLayout(FlowLayout(self.move_button))
        column.addStretch(0)
        column.addLayout(
            FlowLayout(self.new_chat_button, self.edit_button, last=self.delete_button)
        )


class SourcesPage(QDialog):
    """A page of the window; ``details`` shows the selected source."""

    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Sources"))
        self.setModal(False)
        self._sources: dict[str, ShownSource] = {}
        self._content = QWidget(self)
        self.list = QListWidget(self._content)
        self.details = SourceDetails(self._content)
        self.add_button = PillButton(self.tr("Add a source…"), self._content)
        self.empty = StatePanel(self, icon="file")
        text = self.tr(
            "No sources yet. Add files, a folder of code, a saved web page or pasted text. The "
            "model reads it once, and every chat that starts from it is ready at once, also "
            "after a restart."
        )
        self.empty.show_state(text, ("add", self.tr("Add a source…")))
        self._build_layout()
        self.empty.action_requested.connect(lambda _key: self.add_requested.emit())
        self.add_button.clicked.connect(lambda: self.add_requested.emit())
        self.list.currentItemChanged.connect(lambda *_items: self._show_chosen())
        self.list.itemActivated.connect(lambda _item: self.details.new_chat_button.click())
        resize_on_screen(self, _SIZE)
        self.set_sources(())

    @property
    def adding_button(self) -> PillButton:
        """The button on show that adds a source."""
        return self.add_button if self._sources else self.empty.buttons[0]

    def set_sources(self, sources: Iterable[ShownSource]) -> None:
        """Show these sources; the selection is kept if possible."""
        selected = self.details.source_id
        self._sources = {each.source.id: each for each in sources}
        # Filled again only if the list has changed: otherwise each progress would move the focus.
        if [self._id_at(row) for row in range(self.list.count())] != list(self._sources):
            self._fill_list(selected)
        for row, shown in enumerate(self._sources.values()):
            item = self.list.item(row)
            item.setText(shown.source.name)
            item.setData(_LINE, line_of(shown))
            name = f"{shown.source.name}, {line_of(shown)}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, name)
        self._show_chosen()

    def select(self, source_id: str) -> None:
        """Choose a source."""
        ids = list(self._sources)
        if source_id in ids:
            self.list.setCurrentRow(ids.index(source_id))

    def come_forward(self) -> None:
        """Show the page, with the focus in the list."""
        self.show()
        (self.list if self._sources else self.adding_button).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self.details.delete_button.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fold_in(self, _NARROW_CHARS)

    def _fill_list(self, selected: str) -> None:
        # Qt would select the first row as soon as there is one, and emit a signal.
        self.list.blockSignals(True)
        self.list.clear()
        for shown in self._sources.values():
            QListWidgetItem(shown.source.name, self.list).setData(_ID, shown.source.id)
        ids = list(self._sources)
        self.list.setCurrentRow(ids.index(selected) if selected in ids else 0)
        self.list.blockSignals(False)

    def _id_at(self, row: int) -> str:
        return str(self.list.item(row).data(_ID))

    def _show_chosen(self) -> None:
        row = self.list.currentRow()
        shown = self._sources.get(self._id_at(row)) if row >= 0 else None
        self._stack.setCurrentWidget(self._content if self._sources else self.empty)
        self.details.setVisible(shown is not None)
        if shown is not None:
            self.details.set_source(shown)

    def _build_layout(self) -> None:
        self.list.setItemDelegate(TwoLineDelegate(_LINE, self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Sources"))
        self.list.viewport().setAutoFillBackground(False)
        self.list.setMinimumWidth(20 * self.fontMetrics().averageCharWidth())
        side = vertical_layout(None, self.list, self.add_button, spacing=8)
        side.setStretch(0, 1)
        row = FoldingLayout(self._content, spacing=14, folded_spacing=14)
        row.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        row.addLayout(side, 2)
        row.addWidget(self.details, 4)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._content)
        self._stack.addWidget(self.empty)
        QWidget.setTabOrder(self.list, self.add_button)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter belongs to the list
