"""Tabs: opened, closed and reopened; each shows one conversation."""

import asyncio
from collections.abc import Iterable
from functools import partial

import msgspec
from msgspec.structs import replace

from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.domain.tabs import OpenTabs
from app.errors import StorageError
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.text import open_link
from app.widgets.kit.translation import shown_title
from app.widgets.window.main_window import MainWindow
from app.widgets.window.typed_ahead import TypedAhead

TABS_AT_ONCE = 12  # more would make the start too slow


class ClosedTab(msgspec.Struct, frozen=True):
    """A closed tab; its conversation still exists."""

    conversation_id: str
    pane_number: int
    index: int
    was_in_front: bool


class ClosedTabs:
    """Closes tabs, and records their order for reopening."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._closed: list[ClosedTab] = []  # the last closed one at the end

    def close(self, conversation_id: str) -> ClosedTab | None:
        """Close a tab and record it; return None if there was no tab."""
        tab = self._removed(conversation_id)
        if tab is not None:
            self.remove(conversation_id)
            self._closed.append(tab)
            self._window.actions_by_name.reopen_tab.setEnabled(True)
        return tab

    def drop(self, conversation_ids: Iterable[str]) -> tuple[ClosedTab, ...]:
        """Close the tabs of deleted conversations, without recording them."""
        ids = tuple(conversation_ids)
        tabs = [self._removed(each) for each in ids]
        self.remove(*ids)
        return tuple(tab for tab in tabs if tab is not None)

    def last(self) -> ClosedTab | None:
        """Return the last closed tab."""
        return self._closed[-1] if self._closed else None

    def remove(self, *conversation_ids: str) -> None:
        """Remove conversations that are open again or deleted."""
        self._closed = [
            each for each in self._closed if each.conversation_id not in conversation_ids
        ]
        self._window.actions_by_name.reopen_tab.setEnabled(bool(self._closed))

    def _removed(self, conversation_id: str) -> ClosedTab | None:
        pane = self._window.panes.pane_of(conversation_id)
        if pane is None:
            return None
        tab = ClosedTab(
            conversation_id,
            pane_number=self._window.pane_layout.number_of(pane),
            index=pane.bar.ids().index(conversation_id),
            was_in_front=self._window.panes.active_id() == conversation_id,
        )
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.flush_draft()  # the draft may not be stored before a pause in typing
        self._window.panes.remove(conversation_id)
        return tab


class TabsController(Controller):
    """Keeps the tabs and their stored order, and reports the active one to the engine.

    Closing a tab deletes nothing and stops no reply.
    """

    def __init__(self, services: Services, replies: Replies) -> None:
        super().__init__(services)
        window = services.window
        self._replies = replies
        self._closed = ClosedTabs(window)
        self._typed_ahead = TypedAhead(window)
        self.is_restoring = False  # while tabs of the last run are being restored
        self._is_saving = False  # the tabs are stored in the next turn of the loop
        window.requests.new_tab_requested.connect(lambda: self._start_new_tab())
        window.requests.close_tab_requested.connect(self.close_tab)
        window.requests.reopen_tab_requested.connect(self._on_reopen_tab_requested)
        window.requests.conversation_activated.connect(self.open_tab)
        start = self._tasks.starter
        window.requests.open_in_split_requested.connect(start(self._open_in_other_pane))
        window.requests.message_in_split_requested.connect(start(self._open_message_in_other_pane))
        window.panes.activated.connect(self._on_tab_activated)
        window.panes.rearranged.connect(lambda: self._save_tabs())
        window.pane_layout.first_emptied.connect(self._on_first_emptied)
        window.requests.stop_requested.connect(replies.stop)
        replies.views.add(self._on_view)

    def begin_restore(self) -> None:
        """Suspend storing the order of tabs until all tabs of the last run are open."""
        self.is_restoring = True

    async def end_restore(self) -> None:
        """Store the current tabs; open one if there is none."""
        self._window.pane_layout.close_empty_panes()  # all of its tabs are gone
        self.is_restoring = False
        if not self._window.pane_layout.pane(0).bar.ids():
            await self._new_tab(pane=0)
        self._save_tabs()

    def mark_front(self) -> None:
        """Mark the visible tabs as read, and report the active one to the engine."""
        for conversation_id in self._window.panes.front_ids():
            self._replies.mark_read(conversation_id)
        active_id = self._window.panes.active_id()
        if active_id is not None:
            self._on_tab_activated(active_id)

    async def new_tab(self, pane: int | None = None) -> str:
        """Open an empty conversation in front, in the active pane or a given one; return its id."""
        conversation = await self._history.conversations.create()
        is_in_use = pane is None or self._window.panes.in_use is self._window.pane_layout.pane(pane)
        self.add(conversation, is_activated=is_in_use, pane=pane)
        self._save_tabs()
        return conversation.id

    def show(self, conversation: Conversation) -> None:
        """Open a new conversation in front."""
        self.add(conversation, is_activated=True)
        self._save_tabs()

    def open_tab(self, conversation_id: str) -> None:
        """Bring a conversation to the front, in its tab or a new one."""
        if conversation_id in self._window.panes.ids():
            self._window.panes.activate(conversation_id)
        else:
            self._tasks.start(self._open(conversation_id))

    def close_tab(self, conversation_id: str) -> None:
        """Close a tab; the last one is replaced by an empty tab."""
        self._closed.close(conversation_id)

    def drop(self, *conversation_ids: str) -> tuple[ClosedTab, ...]:
        """Close the tabs of deleted conversations; return their places."""
        return self._closed.drop(conversation_ids)

    async def put_back(self, *tabs: ClosedTab) -> None:
        """Open tabs again at their places, in the order that ``drop`` returned."""
        # In reverse: each index was recorded after the previous tabs were closed.
        for tab in reversed(tabs):
            await self._open(tab.conversation_id, tab)

    def open_message(self, conversation_id: str, message_id: int) -> None:
        """Bring a conversation to the front, scrolled to one message."""
        self._tasks.start(self._open_message(conversation_id, message_id))

    async def open_empty_tabs(self, count: int) -> tuple[str, ...]:
        """Return ``count`` empty conversations in tabs; the active one first if it is empty."""
        ids: list[str] = []
        active_id = self._window.panes.active_id()
        if active_id is not None and await self.is_empty(active_id):
            ids.append(active_id)
        while len(ids) < count:
            ids.append(await self.new_tab())
        self._window.panes.activate(ids[0])
        return tuple(ids)

    async def is_empty(self, conversation_id: str) -> bool:
        """Return whether a conversation exists and has no message."""
        conversation = await self._history.conversations.get(conversation_id)
        is_running = conversation_id in self._replies.running_ids
        return not is_running and conversation is not None and not conversation.messages

    async def _open(self, conversation_id: str, where: ClosedTab | None = None) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        # While it was read, the same tab may have been opened by another request.
        if conversation is None or conversation_id in self._window.panes.ids():
            return
        self._closed.remove(conversation_id)
        if where is None:
            self.add(conversation, is_activated=True)
        elif not self._window.pane_layout.has_pane(where.pane_number):  # its window was closed
            self.add(conversation, is_activated=where.was_in_front, pane=0)
        else:
            self.add(
                conversation,
                is_activated=where.was_in_front,
                pane=where.pane_number,
                index=where.index,
            )
        self._save_tabs()

    async def _open_message(self, conversation_id: str, message_id: int) -> None:
        if conversation_id in self._window.panes.ids():
            self._window.panes.activate(conversation_id)
        else:
            await self._open(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        is_running = conversation_id in self._replies.running_ids
        if message_id not in view.transcript.message_list.by_id and not is_running:
            conversation = await self._history.messages.choose_sibling(message_id)
            self._replies.show_branch(conversation.messages, view)
        view.show_message(message_id)

    def add(
        self,
        conversation: Conversation,
        *,
        is_activated: bool,
        pane: int | None = None,
        index: int | None = None,
        is_unread: bool = False,
    ) -> None:
        """Show a conversation in a new tab."""
        view = ConversationView(conversation.id)
        self._window.panes.add(
            conversation.id,
            shown_title(conversation.title),
            view,
            is_activated=is_activated,
            pane=None if pane is None else self._window.pane_layout.pane(pane),
            index=index,
            is_pinned=conversation.options.is_pinned,
        )
        self._replies.show(conversation, view)
        if is_unread:
            self._replies.mark_unread(conversation)
        if is_activated:
            view.focus_composer()

    async def _open_in_other_pane(self, conversation_id: str) -> None:
        """Bring a conversation to the front of the other pane, in its tab or a new one."""
        panes, layout = self._window.panes, self._window.pane_layout
        other = 1 if layout.number_of(panes.in_use) == 0 else 0
        if conversation_id not in panes.ids():
            conversation = await self._history.conversations.get(conversation_id)
            # While it was read, the same tab may have been opened by another request.
            if conversation is None or conversation_id in panes.ids():
                return
            pane = layout.pane(other)
            self.add(conversation, is_activated=True, pane=layout.number_of(pane))
            return
        pane_of_tab = panes.pane_of(conversation_id)
        if pane_of_tab is panes.in_use and len(panes.in_use.bar.ids()) > 1:
            panes.move(conversation_id, layout.pane(other))
        else:  # it is in the other pane already, or is the only tab of this one
            panes.activate(conversation_id)

    async def _open_message_in_other_pane(self, conversation_id: str, message_id: int) -> None:
        """Do the same, scrolled to one message."""
        await self._open_in_other_pane(conversation_id)
        self.open_message(conversation_id, message_id)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.composer.stop_requested.connect(partial(self._replies.stop, conversation.id))
        view.requests.link_activated.connect(open_link)

    def _save_tabs(self) -> None:
        if not (self.is_restoring or self._is_saving):
            self._is_saving = True
            self._tasks.start(self._save())

    async def _save(self) -> None:
        await asyncio.sleep(0)  # changes that follow at once are stored together
        self._is_saving = False
        tabs = OpenTabs(
            self._window.panes.ids(),
            self._window.panes.active_id(),
            self._window.pane_layout.numbers(),
            self._window.panes.front_ids(),
            self._unread_ids(),
        )
        await self._history.tabs.save(tabs)

    def _unread_ids(self) -> frozenset[str]:
        panes = self._window.panes
        return frozenset(id_ for id_ in panes.ids() if panes.items.state(id_).is_unseen)

    def _on_first_emptied(self) -> None:
        """Open a tab in a window without tabs, unless its tabs are being restored."""
        if not self.is_restoring:
            self._start_new_tab(pane=0)

    def _start_new_tab(self, pane: int | None = None) -> None:
        """Open a tab once its conversation is stored; keys pressed until then go into it."""
        self._typed_ahead.hold()
        self._tasks.start(self._new_tab_to_type_in(pane))

    async def _new_tab_to_type_in(self, pane: int | None) -> None:
        has_failed = True
        try:
            has_failed = not await self._new_tab(pane)
        finally:
            # Also if no tab was opened: keys must not be held forever.
            self._typed_ahead.release(has_failed=has_failed)

    async def _new_tab(self, pane: int | None = None) -> bool:
        """Open an empty conversation, or report why it can't be created; return whether it is."""
        try:
            await self.new_tab(pane)
        except StorageError as error:
            self._toasts.report(error)
            return False
        return True

    def _on_reopen_tab_requested(self) -> None:
        tab = self._closed.last()
        if tab is not None:
            # Removed before it is open: a second request must reopen the tab before it.
            self._closed.remove(tab.conversation_id)
            self._tasks.start(self._open(tab.conversation_id, replace(tab, was_in_front=True)))

    def _on_tab_activated(self, conversation_id: str) -> None:
        self._replies.mark_read(conversation_id)
        self._models.focus(conversation_id)
        self._save_tabs()


