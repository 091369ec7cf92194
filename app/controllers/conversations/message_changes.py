"""Single messages: answers edited and regenerated in another way, messages deleted."""

from dataclasses import replace
from functools import partial

from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import PRESET_THINKING, thinking_options_of
from app.domain.conversations import Conversation, ConversationOptions, Preset
from app.domain.messages import DeletedMessage
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import translate
from app.widgets.transcript.message_menu import RegenerateMenu, menu_position


class MessageChanges(Controller):
    """Edits, rewrites and deletes single messages; a deletion can be undone."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        branches: BranchesController,
        conversations: ConversationsController,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._turns = turns
        self._replies = replies
        self._branches = branches
        self._conversations = conversations
        self._undo = undo
        replies.views.add(self._on_view)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        for signal, work in (
            (view.requests.answer_edited, self._edit_answer),
            (view.requests.delete_requested, self._delete),
            (view.requests.regenerate_with_requested, self._offer_ways),
        ):
            signal.connect(partial(self._tasks.starter(work), conversation.id))

    async def _edit_answer(
        self, conversation_id: str, message_id: int, text: str, is_continued: bool
    ) -> None:
        """Store and show an edited answer, and let the model continue it if requested."""
        edited = await self._history.turns.edit_reply(message_id, text)
        await self._branches.choose(conversation_id, edited.id)
        if is_continued:
            turn = partial(self._turns.continue_reply, conversation_id)
            self._branches.begin(conversation_id, turn)

    async def _delete(self, conversation_id: str, message_id: int) -> None:
        deleted = await self._history.message_deletions.delete(message_id)
        await self._show(conversation_id)
        self._undo.add(
            translate("MessageChanges", "The message was deleted."),
            partial(self._tasks.starter(self._restore), deleted),
        )

    async def _restore(self, deleted: DeletedMessage) -> None:
        await self._history.message_deletions.restore(deleted)
        await self._show(deleted.message.conversation_id)

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            self._replies.show_branch(conversation.messages, view)
        if conversation is not None and not conversation.messages:
            self._conversations.show_empty(conversation)
        self._conversations.update(conversation_id)

    async def _offer_ways(self, conversation_id: str, reply_id: int) -> None:
        """Offer the presets and temperatures for another version of an answer."""
        conversation = await self._history.conversations.get(conversation_id)
        presets = await self._history.presets.all()
        view = self._window.panes.view_of(conversation_id)
        message = view.transcript.view_of(reply_id) if view is not None else None
        if conversation is None or message is None:
            return
        options = conversation.options
        menu = RegenerateMenu([preset.name for preset in presets], options.preset_name, message)
        regenerate = partial(self._regenerate, conversation_id, reply_id)
        by_name = {preset.name: preset for preset in presets}
        menu.preset_chosen.connect(lambda name: regenerate(with_preset(options, by_name.get(name))))
        menu.temperature_chosen.connect(lambda value: regenerate(with_temperature(options, value)))
        menu.popup(menu_position(message.footer.actions))

    def _regenerate(
        self, conversation_id: str, reply_id: int, options: ConversationOptions
    ) -> None:
        turn = partial(self._turns.regenerate, conversation_id, reply_id, options=options)
        self._branches.begin(conversation_id, turn)


def with_preset(options: ConversationOptions, preset: Preset | None) -> ConversationOptions:
    """Return options with another preset, without the chat's own samplers and thinking."""
    if preset is None:
        return replace(options, preset_name=None, chat=replace(options.chat, sampling={}))
    thinking = thinking_options_of(preset.values.get(PRESET_THINKING)).over(options.chat.thinking)
    chat = replace(options.chat, sampling={}, thinking=thinking)
    return replace(options, preset_name=preset.name, chat=chat)


def with_temperature(options: ConversationOptions, temperature: float) -> ConversationOptions:
    """Return options with another temperature."""
    return replace(options, chat=options.chat.with_sampling("temperature", temperature))
