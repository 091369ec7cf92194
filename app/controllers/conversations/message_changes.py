"""Single messages: answers edited and regenerated in another way, messages deleted."""

import contextlib
from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QLocale

from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import PRESET_THINKING, ChatModel, ThinkingOptions, thinking_options_of
from app.domain.conversations import Conversation, ConversationOptions, Preset
from app.domain.messages import DeletedMessage, Rewrite, RewriteKind
from app.errors import ModelFileError
from app.machines.model import HERE, EndpointSetting, Route
from app.models.library.model_files import ModelFiles
from app.models.library.models import used_paths
from app.widgets.composer.thinking_button import ThinkingState
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.message_menu import RegenerateMenu, Way, menu_position
from app.widgets.transcript.usage_text import rewrite_name

TEMPERATURES = (0.0, 0.4, 0.7, 1.0, 1.4)


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
        model_files: ModelFiles,
    ) -> None:
        super().__init__(services)
        self._model_files = model_files
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
        """Offer the ways to write another version of an answer."""
        conversation = await self._history.conversations.get(conversation_id)
        presets = await self._history.presets.all()
        models = await self._used_models()
        view = self._window.panes.view_of(conversation_id)
        message = view.transcript.view_of(reply_id) if view is not None else None
        if conversation is None or view is None or message is None:
            return
        options = conversation.options
        sections = (
            rewrite_ways(options) if message.message.text.strip() else [],
            preset_ways(options, presets),
            temperature_ways(options),
            model_ways(options, models),
            machine_ways(options, self._settings.current.endpoints),
            thinking_ways(options, view.composer.thinking_button.state),
        )
        menu = RegenerateMenu(sections, message)
        menu.chosen.connect(partial(self._regenerate, conversation_id, reply_id))
        menu.popup(menu_position(message.footer.actions))

    async def _used_models(self) -> list[ChatModel]:
        """Return the models of this computer that were used; first that of new chats."""
        found: list[ChatModel] = []
        for path in used_paths(self._settings.current):
            with contextlib.suppress(ModelFileError):  # it was moved or deleted
                found.append(await self._model_files.model_of(path))
        return found

    def _regenerate(self, conversation_id: str, reply_id: int, way: Way) -> None:
        rewrite = None if way.rewrite is None else Rewrite(way.rewrite, reply_id)
        turn = partial(
            self._turns.regenerate, conversation_id, reply_id, options=way.options, rewrite=rewrite
        )
        self._branches.begin(conversation_id, turn)


def rewrite_ways(options: ConversationOptions) -> list[Way]:
    """Return what the model can be asked to change in an answer."""
    return [Way(rewrite_name(kind), options, kind) for kind in RewriteKind]


def temperature_ways(options: ConversationOptions) -> list[Way]:
    """Return the temperatures on offer."""
    text = translate("RegenerateMenu", "Temperature {number}")
    return [
        Way(fill(text, number=QLocale().toString(each, "f", 1)), with_temperature(options, each))
        for each in TEMPERATURES
    ]


def thinking_ways(options: ConversationOptions, state: ThinkingState) -> list[Way]:
    """Return what the model can change in its thinking; what is in force is left out."""
    now = state.options
    found: list[tuple[str, ThinkingOptions]] = []
    if state.can_switch and now.is_on is not True:
        found.append((translate("RegenerateMenu", "With thinking"), ThinkingOptions(is_on=True)))
    if state.can_switch and now.is_on is not False:
        found.append(
            (translate("RegenerateMenu", "Without thinking"), ThinkingOptions(is_on=False))
        )
    text = translate("RegenerateMenu", "Thinking effort “{effort}”")
    found += [
        (fill(text, effort=each), ThinkingOptions(effort=each))
        for each in state.efforts
        if each != now.effort
    ]
    own = options.chat.thinking
    return [
        Way(text, replace(options, chat=replace(options.chat, thinking=each.over(own))))
        for text, each in found
    ]


def model_ways(options: ConversationOptions, models: list[ChatModel]) -> list[Way]:
    """Return the other models of this computer; ``models`` begins with that of new chats."""
    is_here = options.chat.route in (None, HERE)
    now = options.model if options.model.is_chosen or not models else models[0]
    text = translate("RegenerateMenu", "Model {name}")
    here = replace(options.chat, route=HERE)
    return [
        Way(fill(text, name=each.name), replace(options, model=each, chat=here))
        for each in models
        if each != now or not is_here
    ]


def machine_ways(options: ConversationOptions, endpoints: tuple[EndpointSetting, ...]) -> list[Way]:
    """Return the models of other machines that this chat may be sent to."""
    text = translate("Machines", "{model} · on {machine}")
    found: list[tuple[str, Route]] = []
    for endpoint in endpoints:
        is_agreed = endpoint.is_trusted or endpoint.origin in options.chat.consents
        for model in endpoint.models if is_agreed else ():
            route = Route(endpoint.id, model.name)
            if route != options.chat.route:
                found.append((fill(text, model=model.name, machine=endpoint.name), route))
    return [
        Way(text, replace(options, chat=replace(options.chat, route=route)))
        for text, route in found
    ]


def preset_ways(options: ConversationOptions, presets: Iterable[Preset]) -> list[Way]:
    """Return the default settings, if the chat has others, and all presets."""
    ways: list[Way] = []
    if options.preset_name is not None or options.chat.sampling:
        text = translate("RegenerateMenu", "Default settings")
        ways.append(Way(text, with_preset(options, None)))
    for preset in presets:
        text = translate("RegenerateMenu", "Preset “{name}”")
        if preset.name == options.preset_name:
            text = translate("RegenerateMenu", "Preset “{name}”, as in this chat")
        ways.append(Way(fill(text, name=preset.name), with_preset(options, preset)))
    return ways


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
