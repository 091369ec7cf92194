"""The RAM tier: copies of the most recently used slots, within a budget."""

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping

import psutil

from engine.kv.cache_shares import CacheShares, Held
from engine.kv.cached_state import CachedState, CachedStates
from engine.kv.slot_copy import SlotCopy

_SHARE_OF_FREE_MEMORY = 4


class RamTier:
    """Owns the ``copy`` of each cached state; evicts to ``on_evicted`` by ``CacheShares``.

    A claimed copy was promised to a request and stays until it is taken or released, also beyond
    the budget. Copies that queued requests can use are evicted last: ``queue_positions`` returns
    their places, by key. Engine thread.
    """

    def __init__(
        self,
        budget_bytes: int,
        states: CachedStates | None = None,
        on_evicted: Callable[[SlotCopy], None] = lambda _copy: None,
        *,
        queue_positions: Callable[[], Mapping[str, int]] = dict[str, int],
        program_percent: int = 100,
    ) -> None:
        self._shares = CacheShares(budget_bytes, program_percent)
        self._states = CachedStates() if states is None else states
        self._on_evicted = on_evicted
        self._queue_positions = queue_positions
        self._order: OrderedDict[str, CachedState] = OrderedDict()  # least recently used first
        self.byte_count = 0

    @property
    def copies(self) -> tuple[SlotCopy, ...]:
        """Return all copies, the least recently used first."""
        return tuple(state.copy for state in self._order.values() if state.copy is not None)

    def put(self, copy: SlotCopy, *, is_claimed: bool = False) -> None:
        """Store a copy in place of an older one of the same key, if it fits at all."""
        self.drop(copy.key)
        state = self._states.at(copy.key)
        state.copy, state.is_claimed = copy, is_claimed
        self._order[copy.key] = state
        self.byte_count += copy.byte_count
        self._states.note_change(state)
        # A copy that never fits is evicted at once; otherwise it would evict all others first.
        if not is_claimed and copy.byte_count > self._room_of(state):
            self._evict(state)
        self._shrink()

    def get(self, key: str) -> SlotCopy | None:
        """Return the copy of a key, and leave it in place."""
        state = self._order.get(key)
        return None if state is None else state.copy

    def use(self, key: str) -> SlotCopy | None:
        """Return the copy of a key, and record its use."""
        if key in self._order:
            self._order.move_to_end(key)
        return self.get(key)

    def pop(self, key: str) -> SlotCopy | None:
        """Return the copy of a key, and remove it."""
        copy = self.get(key)
        self.drop(key)
        return copy

    def replace(self, copy: SlotCopy) -> None:
        """Put a copy in place of the one of the same tokens, if that still exists."""
        state = self._order.get(copy.key)
        # Only of that one: during the restore it may have been discarded, and created again.
        if state is not None and state.copy is not None and state.copy.tokens == copy.tokens:
            state.copy = copy
            self._states.note_change(state)

    def claim(self, key: str) -> None:
        """Keep a promised copy, also beyond the budget."""
        if key in self._order:
            self._order[key].is_claimed = True

    def release(self, key: str) -> None:
        """End a claim."""
        if key in self._order:
            self._order[key].is_claimed = False
        self._shrink()

    def drop(self, key: str) -> None:
        """Remove the copy of a key."""
        state = self._order.pop(key, None)
        if state is not None and state.copy is not None:
            self.byte_count -= state.copy.byte_count
            state.copy, state.is_claimed = None, False
            self._states.note_change(state)

    def clear(self) -> None:
        """Remove all copies except the claimed ones."""
        for state in self._unclaimed():
            self.drop(state.key)

    def _unclaimed(self) -> list[CachedState]:
        return [state for state in self._order.values() if not state.is_claimed]

    def _shrink(self) -> None:
        if self.byte_count <= self._shares.limit_bytes:
            return
        # A chat that was just answered is the most recently used one, but no request waits for it.
        # By use alone, reuse would depend on the order of requests.
        waiting = self._queue_positions()
        states = sorted(self._unclaimed(), key=lambda each: -waiting.get(each.key, math.inf))
        kept = [_held(state) for state in self._order.values() if state.is_claimed]
        for victim in self._shares.victims([_held(state) for state in states], kept):
            self._evict(self._order[victim.key])

    def _room_of(self, state: CachedState) -> int:
        """Return the maximum size in bytes of a copy that is not evicted at once."""
        if not state.is_program:
            return self._shares.limit_bytes
        window = (each for each in map(_held, self._order.values()) if not each.is_program)
        return self._shares.program_room(sum(each.byte_count for each in window))

    def _evict(self, state: CachedState) -> None:
        copy = state.copy
        self.drop(state.key)
        if copy is not None:
            self._on_evicted(copy)


def _held(state: CachedState) -> Held:
    assert state.copy is not None, "the order contains only states with copies"
    return Held(state.key, state.copy.byte_count, state.is_program)


def default_budget() -> int:
    """Return a share of the memory that is free now, in bytes."""
    return int(psutil.virtual_memory().available) // _SHARE_OF_FREE_MEMORY
