"""The context menus of selected conversations and of a folder."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.domain import ConversationSummary
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests


class ConversationMenu(QMenu):
    """A single conversation can also be opened and renamed; the rest applies to many."""

    new_folder_requested = Signal(tuple)

    def __init__(
        self,
        selected: tuple[ConversationSummary, ...],
        folders: tuple[str, ...],
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._requests = requests
        self._selected = selected
        self._ids = tuple(each.id for each in selected)
        if len(selected) == 1:
            self._add_for_one(self._ids[0])
        self._add_pin()
        self._add_folders(folders)
        self.addAction(self.tr("Export …")).triggered.connect(
            lambda: self._requests.export_requested.emit(self._ids)
        )
        self.addSeparator()
        text = fill(self.tr("Delete {count:,} conversations"), count=len(selected))
        delete = self.addAction(self.tr("Delete") if len(selected) == 1 else text)
        delete.triggered.connect(lambda: self._requests.delete_requested.emit(self._ids))

    def _add_for_one(self, id_: str) -> None:
        for text, signal in (
            (self.tr("Open"), self._requests.conversation_activated),
            (self.tr("Open beside"), self._requests.open_beside_requested),
            (self.tr("Rename …"), self._requests.rename_dialog_requested),
            (self.tr("Propose a title"), self._requests.title_requested),
        ):
            entry = self.addAction(text)
            entry.triggered.connect(lambda _=False, signal=signal: signal.emit(id_))
        self.addSeparator()

    def _add_pin(self) -> None:
        is_pinned = all(each.is_pinned for each in self._selected)
        entry = self.addAction(self.tr("Unpin") if is_pinned else self.tr("Pin"))
        entry.triggered.connect(lambda: self._requests.pin_requested.emit(self._ids, not is_pinned))

    def _add_folders(self, folders: tuple[str, ...]) -> None:
        menu = self.addMenu(self.tr("Move to folder"))
        for folder in folders:
            entry = menu.addAction(folder.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(all(each.folder == folder for each in self._selected))
            entry.triggered.connect(
                lambda _=False, name=folder: self._requests.folder_requested.emit(self._ids, name)
            )
        if folders:
            menu.addSeparator()
        if any(each.folder for each in self._selected):
            none = menu.addAction(self.tr("No folder"))
            none.triggered.connect(lambda: self._requests.folder_requested.emit(self._ids, ""))
        new = menu.addAction(self.tr("New folder …"))
        new.triggered.connect(lambda: self.new_folder_requested.emit(self._ids))


class FolderMenu(QMenu):
    """The context menu of a folder's heading."""

    rename_dialog_requested = Signal(str)

    def __init__(
        self, folder: str, requests: WindowRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = self.addAction(self.tr("Rename folder …"))
        delete = self.addAction(self.tr("Delete folder, keep its conversations"))
        rename.triggered.connect(lambda: self.rename_dialog_requested.emit(folder))
        delete.triggered.connect(lambda: requests.folder_delete_requested.emit(folder))
