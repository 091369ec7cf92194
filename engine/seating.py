"""Brings requests into slots: reuses what was promised, evicts, forks, and slides full ones."""

import time

from engine.backend import Backend
from engine.config import EngineConfig
from engine.kv.tiers import SMALLEST_KEPT, Evicted, RamTier
from engine.protocol import GenerationEvent, Slid, Started
from engine.runner import Runner
from engine.scheduling.admission import Admission
from engine.scheduling.matching import Source
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.sliding import choose_discards
from engine.scheduling.slots import Slot, SlotPool, SlotState


class Seating:
    """Carries out what admission has decided, and what a full conversation needs."""

    def __init__(
        self,
        backend: Backend,
        pool: SlotPool,
        runner: Runner,
        tier: RamTier,
        config: EngineConfig,
    ) -> None:
        self._backend = backend
        self._pool = pool
        self._runner = runner
        self._tier = tier
        self._discard_tokens = config.discard_tokens
        self._target_seconds = config.step_target_seconds
        self._copy_seconds = 0.0  # per token, as measured last
        self._window = backend.info.context_window

    def seat(self, admission: Admission) -> Started:
        """Give a request its slot and free the tail, once, here, whatever made it.

        Raises InvalidSampling before anything has changed, so that the claim stands.
        """
        sequence, slot = admission.sequence, admission.slot
        if sequence.wants_reply:
            sequence.sampler = self._backend.new_sampler(sequence.sampling, sequence.tokens)
        sequence.promised_tokens = admission.match.token_count
        self._reuse(admission)
        self._pool.lend(slot, sequence)
        sequence.state = SequenceState.PREFILL
        sequence.admitted = time.perf_counter()
        sequence.reused_tokens = len(slot.ledger)
        return Started(
            sequence.request_id,
            slot.index,
            len(sequence.tokens),
            sequence.reused_tokens,
            sequence.dropped_messages,
        )

    def _reuse(self, admission: Admission) -> None:
        """Bring a slot to the prompt's beginning; what it really shares is looked at again.

        The donor, or the slot itself, may have changed since the promise was made.
        """
        slot, match = admission.slot, admission.match
        conversation_id = admission.sequence.conversation_id
        entry = self._tier.take(conversation_id)
        if slot.conversation_id not in (None, conversation_id):
            self._keep_evicted(slot)
        if admission.donor is not None:
            self._runner.clear(slot)
            self._runner.fork(admission.donor, slot)
        elif match.source is Source.SLIDE:
            assert match.discard is not None
            self._runner.slide(slot, match.discard)
        elif match.source is Source.RAM and entry is not None:
            self._runner.restore(slot, entry)
        tokens = admission.sequence.prompt.tokens
        shared = min(slot.common_prefix(tokens), len(tokens) - 1)
        if match.source is Source.RAM:
            shared = min(shared, match.token_count)
        self._runner.cut(slot, shared)

    def _keep_evicted(self, slot: Slot) -> None:
        """Keep what a conversation had in the slot that it loses now.

        Not where the copy would hold up those who are writing for longer than a step may take.
        """
        token_count = len(slot.ledger)
        is_slow = self._copy_seconds * token_count > self._target_seconds
        is_anybody_running = bool(self._pool.in_state(SlotState.RUNNING))
        if slot.conversation_id is None or token_count < SMALLEST_KEPT:
            return
        if is_slow and is_anybody_running:
            return
        started = time.perf_counter()
        state = self._backend.state(slot.index)
        self._copy_seconds = (time.perf_counter() - started) / token_count
        tokens, checkpoints = tuple(slot.ledger), tuple(slot.checkpoints)
        self._tier.put(Evicted(slot.conversation_id, tokens, checkpoints, state))

    def slide(self, sequence: Sequence, slot: Slot) -> GenerationEvent | None:
        """Let a full conversation give up its oldest turns; None if it has nothing to give.

        Where the memory cannot be moved, what is left is read again from the best checkpoint.
        """
        discards = choose_discards(
            sequence.turn_starts,
            cap=self._window,
            wanted=self._discard_tokens,
            pinned=sequence.pinned,
        )
        if not discards:
            return None
        is_held = discards[0].keep_count + discards[0].discard_count <= len(slot.ledger)
        is_moved = is_held and self._backend.capabilities.can_slide
        for discard in discards:  # from the last to the first, so that none moves another
            sequence.drop(discard)
            if is_moved:
                self._runner.slide(slot, discard)
        if not is_moved:
            self._runner.cut(slot, min(discards[-1].keep_count, len(slot.ledger)))
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
        self._pool.forget(slot)
