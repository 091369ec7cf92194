"""Announces the end of an answer, and a call of a tool that waits for the user.

By a desktop notification and to screen readers.
"""

from textwrap import shorten

from PySide6.QtWidgets import QApplication

from app.chat.turn_events import ReplyEnded, ToolChanged, TurnEvent
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.messages import Message, MessageStatus
from app.widgets.kit.accessibility import announce
from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.tool_card import is_undecided, tool_title
from app.widgets.window.tray_icon import DesktopNotifier, TrayIcon

MAX_TEXT_CHARS = 120


class NotificationController(Controller):
    """Notifies while the window is inactive, if the setting is on; always announces."""

    def __init__(
        self, services: Services, replies: Replies, tabs: TabsController, tray: TrayIcon
    ) -> None:
        super().__init__(services)
        self._tabs = tabs
        self.notifier = DesktopNotifier(tray, self._window)
        self.notifier.opened.connect(self._on_opened)
        replies.events.add(self._on_turn_event)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        # A reply that ends in calls is a step of the turn.
        if isinstance(event, ReplyEnded) and not event.message.tool_calls:
            outcome = outcome_text(event.message.status)
            self._tell(conversation_id, outcome, event.message.text)
        elif isinstance(event, ToolChanged) and is_undecided(event.message):
            self._tell(conversation_id, question_text(event.message), "")

    def _tell(self, conversation_id: str, outcome: str, text: str) -> None:
        title = self._window.panes.items.title(conversation_id)
        # Regardless of the settings: only screen readers receive it.
        announce(self._window, f"{outcome} {title}".strip())
        if self._settings.current.tells_when_done and not self._window.isActiveWindow():
            QApplication.alert(self._window)
            text = shorten(text, MAX_TEXT_CHARS, placeholder=" …")
            self.notifier.notify(conversation_id, title or outcome, text or outcome)

    def _on_opened(self, conversation_id: str) -> None:
        self._window.requests.window_requested.emit()
        self._tabs.open_tab(conversation_id)


def question_text(call: Message) -> str:
    """Return a short text about a call that waits for the user."""
    text = translate("Notifications", "The tool “{name}” waits for your answer.")
    return fill(text, name=tool_title(call))


def outcome_text(status: MessageStatus) -> str:
    """Return a short text about the end of an answer."""
    if status is MessageStatus.COMPLETE:
        return translate("Notifications", "The answer is done.")
    if status is MessageStatus.FAILED:
        return translate("Notifications", "The answer failed.")
    return translate("Notifications", "The answer was stopped.")
