"""The popup of recent toasts above the status dot, to read, copy and answer them."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.domain.tabs import ToastContent
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.toast import ToastIcon
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.window.toast_board import PastToast, ToastHistory

CHARS_WIDE = 62
HIGHEST = 360
_GAP = 6
_FRAME_WIDTH, _FRAME_HEIGHT = 34, 44  # of the card without its content


class PastToastRow(QWidget):
    """The time and text of a toast, and its buttons while they still have an effect."""

    def __init__(
        self, past: PastToast, requests: WindowRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        content = past.content
        self.label = QLabel(content.text, self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        time = MutedLabel(f"{past.at:%H:%M}", self)
        self.label.setAccessibleName(f"{time.text()} {content.text}")
        self.buttons = tuple(
            PillButton(action, self) for action in (content.actions if past.is_open else ())
        )
        for button in self.buttons:
            ask = partial(requests.toast_action_requested.emit, content, button.text())
            button.clicked.connect(lambda _=False, ask=ask: ask())
        icon = ToastIcon(is_trouble=content.is_trouble, parent=self)
        row = horizontal_layout(self, icon, time, margins=(0, 5, 0, 5), spacing=10)
        column = vertical_layout(None, self.label, spacing=4)
        if self.buttons:
            # More than two in a row would cut their texts.
            build = horizontal_layout if len(self.buttons) < 3 else vertical_layout
            actions: QBoxLayout = build(None, *self.buttons, spacing=6)
            if len(self.buttons) < 3:
                actions.addStretch(1)
            column.addLayout(actions)
        column.addStretch(1)
        row.addLayout(column, 1)
        for widget in (icon, time):
            row.setAlignment(widget, Qt.AlignmentFlag.AlignTop)


class HistoryPopup(Card):
    """A card over the window; closes on Esc, on a choice and when it loses the focus."""

    def __init__(self, history: ToastHistory, requests: WindowRequests, window: QWidget) -> None:
        super().__init__(window, fill="raised", radius=10, has_border=True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._history = history
        self._requests = requests
        self.rows: tuple[PastToastRow, ...] = ()
        self.copy_button = PillButton(self.tr("Copy all"), self)
        self.copy_button.clicked.connect(self._copy)
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(0)
        self.setAccessibleName(self.tr("Recent messages"))
        self._build_layout()
        self._show_past()
        history.changed.connect(self._show_past)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        requests.toast_action_requested.connect(self._on_action)  # outlives this popup: no lambda

    def open_below(self, button: QWidget) -> None:
        """Open with the upper left corner at a button."""
        window = button.window()
        corner = button.mapTo(window, QPoint(0, button.height() + _GAP))
        width = self.fontMetrics().averageCharWidth() * CHARS_WIDE
        width = min(width, window.width() - 2 * _GAP)
        self.setGeometry(_GAP, 0, width, HIGHEST)
        self.show()  # a widget that was never shown has no size
        inside = self._column.totalHeightForWidth(width - _FRAME_WIDTH)
        height = max(inside, 40) + self.copy_button.sizeHint().height() + _FRAME_HEIGHT
        height = min(height, HIGHEST, window.height() - corner.y() - _GAP)
        left = max(_GAP, min(corner.x(), window.width() - width - _GAP))
        self.setGeometry(left, corner.y(), width, height)
        self.raise_()
        self.copy_button.setFocus()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _build_layout(self) -> None:
        heading = QLabel(self.tr("Recent messages"), self)
        heading.setFont(sized_font(heading.font(), TypeSize.BODY, is_bold=True))
        head = horizontal_layout(None, heading)
        head.addStretch(1)
        head.addWidget(self.copy_button)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(self._list)
        for each in (area.viewport(), self._list):
            each.setAutoFillBackground(False)
        column = vertical_layout(self, margins=(14, 10, 8, 10), spacing=6)
        column.addLayout(head)
        column.addWidget(area, 1)

    def _show_past(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        past = self._history.past
        self.rows = tuple(PastToastRow(each, self._requests, self._list) for each in past)
        for row in self.rows:
            self._column.addWidget(row)
            row.show()
        if not past:
            self._column.addWidget(MutedLabel(self.tr("No messages yet."), self._list))
        self._column.addStretch(1)
        self.copy_button.setEnabled(bool(past))

    def _copy(self) -> None:
        copy_from(self.copy_button, self._history.text())

    def _on_action(self, _content: ToastContent, _action: str) -> None:
        self.close()

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        # Without any focus, another window is in front; the popup stays open.
        if new is not None and self.isVisible() and not self.isAncestorOf(new):
            self.close()
