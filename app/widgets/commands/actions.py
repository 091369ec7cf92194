"""All commands of the window with their keys; menus and the list of keys are built from them."""

from collections.abc import Callable, Iterable, Iterator

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from app.domain.tabs import ChatsInView
from app.settings import Theme
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.translation import fill

_Key = QKeySequence.StandardKey
LAST_TAB_KEY = 9
# Keys are stored in settings under these names, which are older than the attribute names.
_STORED_NAMES = {"regenerate": "retry", "continue_reply": "go_on", "open_in_split": "beside"}


class Submenu(msgspec.Struct, frozen=True):
    """Commands that share one entry of a menu."""

    title: str
    actions: tuple[QAction, ...]


_Entry = QAction | Submenu


class WindowActions(QObject):
    """Builds the actions; the window connects them.

    Attributes:
        editing: entries that show the standard keys of text fields. The widget with the focus
            handles these keys, so the entries are no commands with keys of their own.
    """

    menu_opened = Signal()
    menu_closed = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._groups: list[tuple[str, list[_Entry]]] = []
        self._build_file()
        self._build_edit()
        self._build_view()
        self._build_chat()
        self._build_tabs()
        self._build_help()
        self.keys_by_name = BoundKeys(self)
        self._name_actions()

    def groups(self) -> tuple[tuple[str, tuple[QAction, ...]], ...]:
        """Return all actions by the name of their menu, without those for editing."""
        return tuple((name, tuple(self._actions_of(entries))) for name, entries in self._groups)

    def all(self) -> list[QAction]:
        """Return all actions, with and without keys, without those for editing."""
        return [action for _name, actions in self.groups() for action in actions]

    def of_chat(self) -> list[QAction]:
        """Return the commands for the chat in front and its messages."""
        finding = [self.find, self.find_next, self.find_previous, self.copy_last]
        return [*self._actions_of(self._chat), *finding]

    def fill(self, whole: QMenu | QMenuBar) -> None:
        """Build the menus; the owner of the whole emits ``menu_opened`` and ``menu_closed``."""
        for name, entries in self._groups:
            self._fill_menu(whole.addMenu(name), entries)

    def _fill_menu(self, menu: QMenu, entries: Iterable[_Entry]) -> None:
        only_keys = (self.menu, *self.numbered_tabs[:-1])
        for entry in entries:
            if isinstance(entry, Submenu):
                self._fill_menu(menu.addMenu(entry.title), entry.actions)
            elif entry.isVisible() and entry not in only_keys:
                menu.addAction(entry)
            if entry in self._ends_of_parts:
                menu.addSeparator()

    def _actions_of(self, entries: Iterable[_Entry]) -> Iterator[QAction]:
        for entry in entries:
            if isinstance(entry, Submenu):
                yield from entry.actions
            elif entry not in self.editing.values():
                yield entry

    def _name_actions(self) -> None:
        """Register every action under the name with which its keys are stored."""
        for name, action in vars(self).items():
            if isinstance(action, QAction):
                self.keys_by_name.add(_STORED_NAMES.get(name, name), action)
        for number, action in enumerate(self.numbered_tabs, start=1):
            self.keys_by_name.add(f"tab_{number}", action)
        for action in self.themes.actions():
            self.keys_by_name.add(f"theme_{action.data().value}", action)

    def _build_file(self) -> None:
        self.new_tab = self._action(self.tr("New chat"), "Ctrl+T", "Ctrl+N")
        self.new_in_folder = self._action(self.tr("New chat in this folder"), "Ctrl+Shift+O")
        self.reopen_tab = self._action(self.tr("Reopen closed tab"), "Ctrl+Shift+T")
        self.reopen_tab.setEnabled(False)
        self.close_tab = self._action(self.tr("Close tab"), "Ctrl+W", "Ctrl+F4")
        self.models = self._action(self.tr("Choose a model…"), "Ctrl+M", "Ctrl+Shift+M")
        self.models_page = self._action(self.tr("Models…"))
        self.sources = self._action(self.tr("Sources…"))
        self.open_model = self._action(self.tr("Open model…"), "Ctrl+O")
        self.builtin_model = self._action(self.tr("Use the starter model"))
        self.import_chats = self._action(self.tr("Import chats…"))
        self.import_folder = self._action(self.tr("Import a folder…"))
        self.import_report = self._action(self.tr("Report of the last import…"))
        self.import_report.setEnabled(False)
        self.export_all = self._action(self.tr("Export all chats…"))
        self.trash = self._action(self.tr("Trash…"))
        self.settings = self._action(self.tr("Settings…"), "Ctrl+,")
        self.quit = self._action(self.tr("Quit"), "Ctrl+Q")
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self._ends_of_parts: list[_Entry] = [
            self.close_tab,
            self.builtin_model,
            self.trash,
            self.settings,
        ]
        self._groups.append(
            (
                self.tr("&File"),
                [
                    self.new_tab,
                    self.new_in_folder,
                    self.reopen_tab,
                    self.close_tab,
                    self.models,
                    self.models_page,
                    self.sources,
                    self.open_model,
                    self.builtin_model,
                    self.import_chats,
                    self.import_folder,
                    self.import_report,
                    self.export_all,
                    self.trash,
                    self.settings,
                    self.quit,
                ],
            )
        )

    def _build_edit(self) -> None:
        self.undo_delete = self._action(self.tr("Undo"), "Ctrl+Z")
        self.undo_delete.setEnabled(False)
        self.palette = self._action(self.tr("Search everything…"), "Ctrl+K", "Ctrl+Shift+P")
        self.find = self._action(self.tr("Find in this chat…"), "Ctrl+F")
        self.find_next = self._action(self.tr("Find next"), "F3")
        self.find_previous = self._action(self.tr("Find previous"), "Shift+F3")
        self.copy_last = self._action(self.tr("Copy last answer"), "Ctrl+Shift+C")
        self.focus_composer = self._action(self.tr("Go to the message box"), "Ctrl+L")
        self.editing = {
            _Key.Cut: self._standard(self.tr("Cut"), _Key.Cut),
            _Key.Copy: self._standard(self.tr("Copy"), _Key.Copy),
            _Key.Paste: self._standard(self.tr("Paste"), _Key.Paste),
            _Key.SelectAll: self._standard(self.tr("Select all"), _Key.SelectAll),
        }
        editing = self.editing.values()
        self._ends_of_parts += [self.undo_delete, *list(editing)[-1:], self.find_previous]
        finding = [self.palette, self.find, self.find_next, self.find_previous]
        edit: list[_Entry] = [
            self.undo_delete,
            *editing,
            *finding,
            self.copy_last,
            self.focus_composer,
        ]
        self._groups.append((self.tr("&Edit"), edit))

    def _build_view(self) -> None:
        self.sidebar = self._action(self.tr("Sidebar"), "Ctrl+B")
        self.sidebar.setCheckable(True)
        self.sidebar.setChecked(True)
        self.vertical_tabs = self._action(self.tr("Vertical tabs"))
        self.vertical_tabs.setCheckable(True)
        self.engine_panel = self._action(self.tr("Engine"), "F12")
        self.engine_panel.setCheckable(True)
        self.menu = self._action(self.tr("Menu"), "F10")
        self.one_chat = self._action(self.tr("One chat"))
        self.two_chats = self._action(self.tr("Two chats side by side"))
        self.four_chats = self._action(self.tr("Four chats"))
        self.grid = self._action(self.tr("Tabs as a grid"), "Ctrl+Shift+G")
        self.views = {
            ChatsInView.ONE: self.one_chat,
            ChatsInView.TWO: self.two_chats,
            ChatsInView.FOUR: self.four_chats,
            ChatsInView.ALL: self.grid,
        }
        for view in self.views.values():
            view.setCheckable(True)
        self.one_chat.setChecked(True)
        self.comparisons = self._action(self.tr("Compare variations…"))
        self.full_screen = self._action(self.tr("Full screen"), "F11")
        self.toast_history = self._action(self.tr("Recent messages"))
        self.zoom_in = self._action(self.tr("Larger text"), "Ctrl++", "Ctrl+=")
        self.zoom_out = self._action(self.tr("Smaller text"), "Ctrl+-")
        self.zoom_reset = self._action(self.tr("Reset text size"), "Ctrl+0")
        self.themes = QActionGroup(self)
        entries: list[_Entry] = [
            self.sidebar,
            self.vertical_tabs,
            self.engine_panel,
            *self.views.values(),
            self.comparisons,
            self.full_screen,
            self.toast_history,
            self.zoom_in,
            self.zoom_out,
            self.zoom_reset,
        ]
        entries.append(self.menu)
        self._ends_of_parts += [
            self.engine_panel,
            self.comparisons,
            self.toast_history,
            self.zoom_reset,
        ]
        for theme, text in (
            (Theme.SYSTEM, self.tr("Theme: match system")),
            (Theme.LIGHT, self.tr("Theme: light")),
            (Theme.DARK, self.tr("Theme: dark")),
        ):
            entry = self._action(text)
            entry.setCheckable(True)
            entry.setData(theme)
            entry.setChecked(theme is Theme.SYSTEM)
            self.themes.addAction(entry)
            entries.append(entry)
        self._groups.append((self.tr("&View"), entries))

    def _build_chat(self) -> None:
        self.stop = self._action(self.tr("Stop the answer"), "Esc")
        self.regenerate = self._action(self.tr("Regenerate the answer"), "Ctrl+R")
        self.continue_reply = self._action(self.tr("Continue the answer"), "Alt+Return")
        self.variants = self._action(self.tr("Compare several answers"), "Ctrl+Shift+R")
        self.earlier_version = self._action(self.tr("Previous version"), "Alt+Left")
        self.later_version = self._action(self.tr("Next version"), "Alt+Right")
        self.previous_message = self._action(self.tr("Previous message"), "Alt+Up")
        self.next_message = self._action(self.tr("Next message"), "Alt+Down")
        self.options = self._action(self.tr("Chat settings"), "Ctrl+I")
        self.options.setCheckable(True)
        self.tools = self._action(self.tr("Tools of this chat…"))
        self.question_list = self._action(self.tr("Ask a list of questions…"))
        self.saved_prompts = self._action(self.tr("Saved prompts…"))
        self.save_prompt = self._action(self.tr("Save as prompt…"))
        self.duplicate = self._action(self.tr("Duplicate"))
        self.points = self._action(self.tr("Branch from an earlier message…"))
        self.rename = self._action(self.tr("Rename…"), "F2")
        self.archive = self._action(self.tr("Archive or unarchive"))
        self.propose_title = self._action(self.tr("Suggest a title"))
        self.export = self._action(self.tr("Export…"), "Ctrl+Shift+E")
        self.delete = self._action(self.tr("Delete"), "Ctrl+Shift+Backspace")
        going = Submenu(
            self.tr("Go to"),
            (
                self.previous_message,
                self.next_message,
                self.earlier_version,
                self.later_version,
            ),
        )
        prompts = Submenu(self.tr("Prompts"), (self.saved_prompts, self.save_prompt))
        branching = Submenu(self.tr("Branch"), (self.points, self.duplicate))
        self._ends_of_parts += [self.variants, branching, self.question_list, self.export]
        self._chat: list[_Entry] = [
            self.stop,
            self.regenerate,
            self.continue_reply,
            self.variants,
            going,
            prompts,
            branching,
            self.options,
            self.tools,
            self.question_list,
            self.rename,
            self.propose_title,
            self.export,
            self.archive,
            self.delete,
        ]
        self._groups.append((self.tr("&Chat"), self._chat))

    def _build_tabs(self) -> None:
        self.next_tab = self._action(self.tr("Next tab"), "Ctrl+Tab", "Ctrl+PgDown")
        self.previous_tab = self._action(
            self.tr("Previous tab"), "Ctrl+Shift+Tab", "Ctrl+Shift+Backtab", "Ctrl+PgUp"
        )
        self.list_tabs = self._action(self.tr("List all tabs"), "Ctrl+Shift+A")
        self._ends_of_parts.append(self.list_tabs)
        self.numbered_tabs = []
        for number in range(1, LAST_TAB_KEY + 1):
            text = fill(self.tr("Tab {number}"), number=number)
            if number == LAST_TAB_KEY:
                text = self.tr("Last tab")
            self.numbered_tabs.append(self._action(text, f"Ctrl+{number}"))
        self.pin = self._action(self.tr("Pin or unpin the tab"))
        self.open_in_split = self._action(self.tr("Open in split view"), "Ctrl+\\")
        self.detach = self._action(self.tr("Move to a new window"), "Ctrl+Shift+N")
        self.other_pane = self._action(self.tr("Switch pane"), "F6")
        self.move_left = self._action(self.tr("Move tab to the left"), "Ctrl+Shift+PgUp")
        self.move_right = self._action(self.tr("Move tab to the right"), "Ctrl+Shift+PgDown")
        self.close_after = self._action(self.tr("Close the tabs after this one"))
        self.close_finished = self._action(self.tr("Close finished tabs"))
        self._ends_of_parts += [self.detach, self.close_finished]
        closing = [self.close_after, self.close_finished]
        places = [self.pin, self.move_left, self.move_right, self.open_in_split, self.detach]
        self._ends_of_parts.append(self.other_pane)
        self._groups.append(
            (
                self.tr("&Tabs"),
                [
                    self.next_tab,
                    self.previous_tab,
                    self.list_tabs,
                    *places,
                    *closing,
                    self.other_pane,
                    *self.numbered_tabs,
                ],
            )
        )

    def _build_help(self) -> None:
        self.help = self._action(self.tr("Help"), "F1")
        self.keys = self._action(self.tr("Keyboard shortcuts"), "Ctrl+/")
        self.about = self._action(self.tr("About Hubbub"))
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self._ends_of_parts.append(self.keys)
        self._groups.append((self.tr("&Help"), [self.help, self.keys, self.about]))

    def _action(self, text: str, *keys: str) -> QAction:
        action = QAction(text, self._window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        self._window.addAction(action)  # it works also without a menu bar
        return action

    def _standard(self, text: str, key: QKeySequence.StandardKey) -> QAction:
        action = QAction(text, self._window)
        action.setShortcuts(key)
        # Shown in the menu, and never active: a shortcut of the window would take the key from
        # widgets that do not claim it first.
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        return action


def run_when_triggered(action: QAction, command: Callable[[], object]) -> None:
    """Connect an action to a command that ignores whether the action is checked."""
    action.triggered.connect(lambda: command())
