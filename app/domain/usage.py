"""What a reply cost, and where what it reused lay."""

import enum
from dataclasses import dataclass


class ReuseOrigin(enum.Enum):
    """Where what the model remembers of a chat was before its last reply; stored by name."""

    NOWHERE = "nowhere"
    READY = "ready"
    MEMORY = "memory"
    DISK = "disk"
    SHARED_PROMPT = "shared prompt"


@dataclass(frozen=True, slots=True)
class ReplyUsage:
    """What a reply cost, in tokens and seconds; shown in the status line.

    Attributes:
        reused_from: where the reused tokens were; ``restore_seconds`` it took to bring them back.
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

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed of writing, or None where there was nothing to measure."""
        if self.decode_seconds <= 0 or self.reply_tokens < 2:
            return None
        return (self.reply_tokens - 1) / self.decode_seconds
