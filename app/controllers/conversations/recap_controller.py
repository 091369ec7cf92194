"""Recaps of messages that leave the context window: requested, stopped, changed, removed."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from msgspec.structs import replace

from app.chat.recap_requests import Recaps, recap_place
from app.chat.turn_events import ContextMoved
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.conversations import Conversation
from app.domain.messages import RecapChange
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import translate


class RecapController(Controller):
    """Requests recaps in the background, one per conversation; each can be undone."""

    def __init__(
        self, services: Services, recaps: Recaps, replies: Replies, undo: UndoOffers
    ) -> None:
        super().__init__(services)
        self._background = services.background
        self._recaps = recaps
        self._replies = replies
        self._undo = undo
        self._running: dict[str, asyncio.Task[None]] = {}
        self._places: dict[str, int] = {}  # the messages before which recaps are being written
        replies.views.add(self._on_view)

    def close(self) -> None:
        """Stop all recaps."""
        for task in tuple(self._running.values()):
            task.cancel()

    def request(self, conversation_id: str) -> None:
        """Request the recap that is due in a conversation, unless one is being written."""
        if conversation_id not in self._running:
            self._running[conversation_id] = self._tasks.start(self._write(conversation_id))

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name = conversation.id
        view.requests.recap_requested.connect(partial(self.request, name))
        view.requests.recap_cancelled.connect(partial(self._cancel, name))
        view.requests.recap_edited.connect(partial(self._tasks.starter(self._change), name))
        view.set_recap_written(self._places.get(name))

    def _cancel(self, conversation_id: str) -> None:
        if conversation_id in self._running:
            self._running[conversation_id].cancel()

    async def _write(self, conversation_id: str) -> None:
        text, place = None, None
        try:
            conversation = await self._history.conversations.get(conversation_id)
            place = recap_place(conversation) if conversation is not None else None
            if conversation is not None and place is not None:
                self._places[conversation_id] = place
                self._show_progress(conversation_id)
                with self._background.running(translate("Background", "Writing a recap")):
                    text = await self._recaps.write(replace(conversation, context_starts_at=place))
        finally:
            del self._running[conversation_id]
            self._places.pop(conversation_id, None)
            self._show_progress(conversation_id)
        if conversation is None:
            return
        if text is None or place is None:
            self._toasts.show(
                translate(
                    "RecapController",
                    "The model wrote no recap. Try again, or with another model.",
                )
            )
            return
        notice = translate("RecapController", "The model now sees a recap of the earlier messages.")
        show = translate("RecapController", "Show it")
        others = {show: partial(self._reveal, conversation_id, place)}
        await self._store(conversation_id, place, text, notice, others)

    async def _change(self, conversation_id: str, text: str) -> None:
        """Store the user's text of a recap; an empty text removes it."""
        conversation = await self._history.conversations.get(conversation_id)
        messages = conversation.messages if conversation is not None else ()
        told = next((each.id for each in reversed(messages) if each.recap), None)
        if told is None:
            return
        notice = translate("RecapController", "The recap was removed.")
        if text:
            notice = translate("RecapController", "The recap was changed.")
        await self._store(conversation_id, told, text, notice)

    async def _store(
        self,
        conversation_id: str,
        message_id: int,
        text: str,
        notice: str,
        others: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> None:
        change = await self._history.messages.set_recap(message_id, text)
        undo = self._tasks.starter(self._put_back)
        self._undo.add(notice, partial(undo, conversation_id, change), others=others)
        await self._show(conversation_id)

    def _reveal(self, conversation_id: str, message_id: int) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            self._window.panes.activate(conversation_id)
            view.show_message(message_id)

    async def _put_back(self, conversation_id: str, change: RecapChange) -> None:
        await self._history.messages.undo_recap(change)
        await self._show(conversation_id)

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            self._replies.show_branch(conversation.messages, view)
            pinned_count = conversation.pinned_above_context
            moved = ContextMoved(conversation.context_starts_at, pinned_count)
            self._replies.events.notify(conversation_id, moved)
            self._replies.expect(conversation_id)  # the changed prompt is prefilled at once
            self._replies.set_usage(conversation_id, await self._recaps.prompt_tokens(conversation))

    def _show_progress(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.set_recap_written(self._places.get(conversation_id))
