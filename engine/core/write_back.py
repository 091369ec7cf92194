"""Brings conversations to the disk: while nobody needs the model, when overdue, at the end."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from engine.kv.disk_tier import DiskTier
from engine.kv.ram_tier import MIN_CACHED_TOKENS, CachedState, RamTier
from engine.scheduling.slots import Slot, SlotPool, SlotState

QUIT_SECONDS = 1.5  # for what is written when the model is let go
_LOOKS = 8  # for what is overdue, in the time that makes it so
_QUICK_BYTES = 40 << 20  # what is larger is written after a longer pause, in proportion

Copy: TypeAlias = Callable[[Slot, str], CachedState]


class WriteBack:
    """Looks for what changed since it was written.

    One conversation at a time: it is copied on the engine's thread, which should have nothing
    else to do then, and written on the disk tier's. A copy cannot be made in pieces, so a large
    one waits until no step is due, however long; ``is_brief`` tells which fit between two steps.
    """

    def __init__(
        self,
        disk: DiskTier,
        ram: RamTier,
        pool: SlotPool,
        copy: Copy,
        is_brief: Callable[[Slot], bool],
        *,
        pause_seconds: float,
        overdue_seconds: float,
    ) -> None:
        self._disk = disk
        self._ram = ram
        self._pool = pool
        self._copy = copy
        self._is_brief = is_brief
        self._pause_seconds = pause_seconds
        self._overdue_seconds = overdue_seconds
        self._looked = time.monotonic()
        self._waiting: dict[str, float] = {}  # conversation to when it was first seen to wait
        self._token_bytes = 0.0
        self._used: dict[str, int] = {}  # conversation to the moment of its last use
        self._tried: dict[str, int] = {}  # conversation to the tokens that are not written again
        self._last_busy = time.monotonic()

    def note_busy(self) -> None:
        """Note that somebody needs the model now."""
        self._last_busy = time.monotonic()

    def note_use(self, name: str) -> None:
        """Note that a conversation, or a shared beginning, is used now."""
        self._used[name] = self._disk.index.tick()

    def due_seconds(self) -> float | None:
        """Return after how long of nothing something is to be written; None if there is nothing.

        Nothing is while anybody is being answered: a copy cannot be made in pieces. Large
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
            self.write(self._kept(found))

    def write_overdue(self) -> None:
        """Write one that has waited too long for a pause, if nobody feels it; in every step.

        What was copied already costs the others nothing.
        """
        now = time.monotonic()
        if now - self._looked < self._overdue_seconds / _LOOKS or self._disk.is_writing:
            return
        self._looked = now
        found = {_name(each): each for each in self._all_unwritten()}
        self._waiting = {name: self._waiting.get(name, now) for name in found}
        for name, each in found.items():
            is_overdue = now - self._waiting[name] >= self._overdue_seconds
            if is_overdue and (isinstance(each, CachedState) or self._is_brief(each)):
                self.write(self._kept(each))
                return

    def write(self, kept: CachedState) -> None:
        """Order a file; what cannot be written is not tried again before it has changed."""
        self._tried[kept.conversation_id] = hash(kept.tokens)
        self._token_bytes = kept.byte_count / len(kept.tokens)
        if not self._disk.holds(kept.conversation_id, kept.tokens):
            used = self._used.get(kept.conversation_id) or self._disk.index.tick()
            self._disk.save(kept, used)

    def skip_present(self) -> None:
        """Write what sits in the slots now only when it has changed."""
        for slot in self._pool.slots:
            if slot.conversation_id is not None:
                self._tried[slot.conversation_id] = hash(tuple(slot.cached_tokens))

    def try_again(self, conversation_ids: Iterable[str]) -> None:
        """Write these once more; the disk did not take them."""
        for name in conversation_ids:
            self._tried.pop(name, None)

    def try_all_again(self) -> None:
        """Write whatever there may be room for now."""
        self._tried.clear()

    def close(self) -> None:
        """Write what there is time for, the conversations used last first."""
        deadline = time.monotonic() + QUIT_SECONDS
        self._disk.wait_until_open(QUIT_SECONDS)
        while (found := self._unwritten()) is not None:
            size = self._size(found) + self._disk.pending_bytes
            if time.monotonic() + size / self._disk.write_rate > deadline:
                break
            self.write(self._kept(found))
        self._disk.close(deadline - time.monotonic())

    def _kept(self, found: Slot | CachedState) -> CachedState:
        return found if isinstance(found, CachedState) else self._copy(found, _name(found))

    def _size(self, found: Slot | CachedState) -> float:
        if isinstance(found, CachedState):
            return found.byte_count
        return len(found.cached_tokens) * self._token_bytes

    def _unwritten(self) -> Slot | CachedState | None:
        return next(self._all_unwritten(), None)

    def _all_unwritten(self) -> Iterator[Slot | CachedState]:
        """Yield what the disk does not have as it is now: parked slots, then what is in RAM."""
        if not self._disk.can_write:
            return
        parked = [s for s in self._pool.in_state(SlotState.PARKED) if not s.is_ephemeral]
        for slot in sorted(parked, key=lambda slot: -slot.last_used):
            if self._is_unwritten(_name(slot), tuple(slot.cached_tokens)):
                yield slot
        for entry in reversed(self._ram.entries):
            if self._is_unwritten(entry.conversation_id, entry.tokens):
                yield entry

    def _is_unwritten(self, name: str, tokens: tuple[int, ...]) -> bool:
        is_new = len(tokens) >= MIN_CACHED_TOKENS and self._tried.get(name) != hash(tokens)
        return is_new and not self._disk.holds(name, tokens)


def _name(found: Slot | CachedState) -> str:
    assert found.conversation_id is not None, "only a parked slot is written"
    return found.conversation_id
