"""One tab's page: the transcript, the status line and the message box of a conversation."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain import Message, TabState


class ConversationView(QWidget):
    """Shows one conversation; every signal is about this conversation alone."""

    submitted = Signal(str)
    stop_requested = Signal()
    draft_changed = Signal(str)
    paste_refused = Signal(int)
    suggestion_chosen = Signal(str)
    ask_all_requested = Signal()
    link_activated = Signal(str)

    def __init__(self, conversation_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conversation_id = conversation_id

    @property
    def conversation_id(self) -> str:
        """The conversation that this page shows."""
        return self._conversation_id

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these messages instead of whatever was shown; oldest first."""

    def append_message(self, message: Message) -> None:
        """Add one message at the end; a reply with status STREAMING starts to grow there."""

    def set_reply_text(self, message_id: int, text: str) -> None:
        """Replace the text of a growing reply by the longer one; drawn with the next frame."""

    def finish_reply(self, message: Message) -> None:
        """Show a reply as it was stored at its end, with its status and note."""

    def set_state(self, state: TabState) -> None:
        """Show what the tab is doing in the status line and in the Send/Stop button."""

    def set_suggestions(self, suggestions: tuple[str, ...]) -> None:
        """Offer these questions while the conversation is empty."""

    def set_draft(self, text: str) -> None:
        """Put a text into the message box; does not count as a change by the user."""

    def clear_draft(self) -> None:
        """Empty the message box after its text was taken over."""

    def set_sends_with_ctrl_enter(self, is_needed: bool) -> None:
        """Let Enter break the line and only Ctrl+Enter send, or the other way round."""

    def set_can_send(self, is_possible: bool) -> None:
        """Say whether the engine takes messages now; the box stays editable."""

    def focus_composer(self) -> None:
        """Put the cursor into the message box."""

    def last_reply_text(self) -> str | None:
        """Return the newest reply as Markdown, or None where there is none."""
