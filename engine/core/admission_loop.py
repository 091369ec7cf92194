"""The requests that wait and those that run: how they get slots, and their one end."""

import functools

from engine.core.cache_manager import KVCacheManager
from engine.core.output_processor import OutputProcessor
from engine.core.restorer import keys_of
from engine.core.slot_assigner import SlotAssigner
from engine.core.stats import Statistics
from engine.scheduling.admission import admit, ready
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.slots import SlotPool
from engine.wire.errors import EngineError
from engine.wire.events import FinishReason, GenerationEvent, Queued, Started


class AdmissionLoop:
    """Lets waiting requests into slots, as many as may run, and ends each exactly once."""

    def __init__(
        self,
        *,
        pool: SlotPool,
        cache_manager: KVCacheManager,
        slot_assigner: SlotAssigner,
        output_processor: OutputProcessor,
        statistics: Statistics,
        events: list[GenerationEvent],
        max_active: int,
    ) -> None:
        self._pool = pool
        self._cache_manager = cache_manager
        self._slot_assigner = slot_assigner
        self._output_processor = output_processor
        self._statistics = statistics
        self._events = events
        self._max_active = max_active
        self.waiting: list[Sequence] = []
        self.running: list[Sequence] = []
        self.focused: str | None = None
        cache_manager.ram.queue_positions = self.queue_positions

    @property
    def has_ready(self) -> bool:
        """Return whether a request waits that could start if none ran."""
        return bool(ready(self.waiting, self._cache_manager.transfers.moving))

    @property
    def able(self) -> list[Sequence]:
        """Return the running requests whose slot no copy needs."""
        return [each for each in self.running if not self._pool.slot_of(each).lent]

    @property
    def has_work(self) -> bool:
        """Return whether a request can be computed, or perhaps start.

        None that waits for a copy: the copy's end is heard of.
        """
        if self.able:
            return True
        is_full = len(self.running) >= self._max_active
        has_slot = any(not slot.lent for slot in self._pool.slots)
        return has_slot and not is_full and self.has_ready

    @property
    def requests(self) -> list[Sequence]:
        """Return all, the waiting ones first: if all end, none gets the slot of another."""
        return [*self.waiting, *self.running]

    def queue_positions(self) -> dict[str, int]:
        """Return the first place in the queue of all that a waiting request can be restored from.

        By key.
        """
        positions: dict[str, int] = {}
        for place, sequence in enumerate(self.waiting):
            for key in keys_of(sequence):
                positions.setdefault(key, place)
        return positions

    def admit(self) -> None:
        """Give slots to the requests that may start now, and report the queue of the others."""
        if not self.waiting:
            return
        if self.has_ready:
            admissions = admit(
                self.waiting,
                self._pool,
                self._cache_manager.matcher,
                most=self._max_active - len(self.running),
                focused=self.focused,
                can_evict=self._cache_manager.can_evict,
                moving=self._cache_manager.transfers.moving,
            )
            # All are claimed before the first is assigned: it may evict a conversation into the
            # RAM tier, which would drop what a later one of this round was promised.
            self._cache_manager.claim(each.sequence for each in admissions)
            for admission in admissions:
                sequence = admission.sequence
                started = functools.partial(self._note_started, sequence)
                self._slot_assigner.assign(admission, started)
                self.waiting.remove(sequence)
                self.running.append(sequence)
        self._report_queue()

    def end(
        self, sequence: Sequence, reason: FinishReason, error: EngineError | None = None
    ) -> None:
        """End a request once: its slot parks, its sampler is freed."""
        context_tokens = 0
        # Not by its slot: a bug may have struck while it got one.
        (self.waiting if sequence in self.waiting else self.running).remove(sequence)
        is_queued = sequence.state is SequenceState.QUEUED
        if is_queued:
            self._cache_manager.release(sequence)
        if sequence.slot is not None:
            slot = self._pool.slot_of(sequence)
            self._pool.release(slot)
            if is_queued:
                self._slot_assigner.empty(slot)  # it holds nothing of it yet
            else:
                context_tokens = len(slot.cached_tokens)
        sequence.close_sampler()
        self._output_processor.finish(sequence, reason, error, context_tokens)

    def _note_started(self, sequence: Sequence, started: Started) -> None:
        self._events.append(started)
        self._statistics.add_admission(
            sequence.promised_tokens, sequence.reused_tokens, sequence.reused_from
        )

    def end_all(self, reason: FinishReason, error: EngineError | None = None) -> None:
        """End every request."""
        for sequence in self.requests:
            self.end(sequence, reason, error)

    def _report_queue(self) -> None:
        """Report each place in the queue that has changed."""
        in_order = sorted(self.waiting, key=lambda each: each.is_background)
        for queue_position, sequence in enumerate(in_order, start=1):
            if sequence.queue_position != queue_position:
                sequence.queue_position = queue_position
                self._events.append(Queued(sequence.request_id, queue_position))
