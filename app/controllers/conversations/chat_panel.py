"""The settings of the active chat: shown in the side panel, stored as they change."""

import contextlib
from functools import partial

import msgspec
from msgspec.structs import replace

from app.chat.turns import Turns
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.chat_options import ChatOptions, ThinkingOptions
from app.domain.conversations import Conversation, ConversationOptions
from app.errors import ConversationGone
from app.settings import Settings
from app.widgets.chat_panel.changes import AnswerForm
from app.widgets.chat_panel.panel_content import PanelContent
from app.widgets.chat_panel.pin_list import PinnedMessage
from app.widgets.chat_panel.thinking_rows import ArgumentChoice, ThinkingChoices
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import shown_title
from engine.listeners import Listeners
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import ArgumentKind, TemplateArgument


class ChatPanelController(Controller):
    """Shows and stores options, which apply from the next answer on.

    ``changes`` are notified of every change that the user makes here.
    """

    def __init__(
        self, services: Services, turns: Turns, replies: Replies, forms: AnswerForms
    ) -> None:
        super().__init__(services)
        self._forms = forms
        self._turns = turns
        self._panel = services.window.chat_panel
        self.changes = Listeners[str, ConversationOptions]()
        self._change_count = 0  # to detect options read before a change
        self._connect_panel()
        window = services.window
        window.panes.activated.connect(lambda _id: self.refresh())
        window.panes.rearranged.connect(self.refresh)
        window.panes.items.title_changed.connect(lambda _id: self.refresh())
        services.settings.changes.add(self._on_settings_changed)
        services.client.states.add(lambda _state: self._show_model())
        services.models.host.changes.add(self._show_model)
        services.models.chats.add(lambda _id: self._show_model())
        replies.views.add(self._on_view)
        self._restore(services.settings.current)

    def open(self, conversation_id: str) -> None:
        """Activate the tab of a chat, and open its settings."""
        self._window.panes.activate(conversation_id)
        self._window.panel_switch.switch(is_shown=True)

    def refresh(self) -> None:
        """Show the stored options of the active chat, if the panel is open."""
        if self._panel.isVisible():
            self._tasks.start(self._show_front())

    def _connect_panel(self) -> None:
        panel = self._panel
        panel.shown.connect(self.refresh)
        panel.editor.changed.connect(self._on_changed)
        panel.folds_changed.connect(lambda keys: self._settings.change(folded_panel_parts=keys))
        panel.form.check_requested.connect(self._tasks.starter(self._check, may_be_dropped=True))
        panel.pins.message_requested.connect(self._on_message_requested)
        panel.pins.unpin_requested.connect(self._on_unpin_requested)
        position = self._window.panel_position
        position.wanted_changed.connect(
            lambda is_wanted: self._settings.change(is_chat_panel_visible=is_wanted)
        )

    def _restore(self, settings: Settings) -> None:
        self._panel.set_folded(settings.folded_panel_parts)
        self._window.panel_position.restore(
            is_wanted=settings.is_chat_panel_visible, width=settings.chat_panel_width
        )

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.composer.options_requested.connect(partial(self._on_button_pressed, conversation.id))
        show = partial(self._on_pins_changed, conversation.id)
        view.transcript.pins_changed.connect(show)
        view.transcript.messages_changed.connect(show)

    def _on_button_pressed(self, conversation_id: str) -> None:
        """Open the panel, or close it if it shows this chat already."""
        is_shown = not self._panel.isHidden()
        if is_shown and self._window.panes.active_id() == conversation_id:
            self._window.panel_switch.switch(is_shown=False)
        else:
            self.open(conversation_id)

    def _on_settings_changed(self, _old: Settings, _new: Settings) -> None:
        self.refresh()

    def _on_changed(self, conversation_id: str, options: ConversationOptions) -> None:
        self._change_count += 1
        # Submitted at once, as one transaction: the next message finds it stored.
        self._tasks.start(self._store(conversation_id, options))
        self.changes.notify(conversation_id, options)

    async def _store(self, conversation_id: str, options: ConversationOptions) -> None:
        with contextlib.suppress(ConversationGone):  # the chat was deleted
            await self._history.conversations.set_answering(conversation_id, options)

    async def _check(self, form: AnswerForm) -> None:
        """Show whether the engine supports a grammar or schema."""
        self._panel.form.show_checked(form, await self._forms.problem_of(form))

    async def _show_front(self) -> None:
        conversation_id = self._window.panes.active_id()
        if conversation_id is None:
            self._panel.show_content(None)
            return
        change_count = self._change_count
        options = await self._history.conversations.options(conversation_id)
        presets = await self._history.presets.all()
        if conversation_id != self._window.panes.active_id():
            return  # another task shows the chat that is active now
        if options is None:
            self._panel.show_content(None)
            return
        if change_count != self._change_count and conversation_id == self._shown_id():
            options = self._panel.editor.options  # newer than the stored options
        settings = self._turns.requests.settings
        self._panel.show_content(
            PanelContent(
                conversation_id,
                title=shown_title(self._window.dialogs.title(conversation_id)),
                options=options,
                presets=presets,
                default_prompt=settings.system_prompt,
                defaults=msgspec.to_builtins(settings.sampling),
                advised=settings.advised,
                pins=self._pins(conversation_id),
                can_slide=self._can_slide(),
                thinking=self._thinking(),
            )
        )

    def _show_model(self) -> None:
        """Show the abilities of the model; the options of the chat did not change."""
        before = self._panel.content
        if before is None:
            return
        content = replace(before, can_slide=self._can_slide(), thinking=self._thinking())
        if content != before:  # the engine reports a state at every percent of loading
            self._panel.show_content(replace(content, options=self._panel.editor.options))

    def _can_slide(self) -> bool:
        model = self._models.state_of_chat(self._shown_id()).known_model
        return model is None or model.can_slide

    def _thinking(self) -> ThinkingChoices:
        shown_id = self._shown_id()
        model = self._models.state_of_chat(shown_id).known_model
        if model is None:
            return ThinkingChoices()
        digest = self._models.of_chat(shown_id)
        own = self._turns.requests.thinking(ChatOptions(), model=digest)
        return _thinking_choices(model, own)

    def _shown_id(self) -> str:
        return self._panel.editor.conversation_id

    def _pins(self, conversation_id: str) -> tuple[PinnedMessage, ...]:
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return ()
        pinned_ids = view.transcript.message_list.pinned_ids
        return tuple(
            PinnedMessage(each.id, each.role, each.text)
            for each in view.transcript.messages()
            if each.id in pinned_ids
        )

    def _on_pins_changed(self, conversation_id: str) -> None:
        if conversation_id == self._shown_id() and not self._panel.isHidden():
            self._panel.pins.set_pins(self._pins(conversation_id))

    def _on_message_requested(self, message_id: int) -> None:
        self._window.requests.message_activated.emit(self._shown_id(), message_id)

    def _on_unpin_requested(self, message_id: int) -> None:
        view = self._window.panes.view_of(self._shown_id())
        if view is not None:
            view.requests.pin_toggled.emit(message_id, False)


def _thinking_choices(model: ModelInfo, default: ThinkingOptions) -> ThinkingChoices:
    """Return the thinking choices of a model, with the default of the settings."""
    info = model.thinking
    return ThinkingChoices(
        can_switch=info.can_switch,
        is_on=info.is_on if default.is_on is None else default.is_on,
        efforts=info.efforts,
        effort=default.effort or info.effort,
        has_budget=info.has_budget,
        budget=default.budget,
        is_costly=not (info.is_switch_late and info.is_effort_late),
        arguments=tuple(map(_argument_choice, model.template_arguments)),
    )


def _argument_choice(argument: TemplateArgument) -> ArgumentChoice:
    values: tuple[object, ...] = argument.words
    if argument.kind is ArgumentKind.TRUTH:
        values = (True, False)
    return ArgumentChoice(argument.name, values, is_number=argument.kind is ArgumentKind.NUMBER)
