"""What each command of the window does: a wish that is told, or a change of view."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from shiboken6 import isValid

from app.domain import SearchHit
from app.widgets.commands.actions import LAST_TAB_KEY, WindowActions
from app.widgets.commands.keys_dialog import KeysDialog
from app.widgets.commands.palette import Palette
from app.widgets.dialogs.file_choice import FileChoice
from app.widgets.window.possible_actions import disabled_actions

if TYPE_CHECKING:  # the window builds its commands
    from app.widgets.window.main_window import MainWindow

ZOOM_STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)


class WindowCommands(QObject):
    """Connects the actions of a window; this page says what every key leads to."""

    def __init__(self, window: "MainWindow", actions: WindowActions) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
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

    def _connect_requests(self) -> None:
        window, actions = self._window, self._actions
        for action, request in (
            (actions.new_tab, window.new_tab_requested.emit),
            (actions.reopen_tab, window.reopen_tab_requested.emit),
            (actions.open_model, self._open_model_dialog),
            (actions.builtin_model, window.builtin_model_requested.emit),
            (actions.settings, window.settings_requested.emit),
            (actions.undo_delete, window.undo_delete_requested.emit),
            (actions.palette, self._open_palette),
            (actions.import_chats, window.import_requested.emit),
            (actions.export_all, partial(window.export_requested.emit, ())),
            (actions.trash, window.trash_requested.emit),
            (actions.quit, window.close),
            (actions.keys, self._open_keys_dialog),
            (actions.about, window.about_requested.emit),
        ):
            _connect(action, request)

    def _connect_tab_requests(self) -> None:
        window, actions = self._window, self._actions
        for action, request in (
            (actions.close_tab, window.close_tab_requested.emit),
            (actions.copy_last, self._copy_last_answer),
            (actions.focus_composer, self._focus_composer),
            (actions.find, self._find),
            (actions.find_next, partial(self._find_step, 1)),
            (actions.find_previous, partial(self._find_step, -1)),
            (actions.stop, window.stop_requested.emit),
            (actions.regenerate, window.regenerate_requested.emit),
            (actions.continue_reply, window.continue_requested.emit),
            (actions.variants, window.variants_requested.emit),
            (actions.earlier_version, lambda name: window.version_requested.emit(name, -1)),
            (actions.later_version, lambda name: window.version_requested.emit(name, 1)),
            (actions.previous_message, partial(self._step_message, -1)),
            (actions.next_message, partial(self._step_message, 1)),
            (actions.options, window.options_requested.emit),
            (actions.duplicate, window.duplicate_requested.emit),
            (actions.pin, self._pin),
            (actions.beside, window.pane_layout.show_beside),
            (actions.detach, window.pane_layout.detach),
            (actions.move_left, partial(self._move_tab, -1)),
            (actions.move_right, partial(self._move_tab, 1)),
        ):
            _connect(action, partial(self._for_active, request))
        _connect(actions.rename, self._rename)
        _connect(actions.propose_title, self._propose_title)
        _connect(actions.delete, self._delete)
        _connect(actions.export, self._export)

    def _connect_views(self) -> None:
        actions = self._actions
        actions.themes.triggered.connect(
            lambda entry: self._window.theme_selected.emit(entry.data())
        )
        for action, change in (
            (actions.zoom_in, partial(self._zoom, 1)),
            (actions.zoom_out, partial(self._zoom, -1)),
            (actions.zoom_reset, partial(self._zoom, 0)),
            (actions.next_tab, partial(self._step_tab, 1)),
            (actions.previous_tab, partial(self._step_tab, -1)),
            (actions.other_pane, self._window.pane_layout.use_other_pane),
        ):
            _connect(action, change)
        for number, action in enumerate(actions.numbered_tabs):
            _connect(action, partial(self._go_to_tab, number))

    def _for_active(self, request: Callable[[str], object]) -> None:
        conversation_id = self._window.active_id()
        if conversation_id is not None:
            request(conversation_id)

    def _rename(self) -> None:
        folder = self._window.sidebar.selected_folder()
        if folder:
            self._window.sidebar.ask_folder_name(folder)
            return
        for conversation_id in self._window.selected_ids()[:1]:
            self._window.ask_title(conversation_id)

    def _propose_title(self) -> None:
        for conversation_id in self._window.selected_ids()[:1]:
            self._window.title_requested.emit(conversation_id)

    def _delete(self) -> None:
        selected = self._window.selected_ids()
        if selected:
            self._window.delete_requested.emit(selected)

    def _export(self) -> None:
        selected = self._window.selected_ids()
        if selected:
            self._window.export_requested.emit(selected)

    def _pin(self, conversation_id: str) -> None:
        is_pinned = self._window.panes.is_pinned(conversation_id)
        self._window.sidebar.pin_requested.emit((conversation_id,), not is_pinned)

    def _move_tab(self, step: int, conversation_id: str) -> None:
        self._window.panes.in_use.strip.bar.move_tab(conversation_id, step)

    def _step_tab(self, step: int) -> None:
        self._window.panes.in_use.step(step)

    def _go_to_tab(self, number: int) -> None:
        pane = self._window.panes.in_use
        pane.go_to(len(pane.ids()) - 1 if number == LAST_TAB_KEY - 1 else number)

    def _focus_composer(self, conversation_id: str) -> None:
        view = self._window.view_of(conversation_id)
        if view is not None:
            view.focus_composer()

    def _step_message(self, step: int, conversation_id: str) -> None:
        view = self._window.view_of(conversation_id)
        if view is not None:
            view.transcript.focus_message(step)

    def _find(self, conversation_id: str) -> None:
        view = self._window.view_of(conversation_id)
        if view is not None:
            view.find_bar.open_bar()

    def _find_step(self, step: int, conversation_id: str) -> None:
        view = self._window.view_of(conversation_id)
        if view is not None:
            view.find_bar.step(step)

    def _copy_last_answer(self, conversation_id: str) -> None:
        view = self._window.view_of(conversation_id)
        text = None if view is None else view.transcript.last_reply_text()
        if text is not None:
            QGuiApplication.clipboard().setText(text)

    def _open_palette(self) -> None:
        if self._palette is not None and isValid(self._palette):
            self._palette.leave()
        front = self._window.dialogs.front_window()
        disabled = set(disabled_actions(self._window.panes, self._actions))
        offered = (action for action in self._actions.all() if action not in disabled)
        commands = [action for action in offered if action.isEnabled()]
        palette = Palette(self._window.sidebar.summaries(), commands, front)
        palette.conversation_selected.connect(self._window.conversation_activated)
        palette.message_selected.connect(self._window.message_activated)
        palette.search_requested.connect(self._window.search_requested)
        self._palette = palette
        palette.open()

    def set_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show what was found, where the palette still looks for it."""
        if self._palette is not None and isValid(self._palette):
            self._palette.set_hits(text, hits)

    def _open_model_dialog(self) -> None:
        self._window.dialogs.choose_file(
            FileChoice.of_model, lambda paths: self._window.open_model_requested.emit(paths[0])
        )

    def _disable_useless(self) -> None:
        """Show in the menus what would do nothing; its keys go on being asked."""
        disabled = disabled_actions(self._window.panes, self._actions)
        self._disabled = tuple(action for action in disabled if action.isEnabled())
        for action in self._disabled:
            action.setEnabled(False)

    def _enable_again(self) -> None:
        disabled, self._disabled = self._disabled, ()
        for action in disabled:
            action.setEnabled(True)

    def _open_keys_dialog(self) -> None:
        dialog = KeysDialog(self._actions, self._window.dialogs.front_window())
        dialog.keys_changed.connect(self._window.keys_changed)
        dialog.open()

    def _zoom(self, direction: int) -> None:
        percent = _next_zoom(self._zoom_percent, direction)
        self._zoom_percent = percent
        self._window.zoom_changed.emit(percent)


def _next_zoom(percent: int, direction: int) -> int:
    if direction > 0:
        return next((step for step in ZOOM_STEPS if step > percent), ZOOM_STEPS[-1])
    if direction < 0:
        return next((step for step in reversed(ZOOM_STEPS) if step < percent), ZOOM_STEPS[0])
    return 100


def _connect(action: QAction, request: Callable[[], object]) -> None:
    """Let an action do something that needs not know whether the action is checked."""
    action.triggered.connect(lambda: request())
