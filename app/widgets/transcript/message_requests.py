"""The requests of the user in the messages of a conversation, one object for each page."""

from PySide6.QtCore import QObject, Signal

from app.domain.messages import Attachment
from app.tools.model import ToolAnswer
from app.widgets.kit.picture_hub import DrawingHub, PictureHub
from app.widgets.transcript.message_actions import MessageAction


class MessageRequests(QObject):
    """The signals of all requests: emitted by the widgets, connected by the controllers.

    The first argument of a request about one message is its id. The last six signals are for the
    transcript, which lays its rows out again; ``steps_toggled`` has the key of a row.
    """

    link_activated = Signal(str)
    file_requested = Signal(Attachment)
    code_save_requested = Signal(str, str)  # a file name and the code
    edit_submitted = Signal(int, str)
    answer_edited = Signal(int, str, bool)  # the last: whether the model continues it
    quote_requested = Signal(str)
    sibling_requested = Signal(int, int)
    regenerate_requested = Signal(int)
    regenerate_with_requested = Signal(int)
    continue_requested = Signal(int)
    let_run_requested = Signal(int)  # continues an answer that repeats itself
    regenerate_varied_requested = Signal(int)  # regenerates it without repeats
    answer_here_requested = Signal(int)
    fork_requested = Signal(int)
    delete_requested = Signal(int)
    pin_toggled = Signal(int, bool)
    variants_requested = Signal(int)
    compare_requested = Signal(int)
    context_help_requested = Signal()
    recap_requested = Signal()
    recap_edited = Signal(str)  # an empty text removes it
    recap_cancelled = Signal()
    tool_answered = Signal(int, ToolAnswer)
    stop_requested = Signal()

    selection_extended = Signal(int)
    next_part_requested = Signal(int)
    folding_changed = Signal(int)
    height_changed = Signal(int)
    figures_toggled = Signal(int)
    steps_toggled = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pictures = PictureHub(self)
        self.drawings = DrawingHub(self)

    def request(self, message_id: int, action: MessageAction) -> None:
        """Emit the signal of an action that a controller carries out."""
        match action:
            case MessageAction.REGENERATE:
                self.regenerate_requested.emit(message_id)
            case MessageAction.REGENERATE_WITH:
                self.regenerate_with_requested.emit(message_id)
            case MessageAction.DELETE:
                self.delete_requested.emit(message_id)
            case MessageAction.CONTINUE:
                self.continue_requested.emit(message_id)
            case MessageAction.VARIANTS:
                self.variants_requested.emit(message_id)
            case MessageAction.COMPARE:
                self.compare_requested.emit(message_id)
            case MessageAction.FIGURES:
                self.figures_toggled.emit(message_id)
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
