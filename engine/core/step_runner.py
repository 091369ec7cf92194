"""Carries out a planned step: its decode calls, its prefill call, and the outcome of each row."""

import math
from collections.abc import Iterable
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import Self

import msgspec

from engine.backend import Backend
from engine.core.admission_loop import AdmissionLoop
from engine.core.cache_manager import KVCacheManager
from engine.core.drafter import Drafter
from engine.core.media_source import MediaWaits
from engine.core.output_processor import OutputProcessor
from engine.core.reply_writer import ReplyWriter
from engine.core.runner import Runner
from engine.core.slot_assigner import SlotAssigner
from engine.core.work import Outcome, Work, mean_held
from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import Shutdown
from engine.kv.cache_keys import source_id
from engine.kv.checkpoints import is_due
from engine.messages.commands import Cancel, Command, DiscardConversation, LoadModel, Submit
from engine.messages.errors import DecodeFailed, InvalidSampling
from engine.messages.events import FinishReason, GenerationEvent, PrefillProgress
from engine.messages.metrics import StepRecord
from engine.messages.request_options import Rank
from engine.messages.sources import DiscardSource
from engine.scheduling.costs import Costs, bucket_of
from engine.scheduling.long_rows import LongRows
from engine.scheduling.planner import (
    MAX_WRITTEN_TOKENS,
    PrefillPiece,
    StepPlan,
    consecutive,
    pass_seconds,
    shortened,
)
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.slots import Slot, SlotPool
from engine.scheduling.threads import Threads
from engine.text.media_spans import MediaSpan, is_cut_free, span_at


class PrefillCall(msgspec.Struct, frozen=True):
    """The requests of the call that is running; the threads that bring commands read it."""

    request_ids: frozenset[int] = frozenset()
    conversation_ids: frozenset[str] = frozenset()
    is_for_tab: bool = False

    @classmethod
    def of(cls, sequences: Iterable[Sequence | None]) -> Self:
        """Return the call that reads the prompts of these."""
        requests = [each for each in sequences if each is not None]
        return cls(
            frozenset(each.request_id for each in requests),
            frozenset(each.conversation_id for each in requests),
            any(each.urgency is Rank.TAB for each in requests),
        )

    def is_ended_by(self, command: Command) -> bool:
        """Return whether a command ends a request in this call; others pay nothing for a stop.

        Also for a tab's request, if only programs' prompts are read.
        """
        match command:
            case Submit() if command.options.rank is Rank.TAB:
                return bool(self.request_ids) and not self.is_for_tab
            case Cancel():
                return command.request_id in self.request_ids
            case DiscardConversation():
                return command.conversation_id in self.conversation_ids
            case DiscardSource():
                return source_id(command.source_key) in self.conversation_ids
            case LoadModel() | Shutdown():
                return bool(self.request_ids)
        return False


NO_CALL = PrefillCall()


@dataclass(slots=True)
class _Sums:
    """The durations of one step's calls in seconds, and the slots that got a token.

    ``expected`` is the duration that was planned for its decode calls.
    """

    expected: float = 0.0
    decode: float = 0.0
    prefill: float = 0.0
    sample: float = 0.0
    read_again: int = 0
    accepted: int = 0
    writers: list[Slot] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


