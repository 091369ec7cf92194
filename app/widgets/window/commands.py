"""What each command of the window does: it asks for something, or changes the view."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from shiboken6 import isValid

from app.domain import SearchHit
from app.widgets.commands.actions import LAST_TAB_KEY, WindowActions
from app.widgets.commands.keys_dialog import KeysDialog
from app.widgets.commands.palette import Palette
from app.widgets.dialogs.file_choice import FileChoice
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.tabs.pane_layout import PaneLayout
from app.widgets.tabs.panes import TabPanes
from app.widgets.window.dialogs import WindowDialogs
from app.widgets.window.possible_actions import disabled_actions

ZOOM_STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)


class WindowCommands(QObject):
    """Connects the actions of a window; this page says what every key leads to."""

    def __init__(
        self,
        actions: WindowActions,
        requests: WindowRequests,
        *,
        panes: TabPanes,
        pane_layout: PaneLayout,
        sidebar: Sidebar,
        dialogs: WindowDialogs,
    ) -> None:
        super().__init__(actions)
        self._actions = actions
        self._requests = requests
        self._panes = panes
        self._layout = pane_layout
        self._sidebar = sidebar
        self._dialogs = dialogs
        self._zoom_percent = 100
        self._palette: Palette | None = None
        self._connect_requests()
        self._connect_tab_requests()
        self._connect_views()
        self._disabled: tuple[QAction, ...] = ()
        actions.menu_opened.connect(self._disable_useless)
        actions.menu_closed.connect(self._enable_again)

    def set_zoom(self, percent: int) -> None:
        """Say how large the text is, so that the next step starts there."""
        self._zoom_percent = percent

    def selected_ids(self) -> tuple[str, ...]:
        """Return what a command is about: the selection in the sidebar, or the tab in front."""
        active_id = self._panes.active_id()
        return self._sidebar.selected_ids() or (() if active_id is None else (active_id,))

    def _connect_requests(self) -> None:
        requests, actions = self._requests, self._actions
        for action, ask in (
            (actions.new_tab, requests.new_tab_requested.emit),
            (actions.reopen_tab, requests.reopen_tab_requested.emit),
            (actions.open_model, self._open_model_dialog),
            (actions.builtin_model, requests.builtin_model_requested.emit),
            (actions.settings, requests.settings_requested.emit),
            (actions.undo_delete, requests.undo_delete_requested.emit),
            (actions.palette, self._open_palette),
            (actions.import_chats, requests.import_requested.emit),
            (actions.export_all, partial(requests.export_requested.emit, ())),
            (actions.trash, requests.trash_requested.emit),
            (actions.quit, requests.quit_requested.emit),
            (actions.keys, self._open_keys_dialog),
            (actions.about, requests.about_requested.emit),
        ):
            _connect(action, ask)

    def _connect_tab_requests(self) -> None:
        requests, actions = self._requests, self._actions
        for action, ask in (
            (actions.close_tab, requests.close_tab_requested.emit),
            (actions.copy_last, self._copy_last_answer),
            (actions.focus_composer, self._focus_composer),
            (actions.find, self._find),
            (actions.find_next, partial(self._find_step, 1)),
            (actions.find_previous, partial(self._find_step, -1)),
            (actions.stop, requests.stop_requested.emit),
            (actions.regenerate, requests.regenerate_requested.emit),
            (actions.continue_reply, requests.continue_requested.emit),
            (actions.variants, requests.variants_requested.emit),
            (actions.earlier_version, lambda name: requests.version_requested.emit(name, -1)),
            (actions.later_version, lambda name: requests.version_requested.emit(name, 1)),
            (actions.previous_message, partial(self._step_message, -1)),
            (actions.next_message, partial(self._step_message, 1)),
            (actions.options, requests.options_requested.emit),
            (actions.duplicate, requests.duplicate_requested.emit),
            (actions.pin, self._pin),
            (actions.beside, self._layout.show_beside),
            (actions.detach, self._layout.detach),
            (actions.move_left, partial(self._move_tab, -1)),
            (actions.move_right, partial(self._move_tab, 1)),
        ):
            _connect(action, partial(self._for_active, ask))
        _connect(actions.rename, self._rename)
        _connect(actions.propose_title, self._propose_title)
        _connect(actions.delete, self._delete)
        _connect(actions.export, self._export)

    def _connect_views(self) -> None:
        actions = self._actions
        actions.themes.triggered.connect(
            lambda entry: self._requests.theme_selected.emit(entry.data())
        )
        for action, change in (
            (actions.zoom_in, partial(self._zoom, 1)),
            (actions.zoom_out, partial(self._zoom, -1)),
            (actions.zoom_reset, partial(self._zoom, 0)),
            (actions.next_tab, partial(self._step_tab, 1)),
            (actions.previous_tab, partial(self._step_tab, -1)),
            (actions.other_pane, self._layout.use_other_pane),
        ):
            _connect(action, change)
        for number, action in enumerate(actions.numbered_tabs):
            _connect(action, partial(self._go_to_tab, number))

    def _for_active(self, ask: Callable[[str], object]) -> None:
        conversation_id = self._panes.active_id()
        if conversation_id is not None:
            ask(conversation_id)

    def _rename(self) -> None:
        folder = self._sidebar.selected_folder()
        if folder:
            self._sidebar.ask_folder_name(folder)
            return
        for conversation_id in self.selected_ids()[:1]:
            self._dialogs.ask_title(conversation_id)

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

    def _pin(self, conversation_id: str) -> None:
        is_pinned = self._panes.items.is_pinned(conversation_id)
        self._requests.pin_requested.emit((conversation_id,), not is_pinned)

    def _move_tab(self, step: int, conversation_id: str) -> None:
        self._panes.in_use.bar.move_tab(conversation_id, step)

    def _step_tab(self, step: int) -> None:
        self._panes.in_use.bar.step(step)

    def _go_to_tab(self, number: int) -> None:
        bar = self._panes.in_use.bar
        ids = bar.ids()
        if ids:
            last = len(ids) - 1
            bar.activate(ids[last if number == LAST_TAB_KEY - 1 else min(number, last)])

    def _focus_composer(self, conversation_id: str) -> None:
        view = self._panes.view_of(conversation_id)
        if view is not None:
            view.focus_composer()

    def _step_message(self, step: int, conversation_id: str) -> None:
        view = self._panes.view_of(conversation_id)
        if view is not None:
            view.transcript.focus_message(step)

    def _find(self, conversation_id: str) -> None:
        view = self._panes.view_of(conversation_id)
        if view is not None:
            view.find_bar.open_bar()

    def _find_step(self, step: int, conversation_id: str) -> None:
        view = self._panes.view_of(conversation_id)
        if view is not None:
            view.find_bar.step(step)

    def _copy_last_answer(self, conversation_id: str) -> None:
        view = self._panes.view_of(conversation_id)
        text = None if view is None else view.transcript.last_reply_text()
        if text is not None:
            QGuiApplication.clipboard().setText(text)

    def _open_palette(self) -> None:
        if self._palette is not None and isValid(self._palette):
            self._palette.leave()
        front = self._dialogs.front_window()
        disabled = set(disabled_actions(self._panes, self._actions))
        offered = (action for action in self._actions.all() if action not in disabled)
        commands = [action for action in offered if action.isEnabled()]
        palette = Palette(self._sidebar.conversations.summaries(), commands, self._requests, front)
        self._palette = palette
        palette.open()

    def set_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show what was found, where the palette still looks for it."""
        if self._palette is not None and isValid(self._palette):
            self._palette.set_hits(text, hits)

    def _open_model_dialog(self) -> None:
        self._dialogs.choose_file(
            FileChoice.of_model, lambda paths: self._requests.open_model_requested.emit(paths[0])
        )

    def _disable_useless(self) -> None:
        """Show in the menus what would do nothing; its keys go on being asked."""
        disabled = disabled_actions(self._panes, self._actions)
        self._disabled = tuple(action for action in disabled if action.isEnabled())
        for action in self._disabled:
            action.setEnabled(False)

    def _enable_again(self) -> None:
        disabled, self._disabled = self._disabled, ()
        for action in disabled:
            action.setEnabled(True)

    def _open_keys_dialog(self) -> None:
        dialog = KeysDialog(self._actions, self._requests, self._dialogs.front_window())
        dialog.open()

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


def _connect(action: QAction, request: Callable[[], object]) -> None:
    """Let an action do something that needs not know whether the action is checked."""
    action.triggered.connect(lambda: request())
