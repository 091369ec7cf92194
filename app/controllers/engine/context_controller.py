"""The line where the context of a conversation begins, and the dialog about it."""

import asyncio
from functools import partial

from msgspec.structs import replace

from app.chat.recap_requests import recap_place
from app.chat.turn_events import ContextMoved, TurnEvent
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.conversations.recap_controller import RecapController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.domain.messages import Message
from app.models.controllers.model_settings import ModelSettingsController
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.context_dialog import ContextDialog, ContextFacts
from app.widgets.kit.translation import fill, translate

MAX_CONTEXT_WINDOW = 1 << 20
MAX_COUNTED_CHARS = 4_000_000
COUNTING_SECONDS = 2.0  # the dialog opens without figures after this time


class ContextController(Controller):
    """Draws the line that the engine reports, and carries out the choices of its dialog."""

    def __init__(
        self,
        services: Services,
        replies: Replies,
        branches: BranchesController,
        chat_panel: ChatPanelController,
        recaps: RecapController,
        model_settings: ModelSettingsController,
    ) -> None:
        super().__init__(services)
        self._model_settings = model_settings
        self._recaps = recaps
        self._replies = replies
        self._branches = branches
        self._chat_panel = chat_panel
        replies.views.add(self._on_view)
        replies.events.add(self._on_turn_event)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.requests.context_help_requested.connect(
            partial(self._tasks.starter(self._help), conversation.id)
        )
        self._draw(view, conversation.context_starts_at, conversation.pinned_above_context)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        view = self._window.panes.view_of(conversation_id)
        if isinstance(event, ContextMoved) and view is not None:
            self._draw(view, event.message_id, event.pinned_count)

    def _draw(self, view: ConversationView, message_id: int | None, pinned_count: int) -> None:
        text = ""
        if message_id is not None:
            text = self._line_text(view.conversation_id, has_pinned=pinned_count > 0)
        view.transcript.set_context_boundary(message_id, text)

    def _line_text(self, conversation_id: str, *, has_pinned: bool) -> str:
        text = translate("Context", "The model can't see anything above this line.")
        if has_pinned:
            text = translate(
                "Context", "The model can't see anything above this line, except what is pinned."
            )
        model = self._models.state_of_chat(conversation_id).model
        if model is not None:
            limit = translate("Context", "Context: {count:,} tokens per chat.")
            text += " " + fill(limit, count=model.context_window)
        return text

    async def _help(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return
        ids = [each.id for each in conversation.messages]
        begins = conversation.context_starts_at
        index = ids.index(begins) if begins in ids else 0
        facts = replace(
            self._facts(conversation, has_earlier=index > 0),
            earlier_tokens=await self._tokens(conversation.messages[:index]),
            # A pinned message keeps its whole turn: the question and its reply.
            first_tokens=await self._tokens(conversation.messages[: min(index, 2)]),
        )
        dialog = ContextDialog(facts, self._window)
        if index:
            dialog.fork_requested.connect(partial(self._branches.fork, ids[index - 1]))
        if ids:
            dialog.pin_requested.connect(partial(self._branches.pin, conversation_id, ids[0]))
        enlarge = self._tasks.starter(self._model_settings.set_context_window)
        path = self._models.path_of_chat(conversation_id)
        dialog.larger_requested.connect(partial(enlarge, path))
        dialog.recap_requested.connect(partial(self._recaps.request, conversation_id))
        dialog.options_requested.connect(partial(self._chat_panel.open, conversation_id))
        dialog.open()

    async def _tokens(self, messages: tuple[Message, ...]) -> int | None:
        """Estimate how many tokens messages have; None if the engine does not answer in time."""
        if not messages:
            return None
        text = "\n\n".join(each.text for each in messages)[:MAX_COUNTED_CHARS]
        try:
            async with asyncio.timeout(COUNTING_SECONDS):
                conversation_id = messages[0].conversation_id
                queries = self._models.queries(conversation_id)
                counted = await queries.count_tokens(conversation_id, text)
        except TimeoutError:
            return None
        return None if counted is None else counted.token_count

    def _facts(self, conversation: Conversation, *, has_earlier: bool) -> ContextFacts:
        model = self._models.state_of_chat(conversation.id).model
        held = self._replies.window_of(conversation.id) if model is None else model.context_window
        larger = min(2 * held, MAX_CONTEXT_WINDOW)
        kv_bytes = model.kv_bytes if model is not None else 0
        place = recap_place(conversation)
        return ContextFacts(
            context_window=held,
            larger_window=larger if larger > held else None,
            larger_bytes=kv_bytes * (larger - held) // max(1, held),
            trained_context=model.trained_context if model is not None else held,
            can_slide=model is None or model.can_slide,
            pinned_count=sum(each.is_pinned for each in conversation.messages),
            has_messages=bool(conversation.messages),
            has_earlier=has_earlier,
            can_recap=place is not None,
            is_recap_early=place != conversation.context_starts_at,
            held_tokens=_held_tokens(conversation),
        )


def _held_tokens(conversation: Conversation) -> int:
    """Return the tokens in the context after the last reply with a usage; 0 without one."""
    usages = [message.usage for message in conversation.messages if message.usage is not None]
    return usages[-1].context_tokens if usages else 0
