"""All tabs of the program, in all panes of all windows."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QStackedWidget, QStyle, QWidget
from shiboken6 import isValid

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.conversation.conversation_header import ChatHeader
from app.widgets.conversation.state_text import tab_text
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.controls import ElidedLabel, MutedLabel
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.state_mark import has_mark
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import TabBar
from app.widgets.tabs.hover_card import HoverCard, TabCard, last_line
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.list_popup import TabListPopup
from app.widgets.tabs.page_preparer import PagePreparer

ROW_MARGINS = (0, 4, 0, 0)
MAX_NEIGHBOURS = 6  # that are drawn before they are shown
_TITLE_GAP = 10  # pixels at both ends of the title
_HEADER_SHARE, _HEADER_EDGE = 0.35, 6  # of the width of a pane; pixels at its end


class TabPane(QWidget):
    """A bar of tabs above the page of the one in front; a window has one or two of them.

    Attributes:
        may_join_column: its tabs may be in the sidebar, which only the first window has.
    """

    activated = Signal(str)

    def __init__(self, items: TabItems, keys: BoundKeys, requests: WindowRequests) -> None:
        super().__init__()
        self.may_join_column = True
        self._items = items
        self._keys = keys
        self._requests = requests
        self._views: dict[str, ConversationView] = {}
        self.bar = TabBar(items, keys, requests, self)
        self._pages = QStackedWidget(self)
        self._preparer = PagePreparer(self._pages, self._neighbours)
        self._header: ChatHeader | None = None  # of the chat in front
        self._end_room = 0  # below the messages of the chat in front
        self._corners = 0, 0, 0  # pixels for the window's bar: before, after, least after the tabs
        # Next to tabs in a column; a screen reader hears it from the page and from the tab.
        self.title = ElidedLabel(self)
        self.title.hide()
        items.title_changed.connect(self._on_title_changed)
        self._no_tab_page = MutedLabel()
        self._no_tab_page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(self._no_tab_page)
        self._column = vertical_layout(self, self.bar, margins=ROW_MARGINS, spacing=0)
        self._column.addWidget(self._pages, 1)
        keys.rebound.connect(self._show_empty_text)
        self._show_empty_text()
        self.bar.activated.connect(self._on_activated)
        self.bar.list_button.clicked.connect(self.show_list)
        self.hover_card = HoverCard(self._card_of, self.bar.rows, self)
        items.state_changed.connect(self.hover_card.update_card)
        self.tab_list: TabListPopup | None = None

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None if the conversation has no tab here."""
        return self._views.get(conversation_id)

    def add(self, conversation_id: str, view: ConversationView, *, index: int | None) -> None:
        """Add a tab, by default at the end; the pane takes ownership of the view."""
        view.composer.use_keys(self._keys)
        self._views[conversation_id] = view
        view.header.setParent(self)
        self._pages.addWidget(view)
        self.bar.add(conversation_id, index=index)
        self._list_again()
        view.transcript.messages_changed.connect(self._preparer.start)

    def pop(self, conversation_id: str) -> ConversationView:
        """Remove a tab and return its view; the neighbour comes to the front."""
        view = self._views.pop(conversation_id)
        view.transcript.messages_changed.disconnect(self._preparer.start)
        view.set_end_room(0)
        self.bar.remove(conversation_id)
        self._list_again()
        self._pages.removeWidget(view)
        if self._header is view.header:
            self._header = None
        view.header.hide()
        view.header.setParent(view)
        self._show_header()
        self._show_title()
        view.hide()  # a visible view without a parent would be a window with the keyboard focus
        if not self._views:
            self._pages.setCurrentWidget(self._no_tab_page)
        return view

    def take_back(self, conversation_id: str) -> None:
        """Show a page here again that was lent, for example to a cell of the grid."""
        view = self._views[conversation_id]
        self._pages.addWidget(view)
        if self.bar.current_id() == conversation_id:
            self._pages.setCurrentWidget(view)

    def _show_page(self, view: ConversationView) -> None:
        focused = QApplication.focusWidget()
        has_focus = focused is not None and self._pages.isAncestorOf(focused)
        self._pages.setCurrentWidget(view)
        if has_focus:  # otherwise Qt focuses the first button of the page
            view.focus_composer()

    def set_column(self, column: QBoxLayout | None) -> None:
        """Place the tabs in a column elsewhere, or in a row above the page."""
        if column is None:
            self._column.insertWidget(0, self.bar)
        else:
            column.addWidget(self.bar)
        self.bar.set_vertical(is_vertical=column is not None)
        self.title.setVisible(column is not None)
        self._show_margins()

    def set_corner_room(self, leading: int, trailing: int, min_trailing: int) -> None:
        """Leave room for the parts of the window's bar, in pixels before and after the tabs.

        In a narrower pane those after the tabs take only ``min_trailing``.
        """
        self._corners = leading, trailing, min_trailing
        self._place_header()
        self._show_margins()

    def set_end_room(self, height: int) -> None:
        """Leave this room below the messages of the chat in front, in pixels."""
        self._end_room = height
        for conversation_id, view in self._views.items():
            is_front = conversation_id == self.bar.current_id()
            view.set_end_room(height if is_front else 0)

    def header_width(self) -> int:
        """Return the room that the parts of the chat in front need in the bar, with its edge."""
        header = self._header
        if header is None or header.sizeHint().width() <= 0:
            return 0
        most = max(header.minimumSizeHint().width(), round(self.width() * _HEADER_SHARE))
        return min(header.sizeHint().width(), most) + _HEADER_EDGE

    def event(self, event: QEvent) -> bool:
        is_handled = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._place_header()
        return is_handled

    def _show_header(self) -> None:
        """Show the parts of the chat in front in the bar."""
        view = self._views.get(self.bar.current_id() or "")
        header = None if view is None else view.header
        if header is self._header:
            return
        if self._header is not None:
            self._header.hide()
        self._header = header
        if header is not None:
            header.show()
            order = (self.bar.list_button, *header.parts)
            for before, after in itertools.pairwise(order):
                QWidget.setTabOrder(before, after)
        self._place_header()

    def _place_header(self) -> None:
        leading, trailing, min_trailing = self._corners
        width, header = self.header_width(), self._header
        if header is not None:
            left = self.width() - trailing - width
            inside = max(0, width - _HEADER_EDGE)
            area = QRect(left, ROW_MARGINS[1], inside, self.bar.row_height())
            header.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), area))
            header.raise_()
        trailing += width
        if header is not None and width:
            min_trailing += header.minimumSizeHint().width() + _HEADER_EDGE
        room = max(0, self.width() - leading - trailing - 2 * _TITLE_GAP)
        area = QRect(leading + _TITLE_GAP, ROW_MARGINS[1], room, self.bar.row_height())
        self.title.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), area))
        self.bar.set_corner_room(leading, trailing, min_trailing)

    def finished_ids(self) -> tuple[str, ...]:
        """Return the tabs without work in progress or unread answers.

        The tab in front, pinned tabs and tabs with an unsent draft are not among them.
        """
        staying = {self.bar.current_id(), *filter(self._items.is_pinned, self._views)}
        done = (id_ for id_ in self.bar.ids() if not has_mark(self._items.state(id_)))
        return tuple(id_ for id_ in done if id_ not in staying and self._is_sent(id_))

    def show_list(self) -> None:
        """Open the list of all tabs, or close it if it is open."""
        # It deletes itself when it closes, and the Python object may outlive it.
        popup, self.tab_list = self.tab_list, None
        if popup is not None and isValid(popup) and popup.isVisible():
            popup.leave()
            return
        self.tab_list = TabListPopup(self.bar, self._items, self._requests, self.finished_ids, self)
        self.tab_list.open()

    def _show_margins(self) -> None:
        left, top, right, bottom = ROW_MARGINS
        # A column of tabs leaves the row above it to the other parts of the window's bar.
        top += self.bar.row_height() if self.bar.is_vertical else 0
        self._column.setContentsMargins(left, top, right, bottom)

    def _neighbours(self) -> list[ConversationView]:
        """Return the chats next to the one in front that are here, the nearest first."""
        views = [self._views[each] for each in self.bar.ids()]
        front = self._views.get(self.bar.current_id() or "")
        if front is None:
            return []
        place = views.index(front)
        nearest = sorted(views, key=lambda each: abs(views.index(each) - place))[1:]
        here = [view for view in nearest if self._pages.indexOf(view) >= 0]
        return here[:MAX_NEIGHBOURS]

    def _list_again(self) -> None:
        if self.tab_list is not None and isValid(self.tab_list):
            self.tab_list.list_tabs()

    def _is_sent(self, conversation_id: str) -> bool:
        view = self._views[conversation_id]
        return view.composer.draft().is_empty and not view.queue_view.rows

    def _card_of(self, conversation_id: str) -> TabCard:
        state, view = self._items.state(conversation_id), self._views.get(conversation_id)
        messages = {} if view is None else view.transcript.message_list.by_id
        lines = (last_line(each.text) for each in reversed(messages.values()))
        return TabCard(
            self._items.label(conversation_id),
            last_line=next(filter(None, lines), ""),
            state=tab_text(state),
            model_name=("" if view is None else view.transcript.message_list.next_model)
            or state.usage.model_name,
        )

    def _show_empty_text(self) -> None:
        key = self._keys.written("new_tab")
        text = self.tr("No tab is open. {key} opens one.") if key else self.tr("No tab is open.")
        self._no_tab_page.setText(fill(text, key=key))

    def _show_title(self) -> None:
        current_id = self.bar.current_id() or ""
        self.title.setText(self._items.title(current_id) if current_id in self._views else "")

    def _on_title_changed(self, conversation_id: str) -> None:
        if conversation_id == self.bar.current_id():
            self._show_title()

    def _on_activated(self, conversation_id: str) -> None:
        view = self._views.get(conversation_id)
        if view is not None:
            self._show_header()
            self._show_title()
            self.set_end_room(self._end_room)
            if self._pages.indexOf(view) >= 0:  # a cell of the grid may have it
                self._show_page(view)
            self.activated.emit(conversation_id)


