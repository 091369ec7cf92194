"""The end of an answer, told to those who do not see it: by a notification, and by a voice."""

from textwrap import shorten

from PySide6.QtCore import QCoreApplication

from app.chat.turn_events import ReplyEnded, TurnEvent
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.settings import SettingsController
from app.domain import MessageStatus
from app.widgets.kit.accessibility import announce
from app.widgets.window.desktop_notifier import DesktopNotifier
from app.widgets.window.main_window import MainWindow

SHOWN_LETTERS = 120

translate = QCoreApplication.translate


class NotificationController:
    """Notifies while the window is not in front, if the settings say so; announces in any case."""

    def __init__(
        self,
        window: MainWindow,
        replies: Replies,
        tabs: TabsController,
        settings: SettingsController,
    ) -> None:
        self._window = window
        self._tabs = tabs
        self._settings = settings
        self.notifier = DesktopNotifier(window)
        self.notifier.opened.connect(self._on_opened)
        replies.listen(self._on_turn_event)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if not isinstance(event, ReplyEnded):
            return
        words = ended_words(event.message.status)
        title = self._window.tabs.bar.title(conversation_id)
        announce(self._window, f"{words} {title}".strip())
        if self._settings.current.tells_when_done and not self._window.isActiveWindow():
            self._window.alert()
            text = shorten(event.message.text, SHOWN_LETTERS, placeholder=" …")
            self.notifier.tell(conversation_id, title or words, text or words)

    def _on_opened(self, conversation_id: str) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.activateWindow()
        self._tabs.open_tab(conversation_id)


def ended_words(status: MessageStatus) -> str:
    """Return in a few words how an answer ended."""
    if status is MessageStatus.COMPLETE:
        return translate("Notifications", "The answer is done.")
    if status is MessageStatus.FAILED:
        return translate("Notifications", "The answer failed.")
    return translate("Notifications", "The answer was stopped.")
