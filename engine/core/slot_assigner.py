"""Brings requests into slots: reuses what was promised, evicts, forks, and slides full ones."""

import time

from engine.backend import Backend
from engine.core.cache_manager import KVCacheManager
from engine.core.runner import Runner
from engine.kv.slot_copy import SlotCopy
from engine.scheduling.admission import Admission
from engine.scheduling.matching import STORED
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.sliding import choose_discards
from engine.scheduling.slots import Slot, SlotPool
from engine.wire.events import GenerationEvent, Slid, Started
from engine.wire.request_options import OverflowPolicy
from engine.wire.usage import ReuseOrigin


class SlotAssigner:
    """Carries out what admission has decided, and slides conversations that are full."""

    def __init__(
        self,
        backend: Backend,
        pool: SlotPool,
        runner: Runner,
        cache_manager: KVCacheManager,
        discard_tokens: int | None,
    ) -> None:
        self._backend = backend
        self._pool = pool
        self._runner = runner
        self._cache_manager = cache_manager
        self._discard_tokens = discard_tokens
        self._window = backend.info.context_window

    def assign(self, admission: Admission) -> Started:
        """Give a request its slot, cut to what it shares with the prompt: here only, once."""
        sequence, slot = admission.sequence, admission.slot
        sequence.promised_tokens = admission.match.token_count
        self._reuse(admission)
        self._cache_manager.release(sequence)
        self._pool.acquire(slot, sequence)
        sequence.state = SequenceState.PREFILL
        sequence.admitted = time.perf_counter()
        sequence.reused_tokens = len(slot.cached_tokens)
        return Started(
            sequence.request_id,
            slot.index,
            sequence.usage(sequence.admitted, context_tokens=len(slot.cached_tokens)),
            sequence.promised_tokens,
        )

    def _reuse(self, admission: Admission) -> None:
        """Bring a slot to the prompt's beginning; what it really shares is looked at again.

        The donor, or the slot itself, may have changed since the promise was made.
        """
        slot, match = admission.slot, admission.match
        # Before the slot's own tokens are stored: that may drop this copy from the RAM tier.
        copy = self._copy_for(admission)
        if slot.conversation_id not in (None, admission.sequence.conversation_id):
            self._cache_manager.store_evicted(slot)
            slot.restored_seconds = None
        if admission.donor is not None:
            self._runner.clear(slot)
            self._runner.fork(admission.donor, slot)
        elif match.discard is not None:
            self._runner.slide(slot, match.discard)
        elif copy is not None:
            admission.sequence.restore_seconds = self._cache_manager.restorer.restore(slot, copy)
        tokens = admission.sequence.prompt.tokens
        # One token is left to decode: without it there are no logits to sample from.
        shared = min(slot.common_prefix(tokens), len(tokens) - 1)
        if match.origin in STORED:
            shared = min(shared, match.token_count)
        self._runner.truncate(slot, shared)
        self._note_origin(admission)

    def _copy_for(self, admission: Admission) -> SlotCopy | None:
        """Return what is to be given back; a conversation's own state is its slot's from now on."""
        sequence, ram = admission.sequence, self._cache_manager.ram
        own = ram.pop(sequence.conversation_id)
        if admission.match.origin is ReuseOrigin.SHARED_PROMPT and sequence.shared_key is not None:
            return ram.use(sequence.shared_key)
        return own if admission.match.origin in STORED else None

    def _note_origin(self, admission: Admission) -> None:
        """Note where the reused tokens were; a slot filled ahead from the disk is not forgotten."""
        sequence, slot = admission.sequence, admission.slot
        match, origin = admission.match, admission.match.origin
        is_own = match.discard is None and admission.donor is None
        if origin is ReuseOrigin.READY and is_own and slot.restored_seconds is not None:
            origin, sequence.restore_seconds = ReuseOrigin.DISK, slot.restored_seconds
        is_ahead = origin is ReuseOrigin.DISK and not sequence.wants_reply
        slot.restored_seconds = sequence.restore_seconds if is_ahead else None
        sequence.reused_from = origin if slot.cached_tokens else ReuseOrigin.NOWHERE

    def slide(self, sequence: Sequence, slot: Slot) -> GenerationEvent | None:
        """Drop the oldest turns of a full conversation; None if it may not, or only one is left.

        Where the KV cache cannot be moved, what is left is prefilled again from the best
        checkpoint.
        """
        if sequence.overflow is not OverflowPolicy.SLIDE:
            return None
        discards = choose_discards(
            sequence.turn_starts,
            cap=self._window,
            wanted=self._discard_tokens,
            pinned=sequence.pinned,
        )
        if not discards:
            return None
        is_held = discards[0].keep_count + discards[0].discard_count <= len(slot.cached_tokens)
        is_moved = is_held and self._backend.capabilities.can_slide
        for discard in discards:  # from the last to the first, so that none moves another
            sequence.drop(discard)
            if is_moved:
                self._runner.slide(slot, discard)
        if not is_moved:
            self._runner.truncate(slot, min(discards[-1].keep_count, len(slot.cached_tokens)))
            sequence.state = SequenceState.PREFILL
        return Slid(
            sequence.request_id,
            discards[0].first_message,
            sum(discard.discard_count for discard in discards),
            is_read_again=not is_moved,
        )

    def empty(self, slot: Slot) -> None:
        """Clear a slot's KV and free it."""
        self._runner.clear(slot)
        self._pool.clear(slot)
