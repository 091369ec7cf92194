"""Runs planned work on the backend; ``cached_tokens`` is correct however a call ends."""

import logging
import math
import time
from collections.abc import Sequence as AnySequence

from engine.backend import Backend, BatchEntry, Checkpoint, DecodeStatus, MediaEntry, Sampler
from engine.backend_media import Embeddings
from engine.core.work import NoOverlap, Outcome, Overlap, Work, entry_of
from engine.core.workers import Workers
from engine.ipc.lazy_text import lazy
from engine.kv.checkpoints import added, newest_within
from engine.kv.slot_copy import SlotCopy
from engine.scheduling.sequence import Sequence
from engine.scheduling.sliding import Discard
from engine.scheduling.slots import Slot, SlotPool
from engine.text.media_spans import clamped, held_count, position_of, span_at, within, without

_log = logging.getLogger(__name__)

# Two requests that failed, each tried twice: then the library is at fault and not its input.
MAX_FAILURES = 4
_NO_OVERLAP = NoOverlap()


class Runner:
    """Computes, samples, and adds up seconds and tokens until the caller takes them."""

    def __init__(
        self,
        backend: Backend,
        pool: SlotPool,
        workers: Workers | None = None,
    ) -> None:
        self._backend = backend
        workers = workers or Workers()
        self._guard = workers.guard
        self._pool = pool
        self._compute_seconds = 0.0
        self._sample_seconds = 0.0
        self._token_count = 0
        self._failed_in_a_row = 0
        self.was_repeated = False  # the last call, without its drafted tokens
        self.was_too_long = False  # the last call: it was ended, and its works are pending

    @property
    def is_broken(self) -> bool:
        """Return whether the last calls have all failed, each with other work."""
        return self._failed_in_a_row >= MAX_FAILURES

    def run(
        self,
        works: AnySequence[Work],
        overlap: Overlap = _NO_OVERLAP,
        *,
        is_repeated: bool = False,
        patience: float = math.inf,
    ) -> list[Outcome]:
        """Run the works in one call, in ascending slots, and sample at complete prompts.

        A call that fails is undone and its works are repeated once, one by one, so that only the
        culprit fails. An aborted call yields nothing, but its completed passes are kept; the rest
        is pending again. One that takes longer than ``patience`` is aborted (``was_too_long``).
        """
        self.was_too_long = False
        if not works:
            return []
        self.was_repeated = is_repeated
        entries = [entry_of(work) for work in works]
        overlap.start()
        started = time.perf_counter()
        status = self._decode(entries, patience)
        self._compute_seconds += time.perf_counter() - started
        if status is DecodeStatus.DONE:
            self._failed_in_a_row = 0
            for work, entry in zip(works, entries, strict=True):
                work.slot.cached_tokens.extend(entry.tokens[: work.token_count])
                self._token_count += work.token_count
            running = [work.slot.sequence for work in works]
            overlap.finish()  # may end some requests
            return self._sample(works, entries, running)
        overlap.finish()
        self._failed_in_a_row += status is DecodeStatus.FAILED
        if status is DecodeStatus.ABORTED:
            self._keep_passes(works, entries)
        # The library may have kept a part of the call, and the next one must not build on it.
        self._resync()
        if status is DecodeStatus.ABORTED:
            return []
        _log.warning("A decode call over %d slots ended as %s", len(works), status.value)
        unfinished = [Work(work.slot, work.token_count) for work in works if work.slot.sequence]
        again = [work for work in unfinished if _is_text(work)]
        # A work with media at this point belongs to an empty slot: media are read before it.
        if is_repeated or (len(works) == 1 and unfinished and not again):
            # If there is no room, or the batch is invalid, the library changes nothing.
            is_suspect = status is DecodeStatus.FAILED
            return [Outcome(works[0].slot, failure=_WORDS[status], is_suspect=is_suspect)]
        return [
            outcome for work in again for outcome in self.run([work], overlap, is_repeated=True)
        ]

    def _decode(self, entries: AnySequence[BatchEntry], patience: float) -> DecodeStatus:
        if self._guard is None or patience == math.inf:
            return self._backend.decode(entries)
        self._guard.begin(patience)
        status = self._backend.decode(entries)
        self.was_too_long = self._guard.end() and status is DecodeStatus.ABORTED
        return status

    def read_media(
        self,
        slot: Slot,
        row_count: int,
        embeddings: Embeddings,
        overlap: Overlap = _NO_OVERLAP,
    ) -> Outcome | None:
        """Compute the next rows of a prompt's current medium; return a failure.

        A call that fails is undone: the slot ends at the medium's beginning. An aborted one may be
        repeated.
        """
        sequence, start = slot.sequence, len(slot.cached_tokens)
        assert sequence is not None, "only a running slot has work"
        span = span_at(start, sequence.spans)
        assert span is not None, "the prompt continues with a medium"
        position = position_of(span.start, sequence.spans)
        entry = MediaEntry(
            slot.index, embeddings, position, start - span.start, row_count, span.is_causal
        )
        overlap.start()
        started = time.perf_counter()
        status = self._backend.decode_media(entry)
        self._compute_seconds += time.perf_counter() - started
        self._failed_in_a_row += status is DecodeStatus.FAILED
        if status is DecodeStatus.DONE:
            self._failed_in_a_row = 0
            slot.cached_tokens.extend(sequence.tokens[start : start + row_count])
            slot.spans = within(sequence.spans, len(slot.cached_tokens))
            self._token_count += row_count
        overlap.finish()
        if status is DecodeStatus.DONE:
            return None
        # The number of rows cannot be determined if they all have one position.
        self.truncate(slot, span.start)
        self._resync()
        if status is DecodeStatus.ABORTED:
            return None
        _log.warning("Rows of a medium in slot %d ended as %s", slot.index, status.value)
        return Outcome(slot, failure=_WORDS[status], is_suspect=status is DecodeStatus.FAILED)

    def truncate(self, slot: Slot, token_count: int) -> None:
        """Remove all tokens of a slot after its first ones; of a medium that is cut all rows.

        A KV cache that cannot be truncated there returns to its newest earlier checkpoint, else it
        is emptied; ``cached_tokens`` contains the remaining tokens.
        """
        held = self._backend.token_count(slot.index)
        if held <= held_count(token_count, slot.spans) and token_count == len(slot.cached_tokens):
            return
        token_count = clamped(token_count, slot.spans)
        if self._backend.truncate(slot.index, position_of(token_count, slot.spans)):
            self._shorten(slot, token_count)
            return
        point = newest_within(slot.checkpoints, token_count)
        if point is not None and self._restore(slot, point):
            self._shorten(slot, point.token_count)
        else:
            self.clear(slot)

    def _restore(self, slot: Slot, point: Checkpoint) -> bool:
        position = position_of(point.token_count, slot.spans)
        return self._backend.restore_checkpoint(slot.index, Checkpoint(position, point.state))

    def slide(self, slot: Slot, discard: Discard) -> None:
        """Remove a range of a slot's tokens and move the following ones up."""
        keep, count = discard.keep_count, discard.discard_count
        start = position_of(keep, slot.spans)
        self._backend.slide(slot.index, start, position_of(keep + count, slot.spans) - start)
        slot.version += 1
        del slot.cached_tokens[keep : keep + count]
        slot.spans = without(slot.spans, keep, count)
        self._adopt_backend_length(slot)

    def fork(self, donor: Slot, slot: Slot) -> None:
        """Copy a slot, its checkpoints included, to an empty one."""
        self._backend.fork(donor.index, slot.index)
        slot.cached_tokens = list(donor.cached_tokens)
        slot.spans = list(donor.spans)
        slot.checkpoints = list(donor.checkpoints)
        self._adopt_backend_length(slot)

    def note_restored(self, slot: Slot, copy: SlotCopy, *, is_taken: bool) -> None:
        """Record that a slot was filled with a copy; a refusal leaves it empty, which is a miss."""
        if is_taken:
            slot.cached_tokens = list(copy.tokens)
            slot.spans = list(copy.spans)
            slot.checkpoints = list(copy.checkpoints)
            self._adopt_backend_length(slot)
        else:
            self.clear(slot)

    def save_checkpoint(self, slot: Slot) -> None:
        """Take a checkpoint of a slot as it is now."""
        state = self._backend.checkpoint(slot.index).state
        point = Checkpoint(len(slot.cached_tokens), state)
        slot.checkpoints = added(slot.checkpoints, point)

    def clear(self, slot: Slot) -> None:
        """Empty a slot."""
        self._backend.clear(slot.index)
        self._shorten(slot, 0)

    def _keep_passes(self, works: AnySequence[Work], entries: AnySequence[BatchEntry]) -> None:
        """Record the completed passes of an aborted call."""
        for work, entry in zip(works, entries, strict=True):
            # The logits of an aborted call are lost, so its last token is computed again.
            most = len(entry.tokens) - entry.logit_count
            done = self._backend.token_count(work.slot.index) - entry.position
            kept = entry.tokens[: max(0, min(done, most))]
            work.slot.cached_tokens.extend(kept)
            self._token_count += len(kept)

    def _resync(self) -> None:
        """Undo a call that failed: no slot holds more or less than its ``cached_tokens``.

        On a failure, recurrent models lose every slot, also those that were not in the call.
        """
        for slot in self._pool.slots:
            if slot.lent:
                continue  # it was in no call, and must not be accessed
            held = held_count(len(slot.cached_tokens), slot.spans)
            if self._backend.token_count(slot.index) > held:
                self.truncate(slot, len(slot.cached_tokens))
            self._adopt_backend_length(slot)

    def _adopt_backend_length(self, slot: Slot) -> None:
        """Shorten ``cached_tokens`` to the library's length; free a slot that is empty."""
        held = self._backend.token_count(slot.index)
        if held < held_count(len(slot.cached_tokens), slot.spans):
            if slot.spans and held:
                self._backend.clear(slot.index)  # the remaining rows are unknown
                held = 0
            self._shorten(slot, held)
        if not slot.cached_tokens and slot.sequence is None:
            self._pool.clear(slot)

    @staticmethod
    def _shorten(slot: Slot, token_count: int) -> None:
        if token_count < len(slot.cached_tokens):
            slot.version += 1
        del slot.cached_tokens[token_count:]
        slot.spans = within(slot.spans, token_count)
        slot.checkpoints = [p for p in slot.checkpoints if 0 < p.token_count <= token_count]

    def pop_seconds(self) -> tuple[float, float]:
        """Return the seconds of computing and of sampling since the last call."""
        taken = (self._compute_seconds, self._sample_seconds)
        self._compute_seconds = self._sample_seconds = 0.0
        return taken

    def pop_token_count(self) -> int:
        """Return how many tokens were computed since the last call."""
        taken, self._token_count = self._token_count, 0
        return taken

    def _sample(
        self,
        works: AnySequence[Work],
        entries: AnySequence[BatchEntry],
        running: AnySequence[Sequence | None],
    ) -> list[Outcome]:
        """Sample at complete prompts, for the requests that still run."""
        wanted: list[tuple[Sampler, int]] = []
        sampled: list[Work] = []
        outcomes: list[Outcome] = []
        next_row = 0
        for work, entry, sequence in zip(works, entries, running, strict=True):
            row, next_row = next_row, next_row + entry.logit_count
            if entry.logit_count:
                if sequence is None or work.slot.sequence is not sequence:
                    self._keep_drafted(work, ())
                    continue
                forced = sequence.forced_token()
                if forced is not None:
                    self._keep_drafted(work, ())  # no draft extends to where a token may be forced
                    outcomes.append(Outcome(work.slot, forced))
                    continue
                assert sequence.sampler is not None
                wanted.append((sequence.sampler, row))
                sampled.append(work)
        started = time.perf_counter()
        if any(work.drafted for work in sampled):
            outcomes += self._sample_drafted(sampled, wanted)
        else:
            tokens = self._backend.sample(wanted)
            for work, (sampler, _), token in zip(sampled, wanted, tokens, strict=True):
                outcomes.append(_outcome(work.slot, token, sampler))
        self._sample_seconds += time.perf_counter() - started
        return outcomes

    def _sample_drafted(
        self, works: AnySequence[Work], wanted: AnySequence[tuple[Sampler, int]]
    ) -> list[Outcome]:
        """Sample the rows of each slot in order and keep the accepted tokens."""
        outcomes: list[Outcome] = []
        found = sample_drafted(self._backend, wanted, [work.drafted for work in works])
        for work, (sampler, _), tokens in zip(works, wanted, found, strict=True):
            self._keep_drafted(work, work.drafted[: len(tokens) - 1])
            outcomes += [Outcome(work.slot, token) for token in tokens[:-1]]
            outcomes.append(_outcome(work.slot, tokens[-1], sampler))
        return outcomes

    def _keep_drafted(self, work: Work, accepted: AnySequence[int]) -> None:
        """Keep the accepted tokens and remove the other drafted ones from the slot."""
        slot, sequence = work.slot, work.slot.sequence
        slot.cached_tokens.extend(accepted)
        held = len(slot.cached_tokens)
        position = position_of(held, slot.spans)
        if len(accepted) < len(work.drafted) and not self._backend.truncate(slot.index, position):
            self.truncate(slot, held)
            if sequence is not None:
                sequence.speculation_enabled = False  # each refused truncation is expensive
        if sequence is not None:
            sequence.drafted_tokens += len(work.drafted)
            sequence.accepted_tokens += len(accepted)


