"""Running replies: one task for each turn, even if its tab is hidden or closed."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from app.chat.turn_events import (
    ReplyEnded,
    Report,
    StateChanged,
    ToolChanged,
    ToolsCalled,
    TurnEvent,
    TurnStarted,
)
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
_IN_ENGINE = (TabActivity.QUEUED, TabActivity.READING, TabActivity.WRITING)
_STOPPED = (MessageStatus.CANCELLED, MessageStatus.INTERRUPTED)
TurnStart = Callable[[Report], Coroutine[object, object, None]]


class _RunningTurn(msgspec.Struct):
    """A turn that runs: the message that was sent, its replies, and how the last one ended."""

    sent: OutgoingMessage | None
    has_started: bool = False
    texts: dict[int, ReplyText] = msgspec.field(default_factory=dict)  # by id, of replies that run
    status: MessageStatus | None = None
    task: asyncio.Task[None] | None = None


class Replies:
    """Starts and stops replies, and keeps the state of each tab up to date.

    Attributes:
        events: notified of the turn events of all conversations, after they are shown.
        states: notified of the state of each conversation, as its tab shows it.
        views: notified of each new page, once it is filled.
        stops: notified of each conversation whose running turn the user stops, before it ends.
        ends: notified when a turn of a conversation has ended, with the status of its last reply;
            None if no reply was begun, or if it was cancelled.
    """

    def __init__(self, window: MainWindow, turns: Turns, tasks: Tasks) -> None:
        self._window = window
        self._turns = turns
        self._tasks = tasks
        self._running: dict[str, _RunningTurn] = {}
        self._states: dict[str, TabState] = {}
        self._destinations: dict[str, Destination] = {}
        self._own_windows: dict[str, int] = {}  # context windows of models that chats have chosen
        self._waits: dict[str, str] = {}  # what conversations wait for, if they wait
        self.events = Listeners[str, TurnEvent]()
        self.states = Listeners[str, TabState]()
        self.views = Listeners[Conversation, ConversationView]()
        self.stops = Listeners[str]()
        self.ends = Listeners[str, MessageStatus | None]()
        self._is_closed = False
        self.context_window = 0

    @property
    def running_ids(self) -> frozenset[str]:
        """Return the conversations with a running turn."""
        return frozenset(self._running)

    @property
    def local_ids(self) -> frozenset[str]:
        """Return the conversations that wait for or use a slot of this computer."""
        states = {each: self._states.get(each) for each in self._running}
        return frozenset(
            id_
            for id_, state in states.items()
            if state is not None and state.activity in _IN_ENGINE and not state.machine
        )

    @property
    def asking_count(self) -> int:
        """Return the number of chats with a call of a tool that waits for the user."""
        states = (self._states.get(each) for each in self._running)
        return sum(each is not None and each.activity is TabActivity.ASKING for each in states)

    def of_live(self, values: Mapping[str, _T]) -> dict[str, _T]:
        """Return the values of conversations that have a tab or are being answered, by id."""
        live = {*self._window.panes.ids(), *self._running}
        return {id_: value for id_, value in values.items() if id_ in live}

    def send(self, conversation_id: str, message: OutgoingMessage) -> bool:
        """Send a message with its files, unless a turn of the conversation is running.

        Return whether it is sent; if not, the caller keeps the text.
        """
        turn = partial(self._turns.send, conversation_id, message)
        return self.begin(conversation_id, turn, message)

    def is_sending(self, conversation_id: str, message: OutgoingMessage) -> bool:
        """Return whether this message is being stored, and is still in the message box."""
        running = self._running.get(conversation_id)
        return running is not None and not running.has_started and running.sent == message

    def begin(
        self, conversation_id: str, turn: TurnStart, sent: OutgoingMessage | None = None
    ) -> bool:
        """Start a turn, unless one of the conversation is running; return whether it was started.

        ``sent`` is the message that continues the branch on show; None if the turn shows another
        branch.
        """
        if self._is_closed or conversation_id in self._running:
            return False
        running = self._running[conversation_id] = _RunningTurn(sent)
        task = running.task = self._tasks.start(
            turn(partial(self._on_event, conversation_id, running))
        )
        # A callback also runs if the turn fails or is cancelled; else the chat stays blocked.
        task.add_done_callback(lambda _: self._on_turn_done(conversation_id, running))
        return True

    def stop(self, conversation_id: str) -> None:
        """Stop the replies of a conversation and keep their text; queued messages may follow."""
        if conversation_id in self._running:
            self.stops.notify(conversation_id)
        self.cancel(conversation_id)

    def cancel(self, conversation_id: str) -> None:
        """Stop the replies of a conversation and keep their text; its queue pauses."""
        if conversation_id in self._running:
            self._turns.stop(conversation_id)

    def expect(self, conversation_id: str) -> None:
        """Prewarm a conversation whose next message is being typed."""
        if conversation_id not in self._running:
            self._tasks.start(self._turns.prewarm(conversation_id))

    def show(self, conversation: Conversation, view: ConversationView) -> None:
        """Fill a new page, including the text of a running reply."""
        self._states = self.of_live(self._states)
        self._destinations = self.of_live(self._destinations)
        self._waits = self.of_live(self._waits)
        self._own_windows = self.of_live(self._own_windows)
        self.show_branch(conversation.messages, view)
        unsaved = self._turns.unsaved(conversation.id)
        if unsaved is not None:
            view.transcript.finish_reply(unsaved)
        if conversation.id not in self._states:
            # Of a reply that ended in an earlier run, only the stored usage is known.
            self._states[conversation.id] = TabState(
                context_window=self.context_window, usage=_last_usage(conversation.messages)
            )
        self._window.panes.items.set_state(conversation.id, self._states[conversation.id])
        self.views.notify(conversation, view)

    def show_branch(self, messages: tuple[Message, ...], view: ConversationView) -> None:
        """Show another branch, including its usage and the text of a running reply in it."""
        conversation_id = view.conversation_id
        running = self._running.get(conversation_id)
        state = self._states.get(conversation_id)
        if running is None and state is not None:
            self._set_state(conversation_id, replace(state, usage=_last_usage(messages)))
        for text in running.texts.values() if running is not None else ():
            view.transcript.follow_reply(text)
        view.transcript.set_messages(messages)

    def mark_read(self, conversation_id: str) -> None:
        """Clear the unread mark of a tab."""
        state = self._states.get(conversation_id)
        if state is not None and state.is_unseen:
            state = replace(state, is_unread=False, is_interrupted=False)
            self._set_state(conversation_id, state)

    def mark_unread(self, conversation: Conversation) -> None:
        """Mark a tab whose last answer ended or was interrupted in an earlier run."""
        last = conversation.messages[-1:]
        is_cut = any(each.status is MessageStatus.INTERRUPTED for each in last)
        state = replace(self._states[conversation.id], is_unread=not is_cut, is_interrupted=is_cut)
        self._set_state(conversation.id, state)

    def set_context_window(self, context_window: int) -> None:
        """Show the size of the context window in all tabs."""
        self.context_window = context_window
        for conversation_id, state in self._states.items():
            self._set_state(conversation_id, replace(state, context_window=context_window))

    def set_own_window(self, conversation_id: str, context_window: int | None) -> None:
        """Show the context window of a chat's own model; None if it has none, or if unknown."""
        before = self._own_windows.pop(conversation_id, None)
        if context_window is not None:
            self._own_windows[conversation_id] = context_window
        state = self._states.get(conversation_id)
        if state is not None and before != context_window:
            window = self.context_window if context_window is None else context_window
            self._set_state(conversation_id, replace(state, context_window=window))

    def set_usage(self, conversation_id: str, prompt_tokens: int) -> None:
        """Show how many tokens the prompt has after a change; 0 if unknown.

        That of a running reply stays: it was begun before.
        """
        state = self._states.get(conversation_id)
        if state is not None and conversation_id not in self._running:
            usage = ReplyUsage(context_tokens=prompt_tokens)
            self._set_state(conversation_id, replace(state, usage=usage))

    def window_of(self, conversation_id: str) -> int:
        """Return the context window of a chat's model on this computer; 0 if it is unknown."""
        return self._own_windows.get(conversation_id, self.context_window)

    def set_destination(self, conversation_id: str, destination: Destination | None) -> None:
        """Show the machine that answers a conversation; None is this computer."""
        before = self._destinations.pop(conversation_id, None)
        if destination is not None:
            self._destinations[conversation_id] = destination
        state = self._states.get(conversation_id)
        if state is not None and before != destination:
            state = replace(state, machine="", context_window=self.context_window)
            self._set_state(conversation_id, state)

    def set_wait(self, conversation_id: str, text: str) -> None:
        """Show what a conversation waits for in place of its position in the queue."""
        before = self._waits.pop(conversation_id, "")
        if text:
            self._waits[conversation_id] = text
        state = self._states.get(conversation_id)
        if state is not None and before != text:
            is_shown = bool(before) and state.queue_text == before
            state = replace(state, queue_text="") if is_shown else state
            self._set_state(conversation_id, state)

    async def close(self) -> None:
        """End all replies, which are stored as interrupted; later turns are refused."""
        # Set before the first is cancelled: a queue could begin the next message meanwhile.
        self._is_closed = True
        tasks = [each.task for each in self._running.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _on_turn_done(self, conversation_id: str, running: _RunningTurn) -> None:
        # Removed before the notification, so that a listener can begin the next turn.
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
                # After a stopped call the reply above it ends once more.
                if not (event.message.tool_calls and running.status in _STOPPED):
                    running.status = event.message.status
                running.texts.pop(event.message.id, None)
                self._show_end(conversation_id, event)
            case ToolsCalled():
                self._show_calls(conversation_id, event)
            case ToolChanged(message) if message.status in _STOPPED:
                running.status = message.status  # no reply follows
            case _:
                pass  # other controllers show the rest
        self.events.notify(conversation_id, event)

    def _show_start(self, conversation_id: str, running: _RunningTurn, event: TurnStarted) -> None:
        running.has_started = True
        running.texts = {text.reply_id: text for text in event.texts}
        # A later reply of the turn, after the results of tools, shows the branch.
        sent, running.sent = running.sent, None
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        if sent is None:
            self.show_branch(event.messages, view)
            return
        # Text that was added while the message was stored is a new draft, and stays.
        if view.composer.draft().stripped() == sent.stripped():
            view.composer.clear()
        view.transcript.append_message(event.turn.user)
        for text in event.texts:
            view.transcript.follow_reply(text)
        view.transcript.append_message(event.turn.reply)

    def _show_calls(self, conversation_id: str, event: ToolsCalled) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.transcript.finish_reply(event.reply)
            for call in event.calls:
                if call.id in view.transcript.message_list.by_id:  # a turn that is continued
                    view.transcript.finish_reply(call)
                else:
                    view.transcript.append_message(call)

    def _show_end(self, conversation_id: str, event: ReplyEnded) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.transcript.finish_reply(event.message)
        is_unseen = event.is_last and not self._window.panes.is_on_show(conversation_id)
        self._set_state(conversation_id, replace(event.state, is_unread=is_unseen))

    def _set_state(self, conversation_id: str, state: TabState) -> None:
        # Added here, since turns, pages and settings all make states.
        destination = self._destinations.get(conversation_id)
        if destination is not None:
            window = destination.model.context_window or 0
            state = replace(state, machine=destination.endpoint.name, context_window=window)
        elif conversation_id in self._own_windows:
            state = replace(state, context_window=self._own_windows[conversation_id])
        wait = self._waits.get(conversation_id, "")
        if wait and state.activity is TabActivity.QUEUED:
            state = replace(state, queue_text=wait)
        self._states[conversation_id] = state
        self._window.panes.items.set_state(conversation_id, state)
        self.states.notify(conversation_id, state)

    def is_writing(self, conversation_id: str) -> bool:
        """Return whether the text of a reply is being written."""
        state = self._states.get(conversation_id)
        return state is not None and state.activity is TabActivity.WRITING

    def is_idle(self, conversation_id: str) -> bool:
        """Return whether no reply of a conversation is waiting or running."""
        state = self._states.get(conversation_id)
        return state is None or state.activity in (TabActivity.IDLE, TabActivity.FAILED)


def _last_usage(messages: tuple[Message, ...]) -> ReplyUsage:
    """Return the usage of the last reply; without figures if the user has rewritten it."""
    for message in reversed(messages):
        if message.usage is not None:
            return message.usage
        if message.is_edited:
            break
    return ReplyUsage()
