"""The list of all conversations: shown, renamed, deleted, brought back."""

from functools import partial
from textwrap import shorten

from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.controllers.notices import Notices
from app.controllers.replies import Replies
from app.controllers.tabs import UNTITLED, TabsController
from app.controllers.tasks import Tasks
from app.domain import Notice
from app.storage.history import History
from app.widgets.main_window import MainWindow
from engine.client import EngineClient

LONGEST_TOLD_TITLE = 60


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
        self._deleted: dict[str, Notice | None] = {}  # the last one at the end
        window.delete_requested.connect(self._on_delete_requested)
        window.undo_delete_requested.connect(self._on_undo_delete_requested)
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
        title = await self._title(conversation_id)
        self._replies.stop(conversation_id)
        await self._history.delete(conversation_id)
        self._client.forget(conversation_id)
        self._tabs.drop(conversation_id)
        await self.refresh()
        self._offer_undo(conversation_id, title)

    async def _title(self, conversation_id: str) -> str:
        summaries = await self._history.conversations()
        titles = (summary.title for summary in summaries if summary.id == conversation_id)
        return next(titles, "") or UNTITLED

    def _offer_undo(self, conversation_id: str, title: str) -> None:
        """Show a banner with Undo; an older one that reads the same gives way to it."""
        text = f"“{shorten(title, LONGEST_TOLD_TITLE, placeholder=' …')}” was deleted."
        for older_id, notice in self._deleted.items():
            if notice is not None and notice.text == text:
                self._notices.take_back(notice)
                self._deleted[older_id] = None
        self._deleted[conversation_id] = self._notices.tell(
            text, action="Undo", on_action=partial(self._undo, conversation_id)
        )
        self._window.set_can_undo_delete(True)

    def _on_undo_delete_requested(self) -> None:
        if self._deleted:
            self._undo(next(reversed(self._deleted)))

    def _undo(self, conversation_id: str) -> None:
        """Bring a conversation back; its banner goes."""
        notice = self._deleted.pop(conversation_id, None)
        if notice is not None:
            self._notices.take_back(notice)
        self._window.set_can_undo_delete(bool(self._deleted))
        self._tasks.start(self._restore(conversation_id))

    async def _restore(self, conversation_id: str) -> None:
        await self._history.restore(conversation_id)
        self._tabs.open_tab(conversation_id)
        await self.refresh()