def _outcome(slot: Slot, token: int | None, sampler: Sampler) -> Outcome:
    if token is not None:
        return Outcome(slot, token, sampler.pop_forced())
    if sampler.fault is not None:
        return Outcome(slot, failure=sampler.fault, is_request_fault=True)
    # NaN logits result from NaN keys and values.
    return Outcome(slot, failure=_NO_TOKEN, is_suspect=True)


_NO_TOKEN = lazy("The model could not continue this answer. Try again.")
_WORDS = {
    DecodeStatus.NO_ROOM: lazy(
        "This chat has filled the model's memory. Set a larger context per chat, "
        "or start a new chat."
    ),
    DecodeStatus.INVALID: lazy(
        "The model can't read this part of the chat. Edit your message, or shorten it."
    ),
    DecodeStatus.FAILED: lazy("The model could not compute this answer. Try again."),
}


def _is_text(work: Work) -> bool:
    """Return whether a work has tokens only, and no row of a medium."""
    start = len(work.slot.cached_tokens)
    end = start + work.token_count
    sequence = work.slot.sequence
    assert sequence is not None, "only a running slot has work"
    return all(span.end <= start or end <= span.start for span in sequence.spans)


def sample_drafted(
    backend: Backend,
    first: AnySequence[tuple[Sampler, int]],
    drafted: AnySequence[AnySequence[int]],
) -> list[list[int | None]]:
    """Return the tokens of each reply: the accepted ones and the one that follows; None if none.

    ``first`` has for each reply its sampler and the index of its first row; the rows of its drafted
    tokens follow. A sampler sees exactly the rows that it would see without speculation, in the
    same order, so its random numbers and state are the same. Replies are sampled together.
    """
    sampled: list[list[int | None]] = [[] for _ in first]
    active, depth = list(range(len(first))), 0
    while active:
        tokens = backend.sample([(first[each][0], first[each][1] + depth) for each in active])
        accepted: list[int] = []
        for each, token in zip(active, tokens, strict=True):
            sampled[each].append(token)
            if token is not None and _is_accepted(backend, drafted[each], depth, token):
                accepted.append(each)
        active, depth = accepted, depth + 1
    return sampled


def _is_accepted(backend: Backend, drafted: AnySequence[int], depth: int, token: int) -> bool:
    """Return whether a token is the drafted one and does not end the reply."""
    if depth >= len(drafted) or token != drafted[depth]:
        return False
    return not backend.vocabulary.is_end_of_generation(token)
