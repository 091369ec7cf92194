"""Reads what is certain of a conversation's next prompt while nobody needs the model."""

import time

from engine.core.cache_manager import KVCacheManager
from engine.core.input_processor import InputProcessor
from engine.core.runner import Runner, Work
from engine.core.slot_assigner import SlotAssigner
from engine.scheduling.admission import Admission
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool
from engine.wire.commands import Prewarm
from engine.wire.metrics import StepRecord

PIECE = 64  # tokens: so short that whoever comes does not notice


class Prewarmer:
    """At most one conversation at a time, in its own slot or a free one, never in another's."""

    def __init__(
        self,
        *,
        pool: SlotPool,
        runner: Runner,
        slot_assigner: SlotAssigner,
        input_processor: InputProcessor,
        cache_manager: KVCacheManager,
    ) -> None:
        self._pool = pool
        self._runner = runner
        self._slot_assigner = slot_assigner
        self._input_processor = input_processor
        self._cache_manager = cache_manager
        self.sequence: Sequence | None = None

    def start(self, command: Prewarm) -> None:
        """Take a slot, if there is one for this conversation and something to read."""
        name = command.conversation_id
        slot = self._pool.parked_for(name) or self._pool.lowest_free()
        if slot is None or not command.messages:
            return
        memory = self._cache_manager.memory(name)
        sequence = self._input_processor.process_certain(command, memory)
        if sequence is None:
            return
        prompt = sequence.prompt
        here = self._cache_manager.matcher.match(slot, prompt)
        kept = self._cache_manager.matcher.kept(name, prompt)
        match = kept if kept.token_count > here.token_count else here
        self._slot_assigner.assign(Admission(sequence, slot, match))
        self.sequence = sequence

    def stop(self) -> None:
        """Give the slot back, with what was read."""
        sequence, self.sequence = self.sequence, None
        if sequence is not None:
            self._pool.release(self._slot_of(sequence))

    def step(self, pending_count: int, started: float) -> StepRecord | None:
        """Read a little more; None when all is read or it went wrong, and the slot given back."""
        assert self.sequence is not None
        if pending_count == 0:
            self.stop()
            return None
        work = Work(self._slot_of(self.sequence), min(pending_count, PIECE))
        outcomes = self._runner.run([work])
        seconds, _ = self._runner.take_seconds()
        if outcomes:  # only a failure has an outcome here
            self.stop()
            return None
        return StepRecord(
            prefill_slots=(work.slot.index,),
            prefill_tokens=self._runner.take_token_count(),
            prefill_seconds=seconds,
            seconds=time.perf_counter() - started,
        )

    def _slot_of(self, sequence: Sequence) -> Slot:
        assert sequence.slot is not None
        return self._pool.slots[sequence.slot]
