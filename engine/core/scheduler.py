"""Continuous batching of all conversations on one loaded model."""

import time
from collections.abc import Sequence as AnySequence

import msgspec

from engine.backend import Backend
from engine.core.cache_manager import KVCacheManager
from engine.core.input_processor import InputProcessor
from engine.core.output_processor import OutputProcessor, finished
from engine.core.prewarmer import Prewarmer
from engine.core.runner import Outcome, Runner, Work
from engine.core.slot_assigner import SlotAssigner
from engine.core.stats import Statistics, snapshot
from engine.kv.checkpoints import is_due, next_stop
from engine.kv.disk_worker import Wake
from engine.scheduling.admission import Admission, admit
from engine.scheduling.cost_model import CostModel
from engine.scheduling.planner import Pending, StepLimits, StepPlan, plan
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.slot_auditor import AuditMode, SlotAuditor
from engine.scheduling.slots import Slot, SlotPool
from engine.text.counting import count_tokens
from engine.wire.commands import CountTokens, Prewarm, Submit
from engine.wire.config import EngineConfig
from engine.wire.errors import DecodeFailed, EngineError
from engine.wire.events import (
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    Queued,
    Snapshot,
    TokensCounted,
)
from engine.wire.lazy_text import lazy
from engine.wire.metrics import ModelInfo, StepRecord
from engine.wire.request_options import OverflowPolicy
from engine.wire.usage import ReplyUsage


