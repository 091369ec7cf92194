"""Running replies: one task each, whether their tab is in front, hidden or closed."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from app.chat.turn_events import ReplyEnded, ReplyGrew, StateChanged, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.tasks import Tasks
from app.domain import (
    Conversation,
    Message,
    MessageStatus,
    OutgoingMessage,
    ReplyUsage,
    TabActivity,
    TabState,
)
from app.widgets.conversation.view import ConversationView
from app.widgets.window.main_window import MainWindow

TurnListener = Callable[[str, TurnEvent], None]
ViewListener = Callable[[Conversation, ConversationView], None]
EndListener = Callable[[str, MessageStatus | None], None]


class Replies:
    """Sends, stops and follows replies, and keeps every tab's state up to date."""

    def __init__(self, window: MainWindow, turns: Turns, tasks: Tasks) -> None:
        self._window = window
        self._turns = turns
        self._tasks = tasks
        self._running: dict[str, asyncio.Task[None]] = {}
        self._texts: dict[str, dict[int, ReplyGrew]] = {}
        self._states: dict[str, TabState] = {}
        self._listeners: list[TurnListener] = []
        self._view_listeners: list[ViewListener] = []
        self._end_listeners: list[EndListener] = []
        self._sending: dict[str, str] = {}
        self._is_closed = False
        self.context_window = 0

    @property
    def running_ids(self) -> frozenset[str]:
        """Return the conversations that are being answered or wait for it."""
        return frozenset(self._running)

    def listen(self, listener: TurnListener) -> None:
        """Call ``listener`` with every conversation's turn events, after they are shown."""
        self._listeners.append(listener)

    def listen_to_views(self, listener: ViewListener) -> None:
        """Call ``listener`` with every conversation that gets a page, once that is filled."""
        self._view_listeners.append(listener)

    def listen_to_ends(self, listener: EndListener) -> None:
        """Call ``listener`` when a conversation can be answered again, with how its reply ended.

        The status is None where no reply was begun, or where it was left.
        """
        self._end_listeners.append(listener)

    def send(self, conversation_id: str, packed: str) -> bool:
        """Send a message with its files, unless the conversation is being answered.

        Returns whether it is on its way; if not, its text stays where it is.
        """
        message = OutgoingMessage.unpacked(packed)
        events = self._turns.send(conversation_id, message.text, message.files)
        return self.begin(conversation_id, events, sent=packed)

    def is_sending(self, conversation_id: str, packed: str) -> bool:
        """Return whether just this message is on its way to the disk, so that it still stands."""
        return self._sending.get(conversation_id) == packed

    def regenerate(self, conversation_id: str) -> None:
        """Ask for another reply to the last message."""
        self.begin(conversation_id, self._turns.regenerate(conversation_id))

    def begin(
        self,
        conversation_id: str,
        events: AsyncGenerator[TurnEvent, None],
        *,
        sent: str | None = None,
    ) -> bool:
        """Follow a turn, unless its conversation is being answered; return whether it is followed.

        ``sent`` is what the user sent to the end of the branch on show; None shows another branch.
        """
        if self._is_closed or conversation_id in self._running:
            return False
        if sent:
            self._sending[conversation_id] = sent
        work = self._follow(conversation_id, events, sent=sent)
        self._running[conversation_id] = self._tasks.start(work)
        return True

    def stop(self, conversation_id: str) -> None:
        """End a conversation's reply, however far it has come, and keep its text."""
        if conversation_id in self._running:
            self._turns.stop(conversation_id)

    def expect(self, conversation_id: str) -> None:
        """Let the engine get ready for a conversation whose next message is being typed."""
        if conversation_id not in self._running:
            self._tasks.start(self._turns.prewarm(conversation_id))

    def show(self, conversation: Conversation, view: ConversationView) -> None:
        """Fill a new tab's page, with what its running reply has said so far."""
        self.show_branch(conversation.messages, view)
        unsaved = self._turns.unsaved(conversation.id)
        if unsaved is not None:
            view.transcript.finish_reply(unsaved)
        if conversation.id not in self._states:
            usages = [message.usage for message in conversation.messages if message.usage]
            last = usages[-1] if usages else None
            self._states[conversation.id] = TabState(
                context_window=self.context_window, usage=last or ReplyUsage()
            )
        self._window.panes.items.set_state(conversation.id, self._states[conversation.id])
        for listener in self._view_listeners:
            listener(conversation, view)

    def show_branch(self, messages: tuple[Message, ...], view: ConversationView) -> None:
        """Show another branch, with what a running reply in it has said so far."""
        view.transcript.set_messages(messages)
        for grown in self._texts.get(view.conversation_id, {}).values():
            view.transcript.set_reply_text(grown.message_id, grown.text, grown.reasoning)

    def mark_read(self, conversation_id: str) -> None:
        """Take the unread mark from a tab that came to the front."""
        state = self._states.get(conversation_id)
        if state is not None and state.is_unread:
            self._set_state(conversation_id, replace(state, is_unread=False))

    def set_context_window(self, context_window: int) -> None:
        """Tell all tabs what each chat may hold from now on."""
        self.context_window = context_window
        for conversation_id, state in self._states.items():
            self._set_state(conversation_id, replace(state, context_window=context_window))

    async def close(self) -> None:
        """End all replies, each stored as interrupted with what it has said; begin no more."""
        self._is_closed = True
        running = list(self._running.values())
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def _follow(
        self, conversation_id: str, events: AsyncGenerator[TurnEvent, None], *, sent: str | None
    ) -> None:
        status: MessageStatus | None = None
        try:
            async with aclosing(events) as turn_events:
                async for event in turn_events:
                    self._show_event(conversation_id, event, sent=sent)
                    if isinstance(event, ReplyEnded):
                        status = event.message.status
        finally:
            del self._running[conversation_id]
            self._sending.pop(conversation_id, None)
            self._texts.pop(conversation_id, None)
            if not self._is_closed:
                for listener in self._end_listeners:
                    listener(conversation_id, status)

    def _show_event(self, conversation_id: str, event: TurnEvent, *, sent: str | None) -> None:
        view = self._window.panes.view_of(conversation_id)
        match event:
            case TurnStarted():
                self._show_start(conversation_id, event, sent=sent)
            case ReplyGrew():
                self._texts[conversation_id][event.message_id] = event
                if view is not None:
                    view.transcript.set_reply_text(event.message_id, event.text, event.reasoning)
            case StateChanged(state):
                self._set_state(conversation_id, state)
            case ReplyEnded():
                self._texts[conversation_id].pop(event.message.id, None)
                self._show_end(conversation_id, event)
            case _:
                pass  # where memory begins is shown by whoever explains it
        for listener in self._listeners:
            listener(conversation_id, event)

    def _show_start(self, conversation_id: str, event: TurnStarted, *, sent: str | None) -> None:
        self._sending.pop(conversation_id, None)
        turns = (event.turn, *event.others)
        self._texts[conversation_id] = {
            turn.reply.id: ReplyGrew(turn.reply.id, turn.reply.text, turn.reply.reasoning)
            for turn in turns
        }
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        if sent is None:
            self.show_branch(event.messages, view)
            return
        if view.composer.draft().strip() == sent.strip():
            view.composer.clear()
        view.transcript.append_message(event.turn.user)
        view.transcript.append_message(event.turn.reply)

    def _show_end(self, conversation_id: str, event: ReplyEnded) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None and event.message.id in view.transcript.message_list.by_id:
            view.transcript.finish_reply(event.message)
        is_unseen = event.is_last and not self._window.panes.is_on_show(conversation_id)
        self._set_state(conversation_id, replace(event.state, is_unread=is_unseen))

    def _set_state(self, conversation_id: str, state: TabState) -> None:
        self._states[conversation_id] = state
        self._window.panes.items.set_state(conversation_id, state)

    def is_idle(self, conversation_id: str) -> bool:
        """Return whether nothing is going on in a conversation."""
        state = self._states.get(conversation_id)
        return state is None or state.activity in (TabActivity.IDLE, TabActivity.FAILED)
