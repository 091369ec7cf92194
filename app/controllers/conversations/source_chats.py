"""Chats that live in a source: begun, moved to another version, and labelled in their headers."""

from collections.abc import Callable
from functools import partial

from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Conversation, Source
from app.widgets.conversation.view import ConversationView


class SourceChats(Controller):
    """``on_source_wanted`` hears of a source that somebody clicked in a header."""

    def __init__(self, services: Services, tabs: TabsController, replies: Replies) -> None:
        super().__init__(services)
        self._tabs = tabs
        self.on_source_wanted: Callable[[str], object] = lambda _source_id: None
        replies.views.add(self._on_view)

    async def begin(self, source: Source) -> None:
        """Open a new chat in the newest version of a source, in front."""
        version = source.newest
        conversation = await self._history.conversations.create(source_version_id=version.id)
        self._tabs.show(conversation)
        self._window.requests.window_requested.emit()

    def open(self, conversation_id: str) -> None:
        """Show a chat, in its tab or a new one."""
        self._tabs.open_tab(conversation_id)

    async def move(self, conversation_id: str, source: Source) -> None:
        """Let a chat go on in the newest version of its source."""
        await self._history.sources.move(conversation_id, source.newest.id)
        await self.show()

    async def show(self) -> None:
        """Show in each open tab the source that it lives in now."""
        # Read again, and not passed on: a source that was renamed or deleted is in any of them.
        for conversation_id in self._window.panes.ids():
            conversation = await self._history.conversations.get(conversation_id)
            view = self._window.panes.view_of(conversation_id)
            if conversation is not None and view is not None:
                view.header.set_source(conversation.source)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.header.set_source(conversation.source)
        want = partial(self._tasks.starter(self._want_source), conversation.id)
        view.header.source_button.clicked.connect(lambda: want())

    async def _want_source(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None and conversation.source is not None:
            self.on_source_wanted(conversation.source.source_id)
