"""Queues of unsent messages: one per conversation, stored with it."""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec.structs import replace

from app.chat.turn_events import TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus, OutgoingMessage
from app.storage.history import History
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import translate
from app.widgets.window.main_window import MainWindow


class _Queue(msgspec.Struct, frozen=True):
    """Queued messages; with a ``reason`` the queue is paused until the user resumes it."""

    messages: tuple[OutgoingMessage, ...] = ()
    reason: str = ""


class _NextMessage(msgspec.Struct):
    """The first message of a queue, while its turn begins.

    Attributes:
        is_taken: the transaction that adds it to the conversation was submitted.
        is_overwritten: the queue was stored without it afterwards.
    """

    message: OutgoingMessage
    is_taken: bool = False
    is_overwritten: bool = False

    def take_out(self) -> None:
        """Record that later writes come after that transaction."""
        self.is_taken = True


class SendQueues:
    """Sends the next message after a complete answer; pauses after a failed or stopped one."""

    def __init__(
        self,
        window: MainWindow,
        history: History,
        turns: Turns,
        replies: Replies,
        tasks: Tasks,
        forms: AnswerForms,
    ) -> None:
        self._window = window
        self._history = history
        self._turns = turns
        self._replies = replies
        self._tasks = tasks
        self._forms = forms
        self._queues: dict[str, _Queue] = {}
        self._sending: dict[str, _NextMessage] = {}
        replies.events.add(self._on_turn_event)
        replies.views.add(self._on_view)
        replies.ends.add(self._on_ended)

    def submit(self, conversation_id: str, message: OutgoingMessage) -> None:
        """Send a message now, or queue it if the conversation is being answered.

        If the chat's schema or grammar is not valid, the message stays in the composer, which asks.
        """
        self._forms.before(conversation_id, partial(self._submit, conversation_id, message))

    @property
    def paused_ids(self) -> frozenset[str]:
        """Return the conversations whose queue does not continue after an answer."""
        return frozenset(id_ for id_, queue in self._queues.items() if queue.reason)

    def resume(self, conversation_id: str) -> None:
        """Let a paused queue continue after the running answer."""
        queue = self._queues.get(conversation_id)
        if queue is not None:
            self._queues[conversation_id] = replace(queue, reason="")
            self._show(conversation_id)

    def _submit(self, conversation_id: str, message: OutgoingMessage) -> None:
        if self._replies.is_sending(conversation_id, message):
            return  # Enter was pressed twice before the composer was cleared
        if self._replies.send(conversation_id, message):
            return
        queue = self._queues.get(conversation_id, _Queue())
        self._change(conversation_id, replace(queue, messages=(*queue.messages, message)))
        view = self._window.panes.view_of(conversation_id)
        if view is not None and view.composer.draft().stripped() == message.stripped():
            view.composer.clear()
            view.composer.draft_changed.emit(view.composer.draft())

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name = conversation.id
        view.composer.submitted.connect(partial(self.submit, name))
        waiting = view.queue_view
        waiting.edited.connect(partial(self._on_edited, name))
        waiting.moved.connect(partial(self._on_moved, name))
        waiting.removed.connect(partial(self._on_removed, name))
        waiting.resumed.connect(partial(self._send_next, name))
        # A queue of this run is newer than the stored one: the tab was closed and reopened.
        if name not in self._queues and conversation.queue:
            self._queues[name] = _Queue(conversation.queue, _since_closed())
        self._show(name)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._sending.pop(conversation_id, None)

    def _on_ended(self, conversation_id: str, status: MessageStatus | None) -> None:
        # Its turn never started, otherwise TurnStarted would have removed it.
        sending = self._sending.pop(conversation_id, None)
        if sending is not None:
            self._put_back(conversation_id, sending)
            return
        queue = self._queues.get(conversation_id)
        if queue is None or not queue.messages:
            return
        if status is MessageStatus.COMPLETE:
            if not queue.reason:
                self._send_next(conversation_id)
        else:
            reason = _reason(status or MessageStatus.FAILED)
            self._queues[conversation_id] = replace(queue, reason=reason)
            self._show(conversation_id)

    def _send_next(self, conversation_id: str) -> None:
        """Send the first message, and remove it from the queue."""
        queue = self._queues.get(conversation_id, _Queue())
        if not queue.messages:
            return
        sending = _NextMessage(queue.messages[0])
        turn = partial(self._turns.send_next, conversation_id, sending.message, sending.take_out)
        # An empty message as ``sent``: the draft in the composer is another message and stays.
        if self._replies.begin(conversation_id, turn, OutgoingMessage()):
            self._sending[conversation_id] = sending
            self._queues[conversation_id] = _Queue(queue.messages[1:])
            self._show(conversation_id)

    def _put_back(self, conversation_id: str, sending: _NextMessage) -> None:
        """Return a message that could not be sent to the head of the queue."""
        messages = self._queues[conversation_id].messages
        queue = _Queue((sending.message, *messages), _reason(MessageStatus.FAILED))
        self._queues[conversation_id] = queue
        self._show(conversation_id)
        if sending.is_overwritten:  # otherwise the database still has it in the queue
            self._tasks.start(self._save(conversation_id))

    def _on_edited(self, conversation_id: str, index: int, text: str) -> None:
        def edited(messages: list[OutgoingMessage]) -> None:
            messages[index] = replace(messages[index], text=text)

        self._rearrange(conversation_id, edited)

    def _on_moved(self, conversation_id: str, index: int, step: int) -> None:
        def moved(messages: list[OutgoingMessage]) -> None:
            target = min(max(index + step, 0), len(messages) - 1)
            messages.insert(target, messages.pop(index))

        self._rearrange(conversation_id, moved)

    def _on_removed(self, conversation_id: str, index: int) -> None:
        def removed(messages: list[OutgoingMessage]) -> None:
            del messages[index]

        self._rearrange(conversation_id, removed)

    def _rearrange(
        self, conversation_id: str, change: Callable[[list[OutgoingMessage]], None]
    ) -> None:
        queue = self._queues.get(conversation_id, _Queue())
        messages = list(queue.messages)
        change(messages)
        self._change(conversation_id, replace(queue, messages=tuple(messages)))

    def _change(self, conversation_id: str, queue: _Queue) -> None:
        self._queues[conversation_id] = queue
        self._show(conversation_id)
        self._tasks.start(self._save(conversation_id))

    async def _save(self, conversation_id: str) -> None:
        """Store the current queue, including a message whose turn has not begun."""
        # Read when this runs, not when the queue changed: the transaction of a turn may have been
        # submitted since, and a later write must not restore its message.
        messages = self._queues[conversation_id].messages
        sending = self._sending.get(conversation_id)
        if sending is not None and sending.is_taken:
            sending.is_overwritten = True
        elif sending is not None:
            messages = (sending.message, *messages)
        await self._history.conversations.save_queue(conversation_id, messages)

    def _show(self, conversation_id: str) -> None:
        queue = self._queues.get(conversation_id, _Queue())
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.queue_view.set_messages(queue.messages, queue.reason)


def _reason(status: MessageStatus) -> str:
    if status is MessageStatus.CANCELLED:
        return translate("SendQueues", "Queue paused because you stopped the answer.")
    return translate("SendQueues", "Paused because the last answer failed.")


def _since_closed() -> str:
    return translate("SendQueues", "Not sent before Hubbub was closed.")
