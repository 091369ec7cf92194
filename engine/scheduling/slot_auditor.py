"""Strict accounting: every cell of the context belongs to exactly one class, idle and busy."""

import enum
import logging
from collections.abc import Callable
from dataclasses import dataclass

from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.media_spans import held_count

_log = logging.getLogger(__name__)


class AuditMode(enum.Enum):
    """OFF never checks; LOG checks when idle, counts and repairs; ASSERT raises in every step."""

    OFF = "off"
    LOG = "log"
    ASSERT = "assert"


@dataclass(frozen=True, slots=True)
class SlotUsage:
    """Cells by class: each is in exactly one, and a running slot's are its sequence's.

    ``free_cells`` are those of free slots and the unused ones of the others.
    """

    running_cells: int
    parked_cells: int
    free_cells: int

    @property
    def total(self) -> int:
        """Return the sum, which always is the context's capacity."""
        return self.running_cells + self.parked_cells + self.free_cells


def account(pool: SlotPool, cells_per_slot: int) -> SlotUsage:
    """Return the cells by class."""
    running = parked = free = 0
    for slot in pool.slots:
        if slot.sequence is not None:
            running += len(slot.cached_tokens)
        if slot.sequence is None and (slot.conversation_id is not None or slot.lent):
            parked += len(slot.cached_tokens)
        free += cells_per_slot - len(slot.cached_tokens)
    return SlotUsage(running, parked, free)


class SlotAuditor:
    """Compares the ``cached_tokens`` of slots with the tokens that the library holds."""

    def __init__(
        self,
        pool: SlotPool,
        token_count: Callable[[int], int],
        repair: Callable[[Slot], None],
        *,
        cells_per_slot: int,
        audit_mode: AuditMode,
    ) -> None:
        self._pool = pool
        self._token_count = token_count
        self._repair = repair
        self._cells_per_slot = cells_per_slot
        self._audit_mode = audit_mode
        self.error_count = 0

    def check(self, *, is_idle: bool) -> None:
        """Check all slots according to ``audit_mode``. Raises AssertionError in mode ASSERT."""
        if self._audit_mode is AuditMode.ASSERT:
            total = account(self._pool, self._cells_per_slot).total
            assert total == len(self._pool.slots) * self._cells_per_slot, "a cell has two owners"
            for slot in self._pool.slots:
                fault = self._fault(slot)
                assert fault is None, fault
        # In production only when nothing runs: asking the library for each slot costs time, and
        # a repair would take the slot from a running reply.
        elif self._audit_mode is AuditMode.LOG and is_idle:
            for slot in self._pool.slots:
                self._repair_slot(slot)

    def note_stuck(self, waiting_count: int) -> None:
        """Count a step that started none of the waiting requests. Raises as ``check`` does."""
        fault = f"{waiting_count} requests wait, none runs and none can start"
        assert self._audit_mode is not AuditMode.ASSERT, fault
        self.error_count += 1
        _log.error(fault)

    def _repair_slot(self, slot: Slot) -> None:
        fault = self._fault(slot)
        if fault is not None:
            self.error_count += 1
            _log.error("%s; it is emptied", fault)
            self._repair(slot)

    def _fault(self, slot: Slot) -> str | None:
        owner = slot.owner
        if owner is not None and owner.slot != slot.index:
            return f"Slot {slot.index} holds a conversation that has slot {owner.slot}"
        if owner is not None and self._pool.states.get(owner.key) is not owner:
            return f"Slot {slot.index} holds a conversation that was removed"
        if slot.lent:
            return None  # the library must not be asked about it
        held = self._token_count(slot.index)
        expected = held_count(len(slot.cached_tokens), slot.spans)
        if held != expected:
            return f"Slot {slot.index} holds {held} tokens, not {expected}"
        if len(slot.cached_tokens) > self._cells_per_slot:
            return f"Slot {slot.index} holds more than its conversation may"
        if slot.state is SlotState.FREE and slot.cached_tokens:
            return f"Slot {slot.index} is free and holds {held} tokens"
        if any(point.token_count > len(slot.cached_tokens) for point in slot.checkpoints):
            return f"Slot {slot.index} has a checkpoint after its end"
        return None