class TabPanes(QObject):
    """All panes, and the pane in use: the one that has, or last had, the focus."""

    activated = Signal(str)
    added = Signal(str)
    rearranged = Signal()

    def __init__(self, keys: BoundKeys, requests: WindowRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._keys = keys
        self._requests = requests
        self._is_quiet = False
        self.shown_in_grid: frozenset[str] = frozenset()  # conversations in cells of the grid
        self.covered_window: QWidget | None = None  # a page hides the chats of this window
        self._tab_column: QBoxLayout | None = None  # of vertical tabs
        self.items = TabItems(self)
        self._panes: list[TabPane] = []
        self.in_use = self.open_pane()  # the pane that keys act on
        self.items.state_changed.connect(self._on_state_changed)
        self.items.title_changed.connect(self._on_title_changed)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def __iter__(self) -> Iterator[TabPane]:
        return iter(tuple(self._panes))

    def open_pane(self, *, before: TabPane | None = None, may_join_column: bool = True) -> TabPane:
        """Return a new pane, placed ``before`` another one or last; the caller shows it."""
        pane = TabPane(self.items, self._keys, self._requests)
        pane.may_join_column = may_join_column
        if may_join_column and self._tab_column is not None:
            pane.set_column(self._tab_column)
        self._panes.insert(len(self._panes) if before is None else self._panes.index(before), pane)
        pane.activated.connect(lambda id_: self._on_activated(pane, id_))
        pane.bar.reordered.connect(lambda: self.rearranged.emit())
        pane.bar.new_button.clicked.connect(lambda: self._on_new(pane))
        return pane

    def set_column(self, column: QBoxLayout | None) -> None:
        """Place the tabs of the first window in a column, or all tabs in rows above their pages."""
        if column is self._tab_column:
            return  # settings are applied as a whole, whichever of them has changed
        self._tab_column = column
        for pane in self._panes:
            if pane.may_join_column:
                pane.set_column(column)
        self.rearranged.emit()

    def column_ids(self) -> frozenset[str]:
        """Return the conversations whose tabs are in the column."""
        panes = (pane for pane in self._panes if pane.bar.is_vertical)
        return frozenset(id_ for pane in panes for id_ in pane.bar.ids())

    def remove_pane(self, pane: TabPane) -> None:
        """Remove an empty pane; the first one is used instead."""
        self._panes.remove(pane)
        pane.set_column(None)  # the bar is deleted with its pane
        if self.in_use is pane:
            self._use(self._panes[0])

    def add(
        self,
        conversation_id: str,
        title: str,
        view: ConversationView,
        *,
        pane: TabPane | None = None,
        index: int | None = None,
        is_pinned: bool = False,
        is_activated: bool = True,
    ) -> None:
        """Add a tab to a pane, by default at the end of the pane in use."""
        # The item comes first, since the row reads it; a page may have a state before it has a tab.
        self.items.add(conversation_id, title, view.state, is_pinned=is_pinned)
        self._on_title_changed(conversation_id, view)
        target = self.in_use if pane is None else pane
        with self._quietly():
            target.add(conversation_id, view, index=index)
        if is_activated:
            self.activate(conversation_id)
        self.added.emit(conversation_id)

    def move(self, conversation_id: str, target: TabPane) -> None:
        """Move a tab with its page to the front of another pane, and use that pane."""
        source = self.pane_of(conversation_id)
        if source is None or source is target:
            return
        # The target is in use before the tab moves: taking it away brings its neighbour to the
        # front, which would otherwise count as a switch to that neighbour.
        self.in_use = target
        with self._quietly():
            target.add(conversation_id, source.pop(conversation_id), index=None)
        self.activate(conversation_id)  # taking it away has moved the focus, and the use with it
        self.rearranged.emit()

    def ids(self) -> tuple[str, ...]:
        """Return the conversations of all tabs, pane after pane, from left to right."""
        return tuple(id_ for pane in self._panes for id_ in pane.bar.ids())

    def active_id(self) -> str | None:
        """Return the conversation in front of the pane in use, or None if the pane is empty."""
        return self.in_use.bar.current_id()

    def pane_of(self, conversation_id: str) -> TabPane | None:
        """Return the pane of a conversation's tab, or None if it has no tab."""
        panes = (pane for pane in self._panes if pane.view_of(conversation_id) is not None)
        return next(panes, None)

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None if the conversation has no tab."""
        pane = self.pane_of(conversation_id)
        return None if pane is None else pane.view_of(conversation_id)

    def is_on_show(self, conversation_id: str) -> bool:
        """Return whether a conversation is in front in one of the panes, or in the grid."""
        pane = self.pane_of(conversation_id)
        if pane is not None and pane.window() is self.covered_window:
            return False
        in_front = {pane.bar.current_id() for pane in self._panes}
        return conversation_id in in_front | self.shown_in_grid

    def front_ids(self) -> frozenset[str]:
        """Return the conversations in front of the panes that are not in use."""
        others = (pane.bar.current_id() for pane in self._panes if pane is not self.in_use)
        return frozenset(id_ for id_ in others if id_ is not None)

    def activate(self, conversation_id: str) -> None:
        """Bring a tab to the front of its pane, and use that pane."""
        pane = self.pane_of(conversation_id)
        if pane is None:
            return
        # The bar emits nothing for a tab that is in front already, though the pane in use changes.
        was_in_front = pane.bar.current_id() == conversation_id
        if was_in_front and pane is not self.in_use:
            self._use(pane)
        pane.bar.activate(conversation_id)

    def remove(self, conversation_id: str) -> None:
        """Remove a tab and delete its page; the neighbour comes to the front."""
        pane = self.pane_of(conversation_id)
        if pane is None:
            return
        with self._quietly():
            view = pane.pop(conversation_id)
        self.items.remove(conversation_id)
        # Deleted later, because the page may be the sender of the signal that closes its tab.
        view.deleteLater()
        self.rearranged.emit()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Keep the pane in use, although a tab comes to the front of another one."""
        self._is_quiet = True
        try:
            yield
        finally:
            self._is_quiet = False

    def _on_activated(self, pane: TabPane, conversation_id: str) -> None:
        # Tabs are also added to panes that are not in use, when the tabs of the last run are
        # restored. The keyboard focus does not move.
        if self._is_quiet and pane is not self.in_use:
            return
        self.in_use = pane
        self.activated.emit(conversation_id)

    def _on_state_changed(self, conversation_id: str) -> None:
        view = self.view_of(conversation_id)
        if view is not None:
            view.set_state(self.items.state(conversation_id))

    def _on_title_changed(self, conversation_id: str, view: ConversationView | None = None) -> None:
        view = view or self.view_of(conversation_id)
        if view is not None:
            view.header.title.set_title(self.items.title(conversation_id))

    def _on_new(self, pane: TabPane) -> None:
        self.in_use = pane
        self._requests.new_tab_requested.emit()

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        # The focus is in some child of a page, or in tabs; their pane is in use from now on.
        bars: dict[QWidget, TabPane] = {pane.bar: pane for pane in self._panes}
        widget = new
        while widget is not None and not isinstance(widget, TabPane):
            widget = bars.get(widget) or widget.parentWidget()
        if isinstance(widget, TabPane) and widget in self._panes and widget is not self.in_use:
            self._use(widget)

    def _use(self, pane: TabPane) -> None:
        self.in_use = pane
        conversation_id = pane.bar.current_id()
        if conversation_id is not None:
            self.activated.emit(conversation_id)
