"""Brings requests into slots: reuses what was promised, evicts, forks, and slides full ones."""

import time

from engine.backend import Backend
from engine.protocol import GenerationEvent, Slid, Started
from engine.runner import Runner
from engine.scheduling.admission import Admission
from engine.scheduling.matching import Source
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.sliding import choose_discard
from engine.scheduling.slots import Slot, SlotPool


class Seating:
    """Carries out what admission has decided, and what a full conversation needs."""

    def __init__(
        self, backend: Backend, pool: SlotPool, runner: Runner, discard_tokens: int | None
    ) -> None:
        self._backend = backend
        self._pool = pool
        self._runner = runner
        self._discard_tokens = discard_tokens
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
        if admission.donor is not None:
            self._runner.clear(slot)
            self._runner.fork(admission.donor, slot)
        elif match.source is Source.SLIDE:
            assert match.discard is not None
            self._runner.slide(slot, match.discard)
        tokens = admission.sequence.prompt.tokens
        shared = min(slot.common_prefix(tokens), len(tokens) - 1)
        self._runner.cut(slot, shared)

    def slide(self, sequence: Sequence, slot: Slot) -> GenerationEvent | None:
        """Let a full conversation give up its oldest turns; None if it has nothing to give.

        Where the memory cannot be moved, what is left is read again from the best checkpoint.
        """
        discard = choose_discard(
            sequence.turn_starts, cap=self._window, wanted=self._discard_tokens
        )
        if discard is None:
            return None
        is_held = discard.keep_count + discard.discard_count <= len(slot.ledger)
        is_moved = is_held and self._backend.capabilities.can_slide
        sequence.drop(discard)
        if is_moved:
            self._runner.slide(slot, discard)
        else:
            self._runner.cut(slot, min(discard.keep_count, len(slot.ledger)))
            sequence.state = SequenceState.PREFILL
        return Slid(
            sequence.request_id,
            discard.first_message,
            discard.discard_count,
            is_read_again=not is_moved,
        )

    def empty(self, slot: Slot) -> None:
        """Clear a slot's KV and free it."""
        self._runner.clear(slot)
        self._pool.forget(slot)
