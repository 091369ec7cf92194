"""What can be asked of the engine at any time: the model, a snapshot, the tokens of a text."""

import msgspec

from engine.backend import Backend
from engine.core.admission_loop import AdmissionLoop
from engine.core.cache_manager import KVCacheManager
from engine.core.stats import Statistics, percentiles
from engine.scheduling.slot_auditor import SlotAuditor
from engine.scheduling.slots import Slot, SlotPool
from engine.text.counting import count_tokens
from engine.wire.commands import CountTokens
from engine.wire.events import Snapshot, TokensCounted
from engine.wire.metrics import ModelInfo, SlotView, TemplateKind


class EngineReports:
    """Reads what the scheduler's parts know, and changes nothing but what was reported."""

    def __init__(
        self,
        *,
        backend: Backend,
        template_kind: TemplateKind,
        pool: SlotPool,
        admission_loop: AdmissionLoop,
        cache_manager: KVCacheManager,
        auditor: SlotAuditor,
        statistics: Statistics,
    ) -> None:
        self._backend = backend
        self._template_kind = template_kind
        self._pool = pool
        self._admission_loop = admission_loop
        self._cache_manager = cache_manager
        self._auditor = auditor
        self._statistics = statistics

    def model(self) -> ModelInfo:
        """Return what was loaded, and what was found out about it."""
        capabilities = self._backend.capabilities
        return msgspec.structs.replace(
            self._backend.info,
            template=self._template_kind,
            can_slide=capabilities.can_slide,
            kv_cache_kind=capabilities.kv_cache_kind,
        )

    def token_count(self, command: CountTokens) -> TokensCounted:
        """Return how many tokens a text has, and how many its conversation holds."""
        count = count_tokens(self._backend.vocabulary, command.text)
        slots = [s for s in self._pool.slots if s.conversation_id == command.conversation_id]
        held = max((len(slot.cached_tokens) for slot in slots), default=0)
        held = max(held, self._cache_manager.token_count(command.conversation_id))
        return TokensCounted(command.request_id, count, held, is_known=True)

    def snapshot(self) -> Snapshot:
        """Return the engine at a glance, and begin to collect the steps of the next snapshot."""
        statistics = self._statistics
        steps = tuple(statistics.steps)
        statistics.steps.clear()
        states = [point.state for slot in self._pool.slots for point in slot.checkpoints]
        window = self._backend.info.context_window
        snapshot = Snapshot(
            slots=tuple(_view(slot, window) for slot in self._pool.slots),
            waiting=tuple(each.conversation_id for each in self._admission_loop.waiting),
            steps=steps,
            rates=statistics.rates(),
            token_gaps=percentiles(statistics.gaps),
            queue_waits=percentiles(statistics.queue_waits),
            first_tokens=percentiles(statistics.first_tokens),
            promised_tokens=statistics.promised_tokens,
            reused_tokens=dict(statistics.reused_tokens),
            drafted_tokens=statistics.drafted_tokens,
            accepted_tokens=statistics.accepted_tokens,
            slot_error_count=self._auditor.error_count,
            checkpoint_bytes=sum(len(state) for state in states),
            ram_bytes=self._cache_manager.ram.byte_count,
            thread_count=self._backend.threads.count,
            thread_limit=self._backend.threads.limit,
        )
        return self._cache_manager.added_to(snapshot)


def _view(slot: Slot, window: int) -> SlotView:
    held = len(slot.cached_tokens)
    kept = held if slot.sequence is None else min(held, slot.sequence.reused_tokens)
    return SlotView(
        slot=slot.index,
        state=slot.state.value,
        conversation_id=slot.conversation_id,
        kept_cells=kept,
        new_cells=held - kept,
        free_cells=max(0, window - held),
        checkpoint_count=len(slot.checkpoints),
    )
