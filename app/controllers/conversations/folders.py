"""Folders: conversations moved into them and out of them, each time undone as one."""

from collections import defaultdict
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.controllers.banners import Banners
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.tasks import Tasks
from app.controllers.untitled import untitled
from app.domain import ConversationSummary
from app.storage.history import History
from app.widgets.kit.numbers import format_number
from app.widgets.window.main_window import MainWindow

translate = QCoreApplication.translate

Homes = dict[str, list[str]]


class Folders:
    """A folder is a name that conversations have; it is there as long as one of them has it."""

    def __init__(
        self,
        window: MainWindow,
        history: History,
        conversations: ConversationsController,
        tasks: Tasks,
        banners: Banners,
    ) -> None:
        self._sidebar = window.sidebar
        self._history = history
        self._conversations = conversations
        self._tasks = tasks
        self._banners = banners
        self._sidebar.folder_requested.connect(
            lambda ids, folder: tasks.start(self._move(ids, folder))
        )
        self._sidebar.folder_rename_requested.connect(
            lambda old, new: tasks.start(self._rename(old, new))
        )
        self._sidebar.folder_delete_requested.connect(
            lambda folder: tasks.start(self._delete(folder))
        )

    async def _move(self, ids: tuple[str, ...], folder: str) -> None:
        moved = await self._put(ids, folder)
        if moved:
            self._offer_undo(_words_of_move(moved, folder), moved)

    async def _rename(self, old: str, new: str) -> None:
        moved = await self._put(self._inside(old), new)
        words = translate("Folders", "The folder “%1” is called “%2” now.")
        self._offer_undo(words.replace("%1", old).replace("%2", new), moved)

    async def _delete(self, folder: str) -> None:
        moved = await self._put(self._inside(folder), "")
        words = translate("Folders", "The folder “%1” is gone. Its conversations are kept.")
        self._offer_undo(words.replace("%1", folder), moved)

    def _inside(self, folder: str) -> tuple[str, ...]:
        """Return all that a folder has, also what stands under another heading."""
        return tuple(each.id for each in self._sidebar.summaries() if each.folder == folder)

    async def _put(self, ids: tuple[str, ...], folder: str) -> tuple[ConversationSummary, ...]:
        """Put conversations that are still there into a folder; return those that were not in it.

        They are returned as they were before.
        """
        there = await self._history.conversations.summaries_of(*ids)
        moved = tuple(each for each in there if each.folder != folder)
        await self._history.conversations.organize(*(each.id for each in moved), folder=folder)
        self._conversations.update(*(each.id for each in moved))
        return moved

    def _offer_undo(self, words: str, moved: tuple[ConversationSummary, ...]) -> None:
        homes: Homes = defaultdict(list)
        for each in moved:
            homes[each.folder].append(each.id)
        self._banners.show(
            words,
            action=translate("Folders", "Undo"),
            on_action=partial(self._on_undo, homes),
            kind="folders",
        )

    def _on_undo(self, homes: Homes) -> None:
        self._tasks.start(self._put_back(homes))

    async def _put_back(self, homes: Homes) -> None:
        for folder, ids in homes.items():
            await self._put(tuple(ids), folder)


def _words_of_move(moved: tuple[ConversationSummary, ...], folder: str) -> str:
    if len(moved) > 1:
        inside = translate("Folders", "%1 conversations were moved to “%2”.")
        outside = translate("Folders", "%1 conversations were taken out of their folders.")
        named = format_number(len(moved))
    else:
        inside = translate("Folders", "“%1” was moved to “%2”.")
        outside = translate("Folders", "“%1” was taken out of its folder.")
        named = moved[0].title or untitled()
    return (inside if folder else outside).replace("%2", folder).replace("%1", named)
