"""The row of tabs with a button for a new one and a menu that lists them all."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.controls import IconButton
from app.widgets.tabs.bar import TabBar


class TabStrip(QWidget):
    """However many tabs there are, the menu at the end has all of them."""

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._bar = TabBar(keys, self)
        self._new = IconButton("plus", "", self)
        self._list = IconButton("chevron-down", self.tr("List all tabs"), self)
        self._list.clicked.connect(self.show_list)
        keys.rebound.connect(self._name_new_button)
        self._name_new_button()
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
        for conversation_id in self._bar.ids():
            entry = QAction(self._entry_text(conversation_id), menu)
            entry.setCheckable(True)
            entry.setChecked(conversation_id == self._bar.current_id())
            entry.triggered.connect(lambda _=False, id_=conversation_id: self._bar.activate(id_))
            menu.addAction(entry)
        return menu

    def show_list(self) -> None:
        """Open the menu with all tabs."""
        menu = self.build_list()
        menu.popup(self._list.mapToGlobal(QPoint(0, self._list.height())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bar.set_available_width(self.width() - 3 * self._list.sizeHint().width())

    def _name_new_button(self) -> None:
        self._new.set_text(self._keys.hint(self.tr("New tab"), "new_tab"))

    def _entry_text(self, conversation_id: str) -> str:
        mark = self._bar.mark(conversation_id)
        text = tab_text(mark.state) if mark is not None else ""
        title = self._bar.title(conversation_id)[:60].replace("&", "&&")
        return f"{title}   ({text})" if text else title
