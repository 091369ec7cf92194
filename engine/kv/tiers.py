"""Conversations that lost their slot: their whole memory in RAM, newest kept, within a budget."""

from collections import OrderedDict
from dataclasses import dataclass

import psutil

from engine.backend import Checkpoint

SMALLEST_KEPT = 64  # tokens; less is read again as fast as it is copied
_SHARE_OF_FREE_MEMORY = 4


@dataclass(frozen=True, slots=True)
class Evicted:
    """A conversation's memory as it was in its slot; ``state`` is the backend's own form."""

    conversation_id: str
    tokens: tuple[int, ...]
    checkpoints: tuple[Checkpoint, ...]
    state: bytes

    @property
    def byte_count(self) -> int:
        """Return what it costs to keep."""
        return len(self.state) + sum(len(point.state) for point in self.checkpoints)


class RamTier:
    """Keeps evicted conversations; those used longest ago go first. One thread."""

    def __init__(self, budget_bytes: int) -> None:
        self._budget_bytes = budget_bytes
        self._entries: OrderedDict[str, Evicted] = OrderedDict()
        self.byte_count = 0

    def put(self, entry: Evicted) -> None:
        """Keep a conversation's memory in place of an older one of it, if it fits at all."""
        self.drop(entry.conversation_id)
        if entry.byte_count > self._budget_bytes:
            return
        self._entries[entry.conversation_id] = entry
        self.byte_count += entry.byte_count
        while self.byte_count > self._budget_bytes:
            oldest = next(iter(self._entries))
            self.drop(oldest)

    def get(self, conversation_id: str) -> Evicted | None:
        """Return what is kept of a conversation, and leave it where it is."""
        return self._entries.get(conversation_id)

    def take(self, conversation_id: str) -> Evicted | None:
        """Return what is kept of a conversation, which is its slot's from now on."""
        entry = self._entries.get(conversation_id)
        self.drop(conversation_id)
        return entry

    @property
    def entries(self) -> tuple[Evicted, ...]:
        """Return all that is kept, what was used longest ago first."""
        return tuple(self._entries.values())

    def clear(self) -> None:
        """Keep nothing."""
        self._entries.clear()
        self.byte_count = 0

    def drop(self, conversation_id: str) -> None:
        """Keep nothing of a conversation."""
        entry = self._entries.pop(conversation_id, None)
        if entry is not None:
            self.byte_count -= entry.byte_count


def default_budget() -> int:
    """Return a share of the memory that is free now, in bytes."""
    return int(psutil.virtual_memory().available) // _SHARE_OF_FREE_MEMORY
