"""What the user asks for in the messages of a conversation, in one object for the whole page."""

from PySide6.QtCore import QObject, Signal

from app.domain import Attachment
from app.widgets.transcript.actions import MessageAction


class MessageRequests(QObject):
    """Declares each request once; handed down to the widgets, heard by the controllers.

    A request about one message names its id first. The last four signals are for the transcript
    itself: it lays its rows out again.
    """

    link_activated = Signal(str)
    file_requested = Signal(Attachment)
    edit_submitted = Signal(int, str)
    sibling_requested = Signal(int, int)
    regenerate_requested = Signal(int)
    continue_requested = Signal(int)
    fork_requested = Signal(int)
    pin_toggled = Signal(int, bool)
    variants_requested = Signal(int)
    context_help_requested = Signal(int)

    selection_extended = Signal(int)
    next_part_requested = Signal(int)
    folding_changed = Signal(int)
    height_changed = Signal(int)

    def request(self, message_id: int, action: MessageAction) -> None:
        """Emit the signal of an action that is carried out elsewhere."""
        match action:
            case MessageAction.REGENERATE:
                self.regenerate_requested.emit(message_id)
            case MessageAction.CONTINUE:
                self.continue_requested.emit(message_id)
            case MessageAction.VARIANTS:
                self.variants_requested.emit(message_id)
            case MessageAction.FORK:
                self.fork_requested.emit(message_id)
            case MessageAction.PIN | MessageAction.UNPIN:
                self.pin_toggled.emit(message_id, action is MessageAction.PIN)
            case MessageAction.EARLIER_SIBLING:
                self.sibling_requested.emit(message_id, -1)
            case MessageAction.LATER_SIBLING:
                self.sibling_requested.emit(message_id, 1)
            case _:
                raise ValueError(f"{action} is carried out by the message itself")
