"""What a slot is said to hold is compared with what the library holds."""

import pytest

from engine.scheduling.slot_auditor import AuditMode, SlotAuditor
from engine.scheduling.slots import Slot, SlotPool
from tests.conftest import ExpectedLog


def _auditor(pool: SlotPool, held: int, mode: AuditMode, repaired: list[Slot]) -> SlotAuditor:
    return SlotAuditor(pool, lambda _slot: held, repaired.append, cells_per_slot=8, audit_mode=mode)


def test_a_free_slot_holds_no_cell() -> None:
    pool = SlotPool(2)
    pool.slots[1].cached_tokens = [1, 2, 3]
    auditor = SlotAuditor(
        pool,
        lambda slot: len(pool.slots[slot].cached_tokens),
        lambda _slot: None,
        cells_per_slot=8,
        audit_mode=AuditMode.ASSERT,
    )
    with pytest.raises(AssertionError, match="Slot 1 is free and holds 3 tokens"):
        auditor.check(is_idle=False)
    pool.park(pool.slots[1], "a")
    auditor.check(is_idle=False)


def test_a_wrong_slot_is_counted_and_repaired_when_nothing_runs(expect_log: ExpectedLog) -> None:
    expect_log("holds 3 tokens, not 0")
    pool, repaired = SlotPool(1), list[Slot]()
    auditor = _auditor(pool, 3, AuditMode.LOG, repaired)
    auditor.check(is_idle=False)
    assert not repaired
    auditor.check(is_idle=True)
    assert (repaired, auditor.error_count) == ([pool.slots[0]], 1)


@pytest.mark.parametrize("is_forgotten", [False, True])
def test_a_slot_that_its_conversation_does_not_know_is_emptied(
    is_forgotten: bool, expect_log: ExpectedLog
) -> None:
    expect_log("Slot 1 holds a conversation that")
    pool = SlotPool(2)
    pool.park(pool.slots[1], "a")
    if is_forgotten:
        pool.states.remove("a")
    else:
        pool.states.at("a").slot = 0
    auditor = _auditor(pool, 0, AuditMode.LOG, [])
    auditor.check(is_idle=True)
    assert auditor.error_count == 1
    with pytest.raises(AssertionError, match="Slot 1 holds a conversation that"):
        _auditor(pool, 0, AuditMode.ASSERT, []).check(is_idle=False)


def test_tests_are_told_at_once() -> None:
    with pytest.raises(AssertionError, match="holds 3 tokens"):
        _auditor(SlotPool(1), 3, AuditMode.ASSERT, []).check(is_idle=False)
    _auditor(SlotPool(1), 3, AuditMode.OFF, []).check(is_idle=True)
