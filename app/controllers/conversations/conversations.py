"""The list of all conversations: shown, found, organized, deleted, brought back."""

import asyncio

from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.controllers.conversations.deletion import DeletionController
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.controllers.untitled import untitled
from app.domain import SearchQuery
from app.storage.history import History
from app.widgets.window.main_window import MainWindow

MOST_HITS = 50


class ConversationsController:
    """Fills the sidebar and carries out what is wished there.

    What changed is read and shown alone: with ten thousand conversations, reading all of them
    at each turn would hold up every tab.
    """

    def __init__(
        self,
        window: MainWindow,
        history: History,
        replies: Replies,
        tabs: TabsController,
        tasks: Tasks,
        deletions: DeletionController,
    ) -> None:
        self._window = window
        self._history = history
        self._replies = replies
        self._tabs = tabs
        self._tasks = tasks
        self._changed_ids: set[str] = set()
        self._search: asyncio.Task[None] | None = None
        window.rename_requested.connect(self.rename)
        sidebar = window.sidebar
        sidebar.pin_requested.connect(self._on_pin_requested)
        window.search_requested.connect(self._on_search_requested)
        window.message_activated.connect(tabs.open_message)
        deletions.listen(lambda ids: self.update(*ids))
        replies.listen(self._on_turn_event)

    async def refresh(self) -> None:
        """Show the whole list as it is stored, and the titles in the tabs."""
        summaries = await self._history.conversations.summaries()
        self._window.set_conversations(summaries, self._replies.running_ids)
        for summary in summaries:
            self._window.set_tab_title(summary.id, summary.title or untitled())

    def update(self, *conversation_ids: str) -> None:
        """Show these as they are stored by now, in the list and in their tabs."""
        is_on_its_way = bool(self._changed_ids)
        self._changed_ids.update(conversation_ids)
        if not is_on_its_way:
            self._tasks.start(self._update())

    def rename(self, conversation_id: str, title: str) -> None:
        """Call a conversation what the user wants."""
        self._tasks.start(self._rename(conversation_id, title))

    async def _update(self) -> None:
        await asyncio.sleep(0)  # events that come together are read together
        changed_ids, self._changed_ids = self._changed_ids, set()
        summaries = await self._history.conversations.summaries_of(*changed_ids)
        gone_ids = changed_ids - {summary.id for summary in summaries}
        self._window.update_conversations(summaries, gone_ids, self._replies.running_ids)
        for summary in summaries:
            self._window.set_tab_title(summary.id, summary.title or untitled())
        self._tabs.set_pinned({summary.id: summary.is_pinned for summary in summaries})

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted | ReplyEnded):
            self.update(conversation_id)

    async def _rename(self, conversation_id: str, title: str) -> None:
        await self._history.conversations.rename(conversation_id, title)
        self._window.set_tab_title(conversation_id, title or untitled())
        self.update(conversation_id)

    def _on_pin_requested(self, conversation_ids: tuple[str, ...], is_pinned: bool) -> None:
        self._tasks.start(self._pin(conversation_ids, is_pinned=is_pinned))

    async def _pin(self, conversation_ids: tuple[str, ...], *, is_pinned: bool) -> None:
        await self._history.conversations.organize(*conversation_ids, is_pinned=is_pinned)
        # The tab of one that has no message yet as well.
        self._tabs.set_pinned(dict.fromkeys(conversation_ids, is_pinned))
        self.update(*conversation_ids)

    def _on_search_requested(self, text: str) -> None:
        """Look into the messages; an older search that is still on its way is forgotten."""
        if self._search is not None:
            self._search.cancel()
        self._search = self._tasks.start(self._find(text))

    async def _find(self, text: str) -> None:
        hits = await self._history.conversations.search(SearchQuery(text, limit=MOST_HITS))
        self._window.set_hits(text, hits)
