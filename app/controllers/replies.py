"""Running replies: one task each, whether their tab is in front, hidden or closed."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from app.chat.progress import stored_state
from app.chat.turn_events import ReplyEnded, ReplyGrew, StateChanged, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.tasks import Tasks
from app.domain import Conversation, TabActivity, TabState
from app.widgets.conversation_view import ConversationView
from app.widgets.main_window import MainWindow

TurnListener = Callable[[str, TurnEvent], None]


class Replies:
    """Sends, stops and follows replies, and keeps every tab's state up to date."""

    def __init__(self, window: MainWindow, turns: Turns, tasks: Tasks) -> None:
        self._window = window
        self._turns = turns
        self._tasks = tasks
        self._running: dict[str, asyncio.Task[None]] = {}
        self._texts: dict[str, ReplyGrew] = {}
        self._states: dict[str, TabState] = {}
        self._listeners: list[TurnListener] = []
        self._is_closed = False
        self.context_window = 0

    @property
    def running_ids(self) -> frozenset[str]:
        """Return the conversations that are being answered or wait for it."""
        return frozenset(self._running)

    def listen(self, listener: TurnListener) -> None:
        """Call ``listener`` with every conversation's turn events, after they are shown."""
        self._listeners.append(listener)

    def send(self, conversation_id: str, text: str) -> None:
        """Send a message, unless the conversation is being answered; its text then stays."""
        if not self._is_closed and conversation_id not in self._running:
            self._start(conversation_id, self._turns.send(conversation_id, text), sent=text)

    def retry(self, conversation_id: str) -> None:
        """Ask for another reply to the last message."""
        if not self._is_closed and conversation_id not in self._running:
            self._start(conversation_id, self._turns.retry(conversation_id), sent=None)

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
        view.set_messages(conversation.messages)
        grown = self._texts.get(conversation.id)
        if grown is not None:
            view.set_reply_text(grown.message_id, grown.text, grown.reasoning)
        unsaved = self._turns.unsaved(conversation.id)
        if unsaved is not None:
            view.finish_reply(unsaved)
        if conversation.id not in self._states:
            usages = [message.usage for message in conversation.messages if message.usage]
            last = usages[-1] if usages else None
            self._states[conversation.id] = stored_state(last, self.context_window)
        self._window.set_tab_state(conversation.id, self._states[conversation.id])

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

    def _start(
        self,
        conversation_id: str,
        events: AsyncGenerator[TurnEvent, None],
        *,
        sent: str | None,
    ) -> None:
        """Follow a turn; ``sent`` is what the user sent, None for another reply to what was."""
        work = self._follow(conversation_id, events, sent=sent)
        self._running[conversation_id] = self._tasks.start(work)

    async def _follow(
        self, conversation_id: str, events: AsyncGenerator[TurnEvent, None], *, sent: str | None
    ) -> None:
        try:
            async with aclosing(events) as turn_events:
                async for event in turn_events:
                    self._show_event(conversation_id, event, sent=sent)
        finally:
            del self._running[conversation_id]
            self._texts.pop(conversation_id, None)

    def _show_event(self, conversation_id: str, event: TurnEvent, *, sent: str | None) -> None:
        view = self._window.view_of(conversation_id)
        match event:
            case TurnStarted(turn, messages):
                self._texts[conversation_id] = ReplyGrew(turn.reply.id, "")
                if view is not None and sent is None:
                    view.set_messages(messages)
                elif view is not None and sent is not None:
                    if view.composer.text().strip() == sent.strip():
                        view.clear_draft()
                    view.append_message(turn.user)
                    view.append_message(turn.reply)
            case ReplyGrew():
                self._texts[conversation_id] = event
                if view is not None:
                    view.set_reply_text(event.message_id, event.text, event.reasoning)
            case StateChanged(state):
                self._set_state(conversation_id, state)
            case ReplyEnded(message, state):
                if view is not None:
                    view.finish_reply(message)
                is_unseen = not self._window.is_on_show(conversation_id)
                self._set_state(conversation_id, replace(state, is_unread=is_unseen))
        for listener in self._listeners:
            listener(conversation_id, event)

    def _set_state(self, conversation_id: str, state: TabState) -> None:
        self._states[conversation_id] = state
        self._window.set_tab_state(conversation_id, state)

    def is_idle(self, conversation_id: str) -> bool:
        """Return whether nothing is going on in a conversation."""
        state = self._states.get(conversation_id)
        return state is None or state.activity in (TabActivity.IDLE, TabActivity.FAILED)
