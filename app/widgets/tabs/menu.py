"""The context menu of a tab, and the menu with all tabs of a pane."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.items import TabItems

MAX_TITLE_LETTERS = 60


class TabMenu(QMenu):
    """Each entry asks for something about one tab, or about all others of its row."""

    def __init__(
        self,
        conversation_id: str,
        row: tuple[str, ...],
        requests: WindowRequests,
        *,
        is_pinned: bool,
        pane_number: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._id = conversation_id
        self._requests = requests
        self._others = tuple(each for each in row if each != conversation_id)
        pin = self.addAction(self.tr("Unpin") if is_pinned else self.tr("Pin"))
        pin.triggered.connect(lambda: requests.pin_requested.emit((self._id,), not is_pinned))
        self._add_places(pane_number)
        self.addSeparator()
        self._add(self.tr("Rename …"), lambda: requests.rename_dialog_requested.emit(self._id))
        self._add(self.tr("Propose a title"), lambda: requests.title_requested.emit(self._id))
        self._add(self.tr("Export …"), lambda: requests.export_requested.emit((self._id,)))
        self._add(self.tr("Delete"), lambda: requests.delete_requested.emit((self._id,)))
        self.addSeparator()
        self._add(self.tr("Close tab"), lambda: requests.close_tab_requested.emit(self._id))
        others = self._add(self.tr("Close other tabs"), self._close_others)
        others.setEnabled(bool(self._others))

    def _add_places(self, pane_number: int) -> None:
        if pane_number <= 1:
            text = self.tr("Show beside") if pane_number == 0 else self.tr("Show on the left")
            beside = self._add(text, lambda: self._requests.show_beside_requested.emit(self._id))
            beside.setEnabled(pane_number == 1 or bool(self._others))
        if pane_number > 1:
            back = self.tr("Move to the first window")
            self._add(back, lambda: self._requests.bring_back_requested.emit(self._id))
        if pane_number <= 1 or self._others:
            detach = self.tr("Move to a new window")
            self._add(detach, lambda: self._requests.detach_requested.emit(self._id))

    def _close_others(self) -> None:
        for conversation_id in self._others:
            self._requests.close_tab_requested.emit(conversation_id)

    def _add(self, text: str, request: Callable[[], object]) -> QAction:
        entry = self.addAction(text)
        entry.triggered.connect(lambda: request())
        return entry


class TabListMenu(QMenu):
    """However many tabs there are, this menu has all of them; the one in front is marked."""

    selected = Signal(str)

    def __init__(
        self,
        ids: tuple[str, ...],
        current_id: str | None,
        items: TabItems,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for conversation_id in ids:
            title = items.title(conversation_id)[:MAX_TITLE_LETTERS].replace("&", "&&")
            state = tab_text(items.state(conversation_id))
            entry = self.addAction(f"{title}   ({state})" if state else title)
            entry.setCheckable(True)
            entry.setChecked(conversation_id == current_id)
            entry.triggered.connect(lambda _=False, id_=conversation_id: self.selected.emit(id_))
