"""The thinking options of a chat: shown at its composer, stored with its options."""

import contextlib
from functools import partial

from msgspec.structs import replace

from app.chat.request_builder import model_key
from app.chat.turns import Turns
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.domain.chat_options import PRESET_THINKING, ThinkingOptions, thinking_options_of
from app.domain.conversations import Conversation, ConversationOptions
from app.errors import ConversationGone
from app.machines.model import RemoteModel
from app.settings import Settings
from app.widgets.composer.thinking_button import ThinkingState
from app.widgets.conversation.view import ConversationView
from engine.listeners import Listeners
from engine.messages.request_options import ThinkingInfo


class ThinkingController(Controller):
    """Shows the button if the model has thinking options; they apply from the next answer on."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        routes: RoutesController | None = None,
    ) -> None:
        super().__init__(services)
        self._routes = routes
        if routes is not None:
            routes.changes.add(lambda _id: self._show_all())
        self._turns = turns
        self._infos: dict[str, ThinkingInfo] = {}  # shown in the tabs, by conversation
        self.stored = Listeners[str, ThinkingOptions]()  # notified of options set at a composer
        replies.views.add(self._on_view)
        services.client.states.add(lambda _state: self._show_changed())
        services.models.host.changes.add(self._show_changed)
        services.models.chats.add(lambda _id: self._show_changed())
        self._settings.changes.add(self._on_settings_changed)

    def show_options(self, conversation_id: str, options: ConversationOptions) -> None:
        """Show the options of a chat that were changed elsewhere."""
        self._show(conversation_id, own=options.chat.thinking)
        self._tasks.start(self._show_preset(conversation_id, options.preset_name))

    def show_presets(self) -> None:
        """Show the current values of presets in all tabs."""
        for conversation_id in self._window.panes.ids():
            self._tasks.start(self._show_preset_of(conversation_id))

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        options = conversation.options
        button = view.composer.thinking_button
        button.options_chosen.connect(partial(self._tasks.starter(self._store), conversation.id))
        button.default_chosen.connect(
            partial(self._tasks.starter(self._store_default), conversation.id)
        )
        weigh = self._tasks.starter(self._weigh, may_be_dropped=True)
        button.opened.connect(partial(weigh, conversation.id))
        self._show(conversation.id, own=options.chat.thinking)
        if options.preset_name is not None:
            self._tasks.start(self._show_preset(conversation.id, options.preset_name))

    def _show_changed(self) -> None:
        """Show the options of models that have become known, or of another model."""
        # Notified at every percent of loading; only another model changes anything.
        infos = {each: self._info(each) for each in self._window.panes.ids()}
        before, self._infos = self._infos, infos
        for conversation_id, info in infos.items():
            if before.get(conversation_id) != info:
                self._show(conversation_id)

    def _info(self, conversation_id: str) -> ThinkingInfo:
        known = self._models.state_of_chat(conversation_id).known_model
        return ThinkingInfo() if known is None else known.thinking

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if old.thinking != new.thinking:
            self._show_all()

    def _show_all(self) -> None:
        for conversation_id in self._window.panes.ids():
            self._show(conversation_id)

    async def _show_preset_of(self, conversation_id: str) -> None:
        options = await self._history.conversations.options(conversation_id)
        if options is not None:
            await self._show_preset(conversation_id, options.preset_name)

    async def _show_preset(self, conversation_id: str, name: str | None) -> None:
        presets = () if name is None else await self._history.presets.all()
        values = next((each.values for each in presets if each.name == name), {})
        preset = thinking_options_of(values.get(PRESET_THINKING))
        self._show(conversation_id, preset=preset)

    def _show(
        self,
        conversation_id: str,
        *,
        own: ThinkingOptions | None = None,
        preset: ThinkingOptions | None = None,
    ) -> None:
        """Show the options in force; arguments that are not given keep their shown value."""
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        button = view.composer.thinking_button
        shown = button.state
        own, preset = shown.own if own is None else own, shown.preset if preset is None else preset
        button.set_state(self._state(conversation_id, own, preset))

    async def _store(self, conversation_id: str, thinking: ThinkingOptions) -> None:
        with contextlib.suppress(ConversationGone):  # the chat was deleted
            await self._history.conversations.set_thinking(conversation_id, thinking)
            self._show(conversation_id, own=thinking)
            self.stored.notify(conversation_id, thinking)

    async def _store_default(self, conversation_id: str, thinking: ThinkingOptions) -> None:
        """Make the options of a chat the default of its model, and reset those of the chat."""
        known = self._settings.current.thinking
        key = self._key(conversation_id)
        if not key:  # it is missing: its default would be that of all missing models
            await self._store(conversation_id, thinking)
            return
        self._settings.change(thinking={**known, key: thinking})
        await self._store(conversation_id, ThinkingOptions())

    async def _weigh(self, conversation_id: str) -> None:
        """Show the tokens that the most likely change would make the model read again."""
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None or not conversation.messages or self._remote(conversation_id):
            return
        thinking = _changed(self._info(conversation_id), conversation.options.chat.thinking)
        options = replace(
            conversation.options, chat=replace(conversation.options.chat, thinking=thinking)
        )
        asked = await self._turns.requests.build(replace(conversation, options=options))
        weighed = await self._models.queries(conversation_id).weigh_prompt(
            conversation_id, asked.prompt.messages, asked.options
        )
        view = self._window.panes.view_of(conversation_id)
        if view is not None:  # the tab may have been closed
            cost = None if weighed is None else weighed.read_again
            view.composer.thinking_button.show_cost(cost)

    def _remote(self, conversation_id: str) -> RemoteModel | None:
        """Return the remote model that answers a chat; None for the local model."""
        found = None if self._routes is None else self._routes.destination(conversation_id)
        return None if found is None else found.model

    def _key(self, conversation_id: str) -> str:
        remote = self._remote(conversation_id)
        return model_key(
            self._models.path_of_chat(conversation_id) if remote is None else remote.name
        )

    def _state(
        self, conversation_id: str, own: ThinkingOptions, preset: ThinkingOptions
    ) -> ThinkingState:
        info, remote = self._info(conversation_id), self._remote(conversation_id)
        if remote is not None:
            # Most machines don't report it; a template without thinking ignores the option.
            info = ThinkingInfo(can_switch=remote.thinks is not False)
        key = self._key(conversation_id)
        return ThinkingState(
            can_switch=info.can_switch,
            is_on=info.is_on,
            efforts=info.efforts,
            effort=info.effort,
            has_budget=info.has_budget,
            own=own,
            preset=preset,
            default=self._settings.current.thinking.get(key, ThinkingOptions()),
        )


def _changed(info: ThinkingInfo, own: ThinkingOptions) -> ThinkingOptions:
    """Return options with another effort, or with the switch changed if there are no efforts."""
    others = [each for each in info.efforts if each != (own.effort or info.effort)]
    if others and not info.is_effort_late:
        return replace(own, is_on=None, effort=others[0])
    is_on = info.is_on if own.is_on is None else own.is_on
    return replace(own, is_on=not is_on) if info.can_switch else own
