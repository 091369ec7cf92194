"""The work of a call for each slot, and its outcome."""

from collections.abc import Sequence as AnySequence
from typing import Protocol

import msgspec

from engine.backend import BatchEntry
from engine.scheduling.slots import Slot
from engine.text.media_spans import position_of


class Work(msgspec.Struct, frozen=True):
    """A number of a slot's pending tokens, from the first that its KV lacks.

    After the last of them the ``drafted`` tokens are computed, in case the reply continues with
    them.
    """

    slot: Slot
    token_count: int
    drafted: tuple[int, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a slot's work: the token sampled after it, if it was to be sampled.

    Each accepted drafted token has an earlier outcome. The ``forced`` tokens follow the sampled one
    in any case: a grammar allows no others.

    ``failure`` says why the slot's request cannot continue. KV that ``is_suspect`` must not be
    reused: the slot is to be emptied, after the end of its request. ``is_request_fault``: the
    request caused the failure, not the model.
    """

    slot: Slot
    token: int | None = None
    forced: tuple[int, ...] = ()
    failure: str | None = None
    is_suspect: bool = False
    is_request_fault: bool = False


class Overlap(Protocol):
    """Work that is done while a call computes."""

    def start(self) -> None:
        """Begin; the call follows at once."""

    def finish(self) -> None:
        """Wait for the work; the call has ended. Requests may end here."""


class NoOverlap:
    """Does nothing while a call computes."""

    def start(self) -> None:
        pass

    def finish(self) -> None:
        pass


def mean_held(works: AnySequence[Work]) -> float:
    """Return the mean number of tokens before those that are about to be read."""
    counts = [(work.token_count, len(work.slot.cached_tokens)) for work in works]
    total = sum(count for count, _ in counts)
    return sum(count * (held + count / 2) for count, held in counts) / max(1, total)


def entry_of(work: Work) -> BatchEntry:
    """Return the batch entry of a work."""
    sequence = work.slot.sequence
    assert sequence is not None, "only a running slot has work"
    start = len(work.slot.cached_tokens)
    end = start + work.token_count
    wants_logits = sequence.wants_reply and end == len(sequence.tokens)
    return BatchEntry(
        slot=work.slot.index,
        tokens=[*sequence.tokens[start:end], *work.drafted],
        position=position_of(start, sequence.spans) if sequence.spans else start,
        logit_count=wants_logits + len(work.drafted),
    )
