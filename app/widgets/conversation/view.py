"""One tab's page: the transcript, the status line and the message box of a conversation."""

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.domain import Attachment, Message, Role, TabActivity, TabState
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.composer.composer import Composer
from app.widgets.composer.settings import ComposerSettings
from app.widgets.conversation.button_clicks import ButtonClicks
from app.widgets.conversation.empty_state import EmptyState
from app.widgets.conversation.find_bar import FindBar
from app.widgets.conversation.footer import ConversationFooter
from app.widgets.conversation.generation_status import GenerationStatus
from app.widgets.conversation.queue_view import QueueView
from app.widgets.conversation.variants_view import VariantsView
from app.widgets.kit.slim_scroll_bar import THICKNESS
from app.widgets.transcript.transcript import Transcript

BUSY = frozenset({TabActivity.QUEUED, TabActivity.READING, TabActivity.WRITING})


class ConversationView(QWidget):
    """Shows one conversation; every signal is about this conversation alone."""

    submitted = Signal(str)
    stop_requested = Signal()
    draft_changed = Signal(str)
    paste_refused = Signal(int)
    suggestion_chosen = Signal(str)
    ask_all_requested = Signal()
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

    def __init__(self, conversation_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conversation_id = conversation_id
        self._state = TabState()
        self._transcript = Transcript(self)
        self._find_bar = FindBar(self)
        self._empty_state = EmptyState(self)
        self._variants = VariantsView(self)
        self._footer = ConversationFooter(self)
        self._composer = self._footer.composer
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setFocusProxy(self._composer)
        self.setAcceptDrops(True)
        ButtonClicks(self._transcript, self._composer.edit)
        self._build_layout()
        self._forward_signals()
        self._show_what_there_is()

    @property
    def conversation_id(self) -> str:
        """The conversation that this page shows."""
        return self._conversation_id

    @property
    def transcript(self) -> Transcript:
        """The messages."""
        return self._transcript

    @property
    def composer(self) -> Composer:
        """The message box."""
        return self._composer

    @property
    def variants(self) -> VariantsView:
        """Several answers side by side; on show until one is taken."""
        return self._variants

    @property
    def queue_view(self) -> QueueView:
        """The messages that wait to be sent."""
        return self._footer.queue_view

    @property
    def generation_status(self) -> GenerationStatus:
        """The line above the message box."""
        return self._footer.generation_status

    @property
    def empty_state(self) -> EmptyState:
        """What is shown while nothing was said."""
        return self._empty_state

    @property
    def state(self) -> TabState:
        """What the tab is doing, as it was last told."""
        return self._state

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these messages instead of whatever was shown; oldest first."""
        self._transcript.set_messages(messages)
        self._show_what_there_is()

    def append_message(self, message: Message) -> None:
        """Add one message at the end; a reply with status STREAMING starts to grow there."""
        self._transcript.append_message(message)
        self._show_what_there_is()

    def set_reply_text(self, message_id: int, text: str, reasoning: str = "") -> None:
        """Replace what a growing reply says and thought by more; drawn with the next frame."""
        self._transcript.set_reply_text(message_id, text, reasoning)

    def finish_reply(self, message: Message) -> None:
        """Show a reply as it was stored at its end, with its status and note."""
        self._transcript.finish_reply(message)

    @property
    def find_bar(self) -> FindBar:
        """Where words are looked for in this conversation; hidden until it is asked for."""
        return self._find_bar

    def open_find(self) -> None:
        """Open the bar that looks for words in this conversation."""
        self._find_bar.open_bar()

    def show_variants(self, question: str, ids: tuple[int, ...]) -> None:
        """Show several replies side by side instead of the transcript."""
        self._variants.begin(question, ids)
        self._upper.setCurrentWidget(self._variants)

    def close_variants(self) -> None:
        """Show the transcript again."""
        self._variants.end()
        self._show_what_there_is()
        self.focus_composer()

    def set_siblings(self, siblings: dict[int, tuple[int, int]]) -> None:
        """Say of messages which of their versions they are, from 1, and how many there are."""
        self._transcript.set_siblings(siblings)

    def set_pinned(self, ids: frozenset[int]) -> None:
        """Say which messages are kept in the model's memory."""
        self._transcript.set_pinned(ids)

    def set_context_boundary(self, message_id: int | None, words: str) -> None:
        """Say in words above which message the model's memory begins."""
        self._transcript.set_context_boundary(message_id, words)

    def set_state(self, state: TabState) -> None:
        """Show what the tab is doing in the status line and in the Send/Stop button."""
        self._state = state
        self.generation_status.set_state(state)
        self._composer.set_answering(state.activity in BUSY)

    def set_suggestions(self, suggestions: tuple[str, ...]) -> None:
        """Offer these questions while the conversation is empty."""
        self._empty_state.set_suggestions(suggestions)

    def set_draft(self, text: str) -> None:
        """Put a text into the message box; does not count as a change by the user."""
        self._composer.set_draft(text)

    def clear_draft(self) -> None:
        """Empty the message box after its text was taken over."""
        self._composer.clear()

    def flush_draft(self) -> None:
        """Tell a draft that was not told yet, as before the window closes."""
        self._composer.flush_draft()

    def use_keys(self, keys: BoundKeys) -> None:
        """Take the keys of the message box from here, also when they change."""
        self._composer.use_keys(keys)

    def set_composer_settings(self, settings: ComposerSettings) -> None:
        """Take how the user wants the message box to behave."""
        self._composer.set_settings(settings)

    def set_can_send(self, is_possible: bool) -> None:
        """Say whether the engine takes messages now; the box stays editable."""
        self._composer.set_can_send(is_possible)

    def focus_composer(self) -> None:
        """Put the cursor into the message box."""
        self._composer.edit.setFocus()

    def has_message(self, message_id: int) -> bool:
        """Return whether a message is among those that are shown."""
        return any(message.id == message_id for message in self._transcript.messages())

    def show_message(self, message_id: int) -> None:
        """Bring a message into view, and the focus to it."""
        # Not before the page has its place: a tab that was just opened has none yet.
        QTimer.singleShot(0, self, lambda: self._show_message(message_id))

    def draft(self) -> str:
        """Return what stands in the message box, as ``set_draft`` takes it."""
        return self._composer.draft()

    def last_reply_text(self) -> str | None:
        """Return the newest reply as Markdown, or None where there is none."""
        return self._transcript.last_text(Role.ASSISTANT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _begins_a_message(event):
            self.focus_composer()
            QCoreApplication.sendEvent(self._composer.edit, event)
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._composer.dragEnterEvent(event)  # what is dropped on the page goes with the message

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._composer.dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._composer.dropEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._footer.set_page_height(self.height())

    def _build_layout(self) -> None:
        self._upper = QStackedLayout()
        self._upper.addWidget(self._transcript)
        self._upper.addWidget(self._empty_state)
        self._upper.addWidget(self._variants)
        row = QHBoxLayout()
        row.setContentsMargins(14, 0, 14 + THICKNESS, 0)  # in line with the text above
        row.addStretch(1)
        row.addWidget(self._footer, 1000)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._find_bar)
        column.addLayout(self._upper, 1)
        column.addLayout(row)

    def _forward_signals(self) -> None:
        for going in (
            self._transcript.edit_submitted,
            self._empty_state.suggestion_chosen,
            self._empty_state.ask_all_requested,
        ):
            going.connect(self.focus_composer)  # what was pressed goes, and with it the focus
        self._transcript.link_activated.connect(self.link_activated)
        self._transcript.file_requested.connect(self.file_requested)
        self._variants.link_activated.connect(self.link_activated)
        self._transcript.edit_submitted.connect(self.edit_submitted)
        self._transcript.sibling_requested.connect(self.sibling_requested)
        self._transcript.regenerate_requested.connect(self._on_regenerate_requested)
        self._transcript.continue_requested.connect(self.continue_requested)
        self._transcript.fork_requested.connect(self.fork_requested)
        self._transcript.pin_toggled.connect(self.pin_toggled)
        self._transcript.variants_requested.connect(self.variants_requested)
        self._transcript.context_help_requested.connect(self.context_help_requested)
        self._transcript.match_shown.connect(self._find_bar.show_match)
        self._find_bar.query_changed.connect(self._transcript.search)
        self._find_bar.step_requested.connect(self._transcript.step_match)
        self._find_bar.closed.connect(self._on_find_closed)
        self._empty_state.suggestion_chosen.connect(self.suggestion_chosen)
        self._empty_state.ask_all_requested.connect(self.ask_all_requested)
        self._composer.submitted.connect(self.submitted)
        self._composer.stop_requested.connect(self.stop_requested)
        self._composer.draft_changed.connect(self.draft_changed)
        self._composer.paste_refused.connect(self.paste_refused)
        self._composer.page_requested.connect(self._transcript.scroll_by_pages)
        self._composer.recall_requested.connect(self._on_recall_requested)

    def _show_message(self, message_id: int) -> None:
        shown = self._transcript.show_message(message_id)
        if shown is not None and shown.focusPolicy() is not Qt.FocusPolicy.NoFocus:
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_what_there_is(self) -> None:
        is_empty = not self._transcript.messages()
        self._upper.setCurrentWidget(self._empty_state if is_empty else self._transcript)

    def _on_find_closed(self) -> None:
        self._transcript.search("")
        self.focus_composer()

    def _on_regenerate_requested(self, message_id: int) -> None:
        self.focus_composer()  # the button goes away, and with it would go the focus
        self.regenerate_requested.emit(message_id)

    def _on_recall_requested(self) -> None:
        self._composer.recall(self._transcript.last_text(Role.USER) or "")


def _begins_a_message(event: QKeyEvent) -> bool:
    """Say whether a key that nobody took is the first letter of something typed."""
    typing = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    is_letter = bool(event.text().strip()) and event.text().isprintable()
    return is_letter and not event.modifiers() & ~typing
