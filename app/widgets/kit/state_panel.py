"""A sentence with buttons, as a row or in place of an empty list or page."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import colours_of, scaled_pixels

_MAX_BUTTONS = 2
_LINE_CHARS = 54  # of the widest line
_MARGIN = 24
_ICON_SIZE = 32


class NoticeRow(QWidget):
    """A sentence with a button; hidden without a text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = MutedLabel(parent=self, wraps=True)
        self.button = PillButton("", self)
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=8)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        self.show_text("")

    def show_text(self, text: str, action: str = "") -> None:
        """Show a sentence, and a button if ``action`` is its label; an empty text hides both."""
        self.label.setText(text)
        self.button.setText(action)
        self.button.setVisible(bool(action))
        self.setVisible(bool(text))
        if text:
            announce(self, text)


class StateIcon(QWidget):
    """A large, muted icon."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setFixedSize(scaled_pixels(_ICON_SIZE), scaled_pixels(_ICON_SIZE))

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = colours_of(self.palette()).muted
        pixmap = icon_pixmap(self._name, colour, self.width(), self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, pixmap)


class StatePanel(QWidget):
    """A sentence in the middle, with up to two buttons; the first one is the main one.

    With ``icon``, the icon of that name is above the sentence.
    """

    action_requested = Signal(str)  # the key that the button was given

    def __init__(self, parent: QWidget | None = None, *, icon: str = "") -> None:
        super().__init__(parent)
        self.label = MutedLabel(parent=self, wraps=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._keys = [""] * _MAX_BUTTONS
        self.buttons = [PillButton("", self, is_main=number == 0) for number in range(_MAX_BUTTONS)]
        for number, button in enumerate(self.buttons):
            button.clicked.connect(partial(self._on_clicked, number))
        row = FlowLayout(*self.buttons, is_centred=True)
        column = vertical_layout(self, margins=(_MARGIN,) * 4, spacing=16)
        column.addStretch(1)
        middle = Qt.AlignmentFlag.AlignHCenter
        if icon:
            column.addWidget(StateIcon(icon, self), 0, middle)
        # Aligned, it would get the height of a line as wide as the panel.
        centred = horizontal_layout(None, margins=(0, 0, 0, 0), spacing=0)
        centred.addStretch(1)
        centred.addWidget(self.label)
        centred.addStretch(1)
        column.addLayout(centred)
        column.addLayout(row)
        column.addStretch(1)
        self.show_state("")

    def show_state(self, text: str, *actions: tuple[str, str]) -> None:
        """Show a sentence, and a button for each key and its label."""
        is_new = text != self.label.text()
        self.label.setText(text)
        for number, button in enumerate(self.buttons):
            key, label = actions[number] if number < len(actions) else ("", "")
            self._keys[number] = key
            button.setText(label)
            button.setVisible(bool(key))
            button.updateGeometry()
        if text and is_new and self.isVisible():
            announce(self, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Wrapped text alone would choose a narrower width.
        width = _LINE_CHARS * self.label.fontMetrics().averageCharWidth()
        self.label.setFixedWidth(max(0, min(width, self.width() - 2 * _MARGIN)))

    def _on_clicked(self, number: int, *_checked: bool) -> None:
        self.action_requested.emit(self._keys[number])
