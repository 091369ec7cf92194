"""The cost of a reply, as it is stored and shown."""

import enum

import msgspec


class ReuseOrigin(enum.Enum):
    """Where reused tokens were before a reply; the database stores the name, exports the value."""

    NOWHERE = "nowhere"
    READY = "ready"
    MEMORY = "memory"
    DISK = "disk"
    SHARED_PROMPT = "shared prompt"


class ReplyUsage(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of a reply in tokens and seconds. Each field is a column of ``reply_usage``.

    ``engine.messages.metrics`` describes the figures that the engine measures.

    Attributes:
        dropped_messages: the oldest messages that no longer fit into the context window.
        model_name: the model that answered.
        is_cut_by_length: the reply ended before the model came to an end.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    reply_tokens: int = 0
    dropped_messages: int = 0
    context_tokens: int = 0
    queue_seconds: float = 0.0
    first_token_seconds: float | None = None
    decode_seconds: float = 0.0
    model_name: str = ""
    is_cut_by_length: bool = False
    reused_from: ReuseOrigin = ReuseOrigin.NOWHERE
    restore_seconds: float = 0.0
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    network_seconds: float = 0.0
    reading_seconds: float = 0.0
    endpoint_name: str = ""

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed of writing; None if there was nothing to measure."""
        if self.decode_seconds <= 0 or self.reply_tokens < 2:
            return None
        return (self.reply_tokens - 1) / self.decode_seconds
