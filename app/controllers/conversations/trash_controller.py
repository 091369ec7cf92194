"""Deletes and restores conversations, and removes them permanently."""

import threading
from functools import partial
from textwrap import shorten

from shiboken6 import isValid

from app.controllers.conversations.maintenance import REMOVAL
from app.controllers.conversations.tabs_controller import ClosedTab, TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffer, UndoOffers
from app.domain.backups import Removal
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.dialogs.trash_page import TrashPage
from app.widgets.kit.translation import fill, shown_title, translate
from engine.listeners import Listeners

MAX_TITLE_CHARS = 60


class _Deletion:
    """The conversations of one deletion, their tabs, and its undo offer."""

    def __init__(self, ids: tuple[str, ...], tabs: tuple[ClosedTab, ...]) -> None:
        self.ids = ids
        self.tabs = tabs
        self.offer: UndoOffer | None = None


class DeletionController(Controller):
    """Moves conversations to the trash; each deletion can be undone as a whole."""

    def __init__(
        self, services: Services, replies: Replies, tabs: TabsController, undo: UndoOffers
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._tabs = tabs
        self._undo = undo
        self._deletions: list[_Deletion] = []
        self.changes = Listeners[tuple[str, ...]]()  # notified of ids, deleted or restored
        self._window.requests.delete_requested.connect(self._tasks.starter(self._delete))

    def remove_offers(self, *conversation_ids: str) -> None:
        """Withdraw the undo offers of conversations that were restored or removed permanently."""
        for deletion in tuple(self._deletions):
            deletion.ids = tuple(each for each in deletion.ids if each not in conversation_ids)
            if not deletion.ids:
                self._drop(deletion)

    async def _delete(self, ids: tuple[str, ...]) -> None:
        """Move conversations to the trash, and drop their KV cache."""
        # Read before the deletion: the list does not contain the trash.
        titles = {
            summary.id: summary.title
            for summary in await self._history.conversations.summaries_of(*ids)
        }
        # Stopped before the deletion: a running reply would be saved into the trash.
        for conversation_id in ids:
            self._replies.cancel(conversation_id)
        await self._history.conversations.delete(*ids)
        for conversation_id in ids:
            self._models.discard(conversation_id)
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
        text = translate("DeletionController", "{count:,} chats were deleted.")
        return fill(text, count=count)
    short = shorten(title, MAX_TITLE_CHARS, placeholder=" …")
    return fill(translate("DeletionController", "“{title}” was deleted."), title=short)


class TrashController(Controller):
    """Opens "Recently deleted" and handles its requests."""

    def __init__(self, services: Services, deletion: DeletionController) -> None:
        super().__init__(services)
        self._deletion = deletion
        self._page: TrashPage | None = None
        self._window.requests.trash_requested.connect(self._tasks.starter(self._open))

    async def _open(self) -> None:
        if self._page is not None and isValid(self._page):
            self._window.pages.show_page(self._page)
            return
        page = TrashPage(self._window)
        page.restore_requested.connect(self._tasks.starter(self._restore))
        page.remove_requested.connect(self._tasks.starter(self._remove))
        page.empty_requested.connect(self._tasks.starter(self._empty))
        self._page = page
        await self._show()
        self._window.pages.show_page(page)

    async def _restore(self, ids: tuple[str, ...]) -> None:
        await self._history.trash.restore(*ids)
        self._deletion.remove_offers(*ids)
        self._deletion.changes.notify(ids)
        await self._show()

    async def _remove(self, ids: tuple[str, ...], from_backups: bool) -> None:
        gone = await self._history.trash.remove(*ids, from_backups=from_backups)
        await self._drop(gone, from_backups=from_backups)

    async def _empty(self, from_backups: bool) -> None:
        gone = await self._history.trash.empty(from_backups=from_backups)
        await self._drop(gone, from_backups=from_backups)

    async def _drop(self, ids: tuple[str, ...], *, from_backups: bool) -> None:
        """Drop KV cache, undo offers and backup contents of permanently removed conversations."""
        for conversation_id in ids:
            self._models.discard(conversation_id)
        self._deletion.remove_offers(*ids)
        await self._show()
        if from_backups and ids:
            # Dropped at the end of the program; it continues after the next start.
            self._tasks.start(self._remove_from_backups(), may_be_dropped=True)

    async def _remove_from_backups(self) -> None:
        stop = threading.Event()
        box = ProgressBox(
            translate("TrashController", "Removing from the backups…"),
            self._window.dialogs.front_window(),
        )
        box.cancelled.connect(stop.set)
        box.open_later()
        try:
            removal = await self._history.backups.remove_noted(box.set_progress, stop)
        finally:
            box.leave()
        self._toasts.show_problems(REMOVAL, removal.problems)
        if not removal.problems:
            self._toasts.show(await self._outcome(removal))

    async def _outcome(self, removal: Removal) -> str:
        if removal.is_cancelled:
            return translate(
                "TrashController",
                "Cancelled. Backups that were not rewritten still contain the deleted chats.",
            )
        text = translate("TrashController", "Deleted permanently, also from the backups.")
        if await self._history.backups.put_aside():
            text += " " + translate(
                "TrashController",
                "Damaged files that were set aside may still contain parts of them. They are "
                "listed in the settings, under Backups.",
            )
        return text

    async def _show(self) -> None:
        deleted = await self._history.trash.conversations()
        if self._page is not None and isValid(self._page):
            self._page.set_deleted(deleted)
        # Afterwards: this reads the backups, which must not delay the removal.
        kept_until = await self._history.backups.kept_until([each.id for each in deleted])
        if self._page is not None and isValid(self._page):
            removes = self._settings.current.removes_from_backups
            self._page.set_backups(kept_until, removes=removes)
