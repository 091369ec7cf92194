"""Opens and closes the chat settings: by their command, by a button, and by Esc over the page."""

from PySide6.QtCore import QObject

from app.widgets.chat_panel.panel import ChatPanel
from app.widgets.chat_panel.position import PanelPosition
from app.widgets.commands.actions import WindowActions


class PanelSwitch(QObject):
    """Keeps the command, the panel and the keyboard in step."""

    def __init__(self, actions: WindowActions, panel: ChatPanel, position: PanelPosition) -> None:
        super().__init__(actions)
        self._actions = actions
        self._panel = panel
        self._position = position
        actions.options.triggered.connect(self.switch)
        position.shown_changed.connect(actions.options.setChecked)
        position.keyboard_left.connect(actions.focus_composer.trigger)
        panel.close_requested.connect(lambda: self.switch(is_shown=False))
        panel.left.connect(self._on_left)

    def switch(self, is_shown: bool) -> None:
        """Open the panel and move the keyboard there, or close it and move the keyboard back."""
        self._position.set_shown(is_shown=is_shown)
        if is_shown:
            # A further window has no panel of its own: its chat is shown in the first one's.
            self._panel.window().activateWindow()
            self._panel.take_focus()
        else:
            self._actions.focus_composer.trigger()

    def _on_left(self) -> None:
        if self._position.is_over_page:
            self._position.set_shown(is_shown=False)
        self._actions.focus_composer.trigger()
