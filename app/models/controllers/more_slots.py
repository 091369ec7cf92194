"""More slots, once chats have waited and as far as memory allows.

The number of slots is fixed when a model is loaded, and chats wait only while all slots are in use.
Where the number is automatic, a model whose chats have waited is loaded again with more slots when
it is idle. The user can have that earlier: then answers continue where they were.
"""

import asyncio
import time
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from app.chat.request_builder import model_key
from app.chat.turns import Turns
from app.controllers.messages.replies import Replies
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Controller, Services
from app.controllers.undo import UndoOffers
from app.domain.messages import MessageStatus
from app.domain.tabs import TabActivity, TabState
from app.engine_settings import settings_with
from app.models.controllers.fit_text import FitTeller
from app.models.controllers.model_settings import ModelSettingsController
from app.widgets.kit.translation import fill, translate
from app.widgets.settings.setting_rows import MAX_SLOTS
from engine.client.client import EngineState

ESTIMATE_SECONDS = 5.0  # the free memory changes meanwhile
QUIET_SECONDS = 2.0  # for which a model is idle before it gets more slots
_CUT = (MessageStatus.CANCELLED, MessageStatus.INTERRUPTED)  # as a reload ends answers


class MoreSlots(Controller):
    """Raises the slots of models whose chats have waited; offers that in *Now* before.

    The offer is for the default model only, whose chats are continued after the reload.
    """

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        queues: SendQueues,
        own: ModelSettingsController,
        undo: UndoOffers,
    ) -> None:
        super().__init__(services)
        self._queues = queues
        self._turns = turns
        self._replies = replies
        self._own = own
        self._undo = undo
        self._panel = services.window.sidebar.now
        self._offered = 0
        self._estimated_at = -ESTIMATE_SECONDS
        self._waited: dict[str, str] = {}  # the last chat that waited, by the path of its model
        self._raising: asyncio.Task[None] | None = None
        self._cut_ids: set[str] = set()  # answers that the reload ends
        self._paused_ids: frozenset[str] = frozenset()  # whose queues were paused before
        self._panel.more_slots_requested.connect(self._tasks.starter(self.use))
        replies.states.add(self._on_state)
        replies.ends.add(self._on_ended)
        self._client.states.add(self._on_engine_state)

    async def use(self) -> None:
        """Load the default model with more slots now; running answers continue afterwards."""
        count, self._offered = self._offered, 0
        self._panel.set_more_slots(0)
        model = self._client.state.model
        if not count or model is None:
            return
        others = filter(self._models.has_other_model, self._replies.local_ids)
        self._cut_ids = set(self._replies.local_ids.difference(others))
        self._paused_ids = self._queues.paused_ids
        self._waited.pop(model.path, None)
        own = self._own.current
        if own.slot_count is not None:
            await self._own.save(model.path, replace(own, slot_count=count))
        elif self._settings.current.slot_count is not None:
            self._settings.change(slot_count=count)  # loads the model
        else:
            self._store(model.path, count)
            self._own.reload(model.path)

    def _on_state(self, conversation_id: str, state: TabState) -> None:
        is_queued = state.activity is TabActivity.QUEUED and state.queue_position > 0
        if not is_queued or state.machine:
            return
        if self._models.state_of_chat(conversation_id).model is None:
            return  # it waits for its model
        self._waited[self._models.path_of_chat(conversation_id)] = conversation_id
        if self._models.has_other_model(conversation_id):
            return
        now = time.monotonic()
        if now - self._estimated_at > ESTIMATE_SECONDS:
            self._estimated_at = now
            self._tasks.start(self._estimate(self._client.state))

    def _on_engine_state(self, state: EngineState) -> None:
        if state.model is None:
            self._offered = 0
            self._panel.set_more_slots(0)

    async def _estimate(self, state: EngineState) -> None:
        teller = await asyncio.to_thread(FitTeller.of, state)
        settings = settings_with(self._settings.current, self._own.current)
        count = 0 if teller is None else teller.more_slots(settings)
        if state is self._client.state:
            self._offered = count
            is_automatic = settings.slot_count is None
            note = "" if teller is None else _note(count, teller.model.slot_count, is_automatic)
            self._panel.set_more_slots(count, note)

    def _on_ended(self, conversation_id: str, status: MessageStatus | None) -> None:
        if conversation_id in self._cut_ids:
            self._cut_ids.discard(conversation_id)
            is_loading = self._client.state.model is None  # else the user has stopped it
            if status in _CUT and is_loading:
                turn = partial(self._turns.continue_reply, conversation_id)
                is_begun = self._replies.begin(conversation_id, turn)
                if is_begun and conversation_id not in self._paused_ids:
                    self._queues.resume(conversation_id)
        if self._waited and (self._raising is None or self._raising.done()):
            self._raising = self._tasks.start(self._raise_when_idle(), may_be_dropped=True)

    async def _raise_when_idle(self) -> None:
        """Raise the slots of each model whose chats have waited once it is idle."""
        while self._waited:
            await asyncio.sleep(QUIET_SECONDS)
            for path in tuple(self._waited):
                if self._is_idle(path):
                    await self._raise(path, self._waited.pop(path))

    def _is_idle(self, path: str) -> bool:
        """Return whether no chat and no program needs a model."""
        if any(self._models.path_of_chat(each) == path for each in self._replies.running_ids):
            return False
        engine = self._models.host.engines.loaded(path)
        return engine is None or (engine.idle_seconds or 0.0) >= QUIET_SECONDS

    async def _raise(self, path: str, conversation_id: str) -> None:
        own = await self._own.read(path)
        settings = settings_with(self._settings.current, own)
        state = self._models.host.engines.state_of(path)
        if settings.slot_count is not None or state.model is None:
            return
        teller = await asyncio.to_thread(FitTeller.of, state)
        count = 0 if teller is None else teller.more_slots(settings)
        if not count:
            return
        if not self._is_idle(path):
            self._waited[path] = conversation_id  # a chat has begun meanwhile
            return
        is_other = self._models.has_other_model(conversation_id)
        self._store(path, count)
        self._own.reload(path)
        if is_other:
            self._models.preload(conversation_id, self._models.of_chat(conversation_id))
        text = translate("MoreSlots", "Chats had to wait. {model} now answers {count:,} at once.")
        text = fill(text, model=state.model.name or Path(path).stem, count=count)
        before = state.model.slot_count
        put_back = partial(self._tasks.starter(self._put_back), path, before)
        self._undo.add(text, put_back, kind="slots")

    def _store(self, path: str, count: int) -> None:
        raised = self._settings.current.raised_slots
        self._settings.change(raised_slots={**raised, model_key(path): count})

    async def _put_back(self, path: str, count: int) -> None:
        """Give a model the slots that it had, which are not raised again."""
        await self._own.save(path, replace(await self._own.read(path), slot_count=count))


def _note(count: int, used: int, is_automatic: bool) -> str:
    """Return when ``count`` slots are used by themselves, or why there are no more than now."""
    if count:
        text = translate("MoreSlots", "This happens by itself once no answer is being written.")
        return text if is_automatic else ""
    if used >= MAX_SLOTS:
        return translate("MoreSlots", "This is the largest number of slots.")
    return translate("MoreSlots", "More slots need more memory than is free.")
