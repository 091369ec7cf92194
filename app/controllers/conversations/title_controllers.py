"""Titles proposed by the model: automatically when it is idle, or on request."""

import asyncio
from collections.abc import Callable

from app.chat.title_proposals import Titles
from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import TitleOrigin
from app.domain.messages import MessageStatus
from app.settings import Settings
from app.widgets.kit.translation import fill, shown_title, translate

MIN_PARAMETERS = 60_000_000  # smaller models do not follow the instruction
TRUSTED_PARAMETERS = 500_000_000  # titles of smaller models must share words with the conversation


class AutomaticTitles(Controller):
    """Proposes a title once for each answered conversation, one at a time, while no reply runs.

    The first words stay the title if the model proposes none, or if the settings disable this.
    """

    def __init__(
        self,
        services: Services,
        titles: Titles,
        replies: Replies,
        conversations: ConversationsController,
        is_remote: Callable[[str], bool] = lambda _id: False,
    ) -> None:
        """``is_remote`` returns whether another machine writes the title of a chat."""
        super().__init__(services)
        self._background = services.background
        self._titles = titles
        self._replies = replies
        self._conversations = conversations
        self._is_remote = is_remote
        self._waiting: list[str] = []
        self._asked: set[str] = set()
        self._named = ""  # the chat of the running proposal
        self._proposal: asyncio.Task[None] | None = None
        replies.events.add(self._on_turn_event)
        replies.ends.add(self._on_ended)
        services.settings.changes.add(self._on_settings_changed)
        services.models.host.changes.add(self._on_models_changed)

    def close(self) -> None:
        """Propose no more titles."""
        self._waiting = []
        self._cancel()

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._cancel()

    def _on_settings_changed(self, _old: Settings, new: Settings) -> None:
        if not new.names_chats:
            self.close()

    def _on_models_changed(self) -> None:
        """Name the chat later if its model is to be unloaded: the request would load it again."""
        if self._proposal is not None and self._models.is_leaving(self._named):
            self._cancel()

    def _on_ended(self, conversation_id: str, status: MessageStatus | None) -> None:
        is_wanted = self._settings.current.names_chats and conversation_id not in self._asked
        if status is MessageStatus.COMPLETE and is_wanted:
            self._asked.add(conversation_id)
            self._waiting.append(conversation_id)
        self._propose_next()

    def _propose_next(self) -> None:
        if self._proposal is not None or self._replies.running_ids:
            return
        # Each chat is named by its own model. None is loaded for that.
        for conversation_id in self._waiting:
            model = self._models.state_of_chat(conversation_id).model
            is_chat_model = model is not None and not model.continues_text
            parameter_count = model.parameter_count if model is not None and is_chat_model else 0
            is_remote = self._is_remote(conversation_id)
            is_large = parameter_count >= MIN_PARAMETERS
            if is_remote or (is_large and not self._models.is_leaving(conversation_id)):
                self._named = conversation_id
                is_checked = not is_remote and parameter_count < TRUSTED_PARAMETERS
                self._proposal = self._tasks.start(self._propose(conversation_id, is_checked))
                return

    async def _propose(self, conversation_id: str, is_checked: bool) -> None:
        try:
            with self._background.running(translate("Background", "Naming chats")):
                title = await self._titles.propose(conversation_id, is_checked=is_checked)
            # Removed only here: after a cancel the conversation waits for the next idle moment.
            self._waiting = [each for each in self._waiting if each != conversation_id]
        finally:
            self._proposal = None
        if title is not None:
            self._conversations.update(conversation_id)
        # Started only now: one proposal at a time takes at most one slot.
        self._propose_next()

    def _cancel(self) -> None:
        if self._proposal is not None:
            self._proposal.cancel()


class TitleGenerator(Controller):
    """Proposes a title when the user requests it, one request per conversation.

    While replies run, the request has background priority; otherwise it has the usual one. When
    that changes, the request is submitted again.
    """

    def __init__(
        self,
        services: Services,
        titles: Titles,
        replies: Replies,
        conversations: ConversationsController,
    ) -> None:
        super().__init__(services)
        self._titles = titles
        self._replies = replies
        self._conversations = conversations
        self._requests: dict[str, asyncio.Task[None]] = {}
        self._proposals: set[asyncio.Task[str | None]] = set()
        services.window.requests.title_requested.connect(self._on_requested)
        services.window.requests.rename_requested.connect(self._on_renamed)
        replies.events.add(self._on_turn_event)
        replies.ends.add(self._on_ended)

    def close(self) -> None:
        """Cancel all requests."""
        for conversation_id in tuple(self._requests):
            self._cancel(conversation_id)

    def _on_requested(self, conversation_id: str) -> None:
        if conversation_id not in self._requests:
            self._requests[conversation_id] = self._tasks.start(self._generate(conversation_id))

    def _on_renamed(self, conversation_id: str, _title: str) -> None:
        """Keep the title that the user has chosen in the meantime."""
        self._cancel(conversation_id)

    def _cancel(self, conversation_id: str) -> None:
        request = self._requests.pop(conversation_id, None)
        if request is not None:
            request.cancel()

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._ask_again()

    def _on_ended(self, _conversation_id: str, _status: MessageStatus | None) -> None:
        if not self._replies.running_ids:
            self._ask_again()

    def _ask_again(self) -> None:
        """Cancel running proposals; ``_proposed`` submits them with the current priority."""
        for proposal in self._proposals:
            proposal.cancel()

    async def _generate(self, conversation_id: str) -> None:
        toast = self._toasts.show(
            translate("TitleGenerator", "The model is asked for a title. Answers go first."),
            action=translate("TitleGenerator", "Cancel"),
            on_action=lambda: self._cancel(conversation_id),
            stays=True,
            kind=f"title of {conversation_id}",
            conversation_id=conversation_id,
        )
        try:
            conversation = await self._history.conversations.get(conversation_id)
            if conversation is None:
                return
            title = await self._proposed(conversation_id, conversation.title)
        finally:
            self._toasts.dismiss(toast)
            # After a cancel the entry may already belong to the next request.
            if self._requests.get(conversation_id) is asyncio.current_task():
                del self._requests[conversation_id]
        if title is None:
            self._report_failure(conversation.title)
        elif conversation.title_origin is TitleOrigin.USER:
            self._offer_undo(conversation_id, conversation.title, title)
        self._conversations.update(conversation_id)

    async def _proposed(self, conversation_id: str, title: str) -> str | None:
        while True:
            is_background = bool(self._replies.running_ids)
            proposal = asyncio.create_task(
                self._titles.propose(conversation_id, before=title, is_background=is_background)
            )
            self._proposals.add(proposal)
            try:
                # ``wait`` does not raise: a proposal cancelled by ``_ask_again`` is submitted
                # again.
                await asyncio.wait([proposal])
            finally:
                self._proposals.discard(proposal)
                proposal.cancel()
                await asyncio.wait([proposal])
            if not proposal.cancelled():
                return proposal.result()

    def _report_failure(self, title: str) -> None:
        text = translate(
            "TitleGenerator", "No title was suggested. This chat is still called “{title}”."
        )
        self._toasts.show(fill(text, title=shown_title(title)), kind="title")

    def _offer_undo(self, conversation_id: str, old: str, new: str) -> None:
        self._toasts.show(
            fill(translate("TitleGenerator", "“{old}” was renamed to “{new}”."), old=old, new=new),
            action=translate("TitleGenerator", "Undo"),
            on_action=lambda: self._conversations.rename(conversation_id, old),
            kind="title",
        )
