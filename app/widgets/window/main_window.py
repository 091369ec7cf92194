"""The window: menus, sidebar, tabs, banners and the engine's line at the bottom."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QVBoxLayout, QWidget

from app.domain import BannerContent, ConversationSummary, EngineStatus, SearchHit, TabState
from app.settings import Theme
from app.widgets.commands.actions import WindowActions
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.available_geometry import resize_on_screen
from app.widgets.kit.banner import BannerArea
from app.widgets.kit.icons import application_icon
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.tabs.menu import TabMenu
from app.widgets.tabs.pane import TabPane
from app.widgets.tabs.pane_layout import PaneLayout
from app.widgets.tabs.panes import TabPanes
from app.widgets.tabs.strip import TabStrip
from app.widgets.window.banner_board import BannerBoard
from app.widgets.window.commands import WindowCommands
from app.widgets.window.dialogs import WindowDialogs
from app.widgets.window.status_bar import WindowStatusBar

NARROW_WIDTH = 560  # below it the sidebar would leave no room to read


class MainWindow(QMainWindow):
    """Holds the tabs and says what the user wishes; does nothing by itself but switch tabs."""

    new_tab_requested = Signal()
    close_tab_requested = Signal(str)
    reopen_tab_requested = Signal()
    tab_activated = Signal(str)
    tabs_reordered = Signal(tuple)
    stop_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    variants_requested = Signal(str)
    version_requested = Signal(str, int)
    options_requested = Signal(str)
    duplicate_requested = Signal(str)
    conversation_activated = Signal(str)
    message_activated = Signal(str, int)
    search_requested = Signal(str)
    trash_requested = Signal()
    export_requested = Signal(tuple)
    import_requested = Signal()
    rename_requested = Signal(str, str)
    title_requested = Signal(str)
    delete_requested = Signal(tuple)
    undo_delete_requested = Signal()
    open_model_requested = Signal(str)
    builtin_model_requested = Signal()
    settings_requested = Signal()
    keys_changed = Signal(object)
    about_requested = Signal()
    theme_selected = Signal(object)
    zoom_changed = Signal(int)
    sidebar_toggled = Signal(bool)
    banner_action_requested = Signal(object)
    quit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._may_close = False
        self._is_narrow = False
        self._wants_sidebar = True
        self._actions = WindowActions(self)
        self._sidebar = Sidebar()
        self._pane = TabPane(self._actions.keys_by_name)
        self._panes = TabPanes(self._pane, self)
        self._layout = PaneLayout(self._panes, self._actions, self)
        self._dialogs = WindowDialogs(self._panes, self._layout, self)
        self._banners = BannerArea()
        self._notices = BannerBoard(self._banners, self)
        self._footer = WindowStatusBar()
        self._build_layout()
        self._actions.fill(self.menuBar())
        self._commands = WindowCommands(self, self._actions)
        self._connect_parts()
        self.setWindowIcon(application_icon())
        self.setMinimumSize(360, 300)
        resize_on_screen(self, QSize(1080, 760))
        self._show_title()

    @property
    def actions_by_name(self) -> WindowActions:
        """All commands of the window."""
        return self._actions

    @property
    def panes(self) -> TabPanes:
        """All tabs, in whichever pane they are."""
        return self._panes

    @property
    def pane_layout(self) -> PaneLayout:
        """Where the panes are, and the further windows."""
        return self._layout

    @property
    def dialogs(self) -> WindowDialogs:
        """What the window opens over itself."""
        return self._dialogs

    @property
    def tabs(self) -> TabStrip:
        """The row of tabs of the first pane."""
        return self._pane.strip

    @property
    def sidebar(self) -> Sidebar:
        """The list of all conversations."""
        return self._sidebar

    @property
    def banners(self) -> BannerArea:
        """The notices on top."""
        return self._banners

    @property
    def footer(self) -> WindowStatusBar:
        """The engine's line."""
        return self._footer

    def add_tab(
        self,
        conversation_id: str,
        title: str,
        view: ConversationView,
        *,
        is_activated: bool = True,
        pane_number: int | None = None,
        place: int | None = None,
        is_pinned: bool = False,
    ) -> None:
        """Add a tab to the pane in use, or to another; the window owns the view from here on."""
        pane = None if pane_number is None else self._layout.pane(pane_number)
        self._panes.add(conversation_id, title, view, pane=pane, place=place, is_pinned=is_pinned)
        if is_activated:
            self.activate_tab(conversation_id)

    def remove_tab(self, conversation_id: str) -> None:
        """Take a tab away and delete its view; the neighbour comes to the front."""
        if self._panes.remove(conversation_id) and self.active_id() is None:
            self._sidebar.set_active(None)
            self._show_title()

    def activate_tab(self, conversation_id: str) -> None:
        """Bring a tab to the front; emits ``tab_activated`` if it was not there."""
        self._panes.activate(conversation_id)

    def active_id(self) -> str | None:
        """Return the conversation in front, or None where no tab is open."""
        return self._panes.active_id()

    def is_on_show(self, conversation_id: str) -> bool:
        """Return whether a conversation can be seen, in this pane or another."""
        return self._panes.is_on_show(conversation_id)

    def tab_ids(self) -> tuple[str, ...]:
        """Return the conversations of all tabs from left to right."""
        return self._panes.ids()

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None where the conversation has no tab."""
        return self._panes.view_of(conversation_id)

    def set_tab_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing where the conversation has no tab."""
        self._panes.set_title(conversation_id, title)
        self._show_title()

    def set_tab_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing, in its title and on its page."""
        self._panes.set_state(conversation_id, state)

    def set_engine_status(self, status: EngineStatus) -> None:
        """Show the engine's state at the bottom."""
        self._footer.set_status(status)

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Fill the sidebar, newest activity first; running ones are marked."""
        self._sidebar.set_conversations(conversations, running_ids)

    def update_conversations(
        self,
        changed: Iterable[ConversationSummary],
        gone_ids: Iterable[str],
        running_ids: Iterable[str],
    ) -> None:
        """Take over what changed in the sidebar; all other rows stay as they are."""
        self._sidebar.update_conversations(changed, gone_ids, running_ids)

    def set_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show what was found in messages, wherever it is still looked for."""
        self._sidebar.set_hits(text, hits)
        self._commands.set_hits(text, hits)

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title as its tab or the sidebar shows it."""
        return self._panes.title(conversation_id) or self._sidebar.title(conversation_id)

    def set_can_reopen(self, is_possible: bool) -> None:
        """Enable "Reopen closed tab"."""
        self._actions.reopen_tab.setEnabled(is_possible)

    def set_can_undo_delete(self, is_possible: bool) -> None:
        """Enable "Undo delete"; its key stays a text's own while there is typing to undo."""
        self._actions.undo_delete.setEnabled(is_possible)

    def set_theme(self, theme: Theme) -> None:
        """Mark the theme in the menu; the colours come with the application's palette."""
        for entry in self._actions.themes.actions():
            entry.setChecked(entry.data() is theme)

    def set_zoom(self, percent: int) -> None:
        """Say how large the text is, so that the next step starts there."""
        self._commands.set_zoom(percent)

    def set_sidebar_visible(self, is_visible: bool) -> None:
        """Show or hide the sidebar; a narrow window folds it by itself."""
        self._wants_sidebar = is_visible
        if not self._is_narrow:
            self._actions.sidebar.setChecked(is_visible)

    def selected_ids(self) -> tuple[str, ...]:
        """Return what a command is about: what is chosen in the sidebar, or the tab in front."""
        active_id = self.active_id()
        return self._sidebar.selected_ids() or (() if active_id is None else (active_id,))

    def show_banner(self, content: BannerContent) -> None:
        """Show a banner in every window until the user closes it in one."""
        self._notices.show(content)

    def dismiss_banner(self, content: BannerContent) -> None:
        """Take a banner away whose reason is gone."""
        self._notices.dismiss(content)

    def alert(self) -> None:
        """Ask for attention in the task bar if the window is not in front."""
        QApplication.alert(self)

    def hide_all(self) -> None:
        """Hide this window and all further ones; what goes on may still need them."""
        self.hide()
        for extra in self._layout.extra_windows:
            extra.hide()

    def force_close(self) -> None:
        """Close the window without asking anybody; until then closing only emits a wish."""
        self._may_close = True
        self._layout.close_windows()
        self.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._banners.set_window_height(event.size().height())
        is_narrow = event.size().width() < NARROW_WIDTH
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._actions.sidebar.setChecked(self._wants_sidebar and not is_narrow)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.quit_requested.emit()

    def ask_title(self, conversation_id: str) -> None:
        """Ask for a new title of a conversation."""
        self._dialogs.ask_title(conversation_id, self.title(conversation_id))

    def _build_layout(self) -> None:
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(4)
        self._splitter.addWidget(self._sidebar)
        self._splitter.addWidget(self._layout.widget)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setCollapsible(1, False)
        central = QWidget()
        outside = QVBoxLayout(central)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(0)
        outside.addWidget(self._banners)
        outside.addWidget(self._splitter, 1)
        outside.addWidget(self._footer)
        self.setCentralWidget(central)

    def _connect_parts(self) -> None:
        self._panes.activated.connect(self._on_tab_activated)
        self._panes.close_requested.connect(self.close_tab_requested)
        self._panes.rearranged.connect(lambda: self.tabs_reordered.emit(self.tab_ids()))
        self._panes.rearranged.connect(self._show_title)
        self._panes.rename_requested.connect(self.ask_title)
        self._panes.torn_off.connect(self._layout.drop_at)
        self._panes.menu_requested.connect(
            lambda id_, place: self._dialogs.open_menu(self.build_tab_menu(id_), place)
        )
        self._dialogs.renamed.connect(self.rename_requested)
        self._panes.new_requested.connect(self.new_tab_requested)
        self._sidebar.conversation_activated.connect(self.conversation_activated)
        self._sidebar.rename_requested.connect(self.ask_title)
        self._sidebar.title_requested.connect(self.title_requested)
        self._sidebar.hit_activated.connect(self.message_activated)
        self._sidebar.search_requested.connect(self.search_requested)
        self._sidebar.trash_requested.connect(self.trash_requested)
        self._sidebar.export_requested.connect(self.export_requested)
        self._sidebar.delete_requested.connect(self.delete_requested)
        self._actions.sidebar.toggled.connect(self._on_sidebar_toggled)
        self._layout.window_opened.connect(lambda extra: self._notices.add(extra.banners))
        self._layout.window_closed.connect(lambda extra: self._notices.drop(extra.banners))
        self._notices.action_requested.connect(self.banner_action_requested)
        self._banners.focus_left.connect(self._actions.focus_composer.trigger)

    def build_tab_menu(self, conversation_id: str) -> TabMenu:
        """Return the context menu of a tab."""
        menu = self._dialogs.tab_menu(conversation_id)
        menu.pin_requested.connect(self._sidebar.pin_requested)
        menu.rename_requested.connect(self.ask_title)
        menu.title_requested.connect(self.title_requested)
        menu.export_requested.connect(self.export_requested)
        menu.delete_requested.connect(self.delete_requested)
        menu.close_requested.connect(self.close_tab_requested)
        return menu

    def _on_sidebar_toggled(self, is_visible: bool) -> None:
        self._sidebar.setVisible(is_visible)
        if not self._is_narrow:
            self._wants_sidebar = is_visible
            self.sidebar_toggled.emit(is_visible)

    def _on_tab_activated(self, conversation_id: str) -> None:
        self._sidebar.set_active(conversation_id)
        self._show_title()
        view = self.view_of(conversation_id)
        focused = QApplication.focusWidget()
        if view is not None and (focused is None or not view.isAncestorOf(focused)):
            view.focus_composer()
        self.tab_activated.emit(conversation_id)

    def _show_title(self) -> None:
        in_use = self._panes.in_use
        conversation_id = (in_use if in_use.window() is self else self._pane).current_id()
        title = self._panes.title(conversation_id) if conversation_id else ""
        self.setWindowTitle(f"{title} - Hubbub" if title else "Hubbub")
