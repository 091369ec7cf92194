"""Bugs planted in who holds a slot, who gets one, and whether the loop gets on."""

from tests.mutations.mutation import Mutation

SLOT_MUTATIONS = (
    Mutation(
        "a conversation gets a second slot",
        "engine/scheduling/slots.py",
        'assert state.slot in (None, slot.index), "a conversation has one slot"',
        "pass",
        "tests/engine/scheduling/test_slots.py",
    ),
    Mutation(
        "a slot that is no longer its conversation's is not noticed",
        "engine/scheduling/slot_auditor.py",
        "if owner is not None and owner.slot != slot.index:",
        "if False:",
        "tests/engine/scheduling/test_slot_auditor.py",
    ),
)