class StepRunner:
    """Runs calls and follows their outcomes; a reply that a call ends is in no later call.

    While a call computes, the text of the previous call is written (``ReplyWriter``).
    ``prefill_call`` is replaced whole: other threads read it.
    """

    def __init__(
        self,
        *,
        backend: Backend,
        pool: SlotPool,
        runner: Runner,
        costs: Costs,
        threads: Threads,
        writer: ReplyWriter,
        output_processor: OutputProcessor,
        admission_loop: AdmissionLoop,
        slot_assigner: SlotAssigner,
        cache_manager: KVCacheManager,
        media: MediaWaits,
        drafter: Drafter,
        step_target_seconds: float,
        events: list[GenerationEvent],
    ) -> None:
        self._window = backend.info.context_window
        self._batch_size = backend.batch_size
        self._step_target_seconds = step_target_seconds
        self._wants_checkpoints = backend.capabilities.wants_checkpoints
        self._compute_threads = backend.threads
        self._pool = pool
        self._runner = runner
        self._costs = costs
        self._threads = threads
        self._long_rows = LongRows()
        self._writer = writer
        self._output_processor = output_processor
        self._admission_loop = admission_loop
        self._slot_assigner = slot_assigner
        self._cache_manager = cache_manager
        self._media = media
        self.drafter = drafter
        self._events = events
        self.prefill_call = NO_CALL

    def start(self) -> None:
        """Begin to write the last call's text: a call follows at once."""
        self._writer.start()

    def finish(self) -> None:
        """Wait for that text, and end the replies that it has stopped."""
        self._admission_loop.end_stopped(self._writer.finish())

    def run(self, step_plan: StepPlan, *, speculation_enabled: bool) -> StepRecord:
        """Run the decode calls, with drafted tokens if enabled, then the prefill call."""
        sums = _Sums()
        slots = [self._pool.slots[index] for index in step_plan.decode_slots]
        runs = consecutive(step_plan.decode_slots)
        seconds = self._threads.planned(self._costs.seconds)
        sums.expected = sum(seconds(len(run)) for run in runs)
        has_forced = any(_pending_count(slot) > 1 for slot in slots)
        # A step with a piece of a prompt is already long.
        is_speculative = speculation_enabled and not step_plan.prefill and not has_forced
        drafted = self.drafter.works(slots) if is_speculative else []
        sums.decode += self.drafter.pop_seconds()
        if drafted:
            self._decode_drafted(drafted, sums)
        else:
            spare = self._spare_seconds(step_plan) if has_forced else 0.0
            for run in runs:
                part = [self._pool.slots[index] for index in run]
                spare -= self._decode_run(part, sums, spare)
        prefill_tokens = self._prefill(step_plan.prefill, sums) if step_plan.prefill else 0
        return StepRecord(
            decode_slots=tuple(sorted(slot.index for slot in sums.writers)),
            prefill_slots=tuple(piece.slot for piece in step_plan.prefill),
            prefill_tokens=prefill_tokens + sums.read_again,
            decode_seconds=sums.decode,
            prefill_seconds=sums.prefill,
            sample_seconds=sums.sample,
            call_sizes=tuple(sums.sizes),
            accepted_tokens=sums.accepted,
        )

    def share_cores(self, thread_count: int) -> None:
        """Leave cores to this number of other threads of the process from now on, 0 for none."""
        self._threads.share_cores(thread_count)
        self._costs.share_cores(self._threads.others, self._threads.slowdown)

    def _decode_run(self, slots: AnySequence[Slot], sums: _Sums, spare: float = 0.0) -> float:
        """Compute the next tokens of consecutive slots: in one call, or long rows separately.

        One token each, and of those that a grammar has forced after them as many as take ``spare``
        seconds; returns the seconds that these were expected to take.
        """
        choice, row_count = self._threads.decode, len(slots)
        sizes = self._long_rows.sizes([len(slot.cached_tokens) for slot in slots])
        expected = self._costs.seconds(row_count)
        self._compute_threads.set_count(self._threads.within(choice.count))
        seconds, is_whole, start, forced_seconds = 0.0, True, 0, 0.0
        for size in sizes:
            part = slots[start : start + size]
            counts, more = self._token_counts(part, spare - forced_seconds)
            forced_seconds += more
            works = [Work(slot, count) for slot, count in zip(part, counts, strict=True)]
            limit = math.inf if self._long_rows.is_trying or more else expected
            taken = self._decode(works, sums, limit)
            is_whole = is_whole and taken is not None
            seconds += taken or 0.0
            start += size
        if not is_whole:
            return forced_seconds
        if choice.is_usual:
            share = expected / (expected + forced_seconds) if forced_seconds else 1.0
            self._costs.learn_rows(row_count, share * seconds)
        if not forced_seconds:
            self._long_rows.learn(seconds)
            self._threads.learn_decode((row_count, len(sizes)), seconds, expected)
        return forced_seconds

    def _spare_seconds(self, step_plan: StepPlan) -> float:
        """Return how long a step may compute forced tokens besides one token of each slot.

        A reply without neighbours waits for no one. Others get what is left of the step's time; a
        step with a piece of a prompt has used it.
        """
        if step_plan.prefill:
            return 0.0
        if len(step_plan.decode_slots) == 1:
            return math.inf
        runs = consecutive(step_plan.decode_slots)
        return self._step_target_seconds - sum(self._costs.seconds(len(run)) for run in runs)

    def _token_counts(self, slots: AnySequence[Slot], spare: float) -> tuple[list[int], float]:
        """Return the tokens of each slot in a call, and the expected seconds of the forced ones.

        With split KV the library computes tokens of different counts in passes, so a call has two
        counts at most. Tokens that are left over are computed in the next step.
        """
        forced = [slot for slot in slots if _pending_count(slot) > 1]
        most = min(MAX_WRITTEN_TOKENS, self._batch_size // len(slots))
        size = min([most, *map(_pending_count, forced)])
        seconds = 0.0
        while forced and size > 1:
            helds = [len(slot.cached_tokens) for slot in forced]
            seconds = pass_seconds(size - 1, helds, self._costs.seconds)
            if seconds <= spare:
                chosen = {slot.index for slot in forced}
                return [size if slot.index in chosen else 1 for slot in slots], seconds
            if size > 2:
                size -= 1
            else:
                forced.pop()
        return [1] * len(slots), 0.0

    def _decode_drafted(self, works: AnySequence[Work], sums: _Sums) -> None:
        """Compute a token and as many drafted ones for each of some slots in one call."""
        choice, reply_count, count = self._threads.decode, len(works), len(works[0].drafted)
        self._compute_threads.set_count(self._threads.within(choice.count))
        expected = self.drafter.planner.call_seconds(reply_count, count)
        seconds = self._decode(works, sums, expected)
        if seconds is None:
            return
        if choice.is_usual:
            self.drafter.planner.learn(reply_count, count, seconds)
        self._threads.learn_decode((reply_count, count, "drafted"), seconds, expected)

    def _decode(self, works: AnySequence[Work], sums: _Sums, expected: float) -> float | None:
        """Compute the works in one call; return its seconds, None unless all were computed."""
        # Two kinds of calls: with split KV the library would divide a mixed one all the same, into
        # passes of equal tokens for each slot. Separate calls can each be measured.
        row_count = len(works)
        works = [work for work in works if work.slot.sequence is not None]
        if not works:
            return None
        thread_count = self._compute_threads.count
        patience = self._threads.patience(self._threads.decode, thread_count, expected)
        forced_count = sum(map(_forced_count, works))
        wanted = sum(work.token_count for work in works)
        sampled_count = sum(map(_is_sampled, works))
        outcomes = self._runner.run(works, self, patience=patience)
        seconds, sampling = self._runner.pop_seconds()
        computed = self._runner.pop_token_count()
        tokens = [each.slot for each in outcomes if each.token is not None]
        writers = [*dict.fromkeys(tokens)]
        # More pending tokens than were written: a recurrent model lost its slots by a failed call,
        # and reads them again before it continues; or a stop string has ended a reply meanwhile.
        surplus = computed - len(writers)
        forced = max(0, min(surplus, forced_count))
        sums.read_again += surplus - forced
        sums.accepted += forced + len(tokens) - len(writers)
        if self._runner.was_too_long:
            self._threads.decode.give_up(thread_count)
            self._compute_threads.set_count(1)  # the remaining ones of this step
        if writers:
            sums.sizes.append(sum(work.token_count + len(work.drafted) for work in works))
        sums.decode += seconds
        sums.sample += sampling
        _charge(sums.writers, seconds)
        _charge(writers, sums.decode)
        sums.writers += writers
        for outcome in outcomes:
            self.follow(outcome)
        # A row of a forced token gets none, but takes its time.
        is_whole = computed == wanted and len(writers) == sampled_count and len(works) == row_count
        return seconds if is_whole and not self._runner.was_repeated else None

    def use_prefill_threads(self) -> None:
        """Compute the next call on the threads that read prompts fastest."""
        self._compute_threads.set_count(self._threads.within(self._threads.prefill.count))

    def learn_prefill(self, token_count: int, position: float, seconds: float) -> None:
        """Record a call over a prompt's tokens, the mean of whose positions is ``position``."""
        if not token_count:
            return
        expected = self._costs.seconds(0, token_count, int(position))
        if self._threads.prefill.is_usual:
            self._costs.learn_prompt(token_count, position, seconds)
        kind = bucket_of(position), token_count.bit_length()
        self._threads.learn_prefill(kind, seconds, expected, token_count)

    def _prefill(self, pieces: AnySequence[PrefillPiece], sums: _Sums) -> int:
        """Read the pieces of prompts: texts in one call, and each medium in a separate call.

        Return how many tokens were kept.
        """
        works = [Work(self._pool.slots[each.slot], each.token_count) for each in pieces]
        works = [work for work in works if work.slot.sequence is not None]
        media = [work for work in works if _next_medium(work.slot) is not None]
        texts = [work for work in works if work not in media] if media else works
        target = self._step_target_seconds
        texts = [
            Work(each.slot, shortened(each.token_count, sums.expected, sums.decode, target))
            for each in texts
        ]
        token_count = self._read_texts(texts, sums) if texts else 0
        return token_count + sum(self._read_medium(work, sums) for work in media)

    def _read_medium(self, work: Work, sums: _Sums) -> int:
        """Read rows of a prompt's current medium, if its request still runs."""
        slot, sequence, span = work.slot, work.slot.sequence, _next_medium(work.slot)
        if sequence is None or span is None:
            return 0
        embeddings = self._media.embeddings(sequence, span)
        if embeddings is None:
            return 0  # the next step waits for it
        held = mean_held([work])
        self.use_prefill_threads()
        self.prefill_call = PrefillCall.of([sequence])
        failure = self._runner.read_media(slot, work.token_count, embeddings, self)
        self.prefill_call = NO_CALL
        seconds, _ = self._runner.pop_seconds()
        token_count = self._runner.pop_token_count()
        self.learn_prefill(token_count, held, seconds)
        sums.prefill += seconds
        _charge(sums.writers, seconds)
        if slot.sequence is sequence and failure is not None:
            self.follow(failure)
        elif slot.sequence is sequence:
            self.follow_prefill([work])
            if len(slot.cached_tokens) >= sequence.spans[-1].end:
                self._media.release(sequence)
        return token_count

    def _read_texts(self, works: AnySequence[Work], sums: _Sums) -> int:
        """Read tokens of prompts in one call."""
        held = mean_held(works)
        wanted = sum(work.token_count for work in works)
        self.use_prefill_threads()
        self.prefill_call = PrefillCall.of(work.slot.sequence for work in works)
        thread_count = self._compute_threads.count
        # A pass for each length, which takes as long as a row at least.
        passes = len({work.token_count for work in works}) * self._costs.seconds(1)
        expected = max(self._costs.seconds(0, wanted, int(held)), passes)
        patience = self._threads.patience(self._threads.prefill, thread_count, expected)
        outcomes = self._runner.run(works, self, patience=patience)
        self.prefill_call = NO_CALL
        seconds, sampling = self._runner.pop_seconds()
        token_count = self._runner.pop_token_count()
        # An aborted call has also computed tokens that it could not keep.
        if self._runner.was_too_long:
            self._threads.prefill.give_up(thread_count)
        elif token_count == wanted and len(works) == 1:  # several are computed in passes
            self.learn_prefill(token_count, held, seconds)
        sums.prefill += seconds
        sums.sample += sampling
        _charge(sums.writers, seconds)
        # Before the outcomes: a prompt that is complete now gets its checkpoint before its first
        # token is added, and its last progress before its first text.
        failed = {each.slot.index for each in outcomes if each.failure is not None}
        self.follow_prefill([work for work in works if work.slot.index not in failed])
        for outcome in outcomes:
            self.follow(outcome)
        return token_count

    def follow_prefill(self, works: AnySequence[Work]) -> None:
        """Report how far prompts were prefilled, and take the checkpoints that are due."""
        manager = self._cache_manager
        for work in works:
            sequence, held = work.slot.sequence, len(work.slot.cached_tokens)
            if sequence is None:
                continue
            if (
                self._wants_checkpoints
                and is_due(held, sequence.segment_ends, len(sequence.tokens))
                and is_cut_free(held, sequence.spans)
            ):
                self._runner.save_checkpoint(work.slot)
            if held == sequence.shared_prefix_length and manager.wants_shared(sequence):
                manager.store_shared(work.slot, sequence)
            is_read = sequence.first_token is None  # not the tokens that a parked reply reads again
            if sequence.state is SequenceState.PREFILL and sequence.wants_reply and is_read:
                span = span_at(held, sequence.spans)
                medium = None if span is None else span.media.kind
                number, total = sequence.request_id, len(sequence.tokens)
                self._events.append(PrefillProgress(number, held, total, medium))

    def follow(self, outcome: Outcome) -> None:
        """Add sampled tokens to their reply; end it where it ends, slide where it is full."""
        sequence = outcome.slot.sequence
        assert sequence is not None
        if outcome.token is None:
            self._fail(sequence, outcome)
            return
        sequence.known_count = len(sequence.tokens)
        self._add(sequence, outcome.slot, outcome.token)
        for token in outcome.forced:
            if outcome.slot.sequence is not sequence:
                return
            self._add(sequence, outcome.slot, token)

    def _add(self, sequence: Sequence, slot: Slot, token: int) -> None:
        reason = self._output_processor.add_token(sequence, token)
        if reason is not FinishReason.STOP:
            self._writer.add(sequence, token)
        if reason is not None or len(sequence.tokens) >= self._window:
            self._end_or_slide(sequence, slot, reason)

    def _fail(self, sequence: Sequence, outcome: Outcome) -> None:
        """End a reply that got no token, after the tokens that the same call has added to it."""
        self._admission_loop.write_now()
        if outcome.slot.sequence is sequence:  # unless its text has ended it
            failure = outcome.failure or lazy("The model could not compute this answer. Try again.")
            kind = InvalidSampling if outcome.is_request_fault else DecodeFailed
            # Its end comes first: it reports the content of its slot.
            self._admission_loop.end(sequence, FinishReason.FAILED, kind(failure))
        if outcome.is_suspect:
            self._slot_assigner.empty(outcome.slot)

    def _end_or_slide(self, sequence: Sequence, slot: Slot, reason: FinishReason | None) -> None:
        """Continue a reply that has a reason to end or no room, when its text is written."""
        self._admission_loop.write_now()
        if slot.sequence is not sequence:
            return  # its text has ended it
        if reason is None:
            slid = self._slot_assigner.slide(sequence, slot)
            if slid is not None:
                self._events.append(slid)
                return
            reason = FinishReason.LENGTH
        self._admission_loop.end(sequence, reason)


def _next_medium(slot: Slot) -> MediaSpan | None:
    """Return the medium that follows in the prompt of a slot's request, None for tokens."""
    sequence = slot.sequence
    if sequence is None or not sequence.spans:
        return None
    return span_at(len(slot.cached_tokens), sequence.spans)


def _pending_count(slot: Slot) -> int:
    """Return how many tokens of a reply are not computed yet."""
    sequence = slot.sequence
    return 1 if sequence is None else len(sequence.tokens) - len(slot.cached_tokens)


def _forced_count(work: Work) -> int:
    """Return how many of a call's tokens a grammar has forced; 0 if tokens are read again."""
    sequence, held = work.slot.sequence, len(work.slot.cached_tokens)
    is_read_again = sequence is None or held < sequence.known_count
    return 0 if is_read_again else work.token_count - _is_sampled(work)


def _is_sampled(work: Work) -> bool:
    """Return whether a token is sampled after a work: not if more tokens are pending."""
    sequence = work.slot.sequence
    end = len(work.slot.cached_tokens) + work.token_count
    return sequence is not None and end == len(sequence.tokens)


def _charge(writers: Iterable[Slot], seconds: float) -> None:
    """Record the duration of calls for replies that get a token of the step."""
    for slot in writers:
        if slot.sequence is not None:
            slot.sequence.decode_seconds += seconds
