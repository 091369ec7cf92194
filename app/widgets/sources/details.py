"""The chosen source: what it is, how far it is read, and the chats that live in it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QWidget,
)

from app.domain import ReadingState, ShownSource, SourceChat
from app.widgets.kit.controls import MutedLabel, PillButton, show_one_of
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.text import with_soft_breaks
from app.widgets.kit.translation import fill, shown_title
from app.widgets.kit.two_line_delegate import TwoLineDelegate
from app.widgets.sources.texts import figures_of, problem_of, state_of

_LONGEST_NAME = 120
_ID = Qt.ItemDataRole.UserRole
_LINE = Qt.ItemDataRole.UserRole + 1


class SourceDetails(QWidget):
    """Its signals are about the source that is shown."""

    renamed = Signal(str)
    chat_opened = Signal(str)
    chat_moved = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ShownSource | None = None
        self.name_box = QLineEdit(self, maxLength=_LONGEST_NAME)
        self.state_label = QLabel(self)
        self.bar = QProgressBar(self, textVisible=False)
        self.pause_button = PillButton(self.tr("Pause"), self)
        self.read_button = PillButton(self.tr("Read now"), self)
        self.problem_label = MutedLabel(parent=self, wraps=True)
        self.update_button = PillButton(self.tr("Read the new version"), self)
        self.split_button = PillButton(self.tr("Split into parts"), self)
        self.figures_label = MutedLabel(parent=self, wraps=True)
        self.instruction_label = MutedLabel(parent=self, wraps=True)
        self.chats_label = QLabel(self.tr("Chats in this source"), self)
        self.chats = QListWidget(self)
        self.move_button = PillButton(self.tr("Move to the newest version"), self)
        self.new_chat_button = PillButton(self.tr("New chat in this source"), self, is_main=True)
        self.edit_button = PillButton(self.tr("Edit …"), self)
        self.delete_button = PillButton(self.tr("Delete …"), self)
        self._build_layout()
        self.name_box.editingFinished.connect(self._on_name_edited)
        self.chats.itemActivated.connect(lambda item: self.chat_opened.emit(item.data(_ID)))
        self.chats.currentItemChanged.connect(lambda *_items: self._show_moving())
        self.move_button.clicked.connect(self._on_move)

    @property
    def source_id(self) -> str:
        """Return the source that is shown; empty for none."""
        return "" if self._shown is None else self._shown.source.id

    def set_source(self, shown: ShownSource) -> None:
        """Show a source; what is typed into its name stays while it is the same one."""
        is_same = self.source_id == shown.source.id
        self._shown = shown
        # Readings come in while somebody types a name.
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
        state = state_of(shown)
        self.state_label.setText(state[:1].upper() + state[1:])
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
        # Filled again only where they are others: readings that go on would scroll it up.
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
            self.name_box.setText(self._shown.source.name)  # it has to be called something

    def _build_layout(self) -> None:
        self.name_box.setAccessibleName(self.tr("Name"))
        self.bar.setAccessibleName(self.tr("How much of it is read"))
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
