"""Several answers to one question at once: begun, shown side by side, and one of them taken."""

from functools import partial

from app.chat.turn_events import ReplyEnded, ReplyGrew, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.conversations.branches import BranchesController
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.domain import Conversation
from app.widgets.conversation.view import ConversationView
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient

FEWEST, MOST = 2, 4


class VariantsController:
    """As many answers as can be written together; they stay as versions, whichever is taken."""

    def __init__(
        self,
        window: MainWindow,
        client: EngineClient,
        turns: Turns,
        replies: Replies,
        branches: BranchesController,
        tasks: Tasks,
    ) -> None:
        self._window = window
        self._client = client
        self._turns = turns
        self._branches = branches
        self._tasks = tasks
        window.variants_requested.connect(self._vary_last_reply)
        replies.listen_to_views(self._on_view)
        replies.listen(self._on_turn_event)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name = conversation.id
        view.variants_requested.connect(partial(self._on_requested, name))
        view.variants.chosen.connect(partial(self._on_chosen, name))
        view.variants.closed.connect(view.close_variants)

    def _vary_last_reply(self, conversation_id: str) -> None:
        reply = self._branches.last_reply(conversation_id)
        if reply is not None:
            self._on_requested(conversation_id, reply.id)

    def _on_requested(self, conversation_id: str, reply_id: int) -> None:
        model = self._client.state.model
        count = min(MOST, max(FEWEST, model.slot_count if model is not None else FEWEST))
        self._branches.begin(conversation_id, self._turns.vary(conversation_id, reply_id, count))

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        view = self._window.view_of(conversation_id)
        if view is None:
            return
        match event:
            case TurnStarted(turn, _, others) if others:
                ids = tuple(each.reply.id for each in (turn, *others))
                view.show_variants(turn.user.text, ids)
            case ReplyGrew():
                view.variants.grow(event.message_id, event.text, event.reasoning)
            case ReplyEnded():
                view.variants.finish(event.message)
                if event.is_last:
                    view.variants.end()
            case _:
                pass

    def _on_chosen(self, conversation_id: str, message_id: int) -> None:
        self._tasks.start(self._choose(conversation_id, message_id))

    async def _choose(self, conversation_id: str, message_id: int) -> None:
        await self._branches.choose(conversation_id, message_id)
        view = self._window.view_of(conversation_id)
        if view is not None:
            view.close_variants()
