"""A message in a corner that hides after a time, or stays until its cause ends."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.domain.tabs import ToastContent
from app.widgets.kit.accessibility import announce, claims_escape
from app.widgets.kit.controls import IconButton, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import colours_of
from app.widgets.kit.window_requests import WindowRequests

PASSING_MS = 6_000
PASSING_TROUBLE_MS = 12_000  # errors are longer texts, and unexpected
WIDEST = 400
SHADOW = 6  # pixels around the card
_RADIUS = 10


class ToastIcon(QWidget):
    """An icon that distinguishes an error from a notice by shape and colour."""

    def __init__(self, *, is_trouble: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_trouble = is_trouble
        self.setFixedSize(18, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        name, colour = ("warning", colours.danger) if self._is_trouble else ("info", colours.accent)
        QPainter(self).drawPixmap(0, 0, icon_pixmap(name, colour, 18, self.devicePixelRatioF()))


class Toast(QWidget):
    """One sentence, with buttons for actions.

    ``passed`` is emitted when its time is over, but not while the mouse or the focus is in it.
    """

    passed = Signal()
    closed = Signal()

    def __init__(
        self, content: ToastContent, requests: WindowRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.content = content
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, text=content.text, wordWrap=True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._requests = requests
        self.action_button = self._button(content.action)
        self.action_button.setVisible(bool(content.action))
        self.other_buttons = tuple(map(self._button, content.other_actions))
        self.close_button = IconButton("close", self.tr("Close this message"), size=14)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._is_announced = False
        self.timer = QTimer(self, singleShot=True)
        self.timer.setInterval(PASSING_TROUBLE_MS if content.is_trouble else PASSING_MS)
        self.setAccessibleName(content.text)
        self._build_layout()
        self.close_button.clicked.connect(self.closed)
        self.timer.timeout.connect(self._on_timeout)

    @property
    def has_focus_inside(self) -> bool:
        """Whether one of its buttons has the focus."""
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    @property
    def is_held(self) -> bool:
        """Whether the mouse or the focus is in it."""
        return self.underMouse() or self.has_focus_inside

    def size_in(self, room: int) -> QSize:
        """Return its size for an available width, in pixels."""
        layout = self.layout()
        assert layout is not None
        others = layout.sizeHint().width() - self._label.sizeHint().width()
        line = self._label.fontMetrics().horizontalAdvance(self.content.text)
        widest = min(room, WIDEST + 2 * SHADOW)
        width = max(min(layout.minimumSize().width(), widest), min(line + others + 4, widest))
        return QSize(width, max(layout.heightForWidth(width), layout.minimumSize().height()))

    def restart(self) -> None:
        """Restart the timer."""
        if not self.content.stays and self.isVisible():
            self.timer.start()

    def event(self, event: QEvent) -> bool:
        # Only while the focus is inside: elsewhere Esc stops the answer.
        return (self.has_focus_inside and claims_escape(event)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.restart()
        if not self._is_announced:  # the toast is shown again together with the window
            self._is_announced = True
            announce(self, self.content.text, is_urgent=self.content.is_trouble)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        painter.setBrush(QColor(0, 0, 0, 5))
        for step in range(SHADOW, 0, -1):
            shade = area.adjusted(-step, -step + 2, step, min(step + 1, SHADOW))
            painter.drawRoundedRect(shade, _RADIUS + step, _RADIUS + step)
        painter.setBrush(QColor(colours.raised))
        edge = colours.danger if self.content.is_trouble else colours.border
        painter.setPen(QPen(QColor(edge), 1))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)

    def _button(self, action: str) -> PillButton:
        button = PillButton(action, self)  # without a parent, show() would open a window
        # A click must not take the focus from the message box.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        emit = self._requests.toast_action_requested.emit
        button.clicked.connect(lambda: emit(self.content, action))
        return button

    def _build_layout(self) -> None:
        inside = (SHADOW + 12, SHADOW + 7, SHADOW + 7, SHADOW + 7)
        icon = ToastIcon(is_trouble=self.content.is_trouble)
        column = vertical_layout(self, margins=inside, spacing=6)
        row = horizontal_layout(None, icon, spacing=10)
        row.setAlignment(icon, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)
        row.addWidget(self.close_button)
        row.setAlignment(self.close_button, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        # Below the sentence: in the sidebar, a button next to it would leave it no width.
        if self.content.actions:
            column.addLayout(FlowLayout(self.action_button, *self.other_buttons, spacing=6))

    def _on_timeout(self) -> None:
        # It is being read, or it was not seen yet because another program is active.
        if self.is_held or not self.window().isActiveWindow():
            self.timer.start()
        else:
            self.passed.emit()
