"""Where windows, columns and grids stand is stored soon after it changes, however all ends."""

from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Controller, Services
from app.settings import Settings
from app.widgets.window.arrangement import Arrangement


class ArrangementController(Controller):
    """Restores the arrangement of the last run, and stores each that the user makes of it."""

    def __init__(self, services: Services, tabs: TabsController) -> None:
        super().__init__(services)
        self._tabs = tabs
        self._has_started = False
        self._arrangement = services.window.arrangement
        self._arrangement.restore(_stored(services.settings.current))
        self._arrangement.changed.connect(self.remember)

    def show_windows(self) -> None:
        """Show the windows; from here on their places are remembered."""
        self._arrangement.show_windows()
        self._has_started = True

    def close(self) -> None:
        """Store it once more, and no more: the windows go."""
        self.remember()
        self._has_started = False

    def remember(self) -> None:
        """Store where everything stands."""
        if not self._has_started:
            return
        now = self._arrangement.current()
        fields: dict[str, object] = {
            "window_geometry": now.geometry,
            "window_panels": now.panels,
            "sidebar_width": now.sidebar_width,
            "tab_column_width": now.tab_column_width,
            "split_share": now.split_share,
            "chat_panel_width": self._window.panel_position.width,
        }
        # Further windows of the last run may still be to come.
        if not self._tabs.is_restoring:
            self._arrangement.forget_restored()
            fields |= {"extra_windows": now.extras, "grid_windows": now.grids}
        self._settings.change(**fields)


def _stored(settings: Settings) -> Arrangement:
    return Arrangement(
        settings.window_geometry,
        settings.window_panels,
        settings.extra_windows,
        settings.sidebar_width,
        settings.tab_column_width,
        settings.split_share,
        settings.grid_windows,
    )
