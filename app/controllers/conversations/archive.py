"""The archive: conversations leave the list without being deleted, and come back to it."""

from functools import partial

from app.controllers.conversations.closed_tabs import ClosedTab
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain import ConversationSummary
from app.widgets.kit.translation import fill, shown_title, translate


class ArchiveController(Controller):
    """Archives conversations with their tabs, each time undone as one.

    What runs goes on. A conversation that is asked something again is back in the list by itself.
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
        # A tab of what was put away would bring it back with the next restart.
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
        # What was deleted meanwhile stays in the trash.
        left = await self._history.conversations.summaries_of(*(each.id for each in moved))
        await self._put(left, is_archived=is_archived)
        await self._tabs.put_back(*tabs)


def _text(moved: tuple[ConversationSummary, ...], *, is_archived: bool) -> str:
    count, title = len(moved), shown_title(moved[0].title)
    if count > 1 and is_archived:
        return fill(
            translate("ArchiveController", "{count:,} conversations were archived."), count=count
        )
    if count > 1:
        text = translate("ArchiveController", "{count:,} conversations are back in the list.")
        return fill(text, count=count)
    if is_archived:
        return fill(translate("ArchiveController", "“{title}” was archived."), title=title)
    return fill(translate("ArchiveController", "“{title}” is back in the list."), title=title)
