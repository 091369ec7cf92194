"""Connects the commands of the window to requests and to changes of the view."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Qt, SignalInstance
from PySide6.QtGui import QAction

from app.widgets.commands.actions import WindowActions, run_when_triggered
from app.widgets.commands.keys_page import KeysPage
from app.widgets.conversation.view import BUSY
from app.widgets.dialogs import file_choice
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.tabs.panes import TabPanes
from app.widgets.window.dialogs import WindowDialogs
from app.widgets.window.pages import WindowPages
from app.widgets.window.palette_opener import PaletteOpener

ZOOM_STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)


class WindowCommands(QObject):
    """Connects the actions of the program, the window and the selection."""

    def __init__(
        self,
        actions: WindowActions,
        requests: WindowRequests,
        *,
        panes: TabPanes,
        sidebar: Sidebar,
        dialogs: WindowDialogs,
        pages: WindowPages,
    ) -> None:
        super().__init__(actions)
        self._actions = actions
        self._requests = requests
        self._panes = panes
        self._sidebar = sidebar
        self._dialogs = dialogs
        self._pages = pages
        self._zoom_percent = 100
        self.palette = PaletteOpener(
            requests,
            panes=panes,
            sidebar=sidebar,
            dialogs=dialogs,
            commands=self._offered_commands,
        )
        self._connect_requests()
        self._connect_selection()
        self._connect_views()
        self._disabled: tuple[QAction, ...] = ()
        actions.menu_opened.connect(self._disable_useless)
        actions.menu_closed.connect(self._enable_again)

    def set_zoom(self, percent: int) -> None:
        """Set the text size from which the next step starts."""
        self._zoom_percent = percent

    def selected_ids(self) -> tuple[str, ...]:
        """Return the target of a command: the selection in the sidebar, or the tab in front."""
        active_id = self._panes.active_id()
        return self._sidebar.selected_ids() or (() if active_id is None else (active_id,))

    def _connect_requests(self) -> None:
        requests, actions = self._requests, self._actions
        for action, ask in (
            (actions.new_tab, requests.new_tab_requested.emit),
            (actions.reopen_tab, requests.reopen_tab_requested.emit),
            (actions.models, partial(requests.models_requested.emit, None)),
            (actions.models_page, requests.models_page_requested.emit),
            (actions.sources, requests.sources_requested.emit),
            (actions.open_model, partial(self._ask_model_file, requests.chat_model_requested)),
            (actions.builtin_model, requests.builtin_model_requested.emit),
            (actions.settings, requests.settings_requested.emit),
            (actions.undo_delete, requests.undo_delete_requested.emit),
            (actions.palette, self.palette.open),
            (actions.import_chats, requests.import_requested.emit),
            (actions.import_folder, requests.import_folder_requested.emit),
            (actions.import_report, requests.import_report_requested.emit),
            (actions.export_all, partial(requests.export_requested.emit, ())),
            (actions.trash, requests.trash_requested.emit),
            (actions.comparisons, requests.comparisons_requested.emit),
            (actions.question_list, requests.question_list_requested.emit),
            (actions.saved_prompts, requests.saved_prompts_requested.emit),
            (actions.quit, requests.quit_requested.emit),
            (actions.keys, self._open_keys_page),
            (actions.about, requests.about_requested.emit),
        ):
            run_when_triggered(action, ask)
        requests.default_file_requested.connect(
            partial(self._ask_model_file, requests.open_model_requested)
        )

    def _connect_selection(self) -> None:
        actions = self._actions
        for action, change in (
            (actions.new_in_folder, self._new_in_folder),
            (actions.rename, self._rename),
            (actions.archive, self._archive),
            (actions.propose_title, self._propose_title),
            (actions.delete, self._delete),
            (actions.export, self._export),
        ):
            run_when_triggered(action, change)

    def _connect_views(self) -> None:
        actions = self._actions
        actions.themes.triggered.connect(
            lambda entry: self._requests.theme_selected.emit(entry.data())
        )
        for action, direction in (
            (actions.zoom_in, 1),
            (actions.zoom_out, -1),
            (actions.zoom_reset, 0),
        ):
            run_when_triggered(action, partial(self._zoom, direction))
        run_when_triggered(actions.full_screen, self._switch_full_screen)

    def _switch_full_screen(self) -> None:
        """Make the front window fill its screen, or restore its frame and size."""
        window = self._dialogs.front_window()
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _rename(self) -> None:
        if self._sidebar.rename_current():
            return
        active_id = self._panes.active_id()
        view = None if active_id is None else self._panes.view_of(active_id)
        if view is not None and view.header.isVisible():
            view.header.title.start()
        elif active_id is not None:  # in a cell of the grid
            self._dialogs.ask_title(active_id)

    def _new_in_folder(self) -> None:
        """Open a chat in the selected folder, or in the folder of the selected chat."""
        known = self._sidebar.conversations.listed.known(self.selected_ids()[:1])
        folder = self._sidebar.selected_folder() or (known[0].folder if known else "")
        self._requests.new_chat_in_folder_requested.emit(folder)

    def _archive(self) -> None:
        ids = self.selected_ids()
        known = self._sidebar.conversations.listed.known(ids)
        if ids:  # those without a message are in no list, and who asked is told so
            is_archived = bool(known) and all(each.is_archived for each in known)
            self._requests.archive_requested.emit(ids, not is_archived)

    def _propose_title(self) -> None:
        for conversation_id in self.selected_ids()[:1]:
            self._requests.title_requested.emit(conversation_id)

    def _delete(self) -> None:
        selected = self.selected_ids()
        if selected:
            self._requests.delete_requested.emit(selected)

    def _export(self) -> None:
        selected = self.selected_ids()
        if selected:
            self._requests.export_requested.emit(selected)

    def _offered_commands(self) -> list[QAction]:
        """Return the commands that have an effect now, except those with numbers."""
        left_out = set(disabled_actions(self._panes, self._actions))
        left_out |= {self._actions.palette, *self._actions.numbered_tabs}
        offered = (action for action in self._actions.all() if action not in left_out)
        return [action for action in offered if action.isEnabled() and action.isVisible()]

    def _ask_model_file(self, requested: SignalInstance) -> None:
        self._dialogs.choose_file(file_choice.of_model, lambda paths: requested.emit(paths[0]))

    def _disable_useless(self) -> None:
        """Disable the entries of an open menu that would have no effect.

        They are enabled again afterwards: an action that stayed disabled would swallow a key that
        makes sense by the time that it is pressed.
        """
        disabled = disabled_actions(self._panes, self._actions)
        self._disabled = tuple(action for action in disabled if action.isEnabled())
        for action in self._disabled:
            action.setEnabled(False)

    def _enable_again(self) -> None:
        disabled, self._disabled = self._disabled, ()
        for action in disabled:
            action.setEnabled(True)

    def _open_keys_page(self) -> None:
        page = self._pages.open_page(KeysPage)
        self._pages.show_page(page or KeysPage(self._actions, self._requests, self._pages))

    def _zoom(self, direction: int) -> None:
        percent = _next_zoom(self._zoom_percent, direction)
        self._zoom_percent = percent
        self._requests.zoom_changed.emit(percent)


def _next_zoom(percent: int, direction: int) -> int:
    if direction > 0:
        return next((step for step in ZOOM_STEPS if step > percent), ZOOM_STEPS[-1])
    if direction < 0:
        return next((step for step in reversed(ZOOM_STEPS) if step < percent), ZOOM_STEPS[0])
    return 100


def disabled_actions(panes: TabPanes, actions: WindowActions) -> Iterator[QAction]:
    """Yield the commands that would have no effect now."""
    active_id = panes.active_id()
    view = None if active_id is None else panes.view_of(active_id)
    is_busy = view is not None and view.state.activity in BUSY
    has_messages = view is not None and bool(view.transcript.messages())
    tab_count = len(panes.in_use.bar.ids())
    if not is_busy:
        yield actions.stop
    if is_busy or not has_messages:
        yield actions.regenerate
    if view is None or view.transcript.last_reply_text() is None:
        yield actions.copy_last
    if not has_messages:
        yield from (actions.rename, actions.propose_title, actions.export, actions.delete)
        yield actions.archive
        yield from (actions.previous_message, actions.next_message)
    if view is None:
        yield from (actions.close_tab, actions.focus_composer, actions.pin)
    if not panes.in_use.finished_ids():
        yield actions.close_finished
    if panes.in_use.bar.ids()[-1:] == (active_id,):
        yield actions.close_after
    if tab_count < 2:
        yield from (actions.next_tab, actions.previous_tab, actions.move_left, actions.move_right)
        if len(tuple(panes)) < 2:
            yield from (actions.open_in_split, actions.other_pane)
    # The last number is never disabled: it means the last tab.
    yield from actions.numbered_tabs[tab_count:-1]
