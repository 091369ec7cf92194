"""The list of all conversations, with a box that filters and searches them."""

from collections.abc import Iterable

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QScrollBar, QSizePolicy, QWidget

from app.domain.conversations import SearchHit
from app.widgets.kit.controls import IconButton, MutedLabel, QuietButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.groups import folder_group
from app.widgets.sidebar.list import ConversationList
from app.widgets.sidebar.list_view import ConversationListView
from app.widgets.sidebar.menus import SidebarMenus
from app.widgets.sidebar.now import NowPanel
from app.widgets.sidebar.row_data import FOLDER_ROLE, HIT_ROLE, ID_ROLE
from app.widgets.sidebar.search_words import TAG_MARK, message_words

SEARCH_DELAY_MS = 150  # results for the first characters of a word are not worth a search
_LIST_END = 6  # pixels
_Flag = QItemSelectionModel.SelectionFlag
_LAID_OUT = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show})


class KeptRows:
    """The current row and the selection while the user is working in the list."""

    def __init__(self, view: ConversationListView, conversations: ConversationList) -> None:
        self._view = view
        self._list = conversations
        self._current = ""
        self._row = -1
        self._selected: tuple[str, ...] = ()
        self._is_used = False

    def note(self) -> None:
        """Store them before rows move."""
        # The focus of the window, not of the program: switching windows must not change the row.
        self._is_used = self._view.window().focusWidget() is self._view
        index = self._view.currentIndex()
        self._current, self._row = _key_of(index), index.row()
        self._selected = self._view.selected_ids()

    def restore(self) -> bool:
        """Restore them; return whether the user is working in the list (then do not scroll)."""
        if not self._is_used:
            return False
        if not self._current:
            return self._view.currentIndex().isValid()
        index = self._list.index_of(self._current)
        if index.isValid():
            self._select(index)
            return True
        known = self._list.listed.known((self._current,))
        if any(not each.is_archived for each in known):
            return False  # a fold hides it
        index = self._next_row()
        self._view.select_only(index)
        return index.isValid()

    def _next_row(self) -> QModelIndex:
        """Return the conversation at the place of the deleted one, or above it."""
        rows = (*range(self._row, self._list.rowCount()), *range(self._row - 1, -1, -1))
        indexes = (self._list.index(row) for row in rows)
        return next((each for each in indexes if each.data(ID_ROLE)), QModelIndex())

    def _select(self, current: QModelIndex) -> None:
        if current == self._view.currentIndex() and self._selected == self._view.selected_ids():
            return
        selection = self._view.selectionModel()
        selection.clearSelection()
        for each in map(self._list.index_of, self._selected):
            selection.select(each, _Flag.Select)
        selection.setCurrentIndex(current, _Flag.NoUpdate)


def _key_of(index: QModelIndex) -> str:
    """Return the key of a conversation or a folder; empty for a found message."""
    if index.data(HIT_ROLE):
        return ""
    folder = index.data(FOLDER_ROLE)
    return folder_group(folder).key if folder else index.data(ID_ROLE) or ""


class SelectionBar(QWidget):
    """Shown while more than one conversation is selected; shows their number."""

    clear_requested = Signal()
    menu_requested = Signal()
    archive_requested = Signal()
    delete_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = MutedLabel()
        self.menu_button = IconButton("folder", self.tr("Move, tag or export the selection"))
        self.archive_button = IconButton("archive", self.tr("Archive the selection"))
        self.delete_button = IconButton("trash", self.tr("Delete the selection"))
        self.clear_button = IconButton("close", self.tr("Clear the selection"))
        buttons = (
            (self.menu_button, self.menu_requested),
            (self.archive_button, self.archive_requested),
            (self.delete_button, self.delete_requested),
            (self.clear_button, self.clear_requested),
        )
        row = horizontal_layout(self, self.label, margins=(10, 0, 0, 0), spacing=0)
        row.addStretch(1)
        for button, request in buttons:
            row.addWidget(button)
            button.clicked.connect(lambda _=False, signal=request: signal.emit())
        self.hide()

    def set_count(self, count: int) -> None:
        """Show the number of selected conversations; hidden for fewer than two."""
        self.label.setText(fill(self.tr("{count:,} selected"), count=count))
        self.setVisible(count > 1)


class ListEnd(QWidget):
    """The room below the list, with a line at its top while the list continues below it."""

    def __init__(self, bar: QScrollBar, parent: QWidget) -> None:
        """``bar`` is that of the list."""
        super().__init__(parent)
        self.setFixedHeight(_LIST_END)
        self._bar = bar
        bar.valueChanged.connect(lambda _value: self.update())
        bar.rangeChanged.connect(lambda _first, _last: self.update())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._bar.value() < self._bar.maximum():
            line = QRect(0, 0, self.width(), 1)
            QPainter(self).fillRect(line, QColor(colours_of(self.palette()).border))


