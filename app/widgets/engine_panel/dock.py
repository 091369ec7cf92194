"""The dock of the engine panel: at a side of the window, or floating."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QWidget

from app.widgets.engine_panel.panel import EnginePanel
from app.widgets.kit.controls import IconButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.theme import TypeSize, sized_font

FIRST_WIDTH = 290


class DockTitle(QWidget):
    """A title bar to drag the dock by, with a button that closes it."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._label = label = QLabel(dock.windowTitle())
        self.close_button = IconButton("close", self.tr("Close the panel"), size=14)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(dock.close)
        row = horizontal_layout(self, margins=(14, 8, 8, 0))
        row.addWidget(label, 1)
        row.addWidget(self.close_button)
        self._apply_style()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def _apply_style(self) -> None:
        self._label.setFont(sized_font(self.font(), TypeSize.SUBHEADING, is_bold=True))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()  # the dock drags itself


class EngineDock(QDockWidget):
    """Holds the panel; hidden until it is wanted."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Engine"))
        self.setObjectName("engine")  # under which the window remembers the place
        self.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.panel = EnginePanel(self)
        self.setWidget(self.panel)
        self.setTitleBarWidget(DockTitle(self))
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self)
        window.resizeDocks([self], [FIRST_WIDTH], Qt.Orientation.Horizontal)
        self.hide()
