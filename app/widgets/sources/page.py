"""The window of sources: at the left their names, at the right the chosen one."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.domain import ShownSource
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, resize_on_screen, vertical_layout
from app.widgets.kit.two_line_delegate import TwoLineDelegate
from app.widgets.sources.details import SourceDetails
from app.widgets.sources.texts import line_of

_SIZE = QSize(820, 600)
_ID = Qt.ItemDataRole.UserRole
_LINE = Qt.ItemDataRole.UserRole + 1


class SourcesPage(QDialog):
    """Stands beside the chats, and stops none of them; ``details`` is about the chosen source."""

    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Sources"))
        self.setModal(False)
        self._sources: dict[str, ShownSource] = {}
        self.list = QListWidget(self)
        self.details = SourceDetails(self)
        self.add_button = PillButton(self.tr("Add a source …"), self)
        self.empty_label = MutedLabel(
            self.tr(
                "No sources yet. A source is a long text that the model reads once: files, a "
                "folder of code, a saved page, or what you paste. Any number of chats then begin "
                "in it without reading it again, also after a restart."
            ),
            self,
            wraps=True,
        )
        self._build_layout()
        self.add_button.clicked.connect(lambda: self.add_requested.emit())
        self.list.currentItemChanged.connect(lambda *_items: self._show_chosen())
        self.list.itemActivated.connect(lambda _item: self.details.new_chat_button.click())
        resize_on_screen(self, _SIZE)
        self.set_sources(())

    def set_sources(self, sources: Iterable[ShownSource]) -> None:
        """Show these; the chosen one stays chosen while it is there."""
        selected = self.details.source_id
        self._sources = {each.source.id: each for each in sources}
        # Filled again only where it is another list: each progress would move the focus.
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
        """Show the window in front, the keyboard in the list."""
        self.show()
        self.raise_()
        self.activateWindow()
        (self.list if self._sources else self.add_button).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self.details.delete_button.click()
        else:
            super().keyPressEvent(event)

    def _fill_list(self, selected: str) -> None:
        # Qt would choose the first row as soon as there is one, and tell it.
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
        is_empty = not self._sources
        self.empty_label.setVisible(is_empty)
        self.list.setVisible(not is_empty)
        self.details.setVisible(shown is not None)
        # Without a source the button stands below the words in the middle.
        self._side.setStretch(self._side.count() - 1, int(is_empty))
        middle = Qt.AlignmentFlag.AlignHCenter
        self._side.setAlignment(self.add_button, middle if is_empty else Qt.AlignmentFlag(0))
        if shown is not None:
            self.details.set_source(shown)

    def _build_layout(self) -> None:
        self.list.setItemDelegate(TwoLineDelegate(_LINE, self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Sources"))
        self.list.viewport().setAutoFillBackground(False)
        self.list.setMinimumWidth(20 * self.fontMetrics().averageCharWidth())
        self.empty_label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
        self._side = vertical_layout(None, self.list, self.empty_label, self.add_button, spacing=8)
        self._side.addStretch(0)
        for place in (0, 1):  # the list and the words, of which one is shown
            self._side.setStretch(place, 1)
        row = horizontal_layout(self, margins=(14, 14, 14, 14), spacing=14)
        row.addLayout(self._side, 2)
        row.addWidget(self.details, 4)
        QWidget.setTabOrder(self.list, self.add_button)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter is the list's
