"""Several answers to one question, written at once and shown side by side to choose from."""

from functools import partial

from app.chat.turn_events import ReplyEnded, ReplyGrew, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.conversations.branches import BranchesController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Conversation
from app.widgets.conversation.view import ConversationView

MIN_VARIANTS, MAX_VARIANTS = 2, 4


class VariantsController(Controller):
    """Writes as many answers as the engine has slots; all stay as versions of the reply."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        branches: BranchesController,
    ) -> None:
        super().__init__(services)
        self._turns = turns
        self._branches = branches
        self._window.requests.variants_requested.connect(self._vary_last_reply)
        replies.views.add(self._on_view)
        replies.events.add(self._on_turn_event)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name = conversation.id
        view.requests.variants_requested.connect(partial(self._on_requested, name))
        view.variants.selected.connect(partial(self._tasks.starter(self._choose), name))
        view.variants.closed.connect(view.close_variants)

    def _vary_last_reply(self, conversation_id: str) -> None:
        reply = self._branches.last_reply(conversation_id)
        if reply is not None:
            self._on_requested(conversation_id, reply.id)

    def _on_requested(self, conversation_id: str, reply_id: int) -> None:
        model = self._client.state.known_model
        count = min(MAX_VARIANTS, max(MIN_VARIANTS, model.slot_count if model is not None else 0))
        turn = partial(self._turns.vary, conversation_id, reply_id, count)
        self._branches.begin(conversation_id, turn)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        match event:
            # Without others it is an ordinary turn, which the transcript shows.
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

    async def _choose(self, conversation_id: str, message_id: int) -> None:
        await self._branches.choose(conversation_id, message_id)
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.close_variants()
