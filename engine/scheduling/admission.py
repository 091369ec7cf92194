"""Two-phase admission: first every claim on a parked slot, then free slots and evictions.

Phase 1 lets each waiting request claim the slot where its conversation is parked, and the slot
that it could be forked from. Phase 2 gives slots to the others: the lowest free one, else the
least recently used parked one that is not claimed. So no request of a round evicts a slot that
another one of the round has claimed.

Ranks are decided one after the other: tabs get their slots before programs, and fairness counts
within a rank.
"""

import sys
from collections.abc import Callable, Container, Hashable
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field

import msgspec

from engine.kv.slot_copy import MIN_CACHED_TOKENS
from engine.messages.programs import is_program
from engine.messages.request_options import Rank
from engine.scheduling.matching import Match, Matcher
from engine.scheduling.sequence import MAX_PASSED_OVER, Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState


class Admission(msgspec.Struct, frozen=True):
    """A request, its slot, and the tokens to be reused there.

    ``donor`` is the slot to copy from. Otherwise ``match`` refers to the slot's own tokens, which
    may belong to another conversation that is evicted.
    """

    sequence: Sequence
    slot: Slot
    match: Match
    donor: Slot | None = None


def ready(
    waiting: AnySequence[Sequence],
    moving: Container[str] = frozenset(),
    running: AnySequence[Sequence] = (),
    most_programs: int = sys.maxsize,
) -> list[Sequence]:
    """Return the requests that could start now; if nothing runs, one of them does.

    Excluded are requests that wait for a file, which spares them a prefill; for a picture, since
    they would occupy a slot without work; or for another request to read a common beginning; those
    of a conversation whose state is ``moving``; and programs whose prompt another one is reading,
    which will be copied. Programs are included while fewer than ``most_programs`` run, background
    requests only if no other could start.
    """
    if not waiting:
        return []
    waiting = [e for e in waiting if not e.awaits_media and e.awaits_reading is None]
    programs = [each for each in running if each.rank is Rank.PROGRAM]
    being_read = {_long_prompt(each) for each in programs if each.first_token is None}
    ranks = {Rank.TAB} if len(programs) >= most_programs else {Rank.TAB, Rank.PROGRAM}
    others = [each for each in waiting if each.urgency in ranks]
    return [
        each
        for each in others or [each for each in waiting if each.urgency is Rank.BACKGROUND]
        if needs_only_a_slot(each, moving)
        and not (each.rank is Rank.PROGRAM and _long_prompt(each) in being_read)
    ]


def needs_only_a_slot(sequence: Sequence, moving: Container[str]) -> bool:
    """Return whether a waiting request waits for nothing but a slot."""
    awaits_other = sequence.awaits_media or sequence.awaits_reading is not None
    is_restored = sequence.pending_key is not None or sequence.conversation_id in moving
    return not awaits_other and not is_restored


def admit(
    waiting: AnySequence[Sequence],
    pool: SlotPool,
    matcher: Matcher,
    *,
    most: int,
    focused: str | None = None,
    can_evict: Callable[[Slot], bool] = lambda _slot: True,
    moving: Container[str] = frozenset(),
    most_programs: int = sys.maxsize,
) -> list[Admission]:
    """Return the requests that may start now, at most ``most``, in the order of their assignment.

    ``waiting`` is in order of arrival. The focused conversation goes first, but not before requests
    that were overtaken too often. A request waits while its conversation is running or has an
    earlier waiting request. At most ``most_programs`` are programs'. A background request evicts
    only slots for which ``can_evict`` returns True. Only the counts of overtaking are changed.
    """
    # Called in every step, with all waiting requests.
    running = [slot.sequence for slot in pool.slots if slot.sequence is not None]
    if most <= 0 or len(running) == len(pool.slots):
        return []
    busy = {each.conversation_id for each in running}
    all_ready = ready(waiting, moving, running, most_programs)
    candidates = [each for each in all_ready if each.conversation_id not in busy]
    # A second request of a conversation would need a second slot with the same tokens, and its
    # prompt depends on the reply of the first.
    candidates = _first_of_each(candidates, lambda each: each.conversation_id)
    admissions: list[Admission] = []
    for rank in Rank:
        given = {each.slot.index for each in admissions}
        # A request whose own slot has just been given away waits until that has been stored.
        lost = {pool.slots[index].conversation_id for index in given}
        group = [e for e in candidates if e.urgency is rank and e.conversation_id not in lost]
        left = most - len(admissions)
        if not group or left <= 0:
            continue
        this_round = _Round(group, pool, matcher, left, focused, given)
        if rank is Rank.PROGRAM:
            # Several simultaneous replies to one question compute its prompt once: it is copied.
            this_round.candidates = _first_of_each(group, _long_prompt)
            this_round.most = min(left, most_programs - sum(each.rank is rank for each in running))
            this_round.most_held = most_programs
        elif rank is Rank.BACKGROUND:
            this_round.spared = {slot.index for slot in pool.slots if not can_evict(slot)}
            this_round.most = min(left, 1)  # while one runs, more slots may have to be spared
        admissions += this_round.admit()
    return _copies_first(admissions)


