"""The command palette: previews chats and stores the use of commands."""

import asyncio

from app.controllers.services import Controller, Services
from app.settings import Settings
from app.widgets.commands.palette_groups import with_use


class PaletteController(Controller):
    """Stores which commands are used, and reads the previews that the palette requests."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._look: asyncio.Task[None] | None = None
        self._opener = services.window.commands.palette
        self._opener.uses = services.settings.current.command_uses
        services.settings.changes.add(self._on_settings_changed)
        services.window.requests.command_chosen.connect(self._on_command_chosen)
        services.window.requests.preview_requested.connect(self._on_preview_requested)

    def _on_settings_changed(self, _old: Settings, new: Settings) -> None:
        self._opener.uses = new.command_uses

    def _on_command_chosen(self, name: str) -> None:
        uses = with_use(self._settings.current.command_uses, name)
        self._settings.change(command_uses=uses)

    def _on_preview_requested(
        self, conversation_id: str, message_id: int | None, wanted: str
    ) -> None:
        """Read the preview of the selected entry; cancel the previous one."""
        if self._look is not None:
            self._look.cancel()
        work = self._show_preview(conversation_id, message_id, wanted)
        self._look = self._tasks.start(work, may_be_dropped=True)

    async def _show_preview(
        self, conversation_id: str, message_id: int | None, wanted: str
    ) -> None:
        preview = await self._history.messages.preview(conversation_id, message_id, wanted)
        if preview is not None:
            self._opener.show_preview(preview)
