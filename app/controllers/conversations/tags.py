"""Tags: words that conversations are given, and found by."""

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.services import Controller, Services


class TagsController(Controller):
    """Gives conversations tags and takes them away; a tag exists as long as one of them has it."""

    def __init__(self, services: Services, conversations: ConversationsController) -> None:
        super().__init__(services)
        self._conversations = conversations
        services.window.requests.tag_requested.connect(services.tasks.starter(self._tag))

    async def _tag(self, ids: tuple[str, ...], tag: str, is_set: bool) -> None:
        stored = await self._history.conversations.summaries_of(*ids)
        left = tuple(each.id for each in stored)
        await self._history.conversations.tag(*left, tag=tag, is_set=is_set)
        self._conversations.update(*left)