def _first_of_each(
    requests: AnySequence[Sequence], key: Callable[[Sequence], Hashable]
) -> list[Sequence]:
    """Return the first one of the requests with the same key, in order."""
    found: dict[Hashable, Sequence] = {}
    for each in requests:
        found.setdefault(key(each), each)
    return list(found.values())


def _long_prompt(sequence: Sequence) -> Hashable:
    """Return a key of the prompt if that is worth a copy, else of the request."""
    is_long = len(sequence.prompt.tokens) >= MIN_CACHED_TOKENS
    return (is_long, sequence.prompt_hash if is_long else sequence.request_id)


@dataclass(slots=True)
class _Round:
    """The requests of a round, by arrival and of one rank, and the slots to decide about.

    ``most`` of the requests may start. ``spared`` are slots that must not be evicted, ``given``
    those that requests of higher ranks get. ``due`` are requests that no later one may overtake;
    ``donors`` is a cache. ``most_held`` is the maximum number of slots of programs, in their round.
    """

    candidates: list[Sequence]
    pool: SlotPool
    matcher: Matcher
    most: int
    focused: str | None
    given: set[int]
    spared: set[int] = field(default_factory=set)
    due: set[int] = field(default_factory=set)
    most_held: int | None = None
    donors: dict[int, Slot | None] = field(default_factory=dict)

    def admit(self) -> list[Admission]:
        """Return the requests that may start."""
        late = (each for each in self.candidates if each.overtaken_count >= MAX_PASSED_OVER)
        self.due.update(each.request_id for each in late)
        # A request that would be overtaken too often goes first, and the round is decided again:
        # the number of overtaking requests is known only afterwards.
        while True:
            admissions = self._decide()
            counts = _overtaken_counts(self.candidates, admissions)
            passed = (number for number, count in counts.items() if count > MAX_PASSED_OVER)
            first = next((number for number in passed if number not in self.due), None)
            if first is None:
                break
            self.due.add(first)
        for each in self.candidates:
            each.overtaken_count = counts[each.request_id]
        return admissions

    def _decide(self) -> list[Admission]:
        """Return the slots of requests if those that are due go first."""
        # Claims are made for all requests before any other slot is chosen, and donors before any
        # eviction: no request of this round evicts a slot that another one needs.
        first = {
            each.request_id for each in self.candidates if each.conversation_id == self.focused
        }
        first |= self.due
        in_order = sorted(self.candidates, key=lambda each: each.request_id not in first)
        claims = self._claims(in_order)
        donors = [self._donor(each) for each in in_order if each.request_id not in claims]
        protected = {donor.index for donor in donors if donor is not None}
        taken = {slot.index for slot in claims.values()} | self.spared | self.given
        admissions: list[Admission] = []
        for sequence in in_order:
            if len(admissions) >= self.most:
                break
            claimed = claims.get(sequence.request_id)
            if claimed is not None:
                match = self.matcher.match(claimed, sequence.prompt)
                admissions.append(Admission(sequence, claimed, match))
                continue
            donor = self._donor(sequence)
            slot = self._slot_for(donor, taken | self._barred(admissions), protected)
            if slot is not None:
                taken.add(slot.index)
                admissions.append(best_admission(sequence, slot, donor, self.matcher))
        return admissions

    def _claims(self, in_order: AnySequence[Sequence]) -> dict[int, Slot]:
        """Return phase 1: request id to parked slot.

        A request that is due ends the claims of later ones, unless there are enough slots for
        all earlier ones.
        """
        # A lent slot cannot be given away until its copies have ended: counted as open, it would
        # let a claim overtake a request that was overtaken too often already.
        is_open = [slot.state in (SlotState.FREE, SlotState.PARKED) for slot in self.pool.slots]
        open_slots = sum(is_open) - len(self.given)
        places = [i for i, each in enumerate(in_order) if each.request_id in self.due]
        last_due = max(places, default=-1)
        claims, unassigned = dict[int, Slot](), 0
        for place, sequence in enumerate(in_order):
            slot = self.pool.parked_for(sequence.conversation_id)
            if slot is not None and len(claims) + unassigned < open_slots:
                claims[sequence.request_id] = slot
            elif place <= last_due:
                unassigned += 1
        return claims

    def _donor(self, sequence: Sequence) -> Slot | None:
        """Return the slot that a request could be forked from."""
        number = sequence.request_id
        if number not in self.donors:
            self.donors[number] = find_donor(sequence, self.pool, self.matcher)
        return self.donors[number]

    def _barred(self, admissions: AnySequence[Admission]) -> set[int]:
        """Return the slots that programs may not take once they hold ``most_held``: tabs keep them.

        If no request runs, they may take any.
        """
        slots = self.pool.slots
        if self.most_held is None or all(slot.sequence is None for slot in slots):
            return set()
        held = {slot.index for slot in slots if is_program(slot.conversation_id or "")}
        held |= {each.slot.index for each in admissions}
        is_full = len(held - self.given) >= self.most_held
        return {slot.index for slot in slots} - held if is_full else set()

    def _slot_for(self, donor: Slot | None, taken: set[int], protected: set[int]) -> Slot | None:
        """Return a slot for a request that has claimed none: free, else evicted, else the donor."""
        free = (slot for slot in self.pool.in_state(SlotState.FREE) if slot.index not in taken)
        slot = next(free, None) or self.pool.least_recently_used(taken | protected)
        is_donor_idle = donor is not None and donor.sequence is None and donor.index not in taken
        if slot is None and is_donor_idle:
            return donor  # rather than one that another request is to be copied from
        return slot or self.pool.least_recently_used(taken)


