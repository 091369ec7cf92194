"""Another window with tabs of its own; engine, menus and conversations are the same."""

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from app.widgets.commands.actions import WindowActions
from app.widgets.kit.available_geometry import resize_on_screen
from app.widgets.kit.banner import BannerArea
from app.widgets.kit.icons import application_icon
from app.widgets.tabs.pane import TabPane

DEFAULT_SIZE = QSize(760, 700)


class ExtraWindow(QMainWindow):
    """Shows one pane under the menus of the first window. Closing it is only a wish."""

    close_requested = Signal()

    def __init__(self, actions: WindowActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._may_close = False
        self._pane = TabPane(actions.keys_by_name, self)
        self._banners = BannerArea()
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._banners)
        column.addWidget(self._pane, 1)
        self.setCentralWidget(central)
        self._banners.focus_left.connect(actions.focus_composer.trigger)
        self.addActions(actions.all())  # so that every key means here what it means there
        actions.fill(self.menuBar())
        self.setWindowIcon(application_icon())
        self.setMinimumSize(360, 300)
        resize_on_screen(self, DEFAULT_SIZE)

    @property
    def pane(self) -> TabPane:
        """The tabs in this window."""
        return self._pane

    @property
    def banners(self) -> BannerArea:
        """The notices on top, the same as in the first window."""
        return self._banners

    def show_title(self) -> None:
        """Name the window after the tab in front."""
        conversation_id = self._pane.current_id()
        title = self._pane.title(conversation_id) if conversation_id else ""
        self.setWindowTitle(f"{title} - Hubbub" if title else "Hubbub")

    def force_close(self) -> None:
        """Close the window without asking anybody."""
        self._may_close = True
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.close_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._banners.set_window_height(event.size().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.show_title()
