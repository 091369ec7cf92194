"""The list of all conversations: shown, renamed, deleted, brought back."""

from app.chat.turns import ReplyEnded, TurnEvent, TurnStarted
from app.controllers.notices import Notices
from app.controllers.replies import Replies
from app.controllers.tabs import UNTITLED, TabsController
from app.controllers.tasks import Tasks
from app.storage.history import History
from app.widgets.main_window import MainWindow
from engine.client import EngineClient


class ConversationsController:
    """Fills the sidebar and carries out what is wished there."""

    def __init__(
        self,
        window: MainWindow,
        history: History,
        client: EngineClient,
        replies: Replies,
        tabs: TabsController,
        tasks: Tasks,
        notices: Notices,
    ) -> None:
        self._window = window
        self._history = history
        self._client = client
        self._replies = replies
        self._tabs = tabs
        self._tasks = tasks
        self._notices = notices
        window.rename_requested.connect(self._on_rename_requested)
        window.delete_requested.connect(self._on_delete_requested)
        replies.listen(self._on_turn_event)

    async def refresh(self) -> None:
        """Show the list as it is stored, and the titles in the tabs."""
        summaries = await self._history.conversations()
        self._window.set_conversations(summaries, self._replies.running_ids)
        for summary in summaries:
            self._window.set_tab_title(summary.id, summary.title or UNTITLED)

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted | ReplyEnded):
            self._tasks.start(self.refresh())

    def _on_rename_requested(self, conversation_id: str, title: str) -> None:
        self._tasks.start(self._rename(conversation_id, title))

    async def _rename(self, conversation_id: str, title: str) -> None:
        await self._history.rename(conversation_id, title)
        self._window.set_tab_title(conversation_id, title or UNTITLED)
        await self.refresh()

    def _on_delete_requested(self, conversation_id: str) -> None:
        self._tasks.start(self._delete(conversation_id))

    async def _delete(self, conversation_id: str) -> None:
        """Put a conversation into the trash, its memory in the engine with it."""
        self._replies.stop(conversation_id)
        await self._history.delete(conversation_id)
        self._client.forget(conversation_id)
        self._tabs.drop(conversation_id)
        await self.refresh()
        self._notices.tell(
            "The conversation is in the trash.",
            action="Undo",
            on_action=lambda: self._on_undo(conversation_id),
        )

    def _on_undo(self, conversation_id: str) -> None:
        self._tasks.start(self._restore(conversation_id))

    async def _restore(self, conversation_id: str) -> None:
        await self._history.restore(conversation_id)
        self._tabs.open_tab(conversation_id)
        await self.refresh()
