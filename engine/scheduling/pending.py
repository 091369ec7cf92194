"""What is left to compute of a request, up to where its slot's state has to be taken."""

from engine.kv.checkpoints import next_stop
from engine.scheduling.planner import Pending
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.slots import Slot
from engine.text.media_spans import Spans, next_edge, span_at


def pending_of(
    sequence: Sequence,
    slot: Slot,
    *,
    wants_checkpoints: bool,
    wants_shared: bool,
    focused: str | None,
) -> Pending:
    """Return what a running request would have computed next.

    It ``wants_shared`` where the slot is to be copied when it holds just the shared prefix.
    """
    held, wanted = len(slot.cached_tokens), len(sequence.tokens)
    is_whole = False
    stop = next_stop(held, sequence.segment_ends, wanted) if wants_checkpoints else wanted
    if wants_shared:
        stop = min(stop, sequence.shared_prefix_length)
    if sequence.spans:
        stop, is_whole = _media_stop(held, stop, sequence.spans)
    return Pending(
        slot=slot.index,
        token_count=stop - held,
        is_whole=is_whole,
        # More than one is left behind a failed call or a slide: then it prefills again.
        is_writing=wanted - held == 1 and sequence.state is SequenceState.DECODE,
        is_focused=sequence.conversation_id == focused,
        passed_over=sequence.passed_over,
        held=held,
        rank=sequence.urgency,
    )


def _media_stop(held: int, stop: int, spans: Spans) -> tuple[int, bool]:
    """Return how far a call may go, and whether it must: it has tokens or rows of one medium."""
    span = span_at(held, spans)
    if span is not None:
        return span.end, not span.is_causal
    edge = next_edge(held, spans)
    return stop if edge is None else min(stop, edge), False
