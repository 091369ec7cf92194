"""Two-phase admission: first every claim on a parked slot, then free slots and evictions.

Phase 1 lets each waiting request claim the slot where its conversation is parked, and the slot
that it could be forked from. Phase 2 gives slots to the others: the lowest free one, else the
least recently used parked one that nobody claimed. So no request of a round evicts what another
one of the round was promised.
"""

from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field

from engine.scheduling.matching import Match, Matcher
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState

MAX_OVERTAKEN = 4  # so often may later requests go first because their conversation is parked
SMALLEST_FORK = 64  # tokens; less is read as fast as it is copied


@dataclass(frozen=True, slots=True)
class Admission:
    """A request, its slot, and what is to be reused there.

    ``donor`` is the slot to copy from. Otherwise ``match`` is about the slot's own tokens, which
    may be those of another conversation that is evicted.
    """

    sequence: Sequence
    slot: Slot
    match: Match
    donor: Slot | None = None


@dataclass(slots=True)
class _Round:
    """What is decided so far: slots that are taken, slots that may not be evicted, admissions."""

    pool: SlotPool
    matcher: Matcher
    taken: set[int] = field(default_factory=set)
    protected: set[int] = field(default_factory=set)
    admissions: list[Admission] = field(default_factory=list)


def admit(
    waiting: AnySequence[Sequence],
    pool: SlotPool,
    matcher: Matcher,
    *,
    most: int,
    focused: str | None = None,
) -> list[Admission]:
    """Return the requests that may start now, at most ``most``, in the order of their assignment.

    ``waiting`` is in order of arrival. A background request comes last, and takes a free slot
    only. The focused conversation goes first, but not before requests that were overtaken too
    often. Requests of a conversation that is running, or of which an earlier request waits,
    wait. Changes nothing but overtaking counts.
    """
    # Claims are made for all requests before any other slot is chosen, and donors before any
    # eviction: a slot that one request of this round counts on is never another one's victim.
    in_order = sorted(waiting, key=lambda each: _rank(each, focused))
    candidates = _one_per_conversation(in_order, pool)
    claims = _claims(candidates, pool)
    this_round = _Round(pool, matcher, taken={slot.index for slot in claims.values()})
    donors = {
        sequence.request_id: find_donor(sequence, pool, matcher)
        for sequence in candidates
        if sequence.request_id not in claims
    }
    this_round.protected = {donor.index for donor in donors.values() if donor is not None}
    for sequence in candidates:
        if len(this_round.admissions) >= most:
            break
        claimed = claims.get(sequence.request_id)
        if claimed is not None:
            match = matcher.match(claimed, sequence.prompt)
            this_round.admissions.append(Admission(sequence, claimed, match))
        else:
            _assign(sequence, donors[sequence.request_id], this_round)
    _count_overtaking([each for each in waiting if each in candidates], this_round.admissions)
    return _copies_first(this_round.admissions)


def _rank(sequence: Sequence, focused: str | None) -> int:
    """Return 0 for requests that go first, 1 for the others, 2 for background requests."""
    if sequence.is_background:
        return 2
    is_first = sequence.conversation_id == focused or sequence.overtaken_count >= MAX_OVERTAKEN
    return 0 if is_first else 1


def _copies_first(admissions: AnySequence[Admission]) -> list[Admission]:
    """Return the order in which no slot is overwritten that another request is yet to copy."""
    # Two that copy from each other's slots have no such order; then the first one loses its copy
    # and prefills, which the assigner finds out by comparing again.
    ordered: list[Admission] = []
    left = list(admissions)
    while left:
        donors = [each.donor for each in left]
        chosen = next((each for each in left if each.slot not in donors), left[0])
        left.remove(chosen)
        ordered.append(chosen)
    return ordered


def _one_per_conversation(waiting: AnySequence[Sequence], pool: SlotPool) -> list[Sequence]:
    seen = {slot.conversation_id for slot in pool.in_state(SlotState.RUNNING)}
    chosen: list[Sequence] = []
    for sequence in waiting:
        if sequence.conversation_id not in seen:
            # A second request would need a second slot with the same tokens, and its prompt
            # depends on the reply of the first.
            seen.add(sequence.conversation_id)
            chosen.append(sequence)
    return chosen


def _claims(candidates: AnySequence[Sequence], pool: SlotPool) -> dict[int, Slot]:
    """Return phase 1: request id to parked slot.

    A request that was overtaken too often ends the claims of those behind it, unless there are
    enough slots for all before.
    """
    claims: dict[int, Slot] = {}
    open_slots = len(pool.slots) - len(pool.in_state(SlotState.RUNNING))
    unassigned = 0
    for sequence in candidates:
        slot = pool.parked_for(sequence.conversation_id)
        if slot is not None and len(claims) + unassigned < open_slots:
            claims[sequence.request_id] = slot
        elif sequence.overtaken_count >= MAX_OVERTAKEN:
            unassigned += 1
    return claims


def find_donor(sequence: Sequence, pool: SlotPool, matcher: Matcher) -> Slot | None:
    """Return the slot, running or parked, that shares the longest beginning with a prompt."""
    best: Slot | None = None
    longest = SMALLEST_FORK - 1
    for slot in pool.slots:
        shared = matcher.match_fork(slot, sequence.prompt).token_count
        if shared > longest:
            best, longest = slot, shared
    return best


def _assign(sequence: Sequence, donor: Slot | None, this_round: _Round) -> None:
    """Find a slot for a request that has none: free, else evicted, else the donor itself."""
    pool, matcher, taken = this_round.pool, this_round.matcher, this_round.taken
    slot = next((each for each in pool.in_state(SlotState.FREE) if each.index not in taken), None)
    if slot is None and sequence.is_background:
        return  # it evicts nobody
    if slot is None:
        slot = pool.least_recently_used(taken | this_round.protected)
    if slot is None and donor is not None and _may_be_taken(donor, taken):
        slot = donor  # rather than one that another request is to be copied from
    if slot is None:
        slot = pool.least_recently_used(taken)
    if slot is None:
        return
    taken.add(slot.index)
    this_round.admissions.append(best_admission(sequence, slot, donor, matcher))


def best_admission(
    sequence: Sequence, slot: Slot, donor: Slot | None, matcher: Matcher
) -> Admission:
    """Return what spares a slot the most: its own tokens, a stored state, a shared prefix, a copy.

    ``donor`` is the slot that a copy would come from, if there is one.
    """
    match = matcher.match(slot, sequence.prompt)
    for kept in (
        matcher.match_stored(sequence.conversation_id, sequence.prompt),
        matcher.match_shared(sequence.shared_key, sequence.prompt),
    ):
        if kept.token_count > match.token_count:
            match = kept
    if donor is not None and donor is not slot:
        forked = matcher.match_fork(donor, sequence.prompt)
        if forked.token_count > match.token_count:
            return Admission(sequence, slot, forked, donor)
    return Admission(sequence, slot, match)


def _may_be_taken(slot: Slot, taken: set[int]) -> bool:
    return slot.sequence is None and slot.index not in taken


def _count_overtaking(
    candidates: AnySequence[Sequence], admissions: AnySequence[Admission]
) -> None:
    """Note who of the candidates, in order of arrival, has seen a later one start."""
    admitted = {admission.sequence.request_id for admission in admissions}
    later_admitted = False
    for sequence in reversed(candidates):
        if sequence.request_id in admitted:
            later_admitted = True
        elif later_admitted and not sequence.is_background:
            sequence.overtaken_count += 1
