"""The line under a message that says how it ended."""

from PySide6.QtWidgets import QWidget

from app.domain import Message, MessageStatus
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.translation import translated


class MessageNote(MutedLabel):
    """Takes no room while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setWordWrap(True)

    def show_for(self, message: Message, *, is_cut: bool) -> None:
        """Say what there is to say about a message, and whether only its beginning is shown."""
        self.setText(self._words(message, is_cut=is_cut))
        self.setVisible(bool(self.text()))

    def _words(self, message: Message, *, is_cut: bool) -> str:
        words = {
            MessageStatus.CANCELLED: self.tr("Stopped."),
            MessageStatus.INTERRUPTED: self.tr("Interrupted before it was finished."),
            MessageStatus.FAILED: self.tr("This answer failed."),
        }.get(message.status, "")
        is_silent = not (message.text or message.reasoning)
        if message.status is MessageStatus.STREAMING and is_silent:
            words = "…"
        if message.usage is not None and message.usage.is_cut_by_length:
            words = self.tr("Cut off.")
        cut = self.tr("Only its beginning is drawn; copying takes all of it.")
        shown = cut if is_cut else ""
        return " ".join(part for part in (words, translated(message.note), shown) if part)
