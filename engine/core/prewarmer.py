"""Prefills the certain part of a conversation's next prompt while no request needs the model."""

import time

from engine.core.cache_manager import KVCacheManager
from engine.core.input_queue import InputQueue, PromptJob
from engine.core.runner import Runner
from engine.core.slot_assigner import SlotAssigner
from engine.core.work import Overlap, Work
from engine.kv.cache_keys import is_shared
from engine.messages.commands import Prewarm, Submit
from engine.messages.metrics import StepRecord
from engine.scheduling.admission import best_admission, find_donor
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool

PIECE = 64  # tokens: short enough not to delay an arriving request noticeably


class Prewarmer:
    """Prefills at most one conversation at a time, in its own slot or a free one."""

    def __init__(
        self,
        *,
        pool: SlotPool,
        runner: Runner,
        slot_assigner: SlotAssigner,
        inputs: InputQueue,
        cache_manager: KVCacheManager,
    ) -> None:
        self._pool = pool
        self._runner = runner
        self._slot_assigner = slot_assigner
        self._inputs = inputs
        self._cache_manager = cache_manager
        self._pending: Prewarm | None = None  # until its conversation was loaded from the disk
        self._job: PromptJob | None = None  # until its prompt is made
        self.sequence: Sequence | None = None

    @property
    def is_due(self) -> bool:
        """Return whether a step could read something."""
        return self.is_readable or (self._job is not None and self._job.is_done)

    @property
    def is_readable(self) -> bool:
        """Return whether a slot that no copy needs holds a prompt; a copy's end wakes the loop."""
        sequence = self.sequence
        return sequence is not None and not self._pool.slot_of(sequence).lent

    def start(self, command: Prewarm, *, is_idle: bool) -> None:
        """Prefill for this conversation, now or when its file has been loaded."""
        if self._cache_manager.states.is_loading(command.conversation_id):
            self._pending = command
        elif is_idle:
            self._begin(command)

    def pop_loaded(self) -> Prewarm | None:
        """Return, once, the command whose conversation is no longer being loaded."""
        pending = self._pending
        if pending is None or self._cache_manager.states.is_loading(pending.conversation_id):
            return None
        self._pending = None
        return pending

    def stop(self) -> None:
        """Release the slot, with its prefilled tokens; unfinished work is given up."""
        self._pending = None
        job, self._job = self._job, None
        if job is not None:
            job.drop()
        sequence, self.sequence = self.sequence, None
        if sequence is not None:
            self._pool.release(self._pool.slot_of(sequence))

    def discard(self, conversation_id: str) -> None:
        """Stop if this conversation is being read, or waited for."""
        made = None if self._job is None else self._job.command
        for each in (self._pending, made, self.sequence):
            if each is not None and each.conversation_id == conversation_id:
                self.stop()

    def step(self, pending_count: int, started: float, overlap: Overlap) -> StepRecord | None:
        """Prefill a little more; None when all is done or it failed, and the slot released."""
        assert self.sequence is not None
        if pending_count == 0:
            self.stop()
            return None
        work = Work(self._pool.slot_of(self.sequence), min(pending_count, PIECE))
        outcomes = self._runner.run([work], overlap)
        seconds, _ = self._runner.pop_seconds()
        if outcomes:  # no token is sampled here, so only a failure has an outcome
            self.stop()
            if outcomes[0].is_suspect:
                self._slot_assigner.empty(work.slot)
            return None
        return StepRecord(
            prefill_slots=(work.slot.index,),
            prefill_tokens=self._runner.pop_token_count(),
            prefill_seconds=seconds,
            seconds=time.perf_counter() - started,
        )

    def _begin(self, command: Prewarm) -> None:
        """Order the prompt to be made, if it contains something and there is a slot for it."""
        if self._slot_for(command) is None or not command.messages:
            return
        name, messages = command.conversation_id, command.messages
        remembered = self._cache_manager.tokenized_prompt(name, messages)
        self._job = self._inputs.read_ahead(command, remembered)
        self.take_prompt()

    def take_prompt(self) -> None:
        """Take a slot when the prompt is made, if there still is one for this conversation."""
        job = self._job
        if job is None or not job.is_done:
            return
        self._job = None
        sequence, slot = job.result(), self._slot_for(job.command)
        if sequence is None or slot is None:
            return
        restorer = self._cache_manager.restorer
        restorer.find_beginning(sequence)
        if sequence.shared_key is not None and not is_shared(sequence.shared_key):
            restorer.prepare(sequence)
        if sequence.pending_key is not None:
            return  # tokens that are read now would also be in its file
        # A branch that is being typed in begins in a copy, as its request would: tokens that are
        # read here first would be its own, and nothing is copied over a conversation's own tokens.
        matcher = self._cache_manager.matcher
        donor = find_donor(sequence, self._pool, matcher) if not slot.cached_tokens else None
        if donor is not None and donor.lent:
            donor = None  # its copy would end later, and nothing is prefilled meanwhile
        admission = best_admission(sequence, slot, donor, matcher)
        self._slot_assigner.assign(admission, lambda _started: None)
        self.sequence = sequence

    def _slot_for(self, command: Prewarm | Submit) -> Slot | None:
        # Never an eviction: the message that is being typed may not be sent.
        name = command.conversation_id
        if name in self._cache_manager.copies.moving:
            return None
        return self._pool.parked_for(name) or self._pool.lowest_free()
