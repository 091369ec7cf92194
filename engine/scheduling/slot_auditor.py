"""Strict accounting: each slot holds what its conversation is said to have, idle and busy."""

import enum
import logging
from collections.abc import Callable

from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.media_spans import held_count

_log = logging.getLogger(__name__)


class AuditMode(enum.Enum):
    """OFF never checks; LOG checks when idle, counts and repairs; ASSERT raises in every step."""

    OFF = "off"
    LOG = "log"
    ASSERT = "assert"


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
            for slot in self._pool.slots:
                fault = self._fault(slot)
                assert fault is None, fault
        # In production only when nothing runs: asking the library for each slot costs time, and
        # a repair would take the slot from a running reply.
        elif self._audit_mode is AuditMode.LOG and is_idle:
            for slot in self._pool.slots:
                fault = self._fault(slot)
                if fault is not None:
                    self.error_count += 1
                    _log.error("%s; it is emptied", fault)
                    self._repair(slot)

    def note_stuck(self, waiting_count: int) -> None:
        """Count a step that started none of the waiting requests. Raises as ``check`` does."""
        fault = f"{waiting_count} requests wait, none runs and none can start"
        assert self._audit_mode is not AuditMode.ASSERT, fault
        self.error_count += 1
        _log.error(fault)

    def _fault(self, slot: Slot) -> str | None:
        """Return what is wrong with a slot, as a sentence; None if nothing is."""
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
