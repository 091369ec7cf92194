"""The list of pinned messages of a chat: a click goes to a message, a button unpins it."""

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.messages import Role
from app.widgets.kit.controls import IconButton, MutedLabel, QuietButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill

_SHOWN_CHARS = 120


class PinnedMessage(msgspec.Struct, frozen=True):
    """A message that is never dropped from the context."""

    id: int
    role: Role
    text: str


class PinList(QWidget):
    """Has one row for each pinned message."""

    message_requested = Signal(int)
    unpin_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._pins: tuple[PinnedMessage, ...] | None = None
        self._empty = MutedLabel(
            self.tr("No pinned messages. Pinned messages stay in the context."), self, wraps=True
        )
        self._rows: list[QWidget] = []
        self._column = vertical_layout(self, self._empty, margins=(0, 0, 0, 0), spacing=0)

    def set_pins(self, pins: tuple[PinnedMessage, ...]) -> None:
        """List pinned messages, given with the oldest first."""
        if pins == self._pins:
            return
        self._pins = pins
        place = self._focused_place()
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = [self._build_row(pin) for pin in pins]
        for row in self._rows:
            self._column.addWidget(row)
        self._empty.setVisible(not pins)
        if place is not None and pins:
            row_number, button_number = place
            self.buttons(min(row_number, len(pins) - 1))[button_number].setFocus()

    def buttons(self, number: int) -> tuple[QuietButton, IconButton]:
        """Return the two buttons of a row: go to the message, and unpin it."""
        row = self._rows[number]
        (go,), (unpin,) = row.findChildren(QuietButton), row.findChildren(IconButton)
        return go, unpin

    def _focused_place(self) -> tuple[int, int] | None:
        """Return the indices of the row and the button with the focus, or None."""
        for row_number in range(len(self._rows)):
            for button_number, button in enumerate(self.buttons(row_number)):
                if button is self.window().focusWidget():
                    return row_number, button_number
        return None

    def _build_row(self, pin: PinnedMessage) -> QWidget:
        row = QWidget()
        words = " ".join(pin.text[:_SHOWN_CHARS].split())
        go = QuietButton("pin-filled", words or self.tr("(no text)"))
        speaker = self.tr("You") if pin.role is Role.USER else self.tr("Answer")
        go.setAccessibleName(fill(self.tr("Go to pinned message: {text}"), text=words))
        go.setToolTip(speaker)
        go.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        go.clicked.connect(lambda: self.message_requested.emit(pin.id))
        unpin = IconButton("close", self.tr("Unpin"), size=13)
        unpin.setAccessibleName(fill(self.tr("Unpin: {text}"), text=words))
        unpin.clicked.connect(lambda: self.unpin_requested.emit(pin.id))
        horizontal_layout(row, go, unpin, margins=(0, 0, 0, 0), spacing=2).setStretch(0, 1)
        return row