def _overtaken_counts(
    candidates: AnySequence[Sequence], admissions: AnySequence[Admission]
) -> dict[int, int]:
    """Return by request how often it was overtaken: again by each later one that starts first."""
    admitted = {admission.sequence.request_id for admission in admissions}
    counts = {each.request_id: each.overtaken_count for each in candidates}
    later_count = 0
    for sequence in reversed(candidates):
        if sequence.request_id in admitted:
            later_count += 1
        else:
            counts[sequence.request_id] += later_count
    return counts


def _copies_first(admissions: AnySequence[Admission]) -> list[Admission]:
    """Return the order in which no slot is overwritten that another request is yet to copy."""
    # Two that copy from each other's slots have no such order; then the first one loses its copy
    # and prefills: the assigner compares the tokens again.
    ordered, left = list[Admission](), list(admissions)
    while left:
        donors = [each.donor for each in left]
        chosen = next((each for each in left if each.slot not in donors), left[0])
        left.remove(chosen)
        ordered.append(chosen)
    return ordered


def find_donor(sequence: Sequence, pool: SlotPool, matcher: Matcher) -> Slot | None:
    """Return the slot, running or parked, that shares the longest prefix with a prompt."""
    slots = [slot for slot in pool.slots if not slot.is_filling]
    shared = [matcher.match_fork(slot, sequence.prompt).token_count for slot in slots]
    longest = max(shared, default=0)
    return slots[shared.index(longest)] if longest >= MIN_CACHED_TOKENS else None


def best_admission(
    sequence: Sequence, slot: Slot, donor: Slot | None, matcher: Matcher
) -> Admission:
    """Return the best match for a slot: its own tokens, a stored state, a shared prefix, or a copy.

    ``donor`` is the slot that a copy would come from, if there is one. It is lent while it is
    copied, so it is used only if that spares MIN_CACHED_TOKENS more.
    """
    matches = (
        matcher.match(slot, sequence.prompt),
        matcher.match_stored(sequence.conversation_id, sequence.prompt),
        matcher.match_shared(sequence.shared_key, sequence.prompt),
    )
    match = max(matches, key=lambda each: each.token_count)
    if donor is not None and donor is not slot:
        forked = matcher.match_fork(donor, sequence.prompt)
        if forked.token_count >= match.token_count + MIN_CACHED_TOKENS:
            return Admission(sequence, slot, forked, donor)
    return Admission(sequence, slot, match)