class Scheduler:
    """Takes requests, runs steps, and collects their events; lives on the engine thread.

    Raises ChatTemplateFailed on creation.
    """

    def __init__(
        self,
        backend: Backend,
        config: EngineConfig,
        audit_mode: AuditMode = AuditMode.LOG,
        wake: Wake = lambda: None,
    ) -> None:
        self._backend = backend
        self._wants_checkpoints = backend.capabilities.wants_checkpoints
        self._input_processor = InputProcessor(backend)
        sizes = (backend.batch_size, backend.micro_batch_size)
        self._limits = StepLimits(*sizes, config.step_target_seconds)
        self._most_active = config.max_active or backend.info.slot_count
        self._pool = SlotPool(backend.info.slot_count)
        self._runner = Runner(backend, self._pool)
        self._costs = CostModel()
        self.statistics = Statistics()
        control_texts = self._input_processor.control_texts
        self._output_processor = OutputProcessor(backend, control_texts, self.statistics)
        self.cache_manager = KVCacheManager(
            backend=backend,
            config=config,
            pool=self._pool,
            runner=self._runner,
            output_processor=self._output_processor,
            costs=self._costs,
            wake=wake,
        )
        cache = self.cache_manager
        self._slot_assigner = SlotAssigner(backend, self._pool, self._runner, cache, config)
        self._auditor = SlotAuditor(
            self._pool,
            backend.token_count,
            self._slot_assigner.empty,
            cells_per_slot=backend.info.context_window,
            audit_mode=audit_mode,
        )
        self._waiting: list[Sequence] = []
        self._running: list[Sequence] = []
        self._prewarmer = Prewarmer(
            pool=self._pool,
            runner=self._runner,
            slot_assigner=self._slot_assigner,
            input_processor=self._input_processor,
            cache_manager=cache,
        )
        self._awaited_prewarm: Prewarm | None = None
        self._focused: str | None = None
        self._events: list[GenerationEvent] = []
        self.is_prefilling = False

    @property
    def info(self) -> ModelInfo:
        """Return what was loaded, and what was found out about it."""
        capabilities = self._backend.capabilities
        return msgspec.structs.replace(
            self._backend.info,
            template=self._input_processor.template_kind,
            can_slide=capabilities.can_slide,
            memory=capabilities.words,
        )

    @property
    def has_requests(self) -> bool:
        """Return whether any request waits or runs."""
        return bool(self._waiting or self._running)

    @property
    def has_work(self) -> bool:
        """Return whether a step would do anything; not for those who wait for the disk."""
        is_asked = bool(self._running) or any(each.pending_key is None for each in self._waiting)
        return is_asked or self._prewarmer.sequence is not None

    @property
    def is_broken(self) -> bool:
        """Return whether nothing can be computed any more on this backend."""
        return self._runner.is_broken

    def submit(self, command: Submit) -> None:
        """Take a request; one that cannot be rendered or fitted ends FAILED at once."""
        self._stop_prewarming()
        try:
            memory = self.cache_manager.memory(command.conversation_id)
            sequence = self._input_processor.process(command, memory)
        except EngineError as error:
            reason = FinishReason.FAILED
            self._events.append(finished(command.request_id, reason, ReplyUsage(), error))
            return
        self.cache_manager.restorer.prepare(sequence)
        self._waiting.append(sequence)

    def prewarm(self, command: Prewarm) -> None:
        """Begin to read what is certain of a conversation's next prompt, if nobody needs us."""
        self._stop_prewarming()
        self.cache_manager.restorer.focus(command.conversation_id)
        if self.cache_manager.states.is_loading(command.conversation_id):
            self._awaited_prewarm = command
        elif not self.has_requests:
            self._prewarmer.start(command)

    def _stop_prewarming(self) -> None:
        self._awaited_prewarm = None
        self._prewarmer.stop()

    def cancel(self, request_id: int) -> None:
        """End a request CANCELLED: running, it keeps text and KV; waiting, it never runs."""
        for sequence in [*self._waiting, *self._running]:
            if sequence.request_id == request_id:
                self._end(sequence, FinishReason.CANCELLED)

    def cancel_all(self) -> None:
        """End every request CANCELLED, the waiting ones before any seat gets free."""
        self._prewarmer.stop()
        for sequence in [*self._waiting, *self._running]:
            self._end(sequence, FinishReason.CANCELLED)

    def fail_all(self, error: EngineError) -> None:
        """End every request FAILED and empty all slots, whose state is no longer trusted."""
        self._prewarmer.stop()
        for sequence in [*self._waiting, *self._running]:
            self._end(sequence, FinishReason.FAILED, error)
        for slot in self._pool.slots:
            self._slot_assigner.empty(slot)

    def forget(self, conversation_id: str) -> None:
        """Drop a conversation's KV and token ids; a request of it that runs is cancelled."""
        self._stop_prewarming()
        for sequence in [*self._waiting, *self._running]:
            if sequence.conversation_id == conversation_id:
                self._end(sequence, FinishReason.CANCELLED)
        self._output_processor.forget(conversation_id)
        slot = self._pool.parked_for(conversation_id)
        if slot is not None:
            self._slot_assigner.empty(slot)
        self.cache_manager.forget(conversation_id, [*self._waiting, *self._running])

    def count(self, command: CountTokens) -> TokensCounted:
        """Say how many tokens a text has, and how many its conversation holds."""
        count = count_tokens(self._backend.vocabulary, command.text)
        slots = [s for s in self._pool.slots if s.conversation_id == command.conversation_id]
        held = max((len(slot.cached_tokens) for slot in slots), default=0)
        held = max(held, self.cache_manager.token_count(command.conversation_id))
        return TokensCounted(command.request_id, count, held, is_known=True)

    def focus(self, conversation_id: str | None) -> None:
        """Say whose prompt is read first; what the disk has of it is brought back now."""
        self._focused = conversation_id
        self.cache_manager.restorer.focus(conversation_id)

    def close(self) -> None:
        """Let what is worth it be written; every request has ended before."""
        self.cache_manager.write_back.close()

    def take_events(self) -> tuple[GenerationEvent, ...]:
        """Return the events since the last call, in order."""
        events, self._events = tuple(self._events), []
        return events

    def snapshot(self) -> Snapshot:
        """Return the engine at a glance; its steps are those since the last one."""
        waiting = tuple(sequence.conversation_id for sequence in self._waiting)
        seen = snapshot(
            self._pool,
            waiting,
            self.statistics,
            window=self._backend.info.context_window,
            slot_error_count=self._auditor.error_count,
            ram_bytes=self.cache_manager.ram.byte_count,
        )
        return self.cache_manager.added_to(seen)

    def step(self) -> StepRecord | None:
        """Admit, plan, compute and sample once; None if there was nothing to compute."""
        started = time.perf_counter()
        self._take_news()
        self._admit()
        if not self._running:
            return self._read_ahead(started)
        spent = time.perf_counter() - started
        pending = [self._pending_of(sequence) for sequence in self._running]
        step_plan = plan(pending, self._costs, self._limits, spent)
        self._count_passed_over(step_plan)
        planned = time.perf_counter() - started
        record = self._run(step_plan)
        record = msgspec.structs.replace(
            record, plan_seconds=planned, seconds=time.perf_counter() - started
        )
        self.statistics.take_step(record)
        self._auditor.check(is_idle=not self._running)
        return record

    def _read_ahead(self, started: float) -> StepRecord | None:
        sequence = self._prewarmer.sequence
        if sequence is None:
            return None
        record = self._prewarmer.step(self._pending_of(sequence).token_count, started)
        if record is not None:
            self._follow_reading([Work(self._slot_of(sequence), record.prefill_tokens)])
            self._costs.learn_prefill(record.prefill_tokens, record.prefill_seconds)
            self.statistics.take_step(record)
        return record

    def _take_news(self) -> None:
        """Take what came from the disk, and go on with what waited for it."""
        self.cache_manager.take_disk_events(self._waiting, is_idle=not self.has_work)
        awaited = self._awaited_prewarm
        if awaited is not None and not self.cache_manager.states.is_loading(
            awaited.conversation_id
        ):
            self.prewarm(awaited)

    def _admit(self) -> None:
        ready = [each for each in self._waiting if each.pending_key is None]
        if ready:
            most = self._most_active - len(self._running)
            admissions = admit(
                ready, self._pool, self.cache_manager.matcher, most=most, focused=self._focused
            )
            self.cache_manager.claim(each.sequence for each in admissions)
            for admission in admissions:
                self._seat(admission)
        in_order = sorted(self._waiting, key=lambda each: each.is_background)
        for place, sequence in enumerate(in_order, start=1):
            if sequence.place != place:
                sequence.place = place
                self._events.append(Queued(sequence.request_id, place))

    def _seat(self, admission: Admission) -> None:
        sequence = admission.sequence
        try:
            started = self._slot_assigner.assign(admission)
        except EngineError as error:
            self._end(sequence, FinishReason.FAILED, error)
            return
        self._waiting.remove(sequence)
        self._running.append(sequence)
        self._events.append(started)
        self.statistics.take_admission(
            sequence.promised_tokens, sequence.reused_tokens, sequence.reused_from
        )

    def _pending_of(self, sequence: Sequence) -> Pending:
        held, wanted = len(self._slot_of(sequence).cached_tokens), len(sequence.tokens)
        stop = next_stop(held, sequence.segment_ends, wanted) if self._wants_checkpoints else wanted
        if held < sequence.shared_prefix_length and self.cache_manager.wants_shared(sequence):
            stop = min(stop, sequence.shared_prefix_length)
        return Pending(
            slot=self._slot_of(sequence).index,
            token_count=stop - held,
            is_writing=wanted - held == 1 and sequence.state is SequenceState.DECODE,
            is_focused=sequence.conversation_id == self._focused,
            passed_over=sequence.passed_over,
        )

    def _count_passed_over(self, step_plan: StepPlan) -> None:
        read = {piece.slot for piece in step_plan.prefill}
        for sequence in self._running:
            sequence.passed_over = 0 if sequence.slot in read else sequence.passed_over + 1

    def _slot_of(self, sequence: Sequence) -> Slot:
        assert sequence.slot is not None
        return self._pool.slots[sequence.slot]

    def _run(self, step_plan: StepPlan) -> StepRecord:
        """Run the decode call, then the prefill call, and take the tokens of each."""
        slots = self._pool.slots
        decode = [Work(slots[index], 1) for index in step_plan.decode_slots]
        prefill = [Work(slots[piece.slot], piece.token_count) for piece in step_plan.prefill]
        outcomes = self._runner.run(decode)
        decode_seconds, decode_sampling = self._runner.take_seconds()
        written = sorted(each.slot.index for each in outcomes if each.token is not None)
        read_again = self._runner.take_token_count() - len(written)  # by states, after a failure
        if written:
            self._costs.learn_decode(len(decode), decode_seconds)
        self.is_prefilling = bool(prefill)
        outcomes += self._runner.run(prefill)
        self.is_prefilling = False
        prefill_seconds, prefill_sampling = self._runner.take_seconds()
        prefill_tokens = self._runner.take_token_count()
        self._costs.learn_prefill(prefill_tokens, prefill_seconds)
        text_started = time.perf_counter()
        self._follow_reading(prefill)
        for outcome in outcomes:
            self._take(outcome)
        return StepRecord(
            decode_slots=tuple(written),
            prefill_slots=tuple(piece.slot for piece in step_plan.prefill),
            prefill_tokens=prefill_tokens + read_again,
            decode_seconds=decode_seconds,
            prefill_seconds=prefill_seconds,
            sample_seconds=decode_sampling + prefill_sampling,
            text_seconds=time.perf_counter() - text_started,
        )

    def _follow_reading(self, works: AnySequence[Work]) -> None:
        """Report how far prompts were read, and take the checkpoints that are due."""
        for work in works:
            sequence, held = work.slot.sequence, len(work.slot.cached_tokens)
            if sequence is None:
                continue
            if self._wants_checkpoints and is_due(
                held, sequence.segment_ends, len(sequence.tokens)
            ):
                self._runner.save_checkpoint(work.slot)
            if held == sequence.shared_prefix_length and self.cache_manager.wants_shared(sequence):
                self.cache_manager.store_shared(work.slot, sequence)
            if sequence.state is SequenceState.PREFILL and sequence.wants_reply:
                self._events.append(
                    PrefillProgress(sequence.request_id, held, len(sequence.tokens))
                )

    def _take(self, outcome: Outcome) -> None:
        """Turn a sampled token into text; end the reply where it ends, slide where it is full."""
        sequence = outcome.slot.sequence
        assert sequence is not None
        if outcome.token is None:
            failure = outcome.failure or lazy("The model could not compute this answer. Ask again.")
            self._end(sequence, FinishReason.FAILED, DecodeFailed(failure))
            return
        reason = self._output_processor.take(sequence, outcome.token, self._events)
        if reason is None and self._output_processor.is_full(sequence):
            reason = self._make_room(sequence)
        if reason is not None:
            self._end(sequence, reason)

    def _make_room(self, sequence: Sequence) -> FinishReason | None:
        slid = None
        if sequence.overflow is OverflowPolicy.SLIDE:
            slid = self._slot_assigner.slide(sequence, self._slot_of(sequence))
        if slid is None:
            return FinishReason.LENGTH
        self._events.append(slid)
        return None

    def _end(
        self, sequence: Sequence, reason: FinishReason, error: EngineError | None = None
    ) -> None:
        """End a request once: its slot parks, its sampler is freed."""
        context_tokens = 0
        if sequence.slot is None:
            self._waiting.remove(sequence)
            self.cache_manager.release(sequence)
        else:
            context_tokens = len(self._slot_of(sequence).cached_tokens)
            self._running.remove(sequence)
            self._pool.release(self._slot_of(sequence))
        if sequence.sampler is not None:
            sequence.sampler.close()
        self._output_processor.finish(sequence, reason, error, context_tokens, self._events)
