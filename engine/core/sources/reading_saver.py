"""Writes what is read of a source so far, now and then: a process that is killed writes nothing."""

import time
from dataclasses import dataclass, replace

from engine.core.cache_manager import KVCacheManager
from engine.core.requests import Requests
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy
from engine.messages.request_options import Rank
from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.prompt import TokenizedPrompt

_COST_SHARE = 20  # times the seconds of a copy and its writing pass between two of them
# A file is written whole each time. With an eighth more in each, all of them together are nine
# times as large as the last one, and a kill costs a ninth of what was read, however long it is.
_GROWTH_SHARE = 8


@dataclass(slots=True, eq=False)
class _LastSave:
    """When a reading was last looked at to be written, and how much of it was written then."""

    seconds: float
    token_count: int


class ReadingSaver:
    """Knows what was written of each reading that is under way, by its key. Engine thread."""

    def __init__(self, pool: SlotPool, cache_manager: KVCacheManager, requests: Requests) -> None:
        self._pool = pool
        self._requests = requests
        self._copies = cache_manager.copies
        self._write_back = cache_manager.write_back
        self._disk = cache_manager.disk
        self._states = cache_manager.states
        self._saved: dict[str, _LastSave] = {}

    def forget(self, key: str) -> None:
        """Note that a reading has ended."""
        self._saved.pop(key, None)

    def save_due(self, slot: Slot, key: str) -> None:
        """Have a slot written in which a source is being read, if that is worth it by now."""
        last = self._saved.get(key)
        if last is None:
            self._saved[key] = _LastSave(time.monotonic(), self._written_count(slot, key))
        elif self._is_due(slot, last) and self._may_save(slot, key):
            last.seconds = time.monotonic()  # also where there is no room, or each step would look
            if self._write_back.has_room(slot, key):
                last.token_count = len(slot.cached_tokens)
                self._copies.copy_out(slot, key, self._write, may_be_asked=True)

    def _written_count(self, slot: Slot, key: str) -> int:
        """Return how much of what a slot holds comes from a file, which needs no other one."""
        state = self._states.get(key)
        file = None if state is None else state.usable_file
        return 0 if file is None else min(file.header.token_count, len(slot.cached_tokens))

    def _is_due(self, slot: Slot, last: _LastSave) -> bool:
        count = len(slot.cached_tokens)
        if count < max(MIN_CACHED_TOKENS, last.token_count * (_GROWTH_SHARE + 1) // _GROWTH_SHARE):
            return False
        wait = _COST_SHARE * self._write_back.write_seconds(slot)
        wait = max(self._write_back.overdue_seconds, wait)
        return time.monotonic() - last.seconds >= wait

    def _may_save(self, slot: Slot, key: str) -> bool:
        """Return whether nobody is held up by a copy, and the disk is free for it."""
        is_free = self._disk.can_write and not self._disk.is_writing
        if slot.lent or key in self._copies.moving or not is_free:
            return False
        is_alone = self._pool.in_state(SlotState.RUNNING) == [slot] and not self._is_awaited()
        return is_alone or self._copies.can_lend or self._copies.is_brief(slot)

    def _is_awaited(self) -> bool:
        """Return whether somebody who waits does not wait for a reading, and goes before it."""
        waiting = self._requests.waiting
        return any(each.awaits_reading is None and each.rank < Rank.BACKGROUND for each in waiting)

    def _write(self, copy: SlotCopy | None) -> None:
        if copy is not None:
            # Of a source no text is remembered, see SourceReadings.
            self._disk.store(replace(copy, prompt=TokenizedPrompt()))
