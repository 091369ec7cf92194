"""Answers interrupted by the end of the program: one toast offers to continue them all."""

from collections.abc import Iterable
from functools import partial

from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import ClosedTab, TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus, Role
from app.domain.tabs import ToastContent
from app.widgets.kit.translation import fill, translate, translated
from engine.client.client import EnginePhase

_UNABLE = (EnginePhase.EMPTY, EnginePhase.DOWN)  # in other phases an answer would have to wait


class InterruptedReplies(Controller):
    """Stores the interrupted conversations, also across several restarts.

    A conversation is removed when it continues; closing the toast removes all. One that is deleted
    is not offered until it is restored.
    """

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        tabs: TabsController,
        deletion: DeletionController,
    ) -> None:
        super().__init__(services)
        self._turns = turns
        self._replies = replies
        self._tabs = tabs
        self._offered: tuple[str, ...] = ()
        self._toast: ToastContent | None = None
        replies.events.add(self._on_turn_event)
        deletion.changes.add(self._on_deletions_changed)
        self._window.toasts.closed.connect(self._on_toast_closed)

    def remember(self, conversation_ids: Iterable[str]) -> None:
        """Store conversations whose answers were or will be interrupted."""
        known = self._settings.current.interrupted_ids
        self._settings.change(interrupted_ids=tuple(dict.fromkeys((*known, *conversation_ids))))

    async def offer(self) -> None:
        """Offer to continue the answers that are still interrupted."""
        await self._discard_others()
        await self._offer_cut()

    async def _discard_others(self) -> None:
        """Discard the conversations that have continued or were removed permanently."""
        known = self._settings.current.interrupted_ids
        if not known:
            return
        kept = {each.id for each in await self._still_cut(known)}
        kept.update(each.id for each in await self._history.trash.conversations())
        gone = set(known) - kept
        # Others may have been stored or removed meanwhile.
        left = (each for each in self._settings.current.interrupted_ids if each not in gone)
        self._settings.change(interrupted_ids=tuple(left))

    def _show(self) -> None:
        count = len(self._offered)
        if not count:
            if self._toast is not None:
                self._toasts.dismiss(self._toast)
                self._toast = None
            return
        text = translate("Interrupted", "{count:,} answers were interrupted.")
        action = translate("Interrupted", "Continue all")
        if count == 1:
            text = translate("Interrupted", "One answer was interrupted.")
            action = translate("Interrupted", "Continue")
        self._toast = self._toasts.show(
            fill(text, count=count),
            action=action,
            on_action=self._tasks.starter(self._continue_all),
            stays=True,
            kind="interrupted",
        )

    async def _continue_all(self) -> None:
        self._toast = None
        cut = await self._still_cut(self._offered)
        states = {each.id: self._models.state_of(each.options.model.digest) for each in cut}
        waiting = [each for each in cut if states[each.id].phase in _UNABLE and self._is_here(each)]
        self._offered = tuple(each.id for each in waiting)
        if waiting:
            text = translate("Interrupted", "The answers can't be continued now. {reason}")
            self._toasts.show(
                fill(text, reason=translated(states[waiting[0].id].text)), is_trouble=True
            )
            self._show()
        for conversation in cut:
            if conversation not in waiting:
                await self._open_in_background(conversation.id)
                turn = partial(self._turns.continue_reply, conversation.id)
                self._replies.begin(conversation.id, turn)

    def _is_here(self, conversation: Conversation) -> bool:
        """Return whether the local model answers a conversation."""
        return self._turns.requests.destination(conversation.options.chat) is None

    async def _open_in_background(self, conversation_id: str) -> None:
        """Open a tab of a conversation in the background if it has none."""
        if conversation_id not in self._window.panes.ids():
            end = len(self._window.pane_layout.pane(0).bar.ids())
            await self._tabs.put_back(ClosedTab(conversation_id, 0, end, was_in_front=False))

    async def _still_cut(self, conversation_ids: Iterable[str]) -> list[Conversation]:
        found = [await self._history.conversations.get(each) for each in conversation_ids]
        return [each for each in found if each is not None and _is_cut(each)]

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        match event:
            case TurnStarted():
                self._remove(conversation_id)
            case ReplyEnded(message) if message.status is MessageStatus.INTERRUPTED:
                # The engine stopped: the page of a hidden tab shows it unseen.
                if not self._window.isVisible():
                    self.remember((conversation_id,))
                    self._tasks.start(self.offer())
            case _:
                pass

    def _remove(self, conversation_id: str) -> None:
        """Remove a conversation that continues; remove the toast with the last one."""
        known = self._settings.current.interrupted_ids
        left = tuple(each for each in known if each != conversation_id)
        self._settings.change(interrupted_ids=left)
        if conversation_id in self._offered:
            self._offered = tuple(each for each in self._offered if each != conversation_id)
            if self._toast is not None:
                self._show()

    def _on_deletions_changed(self, conversation_ids: tuple[str, ...]) -> None:
        if not set(conversation_ids).isdisjoint(self._settings.current.interrupted_ids):
            self._tasks.start(self._offer_cut())

    async def _offer_cut(self) -> None:
        """Offer what is not deleted; the settings keep the others, which may be restored."""
        known = self._settings.current.interrupted_ids
        self._offered = tuple(each.id for each in await self._still_cut(known))
        self._show()

    def _on_toast_closed(self, content: ToastContent) -> None:
        # The transcript offers it until the program ends.
        if content == self._toast:
            self._toast = None
            self._settings.change(interrupted_ids=())


def _is_cut(conversation: Conversation) -> bool:
    """Return whether a conversation ends with an interrupted answer, or before its answer."""
    last = conversation.messages[-1:]
    return any(
        each.role is Role.TOOL
        or (each.role is Role.ASSISTANT and each.status is MessageStatus.INTERRUPTED)
        for each in last
    )
