"""Tabs: opened, closed, reopened, restored; each shows one conversation."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.banners import Banners
from app.controllers.conversations.closed_tabs import ClosedTab, ClosedTabs
from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.controllers.untitled import untitled
from app.domain import Conversation, OpenTabs
from app.errors import StorageError
from app.storage.history import History
from app.widgets.composer.edit import LONGEST_TEXT
from app.widgets.composer.settings import ComposerSettings
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.links import open_link
from app.widgets.window.main_window import MainWindow
from app.widgets.window.typed_ahead import TypedAhead

SUGGESTIONS = (
    "What can you do?",
    "Tell me a story about tabs",
    "Show me the keys in a table",
    "Count to 60",
)

TABS_AT_ONCE = 12  # more take longer than a start may


class TabsController:
    """Keeps the window's tabs and their order as stored, and the drafts in them.

    Closing a tab deletes nothing and stops no reply. ``focus`` is told which one is in front.
    """

    def __init__(
        self,
        window: MainWindow,
        history: History,
        replies: Replies,
        tasks: Tasks,
        focus: Callable[[str | None], None],
        banners: Banners,
    ) -> None:
        self._window = window
        self._history = history
        self._replies = replies
        self._tasks = tasks
        self._focus = focus
        self._banners = banners
        self._closed = ClosedTabs(window)
        self._typed_ahead = TypedAhead(window)
        self._is_restoring = False
        self._composer_settings = ComposerSettings()
        self._typed_in: str | None = None
        window.new_tab_requested.connect(self._on_new_tab_requested)
        window.close_tab_requested.connect(self.close_tab)
        window.reopen_tab_requested.connect(self._on_reopen_tab_requested)
        window.conversation_activated.connect(self.open_tab)
        window.tab_activated.connect(self._on_tab_activated)
        window.tabs_reordered.connect(lambda _ids: self._save_tabs())
        window.pane_layout.first_emptied.connect(self._on_first_emptied)
        window.stop_requested.connect(replies.stop)
        window.regenerate_requested.connect(replies.regenerate)
        replies.listen(self._on_turn_event)

    async def restore(self) -> None:
        """Open the tabs that were open when the program ended; at least one, at the first start.

        Of very many, those in front come at once and the others while the window is in use.
        """
        stored = await self._history.tabs.read()
        front = {*stored.front_ids, stored.active_id}
        is_many = len(stored.conversation_ids) > TABS_AT_ONCE
        self._is_restoring = True
        for conversation_id in stored.conversation_ids:
            if not is_many or conversation_id in front:
                await self._restore_tab(stored, conversation_id)
        for front_id in (*stored.front_ids, stored.active_id):
            if front_id in self._window.tab_ids():
                self._window.activate_tab(front_id)
        if is_many:
            self._tasks.start(self._restore_others(stored))
        else:
            await self._end_restoring()
        active_id = self._window.active_id()
        if active_id is not None:
            self._on_tab_activated(active_id)

    @property
    def is_complete(self) -> bool:
        """Whether all tabs of last time are open again."""
        return not self._is_restoring

    async def _restore_others(self, stored: OpenTabs) -> None:
        for conversation_id in stored.conversation_ids:
            await self._restore_tab(stored, conversation_id)
            await asyncio.sleep(0)  # a key that was pressed comes first
        self._window.pane_layout.show_windows()
        await self._end_restoring()

    async def _restore_tab(self, stored: OpenTabs, conversation_id: str) -> None:
        """Open a tab where it stood, unless it is open or its conversation is gone."""
        if conversation_id in self._window.tab_ids():
            return
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None or conversation_id in self._window.tab_ids():
            return
        panes = dict(zip(stored.conversation_ids, stored.panes, strict=False))
        number = panes.get(conversation_id, 0)
        before = stored.conversation_ids[: stored.conversation_ids.index(conversation_id)]
        present = self._window.pane_layout.pane(number).ids()
        place = sum(each in before for each in present)
        self._add(conversation, is_activated=False, pane=number, place=place)

    async def _end_restoring(self) -> None:
        self._is_restoring = False
        if not self._window.pane_layout.pane(0).ids():
            await self._new_tab(pane=0)
        self._save_tabs()

    async def new_tab(self, pane: int | None = None) -> str:
        """Open an empty conversation in front, of the pane in use or of another; return its id."""
        conversation = await self._history.conversations.create()
        is_in_use = pane is None or self._window.panes.in_use is self._window.pane_layout.pane(pane)
        self._add(conversation, is_activated=is_in_use, pane=pane)
        self._save_tabs()
        return conversation.id

    def open_tab(self, conversation_id: str) -> None:
        """Bring a conversation to the front, in its tab or a new one."""
        if conversation_id in self._window.tab_ids():
            self._window.activate_tab(conversation_id)
        else:
            self._tasks.start(self._open(conversation_id))

    def close_tab(self, conversation_id: str) -> None:
        """Take a tab away; the last one leaves an empty one behind."""
        self._closed.close(conversation_id)

    def drop(self, *conversation_ids: str) -> tuple[ClosedTab, ...]:
        """Close the tabs of conversations that were deleted; return where they stood."""
        return self._closed.drop(conversation_ids)

    async def put_back(self, *tabs: ClosedTab) -> None:
        """Open tabs again where they stood."""
        for tab in sorted(tabs, key=lambda each: each.place):
            await self._open(tab.conversation_id, tab)

    def set_pinned(self, pinned: Mapping[str, bool]) -> None:
        """Show which conversations are pinned in their tabs."""
        for conversation_id, is_pinned in pinned.items():
            self._window.panes.set_pinned(conversation_id, is_pinned)

    def open_message(self, conversation_id: str, message_id: int) -> None:
        """Bring a conversation to the front, with one message of it in view."""
        self._tasks.start(self._open_message(conversation_id, message_id))

    def set_composer_settings(self, composer_settings: ComposerSettings) -> None:
        """Apply these settings to all message boxes, now and later."""
        self._composer_settings = composer_settings
        for view in self._views():
            view.set_composer_settings(composer_settings)

    def flush_drafts(self) -> None:
        """Store what stands in the message boxes now, without waiting for a pause in typing."""
        for view in self._views():
            view.flush_draft()

    async def open_empty_tabs(self, count: int) -> tuple[str, ...]:
        """Return so many empty conversations in tabs, the one in front if it is empty, then new."""
        ids: list[str] = []
        active_id = self._window.active_id()
        if active_id is not None and await self._is_empty(active_id):
            ids.append(active_id)
        while len(ids) < count:
            ids.append(await self.new_tab())
        self._window.activate_tab(ids[0])
        return tuple(ids)

    async def _is_empty(self, conversation_id: str) -> bool:
        conversation = await self._history.conversations.get(conversation_id)
        is_running = conversation_id in self._replies.running_ids
        return not is_running and conversation is not None and not conversation.messages

    async def _open(self, conversation_id: str, where: ClosedTab | None = None) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None or conversation_id in self._window.tab_ids():
            return
        self._closed.forget(conversation_id)
        if where is None:
            self._add(conversation, is_activated=True)
        elif not self._window.pane_layout.has_pane(where.pane_number):  # its window is gone
            self._add(conversation, is_activated=where.was_in_front, pane=0)
        else:
            self._add(
                conversation,
                is_activated=where.was_in_front,
                pane=where.pane_number,
                place=where.place,
            )
        self._save_tabs()

    async def _open_message(self, conversation_id: str, message_id: int) -> None:
        if conversation_id in self._window.tab_ids():
            self._window.activate_tab(conversation_id)
        else:
            await self._open(conversation_id)
        view = self._window.view_of(conversation_id)
        if view is None:
            return
        is_running = conversation_id in self._replies.running_ids
        if not view.has_message(message_id) and not is_running:
            conversation = await self._history.messages.choose_sibling(message_id)
            self._replies.show(conversation, view)
        view.show_message(message_id)

    def _add(
        self,
        conversation: Conversation,
        *,
        is_activated: bool,
        pane: int | None = None,
        place: int | None = None,
    ) -> None:
        view = ConversationView(conversation.id)
        view.set_suggestions(SUGGESTIONS)
        view.set_draft(conversation.draft)
        view.set_composer_settings(self._composer_settings)
        self._wire(view)
        self._window.add_tab(
            conversation.id,
            conversation.title or untitled(),
            view,
            is_activated=is_activated,
            pane_number=pane,
            place=place,
            is_pinned=conversation.options.is_pinned,
        )
        self._replies.show(conversation, view)
        if is_activated:
            view.focus_composer()

    def _wire(self, view: ConversationView) -> None:
        conversation_id = view.conversation_id
        view.suggestion_chosen.connect(partial(self._replies.send, conversation_id))
        view.stop_requested.connect(partial(self._replies.stop, conversation_id))
        view.draft_changed.connect(partial(self._on_draft_changed, conversation_id))
        view.ask_all_requested.connect(self._on_ask_all_requested)
        view.link_activated.connect(open_link)
        view.paste_refused.connect(self._on_paste_refused)

    def _views(self) -> list[ConversationView]:
        views = [self._window.view_of(each) for each in self._window.tab_ids()]
        return [view for view in views if view is not None]

    def _save_tabs(self) -> None:
        if self._is_restoring:
            return
        tabs = OpenTabs(
            self._window.tab_ids(),
            self._window.active_id(),
            self._window.pane_layout.numbers(),
            self._window.panes.front_ids(),
        )
        self._tasks.start(self._history.tabs.save(tabs))

    def _on_first_emptied(self) -> None:
        """Leave no window without a tab, unless it is only on its way to have some."""
        if not self._is_restoring:
            self._start_new_tab(pane=0)

    def _on_new_tab_requested(self) -> None:
        self._start_new_tab()

    def _start_new_tab(self, pane: int | None = None) -> None:
        """Open a tab as soon as its conversation is stored; what is typed until then is for it."""
        self._typed_ahead.hold()
        self._tasks.start(self._new_tab_to_type_in(pane))

    async def _new_tab_to_type_in(self, pane: int | None) -> None:
        try:
            await self._new_tab(pane)
        finally:
            self._typed_ahead.release()

    async def _new_tab(self, pane: int | None = None) -> None:
        """Open an empty conversation, or say why there can be none."""
        try:
            await self.new_tab(pane)
        except StorageError as error:
            self._banners.report(error)

    def _on_reopen_tab_requested(self) -> None:
        tab = self._closed.last()
        if tab is not None:
            self._closed.forget(tab.conversation_id)
            self._tasks.start(self._open(tab.conversation_id, replace(tab, was_in_front=True)))

    def _on_tab_activated(self, conversation_id: str) -> None:
        self._replies.mark_read(conversation_id)
        self._focus(conversation_id)
        self._save_tabs()

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        """Store what stands in the box now: a pause in typing may have stored what was sent."""
        view = self._window.view_of(conversation_id)
        if isinstance(event, TurnStarted) and view is not None:
            self._tasks.start(self._history.conversations.save_draft(conversation_id, view.draft()))

    def _on_draft_changed(self, conversation_id: str, text: str) -> None:
        self._tasks.start(self._history.conversations.save_draft(conversation_id, text))
        if text and self._typed_in != conversation_id:
            self._replies.expect(conversation_id)
        self._typed_in = conversation_id if text else None

    def _on_paste_refused(self, length: int) -> None:
        self._banners.show(
            f"A text of {length:,} characters is too long for the message box. "
            f"It takes {LONGEST_TEXT:,}."
        )

    def _on_ask_all_requested(self) -> None:
        self._tasks.start(self._ask_all())

    async def _ask_all(self) -> None:
        ids = await self.open_empty_tabs(len(SUGGESTIONS))
        for conversation_id, question in zip(ids, SUGGESTIONS, strict=True):
            self._replies.send(conversation_id, question)
