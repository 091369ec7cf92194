"""Tabs: opened, closed, reopened, restored; each shows one conversation."""

from collections.abc import Callable
from functools import partial

from app.controllers.notices import Notices
from app.controllers.replies import Replies
from app.controllers.tasks import Tasks
from app.domain import Conversation, OpenTabs
from app.errors import StorageError
from app.storage.history import History
from app.widgets.composer import LONGEST_TEXT
from app.widgets.conversation_view import ConversationView
from app.widgets.links import open_link
from app.widgets.main_window import MainWindow

UNTITLED = "New chat"
SUGGESTIONS = (
    "What can you do?",
    "Tell me a story about tabs",
    "Show me the keys in a table",
    "Count to 60",
)


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
        notices: Notices,
    ) -> None:
        self._window = window
        self._history = history
        self._replies = replies
        self._tasks = tasks
        self._focus = focus
        self._notices = notices
        self._closed_ids: list[str] = []
        self._sends_with_ctrl_enter = False
        self._typed_in: str | None = None
        window.new_tab_requested.connect(self._on_new_tab_requested)
        window.close_tab_requested.connect(self.close_tab)
        window.reopen_tab_requested.connect(self._on_reopen_tab_requested)
        window.conversation_activated.connect(self.open_tab)
        window.tab_activated.connect(self._on_tab_activated)
        window.tabs_reordered.connect(lambda _ids: self._save_tabs())
        window.stop_requested.connect(replies.stop)
        window.retry_requested.connect(replies.retry)

    async def restore(self) -> None:
        """Open the tabs that were open when the program ended; at least one, at the first start."""
        stored = await self._history.open_tabs()
        for conversation_id in stored.conversation_ids:
            conversation = await self._history.conversation(conversation_id)
            if conversation is not None:
                self._add(conversation, is_activated=False)
        if stored.active_id in self._window.tab_ids():
            self._window.activate_tab(stored.active_id)
        if not self._window.tab_ids():
            await self._new_tab()
        active_id = self._window.active_id()
        if active_id is not None:
            self._on_tab_activated(active_id)

    async def new_tab(self) -> str:
        """Open an empty conversation in front; return its id."""
        conversation = await self._history.create_conversation()
        self._add(conversation, is_activated=True)
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
        if conversation_id not in self._window.tab_ids():
            return
        self._closed_ids.append(conversation_id)
        self._window.remove_tab(conversation_id)
        self._window.set_can_reopen(True)
        if not self._window.tab_ids():
            self._on_new_tab_requested()
        self._save_tabs()

    def drop(self, conversation_id: str) -> None:
        """Close the tab of a conversation that was deleted; it can't be reopened as a tab."""
        self.close_tab(conversation_id)
        self._closed_ids = [each for each in self._closed_ids if each != conversation_id]
        self._window.set_can_reopen(bool(self._closed_ids))

    def set_sends_with_ctrl_enter(self, is_wanted: bool) -> None:
        """Apply the setting to all message boxes, now and later."""
        self._sends_with_ctrl_enter = is_wanted
        for view in self._views():
            view.set_sends_with_ctrl_enter(is_wanted)

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
        conversation = await self._history.conversation(conversation_id)
        is_running = conversation_id in self._replies.running_ids
        return not is_running and conversation is not None and not conversation.messages

    async def _open(self, conversation_id: str) -> None:
        conversation = await self._history.conversation(conversation_id)
        if conversation is None or conversation_id in self._window.tab_ids():
            return
        self._closed_ids = [each for each in self._closed_ids if each != conversation_id]
        self._window.set_can_reopen(bool(self._closed_ids))
        self._add(conversation, is_activated=True)
        self._save_tabs()

    def _add(self, conversation: Conversation, *, is_activated: bool) -> None:
        view = ConversationView(conversation.id)
        view.set_suggestions(SUGGESTIONS)
        view.set_draft(conversation.draft)
        view.set_sends_with_ctrl_enter(self._sends_with_ctrl_enter)
        self._wire(view)
        self._window.add_tab(
            conversation.id, conversation.title or UNTITLED, view, is_activated=is_activated
        )
        self._replies.show(conversation, view)
        if is_activated:
            view.focus_composer()

    def _wire(self, view: ConversationView) -> None:
        conversation_id = view.conversation_id
        view.submitted.connect(partial(self._replies.send, conversation_id))
        view.suggestion_chosen.connect(partial(self._replies.send, conversation_id))
        view.stop_requested.connect(partial(self._replies.stop, conversation_id))
        view.retry_requested.connect(partial(self._replies.retry, conversation_id))
        view.draft_changed.connect(partial(self._on_draft_changed, conversation_id))
        view.ask_all_requested.connect(self._on_ask_all_requested)
        view.link_activated.connect(open_link)
        view.paste_refused.connect(self._on_paste_refused)

    def _views(self) -> list[ConversationView]:
        views = [self._window.view_of(each) for each in self._window.tab_ids()]
        return [view for view in views if view is not None]

    def _save_tabs(self) -> None:
        tabs = OpenTabs(self._window.tab_ids(), self._window.active_id())
        self._tasks.start(self._history.save_tabs(tabs))

    def _on_new_tab_requested(self) -> None:
        self._tasks.start(self._new_tab())

    async def _new_tab(self) -> None:
        """Open an empty conversation, or say why there can be none."""
        try:
            await self.new_tab()
        except StorageError as error:
            self._notices.tell_trouble(error)

    def _on_reopen_tab_requested(self) -> None:
        if self._closed_ids:
            self.open_tab(self._closed_ids.pop())
            self._window.set_can_reopen(bool(self._closed_ids))

    def _on_tab_activated(self, conversation_id: str) -> None:
        self._replies.mark_read(conversation_id)
        self._focus(conversation_id)
        self._save_tabs()

    def _on_draft_changed(self, conversation_id: str, text: str) -> None:
        self._tasks.start(self._history.save_draft(conversation_id, text))
        if text and self._typed_in != conversation_id:
            self._replies.expect(conversation_id)
        self._typed_in = conversation_id if text else None

    def _on_paste_refused(self, length: int) -> None:
        self._notices.tell(
            f"A text of {length:,} characters is too long for the message box. "
            f"It takes {LONGEST_TEXT:,}."
        )

    def _on_ask_all_requested(self) -> None:
        self._tasks.start(self._ask_all())

    async def _ask_all(self) -> None:
        ids = await self.open_empty_tabs(len(SUGGESTIONS))
        for conversation_id, question in zip(ids, SUGGESTIONS, strict=True):
            self._replies.send(conversation_id, question)
