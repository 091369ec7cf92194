"""How the window looks: theme, zoom, sidebar, keys."""

from PySide6.QtWidgets import QApplication

from app.controllers.conversations.drafts import Drafts
from app.controllers.services import Controller, Services
from app.settings import Settings
from app.widgets.composer.settings import ComposerSettings
from app.widgets.kit.theme_switch import ThemeSwitch

_SHOWN = (
    *("theme", "zoom_percent", "is_still", "is_sidebar_visible", "folder_colours"),
    *("has_vertical_tabs", "switches_by_use", "keys", "model_path"),
    *("sends_with_ctrl_enter", "longest_paste"),
)


class ViewController(Controller):
    """Applies the settings to the window, and what the user changes there to the settings."""

    def __init__(self, application: QApplication, services: Services, drafts: Drafts) -> None:
        super().__init__(services)
        window = services.window
        settings = services.settings
        self._drafts = drafts
        self._theme = ThemeSwitch(application)
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
        # Colours and fonts of a whole window take tens of milliseconds, and others change often.
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
        self._window.panes.set_vertical(is_vertical=settings.has_vertical_tabs)
        self._window.actions_by_name.vertical_tabs.setChecked(settings.has_vertical_tabs)
        self._window.tab_commands.recent.is_by_use = settings.switches_by_use
        self._window.actions_by_name.keys_by_name.bind(settings.keys)
        self._window.actions_by_name.builtin_model.setEnabled(settings.model_path is not None)
        self._drafts.set_composer_settings(
            ComposerSettings(settings.sends_with_ctrl_enter, settings.longest_paste)
        )
