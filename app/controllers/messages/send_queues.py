"""Queues of unsent messages: one per conversation, stored with it."""

import enum
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


class _Pause(enum.Enum):
    """Why a queue waits for the user."""

    HELD = enum.auto()  # by the user, or because its answer was cut short by other means than Stop
    FAILED = enum.auto()
    EDITING = enum.auto()  # one of its messages is being edited; it continues after that
    CLOSED = enum.auto()  # in an earlier run


class _Queue(msgspec.Struct, frozen=True):
    """Queued messages; with a ``pause`` they wait until the user resumes the queue."""

    messages: tuple[OutgoingMessage, ...] = ()
    pause: _Pause | None = None


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
    """Sends the next message after an answer that is complete, or that the user has stopped.

    The queue pauses after a failed answer. It also pauses if the user stops the message that took
    the place of a stopped answer before its own answer begins: pressing Esc repeatedly, or holding
    it, does not use up the queue.
    """

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
        self._stopped: set[str] = set()  # conversations whose answer the user has stopped
        self._instead: set[str] = set()  # whose running turn took the place of a stopped answer
        replies.events.add(self._on_turn_event)
        replies.views.add(self._on_view)
        replies.stops.add(self._on_stopped)
        replies.ends.add(self._on_ended)

    def submit(self, conversation_id: str, message: OutgoingMessage) -> None:
        """Send a message now, or queue it if the conversation is being answered.

        If the chat's schema or grammar is not valid, the message stays in the composer, which asks.
        """
        self._forms.before(conversation_id, partial(self._submit, conversation_id, message))

    @property
    def paused_ids(self) -> frozenset[str]:
        """Return the conversations whose queue does not continue after an answer."""
        return frozenset(id_ for id_, queue in self._queues.items() if queue.pause)

    def hold(self, conversation_id: str) -> None:
        """Pause a queue until the user resumes it."""
        self._pause(conversation_id, _Pause.HELD)

    def resume(self, conversation_id: str) -> None:
        """Let a paused queue continue after the running answer."""
        queue = self._queues.get(conversation_id)
        if queue is not None:
            self._queues[conversation_id] = replace(queue, pause=None)
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
        waiting.held.connect(partial(self.hold, name))
        waiting.resumed.connect(partial(self._on_resumed, name))
        waiting.editing_ended.connect(self._tasks.starter(partial(self._on_editing_ended, name)))
        # A queue of this run is newer than the stored one: the tab was closed and reopened.
        if name not in self._queues and conversation.queue:
            self._queues[name] = _Queue(conversation.queue, _Pause.CLOSED)
        self._show(name)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._sending.pop(conversation_id, None)

    def _on_stopped(self, conversation_id: str) -> None:
        is_again = conversation_id in self._instead
        if is_again and not self._replies.is_writing(conversation_id):
            self.hold(conversation_id)
        else:
            self._stopped.add(conversation_id)

    def _on_ended(self, conversation_id: str, status: MessageStatus | None) -> None:
        is_stopped = conversation_id in self._stopped and status is MessageStatus.CANCELLED
        self._stopped.discard(conversation_id)
        self._instead.discard(conversation_id)
        # Its turn never started, otherwise TurnStarted would have removed it.
        sending = self._sending.pop(conversation_id, None)
        if sending is not None:
            self._put_back(conversation_id, sending)
            return
        queue = self._queues.get(conversation_id)
        if queue is None or not queue.messages:
            return
        if status is not MessageStatus.COMPLETE and not is_stopped:
            is_cut = status is MessageStatus.CANCELLED
            self._pause(conversation_id, _Pause.HELD if is_cut else _Pause.FAILED)
            return
        view = self._window.panes.view_of(conversation_id)
        if queue.pause is None and view is not None and view.queue_view.is_editing:
            self._pause(conversation_id, _Pause.EDITING)
        elif queue.pause is None and self._send_next(conversation_id) and is_stopped:
            self._instead.add(conversation_id)

    def _pause(self, conversation_id: str, pause: _Pause) -> None:
        queue = self._queues.get(conversation_id)
        if queue is not None:
            self._queues[conversation_id] = replace(queue, pause=pause)
            self._show(conversation_id)

    def _on_resumed(self, conversation_id: str) -> None:
        if conversation_id in self._replies.running_ids:
            self.resume(conversation_id)
        else:
            self._send_next(conversation_id)

    async def _on_editing_ended(self, conversation_id: str) -> None:
        if self._queues.get(conversation_id, _Queue()).pause is _Pause.EDITING:
            await self._save(conversation_id)  # a turn takes its message from the stored queue
            self._on_resumed(conversation_id)

    def _send_next(self, conversation_id: str) -> bool:
        """Send the first message, and remove it from the queue; return whether there was one."""
        queue = self._queues.get(conversation_id, _Queue())
        if not queue.messages:
            return False
        sending = _NextMessage(queue.messages[0])
        turn = partial(self._turns.send_next, conversation_id, sending.message, sending.take_out)
        # An empty message as ``sent``: the draft in the composer is another message and stays.
        if not self._replies.begin(conversation_id, turn, OutgoingMessage()):
            return False
        self._sending[conversation_id] = sending
        self._queues[conversation_id] = _Queue(queue.messages[1:])
        self._show(conversation_id)
        return True

    def _put_back(self, conversation_id: str, sending: _NextMessage) -> None:
        """Return a message that could not be sent to the head of the queue."""
        messages = self._queues[conversation_id].messages
        queue = _Queue((sending.message, *messages), _Pause.FAILED)
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
            view.queue_view.set_messages(queue.messages, _text(queue.pause))


def _text(pause: _Pause | None) -> str:
    match pause:
        case None:
            return ""
        case _Pause.HELD:
            return translate("SendQueues", "Queue paused.")
        case _Pause.FAILED:
            return translate("SendQueues", "Paused because the last answer failed.")
        case _Pause.EDITING:
            return translate("SendQueues", "Paused while you edit a message.")
        case _Pause.CLOSED:
            return translate("SendQueues", "Not sent before Hubbub was closed.")
