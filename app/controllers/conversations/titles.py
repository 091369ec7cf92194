"""Titles that the model proposes: asked for when it is idle, given up when anybody needs it."""

import asyncio

from app.chat.titles import Titles
from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.domain import MessageStatus
from engine.client.client import EngineClient

FEWEST_PARAMETERS = 300_000_000  # smaller models do not follow such a wish; first words stay


class TitlesController:
    """One conversation at a time, each once: the first words stay where nothing better comes."""

    def __init__(
        self,
        client: EngineClient,
        titles: Titles,
        replies: Replies,
        conversations: ConversationsController,
        tasks: Tasks,
    ) -> None:
        self._client = client
        self._titles = titles
        self._replies = replies
        self._conversations = conversations
        self._tasks = tasks
        self._waiting: list[str] = []
        self._asked: set[str] = set()
        self._asking: asyncio.Task[None] | None = None
        replies.listen(self._on_turn_event)
        replies.listen_to_ends(self._on_ended)

    def close(self) -> None:
        """Ask for no more titles."""
        self._waiting = []
        self._give_up()

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._give_up()

    def _on_ended(self, conversation_id: str, status: MessageStatus | None) -> None:
        if status is MessageStatus.COMPLETE and conversation_id not in self._asked:
            self._asked.add(conversation_id)
            self._waiting.append(conversation_id)
        self._ask_next()

    def _ask_next(self) -> None:
        model = self._client.state.model
        is_able = model is not None and model.parameter_count >= FEWEST_PARAMETERS
        if self._waiting and is_able and self._asking is None and not self._replies.running_ids:
            self._asking = self._tasks.start(self._ask(self._waiting[0]))

    async def _ask(self, conversation_id: str) -> None:
        try:
            title = await self._titles.propose(conversation_id)
            self._waiting = [each for each in self._waiting if each != conversation_id]
        finally:
            self._asking = None
        if title is not None:
            await self._conversations.refresh()
        self._ask_next()

    def _give_up(self) -> None:
        """Let whoever came have the model; the conversation waits for another moment."""
        if self._asking is not None:
            self._asking.cancel()
