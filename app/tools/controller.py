"""Tools of chats: switched on at the message box, and their calls answered at their cards."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from shiboken6 import isValid

from app.chat.turn_events import ToolChanged, TurnEvent
from app.chat.turns import Turns
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.domain.messages import Message, MessageStatus, Role
from app.errors import ConversationGone, ToolFailed
from app.settings import Settings, with_tool_permission
from app.tools.model import BUILT_IN, Decision, Permission, ToolAnswer
from app.tools.servers.model import ServerState
from app.tools.servers.tool_servers import ToolServers
from app.tools.toolbox import Toolbox
from app.tools.view.tool_picker import ToolChoice, ToolGroup, ToolPicker, cost_text, model_note
from app.tools.view.tools_view import destination_text, state_text
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.transcript.message_list import CallState
from app.widgets.transcript.tool_card import is_undecided
from engine.listeners import Listeners

_SETTING = {Decision.ALWAYS: Permission.ALWAYS, Decision.NEVER: Permission.NEVER}
_NAMES = ("tool_permissions", "default_tools", "allows_reading_tools")


class CallCards(Controller):
    """Shows the calls of running turns, and gives the user's answers to them."""

    def __init__(self, services: Services, turns: Turns, replies: Replies) -> None:
        super().__init__(services)
        self._turns = turns
        self._replies = replies
        replies.views.add(self._on_view)
        replies.events.add(self._on_turn_event)
        self._window.panes.activated.connect(self._on_activated)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.requests.tool_answered.connect(partial(self._on_answered, conversation.id))
        view.requests.stop_requested.connect(partial(self._replies.stop, conversation.id))
        # A tab that is opened again in the middle of a turn.
        for event in self._turns.pending_calls(conversation.id):
            self._show(view, event)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        view = self._window.panes.view_of(conversation_id)
        if isinstance(event, ToolChanged) and view is not None:
            self._show(view, event)
            if is_undecided(event.message):
                self._offer_focus(view)

    def _show(self, view: ConversationView, event: ToolChanged) -> None:
        is_asked = is_undecided(event.message)
        state = CallState(event.sends_to, event.warning, event.progress, is_asked=is_asked)
        view.transcript.show_call(event.message, state)

    def _on_activated(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None and view.transcript.asking_ids():
            # Later: the message box gets the focus now.
            QTimer.singleShot(0, view, partial(self._offer_focus, view))

    def _offer_focus(self, view: ConversationView) -> None:
        """Move the focus from an empty message box to the first card that asks."""
        composer = view.composer
        if composer.edit.hasFocus() and composer.draft().is_empty:
            self._focus_next(view)
        else:
            self._show_focused_later(view)

    def _show_focused_later(self, view: ConversationView) -> None:
        QTimer.singleShot(0, view, partial(self._show_focused, view))  # the cards get heights now

    def _show_focused(self, view: ConversationView) -> None:
        """Bring the card that has the focus into view: it must not be answered unseen."""
        focused_id = view.transcript.selection.focused_id()
        if focused_id is not None and focused_id in view.transcript.asking_ids():
            view.transcript.show_message(focused_id)

    def _focus_next(self, view: ConversationView, answered_id: int | None = None) -> bool:
        asking = [each for each in view.transcript.asking_ids() if each != answered_id]
        if asking:
            view.transcript.show_message(asking[0])
        shown = map(view.transcript.view_of, asking)
        cards = [each.card for each in shown if each is not None and each.card is not None]
        for card in cards:
            card.guard()  # they move when the answered one folds
        if cards:
            cards[0].take_focus()
            self._show_focused_later(view)
        return bool(cards)

    def _on_answered(self, conversation_id: str, message_id: int, answer: ToolAnswer) -> None:
        view = self._window.panes.view_of(conversation_id)
        assert view is not None, "the answer was given in it"
        try:
            tool = self._turns.answer_tool(conversation_id, message_id, answer)
        except ToolFailed as error:  # the arguments do not fit the tool
            shown = view.transcript.view_of(message_id)
            if shown is not None and shown.card is not None and shown.card.question is not None:
                shown.card.question.refuse_answer(translated(str(error)))
            return
        permission = _SETTING.get(answer.decision)
        if tool is not None and permission is not None:
            settings = self._settings.current
            changed = with_tool_permission(settings, tool.key, permission, tool.digest)
            self._settings.apply(changed)
        if not self._focus_next(view, message_id):
            view.transcript.renderer.jump_to_newest()
            view.focus_composer()


class ChatTools(Controller):
    """Shows the tools of a chat at its message box, and stores which are on.

    ``changes`` are notified with a chat whose tools were changed here.
    """

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        toolbox: Toolbox,
        servers: ToolServers,
    ) -> None:
        super().__init__(services)
        self._turns = turns
        self._replies = replies
        self._toolbox = toolbox
        self._servers = servers
        self._chosen_keys: dict[str, tuple[str, ...]] = {}  # of open chats
        servers.changed.add(self._on_server_changed)
        self._picker: ToolPicker | None = None
        self._picker_id = ""  # the chat whose tools it shows
        self.changes = Listeners[str]()
        replies.views.add(self._on_view)
        services.settings.changes.add(self._on_settings_changed)

    def refresh(self, conversation_id: str) -> None:
        """Show the stored tools of a chat, if it has a tab."""
        if conversation_id in self._window.panes.ids():
            self._tasks.start(self._show_stored(conversation_id), may_be_dropped=True)

    def refresh_all(self) -> None:
        """Show the tools of all tabs again, as tools or their states have changed."""
        for conversation_id in self._window.panes.ids():
            self.refresh(conversation_id)

    def groups(self, chosen: Iterable[str], allowed: Mapping[str, str]) -> tuple[ToolGroup, ...]:
        """Return all tools by server: those of the user's servers, then the built-in ones.

        ``chosen`` are on; ``allowed`` run in this chat without asking.
        """
        granted = translate("ChatTools", "Runs in this chat without asking")
        keys, permissions = frozenset(chosen), self._settings.current.tool_permissions
        found: dict[str, list[ToolChoice]] = {}
        for tool in self._toolbox.tools():
            is_never = permissions.get(tool.key) is Permission.NEVER
            # The descriptions of built-in tools are written for models, in English.
            detail = _first_sentence(tool.description) if tool.server else destination_text(tool)
            choice = ToolChoice(
                tool.key,
                translated(tool.title or tool.name),
                granted if allowed.get(tool.key) == tool.digest else detail,
                is_on=tool.key in keys,
                is_never=is_never,
            )
            found.setdefault(tool.key.partition("/")[0], []).append(choice)
        built_in = tuple(found.pop(BUILT_IN, ()))
        groups = []
        reports = {each.name: each for each in self._servers.reports()}
        for server in self._settings.current.tool_servers:
            report = reports.get(server.name)
            if server.is_on and report is not None:
                is_failed = report.state is ServerState.FAILED
                choices = tuple(found.get(server.name, ()))
                state = state_text(server, report)
                groups.append(ToolGroup(server.name, choices, state, is_trouble=is_failed))
        return (*groups, ToolGroup(translate("ChatTools", "Built in"), built_in))

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.composer.tools_requested.connect(partial(self._open, conversation.id))
        options = conversation.options
        is_new_with_tools = not conversation.messages and self._settings.current.default_tools
        # Most chats have no tools, and need no work at all.
        if options.chat.tools or options.preset_name is not None or is_new_with_tools:
            self._tasks.start(self._show(conversation), may_be_dropped=True)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if any(getattr(old, name) != getattr(new, name) for name in _NAMES):
            self.refresh_all()

    def _open(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        button = view.composer.tools_button
        picker = self._picker = ToolPicker(view.window(), button)
        self._picker_id = conversation_id
        picker.destroyed.connect(partial(self._on_closed, picker))
        picker.switched.connect(partial(self._on_switched, conversation_id))
        picker.settings_requested.connect(
            lambda: self._window.requests.setting_requested.emit("tool_call_limit")
        )
        start = self._tasks.starter(self._use_for_new)
        picker.defaults_requested.connect(partial(start, conversation_id))
        picker.set_groups(self.groups((), {}), "")
        picker.open()
        self.refresh(conversation_id)
        for report in self._servers.reports():
            if report.state is ServerState.OFF:  # its tools are not known before it starts
                self._tasks.start(self._servers.start(report.name), may_be_dropped=True)

    def _on_closed(self, picker: ToolPicker, *_: object) -> None:
        if self._picker is picker:
            self._picker = None
        if isValid(self._window):  # it may have been closed with the picker
            self._servers.set_needed(self._needed())

    def _on_server_changed(self, _name: str) -> None:
        if self._picker is not None and isValid(self._picker):
            self.refresh(self._picker_id)

    def _needed(self) -> frozenset[str]:
        """Return the tools of all open chats, whose servers keep running."""
        self._chosen_keys = self._replies.of_live(self._chosen_keys)
        return frozenset(key for keys in self._chosen_keys.values() for key in keys)

    def _on_switched(self, conversation_id: str, key: str, is_on: bool) -> None:
        self._tasks.start(self._switch(conversation_id, key, is_on=is_on))

    async def _switch(self, conversation_id: str, key: str, *, is_on: bool) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return
        chosen = await self._chosen(conversation)
        kept = tuple(each for each in chosen if each != key)
        if not is_on and key in conversation.options.chat.allowed_tools:
            # Switched on again, it asks again.
            await self._history.conversations.allow_tool(conversation_id, key, None)
        await self._store(conversation, (*kept, key) if is_on else kept)

    async def _chosen(self, conversation: Conversation) -> tuple[str, ...]:
        """Return the keys of the tools that a chat is to offer; a new one has the default."""
        keys = await self._turns.requests.chosen_tools(conversation)
        if keys is None:
            return () if conversation.messages else self._settings.current.default_tools
        return keys

    async def _store(self, conversation: Conversation, keys: tuple[str, ...]) -> None:
        try:
            await self._history.conversations.set_tools(conversation.id, keys)
        except ConversationGone:  # deleted in the meantime
            return
        self.changes.notify(conversation.id)
        self.refresh(conversation.id)

    async def _use_for_new(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None:
            keys = await self._chosen(conversation)
            self._settings.change(default_tools=keys)
            text = translate("ChatTools", "New chats begin with the {count:,} tools of this chat.")
            if not keys:
                text = translate("ChatTools", "New chats begin without tools.")
            elif len(keys) == 1:
                text = translate("ChatTools", "New chats begin with the tool of this chat.")
            self._toasts.show(fill(text, count=len(keys)))

    async def _show_stored(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None:
            await self._show(conversation)

    async def _show(self, conversation: Conversation) -> None:
        """Show the number of tools that are on, and then what they cost."""
        keys = await self._chosen(conversation)
        permissions = self._settings.current.tool_permissions
        on = tuple(each for each in keys if permissions.get(each) is not Permission.NEVER)
        self._chosen_keys[conversation.id] = on
        self._show_count(conversation, on, None)
        if on:
            tokens = await self._cost(conversation, on)
            self._show_count(conversation, on, tokens)

    def _show_count(
        self, conversation: Conversation, on: tuple[str, ...], tokens: int | None
    ) -> None:
        view = self._window.panes.view_of(conversation.id)
        if view is None:
            return
        view.composer.tools_button.show_count(len(on), tokens)
        if self._picker is not None and self._picker_id == conversation.id:
            allowed = conversation.options.chat.allowed_tools
            self._picker.set_groups(self.groups(on, allowed), cost_text(len(on), tokens))
            self._picker.set_note(self._note(conversation))

    def _note(self, conversation: Conversation) -> str:
        """Return how far the model of a chat calls tools; empty if another machine answers it."""
        model = self._models.state_of_chat(conversation.id).known_model
        if model is None or self._turns.requests.destination(conversation.options.chat) is not None:
            return ""
        return model_note(
            continues_text=model.continues_text,
            shows_tools=model.tool_format is not None,
            parameter_count=model.parameter_count,
        )

    async def _cost(self, conversation: Conversation, keys: tuple[str, ...]) -> int | None:
        """Return the tokens that tools take in each prompt; None if no local model counts them."""
        counts = []
        for tools in (keys, ()):
            chat = replace(conversation.options.chat, tools=tools)
            asked = replace(
                conversation,
                options=replace(conversation.options, chat=chat),
                messages=(_probe(conversation.id),),
            )
            request = await self._turns.requests.build(asked)
            if request.destination is not None:
                return None
            weighed = await self._models.queries(conversation.id).weigh_prompt(
                conversation.id, request.prompt.messages, request.options
            )
            if weighed is None:
                return None
            counts.append(weighed.prompt_tokens)
        return max(0, counts[0] - counts[1])


def _probe(conversation_id: str) -> Message:
    """Return a short question: the cost of tools does not depend on the messages."""
    return Message(
        0, conversation_id, None, 1, Role.USER, "?", MessageStatus.COMPLETE, datetime.now(UTC)
    )


def _first_sentence(text: str) -> str:
    first = text.strip().split("\n", 1)[0]
    end = first.find(". ")
    return first if end < 0 else first[: end + 1]
