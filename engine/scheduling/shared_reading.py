"""Lets requests wait for another one to read a common beginning, so that it is read once."""

from collections.abc import Callable, Iterable
from collections.abc import Sequence as AnySequence

from engine.kv.cache_keys import is_source
from engine.kv.slot_copy import MIN_CACHED_TOKENS
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import common_length


def hold_back(
    waiting: AnySequence[Sequence],
    readers: Iterable[Sequence],
    *,
    held: Callable[[Sequence], int],
    reusable: Callable[[Sequence], int],
    can_start: Callable[[Sequence], bool],
    most_starts: int,
    focused: str | None,
) -> None:
    """Set ``awaits_reading`` of waiting requests, and ``waited_by`` of those that they wait for.

    ``readers`` are requests whose prompts are being read, ``held`` tokens of each so far, and
    sources to be cached. Of waiting requests with a common beginning, the first that can start
    reads it; a source reads it for all, unless a chat was first. ``reusable`` tokens of a prompt
    are cached already.
    """
    reading = list(readers)
    for each in (*waiting, *reading):
        each.waited_by = None
    in_order = sorted(
        waiting,
        key=lambda e: (not is_source(e.conversation_id), e.rank, e.conversation_id != focused),
    )
    for sequence in in_order:
        reader = _reader_of(sequence, reading, held, reusable)
        sequence.awaits_reading = None if reader is None else reader.request_id
        if reader is not None:
            reader.waited_by = min(reader.urgency, sequence.rank)
            if is_source(sequence.conversation_id):
                # Its state is kept. Memory that can't be truncated is copied where a segment ends;
                # at the next turn it holds too much already.
                shared = _shared_length(sequence, reader)
                ends = {each for each in sequence.segment_ends if each <= shared}
                reader.segment_ends = sorted(ends.union(reader.segment_ends))
        elif is_source(sequence.conversation_id):
            reading.append(sequence)
        # Only requests that can start, and no more than free slots: each is compared with all.
        elif most_starts and can_start(sequence):
            most_starts -= 1
            reading.append(sequence)


def _reader_of(
    sequence: Sequence,
    readers: Iterable[Sequence],
    held: Callable[[Sequence], int],
    reusable: Callable[[Sequence], int],
) -> Sequence | None:
    """Return the request that is still reading the common beginning with another one."""
    spared: int | None = None
    for reader in readers:
        shared = _shared_length(sequence, reader)
        if shared < MIN_CACHED_TOKENS or held(reader) >= shared:
            continue
        # Until all of it is read: otherwise each of many requests would read the last few tokens.
        if sequence.awaits_reading == reader.request_id:
            return reader
        spared = reusable(sequence) if spared is None else spared
        if shared - spared >= MIN_CACHED_TOKENS:
            return reader
    return None


def _shared_length(sequence: Sequence, reader: Sequence) -> int:
    """Return the length of the common beginning of two prompts; compared once."""
    known, number = sequence.shared_with, reader.request_id
    if number not in known:
        known[number] = common_length(sequence.prompt.tokens, reader.prompt.tokens)
    return known[number]
