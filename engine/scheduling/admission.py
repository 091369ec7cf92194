"""Two-phase admission: first every claim on a parked conversation, then evictions and free slots.

Phase 1 lets each waiting request claim the slot where its conversation is parked. Phase 2 gives
slots to the others: the lowest free one, else the least recently used parked one that nobody
claimed. So no request of a round evicts what another one of the round was promised.
"""

from collections.abc import Sequence as AnySequence
from dataclasses import dataclass

from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState

MAX_OVERTAKEN = 4  # so often may later requests go first because their conversation is parked


@dataclass(frozen=True, slots=True)
class Admission:
    """A request and its seat; ``evicts`` says that the slot's old tenant has to go first."""

    sequence: Sequence
    slot: Slot
    evicts: bool


def admit(waiting: AnySequence[Sequence], pool: SlotPool) -> list[Admission]:
    """Return who may start now, in order of arrival; changes nothing but overtaking counts.

    Requests of a conversation that is running, or of which an earlier request waits, wait.
    """
    candidates = _one_per_conversation(waiting, pool)
    claims = _claims(candidates, pool)
    taken = {slot.index for slot in claims.values()}
    admissions: list[Admission] = []
    for sequence in candidates:
        claimed = claims.get(sequence.request_id)
        if claimed is not None:
            admissions.append(Admission(sequence, claimed, evicts=False))
            continue
        slot = _seat(pool, taken)
        if slot is None:
            continue
        taken.add(slot.index)
        admissions.append(Admission(sequence, slot, evicts=slot.state is SlotState.PARKED))
    _count_overtaking(candidates, admissions)
    return admissions


def _one_per_conversation(waiting: AnySequence[Sequence], pool: SlotPool) -> list[Sequence]:
    seen = {slot.conversation_id for slot in pool.in_state(SlotState.RUNNING)}
    chosen: list[Sequence] = []
    for sequence in waiting:
        if sequence.conversation_id not in seen:
            seen.add(sequence.conversation_id)
            chosen.append(sequence)
    return chosen


def _claims(candidates: AnySequence[Sequence], pool: SlotPool) -> dict[int, Slot]:
    """Return phase 1: request id to parked slot.

    A request that was overtaken too often ends the claims of those behind it, unless there are
    seats enough for all before.
    """
    claims: dict[int, Slot] = {}
    open_seats = len(pool.slots) - len(pool.in_state(SlotState.RUNNING))
    unseated = 0
    for sequence in candidates:
        slot = pool.parked_for(sequence.conversation_id)
        if slot is not None and len(claims) + unseated < open_seats:
            claims[sequence.request_id] = slot
        elif sequence.overtaken_count >= MAX_OVERTAKEN:
            unseated += 1
    return claims


def _seat(pool: SlotPool, taken: set[int]) -> Slot | None:
    for slot in pool.in_state(SlotState.FREE):
        if slot.index not in taken:
            return slot
    return pool.least_recently_used(taken)


def _count_overtaking(
    candidates: AnySequence[Sequence], admissions: AnySequence[Admission]
) -> None:
    admitted = {admission.sequence.request_id for admission in admissions}
    later_admitted = False
    for sequence in reversed(candidates):
        if sequence.request_id in admitted:
            later_admitted = True
        elif later_admitted:
            sequence.overtaken_count += 1
