"""How the window looks: theme, zoom, sidebar, and its position on the screen."""

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication

from app.controllers.conversations.drafts import Drafts
from app.controllers.services import Controller, Services
from app.settings import Settings
from app.widgets.composer.settings import ComposerSettings
from app.widgets.kit.theme import ThemeSwitch


class ViewController(Controller):
    """Applies the settings to the window, and what the user changes there to the settings."""

    def __init__(self, application: QApplication, services: Services, drafts: Drafts) -> None:
        super().__init__(services)
        window = services.window
        settings = services.settings
        self._drafts = drafts
        self._theme = ThemeSwitch(application)
        self._apply(settings.current)
        self._restore_geometry(settings.current)
        settings.changes.add(lambda _old, new: self._apply(new))
        window.requests.theme_selected.connect(lambda theme: settings.change(theme=theme))
        window.requests.zoom_changed.connect(lambda zoom: settings.change(zoom_percent=zoom))
        window.requests.sidebar_toggled.connect(
            lambda is_visible: settings.change(is_sidebar_visible=is_visible)
        )
        window.requests.keys_changed.connect(lambda keys: settings.change(keys=dict(keys)))
        window.sidebar.conversations.set_folded(settings.current.folded_groups)
        window.sidebar.conversations.folded_changed.connect(
            lambda groups: settings.change(folded_groups=groups)
        )
        window.dialogs.set_folder(settings.current.last_folder)
        window.dialogs.folder_used.connect(lambda folder: settings.change(last_folder=folder))

    def remember_geometry(self) -> None:
        """Save the position of the windows and the panel in the settings."""
        geometry = _in_base64(self._window.saveGeometry())
        panels = _in_base64(self._window.saveState())
        extras = self._window.pane_layout.extra_windows
        self._settings.change(
            window_geometry=geometry,
            window_panels=panels,
            extra_windows=tuple(_in_base64(extra.saveGeometry()) for extra in extras),
        )

    def show_windows(self) -> None:
        """Show all windows, each where it stood when the program ended."""
        self._window.show()
        extras = self._window.pane_layout.extra_windows
        for extra, geometry in zip(extras, self._settings.current.extra_windows, strict=False):
            extra.restoreGeometry(_from_base64(geometry))
        self._window.pane_layout.show_windows()

    def _apply(self, settings: Settings) -> None:
        self._theme.set_theme(settings.theme)
        self._theme.set_zoom(settings.zoom_percent)
        self._theme.set_still(settings.is_still)
        self._window.set_theme(settings.theme)
        self._window.commands.set_zoom(settings.zoom_percent)
        self._window.set_sidebar_visible(settings.is_sidebar_visible)
        self._window.actions_by_name.keys_by_name.bind(settings.keys)
        self._window.actions_by_name.builtin_model.setEnabled(settings.model_path is not None)
        self._drafts.set_composer_settings(
            ComposerSettings(settings.sends_with_ctrl_enter, settings.longest_paste)
        )

    def _restore_geometry(self, settings: Settings) -> None:
        if settings.window_geometry:
            self._window.restoreGeometry(_from_base64(settings.window_geometry))
        if settings.window_panels:
            self._window.restoreState(_from_base64(settings.window_panels))


def _in_base64(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _from_base64(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "ignore")))
