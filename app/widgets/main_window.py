"""The window: menus, sidebar, tabs, banners and the engine's line at the bottom."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain import ConversationSummary, EngineStatus, Notice, TabState
from app.settings import Theme
from app.widgets.banner import BannerArea
from app.widgets.controls import MutedLabel
from app.widgets.conversation_view import ConversationView
from app.widgets.footer import Footer
from app.widgets.icons import application_icon
from app.widgets.keys_dialog import KeysDialog
from app.widgets.rename_dialog import RenameDialog
from app.widgets.sidebar import Sidebar
from app.widgets.tab_bar import TabStrip
from app.widgets.window_actions import LAST_TAB_KEY, WindowActions

ZOOM_STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)


class MainWindow(QMainWindow):
    """Holds the tabs and says what the user wishes; does nothing by itself but switch tabs."""

    new_tab_requested = Signal()
    close_tab_requested = Signal(str)
    reopen_tab_requested = Signal()
    tab_activated = Signal(str)
    tabs_reordered = Signal(tuple)
    stop_requested = Signal(str)
    retry_requested = Signal(str)
    conversation_activated = Signal(str)
    rename_requested = Signal(str, str)
    delete_requested = Signal(str)
    undo_delete_requested = Signal()
    open_model_requested = Signal(str)
    builtin_model_requested = Signal()
    settings_requested = Signal()
    theme_chosen = Signal(object)
    zoom_changed = Signal(int)
    sidebar_toggled = Signal(bool)
    notice_action_requested = Signal(object)
    quit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views: dict[str, ConversationView] = {}
        self._zoom_percent = 100
        self._may_close = False
        self._actions = WindowActions(self)
        self._sidebar = Sidebar()
        self._tabs = TabStrip()
        self._banners = BannerArea()
        self._footer = Footer()
        self._pages = QStackedWidget()
        self._build_pages()
        self._build_layout()
        self._actions.fill(self.menuBar())
        self._connect_actions()
        self._connect_parts()
        self.setWindowIcon(application_icon())
        self.setMinimumSize(360, 300)
        self.resize(1080, 760)
        self._show_title()

    @property
    def actions_by_name(self) -> WindowActions:
        """All commands of the window."""
        return self._actions

    @property
    def tabs(self) -> TabStrip:
        """The row of tabs."""
        return self._tabs

    @property
    def sidebar(self) -> Sidebar:
        """The list of all conversations."""
        return self._sidebar

    @property
    def banners(self) -> BannerArea:
        """The notices on top."""
        return self._banners

    @property
    def footer(self) -> Footer:
        """The engine's line."""
        return self._footer

    def add_tab(
        self, conversation_id: str, title: str, view: ConversationView, *, is_activated: bool = True
    ) -> None:
        """Add a tab at the end; the window owns the view from here on."""
        self._views[conversation_id] = view
        self._pages.addWidget(view)
        self._tabs.bar.add(conversation_id, title)
        self._tabs.bar.set_state(conversation_id, view.state)
        if is_activated:
            self.activate_tab(conversation_id)

    def remove_tab(self, conversation_id: str) -> None:
        """Take a tab away and delete its view; the neighbour comes to the front."""
        view = self._views.pop(conversation_id, None)
        if view is None:
            return
        self._tabs.bar.remove(conversation_id)
        self._pages.removeWidget(view)
        view.hide()
        view.deleteLater()
        if not self._views:
            self._pages.setCurrentWidget(self._no_tab_page)
            self._sidebar.set_active(None)
            self._show_title()

    def activate_tab(self, conversation_id: str) -> None:
        """Bring a tab to the front; emits ``tab_activated`` if it was not there."""
        index = self._tabs.bar.index_of(conversation_id)
        if index is not None:
            self._tabs.bar.setCurrentIndex(index)

    def active_id(self) -> str | None:
        """Return the conversation in front, or None where no tab is open."""
        return self._tabs.bar.current_id()

    def tab_ids(self) -> tuple[str, ...]:
        """Return the conversations of all tabs from left to right."""
        return self._tabs.bar.ids()

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None where the conversation has no tab."""
        return self._views.get(conversation_id)

    def set_tab_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing where the conversation has no tab."""
        self._tabs.bar.set_title(conversation_id, title)
        self._show_title()

    def set_tab_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing, in its title and on its page."""
        view = self._views.get(conversation_id)
        if view is not None:
            view.set_state(state)
            self._tabs.bar.set_state(conversation_id, state)

    def set_engine_status(self, status: EngineStatus) -> None:
        """Show the engine's state at the bottom."""
        self._footer.set_status(status)

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Fill the sidebar, newest activity first; running ones are marked."""
        self._sidebar.set_conversations(conversations, running_ids)

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
        self._zoom_percent = percent

    def set_sidebar_visible(self, is_visible: bool) -> None:
        """Show or hide the sidebar."""
        self._actions.sidebar.setChecked(is_visible)

    def show_notice(self, notice: Notice) -> None:
        """Show a banner until the user closes it; the same notice is not shown twice."""
        self._banners.show_notice(notice)

    def dismiss_notice(self, notice: Notice) -> None:
        """Take a banner away whose reason is gone."""
        self._banners.dismiss_notice(notice)

    def alert(self) -> None:
        """Ask for attention in the task bar if the window is not in front."""
        QApplication.alert(self)

    def close_for_good(self) -> None:
        """Close the window without asking anybody; until then closing only emits a wish."""
        self._may_close = True
        self.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._banners.set_window_height(event.size().height())

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.quit_requested.emit()

    def _build_pages(self) -> None:
        self._no_tab_page = MutedLabel(self.tr("No tab is open. Ctrl+T opens one."))
        self._no_tab_page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(self._no_tab_page)

    def _build_layout(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self._pages, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(4)
        self._splitter.addWidget(self._sidebar)
        self._splitter.addWidget(right)
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

    def _connect_actions(self) -> None:
        actions = self._actions
        actions.themes.triggered.connect(self._on_theme_chosen)
        actions.sidebar.toggled.connect(self._on_sidebar_toggled)
        for action, wish in (
            (actions.new_tab, self.new_tab_requested.emit),
            (actions.reopen_tab, self.reopen_tab_requested.emit),
            (actions.open_model, self._open_model_dialog),
            (actions.builtin_model, self.builtin_model_requested.emit),
            (actions.settings, self.settings_requested.emit),
            (actions.undo_delete, self.undo_delete_requested.emit),
            (actions.quit, self.close),
            (actions.zoom_in, partial(self._zoom, 1)),
            (actions.zoom_out, partial(self._zoom, -1)),
            (actions.zoom_reset, partial(self._zoom, 0)),
            (actions.next_tab, partial(self._step_tab, 1)),
            (actions.previous_tab, partial(self._step_tab, -1)),
            (actions.keys, self._open_keys_dialog),
        ):
            _connect(action, wish)
        for action, wish_about in (
            (actions.close_tab, self.close_tab_requested.emit),
            (actions.copy_last, self._copy_last_answer),
            (actions.focus_composer, self._focus_composer),
            (actions.stop, self.stop_requested.emit),
            (actions.retry, self.retry_requested.emit),
            (actions.rename, self.ask_title),
            (actions.delete, self.delete_requested.emit),
        ):
            _connect(action, partial(self._for_active, wish_about))
        for number, action in enumerate(actions.numbered_tabs):
            _connect(action, partial(self._go_to_tab, number))

    def _connect_parts(self) -> None:
        bar = self._tabs.bar
        bar.activated.connect(self._on_tab_activated)
        bar.close_requested.connect(self.close_tab_requested)
        bar.reordered.connect(self.tabs_reordered)
        bar.rename_wished.connect(self.ask_title)
        self._tabs.new_button.clicked.connect(lambda: self.new_tab_requested.emit())
        self._sidebar.conversation_activated.connect(self.conversation_activated)
        self._sidebar.rename_wished.connect(self.ask_title)
        self._sidebar.delete_requested.connect(self.delete_requested)
        self._banners.action_requested.connect(self.notice_action_requested)

    def ask_title(self, conversation_id: str) -> None:
        """Ask for a new title of a conversation."""
        title = self._tabs.bar.title(conversation_id) or self._sidebar.title(conversation_id)
        dialog = RenameDialog(title, self)
        dialog.renamed.connect(partial(self.rename_requested.emit, conversation_id))
        dialog.open()

    def _for_active(self, wish: Callable[[str], object]) -> None:
        conversation_id = self.active_id()
        if conversation_id is not None:
            wish(conversation_id)

    def _on_tab_activated(self, conversation_id: str) -> None:
        view = self._views.get(conversation_id)
        if view is None:
            return
        self._pages.setCurrentWidget(view)
        self._sidebar.set_active(conversation_id)
        self._show_title()
        view.focus_composer()
        self.tab_activated.emit(conversation_id)

    def _step_tab(self, step: int) -> None:
        bar = self._tabs.bar
        if bar.count():
            bar.setCurrentIndex((bar.currentIndex() + step) % bar.count())

    def _go_to_tab(self, number: int) -> None:
        bar = self._tabs.bar
        is_last = number == LAST_TAB_KEY - 1
        bar.setCurrentIndex(bar.count() - 1 if is_last else min(number, bar.count() - 1))

    def _focus_composer(self, conversation_id: str) -> None:
        self._views[conversation_id].focus_composer()

    def _copy_last_answer(self, conversation_id: str) -> None:
        text = self._views[conversation_id].last_reply_text()
        if text is not None:
            QGuiApplication.clipboard().setText(text)

    def _open_model_dialog(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a model"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Models (*.gguf)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(self.open_model_requested)
        dialog.open()

    def _open_keys_dialog(self) -> None:
        KeysDialog(self._actions.groups(), self).open()

    def _on_sidebar_toggled(self, is_visible: bool) -> None:
        self._sidebar.setVisible(is_visible)
        self.sidebar_toggled.emit(is_visible)

    def _on_theme_chosen(self, entry: QAction) -> None:
        self.theme_chosen.emit(entry.data())

    def _zoom(self, direction: int) -> None:
        if direction > 0:
            larger = (step for step in ZOOM_STEPS if step > self._zoom_percent)
            percent = next(larger, ZOOM_STEPS[-1])
        elif direction < 0:
            smaller = (step for step in reversed(ZOOM_STEPS) if step < self._zoom_percent)
            percent = next(smaller, ZOOM_STEPS[0])
        else:
            percent = 100
        self._zoom_percent = percent
        self.zoom_changed.emit(percent)

    def _show_title(self) -> None:
        conversation_id = self.active_id()
        title = self._tabs.bar.title(conversation_id) if conversation_id else ""
        self.setWindowTitle(f"{title} - Hubbub" if title else "Hubbub")


def _connect(action: QAction, wish: Callable[[], object]) -> None:
    """Let an action do something that needs not know whether the action is checked."""
    action.triggered.connect(lambda: wish())
