"""The buttons with words under a message of which there is, or could be, more."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain import Message
from app.widgets.kit.controls import PillButton
from app.widgets.transcript.actions import MessageAction, can_continue, was_cut

GAP = 6


class MessageOffers(QWidget):
    """Offers what is not drawn of a long text, the rest of a reply, and another one."""

    action_chosen = Signal(MessageAction)
    part_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.next_part = PillButton(self.tr("Show the next part"), self)
        self.next_part.clicked.connect(self.part_requested)
        self.continue_button = PillButton(self.tr("Continue"), self)
        self.regenerate_button = PillButton(self.tr("Regenerate"), self)
        self.continue_button.clicked.connect(
            lambda: self.action_chosen.emit(MessageAction.CONTINUE)
        )
        self.regenerate_button.clicked.connect(
            lambda: self.action_chosen.emit(MessageAction.REGENERATE)
        )

    def show_for(self, message: Message, *, is_newest: bool, is_cut: bool) -> None:
        """Offer what goes with a message; only the newest is offered more of a reply."""
        self.next_part.setVisible(is_cut)
        self.continue_button.setVisible(is_newest and can_continue(message))
        self.regenerate_button.setVisible(is_newest and was_cut(message))
        self.setVisible(not all(button.isHidden() for button in self._buttons()))

    def fit(self, width: int) -> int:
        """Place the buttons that are shown side by side; return the height that this takes."""
        left = height = 0
        for button in self._buttons():
            if not button.isHidden():
                size = button.sizeHint()
                button.setGeometry(left, 0, min(width, size.width()), size.height())
                left, height = left + size.width() + GAP, size.height() + GAP
        return height

    def _buttons(self) -> tuple[PillButton, ...]:
        return (self.next_part, self.continue_button, self.regenerate_button)
