"""Shows the backups in the settings, and carries out the buttons there."""

from collections.abc import Callable
from functools import partial

from app.controllers.services import Controller, Services
from app.widgets.settings.backups_view import BackupsView


class BackupsController(Controller):
    """``on_restore`` gets the name of a backup; it builds the window again on its content."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._view: BackupsView | None = None
        self.on_restore: Callable[[str], None] = lambda _name: None

    def show_in(self, view: BackupsView) -> None:
        """List the backups in this view and carry out its buttons."""
        self._view = view
        view.destroyed.connect(partial(self._on_destroyed, view))
        view.restore_requested.connect(lambda name: self.on_restore(name))
        view.remove_aside_requested.connect(self._tasks.starter(self._remove_aside))
        self.refresh()

    def refresh(self) -> None:
        """List them as they are now."""
        self._tasks.start(self._show(), may_be_dropped=True)

    async def _remove_aside(self, name: str) -> None:
        await self._history.backups.remove_aside(name)
        await self._show()

    async def _show(self) -> None:
        backups = await self._history.backups.all()
        asides = await self._history.backups.put_aside()
        if self._view is not None:
            can_restore = not self._history.is_read_only
            self._view.set_backups(backups, asides, can_restore=can_restore)

    def _on_destroyed(self, view: BackupsView) -> None:
        if self._view is view:
            self._view = None