class Sidebar(QWidget):
    """Shows ``conversations``; the user's actions are emitted as the window's requests.

    ``search_requested`` carries the text to find in messages; ``set_hits`` answers it.
    ``rescaled`` carries the factor by which the text, and so its width, has grown.
    """

    rescaled = Signal(float)

    def __init__(self, requests: WindowRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.requests = requests
        self.conversations = ConversationList(self)
        self.new_chat_button = QuietButton("plus", self.tr("New chat"), self, is_main=True)
        self.filter_box = FilterBox(self.tr("Filter chats"), self)
        self.view = ConversationListView(self.conversations, requests, self)
        self.now = NowPanel(self._title_of, self)
        self.now.keep_still(self.view)
        self.open_tabs = QWidget(self)  # of the first window, while tabs are vertical
        self.tab_column = vertical_layout(self.open_tabs, margins=(0, 0, 0, 6), spacing=6)
        self._lists_tabs = False
        self._kept_rows = KeptRows(self.view, self.conversations)
        self.menus = SidebarMenus(self.conversations.listed, self.view, requests, self)
        self.selection_bar = SelectionBar(self)
        self.nothing_label = MutedLabel(parent=self)
        self.archive_button = QuietButton("archive", self.tr("Archive"), self)
        self.trash_button = QuietButton("trash", self.tr("Trash"), self)
        self._active_id: str | None = None
        self._searched = ""
        self._letter_width = self.fontMetrics().averageCharWidth()
        self._search_delay = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._build_layout()
        self._connect()
        self._on_list_changed()

    def set_hits(self, text: str, hits: Iterable[SearchHit]) -> None:
        """Show found messages, unless the search text has changed since."""
        if text and text == message_words(self.filter_box.text()):
            self._searched = text
            self.conversations.set_hits(hits)
            self._on_list_changed()

    def selected_ids(self) -> tuple[str, ...]:
        """Return the selected conversations if the list has the focus."""
        return self.view.selected_ids() if self.view.hasFocus() else ()

    def set_open_ids(self, ids: frozenset[str]) -> None:
        """Leave chats out of the list of days while their tabs are listed above it."""
        self.conversations.set_open_ids(ids)
        self._show_list_or_text()  # the list may be empty as before

    def set_active(self, conversation_id: str | None) -> None:
        """Select the conversation whose tab is in front.

        A selection of several is kept if it includes this one: its tab may have come to the front
        later than the click that opened it.
        """
        self._active_id = conversation_id
        self.now.set_active(conversation_id)
        selected = self.view.selected_ids()
        if len(selected) > 1 and conversation_id in selected:
            return
        index = self.conversations.index_of(conversation_id) if conversation_id else QModelIndex()
        if index.isValid():
            self.view.select_only(index)
        else:
            self.view.clearSelection()

    def set_lists_tabs(self, *, is_on: bool) -> None:
        """Show the column of tabs above the list, except while the user searches."""
        self._lists_tabs = is_on
        self.open_tabs.setVisible(is_on and not self.filter_box.text().strip())

    def selected_folder(self) -> str:
        """Return the folder of the current heading if the list has the focus, else ""."""
        return self.view.current_folder() if self.view.hasFocus() else ""

    def rename_current(self) -> bool:
        """Start renaming the current row, if the list has the focus and the row has a name."""
        return self.view.hasFocus() and self.view.rename_current()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 42, 400)

    def event(self, event: QEvent) -> bool:
        is_handled = super().event(event)
        if event.type() in _LAID_OUT and self.open_tabs.isVisibleTo(self):
            self._share_height()
        return is_handled

    def _share_height(self) -> None:
        """Give open tabs what the list below does not need, and at least half of the height."""
        room = self.foot.y() - self.open_tabs.y()
        rows = self.view.sizeHintForRow(0) * self.conversations.rowCount()
        empty = self.nothing_label.sizeHint().height() if self.nothing_label.text() else 0
        listed = rows or empty
        self.open_tabs.setMaximumHeight(max(1, room - min(listed, room // 2)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            old, new = self._letter_width, self.fontMetrics().averageCharWidth()
            self._letter_width = new
            if old and new and old != new:
                self.rescaled.emit(new / old)

    def _build_layout(self) -> None:
        self.archive_button.setCheckable(True)
        self.nothing_label.setWordWrap(True)
        self.nothing_label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing_label.setContentsMargins(16, 24, 16, 0)
        for below in (self.view, self.nothing_label):  # open tabs come first
            below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
            below.setMinimumHeight(1)
        column = vertical_layout(
            self,
            self.new_chat_button,
            self.filter_box,
            self.now,
            self.open_tabs,
            margins=(8, 8, 4, 6),
            spacing=6,
        )
        self.open_tabs.hide()
        lists = vertical_layout(None, margins=(0, 0, 0, 0), spacing=0)
        lists.addWidget(self.view, 1)
        lists.addWidget(self.nothing_label, 1)
        column.addLayout(lists, 1)
        self.list_end = ListEnd(self.view.verticalScrollBar(), self)
        self.foot = QWidget(self)
        foot = vertical_layout(self.foot, self.selection_bar, margins=(0, 0, 0, 0), spacing=6)
        foot.addLayout(vertical_layout(None, self.archive_button, self.trash_button, spacing=0))
        lists.addWidget(self.list_end)
        lists.addWidget(self.foot)

    def _connect(self) -> None:
        requests, view, bar = self.requests, self.view, self.selection_bar
        self.new_chat_button.clicked.connect(lambda: requests.new_tab_requested.emit())
        self.filter_box.textChanged.connect(self._on_filter_changed)
        self.filter_box.step_pressed.connect(self._on_step_pressed)
        self.filter_box.returnPressed.connect(self._on_return_pressed)
        self._search_delay.timeout.connect(
            lambda: requests.search_requested.emit(message_words(self.filter_box.text()))
        )
        self.conversations.about_to_rearrange.connect(self._kept_rows.note)
        self.conversations.modelReset.connect(self._on_list_changed)
        self.conversations.rearranged.connect(self._on_list_changed)
        self.conversations.dataChanged.connect(lambda: self.now.show_titles())
        self.conversations.title_given.connect(requests.rename_requested.emit)
        self.conversations.folder_named.connect(self._rename_folder)
        self.now.view.opened.connect(requests.conversation_activated.emit)
        self.now.view.stopped.connect(requests.stop_requested.emit)
        self.now.marked_changed.connect(view.set_marked_above)
        view.menu_requested.connect(self.menus.open_for_selection)
        requests.tab_dragged.connect(view.show_tab_target)
        view.folder_menu_requested.connect(self.menus.open_for_folder)
        view.tag_clicked.connect(lambda tag: self.filter_box.setText(TAG_MARK + tag))
        view.selection_changed.connect(lambda: bar.set_count(len(view.selected_ids())))
        bar.menu_requested.connect(
            lambda: self.menus.open_for_selection(bar.menu_button.mapToGlobal(QPoint(0, 0)))
        )
        bar.archive_requested.connect(self._archive_selected)
        bar.delete_requested.connect(lambda: requests.delete_requested.emit(view.selected_ids()))
        bar.clear_requested.connect(self._on_clear_requested)
        self.archive_button.toggled.connect(self._on_archive_toggled)
        self.trash_button.clicked.connect(lambda: requests.trash_requested.emit())

    def _rename_folder(self, old: str, new: str) -> None:
        self.conversations.rename_folder(old, new)
        self.requests.folder_rename_requested.emit(old, new)

    def _on_clear_requested(self) -> None:
        self.view.clearSelection()
        self.set_active(self._active_id)

    def _archive_selected(self) -> None:
        is_archived = not self.conversations.listed.shows_archive
        self.requests.archive_requested.emit(self.view.selected_ids(), is_archived)

    def _on_archive_toggled(self, is_shown: bool) -> None:
        self.conversations.set_archive_shown(is_shown)
        self.view.scrollToTop()

    def _on_filter_changed(self, text: str) -> None:
        self.conversations.set_filter(text)
        self.now.set_open(is_open=not text.strip())
        self.set_lists_tabs(is_on=self._lists_tabs)
        # A list that was scrolled down keeps its position if there are enough hits.
        self.view.scrollToTop()
        if message_words(text):
            self._search_delay.start()
        else:
            self._search_delay.stop()

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.sendEvent(self.view, event)

    def _on_return_pressed(self) -> None:
        """Open the first row that matches the filter."""
        for row in range(self.conversations.rowCount()):
            index = self.conversations.index(row)
            if index.flags() & Qt.ItemFlag.ItemIsSelectable:
                self.view.setCurrentIndex(index)
                self.view.open_current()
                return

    def _on_list_changed(self) -> None:
        self.now.show_titles()
        self._show_list_or_text()
        if self.open_tabs.isVisibleTo(self):
            self._share_height()
        # A row that is being renamed, or is current, must not be lost to the tab in front.
        if self.view.is_renaming():
            return
        self.view.setAutoScroll(False)  # the list stays where the user has scrolled it
        if not self._kept_rows.restore() and len(self.view.selectedIndexes()) <= 1:
            self.set_active(self._active_id)
        self.view.setAutoScroll(True)

    def _show_list_or_text(self) -> None:
        """Show the list, or in its place why it is empty."""
        text = self._nothing_text()
        self.nothing_label.setText(text)
        is_empty = self.conversations.rowCount() == 0
        self.nothing_label.setVisible(is_empty and bool(text))
        self.view.setHidden(is_empty and bool(text))

    def _title_of(self, conversation_id: str) -> str:
        """Return the title of a chat; empty while the list does not have it yet."""
        listed = self.conversations.listed
        is_known = bool(listed.known((conversation_id,)))
        return listed.shown_title(conversation_id) if is_known else ""

    def _nothing_text(self) -> str:
        typed = self.filter_box.text()
        if not typed.strip():
            if self.conversations.listed.shows_archive:
                return self.tr("Nothing is archived. Archived chats leave the list and stay here.")
            if self.conversations.listed.open_ids:
                return ""  # all chats are listed above, as open tabs
            return self.tr("No chats yet. What you write is kept here, on this computer.")
        words = message_words(typed)
        if not words:
            return self.tr("No chat has this tag.")
        if self._searched == words:
            return self.tr("No title or message has these words.")
        return self.tr("No matching titles. Searching messages…")
