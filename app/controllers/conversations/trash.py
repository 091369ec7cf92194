"""The trash: deleted conversations are restored from there, or removed finally."""

from shiboken6 import isValid

from app.controllers.conversations.deletion import DeletionController
from app.controllers.services import Controller, Services
from app.widgets.dialogs.trash import TrashDialog


class TrashController(Controller):
    """Opens "Recently deleted" and carries out what the user requests there."""

    def __init__(self, services: Services, deletion: DeletionController) -> None:
        super().__init__(services)
        self._deletion = deletion
        self._dialog: TrashDialog | None = None
        self._window.requests.trash_requested.connect(self._tasks.starter(self._open))

    async def _open(self) -> None:
        deleted = await self._history.trash.conversations()
        dialog = TrashDialog(self._window.dialogs.front_window())
        dialog.set_deleted(deleted)
        dialog.restore_requested.connect(self._tasks.starter(self._restore))
        dialog.remove_requested.connect(self._tasks.starter(self._remove))
        dialog.empty_requested.connect(self._tasks.starter(self._empty))
        self._dialog = dialog
        dialog.open()

    async def _restore(self, ids: tuple[str, ...]) -> None:
        await self._history.trash.restore(*ids)
        self._deletion.forget(*ids)
        self._deletion.changes.notify(ids)
        await self._show()

    async def _remove(self, ids: tuple[str, ...]) -> None:
        await self._forget(await self._history.trash.remove(*ids))

    async def _empty(self) -> None:
        await self._forget(await self._history.trash.empty())

    async def _forget(self, ids: tuple[str, ...]) -> None:
        """Drop what else the removed conversations had: their KV cache, and their undo."""
        for conversation_id in ids:
            self._client.forget(conversation_id)
        self._deletion.forget(*ids)
        await self._show()

    async def _show(self) -> None:
        deleted = await self._history.trash.conversations()
        if self._dialog is not None and isValid(self._dialog):
            self._dialog.set_deleted(deleted)
