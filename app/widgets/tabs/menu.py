"""What can be done with a tab, by its context menu."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget


class TabMenu(QMenu):
    """Every entry is a wish about one tab, or about all others of its row."""

    pin_requested = Signal(tuple, bool)
    beside_requested = Signal(str)
    detach_requested = Signal(str)
    back_requested = Signal(str)
    rename_requested = Signal(str)
    title_requested = Signal(str)
    export_requested = Signal(tuple)
    delete_requested = Signal(tuple)
    close_requested = Signal(str)

    def __init__(
        self,
        conversation_id: str,
        row: tuple[str, ...],
        *,
        is_pinned: bool,
        pane_number: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._id = conversation_id
        self._others = tuple(each for each in row if each != conversation_id)
        pin = self.addAction(self.tr("Unpin") if is_pinned else self.tr("Pin"))
        pin.triggered.connect(lambda: self.pin_requested.emit((self._id,), not is_pinned))
        self._add_places(pane_number)
        self.addSeparator()
        self._add(self.tr("Rename …"), lambda: self.rename_requested.emit(self._id))
        self._add(self.tr("Propose a title"), lambda: self.title_requested.emit(self._id))
        self._add(self.tr("Export …"), lambda: self.export_requested.emit((self._id,)))
        self._add(self.tr("Delete"), lambda: self.delete_requested.emit((self._id,)))
        self.addSeparator()
        self._add(self.tr("Close tab"), lambda: self.close_requested.emit(self._id))
        others = self._add(self.tr("Close other tabs"), self._close_others)
        others.setEnabled(bool(self._others))

    def _add_places(self, pane_number: int) -> None:
        if pane_number <= 1:
            text = self.tr("Show beside") if pane_number == 0 else self.tr("Show on the left")
            beside = self._add(text, lambda: self.beside_requested.emit(self._id))
            beside.setEnabled(pane_number == 1 or bool(self._others))
        if pane_number > 1:
            back = self.tr("Move to the first window")
            self._add(back, lambda: self.back_requested.emit(self._id))
        if pane_number <= 1 or self._others:
            detach = self.tr("Move to a new window")
            self._add(detach, lambda: self.detach_requested.emit(self._id))

    def _close_others(self) -> None:
        for conversation_id in self._others:
            self.close_requested.emit(conversation_id)

    def _add(self, text: str, request: Callable[[], object]) -> QAction:
        entry = self.addAction(text)
        entry.triggered.connect(lambda: request())
        return entry
