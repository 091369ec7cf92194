"""Brings requests into slots: reuses promised states, evicts, forks, and slides full ones."""

import time
from collections.abc import Callable

from msgspec.structs import replace

from engine.backend import Backend
from engine.core.cache_manager import KVCacheManager, is_worth_storing
from engine.core.runner import Runner
from engine.kv.slot_copy import SlotCopy
from engine.messages.events import GenerationEvent, Slid, Started
from engine.messages.metrics import ReuseOrigin
from engine.messages.request_options import OverflowPolicy
from engine.scheduling.admission import Admission
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.sliding import Discard, choose_discards, is_worth_moving
from engine.scheduling.slots import Slot, SlotPool, common_length
from engine.text.media_spans import clamped

# States of these origins have to be restored into a slot; READY tokens are in one.
_STORED = frozenset({ReuseOrigin.MEMORY, ReuseOrigin.DISK, ReuseOrigin.SHARED_PROMPT})

OnStarted = Callable[[Started], None]


class SlotAssigner:
    """Carries out the decisions of admission, and slides full conversations."""

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
        self._copies = cache_manager.copies
        self._discard_tokens = discard_tokens
        self._window = backend.info.context_window

    def assign(self, admission: Admission, on_started: OnStarted) -> None:
        """Give a request its slot, truncated to the common prefix with the prompt: here only, once.

        ``on_started`` is called when that is done: at once, or after copies that run concurrently
        with other replies; never for a request that has ended meanwhile.
        """
        sequence, slot = admission.sequence, admission.slot
        if not sequence.is_parked:
            sequence.promised_tokens = admission.match.token_count
        # Before the slot's own tokens are stored: that may drop this copy from the RAM tier.
        copy = self._copy_for(admission)
        if copy is None:
            admission = self._from_slot(admission)
        evicted = slot.conversation_id
        key = evicted if is_worth_storing(slot) else None
        self._pool.acquire(slot, sequence)

        def fill() -> None:
            self._fill(admission, copy, on_started)

        if evicted in (None, sequence.conversation_id):
            self._copies.after(slot, fill)
            return
        slot.restored_seconds = None
        self._cache_manager.store_evicted(slot, key, fill)

    def _fill(self, admission: Admission, copy: SlotCopy | None, on_started: OnStarted) -> None:
        """Fill a slot with the prompt's beginning."""
        sequence, slot, match = admission.sequence, admission.slot, admission.match

        def finish() -> None:
            self._finish(admission, on_started)

        def finish_restored(seconds: float) -> None:
            sequence.restore_seconds = seconds
            finish()

        if slot.sequence is not sequence:
            finish()
        elif admission.donor is not None:
            self._runner.clear(slot)
            self._copies.fork(admission.donor, slot, finish)
        elif copy is not None:
            self._cache_manager.restorer.restore(slot, copy, finish_restored)
        else:
            if match.discard is not None:
                self._slide(slot, match.discard)
            finish()

    def _finish(self, admission: Admission, on_started: OnStarted) -> None:
        """Truncate a slot to its actual common prefix with the prompt, and let its request run.

        The donor, or the slot itself, may have changed since the promise was made.
        """
        sequence, slot, match = admission.sequence, admission.slot, admission.match
        self._cache_manager.release(sequence)
        if slot.sequence is not sequence:
            self._cache_manager.store_again(sequence)
            return
        self._copies.let_go(sequence.request_id)
        tokens = sequence.prompt.tokens
        # One token is left to decode: without it there are no logits to sample from.
        count = min(common_length(slot.cached_tokens, tokens), len(tokens) - 1)
        shared = clamped(count, sequence.prompt.spans)
        if match.origin in _STORED:
            shared = min(shared, match.token_count)
        self._runner.truncate(slot, shared)
        sequence.state = SequenceState.PREFILL
        if sequence.is_parked:  # it continues, without a report
            sequence.is_parked, slot.restored_seconds = False, None
            return
        self._note_origin(admission)
        sequence.admitted = time.perf_counter()
        sequence.reused_tokens = len(slot.cached_tokens)
        on_started(
            Started(
                sequence.request_id,
                slot.index,
                sequence.usage(sequence.admitted, context_tokens=len(slot.cached_tokens)),
                sequence.promised_tokens,
                tuple(each.value for each in sequence.prompt.rewrites),
            )
        )

    def _copy_for(self, admission: Admission) -> SlotCopy | None:
        """Return the state to give back; a conversation's own state is its slot's from now on."""
        sequence, ram = admission.sequence, self._cache_manager.ram
        own = ram.pop(sequence.conversation_id)
        key = admission.match.key
        if key is not None and key != sequence.conversation_id:
            return ram.use(key)
        if own is None or key is None:
            return None
        self._copies.hold(sequence.request_id, own)
        return own

    def _from_slot(self, admission: Admission) -> Admission:
        """Return an admission that copies a slot, if another chat's state is in one by now.

        That chat was requested in the same round, and is served first.
        """
        key = admission.match.key
        if key is None or key == admission.sequence.conversation_id:
            return admission
        donor = self._pool.slot_for(key) if self._backend.capabilities.can_fork else None
        return replace(admission, donor=donor)

    def _note_origin(self, admission: Admission) -> None:
        """Record the origin of the reused tokens: the disk also if the slot was filled ahead."""
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

        If the KV cache cannot be moved, or fewer than MIN_MOVED_TOKENS remain after the head, the
        remaining tokens are prefilled again from the best checkpoint.
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
        held_count, head_count = len(slot.cached_tokens), discards[-1].keep_count
        is_held = discards[0].keep_count + discards[0].discard_count <= held_count
        moved_count = held_count - head_count - sum(each.discard_count for each in discards)
        after_head = [span.start for span in sequence.spans if span.start >= head_count]
        has_media = any(not any(each.holds(at) for each in discards) for at in after_head)
        is_worth = is_worth_moving(moved_count, has_media=has_media)
        is_moved = is_held and is_worth and self._backend.capabilities.can_slide
        for discard in discards:  # from the last to the first, so that none moves another
            sequence.drop(discard)
            if is_moved:
                self._slide(slot, discard)
        if not is_moved:
            self._runner.truncate(slot, min(head_count, held_count))
            sequence.state = SequenceState.PREFILL
        return Slid(
            sequence.request_id,
            discards[0].first_message,
            sum(discard.discard_count for discard in discards),
            is_read_again=not is_moved,
        )

    def _slide(self, slot: Slot, discard: Discard) -> None:
        # The library moves the keys of all slots at once, those of lent ones too.
        self._copies.wait()
        self._runner.slide(slot, discard)

    def empty(self, slot: Slot) -> None:
        """Clear a slot's KV and free it; one that is lent as soon as it is back."""
        if slot.lent:
            self._pool.disown(slot)
            return
        self._runner.clear(slot)
        self._pool.clear(slot)
