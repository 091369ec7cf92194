"""The appearance of the window: theme, zoom, sidebar, keys."""

from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.services import Controller, Services
from app.settings import Settings
from app.widgets.composer.edit import ComposerSettings
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.arrangement import Arrangement

_SHOWN = (
    *("theme", "zoom_percent", "is_still", "is_sidebar_visible", "folder_colours"),
    *("has_vertical_tabs", "switches_by_use", "keys", "model_path"),
    *("sends_with_ctrl_enter", "longest_paste"),
)


class ArrangementController(Controller):
    """Restores the arrangement of the windows, and stores its changes."""

    def __init__(self, services: Services, tabs: TabsController) -> None:
        super().__init__(services)
        self._tabs = tabs
        self._has_started = False
        self._arrangement = services.window.arrangement
        self._arrangement.restore(_stored(services.settings.current))
        self._arrangement.changed.connect(self.remember)

    def show_windows(self) -> None:
        """Show the windows; from now on their places are stored."""
        self._arrangement.show_windows()
        self._has_started = True

    def close(self) -> None:
        """Store the arrangement for the last time."""
        self.remember()
        self._has_started = False

    def remember(self) -> None:
        """Store the arrangement."""
        if not self._has_started:
            return
        now = self._arrangement.current()
        fields: dict[str, object] = {
            "window_geometry": now.geometry,
            "window_panels": now.panels,
            "sidebar_width": now.sidebar_width,
            "split_share": now.split_share,
            "chat_panel_width": self._window.panel_position.width,
        }
        # Further windows of the last run may not be open yet.
        if not self._tabs.is_restoring:
            self._arrangement.discard_restored()
            fields |= {"extra_windows": now.extras, "grid_windows": now.grids}
            fields["four_chat_windows"] = now.fours
        self._settings.change(**fields)


def _stored(settings: Settings) -> Arrangement:
    return Arrangement(
        settings.window_geometry,
        settings.window_panels,
        settings.extra_windows,
        settings.sidebar_width,
        settings.split_share,
        settings.grid_windows,
        settings.four_chat_windows,
    )


class ViewController(Controller):
    """Applies the settings to the window, and changes in the window to the settings."""

    def __init__(self, theme: ThemeSwitch, services: Services, drafts: Drafts) -> None:
        super().__init__(services)
        window = services.window
        settings = services.settings
        self._drafts = drafts
        self._theme = theme
        self._apply(settings.current)
        settings.changes.add(self._on_settings_changed)
        window.requests.theme_selected.connect(lambda theme: settings.change(theme=theme))
        window.requests.zoom_changed.connect(lambda zoom: settings.change(zoom_percent=zoom))
        window.requests.sidebar_toggled.connect(
            lambda is_visible: settings.change(is_sidebar_visible=is_visible)
        )
        window.actions_by_name.vertical_tabs.toggled.connect(
            lambda is_on: settings.change(has_vertical_tabs=is_on)
        )
        window.requests.keys_changed.connect(lambda keys: settings.change(keys=dict(keys)))
        window.sidebar.conversations.set_folded(settings.current.folded_groups)
        window.sidebar.conversations.folded_changed.connect(
            lambda groups: settings.change(folded_groups=groups)
        )
        window.dialogs.set_folder(settings.current.last_folder)
        window.dialogs.folder_used.connect(lambda folder: settings.change(last_folder=folder))

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        # Applying colours and fonts takes tens of milliseconds, and other settings change often.
        if any(getattr(old, name) != getattr(new, name) for name in _SHOWN):
            self._apply(new)

    def _apply(self, settings: Settings) -> None:
        self._theme.set_theme(settings.theme)
        self._theme.set_zoom(settings.zoom_percent)
        self._theme.set_still(settings.is_still)
        self._window.set_theme(settings.theme)
        self._window.commands.set_zoom(settings.zoom_percent)
        self._window.set_sidebar_visible(settings.is_sidebar_visible)
        self._window.sidebar.conversations.set_folder_colours(settings.folder_colours)
        self._window.set_tabs_vertical(is_vertical=settings.has_vertical_tabs)
        self._window.actions_by_name.vertical_tabs.setChecked(settings.has_vertical_tabs)
        self._window.tab_commands.recent.is_by_use = settings.switches_by_use
        self._window.actions_by_name.keys_by_name.bind(settings.keys)
        self._window.actions_by_name.builtin_model.setEnabled(settings.model_path is not None)
        self._drafts.set_composer_settings(
            ComposerSettings(settings.sends_with_ctrl_enter, settings.longest_paste)
        )
