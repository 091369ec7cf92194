"""Folders, tags and the archive: the places of conversations in the list."""

from collections import defaultdict
from functools import partial

import msgspec

from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import ClosedTab, TabsController
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import NO_MODEL, ChatModel
from app.domain.conversations import ConversationSummary
from app.widgets.kit.translation import fill, shown_title, translate

IdsByFolder = dict[str, list[str]]


class ArchiveController(Controller):
    """Archives conversations and closes their tabs; each action can be undone as a whole.

    Running replies continue. A new message in a conversation takes it out of the archive.
    """

    def __init__(
        self,
        services: Services,
        conversations: ConversationsController,
        tabs: TabsController,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._undo_offers = undo
        self._conversations = conversations
        self._tabs = tabs
        services.window.requests.archive_requested.connect(services.tasks.starter(self._archive))

    async def _archive(self, ids: tuple[str, ...], is_archived: bool) -> None:
        stored = await self._history.conversations.summaries_of(*ids)
        moved = tuple(each for each in stored if each.is_archived != is_archived)
        if not stored:
            text = translate(
                "ArchiveController", "There is nothing to archive: this chat has no messages yet."
            )
            self._toasts.show(text, kind="archive")
        if not moved:
            return
        await self._put(moved, is_archived=is_archived)
        # The tab of an archived conversation would bring it back at the next start.
        tabs = self._tabs.drop(*(each.id for each in moved)) if is_archived else ()
        self._undo_offers.add(
            _text(moved, is_archived=is_archived),
            partial(self._tasks.starter(self._undo), moved, tabs, not is_archived),
            kind="archive",
        )

    async def _put(self, moved: tuple[ConversationSummary, ...], *, is_archived: bool) -> None:
        ids = tuple(each.id for each in moved)
        await self._history.conversations.organize(*ids, is_archived=is_archived)
        self._conversations.update(*ids)

    async def _undo(
        self,
        moved: tuple[ConversationSummary, ...],
        tabs: tuple[ClosedTab, ...],
        is_archived: bool,
    ) -> None:
        # Conversations deleted in the meantime stay in the trash.
        left = await self._history.conversations.summaries_of(*(each.id for each in moved))
        await self._put(left, is_archived=is_archived)
        await self._tabs.put_back(*tabs)


def _text(moved: tuple[ConversationSummary, ...], *, is_archived: bool) -> str:
    count, title = len(moved), shown_title(moved[0].title)
    if count > 1 and is_archived:
        return fill(translate("ArchiveController", "{count:,} chats were archived."), count=count)
    if count > 1:
        text = translate("ArchiveController", "{count:,} chats are back in the list.")
        return fill(text, count=count)
    if is_archived:
        return fill(translate("ArchiveController", "“{title}” was archived."), title=title)
    return fill(translate("ArchiveController", "“{title}” is back in the list."), title=title)


class _Moved(msgspec.Struct, frozen=True):
    """A moved conversation and its previous folder."""

    id: str
    title: str
    folder: str


class Folders(Controller):
    """Changes folders and tags, which exist while at least one conversation has them."""

    def __init__(
        self,
        services: Services,
        conversations: ConversationsController,
        tabs: TabsController,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._undo = undo
        self._sidebar = services.window.sidebar
        self._conversations = conversations
        self._tabs = tabs
        requests, tasks = services.window.requests, services.tasks
        requests.new_chat_in_folder_requested.connect(tasks.starter(self._new_chat))
        requests.folder_colour_requested.connect(self._on_colour_requested)
        requests.folder_model_requested.connect(self._on_model_requested)
        requests.folder_requested.connect(tasks.starter(self._move))
        requests.folder_rename_requested.connect(tasks.starter(self._rename))
        requests.folder_delete_requested.connect(tasks.starter(self._delete))
        requests.tag_requested.connect(tasks.starter(self._tag))

    async def _tag(self, ids: tuple[str, ...], tag: str, is_set: bool) -> None:
        stored = await self._history.conversations.summaries_of(*ids)
        left = tuple(each.id for each in stored)
        await self._history.conversations.tag(*left, tag=tag, is_set=is_set)
        self._conversations.update(*left)

    async def _new_chat(self, folder: str) -> None:
        """Open an empty conversation in this folder."""
        model = self._settings.current.folder_models.get(folder, NO_MODEL)
        conversation = await self._history.conversations.create(folder=folder, model=model)
        if folder:
            self._sidebar.conversations.open_folder(folder)
        self._tabs.open_tab(conversation.id)

    def _on_colour_requested(self, folder: str, colour: str) -> None:
        chosen = {**self._settings.current.folder_colours, folder: colour}
        self._settings.change(folder_colours=chosen)

    def _on_model_requested(self, folder: str, model: ChatModel) -> None:
        chosen = {**self._settings.current.folder_models, folder: model}
        if not model.is_chosen:
            del chosen[folder]
        self._settings.change(folder_models=chosen)

    async def _move(self, ids: tuple[str, ...], folder: str) -> None:
        moved = await self._put(ids, folder)
        if moved:
            self._offer_undo(_move_text(moved, folder), moved)

    async def _rename(self, old: str, new: str) -> None:
        moved = await self._put(await self._inside(old), new)
        colours = self._settings.current.folder_colours
        # The old name keeps its colour and model for Undo.
        if old in colours and new not in colours:
            self._on_colour_requested(new, colours[old])
        models = self._settings.current.folder_models
        if old in models and new not in models:
            self._on_model_requested(new, models[old])
        text = translate("Folders", "The folder “{old}” was renamed to “{new}”.")
        self._offer_undo(fill(text, old=old, new=new), moved)

    async def _delete(self, folder: str) -> None:
        moved = await self._put(await self._inside(folder), "")
        text = translate("Folders", "The folder “{folder}” was deleted. Its chats are kept.")
        self._offer_undo(fill(text, folder=folder), moved)

    async def _inside(self, folder: str) -> tuple[str, ...]:
        """Return all conversations of a folder, including those under another heading."""
        listed = self._sidebar.conversations.listed
        ids = [each.id for each in listed.summaries() if each.folder == folder]
        # Conversations without messages are not listed.
        unlisted = (id_ for id_ in self._window.panes.ids() if not listed.known((id_,)))
        empty = [await self._empty(id_) for id_ in unlisted]
        return (*ids, *(each.id for each in empty if each is not None and each.folder == folder))

    async def _put(self, ids: tuple[str, ...], folder: str) -> tuple[_Moved, ...]:
        """Move the existing conversations that are not in a folder into it.

        Returns them with their previous folders.
        """
        stored = await self._history.conversations.summaries_of(*ids)
        listed = [_Moved(each.id, each.title, each.folder) for each in stored]
        known = {each.id for each in stored}
        empty = [await self._empty(id_) for id_ in ids if id_ not in known]
        found = (each for each in (*listed, *empty) if each is not None)
        moved = tuple(each for each in found if each.folder != folder)
        moved_ids = tuple(each.id for each in moved)
        await self._history.conversations.organize(*moved_ids, folder=folder)
        for id_ in set(moved_ids) - known:  # the list has no rows for these
            view = self._window.panes.view_of(id_)
            if view is not None:
                view.header.set_folder(folder)
        self._conversations.update(*moved_ids)
        return moved

    async def _empty(self, conversation_id: str) -> _Moved | None:
        """Return a conversation if it has no messages; otherwise None."""
        found = await self._history.conversations.get(conversation_id)
        return None if found is None else _Moved(found.id, found.title, found.options.folder)

    def _offer_undo(self, text: str, moved: tuple[_Moved, ...]) -> None:
        before: IdsByFolder = defaultdict(list)
        for each in moved:
            before[each.folder].append(each.id)
        put_back = partial(self._tasks.starter(self._put_back), before)
        self._undo.add(text, put_back, kind="folders")

    async def _put_back(self, before: IdsByFolder) -> None:
        for folder, ids in before.items():
            await self._put(tuple(ids), folder)


def _move_text(moved: tuple[_Moved, ...], folder: str) -> str:
    count, title = len(moved), shown_title(moved[0].title)
    if count > 1 and folder:
        text = translate("Folders", "{count:,} chats were moved to “{folder}”.")
        return fill(text, count=count, folder=folder)
    if count > 1:
        text = translate("Folders", "{count:,} chats were taken out of their folders.")
        return fill(text, count=count)
    if folder:
        text = translate("Folders", "“{title}” was moved to “{folder}”.")
        return fill(text, title=title, folder=folder)
    return fill(translate("Folders", "“{title}” was taken out of its folder."), title=title)
