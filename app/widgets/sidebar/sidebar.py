"""The list of all conversations, with a box that filters and searches them."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from app.domain import SearchHit
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.name_dialog import NameDialog
from app.widgets.kit.quiet_button import QuietButton
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.list import ConversationList
from app.widgets.sidebar.list_view import ConversationListView
from app.widgets.sidebar.menus import ConversationMenu, FolderMenu

SEARCH_DELAY_MS = 150  # nobody reads what was found for the first letters of a word


class Sidebar(QWidget):
    """Shows ``conversations``; what the user does with them goes to the window's requests.

    ``search_requested`` says what is looked for in messages; ``set_hits`` answers it.
    """

    def __init__(self, requests: WindowRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.requests = requests
        self.conversations = ConversationList(self)
        self.filter_box = FilterBox(self.tr("Filter conversations"), self)
        self.view = ConversationListView(self.conversations, requests, self)
        self._nothing = MutedLabel(parent=self)
        self.trash_button = QuietButton("trash", self.tr("Recently deleted"), self)
        self._active_id: str | None = None
        self._searched = ""
        self._search_delay = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._build_layout()
        self._connect()
        self._on_list_changed()

    @property
    def empty_text(self) -> str:
        """The sentence that replaces an empty list, or an empty text."""
        return self._nothing.text() if self.conversations.rowCount() == 0 else ""

    def set_hits(self, text: str, hits: Iterable[SearchHit]) -> None:
        """Show the messages that were found, unless the search text has changed since."""
        if text == self.filter_box.text():
            self._searched = text
            self.conversations.set_hits(hits)
            self._on_list_changed()

    def selected_ids(self) -> tuple[str, ...]:
        """Return the conversations that are chosen while the list has the focus."""
        return self.view.selected_ids() if self.view.hasFocus() else ()

    def set_active(self, conversation_id: str | None) -> None:
        """Select the conversation whose tab is in front."""
        self._active_id = conversation_id
        index = self.conversations.index_of(conversation_id) if conversation_id else QModelIndex()
        if index.isValid():
            self.view.select_only(index)
        else:
            self.view.clearSelection()

    def build_menu(self, conversation_ids: tuple[str, ...]) -> ConversationMenu:
        """Return the menu of one conversation or many."""
        listed = self.conversations.listed
        menu = ConversationMenu(
            listed.known(conversation_ids), listed.folders(), self.requests, self
        )
        menu.new_folder_requested.connect(self._ask_folder)
        return menu

    def build_folder_menu(self, folder: str) -> FolderMenu:
        """Return the menu of a folder."""
        menu = FolderMenu(folder, self.requests, self)
        menu.rename_dialog_requested.connect(self.ask_folder_name)
        return menu

    def selected_folder(self) -> str:
        """Return the folder of the current heading if the list has the focus, else ""."""
        return self.view.current_folder() if self.view.hasFocus() else ""

    def ask_folder_name(self, folder: str) -> None:
        """Ask for another name of a folder."""
        dialog = NameDialog(folder, self.window(), title=self.tr("Rename folder"))
        dialog.named.connect(lambda name: self._rename_folder(folder, name))
        dialog.open()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 34, 400)

    def _build_layout(self) -> None:
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(16, 24, 16, 0)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._nothing)
        column = vertical_layout(self, self.filter_box, margins=(8, 8, 4, 6), spacing=6)
        column.addLayout(self._stack, 1)
        column.addWidget(self.trash_button)

    def _connect(self) -> None:
        self.filter_box.textChanged.connect(self._on_filter_changed)
        self.filter_box.step_pressed.connect(self._on_step_pressed)
        self.filter_box.returnPressed.connect(self._on_return_pressed)
        self._search_delay.timeout.connect(
            lambda: self.requests.search_requested.emit(self.filter_box.text())
        )
        self.conversations.modelReset.connect(self._on_list_changed)
        self.conversations.rearranged.connect(self._on_list_changed)
        self.view.menu_requested.connect(
            lambda position: self.build_menu(self.view.selected_ids()).popup(position)
        )
        self.view.folder_menu_requested.connect(
            lambda folder, position: self.build_folder_menu(folder).popup(position)
        )
        self.trash_button.clicked.connect(lambda: self.requests.trash_requested.emit())

    def _ask_folder(self, conversation_ids: tuple[str, ...]) -> None:
        dialog = NameDialog("", self.window(), title=self.tr("New folder"))
        dialog.named.connect(
            lambda name: self.requests.folder_requested.emit(conversation_ids, name)
        )
        dialog.open()

    def _rename_folder(self, old: str, new: str) -> None:
        if new != old:
            self.conversations.rename_folder(old, new)
            self.requests.folder_rename_requested.emit(old, new)

    def _on_filter_changed(self, text: str) -> None:
        self.conversations.set_filter(text)
        if text.strip():
            self._search_delay.start()
        else:
            self._search_delay.stop()

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.sendEvent(self.view, event)

    def _on_return_pressed(self) -> None:
        """Open the first row that the filter shows."""
        for row in range(self.conversations.rowCount()):
            index = self.conversations.index(row)
            if index.flags() & Qt.ItemFlag.ItemIsSelectable:
                self.view.setCurrentIndex(index)
                self.view.open_current()
                return

    def _on_list_changed(self) -> None:
        is_empty = self.conversations.rowCount() == 0
        if not self.filter_box.text().strip():
            text = self.tr("No conversations yet. What you write is kept here, on this computer.")
        elif self._searched == self.filter_box.text():
            text = self.tr("No title or message has these words.")
        else:
            text = self.tr("No title has these words. Searching the messages …")
        self._nothing.setText(text)
        self._stack.setCurrentWidget(self._nothing if is_empty else self.view)
        if len(self.view.selectedIndexes()) <= 1:
            self.view.setAutoScroll(False)  # who has scrolled away is not called back
            self.set_active(self._active_id)
            self.view.setAutoScroll(True)
