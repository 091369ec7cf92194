"""Plans one step: everybody who writes gets a token, prompts get what time is left.

A pure function of what is pending and what things cost; it touches no model and no slot. What is
made in each step is a msgspec struct: a frozen dataclass takes ten times as long to make.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from engine.kv.checkpoints import next_stop
from engine.scheduling.costs import StepSeconds
from engine.scheduling.sequence import Sequence as Request
from engine.scheduling.sequence import SequenceState
from engine.scheduling.slots import Slot
from engine.text.media_spans import Spans, next_edge, span_at

SMALLEST_PIECE = 16  # tokens of a prompt that is served in a step, if they fit into half of one
FEWEST_TOKENS = 4  # of a piece, however slowly they are read
MOST_PASSED_OVER = 4  # steps; then a prompt goes before the one in front of the user, too
_CAUTION = 0.8  # of the time is planned for prompts: a step that is too long delays every reply
SOLO_STEP_SECONDS = 0.5  # for a prompt alone: progress and Stop still want a step


class Pending(msgspec.Struct, frozen=True):
    """A slot's tokens that are not in its KV yet, one of them for a slot that is writing.

    ``passed_over`` is the number of steps since its prompt was read on, ``held`` what the slot
    holds already. Prompts of a lower ``rank`` are served first. What ``is_whole`` is read in one
    piece or not at all.
    """

    slot: int
    token_count: int
    is_writing: bool
    is_focused: bool
    passed_over: int = 0
    held: int = 0
    rank: int = 0
    is_whole: bool = False


class PrefillPiece(msgspec.Struct, frozen=True):
    """So many prompt tokens of a slot."""

    slot: int
    token_count: int


class StepPlan(msgspec.Struct, frozen=True):
    """The slots that get a token and the pieces of the prefill call, both ascending."""

    decode_slots: tuple[int, ...]
    prefill: tuple[PrefillPiece, ...]


@dataclass(frozen=True, slots=True)
class StepLimits:
    """What a step may take: tokens of a call, tokens of a pass, seconds while others write."""

    batch_size: int
    micro_batch_size: int
    target_seconds: float


def pending_of(
    sequence: Request,
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


def plan(
    pending: Sequence[Pending], seconds: StepSeconds, limits: StepLimits, spent_seconds: float = 0.0
) -> StepPlan:
    """Return the next step; ``pending`` is in order of admission.

    ``spent_seconds`` of the step are gone already, in giving slots to requests.

    The focused prompt is served first and the others in order, rank by rank; each that is served
    gets at least ``smallest_piece`` tokens. Where time is short for all of them they take turns:
    within a rank nobody is passed over for more than ``MOST_PASSED_OVER`` steps and one for every
    other prompt.
    """
    # Decode first: a token each is cheap, and a reply that pauses while others are prefilled is
    # what users notice. Slots ascend: the library computes those in one pass over the weights.
    decode_slots = tuple(sorted(each.slot for each in pending if each.is_writing))
    prompts = [each for each in pending if not each.is_writing]
    if not prompts:
        return StepPlan(decode_slots, ())
    prompts.sort(key=_turn)
    if decode_slots:
        decode = sum(seconds(len(run)) for run in consecutive(decode_slots))
        left = _CAUTION * (limits.target_seconds - spent_seconds - decode)
    else:
        # Calls below one pass of the library are no cheaper than a whole pass.
        whole = seconds(0, limits.micro_batch_size, prompts[0].held)
        left = max(SOLO_STEP_SECONDS, whole)
    pieces = _shares(prompts, left, seconds, limits)
    return StepPlan(decode_slots, tuple(sorted(pieces, key=lambda piece: piece.slot)))


def consecutive(indices: Iterable[int]) -> list[list[int]]:
    """Return ascending numbers in runs without gaps.

    With split KV the library computes consecutive slots in one pass over the weights.
    """
    runs: list[list[int]] = []
    for index in indices:
        if runs and index == runs[-1][-1] + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def smallest_piece(prompt: Pending, seconds: StepSeconds, limits: StepLimits) -> int:
    """Return how many tokens of a prompt are read at least where it is served."""
    if prompt.is_whole:
        return prompt.token_count
    return min(prompt.token_count, _most_unasked(prompt, seconds, limits))


def _most_unasked(prompt: Pending, seconds: StepSeconds, limits: StepLimits) -> int:
    """Return how many tokens the first prompt is given however little time is left."""
    # Its pass takes as long as a row at least, however few tokens it has.
    within = int((limits.target_seconds / 2 + seconds(1)) / seconds(0, 1, prompt.held))
    return min(SMALLEST_PIECE, limits.batch_size, max(FEWEST_TOKENS, within))


def _turn(prompt: Pending) -> tuple[int, bool, bool, int]:
    is_due = prompt.passed_over >= MOST_PASSED_OVER
    return (prompt.rank, not is_due, not (prompt.is_focused or is_due), -prompt.passed_over)


def _pieces_seconds(pieces: Sequence[tuple[int, int]], seconds: StepSeconds) -> float:
    """Return how long one call takes over these: tokens, and those held before, of each.

    With split KV a pass of the library has as many tokens of each slot that is in it: first
    those that all have, then those that all but the shortest have, and so on. Few tokens of
    many slots cost what as many rows of replies cost.
    """
    total, done = 0.0, 0
    for count in sorted({count for count, _ in pieces}):
        helds = [held + done for each, held in pieces if each >= count]
        total += max(sum(seconds(0, count - done, held) for held in helds), seconds(len(helds)))
        done = count
    return total


def _shares(
    prompts: Sequence[Pending], within: float, seconds: StepSeconds, limits: StepLimits
) -> list[PrefillPiece]:
    """Return the smallest piece for as many as there is time for, and the rest first come.

    What one long prompt would get without any time left, those share that lack as few tokens as
    the first one, which the library computes in one pass: branches of one chat lack one each.
    Pieces of other lengths each cost a pass more.
    """
    shares: list[int] = []
    pieces: list[tuple[int, int]] = []
    room, left, taken = limits.batch_size, within, 0.0
    unasked = 0 if prompts[0].is_whole else _most_unasked(prompts[0], seconds, limits)
    most_seconds = limits.target_seconds / 2
    for each in prompts:
        smallest = smallest_piece(each, seconds, limits)
        pieces.append((smallest, each.held))
        total = _pieces_seconds(pieces, seconds)
        is_alike = smallest == each.token_count == prompts[0].token_count and not each.is_whole
        may_join = is_alike and sum(shares) + smallest <= unasked and total <= most_seconds
        if shares and (smallest > room or not (total <= left or may_join)):
            break
        if not shares:
            most_seconds += total
        shares.append(smallest)
        room, taken = room - smallest, total
    left -= taken
    for index, each in enumerate(prompts[: len(shares)]):
        row, spare = seconds(1), left
        if shares.count(shares[index]) > 1 and left < row:
            spare = 0.0  # what it gets more is computed in a pass of its own
        elif len(shares) == 1:  # its pass takes as long as a row at least, and is paid for
            spare += max(0.0, row - seconds(0, shares[index], each.held))
        fits = _tokens_within(spare, each.held, seconds, limits.batch_size)
        more = min(each.token_count - shares[index], fits, room)
        shares[index] += more
        room, left = room - more, left - seconds(0, more, each.held)
    served = prompts[: len(shares)]
    return [PrefillPiece(each.slot, share) for each, share in zip(served, shares, strict=True)]


def _tokens_within(spare: float, held: int, seconds: StepSeconds, most: int) -> int:
    """Return how many tokens should be read in that time; those of a long piece cost less."""
    count = most
    for _ in range(2):
        count = max(1, int(spare * count / seconds(0, count, held)))
    return count if spare >= seconds(0, count, held) else 0
