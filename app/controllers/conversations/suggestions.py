"""The questions that an empty conversation suggests: asked alone, or all at once in tabs."""

from functools import partial

from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain import Conversation, OutgoingMessage
from app.widgets.conversation.view import ConversationView

# Not translated: they are what the built-in model, which knows English only, is asked.
SUGGESTIONS = (
    "What can you do?",
    "Tell me a story about tabs",
    "Show me the keys in a table",
    "Count to 60",
)


class Suggestions:
    """Sends the suggestion that is chosen, or each of them in its own tab."""

    def __init__(self, services: Services, replies: Replies, tabs: TabsController) -> None:
        self._window = services.window
        self._tasks = services.tasks
        self._replies = replies
        self._tabs = tabs
        replies.views.add(self._on_view)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.empty_state.set_suggestions(SUGGESTIONS)
        view.empty_state.suggestion_chosen.connect(partial(self._send, conversation.id))
        view.empty_state.ask_all_requested.connect(lambda: self._tasks.start(self._ask_all()))

    async def _ask_all(self) -> None:
        ids = await self._tabs.open_empty_tabs(len(SUGGESTIONS))
        self._window.grids.show_grid()
        for conversation_id, question in zip(ids, SUGGESTIONS, strict=True):
            self._send(conversation_id, question)

    def _send(self, conversation_id: str, question: str) -> None:
        self._replies.send(conversation_id, OutgoingMessage(question))
