"""Continuous batching of all conversations on one loaded model: plans and runs each step."""

import time
from collections.abc import Callable
from collections.abc import Sequence as AnySequence

import msgspec

from engine.backend import Backend
from engine.core.admission_loop import AdmissionLoop
from engine.core.cache_manager import KVCacheManager
from engine.core.calibration import Calibration
from engine.core.draft_lanes import DraftLanes
from engine.core.drafter import Drafter
from engine.core.embedding_queue import EmbeddingQueue
from engine.core.input_processor import InputProcessor
from engine.core.input_queue import InputQueue
from engine.core.kv_copies import QUIT_SECONDS
from engine.core.media_source import MediaSource, MediaWaits, NoEncoder
from engine.core.output_processor import OutputProcessor
from engine.core.prewarmer import Prewarmer
from engine.core.prompt_weigher import PromptWeigher
from engine.core.reply_writer import ReplyWriter
from engine.core.reports import EngineReports
from engine.core.requests import Requests
from engine.core.runner import Runner
from engine.core.slot_assigner import SlotAssigner
from engine.core.sources.source_readings import SourceReadings
from engine.core.stats import Statistics
from engine.core.step_runner import StepRunner
from engine.core.text_questions import TextQuestions
from engine.core.work import Work
from engine.core.workers import Workers
from engine.kv.disk_worker import Wake
from engine.messages.commands import Prewarm, ShareCores, Submit
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.messages.events import FinishReason, GenerationEvent
from engine.messages.metrics import StepRecord
from engine.messages.sources import ReadSource
from engine.scheduling.costs import Costs
from engine.scheduling.planner import Pending, StepLimits, StepPlan, pending_of, plan
from engine.scheduling.sequence import Sequence
from engine.scheduling.slot_auditor import AuditMode, SlotAuditor
from engine.scheduling.slots import SlotPool
from engine.scheduling.threads import Threads
from engine.text.media_spans import span_at
from engine.text.prompt import TokenizedPrompts


