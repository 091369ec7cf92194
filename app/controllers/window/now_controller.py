"""Fills *Now* in the sidebar: chats that are being answered or wait, and background work."""

from PySide6.QtCore import QTimer

from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.messages import MessageStatus
from app.domain.tabs import TabState

DELAY_MS = 1500  # shorter work in the background, as naming a chat, would only flash


class NowController(Controller):
    """Follows the running turns; the widgets read their texts themselves."""

    def __init__(self, services: Services, replies: Replies) -> None:
        super().__init__(services)
        self._replies = replies
        self._background = services.background
        self._panel = services.window.sidebar.now
        self._is_background_shown = False
        self._delay = QTimer(services.window, singleShot=True, interval=DELAY_MS)
        self._delay.timeout.connect(self._show_background)
        replies.states.add(self._on_state)
        replies.events.add(self._on_turn_event)
        replies.ends.add(self._on_ended)
        self._panel.view.background_opened.connect(self._background.show_first)
        services.background.changes.add(self._on_background_changed)

    def _on_state(self, conversation_id: str, state: TabState) -> None:
        if conversation_id in self._replies.running_ids:
            self._panel.set_state(conversation_id, state)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted) and event.texts:
            self._panel.set_text(conversation_id, event.texts[0])

    def _on_ended(self, conversation_id: str, _status: MessageStatus | None) -> None:
        # A queue may have sent its next message already.
        if conversation_id not in self._replies.running_ids:
            self._panel.remove(conversation_id)

    def _on_background_changed(self) -> None:
        if self._is_background_shown or not self._background.names:
            self._show_background()
        elif not self._delay.isActive():
            self._delay.start()

    def _show_background(self) -> None:
        names = self._background.names
        self._is_background_shown = bool(names)
        self._panel.set_background(names)
