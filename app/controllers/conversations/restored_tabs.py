"""The tabs of the last run, opened again at the start."""

import asyncio

from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Controller, Services
from app.domain import OpenTabs

TABS_AT_ONCE = 12  # more take longer than a start may


class RestoredTabs(Controller):
    """Opens the tabs that were open when the program ended, each where it stood.

    Of very many, those in front are opened at once and the others while the window is in use.
    """

    def __init__(self, services: Services, tabs: TabsController) -> None:
        super().__init__(services)
        self._tabs = tabs
        self._opened: set[str] = set()  # each once: who closes a tab meanwhile wants it closed

    async def open(self) -> None:
        """Open the tabs, or an empty one at the first start."""
        stored = await self._history.tabs.read()
        front = {*stored.front_ids, stored.active_id}
        is_many = len(stored.conversation_ids) > TABS_AT_ONCE
        self._tabs.begin_restore()
        for conversation_id in stored.conversation_ids:
            if not is_many or conversation_id in front:
                await self._open_tab(stored, conversation_id)
        # The active tab comes last: activating another one would take the front from it.
        for front_id in (*stored.front_ids, stored.active_id):
            if front_id in self._window.panes.ids():
                self._window.panes.activate(front_id)
        if is_many:
            self._tasks.start(self._open_others(stored))
        else:
            await self._tabs.end_restore()
        self._tabs.mark_front()

    async def _open_others(self, stored: OpenTabs) -> None:
        for conversation_id in stored.conversation_ids:
            await self._open_tab(stored, conversation_id)
            await asyncio.sleep(0)  # a key that was pressed comes first
        self._window.pane_layout.show_windows()
        await self._tabs.end_restore()

    async def _open_tab(self, stored: OpenTabs, conversation_id: str) -> None:
        """Open a tab where it stood, unless it is open or its conversation is gone."""
        if conversation_id in self._opened or conversation_id in self._window.panes.ids():
            return
        conversation = await self._history.conversations.get(conversation_id)
        # Asked again: while it was read, the user may have opened it.
        if conversation is None or conversation_id in self._window.panes.ids():
            return
        self._opened.add(conversation_id)
        panes = dict(zip(stored.conversation_ids, stored.panes, strict=False))
        pane = panes.get(conversation_id, 0)
        before = stored.conversation_ids[: stored.conversation_ids.index(conversation_id)]
        present = self._window.pane_layout.pane(pane).bar.ids()
        index = sum(each in before for each in present)
        self._tabs.add(
            conversation,
            is_activated=False,
            pane=pane,
            index=index,
            is_unread=conversation_id in stored.unread_ids,
        )
