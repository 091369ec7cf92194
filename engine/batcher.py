"""Continuous batching of all conversations on one loaded model."""

import logging
import time
from collections import OrderedDict
from collections.abc import Sequence as AnySequence

from engine.backend import Backend
from engine.errors import DecodeFailed, EngineError
from engine.protocol import (
    ErrorReport,
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    Queued,
    Started,
    StepRecord,
    Submit,
    TextDelta,
    Usage,
)
from engine.runner import Outcome, Runner, Work
from engine.scheduling.admission import Admission, admit
from engine.scheduling.cost_model import CostModel
from engine.scheduling.planner import Pending, StepLimits, StepPlan, plan
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.slots import Slot, SlotPool
from engine.text.chat_template import ChatTemplate
from engine.text.prompt import PromptBuilder, PromptMemory
from engine.text.stop_strings import StopStrings

_log = logging.getLogger(__name__)

_REMEMBERED_CONVERSATIONS = 256
_LARGEST_RESERVE = 512  # tokens of the window that a prompt leaves to its reply, at most


class ContinuousBatcher:
    """Takes requests, runs steps, and collects their events; lives on the engine thread.

    ``is_strict`` checks every slot's ledger against the library after each step and raises
    AssertionError; otherwise that is done when nothing runs, and a slot that differs is logged
    and cleared. Raises ChatTemplateFailed on creation.
    """

    def __init__(
        self, backend: Backend, *, step_target_seconds: float, is_strict: bool = False
    ) -> None:
        self._backend = backend
        self._vocabulary = backend.vocabulary
        self._window = backend.info.context_window
        template = ChatTemplate(backend.chat_template, backend.special_texts)
        self._prompts = PromptBuilder(template, backend.vocabulary, self._window)
        self._limits = StepLimits(backend.batch_size, backend.micro_batch_size, step_target_seconds)
        self._pool = SlotPool(backend.info.slot_count)
        self._runner = Runner(backend)
        self._costs = CostModel()
        self._waiting: list[Sequence] = []
        self._running: list[Sequence] = []
        self._memories: OrderedDict[str, PromptMemory] = OrderedDict()
        self._focused: str | None = None
        self._events: list[GenerationEvent] = []
        self._is_strict = is_strict
        self.is_prefilling = False

    @property
    def has_work(self) -> bool:
        """Return whether any request waits or runs."""
        return bool(self._waiting or self._running)

    def submit(self, command: Submit) -> None:
        """Take a request; one that cannot be rendered or fitted ends FAILED at once."""
        memory = self._memories.get(command.conversation_id, PromptMemory())
        sampling = command.sampling
        reserve = min(sampling.max_tokens or self._window, self._window // 4, _LARGEST_RESERVE)
        try:
            prompt = self._prompts.build(command.messages, memory, reserve)
        except EngineError as error:
            self._events.append(_failed(command.request_id, error, Usage()))
            return
        self._waiting.append(
            Sequence(
                request_id=command.request_id,
                conversation_id=command.conversation_id,
                prompt=prompt,
                sampling=sampling,
                arrived=time.perf_counter(),
                stops=StopStrings(sampling.stop_strings),
            )
        )

    def cancel(self, request_id: int) -> None:
        """End a request CANCELLED: running, it keeps text and KV; waiting, it never runs."""
        for sequence in [*self._waiting, *self._running]:
            if sequence.request_id == request_id:
                self._end(sequence, FinishReason.CANCELLED)

    def cancel_all(self) -> None:
        """End every request CANCELLED, the waiting ones before any seat gets free."""
        for sequence in [*self._waiting, *self._running]:
            self._end(sequence, FinishReason.CANCELLED)

    def fail_all(self, error: EngineError) -> None:
        """End every request FAILED and empty all slots, whose state is no longer trusted."""
        for sequence in [*self._waiting, *self._running]:
            self._end(sequence, FinishReason.FAILED, error)
        for slot in self._pool.slots:
            self._empty(slot)

    def forget(self, conversation_id: str) -> None:
        """Drop a conversation's KV and token ids; a request of it that runs is cancelled."""
        for sequence in [*self._waiting, *self._running]:
            if sequence.conversation_id == conversation_id:
                self._end(sequence, FinishReason.CANCELLED)
        self._memories.pop(conversation_id, None)
        slot = self._pool.parked_for(conversation_id)
        if slot is not None:
            self._empty(slot)

    def focus(self, conversation_id: str | None) -> None:
        """Say whose prompt is read first."""
        self._focused = conversation_id

    def take_events(self) -> tuple[GenerationEvent, ...]:
        """Return the events since the last call, in order."""
        events, self._events = tuple(self._events), []
        return events

    def step(self) -> StepRecord | None:
        """Admit, plan, compute and sample once; None if there was nothing to compute."""
        self._admit()
        step_plan = plan(self._pending(), self._costs, self._limits)
        if not step_plan.decode_slots and not step_plan.prefill:
            return None
        record = self._run(step_plan)
        self._check_ledgers()
        return record

    # --- admission ---

    def _admit(self) -> None:
        for admission in admit(self._waiting, self._pool):
            self._seat(admission)
        for place, sequence in enumerate(self._waiting, start=1):
            if sequence.place != place:
                sequence.place = place
                self._events.append(Queued(sequence.request_id, place))

    def _seat(self, admission: Admission) -> None:
        """Give a request its slot and free the tail: everything its prompt does not share."""
        sequence, slot = admission.sequence, admission.slot
        if admission.evicts:
            self._empty(slot)
        prompt = sequence.prompt
        reused = min(slot.common_prefix(prompt.tokens), len(prompt.tokens) - 1)
        self._runner.cut(slot, reused)
        self._waiting.remove(sequence)
        self._running.append(sequence)
        self._pool.lend(slot, sequence)
        sequence.state = SequenceState.PREFILL
        sequence.admitted = time.perf_counter()
        sequence.reused_tokens = len(slot.ledger)
        sequence.sampler = self._backend.new_sampler(sequence.sampling, prompt.tokens)
        self._events.append(
            Started(
                sequence.request_id,
                slot.index,
                len(prompt.tokens),
                sequence.reused_tokens,
                prompt.dropped_messages,
            )
        )

    # --- one step ---

    def _pending(self) -> list[Pending]:
        return [
            Pending(
                slot=slot.index,
                token_count=len(sequence.tokens) - len(slot.ledger),
                is_writing=len(sequence.tokens) - len(slot.ledger) == 1
                and sequence.state is SequenceState.DECODE,
                is_focused=sequence.conversation_id == self._focused,
            )
            for sequence, slot in self._seated()
        ]

    def _seated(self) -> list[tuple[Sequence, Slot]]:
        return [(each, self._slot_of(each)) for each in self._running]

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
        if outcomes:
            self._costs.learn_decode(len(decode), decode_seconds)
        held = sum(len(work.slot.ledger) for work in prefill)
        self.is_prefilling = bool(prefill)
        outcomes += self._runner.run(prefill)
        self.is_prefilling = False
        prefill_seconds, prefill_sampling = self._runner.take_seconds()
        prefill_tokens = max(0, sum(len(work.slot.ledger) for work in prefill) - held)
        self._costs.learn_prefill(prefill_tokens, prefill_seconds)
        text_started = time.perf_counter()
        self._report_reading(prefill)
        for outcome in outcomes:
            self._take(outcome)
        return StepRecord(
            decode_slots=step_plan.decode_slots,
            prefill_slots=tuple(piece.slot for piece in step_plan.prefill),
            prefill_tokens=prefill_tokens,
            decode_seconds=decode_seconds,
            prefill_seconds=prefill_seconds,
            sample_seconds=decode_sampling + prefill_sampling,
            text_seconds=time.perf_counter() - text_started,
        )

    def _report_reading(self, works: AnySequence[Work]) -> None:
        for work in works:
            sequence = work.slot.borrower
            if sequence is not None and sequence.state is SequenceState.PREFILL:
                self._events.append(
                    PrefillProgress(
                        sequence.request_id, len(work.slot.ledger), len(sequence.prompt.tokens)
                    )
                )

    def _take(self, outcome: Outcome) -> None:
        """Turn a sampled token into text, and end the reply where it ends."""
        sequence = outcome.slot.borrower
        assert sequence is not None
        if outcome.token is None:
            error = DecodeFailed(outcome.failure or "The model could not compute this reply.")
            self._end(sequence, FinishReason.FAILED, error)
            return
        now = time.perf_counter()
        sequence.first_token = sequence.first_token or now
        sequence.last_token = now
        sequence.state = SequenceState.DECODE
        if self._vocabulary.is_end_of_generation(outcome.token):
            self._end(sequence, FinishReason.STOP)
            return
        sequence.tokens.append(outcome.token)
        piece = self._vocabulary.piece(outcome.token)
        scan = sequence.stops.feed(sequence.detokenizer.feed(piece))
        self._emit(sequence, scan.text)
        if scan.is_stopped:
            sequence.is_reply_text_exact = False
            self._end(sequence, FinishReason.STOP)
        elif self._is_full(sequence):
            self._end(sequence, FinishReason.LENGTH)

    def _is_full(self, sequence: Sequence) -> bool:
        limit = sequence.sampling.max_tokens
        is_long_enough = limit is not None and sequence.reply_token_count >= limit
        return is_long_enough or len(sequence.tokens) >= self._window

    def _emit(self, sequence: Sequence, text: str) -> None:
        if text:
            sequence.reply_text.append(text)
            self._events.append(TextDelta(sequence.request_id, text, sequence.reply_token_count))

    # --- the end of a request ---

    def _end(
        self, sequence: Sequence, reason: FinishReason, error: EngineError | None = None
    ) -> None:
        """Report the one Finished of a request, remember its ids, and park its slot."""
        context_tokens = 0
        if sequence.slot is None:
            self._waiting.remove(sequence)
        else:
            self._flush(sequence)
            slot = self._slot_of(sequence)
            context_tokens = len(slot.ledger)
            self._remember(sequence)
            self._running.remove(sequence)
            self._pool.give_back(slot)
        if sequence.sampler is not None:
            sequence.sampler.close()
        usage = sequence.usage(time.perf_counter(), context_tokens)
        report = None if error is None else ErrorReport(error.kind, str(error))
        self._events.append(Finished(sequence.request_id, reason, usage, report))

    def _flush(self, sequence: Sequence) -> None:
        """Show what was held back; half a character at the end is not what the model said."""
        if not sequence.is_reply_text_exact:
            return
        broken = sequence.detokenizer.flush()
        if broken:
            sequence.is_reply_text_exact = False
        self._emit(sequence, sequence.stops.feed(broken).text + sequence.stops.flush())

    def _remember(self, sequence: Sequence) -> None:
        memory = sequence.prompt.memory
        if sequence.is_reply_text_exact:
            tokens = sequence.tokens[len(sequence.prompt.tokens) :]
            text = "".join(sequence.reply_text)
            memory = self._prompts.remember_reply(sequence.prompt, text, tokens)
        self._memories[sequence.conversation_id] = memory
        self._memories.move_to_end(sequence.conversation_id)
        while len(self._memories) > _REMEMBERED_CONVERSATIONS:
            self._memories.popitem(last=False)

    def _empty(self, slot: Slot) -> None:
        self._runner.clear(slot)
        self._pool.forget(slot)

    # --- accounting ---

    def _check_ledgers(self) -> None:
        if not self._is_strict and self._running:
            return
        for slot in self._pool.slots:
            held = self._backend.token_count(slot.index)
            if held == len(slot.ledger):
                continue
            assert not self._is_strict, f"slot {slot.index}: {held} cells, {len(slot.ledger)} known"
            _log.error("Slot %d holds %d tokens, not %d", slot.index, held, len(slot.ledger))
            self._empty(slot)


def _failed(request_id: int, error: EngineError, usage: Usage) -> Finished:
    report = ErrorReport(error.kind, str(error))
    return Finished(request_id, FinishReason.FAILED, usage, report)
