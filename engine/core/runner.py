"""Runs planned work on the backend; ``cached_tokens`` is true however a call ends."""

import logging
import math
import time
from collections.abc import Sequence as AnySequence
from typing import Protocol

import msgspec

from engine.backend import Backend, BatchEntry, DecodeStatus, Sampler
from engine.core.draft_sampler import sample_drafted
from engine.core.sampling_queue import SamplingQueue
from engine.core.workers import Workers
from engine.kv.checkpoints import added, newest_within
from engine.kv.slot_copy import SlotCopy
from engine.scheduling.sequence import Sequence
from engine.scheduling.sliding import Discard
from engine.scheduling.slots import Slot, SlotPool
from engine.wire.lazy_text import lazy

_log = logging.getLogger(__name__)

# Two requests in vain, each tried twice: then it is the library and not what it was given.
MOST_FAILURES = 4


class Work(msgspec.Struct, frozen=True):
    """So many of a slot's pending tokens, from the first that its KV lacks.

    Behind the last of them ``drafted`` ones are computed, in case the reply goes on so.
    """

    slot: Slot
    token_count: int
    drafted: tuple[int, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """What became of a slot's work: the token sampled after it, if it was to be sampled.

    Each drafted token that was right has an outcome, too, before it.

    ``failure`` says why the slot's request cannot go on. Nobody may build on KV that
    ``is_suspect``: the slot is to be emptied, behind the end of its request. A token ``is_late``
    that a worker is still choosing.
    """

    slot: Slot
    token: int | None = None
    failure: str | None = None
    is_suspect: bool = False
    is_late: bool = False


class Beside(Protocol):
    """What is done while a call computes."""

    def start(self) -> None:
        """Begin; the call follows at once."""

    def finish(self) -> None:
        """Wait for what was begun; the call has ended. Requests may end here."""


class Idle:
    """Does nothing while a call computes."""

    def start(self) -> None:
        pass

    def finish(self) -> None:
        pass


class Runner:
    """Computes, samples, and adds up seconds and tokens until somebody takes them."""

    def __init__(
        self,
        backend: Backend,
        pool: SlotPool,
        workers: Workers | None = None,
    ) -> None:
        self._backend = backend
        self.beside: Beside = Idle()
        workers = workers or Workers()
        self._guard = workers.guard
        self._sampling = SamplingQueue(backend, workers)
        self._pool = pool
        self._compute_seconds = 0.0
        self._sample_seconds = 0.0
        self._token_count = 0
        self._failed_in_a_row = 0
        self.was_repeated = False  # the last call, without what it had drafted
        self.was_too_long = False  # the last call: it was ended, and its works are pending

    @property
    def is_broken(self) -> bool:
        """Return whether the last calls have all failed, each with other work."""
        return self._failed_in_a_row >= MOST_FAILURES

    def run(
        self, works: AnySequence[Work], *, is_repeated: bool = False, patience: float = math.inf
    ) -> list[Outcome]:
        """Compute the works in one call, ascending slots, and sample where a prompt is whole.

        A call that fails is undone and its works are repeated once, one by one, so that only
        the culprit fails. An aborted call yields nothing, but the passes that it has ended are
        kept; the rest is pending again. One that takes longer than ``patience`` is aborted
        (``was_too_long``).
        """
        self.was_too_long = False
        if not works:
            return []
        self.was_repeated = is_repeated
        entries = [_entry(work) for work in works]
        self.beside.start()
        started = time.perf_counter()
        status = self._decode(entries, patience)
        self._compute_seconds += time.perf_counter() - started
        if status is DecodeStatus.DONE:
            self._failed_in_a_row = 0
            for work, entry in zip(works, entries, strict=True):
                work.slot.cached_tokens.extend(entry.tokens[: work.token_count])
                self._token_count += work.token_count
            running = [work.slot.sequence for work in works]
            self.beside.finish()  # may end some of them
            return self._sample(works, entries, running)
        self.beside.finish()
        self._failed_in_a_row += status is DecodeStatus.FAILED
        if status is DecodeStatus.ABORTED:
            self._keep_passes(works, entries)
        # The library may have kept a part of the call, and the next one must not build on it.
        self._resync()
        if status is DecodeStatus.ABORTED:
            return []
        _log.warning("A decode call over %d slots ended as %s", len(works), status.value)
        if is_repeated:
            # Without room, and with what is no batch, the library touches nothing.
            is_suspect = status is DecodeStatus.FAILED
            return [Outcome(works[0].slot, failure=_WORDS[status], is_suspect=is_suspect)]
        going_on = [Work(work.slot, work.token_count) for work in works if work.slot.sequence]
        return [outcome for work in going_on for outcome in self.run([work], is_repeated=True)]

    def _decode(self, entries: AnySequence[BatchEntry], patience: float) -> DecodeStatus:
        if self._guard is None or patience == math.inf:
            return self._backend.decode(entries)
        self._guard.begin(patience)
        status = self._backend.decode(entries)
        self.was_too_long = self._guard.end() and status is DecodeStatus.ABORTED
        return status

    def truncate(self, slot: Slot, token_count: int) -> None:
        """Remove everything behind a slot's first tokens.

        A KV cache that cannot be truncated there goes back to its newest checkpoint before, else
        it is emptied; ``cached_tokens`` says what is left.
        """
        if self._backend.token_count(slot.index) <= token_count == len(slot.cached_tokens):
            return
        if self._backend.truncate(slot.index, token_count):
            self._shorten(slot, token_count)
            return
        point = newest_within(slot.checkpoints, token_count)
        if point is not None and self._backend.restore_checkpoint(slot.index, point):
            self._shorten(slot, point.token_count)
        else:
            self.clear(slot)

    def slide(self, slot: Slot, discard: Discard) -> None:
        """Remove a range of a slot's tokens and move up what is behind it."""
        self._backend.slide(slot.index, discard.keep_count, discard.discard_count)
        slot.version += 1
        del slot.cached_tokens[discard.keep_count : discard.keep_count + discard.discard_count]
        self._believe(slot)

    def fork(self, donor: Slot, slot: Slot) -> None:
        """Copy a slot, its checkpoints among it, to an empty one."""
        self._backend.fork(donor.index, slot.index)
        slot.cached_tokens = list(donor.cached_tokens)
        slot.checkpoints = list(donor.checkpoints)
        self._believe(slot)

    def note_restored(self, slot: Slot, copy: SlotCopy, *, is_taken: bool) -> None:
        """Note that a slot was filled with a copy; a refusal leaves it empty, which is a miss."""
        if is_taken:
            slot.cached_tokens = list(copy.tokens)
            slot.checkpoints = list(copy.checkpoints)
            self._believe(slot)
        else:
            self.clear(slot)

    def save_checkpoint(self, slot: Slot) -> None:
        """Take a checkpoint of a slot as it is now."""
        slot.checkpoints = added(slot.checkpoints, self._backend.checkpoint(slot.index))

    def clear(self, slot: Slot) -> None:
        """Empty a slot."""
        self._backend.clear(slot.index)
        self._shorten(slot, 0)

    def _keep_passes(self, works: AnySequence[Work], entries: AnySequence[BatchEntry]) -> None:
        """Note what an aborted call has computed: its passes before the one that was cut."""
        for work, entry in zip(works, entries, strict=True):
            # The logits of a call that was cut are lost, so its last token is computed again.
            most = len(entry.tokens) - entry.logit_count
            done = self._backend.token_count(work.slot.index) - len(work.slot.cached_tokens)
            kept = entry.tokens[: max(0, min(done, most))]
            work.slot.cached_tokens.extend(kept)
            self._token_count += len(kept)

    def _resync(self) -> None:
        """Undo a call that did not end well: no slot holds more or less than its ``cached_tokens``.

        Recurrent models lose every slot by a failure, also those that were not in the call.
        """
        for slot in self._pool.slots:
            if slot.lent:
                continue  # it was in no call, and must not be asked
            if self._backend.token_count(slot.index) > len(slot.cached_tokens):
                self.truncate(slot, len(slot.cached_tokens))
            self._believe(slot)

    def _believe(self, slot: Slot) -> None:
        """Shorten ``cached_tokens`` to what the library holds; free a slot that is empty."""
        held = self._backend.token_count(slot.index)
        if held < len(slot.cached_tokens):
            self._shorten(slot, held)
        if not slot.cached_tokens and slot.sequence is None:
            self._pool.clear(slot)

    @staticmethod
    def _shorten(slot: Slot, token_count: int) -> None:
        if token_count < len(slot.cached_tokens):
            slot.version += 1
        del slot.cached_tokens[token_count:]
        slot.checkpoints = [p for p in slot.checkpoints if 0 < p.token_count <= token_count]

    def pop_seconds(self) -> tuple[float, float]:
        """Return the seconds of computing and of sampling since the last call."""
        taken = (self._compute_seconds, self._sample_seconds)
        self._compute_seconds = self._sample_seconds = 0.0
        return taken

    def pop_chosen(self) -> list[Outcome]:
        """Return the tokens that workers have chosen."""
        return [_outcome(each.slot, each.token) for each in self._sampling.pop_done()]

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
        """Sample where a prompt is whole, for those that still run."""
        wanted: list[tuple[Sampler, int]] = []
        sampled: list[Work] = []
        apart: list[Sequence] = []
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
                    self._keep_drafted(work, ())  # nothing is guessed where one may be forced
                    outcomes.append(Outcome(work.slot, forced))
                    continue
                assert sequence.sampler is not None
                if sequence.sampler.may_take_long:
                    self._sampling.start(work.slot, row)
                    apart.append(sequence)
                    continue
                wanted.append((sequence.sampler, row))
                sampled.append(work)
        started = time.perf_counter()
        if any(work.drafted for work in sampled):
            outcomes += self._sample_drafted(sampled, wanted)
        else:
            tokens = self._backend.sample(wanted)
            for work, token in zip(sampled, tokens, strict=True):
                # Logits that are no numbers come of keys and values that are none.
                failure = _NO_TOKEN if token is None else None
                outcomes.append(Outcome(work.slot, token, failure, is_suspect=token is None))
        if apart:
            self._sampling.wait(apart)
            outcomes += [_outcome(each.slot, each.token) for each in self._sampling.pop_done(apart)]
            late = [each for each in apart if each.next_token is not None]
            outcomes += [Outcome(self._pool.slot_of(each), is_late=True) for each in late]
        self._sample_seconds += time.perf_counter() - started
        return outcomes

    def _sample_drafted(
        self, works: AnySequence[Work], wanted: AnySequence[tuple[Sampler, int]]
    ) -> list[Outcome]:
        """Sample the rows of each in their order; keep of what was drafted what was right."""
        outcomes: list[Outcome] = []
        found = sample_drafted(self._backend, wanted, [work.drafted for work in works])
        for work, tokens in zip(works, found, strict=True):
            self._keep_drafted(work, work.drafted[: len(tokens) - 1])
            outcomes += [_outcome(work.slot, token) for token in tokens]
        return outcomes

    def _keep_drafted(self, work: Work, right: AnySequence[int]) -> None:
        """Keep the drafted tokens that were right, and remove the rest from the slot."""
        slot, sequence = work.slot, work.slot.sequence
        slot.cached_tokens.extend(right)
        held = len(slot.cached_tokens)
        if len(right) < len(work.drafted) and not self._backend.truncate(slot.index, held):
            self.truncate(slot, held)
            if sequence is not None:
                sequence.may_guess = False  # one cut that is refused is dear enough
        if sequence is not None:
            sequence.drafted_tokens += len(work.drafted)
            sequence.accepted_tokens += len(right)


def _outcome(slot: Slot, token: int | None) -> Outcome:
    # Logits that are no numbers come of keys and values that are none.
    failure = _NO_TOKEN if token is None else None
    return Outcome(slot, token, failure, is_suspect=token is None)


def mean_held(works: AnySequence[Work]) -> float:
    """Return how many tokens stand before those that are about to be read, on average."""
    counts = [(work.token_count, len(work.slot.cached_tokens)) for work in works]
    total = sum(count for count, _ in counts)
    return sum(count * (held + count / 2) for count, held in counts) / max(1, total)


def _entry(work: Work) -> BatchEntry:
    sequence = work.slot.sequence
    assert sequence is not None, "only a running slot has work"
    start = len(work.slot.cached_tokens)
    end = start + work.token_count
    wants_logits = sequence.wants_reply and end == len(sequence.tokens)
    return BatchEntry(
        slot=work.slot.index,
        tokens=[*sequence.tokens[start:end], *work.drafted],
        position=start,
        logit_count=wants_logits + len(work.drafted),
    )


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
