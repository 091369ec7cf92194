"""The buttons with words under the newest reply when it was cut short."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain import Message
from app.widgets.controls import PillButton
from app.widgets.message_actions import can_go_on, was_cut

GAP = 6


class MessageOffers(QWidget):
    """Offers the rest of a reply, and another one."""

    go_on_requested = Signal()
    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.go_on = PillButton(self.tr("Go on"), self)
        self.again = PillButton(self.tr("Answer again"), self)
        self.go_on.clicked.connect(self.go_on_requested)
        self.again.clicked.connect(lambda: self.retry_requested.emit())

    def show_for(self, message: Message, *, is_newest: bool) -> None:
        """Offer what goes with a message; only the newest is offered anything."""
        self.go_on.setVisible(is_newest and can_go_on(message))
        self.again.setVisible(is_newest and was_cut(message))
        self.setVisible(not (self.go_on.isHidden() and self.again.isHidden()))

    def fit(self, width: int) -> int:
        """Place the buttons that are shown side by side; return the height that this takes."""
        left = height = 0
        for button in (self.go_on, self.again):
            if not button.isHidden():
                size = button.sizeHint()
                button.setGeometry(left, 0, min(width, size.width()), size.height())
                left, height = left + size.width() + GAP, size.height() + GAP
        return height
