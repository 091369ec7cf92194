"""Tabs: opened, closed, reopened; each shows one conversation."""

from dataclasses import replace
from functools import partial

from app.controllers.conversations.closed_tabs import ClosedTab, ClosedTabs
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Conversation, OpenTabs
from app.errors import StorageError
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.text import open_link
from app.widgets.kit.translation import shown_title
from app.widgets.window.typed_ahead import TypedAhead


class TabsController(Controller):
    """Keeps the window's tabs and their order as stored; the engine knows which is in front.

    Closing a tab deletes nothing and stops no reply.
    """

    def __init__(self, services: Services, replies: Replies) -> None:
        super().__init__(services)
        window = services.window
        self._replies = replies
        self._closed = ClosedTabs(window)
        self._typed_ahead = TypedAhead(window)
        self.is_restoring = False  # while tabs of the last run are still to be opened
        window.requests.new_tab_requested.connect(lambda: self._start_new_tab())
        window.requests.close_tab_requested.connect(self.close_tab)
        window.requests.reopen_tab_requested.connect(self._on_reopen_tab_requested)
        window.requests.conversation_activated.connect(self.open_tab)
        window.panes.activated.connect(self._on_tab_activated)
        window.panes.rearranged.connect(lambda: self._save_tabs())
        window.pane_layout.first_emptied.connect(self._on_first_emptied)
        window.requests.stop_requested.connect(replies.stop)
        window.requests.regenerate_requested.connect(replies.regenerate)
        replies.views.add(self._on_view)

    def begin_restore(self) -> None:
        """Store no order of tabs until all of the last run are open: they would be lost."""
        self.is_restoring = True

    async def end_restore(self) -> None:
        """Store the tabs as they are now; there is at least one."""
        self._window.pane_layout.close_empty_panes()  # of which all tabs are gone
        self.is_restoring = False
        if not self._window.pane_layout.pane(0).bar.ids():
            await self._new_tab(pane=0)
        self._save_tabs()

    def mark_front(self) -> None:
        """Mark the tabs in front as read, and tell the engine which one is in use."""
        for conversation_id in self._window.panes.front_ids():
            self._replies.mark_read(conversation_id)
        active_id = self._window.panes.active_id()
        if active_id is not None:
            self._on_tab_activated(active_id)

    async def new_tab(self, pane: int | None = None) -> str:
        """Open an empty conversation in front, of the pane in use or of another; return its id."""
        conversation = await self._history.conversations.create()
        is_in_use = pane is None or self._window.panes.in_use is self._window.pane_layout.pane(pane)
        self.add(conversation, is_activated=is_in_use, pane=pane)
        self._save_tabs()
        return conversation.id

    def show(self, conversation: Conversation) -> None:
        """Open a conversation that was made just now in front."""
        self.add(conversation, is_activated=True)
        self._save_tabs()

    def open_tab(self, conversation_id: str) -> None:
        """Bring a conversation to the front, in its tab or a new one."""
        if conversation_id in self._window.panes.ids():
            self._window.panes.activate(conversation_id)
        else:
            self._tasks.start(self._open(conversation_id))

    def close_tab(self, conversation_id: str) -> None:
        """Take a tab away; the last one leaves an empty one behind."""
        self._closed.close(conversation_id)

    def drop(self, *conversation_ids: str) -> tuple[ClosedTab, ...]:
        """Close the tabs of conversations that were deleted; return where they stood."""
        return self._closed.drop(conversation_ids)

    async def put_back(self, *tabs: ClosedTab) -> None:
        """Open tabs again where they stood, in the order that ``drop`` returned."""
        # In reverse: each index is the one that the tab had after those before it were closed.
        for tab in reversed(tabs):
            await self._open(tab.conversation_id, tab)

    def open_message(self, conversation_id: str, message_id: int) -> None:
        """Bring a conversation to the front, with one message of it in view."""
        self._tasks.start(self._open_message(conversation_id, message_id))

    async def open_empty_tabs(self, count: int) -> tuple[str, ...]:
        """Return so many empty conversations in tabs, the one in front if it is empty, then new."""
        ids: list[str] = []
        active_id = self._window.panes.active_id()
        if active_id is not None and await self._is_empty(active_id):
            ids.append(active_id)
        while len(ids) < count:
            ids.append(await self.new_tab())
        self._window.panes.activate(ids[0])
        return tuple(ids)

    async def _is_empty(self, conversation_id: str) -> bool:
        conversation = await self._history.conversations.get(conversation_id)
        is_running = conversation_id in self._replies.running_ids
        return not is_running and conversation is not None and not conversation.messages

    async def _open(self, conversation_id: str, where: ClosedTab | None = None) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        # While it was read, the same tab may have been opened by another request.
        if conversation is None or conversation_id in self._window.panes.ids():
            return
        self._closed.forget(conversation_id)
        if where is None:
            self.add(conversation, is_activated=True)
        elif not self._window.pane_layout.has_pane(where.pane_number):  # its window is gone
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

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.composer.stop_requested.connect(partial(self._replies.stop, conversation.id))
        view.requests.link_activated.connect(open_link)

    def _save_tabs(self) -> None:
        if self.is_restoring:
            return
        tabs = OpenTabs(
            self._window.panes.ids(),
            self._window.panes.active_id(),
            self._window.pane_layout.numbers(),
            self._window.panes.front_ids(),
            self._unread_ids(),
        )
        self._tasks.start(self._history.tabs.save(tabs))

    def _unread_ids(self) -> frozenset[str]:
        panes = self._window.panes
        return frozenset(id_ for id_ in panes.ids() if panes.items.state(id_).is_unseen)

    def _on_first_emptied(self) -> None:
        """Leave no window without a tab, unless its tabs are still to be restored."""
        if not self.is_restoring:
            self._start_new_tab(pane=0)

    def _start_new_tab(self, pane: int | None = None) -> None:
        """Open a tab as soon as its conversation is stored; keys pressed until then go into it."""
        self._typed_ahead.hold()
        self._tasks.start(self._new_tab_to_type_in(pane))

    async def _new_tab_to_type_in(self, pane: int | None) -> None:
        try:
            await self._new_tab(pane)
        finally:
            # Also where there is no new tab: keys must not be held for ever.
            self._typed_ahead.release()

    async def _new_tab(self, pane: int | None = None) -> None:
        """Open an empty conversation, or report why there can be none."""
        try:
            await self.new_tab(pane)
        except StorageError as error:
            self._toasts.report(error)

    def _on_reopen_tab_requested(self) -> None:
        tab = self._closed.last()
        if tab is not None:
            # Before it is open: pressed twice, the second request must take the tab before it.
            self._closed.forget(tab.conversation_id)
            self._tasks.start(self._open(tab.conversation_id, replace(tab, was_in_front=True)))

    def _on_tab_activated(self, conversation_id: str) -> None:
        self._replies.mark_read(conversation_id)
        self._client.focus(conversation_id)
        self._save_tabs()
