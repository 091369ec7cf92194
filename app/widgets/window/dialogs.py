"""The dialogs and menus that a window opens over itself."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QWidget

from app.widgets.dialogs.file_choice import default_folder
from app.widgets.dialogs.import_report import ImportReport, ImportReportDialog
from app.widgets.kit.small_dialogs import NameDialog
from app.widgets.kit.translation import translated
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.list import ConversationList
from app.widgets.tabs.items import TabItems


class WindowDialogs(QObject):
    """Opens each dialog over the window that has the focus, and returns at once."""

    folder_used = Signal(str)

    def __init__(
        self,
        requests: WindowRequests,
        items: TabItems,
        conversations: ConversationList,
        window_in_use: Callable[[], QWidget],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._requests = requests
        self._conversations = conversations
        self._items = items
        self._window_in_use = window_in_use
        self._window = window
        self._folder = self._save_folder = ""
        requests.rename_dialog_requested.connect(self.ask_title)

    def front_window(self) -> QWidget:
        """Return the window that has the focus: the first one, or a further one."""
        window = self._window_in_use()
        return window if window.isActiveWindow() else self._window

    def set_folder(self, folder: str) -> None:
        """Set the folder in which the next file dialog starts."""
        self._folder = folder

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title as its tab or the sidebar shows it."""
        listed = self._conversations.listed
        is_listed = bool(listed.known((conversation_id,)))
        return self._items.title(conversation_id) or (
            listed.shown_title(conversation_id) if is_listed else ""
        )

    def ask_title(self, conversation_id: str) -> None:
        """Ask for a new title of a conversation."""
        # Without the number that the window adds to equal titles.
        title = self._conversations.listed.title(conversation_id) or self.title(conversation_id)
        text = self.tr("Rename chat")
        dialog = NameDialog(title, self.front_window(), title=text)
        dialog.named.connect(
            lambda name: self._requests.rename_requested.emit(conversation_id, name)
        )
        dialog.open()

    def choose_file(
        self,
        make_dialog: Callable[[str, QWidget], QFileDialog],
        action: Callable[[tuple[str, ...]], object],
    ) -> None:
        """Ask for files, over the dialog in use if there is one, and call ``action`` with them.

        Files to write do not start in the folder of the last file that was opened.
        """
        active = QApplication.activeWindow()
        parent = active if isinstance(active, QDialog) else self.front_window()
        dialog = make_dialog(self._folder, parent)
        if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
            dialog.setDirectory(self._save_folder or default_folder())
            dialog.filesSelected.connect(self._on_save_chosen)
        else:
            dialog.filesSelected.connect(self._on_file_chosen)
        dialog.filesSelected.connect(lambda paths: action(tuple(paths)))
        dialog.open()

    def show_import_report(self, report: ImportReport) -> None:
        """Show the number of imported conversations and the problems."""
        ImportReportDialog(report, self.front_window()).open()

    def _on_save_chosen(self, paths: list[str]) -> None:
        self._save_folder = str(Path(paths[0]).parent)

    def _on_file_chosen(self, paths: list[str]) -> None:
        self._folder = str(Path(paths[0]).parent)
        self.folder_used.emit(self._folder)


class BugReporter(QObject):
    """Shows errors over a window; ``report`` may be called on any thread."""

    _reported = Signal(str, str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._reported.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def report(self, text: str, details: str) -> None:
        """Show a sentence and the details for a bug report."""
        self._reported.emit(translated(text), details)

    def _show(self, text: str, details: str) -> None:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("An unexpected error"))
        box.setText(text)
        box.setDetailedText(details)
        box.addButton(QMessageBox.StandardButton.Close)
        copy = box.addButton(self.tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
        box.open()
