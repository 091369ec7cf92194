"""The window: one bar, sidebar, tabs, toasts and the panel of a chat."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSplitter, QWidget

from app.domain.conversations import SearchHit
from app.settings import Theme
from app.widgets.chat_panel.chat_panel import ChatPanel
from app.widgets.chat_panel.position import PanelPosition
from app.widgets.commands.actions import WindowActions, run_when_triggered
from app.widgets.kit.geometry import resize_on_screen
from app.widgets.kit.icons import application_icon
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.tabs.pane_layout import PaneLayout
from app.widgets.tabs.panes import ROW_MARGINS, TabPanes
from app.widgets.window.arrangement import WindowArrangement
from app.widgets.window.dialogs import WindowDialogs
from app.widgets.window.edit_commands import EditCommands
from app.widgets.window.grid_switch import GridSwitch
from app.widgets.window.history_popup import HistoryPopup
from app.widgets.window.menu_button import has_native_menus
from app.widgets.window.model_chip import EngineCorner
from app.widgets.window.panel_motion import panel_motion
from app.widgets.window.tab_commands import TabCommands
from app.widgets.window.toast_board import ToastBoard
from app.widgets.window.window_commands import WindowCommands

NARROW_WIDTH = 560  # with less, the sidebar would leave no room to read


class PanelSwitch(QObject):
    """Keeps the command, the panel and the keyboard focus in sync."""

    def __init__(
        self,
        actions: WindowActions,
        panel: ChatPanel,
        position: PanelPosition,
        motion: Callable[[QWidget], AbstractContextManager[None]],
    ) -> None:
        super().__init__(actions)
        self._motion = motion
        self._actions = actions
        self._panel = panel
        self._position = position
        actions.options.triggered.connect(self.switch)
        position.shown_changed.connect(actions.options.setChecked)
        position.keyboard_left.connect(actions.focus_composer.trigger)
        panel.close_requested.connect(lambda: self.switch(is_shown=False))
        panel.left.connect(self._on_left)

    def switch(self, is_shown: bool) -> None:
        """Open the panel and move the focus there, or close it and move the focus back."""
        with self._motion(self._panel):
            self._position.set_shown(is_shown=is_shown)
        if is_shown:
            # A further window has no panel: its chat is shown in the panel of the first window.
            self._panel.window().activateWindow()
            self._panel.take_focus()
        else:
            self._actions.focus_composer.trigger()

    def _on_left(self) -> None:
        self._position.uncover()
        self._actions.focus_composer.trigger()


class MainWindow(QMainWindow):
    """Owns the parts; the user's actions in all of them are emitted by ``requests``.

    Controllers talk to the parts themselves: ``panes`` and ``pane_layout`` for tabs, ``sidebar``,
    ``chat_panel``, ``toasts``, ``dialogs``, ``pages``, ``engine_corner`` and ``arrangement``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._may_close = False
        self._is_narrow = self._is_fitting = False
        self._wants_sidebar = True
        self._wants_column = False
        self.requests = WindowRequests(self)
        self.actions_by_name = WindowActions(self)
        self.sidebar = Sidebar(self.requests)
        self.panes = TabPanes(self.actions_by_name.keys_by_name, self.requests, self)
        self.pane_layout = PaneLayout(self.panes, self.actions_by_name, self.requests, self)
        self.grids = GridSwitch(
            self.panes, self.pane_layout, self.actions_by_name, self.requests, self
        )
        self.dialogs = WindowDialogs(
            self.requests,
            self.panes.items,
            self.sidebar.conversations,
            lambda: self.panes.in_use.window(),
            self,
        )
        self.chat_panel = ChatPanel()
        self.toasts = ToastBoard(
            self.panes,
            self.requests,
            self,
            corner=self.sidebar,
            corner_end=self.sidebar.foot,
        )
        self.engine_corner = EngineCorner(self.panes.items)
        self._open_ids_timer = QTimer(self, singleShot=True, interval=0)  # many tabs open at once
        self._build_layout()
        self.arrangement = WindowArrangement(
            self, self._splitter, self.panes, self.pane_layout, self.grids
        )
        if has_native_menus():
            self._fill_menu_bar()
        self.commands = WindowCommands(
            self.actions_by_name,
            self.requests,
            panes=self.panes,
            sidebar=self.sidebar,
            dialogs=self.dialogs,
            pages=self.pages,
        )
        self.edit_commands = EditCommands(self.actions_by_name)
        self.tab_commands = TabCommands(
            self.actions_by_name, self.requests, self.panes, self.toasts.show
        )
        self.panel_switch = PanelSwitch(
            self.actions_by_name, self.chat_panel, self.panel_position, self.panel_motion
        )
        self.pages.shown_changed.connect(lambda _is_shown: self.panel_position.uncover())
        self._connect_parts()
        self.setWindowIcon(application_icon())
        self.setMinimumSize(360, 300)
        resize_on_screen(self, QSize(1080, 760))
        self._show_title()

    def set_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show found messages where the user still searches for this text."""
        self.sidebar.set_hits(text, hits)
        self.commands.palette.set_hits(text, hits)

    def set_theme(self, theme: Theme) -> None:
        """Mark the theme in the menu; the colours come with the application's palette."""
        for entry in self.actions_by_name.themes.actions():
            entry.setChecked(entry.data() is theme)

    def set_sidebar_visible(self, is_visible: bool) -> None:
        """Show or hide the sidebar; a narrow window hides it automatically."""
        self._wants_sidebar = is_visible
        if not self._is_narrow:
            self.actions_by_name.sidebar.setChecked(is_visible)

    def set_tabs_vertical(self, *, is_vertical: bool) -> None:
        """Place the tabs of this window in the sidebar while it is visible, or in the bar."""
        self._wants_column = is_vertical
        self._place_tabs()

    def panel_motion(self, panel: QWidget) -> AbstractContextManager[None]:
        """Move a panel that is shown or hidden inside the context."""
        return panel_motion(panel, self._stack, ROW_MARGINS[1] + self._stack.bar.height)

    def hide_all(self) -> None:
        """Hide this window and all further ones; running work may still need them."""
        self.hide()
        for extra in self.pane_layout.extra_windows:
            extra.hide()

    def force_close(self) -> None:
        """Close the window without asking; until then closing is only a request."""
        self._may_close = True
        self.pane_layout.close_windows()
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._splitter and event.type() is QEvent.Type.Resize:
            self._fit_sidebar()
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        # What closing means is decided elsewhere. Quitting saves drafts and ends the engine, which
        # takes a moment; the application calls force_close at the end.
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.requests.close_requested.emit()

    def _build_layout(self) -> None:
        self._splitter = QSplitter(Qt.Orientation.Horizontal, handleWidth=4)
        self._splitter.addWidget(self.sidebar)
        stack = self._stack = self.grids.build_stack(self.pane_layout.widget, self.engine_corner)
        self.pages = stack.pages
        self._splitter.addWidget(stack)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setCollapsible(1, False)
        self.panel_position = PanelPosition(self.chat_panel, self._splitter)
        self._splitter.installEventFilter(self)
        self.setCentralWidget(self._splitter)

    def _fill_menu_bar(self) -> None:
        self.actions_by_name.fill(self.menuBar())
        for menu in self.menuBar().findChildren(
            QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly
        ):
            menu.aboutToShow.connect(self.actions_by_name.menu_opened)
            menu.aboutToHide.connect(self.actions_by_name.menu_closed)

    def _connect_parts(self) -> None:
        # The window comes before the controllers, which connect later: when they hear of a tab in
        # front, the sidebar, the title and the focus are right already.
        self.panes.activated.connect(self._on_tab_activated)
        self.panes.rearranged.connect(self._on_rearranged)
        self.panes.rearranged.connect(lambda: self._open_ids_timer.start())
        self.panes.added.connect(lambda _id: self._open_ids_timer.start())
        self._open_ids_timer.timeout.connect(
            lambda: self.sidebar.set_open_ids(self.panes.column_ids())
        )
        self.panes.items.title_changed.connect(lambda _id: self._show_title())
        self.actions_by_name.sidebar.toggled.connect(self._on_sidebar_toggled)
        self.pane_layout.window_opened.connect(self.grids.add_window)
        self.pane_layout.window_closed.connect(self.grids.remove_window)
        self.sidebar.rescaled.connect(self._on_sidebar_rescaled)
        self.requests.tab_dropped.connect(self._on_tab_dropped)
        self.toasts.focus_left.connect(self.actions_by_name.focus_composer.trigger)
        self.pages.changed.connect(self._show_title)
        chip = self.engine_corner.chip
        chip.clicked.connect(lambda: self.requests.models_requested.emit(chip))
        run_when_triggered(self.actions_by_name.toast_history, self._show_toast_history)

    def _fit_sidebar(self) -> None:
        """Fold the sidebar if there is no room for it, also next to the dock of the engine."""
        is_narrow = self._splitter.width() < NARROW_WIDTH
        if is_narrow != self._is_narrow:
            self._is_narrow, self._is_fitting = is_narrow, True
            self.actions_by_name.sidebar.setChecked(self._wants_sidebar and not is_narrow)
            self._is_fitting = False

    def _on_sidebar_toggled(self, is_visible: bool) -> None:
        with nullcontext() if self._is_fitting else self.panel_motion(self.sidebar):
            self.sidebar.setVisible(is_visible)
            self._place_tabs()
        # A window that got narrow folds the sidebar; the user's own choice must survive that.
        if not self._is_narrow:
            self._wants_sidebar = is_visible
            self.requests.sidebar_toggled.emit(is_visible)

    def _place_tabs(self) -> None:
        is_listed = self._wants_column and not self.sidebar.isHidden()
        self.sidebar.set_lists_tabs(is_on=is_listed)
        self._splitter.setCollapsible(0, not is_listed)  # the tabs stay within reach
        self.panes.set_column(self.sidebar.tab_column if is_listed else None)

    def _on_sidebar_rescaled(self, factor: float) -> None:
        """Keep the number of characters per line of the sidebar, but at most half of the window."""
        sidebar, *others = self._splitter.sizes()
        if sidebar:
            width = min(round(sidebar * factor), sum(self._splitter.sizes()) // 2)
            self._splitter.setSizes([width, *(each + sidebar - width for each in others)])

    def _on_tab_activated(self, conversation_id: str) -> None:
        self.sidebar.set_active(conversation_id)
        self._show_title()
        if self.grids.is_shown_in_use() or self.pages.current is not None:
            return  # a cell or the page takes the focus there
        view = self.panes.view_of(conversation_id)
        focused = QApplication.focusWidget()
        # A focus inside the page stays: moving it there may have made this page the active one.
        if view is not None and (focused is None or not view.isAncestorOf(focused)):
            view.focus_composer()

    def _on_tab_dropped(self, conversation_id: str, position: QPoint) -> None:
        """Move a chat whose tab was dropped on a folder there; the tab stays at its place."""
        folder = self.sidebar.view.tab_folder_at(conversation_id, position)
        pane = self.panes.pane_of(conversation_id)
        if folder is not None and pane is not None:
            pane.bar.put_back(conversation_id)
            self.requests.folder_requested.emit((conversation_id,), folder)

    def _on_rearranged(self) -> None:
        if self.panes.active_id() is None:
            self.sidebar.set_active(None)
        self._show_title()

    def _show_toast_history(self) -> None:
        for open_one in self.findChildren(HistoryPopup):
            open_one.close()
        popup = HistoryPopup(self.toasts.history, self.requests, self)
        popup.open_below(self._stack.bar.menu_button)

    def _show_title(self) -> None:
        in_use = self.panes.in_use
        # A further window names its own tab; this one must not be named after it.
        pane = in_use if in_use.window() is self else self.pane_layout.pane(0)
        conversation_id = pane.bar.current_id()
        title = self.panes.items.title(conversation_id) if conversation_id else ""
        page = self.pages.current
        title = title if page is None else page.windowTitle()
        self.setWindowTitle(f"{title} — Hubbub" if title else "Hubbub")
