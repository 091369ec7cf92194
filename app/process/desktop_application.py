"""The Qt application, with what a desktop asks of one that already runs: files, and to end."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class DesktopApplication(QApplication):
    """Passes on the files that it is asked to open: macOS sends an event, not an argument.

    The event of a double-click that starts the program comes before there is a window, so files
    are kept until somebody takes them.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self._early: list[str] = []
        self._on_file: Callable[[str], None] = self._early.append
        self._on_quit: Callable[[], None] | None = None

    def quit_with(self, on_quit: Callable[[], None]) -> None:
        """Call ``on_quit`` where the desktop asks the program to end, as when its session ends."""
        self._on_quit = on_quit

    def open_files_with(self, on_file: Callable[[str], None]) -> None:
        """Call ``on_file`` with each file that was or will be asked for."""
        self._on_file = on_file
        waiting, self._early = self._early, []
        for path in waiting:
            on_file(path)

    # Here and not in an event filter, which Python would run for every event of every widget.
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._on_file(event.file())
            return True
        # Qt would end its loop at once, under everything that is still to be stored.
        if event.type() is QEvent.Type.Quit and self._on_quit is not None:
            self._on_quit()
            return True
        return super().event(event)
