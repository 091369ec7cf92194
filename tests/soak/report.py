"""What the window of a soak tells after each round."""

import msgspec


class StoredText(msgspec.Struct, frozen=True):
    """A message that the window was told is on the disk."""

    message_id: int
    conversation_id: str
    text: str


class RoundReport(msgspec.Struct, frozen=True, kw_only=True):
    """A round and what must be true after it.

    ``stored`` and ``faults`` are those of this round, ``purged`` the conversations that were
    deleted for good in it; the counts are those since the start.
    """

    action_count: int
    stored: tuple[StoredText, ...]
    purged: tuple[str, ...]
    slot_errors: int
    disk_fault_count: int
    faults: tuple[str, ...]
    engine_id: int | None

    def line(self) -> str:
        """Return it as one line."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def parse(cls, line: bytes) -> "RoundReport":
        """Return what a line says."""
        return msgspec.json.decode(line, type=cls)
