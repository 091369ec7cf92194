"""What a reply cost, as the engine or another machine reports it."""

import enum
from dataclasses import dataclass


class ReuseOrigin(enum.Enum):
    """Where reused tokens lay before a reply."""

    NOWHERE = "nowhere"
    READY = "ready"  # in a slot: the conversation's own, or another one's that was copied
    MEMORY = "memory"
    DISK = "disk"
    SHARED_PROMPT = "shared prompt"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyUsage:
    """What a reply cost, in tokens and seconds.

    The application stores it as ``app.domain.ReplyUsage``, which has a field for each one here.

    Attributes:
        prompt_tokens: tokens of the rendered conversation.
        reused_tokens: of these, those that need not be read again.
        reply_tokens: tokens sampled for the reply.
        dropped_messages: oldest messages that no longer fit into the context window.
        context_tokens: tokens that the conversation holds in its slot.
        queue_seconds: from arrival to a slot.
        first_token_seconds: from arrival to the first sampled token; None without one.
        decode_seconds: of the library's calls, in the steps that gave all tokens but the first.
        reused_from: where the reused tokens were; ``restore_seconds`` it took to bring them back.
        drafted_tokens: guessed ahead for the reply and computed with its own tokens.
        accepted_tokens: of these, the reply's next tokens; counted in ``reply_tokens`` too.
        network_seconds: until the request was there, on another machine; 0 on this one.
        reading_seconds: that it took another machine to read the prompt; 0 where it does not say.
        endpoint_name: of the machine that answered; empty for this one.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    reply_tokens: int = 0
    dropped_messages: int = 0
    context_tokens: int = 0
    queue_seconds: float = 0.0
    first_token_seconds: float | None = None
    decode_seconds: float = 0.0
    reused_from: ReuseOrigin = ReuseOrigin.NOWHERE
    restore_seconds: float = 0.0
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    network_seconds: float = 0.0
    reading_seconds: float = 0.0
    endpoint_name: str = ""

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed of writing, or None where there was nothing to measure."""
        if self.decode_seconds <= 0 or self.reply_tokens < 2:
            return None
        return (self.reply_tokens - 1) / self.decode_seconds
