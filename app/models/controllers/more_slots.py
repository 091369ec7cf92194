"""More slots, while chats wait and memory allows them.

The number of slots is fixed when a model is loaded, and chats wait only while all slots are in use.
So it is raised on request: the model is loaded again, and the answers continue where they were.
"""

import asyncio
import time
from dataclasses import replace
from functools import partial

from app.chat.turns import Turns
from app.controllers.messages.replies import Replies
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Controller, Services
from app.domain.messages import MessageStatus
from app.domain.tabs import TabActivity, TabState
from app.engine_settings import settings_with
from app.models.controllers.fit_text import FitTeller
from app.models.controllers.model_settings import ModelSettingsController
from app.widgets.settings.setting_rows import MAX_SLOTS
from engine.client.client import EngineState

ESTIMATE_SECONDS = 5.0  # the free memory changes meanwhile
_CUT = (MessageStatus.CANCELLED, MessageStatus.INTERRUPTED)  # as a reload ends answers


class MoreSlots(Controller):
    """Offers more slots in *Now*, and continues the answers after the reload.

    It is the default model that gets them: chats with another model are left alone.
    """

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        queues: SendQueues,
        own: ModelSettingsController,
    ) -> None:
        super().__init__(services)
        self._queues = queues
        self._turns = turns
        self._replies = replies
        self._own = own
        self._panel = services.window.sidebar.now
        self._offered = 0
        self._estimated_at = -ESTIMATE_SECONDS
        self._cut_ids: set[str] = set()  # answers that the reload ends
        self._paused_ids: frozenset[str] = frozenset()  # whose queues were paused before
        self._panel.more_slots_requested.connect(self._tasks.starter(self.use))
        replies.states.add(self._on_state)
        replies.ends.add(self._on_ended)
        self._client.states.add(self._on_engine_state)

    async def use(self) -> None:
        """Load the model with more slots; running answers continue afterwards."""
        count, self._offered = self._offered, 0
        self._panel.set_more_slots(0)
        model = self._client.state.model
        if not count or model is None:
            return
        others = filter(self._models.has_other_model, self._replies.local_ids)
        self._cut_ids = set(self._replies.local_ids.difference(others))
        self._paused_ids = self._queues.paused_ids
        own = self._own.current
        if own.slot_count is not None:
            await self._own.save(model.path, replace(own, slot_count=count))
        else:
            self._settings.change(slot_count=count)  # loads the model

    def _on_state(self, conversation_id: str, state: TabState) -> None:
        is_queued = state.activity is TabActivity.QUEUED and state.queue_position > 0
        is_waiting = is_queued and not state.machine
        if not is_waiting or self._models.has_other_model(conversation_id):
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
        count = 0 if teller is None else teller.more_slots(settings.kv_type, MAX_SLOTS)
        if state is self._client.state:
            self._offered = count
            self._panel.set_more_slots(count)

    def _on_ended(self, conversation_id: str, status: MessageStatus | None) -> None:
        if conversation_id in self._cut_ids:
            self._cut_ids.discard(conversation_id)
            is_loading = self._client.state.model is None  # else the user has stopped it
            if status in _CUT and is_loading:
                turn = partial(self._turns.continue_reply, conversation_id)
                is_begun = self._replies.begin(conversation_id, turn)
                if is_begun and conversation_id not in self._paused_ids:
                    self._queues.resume(conversation_id)
