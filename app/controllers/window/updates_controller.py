"""Reports a newer version if the setting is on; downloads nothing."""

import asyncio
from collections.abc import Awaitable, Callable

from app.controllers.settings_controller import SettingsController
from app.controllers.tasks import Tasks
from app.controllers.toasts import Toasts
from app.errors import UpdateCheckFailed
from app.process.version import own_version
from app.settings import Settings
from app.updates import DOWNLOAD_PAGE, is_newer
from app.widgets.kit.text import open_link
from app.widgets.kit.translation import fill, translate

_FIRST_SECONDS = 20.0  # keeps the start of the program fast
_PAUSE_SECONDS = 24 * 60 * 60.0


class UpdatesController:
    """Owns the task that checks once a day; it runs only while the setting is on and online."""

    def __init__(
        self,
        settings: SettingsController,
        toasts: Toasts,
        tasks: Tasks,
        ask: Callable[[], Awaitable[str]],
    ) -> None:
        self._settings = settings
        self._toasts = toasts
        self._tasks = tasks
        self._ask = ask
        self._task: asyncio.Task[None] | None = None
        settings.changes.add(self._on_settings_changed)

    @property
    def is_asking(self) -> bool:
        """Return whether the task runs."""
        return self._task is not None

    def start(self) -> None:
        """Start the task if the setting is on."""
        if _is_wanted(self._settings.current):
            self._task = self._tasks.start(self._ask_daily(_FIRST_SECONDS))

    def close(self) -> None:
        """Stop the task."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def ask_once(self) -> None:
        """Check once, and show a toast if there is a newer version. Raises UpdateCheckFailed."""
        newest = await self._ask()
        if not is_newer(newest, own_version()):
            return
        text = translate("Updates", "Hubbub {newest} is available. You have {own}.")
        self._toasts.show(
            fill(text, newest=newest, own=own_version()),
            action=translate("Updates", "Open the download page"),
            on_action=_show_page,
            kind="update",
        )

    async def _ask_daily(self, first_seconds: float) -> None:
        await asyncio.sleep(first_seconds)
        while True:
            try:
                await self.ask_once()
            except UpdateCheckFailed as error:
                # Shown only right after the setting was switched on; later checks fail silently.
                if not first_seconds:
                    self._toasts.report(error)
            first_seconds = _PAUSE_SECONDS
            await asyncio.sleep(_PAUSE_SECONDS)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if _is_wanted(old) == _is_wanted(new):
            return
        self.close()
        if _is_wanted(new):
            self._task = self._tasks.start(self._ask_daily(0.0))


def _is_wanted(settings: Settings) -> bool:
    return settings.looks_for_updates and not settings.is_offline


def _show_page() -> None:
    open_link(DOWNLOAD_PAGE)
