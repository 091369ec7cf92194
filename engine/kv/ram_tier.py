"""Conversations that lost their slot: their whole memory in RAM, newest kept, within a budget."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import psutil

from engine.backend import Checkpoint
from engine.text.prompt import TokenizedPrompt

MIN_CACHED_TOKENS = 64  # tokens; less is read again as fast as it is copied
_SHARE_OF_FREE_MEMORY = 4


@dataclass(frozen=True, slots=True)
class CachedState:
    """A conversation's memory as it was in its slot; ``state`` is the backend's own form.

    Attributes:
        memory: the text that the tokens stand for.
        token_seconds: what reading one of the tokens costs, 0 where it was not measured.
        is_from_disk: it was read from a file.
        load_seconds: how long that took.
    """

    conversation_id: str
    tokens: tuple[int, ...]
    checkpoints: tuple[Checkpoint, ...]
    state: bytes
    memory: TokenizedPrompt = field(default_factory=TokenizedPrompt)
    token_seconds: float = 0.0
    is_from_disk: bool = False
    load_seconds: float = 0.0

    @property
    def byte_count(self) -> int:
        """Return what it costs to keep."""
        return len(self.state) + sum(len(point.state) for point in self.checkpoints)


class RamTier:
    """Keeps states; those used longest ago go first, to ``on_leaving``. One thread.

    What is claimed was promised to somebody and stays until it is taken or released, also
    beyond the budget.
    """

    def __init__(
        self, budget_bytes: int, on_leaving: Callable[[CachedState], None] | None = None
    ) -> None:
        self._budget_bytes = budget_bytes
        self.on_leaving = on_leaving
        self._entries: OrderedDict[str, CachedState] = OrderedDict()
        self._claimed: set[str] = set()
        self.byte_count = 0

    @property
    def entries(self) -> tuple[CachedState, ...]:
        """Return all that is kept, what was used longest ago first."""
        return tuple(self._entries.values())

    def put(self, entry: CachedState, *, is_claimed: bool = False) -> None:
        """Keep a conversation's memory in place of an older one of it, if it fits at all."""
        self.drop(entry.conversation_id)
        self._entries[entry.conversation_id] = entry
        self.byte_count += entry.byte_count
        if is_claimed:
            self._claimed.add(entry.conversation_id)
        elif entry.byte_count > self._budget_bytes:
            self._let_go(entry.conversation_id)
        self._shrink()

    def get(self, conversation_id: str) -> CachedState | None:
        """Return what is kept of a conversation, and leave it where it is."""
        return self._entries.get(conversation_id)

    def use(self, conversation_id: str) -> CachedState | None:
        """Return what is kept, and note that it was needed."""
        if conversation_id in self._entries:
            self._entries.move_to_end(conversation_id)
        return self._entries.get(conversation_id)

    def take(self, conversation_id: str) -> CachedState | None:
        """Return what is kept of a conversation, which is its slot's from now on."""
        entry = self._entries.get(conversation_id)
        self.drop(conversation_id)
        return entry

    def renew(self, entry: CachedState) -> None:
        """Put this in place of what is kept of the same tokens, if it is still there."""
        if entry.conversation_id in self._entries:
            self._entries[entry.conversation_id] = entry

    def claim(self, conversation_id: str) -> None:
        """Keep something that was promised, whatever comes."""
        if conversation_id in self._entries:
            self._claimed.add(conversation_id)

    def release(self, conversation_id: str) -> None:
        """Note that nobody was promised this any more."""
        self._claimed.discard(conversation_id)
        self._shrink()

    def drop(self, conversation_id: str) -> None:
        """Keep nothing of a conversation."""
        self._claimed.discard(conversation_id)
        entry = self._entries.pop(conversation_id, None)
        if entry is not None:
            self.byte_count -= entry.byte_count

    def clear(self) -> None:
        """Keep nothing that was not promised."""
        for name in [name for name in self._entries if name not in self._claimed]:
            self.drop(name)

    def _shrink(self) -> None:
        free = [name for name in self._entries if name not in self._claimed]
        for name in free:
            if self.byte_count <= self._budget_bytes:
                return
            self._let_go(name)

    def _let_go(self, conversation_id: str) -> None:
        entry = self._entries[conversation_id]
        self.drop(conversation_id)
        if self.on_leaving is not None:
            self.on_leaving(entry)


def default_budget() -> int:
    """Return a share of the memory that is free now, in bytes."""
    return int(psutil.virtual_memory().available) // _SHARE_OF_FREE_MEMORY
