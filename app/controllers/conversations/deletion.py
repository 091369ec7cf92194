"""Conversations that are deleted, and brought back to where they were."""

from collections.abc import Callable
from functools import partial
from textwrap import shorten

from PySide6.QtCore import QCoreApplication

from app.controllers.banners import Banners
from app.controllers.conversations.closed_tabs import ClosedTab
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.controllers.untitled import untitled
from app.domain import BannerContent
from app.storage.history import History
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient

translate = QCoreApplication.translate

LONGEST_TOLD_TITLE = 60

DeletionListener = Callable[[tuple[str, ...]], None]


class _Deletion:
    """What was deleted at once, and what brings all of it back."""

    def __init__(self, ids: tuple[str, ...], tabs: tuple[ClosedTab, ...]) -> None:
        self.ids = ids
        self.tabs = tabs
        self.notice: BannerContent | None = None


class DeletionController:
    """Moves conversations to the trash; each time, however many, can be undone as one."""

    def __init__(
        self,
        window: MainWindow,
        history: History,
        client: EngineClient,
        replies: Replies,
        tabs: TabsController,
        tasks: Tasks,
        banners: Banners,
    ) -> None:
        self._window = window
        self._history = history
        self._client = client
        self._replies = replies
        self._tabs = tabs
        self._tasks = tasks
        self._banners = banners
        self._deletions: list[_Deletion] = []  # the last one at the end
        self._listeners: list[DeletionListener] = []
        window.delete_requested.connect(self._on_delete_requested)
        window.undo_delete_requested.connect(self._on_undo_delete_requested)

    def listen(self, listener: DeletionListener) -> None:
        """Call ``listener`` with the ids of conversations that went or came back."""
        self._listeners.append(listener)

    def forget(self, *conversation_ids: str) -> None:
        """Offer no undo any more for conversations that are gone for good, or back already."""
        for deletion in tuple(self._deletions):
            deletion.ids = tuple(each for each in deletion.ids if each not in conversation_ids)
            if not deletion.ids:
                self._drop(deletion)

    def tell(self, *conversation_ids: str) -> None:
        """Tell the listeners that these went or came back."""
        for listener in self._listeners:
            listener(conversation_ids)

    def _on_delete_requested(self, conversation_ids: tuple[str, ...]) -> None:
        self._tasks.start(self._delete(conversation_ids))

    async def _delete(self, ids: tuple[str, ...]) -> None:
        """Put conversations into the trash, their memory in the engine with them."""
        titles = {
            summary.id: summary.title
            for summary in await self._history.conversations.summaries_of(*ids)
        }
        for conversation_id in ids:
            self._replies.stop(conversation_id)
        await self._history.conversations.delete(*ids)
        for conversation_id in ids:
            self._client.forget(conversation_id)
        deletion = _Deletion(ids, self._tabs.drop(*ids))
        self.tell(*ids)
        self._offer_undo(deletion, _words(len(ids), titles.get(ids[0]) or untitled()))

    def _offer_undo(self, deletion: _Deletion, text: str) -> None:
        """Show a banner with Undo; an older one that reads the same gives way to it."""
        for older in self._deletions:
            if older.notice is not None and older.notice.text == text:
                self._banners.dismiss(older.notice)
                older.notice = None
        self._deletions.append(deletion)
        deletion.notice = self._banners.show(
            text,
            action=translate("DeletionController", "Undo"),
            on_action=partial(self._undo, deletion),
        )
        self._window.set_can_undo_delete(True)

    def _on_undo_delete_requested(self) -> None:
        if self._deletions:
            self._undo(self._deletions[-1])

    def _undo(self, deletion: _Deletion) -> None:
        """Bring back what was deleted at once; its banner goes."""
        self._drop(deletion)
        self._tasks.start(self._restore(deletion))

    def _drop(self, deletion: _Deletion) -> None:
        if deletion in self._deletions:
            self._deletions.remove(deletion)
        if deletion.notice is not None:
            self._banners.dismiss(deletion.notice)
        self._window.set_can_undo_delete(bool(self._deletions))

    async def _restore(self, deletion: _Deletion) -> None:
        await self._history.trash.restore(*deletion.ids)
        self.tell(*deletion.ids)
        await self._tabs.put_back(*deletion.tabs)


def _words(count: int, title: str) -> str:
    if count > 1:
        return translate("DeletionController", "%1 conversations were deleted.").replace(
            "%1", str(count)
        )
    told = shorten(title, LONGEST_TOLD_TITLE, placeholder=" …")
    return translate("DeletionController", "“%1” was deleted.").replace("%1", told)
