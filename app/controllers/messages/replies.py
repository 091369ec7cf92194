"""Running replies: one task each, whether their tab is in front, hidden or closed."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from app.chat.turn_events import ReplyEnded, Report, StateChanged, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.tasks import Tasks
from app.domain.conversations import Conversation
from app.domain.messages import Message, MessageStatus, OutgoingMessage
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.machines.model import Destination
from app.widgets.conversation.view import ConversationView
from app.widgets.window.main_window import MainWindow
from engine.listeners import Listeners

_T = TypeVar("_T")
TurnStart = Callable[[Report], Coroutine[object, object, None]]


@dataclass(slots=True)
class _RunningTurn:
    """A turn that runs: the message that was sent, its replies, and how the last one ended."""

    sent: OutgoingMessage | None
    has_started: bool = False
    texts: dict[int, ReplyText] = field(default_factory=dict)  # by id, of replies that run
    status: MessageStatus | None = None
    task: asyncio.Task[None] | None = None


class Replies:
    """Sends, stops and follows replies, and keeps every tab's state up to date.

    Attributes:
        events: hear every conversation's turn events, after they are shown.
        views: hear of every conversation that gets a page, once that is filled.
        ends: hear when a conversation can be answered again, with how its last reply ended;
            None where no reply was begun, or where it was left.
    """

    def __init__(self, window: MainWindow, turns: Turns, tasks: Tasks) -> None:
        self._window = window
        self._turns = turns
        self._tasks = tasks
        self._running: dict[str, _RunningTurn] = {}
        self._states: dict[str, TabState] = {}
        self._destinations: dict[str, Destination] = {}
        self.events = Listeners[str, TurnEvent]()
        self.views = Listeners[Conversation, ConversationView]()
        self.ends = Listeners[str, MessageStatus | None]()
        self._is_closed = False
        self.context_window = 0

    @property
    def running_ids(self) -> frozenset[str]:
        """Return the conversations that are being answered or wait for it."""
        return frozenset(self._running)

    def of_live(self, values: Mapping[str, _T]) -> dict[str, _T]:
        """Return the values of conversations that have a tab or are being answered, by id."""
        live = {*self._window.panes.ids(), *self._running}
        return {id_: value for id_, value in values.items() if id_ in live}

    def send(self, conversation_id: str, message: OutgoingMessage) -> bool:
        """Send a message with its files, unless the conversation is being answered.

        Returns whether it is on its way; if not, its text stays where it is.
        """
        turn = partial(self._turns.send, conversation_id, message)
        return self.begin(conversation_id, turn, message)

    def is_sending(self, conversation_id: str, message: OutgoingMessage) -> bool:
        """Return whether just this message is on its way to the disk, so that it still stands."""
        running = self._running.get(conversation_id)
        return running is not None and not running.has_started and running.sent == message

    def regenerate(self, conversation_id: str) -> None:
        """Ask for another reply to the last message."""
        self.begin(conversation_id, partial(self._turns.regenerate, conversation_id, None))

    def begin(
        self, conversation_id: str, turn: TurnStart, sent: OutgoingMessage | None = None
    ) -> bool:
        """Run a turn, unless its conversation is being answered; return whether it runs.

        ``sent`` is what the user sent to the end of the branch on show; None shows another branch.
        """
        if self._is_closed or conversation_id in self._running:
            return False
        running = self._running[conversation_id] = _RunningTurn(sent)
        task = running.task = self._tasks.start(
            turn(partial(self._on_event, conversation_id, running))
        )
        # Also where the turn fails or is cancelled: else its conversation could never be answered.
        task.add_done_callback(lambda _: self._on_turn_done(conversation_id, running))
        return True

    def stop(self, conversation_id: str) -> None:
        """End a conversation's reply, however far it has come, and keep its text."""
        if conversation_id in self._running:
            self._turns.stop(conversation_id)

    def expect(self, conversation_id: str) -> None:
        """Prewarm a conversation whose next message is being typed."""
        if conversation_id not in self._running:
            self._tasks.start(self._turns.prewarm(conversation_id))

    def show(self, conversation: Conversation, view: ConversationView) -> None:
        """Fill a new tab's page, with what its running reply has said so far."""
        # The rows of the others hold what is known of them.
        self._states = self.of_live(self._states)
        self._destinations = self.of_live(self._destinations)
        self.show_branch(conversation.messages, view)
        unsaved = self._turns.unsaved(conversation.id)
        if unsaved is not None:
            view.transcript.finish_reply(unsaved)
        if conversation.id not in self._states:
            usages = [message.usage for message in conversation.messages if message.usage]
            last = usages[-1] if usages else None
            # Of a reply that ended in an earlier run its row is all that is known.
            self._states[conversation.id] = TabState(
                context_window=self.context_window, usage=last or ReplyUsage()
            )
        self._window.panes.items.set_state(conversation.id, self._states[conversation.id])
        self.views.notify(conversation, view)

    def show_branch(self, messages: tuple[Message, ...], view: ConversationView) -> None:
        """Show another branch; a running reply in it has its text so far, and grows."""
        running = self._running.get(view.conversation_id)
        for text in running.texts.values() if running is not None else ():
            view.transcript.follow_reply(text)
        view.transcript.set_messages(messages)

    def mark_read(self, conversation_id: str) -> None:
        """Take the mark of what nobody has seen from a tab that came to the front."""
        state = self._states.get(conversation_id)
        if state is not None and state.is_unseen:
            state = replace(state, is_unread=False, is_interrupted=False)
            self._set_state(conversation_id, state)

    def mark_unread(self, conversation: Conversation) -> None:
        """Mark a tab whose last answer ended, or was cut short, in an earlier run."""
        last = conversation.messages[-1:]
        is_cut = any(each.status is MessageStatus.INTERRUPTED for each in last)
        state = replace(self._states[conversation.id], is_unread=not is_cut, is_interrupted=is_cut)
        self._set_state(conversation.id, state)

    def set_context_window(self, context_window: int) -> None:
        """Show the size of the context window in all tabs."""
        self.context_window = context_window
        for conversation_id, state in self._states.items():
            self._set_state(conversation_id, replace(state, context_window=context_window))

    def set_destination(self, conversation_id: str, destination: Destination | None) -> None:
        """Show which machine answers a conversation; None is this computer."""
        before = self._destinations.pop(conversation_id, None)
        if destination is not None:
            self._destinations[conversation_id] = destination
        state = self._states.get(conversation_id)
        if state is not None and before != destination:
            state = replace(state, machine="", context_window=self.context_window)
            self._set_state(conversation_id, state)

    async def close(self) -> None:
        """End all replies, each stored as interrupted with what it has said; begin no more."""
        # Before the first is cancelled: a queue could begin the next message meanwhile.
        self._is_closed = True
        tasks = [each.task for each in self._running.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _on_turn_done(self, conversation_id: str, running: _RunningTurn) -> None:
        # First, so that a listener can begin the next turn.
        del self._running[conversation_id]
        if not self._is_closed:
            self.ends.notify(conversation_id, running.status)

    def _on_event(self, conversation_id: str, running: _RunningTurn, event: TurnEvent) -> None:
        match event:
            case TurnStarted():
                self._show_start(conversation_id, running, event)
            case StateChanged(state):
                self._set_state(conversation_id, state)
            case ReplyEnded():
                running.status = event.message.status
                running.texts.pop(event.message.id, None)
                self._show_end(conversation_id, event)
            case _:
                pass  # where the context starts is shown by its own controller
        self.events.notify(conversation_id, event)

    def _show_start(self, conversation_id: str, running: _RunningTurn, event: TurnStarted) -> None:
        running.has_started = True
        running.texts = {text.reply_id: text for text in event.texts}
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        if running.sent is None:
            self.show_branch(event.messages, view)
            return
        # What was typed on while the message went to the disk is a new draft, and stays.
        if view.composer.draft().stripped() == running.sent.stripped():
            view.composer.clear()
        view.transcript.append_message(event.turn.user)
        for text in event.texts:
            view.transcript.follow_reply(text)
        view.transcript.append_message(event.turn.reply)

    def _show_end(self, conversation_id: str, event: ReplyEnded) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.transcript.finish_reply(event.message)
        is_unseen = event.is_last and not self._window.panes.is_on_show(conversation_id)
        self._set_state(conversation_id, replace(event.state, is_unread=is_unseen))

    def _set_state(self, conversation_id: str, state: TabState) -> None:
        # Here, since states are made by turns, by pages and by settings, and all of them show it.
        destination = self._destinations.get(conversation_id)
        if destination is not None:
            window = destination.model.context_window or 0
            state = replace(state, machine=destination.endpoint.name, context_window=window)
        self._states[conversation_id] = state
        self._window.panes.items.set_state(conversation_id, state)

    def is_idle(self, conversation_id: str) -> bool:
        """Return whether nothing is going on in a conversation."""
        state = self._states.get(conversation_id)
        return state is None or state.activity in (TabActivity.IDLE, TabActivity.FAILED)
