"""Conversations beside their slots: what is kept of them, and where."""

from engine.config import EngineConfig
from engine.kv.tiers import RamTier, default_budget
from engine.protocol import CacheEntry, CacheReport


class Keeping:
    """Owns what is kept in main memory and on the disk; lives on the engine thread."""

    def __init__(self, config: EngineConfig) -> None:
        budget = default_budget() if config.ram_bytes is None else config.ram_bytes
        self.ram = RamTier(budget)

    def forget(self, conversation_id: str) -> None:
        """Keep nothing of a conversation."""
        self.ram.drop(conversation_id)

    def token_count(self, conversation_id: str) -> int:
        """Return how many tokens of a conversation are kept."""
        entry = self.ram.get(conversation_id)
        return 0 if entry is None else len(entry.tokens)

    def clear(self) -> None:
        """Keep nothing of any conversation."""
        self.ram.clear()

    def limit(self, cache_bytes: int | None) -> None:
        """Change what may be kept on the disk."""

    def report(self) -> CacheReport:
        """Return what is kept, the largest first."""
        entries = [
            CacheEntry(
                conversation_id=entry.conversation_id,
                token_count=len(entry.tokens),
                ram_bytes=entry.byte_count,
            )
            for entry in self.ram.entries
        ]
        return CacheReport(entries=tuple(sorted(entries, key=lambda entry: -entry.ram_bytes)))
