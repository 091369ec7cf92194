"""The list of all tabs of a pane: searched, chosen and closed, also by keys alone."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.widgets.kit.accessibility import announce, claims_escape
from app.widgets.kit.controls import Card, MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.quiet_button import QuietButton
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import TabBar
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.list_model import ListedTab, TabListModel
from app.widgets.tabs.list_view import TabListView

_WIDEST, _HIGHEST = 420, 480
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class TabSearchBox(FilterBox):
    """Delete is about the list where it has no letter before it to take away."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_at_end = self.cursorPosition() == len(self.text()) and not self.hasSelectedText()
        if event.key() == Qt.Key.Key_Delete and is_at_end:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class TabListPopup(Card):
    """Lies over a part of the pane; closes on Esc, on a choice and when it loses the focus.

    Enter chooses a tab, Delete closes it behind the last letter of the search.
    """

    def __init__(
        self,
        bar: TabBar,
        items: TabItems,
        requests: WindowRequests,
        finished_ids: Callable[[], tuple[str, ...]],
        pane: QWidget,
    ) -> None:
        super().__init__(pane, has_border=True)
        self._pane = pane
        self._bar = bar
        self._requests = requests
        self._finished_ids = finished_ids
        self._previous_focus = QApplication.focusWidget()
        self._is_closing_tabs = False
        self.model = TabListModel(items, self)
        self.box = TabSearchBox(self.tr("Search tabs"), self, escape_clears=False)
        self.view = TabListView(self)
        self.finished_button = QuietButton("check", self.tr("Close finished tabs"), self)
        self._nothing = MutedLabel(self.tr("No results."), self)
        self._build()
        self._connect()
        self.model.set_tabs(bar.ids(), bar.current_id())
        self._choose_row(self.model.row_of(bar.current_id()) or 0)
        self._show_counts()

    def open(self) -> None:
        """Show the list below the button at the end of the bar, and take the keyboard."""
        pane, button = self._pane, self._bar.list_button
        width, height = min(_WIDEST, pane.width() - 16), min(_HIGHEST, pane.height() - 60)
        below = button.mapTo(pane, QPoint(button.width(), button.height() + 4))
        left = below.x() - width if below.x() >= width else below.x() - button.width()
        left = max(8, min(left, pane.width() - width - 8))
        rows = self.view.sizeHintForRow(0) * max(3, self.model.rowCount())
        others = self.box.minimumHeight() + self.finished_button.sizeHint().height()
        height = min(height, rows + others + 4 * 8)
        self.setGeometry(left, below.y(), width, height)
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def list_tabs(self) -> None:
        """List the current tabs of the bar; the selection stays, if its tab still exists."""
        row = self.view.currentIndex().row()
        tab = self.model.tab(row)
        self.model.set_tabs(self._bar.ids(), self._bar.current_id())
        kept = None if tab is None else self.model.row_of(tab.conversation_id)
        self._choose_row(max(0, min(row, self.model.rowCount() - 1)) if kept is None else kept)
        self._show_counts()

    def leave(self) -> None:
        """Close, and give the focus back to the widget that had it."""
        if self.isHidden():
            return
        previous_focus, self._previous_focus = self._previous_focus, None
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        self.deleteLater()
        # Its tab may be gone.
        if had_focus and previous_focus is not None and isValid(previous_focus):
            previous_focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        self.setAccessibleName(self.tr("All tabs"))
        self.view.setModel(self.model)
        self.box.setMinimumHeight(self.fontMetrics().height() + 14)
        self._nothing.setContentsMargins(10, 6, 10, 6)
        column = vertical_layout(self, self.box, self._nothing, margins=(8, 8, 8, 8), spacing=6)
        column.addWidget(self.view, 1)
        column.addWidget(self.finished_button)

    def _connect(self) -> None:
        self.box.textChanged.connect(self._on_text_changed)
        self.box.step_pressed.connect(self._on_step_pressed)
        self.box.returnPressed.connect(lambda: self._choose(self.view.currentIndex().row()))
        self.box.delete_pressed.connect(lambda: self._close_row(self.view.currentIndex().row()))
        self.view.tab_selected.connect(self._choose)
        self.view.close_requested.connect(self._close_row)
        self.finished_button.clicked.connect(lambda: self._close(self._finished_ids()))
        self.model.dataChanged.connect(lambda: self._show_counts())
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def _on_text_changed(self, text: str) -> None:
        self.model.set_text(text)
        self._choose_row(0)
        self._show_counts()

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        step, count = _STEPS[Qt.Key(event.key())], self.model.rowCount()
        if count:
            row = self.view.currentIndex().row() + step
            self._choose_row(row % count if abs(step) == 1 else min(max(0, row), count - 1))

    def _choose_row(self, row: int) -> None:
        self.view.setCurrentIndex(self.model.index(row))
        tab = self.model.tab(row)
        if tab is not None and self.isVisible():
            announce(self.box, self.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole))

    def _choose(self, row: int) -> None:
        tab = self.model.tab(row)
        if tab is not None:
            self.leave()
            self._requests.conversation_activated.emit(tab.conversation_id)

    def _close_row(self, row: int) -> None:
        tab: ListedTab | None = self.model.tab(row)
        if tab is not None:
            self._close((tab.conversation_id,))

    def _close(self, ids: tuple[str, ...]) -> None:
        """Close tabs and stay open: the neighbour that comes to the front takes the focus."""
        row = self.view.currentIndex().row()
        self._is_closing_tabs = True
        for conversation_id in ids:
            self._requests.close_tab_requested.emit(conversation_id)
        # Before the button is disabled that has the focus: it would hand it out of the list.
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)
        self._is_closing_tabs = False
        if not self._bar.ids():
            self.leave()
            return
        self._choose_row(max(0, min(row, self.model.rowCount() - 1)))
        self.raise_()

    def _show_counts(self) -> None:
        self._nothing.setVisible(self.model.rowCount() == 0)
        count = len(self._finished_ids())
        self.finished_button.setEnabled(count > 0)
        text = (
            self.tr("Close finished tabs ({count:,})") if count else self.tr("Close finished tabs")
        )
        self.finished_button.setText(fill(text, count=count))

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        is_lost = new is not None and not self.isAncestorOf(new)
        if is_lost and self.isVisible() and not self._is_closing_tabs:
            self.leave()
