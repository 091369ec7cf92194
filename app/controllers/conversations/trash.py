"""The trash: what was deleted is restored from there, or goes for good with all it had."""

from shiboken6 import isValid

from app.controllers.conversations.deletion import DeletionController
from app.controllers.tasks import Tasks
from app.storage.history import History
from app.widgets.dialogs.trash import TrashDialog
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient


class TrashController:
    """Opens "Recently deleted" and carries out what is wished there."""

    def __init__(
        self,
        window: MainWindow,
        history: History,
        client: EngineClient,
        deletions: DeletionController,
        tasks: Tasks,
    ) -> None:
        self._window = window
        self._history = history
        self._client = client
        self._deletions = deletions
        self._tasks = tasks
        self._dialog: TrashDialog | None = None
        window.trash_requested.connect(lambda: tasks.start(self._open()))

    async def _open(self) -> None:
        deleted = await self._history.trash.conversations()
        dialog = TrashDialog(self._window.dialogs.front_window())
        dialog.set_deleted(deleted)
        dialog.restore_requested.connect(lambda ids: self._tasks.start(self._restore(ids)))
        dialog.remove_requested.connect(lambda ids: self._tasks.start(self._remove(ids)))
        dialog.empty_requested.connect(lambda: self._tasks.start(self._empty()))
        self._dialog = dialog
        dialog.open()

    async def _restore(self, ids: tuple[str, ...]) -> None:
        await self._history.trash.restore(*ids)
        self._deletions.forget(*ids)
        self._deletions.tell(*ids)
        await self._show()

    async def _remove(self, ids: tuple[str, ...]) -> None:
        await self._forget(await self._history.trash.remove(*ids))

    async def _empty(self) -> None:
        await self._forget(await self._history.trash.empty())

    async def _forget(self, ids: tuple[str, ...]) -> None:
        """Let go of what else conversations had that are gone: their memory, and their undo."""
        for conversation_id in ids:
            self._client.forget(conversation_id)
        self._deletions.forget(*ids)
        await self._show()

    async def _show(self) -> None:
        deleted = await self._history.trash.conversations()
        if self._dialog is not None and isValid(self._dialog):
            self._dialog.set_deleted(deleted)