class Scheduler:
    """Takes requests, runs steps, and collects their events; lives on the engine thread.

    ``is_stuck`` after a step that did nothing although there was work, which only a bug can cause.
    Raises ChatTemplateFailed on creation.
    """

    def __init__(
        self,
        backend: Backend,
        config: EngineConfig,
        audit_mode: AuditMode = AuditMode.LOG,
        wake: Wake = lambda: None,
        workers: Workers | None = None,
        media: Callable[[list[GenerationEvent]], MediaSource] | None = None,
        on_written: Callable[[], object] = lambda: None,
    ) -> None:
        """``on_written`` reports events on the text thread, see ReplyWriter."""
        self._window = backend.info.context_window
        self._wants_checkpoints = backend.capabilities.wants_checkpoints
        self._limits = _limits(backend, config)
        limit = backend.threads.limit
        fixed = None if config.thread_count is None else min(config.thread_count, limit)
        self._costs = Costs()
        self._threads = Threads(limit, fixed, fast=backend.threads.fast_count)
        self._pool = SlotPool(backend.info.slot_count)
        self._workers = workers or Workers()
        self._runner = Runner(backend, self._pool, self._workers)
        self._input_processor = InputProcessor(backend, config.chat_template)
        self._prompts = TokenizedPrompts()
        self._events: list[GenerationEvent] = []
        self.requests = Requests()
        self.is_stuck = False
        self.waits_for_workers = False
        self._inputs = InputQueue(self._input_processor, self._workers, self._events)
        self.statistics = Statistics()
        self.cache_manager = KVCacheManager(
            backend=backend,
            config=config,
            pool=self._pool,
            runner=self._runner,
            prompts=self._prompts,
            costs=self._costs,
            requests=self.requests,
            wake=wake,
        )
        self.media = media(self._events) if media else NoEncoder(config)
        self._media_waits = MediaWaits(self.media, self.cache_manager.reusable_count)
        self._slot_assigner = SlotAssigner(
            backend, self._pool, self._runner, self.cache_manager, config.discard_tokens
        )
        self.texts = TextQuestions(
            self._input_processor.rendered, backend.vocabulary, self._workers
        )
        self.embeddings = EmbeddingQueue(
            backend, self._workers, self._costs, target_seconds=config.step_target_seconds
        )
        self._draft_lanes = None
        if backend.draft is not None:
            guard = self._workers.guard
            self._draft_lanes = DraftLanes(
                backend.draft, backend.info.slot_count, self._threads, guard
            )
        self._calibration = Calibration(backend, self._costs, self._threads, self._workers.guard)
        self._build_loops(backend, config, on_written)
        self._build_reports(backend, audit_mode)

    def _build_loops(
        self, backend: Backend, config: EngineConfig, on_written: Callable[[], object]
    ) -> None:
        """Build the stages of requests."""
        output_processor = OutputProcessor(
            backend.vocabulary,
            self._input_processor.control_texts,
            self._prompts,
            self.statistics,
            self._events,
        )
        self.writer = ReplyWriter(output_processor, self._workers.text, on_written)
        self.sources = SourceReadings(
            pool=self._pool,
            cache_manager=self.cache_manager,
            slot_assigner=self._slot_assigner,
            requests=self.requests,
            prompts=self._input_processor.sources,
        )
        self._admission_loop = AdmissionLoop(
            pool=self._pool,
            cache_manager=self.cache_manager,
            media=self._media_waits,
            slot_assigner=self._slot_assigner,
            output_processor=output_processor,
            requests=self.requests,
            sources=self.sources,
            writer=self.writer,
            statistics=self.statistics,
            events=self._events,
            max_active=config.max_active or backend.info.slot_count,
        )
        self.steps = StepRunner(
            backend=backend,
            pool=self._pool,
            runner=self._runner,
            costs=self._costs,
            threads=self._threads,
            writer=self.writer,
            output_processor=output_processor,
            admission_loop=self._admission_loop,
            slot_assigner=self._slot_assigner,
            cache_manager=self.cache_manager,
            media=self._media_waits,
            step_target_seconds=config.step_target_seconds,
            drafter=Drafter(
                backend,
                self._workers,
                self._costs,
                step_target_seconds=config.step_target_seconds,
                is_on=config.guesses_ahead,
                lanes=self._draft_lanes,
            ),
            events=self._events,
        )
        self._prewarmer = Prewarmer(
            pool=self._pool,
            runner=self._runner,
            slot_assigner=self._slot_assigner,
            inputs=self._inputs,
            cache_manager=self.cache_manager,
        )

    def _build_reports(self, backend: Backend, audit_mode: AuditMode) -> None:
        """Build the readers of slots and the reports."""
        self._auditor = SlotAuditor(
            self._pool,
            backend.token_count,
            self._slot_assigner.empty,
            cells_per_slot=self._window,
            audit_mode=audit_mode,
        )
        self.reports = EngineReports(
            backend=backend,
            chat_template=self._input_processor.source,
            template_kind=self._input_processor.template_kind,
            chat_format=self._input_processor.chat_format,
            steering=self._input_processor.steering,
            tool_format=self._input_processor.tool_format,
            history=self._input_processor.history,
            prompt_media=self._input_processor.media,
            pool=self._pool,
            requests=self.requests,
            cache_manager=self.cache_manager,
            auditor=self._auditor,
            statistics=self.statistics,
            draft_lanes=self._draft_lanes,
            costs=self._costs,
        )
        self.weigher = PromptWeigher(
            self._input_processor,
            self._workers,
            self.cache_manager,
            self.reports,
            pool=self._pool,
            capabilities=backend.capabilities,
        )

    def calibrate(self) -> None:
        """Measure the cost of calls, before the first request, within a few tenths of a second."""
        self._calibration.run()
        if self._draft_lanes is not None:
            self._draft_lanes.calibrate()

    @property
    def has_requests(self) -> bool:
        """Return whether any request waits or runs."""
        is_asked = bool(self.requests.waiting or self.requests.running)
        is_asked = is_asked or not self._inputs.is_empty
        return is_asked or not self.sources.is_empty

    @property
    def has_work(self) -> bool:
        """Return whether a step could do something; not for requests that wait for a copy."""
        # In this order: a step calls it, and mostly a reply is being written.
        is_asked = self._admission_loop.has_work or self.writer.has_tokens or self._inputs.has_done
        is_asked = is_asked or self._prewarmer.is_due or self.sources.is_due
        return is_asked or self.embeddings.is_due

    @property
    def is_waiting(self) -> bool:
        """Return whether a step would do nothing until a command arrives or a worker finishes."""
        is_blocked = self.is_stuck or self.waits_for_workers
        return (is_blocked and not self.embeddings.is_due) or not self.has_work

    def idle_seconds(self) -> float | None:
        """Return the seconds until a step has something to check without a command."""
        checks = (
            self.cache_manager.idle_seconds(),
            self._inputs.overdue_seconds(),
            self.embeddings.idle_seconds(),
        )
        return min((seconds for seconds in checks if seconds is not None), default=None)

    @property
    def is_making_prompts(self) -> bool:
        """Return whether a worker is making prompts, or has one for a step to take."""
        return not self._inputs.is_empty

    @property
    def is_broken(self) -> bool:
        """Return whether this backend can no longer compute."""
        return self._runner.is_broken

    def submit(self, command: Submit) -> None:
        """Take a request; if it cannot be rendered or fitted, it ends FAILED later."""
        self._prewarmer.stop()
        name, messages = command.conversation_id, command.messages
        remembered = self.cache_manager.tokenized_prompt(name, messages)
        self._inputs.submit(command, remembered)
        self._take_inputs()

    def read_source(self, command: ReadSource) -> None:
        """Begin to read a source, or find that its state is cached."""
        self.submit(self.sources.begin(command))

    def _take_inputs(self) -> None:
        """Move requests with complete prompts to the queue for slots."""
        for sequence in filter(self.sources.accept, self._inputs.pop_done()):
            self.cache_manager.restorer.find_beginning(sequence)
            self.cache_manager.restorer.prepare(sequence)
            self.requests.waiting.append(sequence)
            self._admission_loop.may_have_media |= bool(sequence.spans)

    def prewarm(self, command: Prewarm) -> None:
        """Begin to prefill the certain part of a conversation's next prompt, if idle."""
        self._prewarmer.stop()  # its slot parks, so the file on the disk is not needed for it
        self.cache_manager.restorer.focus(command.conversation_id)
        self._prewarmer.start(command, is_idle=not self.has_requests)

    def write_now(self) -> None:
        """Write the remaining text, and end the replies that it has stopped."""
        self._admission_loop.write_now()

    def cancel(self, request_id: int) -> None:
        """End a request CANCELLED: running, it keeps text and KV; waiting, it never runs."""
        self.write_now()
        self.embeddings.cancel(request_id)
        self._inputs.end(lambda each: each.request_id == request_id, FinishReason.CANCELLED)
        for sequence in self.requests.all:
            if sequence.request_id == request_id:
                self._admission_loop.end(sequence, FinishReason.CANCELLED)

    def cancel_all(self) -> None:
        """End every request CANCELLED."""
        self.write_now()
        self._prewarmer.stop()
        self.embeddings.cancel_all()
        self._inputs.end(lambda _each: True, FinishReason.CANCELLED)
        self._admission_loop.end_all(FinishReason.CANCELLED)
        self.sources.close()

    def fail_all(self, error: EngineError) -> None:
        """End every request FAILED and empty all slots, whose state is no longer trusted."""
        self.writer.discard()
        self.embeddings.fail_all(error)
        self._prewarmer.stop()
        self._inputs.end(lambda _each: True, FinishReason.FAILED, error)
        self._admission_loop.end_all(FinishReason.FAILED, error)
        self.cache_manager.copies.abandon()
        for slot in self._pool.slots:
            self._slot_assigner.empty(slot)

    def discard(self, conversation_id: str) -> None:
        """Drop a conversation's KV and token ids; a request of it that runs is cancelled."""
        self.write_now()
        self._prewarmer.discard(conversation_id)
        name = conversation_id
        self._inputs.end(lambda each: each.conversation_id == name, FinishReason.CANCELLED)
        for sequence in self.requests.all:
            if sequence.conversation_id == conversation_id:
                self._admission_loop.end(sequence, FinishReason.CANCELLED)
        self._prompts.discard(conversation_id)
        slot = self._pool.slot_for(conversation_id)
        if slot is not None:
            self._slot_assigner.empty(slot)
        self.cache_manager.discard(conversation_id)
        self.media.disk.discard(conversation_id)

    def clear_cache(self) -> None:
        """Remove the cached states of conversations and their pictures."""
        self.cache_manager.clear()
        self.media.clear()

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Change the disk limit of conversations."""
        self.cache_manager.limit(cache_bytes)
        self.media.disk.limit(cache_bytes)

    def focus(self, conversation_id: str | None) -> None:
        """Prefill this conversation first; its state on the disk is restored now."""
        self.requests.focused = conversation_id
        self.cache_manager.restorer.focus(conversation_id)

    def share_cores(self, command: ShareCores) -> None:
        """Leave cores to other engines from the next step on."""
        self._threads.withhold(command.engine_count, takes_rest=command.takes_rest)

    def close(self, write_seconds: float = QUIT_SECONDS) -> None:
        """Write changed states back, and end the workers; every request has ended before."""
        self.media.close()
        self.cache_manager.close(write_seconds)
        self._workers.close()
        self.embeddings.close()

    def pop_events(self) -> tuple[GenerationEvent, ...]:
        """Return the events since the last call, in order."""
        events = self.sources.divided(self._events)
        self._events.clear()
        return events

    def step(self) -> StepRecord | None:
        """Admit, plan, compute and sample once; None if there was nothing to compute."""
        started = time.perf_counter()
        self.waits_for_workers = False
        self.cache_manager.copies.finish()
        self.cache_manager.take_disk_events(is_idle=not self.has_work)
        loaded = self._prewarmer.pop_loaded()
        if loaded is not None:
            self.prewarm(loaded)
        self._prewarmer.take_prompt()
        self._take_inputs()
        self._look_for_media()
        self.sources.update()
        self._admission_loop.admit()
        copying = self.cache_manager.copies.thread_count
        self.steps.share_cores(self.media.concurrent_threads + copying)
        if not self.requests.running:
            record = self._prewarm_step(started)
            self._note_stuck(has_done_nothing=record is None and not self._events)
            return record
        self.is_stuck = False
        # The time of admission, for copying slots for instance, counts as the step's: the running
        # replies have waited for it.
        spent = time.perf_counter() - started
        working = self._admission_loop.able
        self.waits_for_workers = not working
        if not working:
            self.write_now()  # no call follows that could overlap it
            return None
        pending = [self._pending_of(sequence) for sequence in working]
        step_plan = plan(pending, self._threads.planned(self._costs.seconds), self._limits, spent)
        _count_passed_over(working, step_plan)
        planned = time.perf_counter() - started
        has_waiting = self._admission_loop.has_foreground_waiting or not self._inputs.is_empty
        record = self.steps.run(step_plan, speculation_enabled=not has_waiting)
        record = msgspec.structs.replace(
            record, plan_seconds=planned, seconds=time.perf_counter() - started
        )
        self.statistics.add_step(record)
        self._auditor.check(is_idle=not self.requests.running)
        return record

    def embed(self, spent_seconds: float) -> bool:
        """Compute some tokens of texts that are embedded, after a step of this duration.

        Return whether any were due. Meanwhile the text of the step is written.
        """
        if not self.embeddings.is_due:
            return False
        self.steps.use_prefill_threads()
        self.steps.start()
        try:
            self.embeddings.step(spent_seconds, is_alone=not self.has_requests)
        finally:
            self.steps.finish()
        return True

    def _look_for_media(self) -> None:
        """Record which requests wait for pictures, and end those whose pictures are unavailable."""
        loop = self._admission_loop
        self.media.update()
        if not loop.has_media:
            return
        requests = self.requests
        running = [(each, len(self._pool.slot_of(each).cached_tokens)) for each in requests.running]
        failed = self._media_waits.look(requests.waiting, running, requests.focused)
        if failed:
            self.write_now()
        for sequence, error in failed:
            if sequence in requests.all:
                loop.end(sequence, FinishReason.FAILED, error)

    def _note_stuck(self, *, has_done_nothing: bool) -> None:
        """Detect steps that make no progress: the loop must not spin."""
        # Not the scheduler's has_work: a worker may have finished just now.
        self.is_stuck = has_done_nothing and self._admission_loop.has_work
        if self.is_stuck:
            self._auditor.note_stuck(len(self.requests.waiting))

    def _prewarm_step(self, started: float) -> StepRecord | None:
        sequence = self._prewarmer.sequence
        if sequence is None or not self._prewarmer.is_readable:
            return None
        pending_count = self._pending_of(sequence).token_count
        if span_at(len(self._pool.slot_of(sequence).cached_tokens), sequence.spans) is not None:
            pending_count = 0  # a picture is only read for a request
        self.steps.use_prefill_threads()
        record = self._prewarmer.step(pending_count, started, self.steps)
        if record is not None:
            slot, count = self._pool.slot_of(sequence), record.prefill_tokens
            self.steps.follow_prefill([Work(slot, count)])
            position = len(slot.cached_tokens) - count / 2
            self.steps.learn_prefill(count, position, record.prefill_seconds)
            self.statistics.add_step(record)
        return record

    def _pending_of(self, sequence: Sequence) -> Pending:
        slot = self._pool.slot_of(sequence)
        is_before = len(slot.cached_tokens) < sequence.shared_prefix_length
        return pending_of(
            sequence,
            slot,
            wants_checkpoints=self._wants_checkpoints,
            wants_shared=is_before and self.cache_manager.wants_shared(sequence),
            focused=self.requests.focused,
        )


def _limits(backend: Backend, config: EngineConfig) -> StepLimits:
    return StepLimits(backend.batch_size, backend.micro_batch_size, config.step_target_seconds)


def _count_passed_over(running: AnySequence[Sequence], step_plan: StepPlan) -> None:
    """Record how long each prompt has waited for its next piece."""
    served = {piece.slot for piece in step_plan.prefill}
    for sequence in running:
        sequence.passed_over = 0 if sequence.slot in served else sequence.passed_over + 1
