"""Strict accounting: every cell of the context belongs to exactly one class, idle and busy."""

import enum
import logging
from collections.abc import Callable
from dataclasses import dataclass

from engine.scheduling.slots import Slot, SlotPool, SlotState

_log = logging.getLogger(__name__)


class Strictness(enum.Enum):
    """OFF never looks; LOG looks when idle, counts and repairs; ASSERT raises in every step."""

    OFF = "off"
    LOG = "log"
    ASSERT = "assert"


@dataclass(frozen=True, slots=True)
class Account:
    """Cells by class; a slot lent to a running request counts as running, once.

    ``free_cells`` are those of free slots and the unused ones of the others.
    """

    running_cells: int
    parked_cells: int
    free_cells: int

    @property
    def total(self) -> int:
        """Return the sum, which is the context's capacity whatever happens."""
        return self.running_cells + self.parked_cells + self.free_cells


def account(pool: SlotPool, cells_per_slot: int) -> Account:
    """Return who owns the cells now."""
    held = dict.fromkeys(SlotState, 0)
    for slot in pool.slots:
        held[slot.state] += len(slot.ledger)
    capacity = len(pool.slots) * cells_per_slot
    running, parked = held[SlotState.RUNNING], held[SlotState.PARKED]
    return Account(running, parked, capacity - running - parked)


class Auditor:
    """Compares the ledgers with what the library says it holds."""

    def __init__(
        self,
        pool: SlotPool,
        token_count: Callable[[int], int],
        repair: Callable[[Slot], None],
        strictness: Strictness,
    ) -> None:
        self._pool = pool
        self._token_count = token_count
        self._repair = repair
        self._strictness = strictness
        self.error_count = 0

    def check(self, *, is_idle: bool) -> None:
        """Check all slots as the strictness says. Raises AssertionError if it says so."""
        if self._strictness is Strictness.ASSERT:
            for slot in self._pool.slots:
                trouble = self._trouble(slot)
                assert trouble is None, trouble
        elif self._strictness is Strictness.LOG and is_idle:
            for slot in self._pool.slots:
                self._mend(slot)

    def _mend(self, slot: Slot) -> None:
        trouble = self._trouble(slot)
        if trouble is not None:
            self.error_count += 1
            _log.error("%s; it is emptied", trouble)
            self._repair(slot)

    def _trouble(self, slot: Slot) -> str | None:
        held = self._token_count(slot.index)
        if held != len(slot.ledger):
            return f"Slot {slot.index} holds {held} tokens, not {len(slot.ledger)}"
        if slot.state is SlotState.FREE and slot.ledger:
            return f"Slot {slot.index} is free and holds {held} tokens"
        if any(point.token_count > len(slot.ledger) for point in slot.checkpoints):
            return f"Slot {slot.index} has a checkpoint behind its end"
        return None
