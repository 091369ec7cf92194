"""Writes conversations to the disk: when the model is idle, when overdue, at the end."""

import time
from collections.abc import Iterator
from typing import TypeAlias

from engine.core.slot_copier import SlotCopier
from engine.core.slot_transfers import SlotTransfers
from engine.kv.cached_state import CachedStates
from engine.kv.disk_tier import Disk
from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy
from engine.messages.config import EngineConfig
from engine.messages.programs import is_unnamed
from engine.messages.request_options import Rank
from engine.scheduling.slots import Slot, SlotPool, SlotState

QUIT_SECONDS = 1.5  # for what is written when the engine closes
_LOOKS = 8  # for what is overdue, in the time that makes it so
_QUICK_BYTES = 40 << 20  # what is larger is written after a longer pause, in proportion

_Unwritten: TypeAlias = Slot | SlotCopy


class WriteBack:
    """Looks for what changed since it was written.

    One conversation at a time: it is copied while the engine's thread has nothing else to do, and
    written on the disk tier's. A copy cannot be made in pieces: where slots cannot be lent, a
    large one waits until no step is due, however long.

    Attributes:
        overdue_seconds: how long what changed waits for a pause.
    """

    def __init__(
        self,
        *,
        states: CachedStates,
        ram: RamTier,
        disk: Disk,
        pool: SlotPool,
        copier: SlotCopier,
        transfers: SlotTransfers,
        config: EngineConfig,
    ) -> None:
        self._states = states
        self._ram = ram
        self._disk = disk
        self._pool = pool
        self._copier = copier
        self._transfers = transfers
        self._pause_seconds = config.write_back_seconds
        self.overdue_seconds = config.overdue_seconds
        self._looked = time.monotonic()
        self._waiting: dict[str, float] = {}  # when each unwritten conversation was first seen
        self._token_bytes = 0.0
        self._last_busy = time.monotonic()

    def note_busy(self) -> None:
        """Note that a request needs the model now."""
        self._last_busy = time.monotonic()

    def note_use(self, key: str, rank: Rank) -> None:
        """Record a use of a conversation or a shared prefix; ignored if nothing of it is cached."""
        state = self._states.get(key)
        if state is not None:
            state.used = self._disk.index.tick()
            state.note_rank(rank)
            self._states.note_use(state)

    def due_seconds(self) -> float | None:
        """Return the idle seconds before the next write is due, or None.

        Nothing is due while a reply is written: a copy cannot be made in pieces. Large
        conversations wait longer, so that a chat does not wear out the disk.
        """
        is_busy = self._disk.is_writing or self._pool.in_state(SlotState.RUNNING)
        found = None if is_busy else self._unwritten()
        if found is None:
            return None
        pause = self._pause_seconds * max(1.0, self._size(found) / _QUICK_BYTES)
        return max(0.0, self._last_busy + pause - time.monotonic())

    def write_one(self) -> None:
        """Write the conversation used last of those that changed."""
        found = None if self._disk.is_writing else self._unwritten()
        if found is not None:
            self.write(self._copy(found))

    def write_overdue(self) -> None:
        """Write one that has waited too long for a pause, if no reply is held up; in every step.

        What was copied already holds up nothing.
        """
        now = time.monotonic()
        if now - self._looked < self.overdue_seconds / _LOOKS or self._disk.is_writing:
            return
        self._looked = now
        # Rebuilt at each look: what was written, or changed hands, starts to wait from zero again.
        found = {_key(each): each for each in self._all_unwritten()}
        self._waiting = {key: self._waiting.get(key, now) for key in found}
        for key, each in found.items():
            is_overdue = now - self._waiting[key] >= self.overdue_seconds
            if is_overdue and isinstance(each, SlotCopy):
                self.write(each)
                return
            if is_overdue and isinstance(each, Slot) and self._transfers.may_copy_out(each):
                self._transfers.copy_out(each, key, self._write_if_any)
                return

    def write_seconds(self, slot: Slot) -> float:
        """Return what it should take to copy a slot and to write it."""
        return self._copier.copy_seconds(slot) + self._file_bytes(slot) / self._disk.write_rate

    @property
    def is_free(self) -> bool:
        """Return whether the disk writes nothing now, and would."""
        return self._disk.can_write and not self._disk.is_writing

    def has_room(self, slot: Slot, key: str) -> bool:
        """Return whether there is room for the file of a slot; looks at all files."""
        used = self._states.at(key).used or self._disk.index.tick()
        return self._disk.index.room_for(key, self._file_bytes(slot), used) is not None

    def is_quick(self, slot: Slot) -> bool:
        """Return whether a copy of a slot holds up nobody for longer than a step may take."""
        return self._copier.is_brief(slot)

    def _file_bytes(self, slot: Slot) -> int:
        points = sum(len(point.state) for point in slot.checkpoints)
        return self._copier.byte_count(slot) + points

    def _write_if_any(self, copy: SlotCopy | None) -> None:
        if copy is not None:
            self.write(copy)

    def write(self, copy: SlotCopy) -> None:
        """Order a file; what cannot be written is not tried again before it has changed."""
        if is_unnamed(copy.key):
            return
        state = self._states.at(copy.key)
        # Set also if the disk has no room: the same refusal would follow at every idle check.
        state.ordered_hash = hash(copy.tokens)
        self._token_bytes = copy.byte_count / len(copy.tokens)
        if not state.has_written(copy.tokens):
            self._disk.write(copy, state.used or self._disk.index.tick())

    def skip_present(self) -> None:
        """Write what is in the slots now only when it has changed."""
        for slot in self._pool.slots:
            if slot.conversation_id is not None:
                state = self._states.at(slot.conversation_id)
                state.ordered_hash = hash(tuple(slot.cached_tokens))

    def try_all_again(self) -> None:
        """Write also what was refused before: there may be room for it now."""
        for state in self._states:
            state.ordered_hash = None

    def close(self, seconds: float = QUIT_SECONDS) -> None:
        """Write what there is time for, the conversations used last first."""
        deadline = time.monotonic() + seconds
        # What was forgotten before the scan ended is removed when it ends: it must end first.
        self._disk.wait_for_scan(QUIT_SECONDS)
        while (found := self._unwritten()) is not None:
            size = self._size(found) + self._disk.pending_bytes
            if time.monotonic() + size / self._disk.write_rate > deadline:
                break
            self.write(self._copy(found))
        self._disk.close(deadline - time.monotonic())

    def _copy(self, found: _Unwritten) -> SlotCopy:
        return found if isinstance(found, SlotCopy) else self._copier.copy(found, _key(found))

    def _size(self, found: _Unwritten) -> float:
        if isinstance(found, SlotCopy):
            return found.byte_count
        return len(found.cached_tokens) * self._token_bytes

    def _unwritten(self) -> _Unwritten | None:
        return next(self._all_unwritten(), None)

    def _all_unwritten(self) -> Iterator[_Unwritten]:
        """Yield what the disk does not have as it is now: parked slots, then copies in RAM."""
        if not self._disk.can_write:
            return
        parked = [s for s in self._pool.in_state(SlotState.PARKED) if not s.is_ephemeral]
        for slot in sorted(parked, key=lambda slot: -slot.last_used):
            if self._is_unwritten(_key(slot), tuple(slot.cached_tokens)):
                yield slot
        for copy in reversed(self._ram.copies):
            if self._is_unwritten(copy.key, copy.tokens):
                yield copy

    def _is_unwritten(self, key: str, tokens: tuple[int, ...]) -> bool:
        # A parked reply that nobody has a name for is no use to the next process.
        if len(tokens) < MIN_CACHED_TOKENS or is_unnamed(key):
            return False
        state = self._states.at(key)
        return state.ordered_hash != hash(tokens) and not state.has_written(tokens)


def _key(found: _Unwritten) -> str:
    if isinstance(found, SlotCopy):
        return found.key
    assert found.conversation_id is not None, "only a parked slot is written"
    return found.conversation_id
