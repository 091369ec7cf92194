"""Drafts: the contents of the composers, stored while they are typed."""

import asyncio
from functools import partial

from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.domain.messages import OutgoingMessage
from app.errors import DiskFull, HistoriesLost, StorageFailed
from app.widgets.composer.edit import ComposerSettings
from app.widgets.conversation.view import ConversationView


class Drafts(Controller):
    """Fills the composers, applies their settings and stores their drafts."""

    def __init__(self, services: Services, replies: Replies) -> None:
        super().__init__(services)
        self._replies = replies
        self.composer_settings = ComposerSettings()
        self._typed_in: str | None = None
        self._unsaved: dict[str, OutgoingMessage] = {}  # by conversation, also of closed tabs
        self._saves: set[asyncio.Task[None]] = set()  # those that run
        replies.views.add(self._on_view)
        replies.events.add(self._on_turn_event)

    def set_composer_settings(self, settings: ComposerSettings) -> None:
        """Apply these settings to all present and future composers."""
        self.composer_settings = settings
        for view in self._views():
            view.composer.set_settings(settings)
        for grid in self._window.grids.grids():
            grid.send_box.composer.set_settings(settings)

    @property
    def unsaved_count(self) -> int:
        """The number of drafts that are not stored, or not yet."""
        return len(self._unsaved)

    def flush(self) -> None:
        """Store all drafts now, without waiting for a pause in typing."""
        for view in self._views():
            view.composer.flush_draft()

    async def save_unsaved(self) -> None:
        """Wait until drafts are stored; try those again that failed. Raises StorageError."""
        while self._saves:
            await asyncio.wait(self._saves)
        for conversation_id, draft in tuple(self._unsaved.items()):
            await self._save(conversation_id, draft)

    def _views(self) -> list[ConversationView]:
        views = [self._window.panes.view_of(each) for each in self._window.panes.ids()]
        return [view for view in views if view is not None]

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.composer.set_draft(self._unsaved.get(conversation.id, conversation.draft))
        view.composer.set_settings(self.composer_settings)
        view.composer.draft_changed.connect(partial(self._on_draft_changed, conversation.id))

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        """Store the draft again after a send: a pause in typing may have stored the sent text."""
        view = self._window.panes.view_of(conversation_id)
        if isinstance(event, TurnStarted) and view is not None:
            self._start_saving(conversation_id, view.composer.draft())

    def _on_draft_changed(self, conversation_id: str, draft: OutgoingMessage) -> None:
        self._start_saving(conversation_id, draft)
        # Once per draft: each further character would start the same prefill again.
        if not draft.is_empty and self._typed_in != conversation_id:
            self._replies.expect(conversation_id)
        self._typed_in = None if draft.is_empty else conversation_id

    def _start_saving(self, conversation_id: str, draft: OutgoingMessage) -> None:
        self._unsaved[conversation_id] = draft
        task = self._tasks.start(self._save(conversation_id, draft))
        self._saves.add(task)
        task.add_done_callback(self._saves.discard)

    async def _save(self, conversation_id: str, draft: OutgoingMessage) -> None:
        # Without waiting for another save: the message that this draft becomes is stored after it.
        if self._unsaved.get(conversation_id) is not draft:
            return  # replaced by a newer one
        await self._history.conversations.save_draft(conversation_id, draft)
        if self._unsaved.get(conversation_id) is draft:
            del self._unsaved[conversation_id]
        # A successful save resolves storage errors; drafts are saved most often.
        self._toasts.resolve(DiskFull, HistoriesLost, StorageFailed)
