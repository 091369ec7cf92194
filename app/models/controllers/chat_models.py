"""The model of each chat: chosen, kept, shown, and replaced when its file is missing."""

import contextlib
from collections.abc import Callable, Mapping
from contextlib import aclosing
from functools import partial
from types import MappingProxyType

import msgspec

from app.chat.turn_events import ReplyEnded, TurnEvent
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import NO_MODEL, ChatModel, model_of
from app.domain.conversations import Conversation, ConversationOptions
from app.errors import ConversationGone, ModelFileError
from app.machines.model import HERE
from app.models.controllers.library import ModelLibraryController
from app.models.library.model_files import ModelFiles
from app.models.library.model_settings_store import is_file_key
from app.models.library.models import builtin_model, default_path, recent_with, used_paths
from app.models.library_model import ModelLibraryState
from app.presets.controller import PresetsController
from app.settings import Settings
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.translation import fill, translate
from engine.listeners import Listeners

_OFFERED = ("recent_models", "folder_models")
_TOAST = "model"  # the kind of the toasts about the model of a chat


class _Opened(msgspec.Struct, frozen=True):
    """A file that was opened for a chat and new chats; ``before`` was the model of new chats."""

    conversation_id: str
    path: str
    before: str


class ChatModelsController(Controller):
    """Holds the model of each chat that has a tab.

    A chat without one uses the model of new chats, and keeps that from its first answer on.

    Attributes:
        changes: notified of the id of a chat whose model has changed; None means all chats.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        conversations: ConversationsController,
        routes: RoutesController,
        panel: ChatPanelController,
        presets: PresetsController,
        library: ModelLibraryController,
        model_files: ModelFiles,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._conversations = conversations
        self._routes = routes
        self._library = library
        self._model_files = model_files
        self._undo = undo
        self._presets = presets
        self._of_chats: dict[str, ChatModel] = {}
        self._preset_names: dict[str, str | None] = {}  # of the chats
        self._notices: dict[str, str] = {}  # about missing models, by chat
        self._default = NO_MODEL
        self._opened: _Opened | None = None  # until it is the model of new chats
        self.changes = Listeners[str | None]()
        replies.views.add(self._on_view)
        replies.events.add(self._on_turn_event)
        routes.changes.add(self._on_route_changed)
        panel.changes.add(self._on_options_changed)
        shown = services.window.chat_panel.presets
        shown.model_toggled.connect(self._tasks.starter(self._set_preset_model))
        library.hashed.add(self._tasks.starter(self._settle))
        services.settings.changes.add(self._on_settings_changed)
        services.window.requests.chat_model_requested.connect(self._on_file_opened)
        services.window.requests.open_model_requested.connect(self._on_opened)
        services.window.requests.builtin_model_requested.connect(lambda: self._on_opened(None))
        services.models.host.changes.add(self._show_windows)
        self._find_missing = self._tasks.single_starter(self._show_missing)
        rows = services.window.sidebar.conversations
        rows.modelReset.connect(self._find_missing)
        rows.rowsInserted.connect(lambda: self._find_missing())
        library.changes.add(self._on_library_changed)
        self._tasks.start(self._read_default(), may_be_dropped=True)

    @property
    def default(self) -> ChatModel:
        """The model of new chats; ``NO_MODEL`` until its file was read, and if there is none."""
        return self._default

    def model_of(self, conversation_id: str) -> ChatModel:
        """Return the model of a chat with a tab: its own, or that of new chats."""
        own = self._of_chats.get(conversation_id, NO_MODEL)
        return own if own.is_chosen else self._default

    async def path_of(self, conversation_id: str) -> str:
        """Return the file of the model of a chat with a tab; empty if it is missing."""
        own = self._of_chats.get(conversation_id, NO_MODEL)
        if not own.is_chosen:
            return default_path(self._settings.current)
        return await self._model_files.path_of(own) or ""

    def choose(self, conversation_id: str, path: str) -> None:
        """Let a model answer a chat from now on."""
        self._tasks.start(self._choose(conversation_id, path))

    async def _read_default(self) -> None:
        try:
            path = default_path(self._settings.current)
            self._default = await self._model_files.model_of(path)
            self._models.set_path(self._default.digest, path)
        except ModelFileError:
            self._default = NO_MODEL  # loading it reports the problem
        self._window.sidebar.conversations.set_default_model(self._default.digest)
        self.changes.notify(None)
        await self._offer_to_folders()

    async def _offer_to_folders(self) -> None:
        """Offer the models that were used to the folders of the list."""
        settings = self._settings.current
        found = await self._model_files.all(used_paths(settings))
        self._window.sidebar.menus.set_models(found, settings.folder_models)

    async def _choose(
        self,
        conversation_id: str,
        path: str,
        others: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> None:
        """Let a model answer a chat; ``others`` are buttons of the toast that says so."""
        model = await self._model_files.model_of(path)
        self._settings.change(recent_models=recent_with(self._settings.current, path))
        if is_file_key(model.digest):
            self._tasks.start(self._hash(path), may_be_dropped=True)
        if self._of_chats.get(conversation_id) == model:
            return
        with contextlib.suppress(ConversationGone):
            before = await self._history.conversations.set_model(conversation_id, model)
            self._show(conversation_id, model)
            text = translate("ChatModels", "From here on, {name} answers this chat.")
            text = fill(text, name=model.name)
            if await self._history.conversations.has_messages(conversation_id):
                undo = partial(self._tasks.starter(self._put_back), conversation_id, before)
                self._undo.add(text, undo, kind=_TOAST, others=others)
            elif others:
                self._toasts.show(text, kind=_TOAST, others=others)
            self._models.preload(conversation_id, model.digest)

    async def _put_back(self, conversation_id: str, model: ChatModel) -> None:
        with contextlib.suppress(ConversationGone):
            await self._history.conversations.set_model(conversation_id, model)
            self._show(conversation_id, model)
            self._models.preload(conversation_id, model.digest)

    async def _hash(self, path: str) -> None:
        async with aclosing(self._library.digests((path,))) as steps:
            async for _ in steps:
                pass  # ``hashed`` is notified

    async def _settle(self, path: str) -> None:
        keys = await self._model_files.settle(path)
        for conversation_id, model in tuple(self._of_chats.items()):
            if model.digest == keys.file_key:
                self._show(conversation_id, ChatModel(keys.best, model.name))
        folders = self._settings.current.folder_models
        if any(model.digest == keys.file_key for model in folders.values()):
            settled = {
                folder: ChatModel(keys.best, model.name) if model.digest == keys.file_key else model
                for folder, model in folders.items()
            }
            self._settings.change(folder_models=settled)
        if self._default.digest == keys.file_key:
            await self._read_default()

    def _on_library_changed(self, state: ModelLibraryState) -> None:
        if state.is_read:
            self._find_missing()

    async def _show_missing(self) -> None:
        """Show in the list which chats have a model that is not on this computer."""
        rows = self._window.sidebar.conversations
        shown: set[str] | None = None
        while shown != (digests := {each.model_digest for each in rows.listed.summaries()}):
            chosen = [ChatModel(each) for each in digests]
            paths = [await self._model_files.path_of(each) for each in chosen]
            found = zip(chosen, paths, strict=True)
            missing = (each.digest for each, path in found if each.is_chosen and path is None)
            rows.set_missing_models(frozenset(missing))
            shown = digests

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        self._of_chats = self._replies.of_live(self._of_chats)
        self._of_chats[conversation.id] = conversation.options.model
        self._preset_names = self._replies.of_live(self._preset_names)
        self._preset_names[conversation.id] = conversation.options.preset_name
        self._show_in_page(conversation.id)
        self._tasks.start(self._note(conversation.id))
        self._tasks.start(self._check(conversation.id))

    async def _note(self, conversation_id: str) -> None:
        """Show what is known of a chat's model."""
        model = self._of_chats.get(conversation_id, NO_MODEL)
        name = model.name if model.is_chosen else ""
        await self._models.set_chat(conversation_id, model.digest, name)
        self._show_window(conversation_id)

    def _show_windows(self) -> None:
        for conversation_id in self._of_chats:
            self._show_window(conversation_id)

    def _show_window(self, conversation_id: str) -> None:
        """Show the context window of a chat's own model."""
        is_own = self._of_chats.get(conversation_id, NO_MODEL).is_chosen
        known = self._models.state_of_chat(conversation_id).known_model if is_own else None
        self._replies.set_own_window(conversation_id, known.context_window if known else None)

    def _on_options_changed(self, conversation_id: str, options: ConversationOptions) -> None:
        before = self._preset_names.get(conversation_id)
        self._preset_names[conversation_id] = options.preset_name
        if options.preset_name not in (None, before):
            self._tasks.start(self._use_preset(conversation_id, options.preset_name or ""))

    async def _use_preset(self, conversation_id: str, name: str) -> None:
        """Give a chat the model that its new preset chooses, or the nearest one."""
        presets = await self._history.presets.all()
        chosen = next((model_of(each.values) for each in presets if each.name == name), NO_MODEL)
        if chosen.is_chosen:
            path = await self._model_files.path_of(chosen) or await self._model_files.nearest(
                chosen
            )
            if path is not None:
                self.choose(conversation_id, path)

    async def _set_preset_model(self, name: str, is_chosen: bool) -> None:
        active_id = self._window.panes.active_id()
        model = self.model_of(active_id) if is_chosen and active_id is not None else NO_MODEL
        await self._presets.set_model(name, model)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        usage = event.message.usage if isinstance(event, ReplyEnded) else None
        is_here = self._routes.destination(conversation_id) is None
        if usage is None or not is_here or usage.model_name != self._default.name:
            return
        if not self._of_chats.get(conversation_id, NO_MODEL).is_chosen and self._default.is_chosen:
            self._tasks.start(self._keep(conversation_id, self._default))

    async def _keep(self, conversation_id: str, model: ChatModel) -> None:
        """Let a chat keep the model that has answered it."""
        with contextlib.suppress(ConversationGone):
            await self._history.conversations.set_model(conversation_id, model)
            self._show(conversation_id, model)

    def _on_route_changed(self, conversation_id: str | None) -> None:
        for each in self._window.panes.ids() if conversation_id is None else (conversation_id,):
            self._show_in_page(each)

    def _on_file_opened(self, path: str) -> None:
        """Ask which chats a model file answers.

        Without a chat in front, or without a model of new chats, it becomes that model.
        """
        active_id = self._window.panes.active_id()
        if active_id is None or not self._default.is_chosen:
            self._window.requests.open_model_requested.emit(path)
            return
        self._tasks.start(self._ask_which_chats(active_id, path), may_be_dropped=True)

    async def _ask_which_chats(self, conversation_id: str, path: str) -> None:
        name = (await self._model_files.model_of(path)).name
        everywhere = translate("ChatModels", "This chat and new chats")
        ask_before(
            self._window.dialogs.front_window(),
            fill(translate("ChatModels", "Which chats should {name} answer?"), name=name),
            translate("ChatModels", "Only this chat"),
            partial(self._open_here, conversation_id, path),
            others={everywhere: partial(self._open_everywhere, conversation_id, path)},
        )

    def _answer_here(self, conversation_id: str) -> None:
        if self._routes.destination(conversation_id) is not None:
            self._routes.choose(conversation_id, HERE)

    def _open_here(self, conversation_id: str, path: str) -> None:
        self._answer_here(conversation_id)
        default = partial(self._window.requests.default_model_requested.emit, path)
        others = {translate("ChatModels", "Use for new chats"): default}
        self._tasks.start(self._choose(conversation_id, path, others))

    def _open_everywhere(self, conversation_id: str, path: str) -> None:
        self._answer_here(conversation_id)
        before = self._settings.current.model_path or ""
        if before == path:
            self.choose(conversation_id, path)
            return
        self._opened = _Opened(conversation_id, path, before)
        self._window.requests.default_model_requested.emit(path)  # the user may still refuse

    async def _show_opened(self, opened: "_Opened") -> None:
        """Let the model that has become the one of new chats answer a chat as well."""
        model = await self._model_files.model_of(opened.path)
        with contextlib.suppress(ConversationGone):
            await self._history.conversations.set_model(opened.conversation_id, model)
            self._show(opened.conversation_id, model)
        text = translate("ChatModels", "{name} answers this chat and new chats.")
        only_here = partial(self._window.requests.default_model_requested.emit, opened.before)
        others = {translate("ChatModels", "Only this chat"): only_here}
        self._toasts.show(fill(text, name=model.name), kind=_TOAST, others=others)

    def _on_opened(self, path: str | None) -> None:
        """Give a model that becomes the one of new chats also to the chat in front."""
        active_id = self._window.panes.active_id()
        if active_id is not None and self._of_chats.get(active_id, NO_MODEL).is_chosen:
            self._tasks.start(self._choose(active_id, path or str(builtin_model())))

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if old.model_path != new.model_path:
            opened, self._opened = self._opened, None
            if opened is not None and opened.path == new.model_path:
                self._tasks.start(self._show_opened(opened))
            self._tasks.start(self._read_default(), may_be_dropped=True)
        elif any(getattr(old, name) != getattr(new, name) for name in _OFFERED):
            self._tasks.start(self._offer_to_folders(), may_be_dropped=True)

    def _show(self, conversation_id: str, model: ChatModel) -> None:
        self._of_chats[conversation_id] = model
        self._tasks.start(self._note(conversation_id))
        self._clear_notice(conversation_id)
        self._show_in_page(conversation_id)
        self._conversations.update(conversation_id)
        self.changes.notify(conversation_id)

    def _clear_notice(self, conversation_id: str) -> None:
        """Hide that a chat's model is missing, unless another notice has taken its place."""
        text = self._notices.pop(conversation_id, "")
        view = self._window.panes.view_of(conversation_id)
        if text and view is not None and view.composer.notice.text() == text:
            view.composer.notice.clear()

    def _show_in_page(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            is_here = self._routes.destination(conversation_id) is None
            own = self._of_chats.get(conversation_id, NO_MODEL)
            view.transcript.set_next_model(own.name if own.is_chosen and is_here else "")

    async def _check(self, conversation_id: str) -> None:
        """Say that the file of a chat's model is missing, and offer the nearest one."""
        model = self._of_chats.get(conversation_id, NO_MODEL)
        if not model.is_chosen:
            return
        present = await self._model_files.path_of(model)
        if present is not None:
            if not await self._model_files.is_hashed(present):  # it may have been replaced
                self._tasks.start(self._hash(present), may_be_dropped=True)
            return
        path = await self._model_files.nearest(model) or default_path(self._settings.current)
        try:
            name = (await self._model_files.model_of(path)).name
        except ModelFileError:
            return  # there is no other model
        view = self._window.panes.view_of(conversation_id)
        if view is not None and self._routes.destination(conversation_id) is None:
            text = translate("ChatModels", "The model of this chat, {name}, is missing.")
            text = self._notices[conversation_id] = fill(text, name=model.name)
            use = fill(translate("ChatModels", "Use {name}"), name=name)
            choose = partial(self.choose, conversation_id, path)
            view.composer.notice.show_text(text, {use: choose})
