"""Deletes conversations, and undoes a deletion with the tabs where they stood."""

from functools import partial
from textwrap import shorten

from app.controllers.conversations.closed_tabs import ClosedTab
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffer, UndoOffers
from app.widgets.kit.translation import fill, shown_title, translate
from engine.listeners import Listeners

MAX_TITLE_LETTERS = 60


class _Deletion:
    """The conversations of one deletion, their tabs, and the offer to undo it."""

    def __init__(self, ids: tuple[str, ...], tabs: tuple[ClosedTab, ...]) -> None:
        self.ids = ids
        self.tabs = tabs
        self.offer: UndoOffer | None = None


class DeletionController(Controller):
    """Moves conversations to the trash; each time, however many, can be undone as one."""

    def __init__(
        self, services: Services, replies: Replies, tabs: TabsController, undo: UndoOffers
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._tabs = tabs
        self._undo = undo
        self._deletions: list[_Deletion] = []
        self.changes = Listeners[tuple[str, ...]]()  # hear ids that were deleted or restored
        self._window.requests.delete_requested.connect(self._tasks.starter(self._delete))

    def forget(self, *conversation_ids: str) -> None:
        """Stop offering Undo for conversations that are removed finally, or restored already."""
        for deletion in tuple(self._deletions):
            deletion.ids = tuple(each for each in deletion.ids if each not in conversation_ids)
            if not deletion.ids:
                self._drop(deletion)

    async def _delete(self, ids: tuple[str, ...]) -> None:
        """Move conversations to the trash; the engine forgets what it holds of them."""
        # Before they are deleted: the trash is not part of what can be listed.
        titles = {
            summary.id: summary.title
            for summary in await self._history.conversations.summaries_of(*ids)
        }
        # Stopped before they are deleted: a running reply would be saved into the trash.
        for conversation_id in ids:
            self._replies.stop(conversation_id)
        await self._history.conversations.delete(*ids)
        for conversation_id in ids:
            self._client.forget(conversation_id)
        deletion = _Deletion(ids, self._tabs.drop(*ids))
        self.changes.notify(ids)
        self._deletions.append(deletion)
        text = _toast_text(len(ids), shown_title(titles.get(ids[0], "")))
        deletion.offer = self._undo.add(text, partial(self._on_undone, deletion))

    def _on_undone(self, deletion: _Deletion) -> None:
        """Restore the conversations of one deletion."""
        self._drop(deletion)
        self._tasks.start(self._restore(deletion))

    def _drop(self, deletion: _Deletion) -> None:
        if deletion in self._deletions:
            self._deletions.remove(deletion)
        if deletion.offer is not None:
            self._undo.withdraw(deletion.offer)

    async def _restore(self, deletion: _Deletion) -> None:
        await self._history.trash.restore(*deletion.ids)
        self.changes.notify(deletion.ids)
        await self._tabs.put_back(*deletion.tabs)


def _toast_text(count: int, title: str) -> str:
    if count > 1:
        text = translate("DeletionController", "{count:,} conversations were deleted.")
        return fill(text, count=count)
    short = shorten(title, MAX_TITLE_LETTERS, placeholder=" …")
    return fill(translate("DeletionController", "“{title}” was deleted."), title=short)
