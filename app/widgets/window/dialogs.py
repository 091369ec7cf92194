"""The dialogs and menus that a window opens over itself."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.dialogs.file_choice import FileChoice
from app.widgets.dialogs.import_report import ImportReport, ImportReportDialog
from app.widgets.kit.name_dialog import NameDialog
from app.widgets.tabs.menu import TabMenu
from app.widgets.tabs.pane_layout import PaneLayout
from app.widgets.tabs.panes import TabPanes


class WindowDialogs(QObject):
    """Opens each over the window that the keyboard is in, and returns at once."""

    renamed = Signal(str, str)
    folder_used = Signal(str)

    def __init__(self, panes: TabPanes, layout: PaneLayout, window: QWidget) -> None:
        super().__init__(window)
        self._panes = panes
        self._layout = layout
        self._window = window
        self._folder = ""

    def front_window(self) -> QWidget:
        """Return the window that the keyboard is in: the first one, or a further one."""
        window = self._panes.in_use.window()
        return window if window.isActiveWindow() else self._window

    def set_folder(self, folder: str) -> None:
        """Say where the next dialog for a file begins."""
        self._folder = folder

    def ask_title(self, conversation_id: str, title: str) -> None:
        """Ask for a new title of a conversation."""
        text = self.tr("Rename conversation")
        dialog = NameDialog(title, self.front_window(), title=text)
        dialog.named.connect(lambda name: self.renamed.emit(conversation_id, name))
        dialog.open()

    def choose_file(
        self,
        choice: Callable[[str, QWidget], FileChoice],
        action: Callable[[tuple[str, ...]], object],
    ) -> None:
        """Let the user choose files and do something with them."""
        dialog = choice(self._folder, self.front_window())
        dialog.selected.connect(self._on_file_chosen)
        dialog.selected.connect(lambda paths: action(paths))
        dialog.open()

    def show_import_report(self, report: ImportReport) -> None:
        """Tell what an import brought and what could not be read."""
        ImportReportDialog(report, self.front_window()).open()

    def tab_menu(self, conversation_id: str) -> TabMenu:
        """Return the context menu of a tab, with what happens inside the windows connected."""
        pane = self._panes.pane_of(conversation_id)
        assert pane is not None
        menu = TabMenu(
            conversation_id,
            pane.ids(),
            is_pinned=self._panes.is_pinned(conversation_id),
            pane_number=self._layout.number_of(pane),
            parent=pane,
        )
        menu.beside_requested.connect(self._layout.show_beside)
        menu.detach_requested.connect(self._layout.detach)
        menu.back_requested.connect(self._layout.bring_back)
        return menu

    def open_menu(self, menu: TabMenu, place: QPoint) -> None:
        """Show a menu; it goes by itself."""
        menu.popup(place)

    def _on_file_chosen(self, paths: tuple[str, ...]) -> None:
        self._folder = str(Path(paths[0]).parent)
        self.folder_used.emit(self._folder)
