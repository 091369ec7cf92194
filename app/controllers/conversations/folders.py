"""Folders: conversations moved into them and out of them, each time undone as one."""

from collections import defaultdict
from functools import partial

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.services import Controller, Services
from app.domain import ConversationSummary
from app.widgets.kit.translation import fill, shown_title, translate

IdsByFolder = dict[str, list[str]]


class Folders(Controller):
    """A folder is a name that conversations have; it exists as long as one of them has it."""

    def __init__(self, services: Services, conversations: ConversationsController) -> None:
        super().__init__(services)
        self._sidebar = services.window.sidebar
        self._conversations = conversations
        requests, tasks = services.window.requests, services.tasks
        requests.folder_requested.connect(tasks.starter(self._move))
        requests.folder_rename_requested.connect(tasks.starter(self._rename))
        requests.folder_delete_requested.connect(tasks.starter(self._delete))

    async def _move(self, ids: tuple[str, ...], folder: str) -> None:
        moved = await self._put(ids, folder)
        if moved:
            self._offer_undo(_move_text(moved, folder), moved)

    async def _rename(self, old: str, new: str) -> None:
        moved = await self._put(self._inside(old), new)
        text = translate("Folders", "The folder “{old}” was renamed to “{new}”.")
        self._offer_undo(fill(text, old=old, new=new), moved)

    async def _delete(self, folder: str) -> None:
        moved = await self._put(self._inside(folder), "")
        text = translate(
            "Folders", "The folder “{folder}” was deleted. Its conversations are kept."
        )
        self._offer_undo(fill(text, folder=folder), moved)

    def _inside(self, folder: str) -> tuple[str, ...]:
        """Return all conversations of a folder, also those listed under another heading."""
        return tuple(
            each.id
            for each in self._sidebar.conversations.listed.summaries()
            if each.folder == folder
        )

    async def _put(self, ids: tuple[str, ...], folder: str) -> tuple[ConversationSummary, ...]:
        """Put those conversations into a folder that still exist and are not in it.

        Returns them as they were before.
        """
        stored = await self._history.conversations.summaries_of(*ids)
        moved = tuple(each for each in stored if each.folder != folder)
        await self._history.conversations.organize(*(each.id for each in moved), folder=folder)
        self._conversations.update(*(each.id for each in moved))
        return moved

    def _offer_undo(self, text: str, moved: tuple[ConversationSummary, ...]) -> None:
        before: IdsByFolder = defaultdict(list)
        for each in moved:
            before[each.folder].append(each.id)
        self._banners.show(
            text,
            action=translate("Folders", "Undo"),
            on_action=partial(self._tasks.starter(self._put_back), before),
            kind="folders",
        )

    async def _put_back(self, before: IdsByFolder) -> None:
        for folder, ids in before.items():
            await self._put(tuple(ids), folder)


def _move_text(moved: tuple[ConversationSummary, ...], folder: str) -> str:
    count, title = len(moved), shown_title(moved[0].title)
    if count > 1 and folder:
        text = translate("Folders", "{count:,} conversations were moved to “{folder}”.")
        return fill(text, count=count, folder=folder)
    if count > 1:
        text = translate("Folders", "{count:,} conversations were taken out of their folders.")
        return fill(text, count=count)
    if folder:
        text = translate("Folders", "“{title}” was moved to “{folder}”.")
        return fill(text, title=title, folder=folder)
    return fill(translate("Folders", "“{title}” was taken out of its folder."), title=title)
