"""The row of tabs, as in a browser: movable, closable, with a mark for what each is doing."""

from html import escape

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QTabBar, QToolButton, QWidget

from app.domain import TabState
from app.widgets.controls import IconButton
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.state_words import tab_words
from app.widgets.tab_mark import TabMark
from app.widgets.tab_style import TabStyle

WIDEST_LETTERS = 30
NARROWEST_LETTERS = 20


class TabBar(QTabBar):
    """Tabs of equal, stable width; each knows its conversation."""

    close_requested = Signal(str)
    activated = Signal(str)
    rename_wished = Signal(str)
    reordered = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = TabStyle()
        self.setStyle(self._style)
        for arrow in self.findChildren(QToolButton):
            arrow.setStyle(self._style)
        self._titles: dict[str, str] = {}
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Conversations in tabs"))
        self.currentChanged.connect(self._on_current_changed)
        self.tabMoved.connect(self._on_tab_moved)
        self.tabBarDoubleClicked.connect(self._on_double_clicked)

    def add(self, conversation_id: str, title: str) -> int:
        """Add a tab at the end and return its place."""
        index = self.addTab("")
        self.setTabData(index, conversation_id)
        mark = TabMark(self)
        self.setTabButton(index, QTabBar.ButtonPosition.LeftSide, mark)
        close = IconButton("close", self.tr("Close tab (Ctrl+W)"), self, size=12)
        close.setFixedSize(20, 20)
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # twenty stops for Tab; Ctrl+W does the same
        close.clicked.connect(lambda: self.close_requested.emit(conversation_id))
        self.setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        self.set_title(conversation_id, title)
        if index == 0:
            self.activated.emit(conversation_id)
        return index

    def remove(self, conversation_id: str) -> None:
        """Take a tab away."""
        index = self.index_of(conversation_id)
        if index is not None:
            self._titles.pop(conversation_id, None)
            self.removeTab(index)

    def ids(self) -> tuple[str, ...]:
        """Return the conversations from left to right."""
        return tuple(str(self.tabData(index)) for index in range(self.count()))

    def index_of(self, conversation_id: str) -> int | None:
        """Return a conversation's place, or None where it has no tab."""
        ids = self.ids()
        return ids.index(conversation_id) if conversation_id in ids else None

    def current_id(self) -> str | None:
        """Return the conversation in front."""
        return None if self.currentIndex() < 0 else str(self.tabData(self.currentIndex()))

    def title(self, conversation_id: str) -> str:
        """Return the title of a tab as it is shown."""
        return self._titles.get(conversation_id, "")

    def mark(self, conversation_id: str) -> TabMark | None:
        """Return the mark of a tab."""
        index = self.index_of(conversation_id)
        if index is None:
            return None
        mark = self.tabButton(index, QTabBar.ButtonPosition.LeftSide)
        return mark if isinstance(mark, TabMark) else None

    def set_title(self, conversation_id: str, title: str) -> None:
        """Show another title."""
        index = self.index_of(conversation_id)
        if index is None:
            return
        self._titles[conversation_id] = without_hidden(title) or self.tr("New chat")
        self.setTabText(index, self._titles[conversation_id].replace("&", "&&"))
        self._tell(index)

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing."""
        index, mark = self.index_of(conversation_id), self.mark(conversation_id)
        if index is not None and mark is not None:
            mark.set_state(state)
            self._tell(index)

    def tabSizeHint(self, index: int) -> QSize:
        letter = self.fontMetrics().averageCharWidth()
        parent = self.parentWidget()
        room = 0 if parent is None else parent.width()
        share = (room - 90) // max(1, self.count())
        width = max(NARROWEST_LETTERS * letter, min(WIDEST_LETTERS * letter, share))
        return QSize(width, self.fontMetrics().height() + 20)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.tabAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.MiddleButton and index >= 0:
            self.close_requested.emit(str(self.tabData(index)))
            return
        super().mouseReleaseEvent(event)

    def _tell(self, index: int) -> None:
        """Say title and state in words, in the tooltip and to screen readers."""
        conversation_id = str(self.tabData(index))
        mark = self.mark(conversation_id)
        words = tab_words(mark.state) if mark is not None else ""
        title = self.title(conversation_id)
        self.setAccessibleTabName(index, ", ".join(part for part in (title, words) if part))
        plain = "\n".join(part for part in (title, words) if part)
        self.setTabToolTip(index, escape(plain))

    def _on_current_changed(self, index: int) -> None:
        conversation_id = self.tabData(index) if index >= 0 else None
        if conversation_id:
            self.activated.emit(str(conversation_id))

    def _on_tab_moved(self, _old: int, _new: int) -> None:
        self.reordered.emit(self.ids())

    def _on_double_clicked(self, index: int) -> None:
        if index >= 0:
            self.rename_wished.emit(str(self.tabData(index)))


class TabStrip(QWidget):
    """The tabs, a button for a new one, and a menu that lists them all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = TabBar(self)
        self._new = IconButton("plus", self.tr("New tab (Ctrl+T)"), self)
        self._list = IconButton("chevron-down", self.tr("List all tabs"), self)
        self._list.clicked.connect(self.show_list)
        for button in (self._new, self._list):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(2)
        row.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._new)
        row.addStretch(1)
        row.addWidget(self._list)

    @property
    def bar(self) -> TabBar:
        """The tabs themselves."""
        return self._bar

    @property
    def new_button(self) -> IconButton:
        """The button for a new tab."""
        return self._new

    def build_list(self) -> QMenu:
        """Return a menu with all tabs, the one in front marked."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for index, conversation_id in enumerate(self._bar.ids()):
            entry = QAction(self._entry_text(conversation_id), menu)
            entry.setCheckable(True)
            entry.setChecked(index == self._bar.currentIndex())
            entry.triggered.connect(lambda _=False, at=index: self._bar.setCurrentIndex(at))
            menu.addAction(entry)
        return menu

    def show_list(self) -> None:
        """Open the menu with all tabs."""
        menu = self.build_list()
        menu.popup(self._list.mapToGlobal(QPoint(0, self._list.height())))

    def _entry_text(self, conversation_id: str) -> str:
        mark = self._bar.mark(conversation_id)
        words = tab_words(mark.state) if mark is not None else ""
        title = self._bar.title(conversation_id)[:60].replace("&", "&&")
        return f"{title}   ({words})" if words else title
