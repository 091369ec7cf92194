"""The list of all conversations: shown, searched, renamed, pinned."""

import asyncio

from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation, ConversationSummary, SearchQuery
from app.errors import ConversationGone
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import shown_title
from engine.listeners import Listeners

MAX_HITS = 50


class ConversationsController(Controller):
    """Fills the sidebar and handles its requests.

    Only changed conversations are read again: reading ten thousand of them at each turn would
    block every tab.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        tabs: TabsController,
        deletion: DeletionController,
    ) -> None:
        super().__init__(services)
        window = services.window
        self._replies = replies
        self._changed_ids: set[str] = set()
        self.shown = Listeners[ConversationSummary]()  # notified of those with a tab
        self._search: asyncio.Task[None] | None = None
        window.requests.rename_requested.connect(self.rename)
        window.requests.pin_requested.connect(self._tasks.starter(self._pin))
        window.requests.search_requested.connect(self._on_search_requested)
        window.requests.message_activated.connect(tabs.open_message)
        deletion.changes.add(lambda ids: self.update(*ids))
        replies.events.add(self._on_turn_event)
        replies.states.add(window.sidebar.conversations.set_state)
        # Between the last event of a turn and its end, the conversation still counts as running.
        replies.ends.add(lambda conversation_id, _status: self.update(conversation_id))
        replies.views.add(self._on_view)

    async def refresh(self) -> None:
        """Read and show the whole list, and the titles in the tabs."""
        summaries = await self._history.conversations.summaries()
        self._window.sidebar.conversations.set_conversations(summaries, self._replies.running_ids)
        self._show_in_tabs()

    def update(self, *conversation_ids: str) -> None:
        """Read these conversations again, and show them in the list and in their tabs."""
        is_scheduled = bool(self._changed_ids)
        self._changed_ids.update(conversation_ids)
        if not is_scheduled:
            self._tasks.start(self._update())

    def show_empty(self, conversation: Conversation) -> None:
        """Show the title of a chat without messages in its tab: the list has no row for it."""
        self._window.panes.items.set_title(conversation.id, shown_title(conversation.title))
        view = self._window.panes.view_of(conversation.id)
        if view is not None:
            view.header.title.set_stored(conversation.title)

    def rename(self, conversation_id: str, title: str) -> None:
        """Set the title that the user has chosen."""
        self._tasks.start(self._rename(conversation_id, title))

    async def _update(self) -> None:
        await asyncio.sleep(0)  # collects the events of one moment for one reading
        changed_ids, self._changed_ids = self._changed_ids, set()
        summaries = await self._history.conversations.summaries_of(*changed_ids)
        gone_ids = changed_ids - {summary.id for summary in summaries}
        self._window.sidebar.conversations.update_conversations(
            summaries, gone_ids, self._replies.running_ids
        )
        self._show_in_tabs()

    def _show_in_tabs(self) -> None:
        """Show titles and pins in the tabs; a changed title may number another one."""
        listed, items = self._window.sidebar.conversations.listed, self._window.panes.items
        for summary in listed.known(self._window.panes.ids()):
            title = listed.shown_title(summary.id)
            if title != items.title(summary.id):
                items.set_title(summary.id, title)
            items.set_pinned(summary.id, summary.is_pinned)
            self.shown.notify(summary)

    def _on_view(self, conversation: Conversation, _view: ConversationView) -> None:
        self._show_in_tabs()
        # A copy of a chat is not listed yet.
        is_listed = bool(self._window.sidebar.conversations.listed.known((conversation.id,)))
        if conversation.messages and not is_listed:
            self.update(conversation.id)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted | ReplyEnded):
            self.update(conversation_id)

    async def _rename(self, conversation_id: str, title: str) -> None:
        try:
            await self._history.conversations.rename(conversation_id, title)
        except ConversationGone:  # deleted, which also ends the editing of its title
            return
        self._window.panes.items.set_title(conversation_id, shown_title(title))
        self.update(conversation_id)

    async def _pin(self, conversation_ids: tuple[str, ...], is_pinned: bool) -> None:
        await self._history.conversations.organize(*conversation_ids, is_pinned=is_pinned)
        # ``update`` skips conversations without messages, which may have a tab nevertheless.
        for conversation_id in conversation_ids:
            self._window.panes.items.set_pinned(conversation_id, is_pinned)
        self.update(*conversation_ids)

    def _on_search_requested(self, text: str) -> None:
        """Search the messages; cancel a search that is still running."""
        if self._search is not None:
            self._search.cancel()
        self._search = self._tasks.start(self._find(text))

    async def _find(self, text: str) -> None:
        hits = await self._history.conversations.search(SearchQuery(text, limit=MAX_HITS))
        self._window.set_hits(text, hits)
