"""Branches of a conversation: edited, regenerated, continued, stepped through, forked, pinned."""

from functools import partial

from app.chat.turns import Turns
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies, TurnStart
from app.controllers.services import Controller, Services
from app.domain import Conversation, Message, Role
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, shown_title, translate


class BranchesController(Controller):
    """Carries out what the user requests for single messages; nothing is ever overwritten."""

    def __init__(
        self, services: Services, turns: Turns, replies: Replies, tabs: TabsController
    ) -> None:
        super().__init__(services)
        self._turns = turns
        self._replies = replies
        self._tabs = tabs
        self._window.requests.duplicate_requested.connect(self.duplicate)
        self._window.requests.continue_requested.connect(self._on_window_continue_requested)
        self._window.requests.version_requested.connect(self._on_version_requested)
        replies.views.add(self._on_view)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name, step = conversation.id, self._tasks.starter(self._step)
        view.requests.edit_submitted.connect(partial(self._on_edit_submitted, name))
        view.requests.regenerate_requested.connect(partial(self._on_regenerate_requested, name))
        view.requests.continue_requested.connect(partial(self._on_continue_requested, name))
        view.requests.sibling_requested.connect(partial(step, name))
        view.requests.fork_requested.connect(self.fork)
        view.requests.pin_toggled.connect(partial(self.pin, name))

    def _on_edit_submitted(self, conversation_id: str, message_id: int, text: str) -> None:
        self.begin(conversation_id, partial(self._turns.edit, conversation_id, message_id, text))

    def _on_regenerate_requested(self, conversation_id: str, reply_id: int) -> None:
        self.begin(conversation_id, partial(self._turns.regenerate, conversation_id, reply_id))

    def _on_continue_requested(self, conversation_id: str, reply_id: int) -> None:
        messages = self._messages(conversation_id)
        if messages and messages[-1].id != reply_id:
            self._toasts.show(
                translate(
                    "Branches",
                    "Only the last answer can be continued. Regenerate an earlier one instead.",
                )
            )
            return
        self.begin(conversation_id, partial(self._turns.continue_reply, conversation_id))

    def _on_window_continue_requested(self, conversation_id: str) -> None:
        reply = self.last_reply(conversation_id)
        if reply is not None:
            self._on_continue_requested(conversation_id, reply.id)

    def _on_version_requested(self, conversation_id: str, step: int) -> None:
        """Step between the versions of the last reply, else of the last message that has any."""
        messages = reversed(self._messages(conversation_id))
        message = next((each for each in messages if each.sibling_count > 1), None)
        if message is not None:
            self._tasks.start(self._step(conversation_id, message.id, step))

    def last_reply(self, conversation_id: str) -> Message | None:
        """Return the last reply of the branch on show, or None without one."""
        messages = reversed(self._messages(conversation_id))
        return next((each for each in messages if each.role is Role.ASSISTANT), None)

    def _messages(self, conversation_id: str) -> tuple[Message, ...]:
        view = self._window.panes.view_of(conversation_id)
        return view.transcript.messages() if view is not None else ()

    def begin(self, conversation_id: str, turn: TurnStart) -> None:
        """Run a turn on another branch, or tell the user that a reply is still running."""
        if not self._replies.begin(conversation_id, turn):
            self._toasts.show(
                translate(
                    "Branches",
                    "This conversation is still being answered. Stop that answer first.",
                )
            )

    async def _step(self, conversation_id: str, message_id: int, step: int) -> None:
        """Show the next or the previous version, down to the end of its branch."""
        ids = [each.id for each in await self._history.messages.siblings(message_id)]
        index = ids.index(message_id) + step
        if 0 <= index < len(ids):
            await self.choose(conversation_id, ids[index])

    async def choose(self, conversation_id: str, message_id: int) -> None:
        """Show the branch that runs through a message."""
        conversation = await self._history.messages.choose_sibling(message_id)
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            self._replies.show_branch(conversation.messages, view)

    def fork(self, message_id: int) -> None:
        """Open the branch up to this message in its own tab.

        The engine copies what its KV cache holds of it, so that nothing is read again.
        """
        self._tasks.start(self._fork(message_id))

    async def _fork(self, message_id: int) -> None:
        fork = await self._history.archive.fork(message_id)
        self._tabs.open_tab(fork.id)

    def pin(self, conversation_id: str, message_id: int, is_pinned: bool = True) -> None:
        """Keep a message in the context when others slide out, or stop keeping it."""
        self._tasks.start(self._pin(conversation_id, message_id, is_pinned=is_pinned))

    async def _pin(self, conversation_id: str, message_id: int, *, is_pinned: bool) -> None:
        await self._history.messages.set_pinned(message_id, is_pinned=is_pinned)
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            messages = conversation.messages
            view.transcript.set_pinned(frozenset(each.id for each in messages if each.is_pinned))

    def duplicate(self, conversation_id: str) -> None:
        """Open a copy of a conversation, with all its branches, in its own tab."""
        self._tasks.start(self._duplicate(conversation_id))

    async def _duplicate(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return
        title = fill(translate("Branches", "{title} (copy)"), title=shown_title(conversation.title))
        copy = await self._history.archive.duplicate(conversation_id, title)
        self._tabs.open_tab(copy.id)
