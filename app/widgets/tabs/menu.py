"""The context menu of a tab."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.kit.window_requests import WindowRequests


@dataclass(frozen=True, slots=True)
class TabPosition:
    """The position of a tab among the others.

    Attributes:
        row: the tabs of its pane in order, including this one.
        finished_ids: the tabs of the row without work in progress or unread answers.
        can_reopen: whether a closed tab can be opened again.
    """

    row: tuple[str, ...]
    pane_number: int
    finished_ids: tuple[str, ...] = ()
    is_pinned: bool = False
    is_vertical: bool = False
    can_reopen: bool = False


class TabMenu(QMenu):
    """Each entry requests an action on one tab, or on all other tabs of its row."""

    def __init__(
        self,
        conversation_id: str,
        position: TabPosition,
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._id = conversation_id
        self._requests = requests
        self._others = tuple(each for each in position.row if each != conversation_id)
        pin = self.addAction(self.tr("Unpin") if position.is_pinned else self.tr("Pin"))
        pin.triggered.connect(
            lambda: requests.pin_requested.emit((self._id,), not position.is_pinned)
        )
        self._add_places(position.pane_number)
        self.addSeparator()
        self._add(self.tr("Rename …"), lambda: requests.rename_dialog_requested.emit(self._id))
        self._add(self.tr("Suggest a title"), lambda: requests.title_requested.emit(self._id))
        self._add(self.tr("Duplicate"), lambda: requests.duplicate_requested.emit(self._id))
        self._add(self.tr("Export …"), lambda: requests.export_requested.emit((self._id,)))
        self._add(self.tr("Delete"), lambda: requests.delete_requested.emit((self._id,)))
        self.addSeparator()
        self._add_closing(position)

    def _add_places(self, pane_number: int) -> None:
        if pane_number <= 1:
            text = (
                self.tr("Open in split view") if pane_number == 0 else self.tr("Show on the left")
            )
            split = self._add(text, lambda: self._requests.show_in_split_requested.emit(self._id))
            split.setEnabled(pane_number == 1 or bool(self._others))
        if pane_number > 1:
            back = self.tr("Move to the main window")
            self._add(back, lambda: self._requests.bring_back_requested.emit(self._id))
        if pane_number <= 1 or self._others:
            detach = self.tr("Move to a new window")
            self._add(detach, lambda: self._requests.detach_requested.emit(self._id))

    def _add_closing(self, position: TabPosition) -> None:
        reopen = self._add(self.tr("Reopen closed tab"), self._requests.reopen_tab_requested.emit)
        reopen.setEnabled(position.can_reopen)
        self.addSeparator()
        self._add_closing_of(self.tr("Close tab"), (self._id,))
        after = position.row[position.row.index(self._id) + 1 :]
        below, right = self.tr("Close tabs below"), self.tr("Close tabs to the right")
        self._add_closing_of(below if position.is_vertical else right, after)
        self._add_closing_of(self.tr("Close finished tabs"), position.finished_ids)
        self._add_closing_of(self.tr("Close other tabs"), self._others)

    def _add_closing_of(self, text: str, ids: tuple[str, ...]) -> None:
        def close() -> None:
            for conversation_id in ids:
                self._requests.close_tab_requested.emit(conversation_id)

        self._add(text, close).setEnabled(bool(ids))

    def _add(self, text: str, request: Callable[[], object]) -> QAction:
        entry = self.addAction(text)
        entry.triggered.connect(lambda: request())
        return entry