class RestoredTabs(Controller):
    """Restores the tabs of the last run, each at its place.

    If there are very many, the visible ones are opened first and the others in the background.
    """

    def __init__(self, services: Services, tabs: TabsController) -> None:
        super().__init__(services)
        self._tabs = tabs
        self._opened: set[str] = set()  # opened once: the user may have closed it since

    async def open(self) -> None:
        """Open the tabs, or an empty one at the first start."""
        stored = await self._history.tabs.read()
        front = {*stored.front_ids, stored.active_id}
        is_many = len(stored.conversation_ids) > TABS_AT_ONCE
        self._tabs.begin_restore()
        for conversation_id in stored.conversation_ids:
            if not is_many or conversation_id in front:
                await self._open_tab(stored, conversation_id)
        # The active tab comes last: opening another one would deactivate it.
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
            await asyncio.sleep(0)  # lets pending key presses be handled first
        self._window.pane_layout.show_windows()
        await self._tabs.end_restore()

    async def _open_tab(self, stored: OpenTabs, conversation_id: str) -> None:
        """Open a tab at its place, unless it is open or its conversation was deleted."""
        if conversation_id in self._opened or conversation_id in self._window.panes.ids():
            return
        conversation = await self._history.conversations.get(conversation_id)
        # Checked again: the user may have opened it while it was read.
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
