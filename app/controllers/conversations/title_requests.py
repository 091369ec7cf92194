"""Titles that the user asks the model for: shown while thought of, cancelable, and undone."""

import asyncio

from PySide6.QtCore import QCoreApplication

from app.chat.titles import Titles
from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.banners import Banners
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.controllers.untitled import untitled
from app.domain import MessageStatus, TitleOrigin
from app.storage.history import History
from app.widgets.window.main_window import MainWindow


class TitleGenerator:
    """Carries out wishes for a title, each conversation's once at a time.

    While somebody is answered a wish takes a slot that is free and comes last; else it takes
    one like anybody. When that changes it is asked anew.
    """

    def __init__(
        self,
        window: MainWindow,
        history: History,
        titles: Titles,
        replies: Replies,
        conversations: ConversationsController,
        banners: Banners,
        tasks: Tasks,
    ) -> None:
        self._history = history
        self._titles = titles
        self._replies = replies
        self._conversations = conversations
        self._banners = banners
        self._tasks = tasks
        self._wishes: dict[str, asyncio.Task[None]] = {}
        self._askings: set[asyncio.Task[str | None]] = set()
        window.title_requested.connect(self._on_requested)
        window.rename_requested.connect(self._on_renamed)
        replies.listen(self._on_turn_event)
        replies.listen_to_ends(self._on_ended)

    def close(self) -> None:
        """Give all wishes up."""
        for conversation_id in tuple(self._wishes):
            self._give_up(conversation_id)

    def _on_requested(self, conversation_id: str) -> None:
        if conversation_id not in self._wishes:
            self._wishes[conversation_id] = self._tasks.start(self._carry_out(conversation_id))

    def _on_renamed(self, conversation_id: str, _title: str) -> None:
        """The user has thought of a title first."""
        self._give_up(conversation_id)

    def _give_up(self, conversation_id: str) -> None:
        wish = self._wishes.pop(conversation_id, None)
        if wish is not None:
            wish.cancel()

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._ask_anew()

    def _on_ended(self, _conversation_id: str, _status: MessageStatus | None) -> None:
        if not self._replies.running_ids:
            self._ask_anew()

    def _ask_anew(self) -> None:
        for asking in self._askings:
            asking.cancel()

    async def _carry_out(self, conversation_id: str) -> None:
        words = QCoreApplication.translate(
            "TitleGenerator", "The model is asked for a title. Answers go first."
        )
        notice = self._banners.show(
            words,
            action=QCoreApplication.translate("TitleGenerator", "Cancel"),
            on_action=lambda: self._give_up(conversation_id),
            kind=f"title of {conversation_id}",
        )
        try:
            conversation = await self._history.conversations.get(conversation_id)
            if conversation is None:
                return
            title = await self._proposed(conversation_id, conversation.title)
        finally:
            self._banners.dismiss(notice)
            if self._wishes.get(conversation_id) is asyncio.current_task():
                del self._wishes[conversation_id]
        if title is None:
            self._tell_failure(conversation.title)
        elif conversation.title_origin is TitleOrigin.USER:
            self._offer_undo(conversation_id, conversation.title, title)
        self._conversations.update(conversation_id)

    async def _proposed(self, conversation_id: str, title: str) -> str | None:
        while True:
            is_background = bool(self._replies.running_ids)
            asking = asyncio.create_task(
                self._titles.propose(conversation_id, before=title, is_background=is_background)
            )
            self._askings.add(asking)
            try:
                await asyncio.wait([asking])
            finally:
                self._askings.discard(asking)
                asking.cancel()
                await asyncio.wait([asking])
            if not asking.cancelled():
                return asking.result()

    def _tell_failure(self, title: str) -> None:
        words = QCoreApplication.translate(
            "TitleGenerator", "The model found no title. This chat is still called “%1”."
        )
        self._banners.show(words.replace("%1", title or untitled()), kind="title")

    def _offer_undo(self, conversation_id: str, before: str, title: str) -> None:
        words = QCoreApplication.translate("TitleGenerator", "“%1” is called “%2” now.")
        parts = words.split("%1")
        self._banners.show(
            before.join(part.replace("%2", title) for part in parts),
            action=QCoreApplication.translate("TitleGenerator", "Undo"),
            on_action=lambda: self._conversations.rename(conversation_id, before),
            kind="title",
        )
