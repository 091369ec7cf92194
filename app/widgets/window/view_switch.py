"""The switch between one, two, four and all chats, and several answers to one question."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from app.domain.tabs import ChatsInView
from app.widgets.kit.controls import is_under_mouse
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import TypeSize, colours_of, sized_font

_RADIUS = 7
_ICON_SIZE = 16


class ViewButton(QToolButton):
    """One choice of the switch; the one in force is filled."""

    def __init__(self, text: str, name: str, parent: QWidget, *, icon: str = "") -> None:
        super().__init__(parent)
        self.setText(text)
        self._icon = icon
        self.setCheckable(not icon)
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        side = metrics.height() + 8
        return QSize(max(side, metrics.horizontalAdvance(self.text()) + 14), side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        is_touched = is_under_mouse(self) or self.isDown()
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(QColor(colours.raised))
        elif is_touched:
            painter.setBrush(QColor(colours.hover))
        if self.isChecked() or is_touched:
            painter.drawRoundedRect(area, _RADIUS, _RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(area, _RADIUS, _RADIUS)
        is_on = self.isChecked()
        if self._icon:
            place = QRect(0, 0, _ICON_SIZE, _ICON_SIZE)
            place.moveCenter(self.rect().center())
            ratio = self.devicePixelRatioF()
            painter.drawPixmap(place, icon_pixmap(self._icon, colours.muted, _ICON_SIZE, ratio))
            return
        painter.setFont(sized_font(self.font(), TypeSize.SMALL, is_bold=is_on))
        painter.setPen(QColor(colours.accent if is_on else colours.muted))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class ViewSwitch(QWidget):
    """Shows how many chats are in view, and requests another number.

    The last button, which only the first window has, opens the page of comparisons.
    """

    requested = Signal(object)

    def __init__(self, comparisons: QAction, parent: QWidget, *, can_split: bool = True) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Chats in view"))
        self._group = QButtonGroup(self)
        self.buttons: dict[ChatsInView, ViewButton] = {}
        row = horizontal_layout(self, margins=(2, 0, 2, 0), spacing=0)
        for view, text, name in (
            (ChatsInView.ONE, "1", self.tr("One chat")),
            (ChatsInView.TWO, "2", self.tr("Two chats side by side")),
            (ChatsInView.FOUR, "4", self.tr("Four chats")),
            (ChatsInView.ALL, self.tr("All"), self.tr("All chats")),
        ):
            if view is ChatsInView.TWO and not can_split:
                continue
            button = self.buttons[view] = ViewButton(text, name, self)
            self._group.addButton(button)
            row.addWidget(button)
            button.clicked.connect(lambda _=False, view=view: self.requested.emit(view))
        self.compare_button = ViewButton("", comparisons.text(), self, icon="compare")
        self.compare_button.setVisible(can_split)
        self.compare_button.clicked.connect(lambda: comparisons.trigger())
        row.addWidget(self.compare_button)
        self.set_view(ChatsInView.ONE)

    def set_view(self, view: ChatsInView) -> None:
        """Show the number of chats in view."""
        self.buttons[view].setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours_of(self.palette()).hover))
        painter.drawRoundedRect(QRectF(self.rect()), _RADIUS + 1, _RADIUS + 1)
