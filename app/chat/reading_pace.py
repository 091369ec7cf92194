"""Shows a reply as fast as people read, where the model writes faster than anybody can see.

Only the window's way is slowed: the engine writes at its own speed, and what is stored and
measured is what it wrote. The reply ends for the window when all of it is shown. Stopped before,
it ends where it was shown: what the reader has seen is what is kept, as with a slow model. Where
the program ends meanwhile, nothing is thrown away: the whole reply is stored.
"""

from dataclasses import replace

from app.domain import Message, ReplyUsage

READING_SPEED = 40.0  # tokens a second
LONGEST_STEP = 0.1  # seconds; after a longer pause the text goes on where it was, without a jump


class ReadingPace:
    """How much of a growing reply is shown, in letters of its reasoning and its text."""

    def __init__(self, tokens_per_second: float, reply: Message) -> None:
        """Begin with all that a reply says already: one that is continued has been read."""
        self._tokens_per_second = tokens_per_second
        self._begun_letters = self._letters = len(reply.reasoning) + len(reply.text)
        self._tokens = 0.0
        self._token_count = 0
        self._told_at: float | None = None

    def advance(self, reply: Message, token_count: int, now: float) -> Message:
        """Return what is shown of a reply of so many new tokens at this moment."""
        step = 0.0 if self._told_at is None else min(now - self._told_at, LONGEST_STEP)
        self._told_at = now
        self._token_count = token_count
        self._tokens = min(self._tokens + step * self._tokens_per_second, float(token_count))
        whole = len(reply.reasoning) + len(reply.text)
        share = self._tokens / token_count if token_count else 1.0
        letters = self._begun_letters + round((whole - self._begun_letters) * share)
        # A longer reply can have longer tokens; what was shown is never taken back.
        self._letters = min(whole, max(self._letters, letters))
        return self.shown(reply)

    def is_behind(self, reply: Message) -> bool:
        """Return whether there is more of a reply than is shown."""
        return self._letters < len(reply.reasoning) + len(reply.text)

    def shown(self, reply: Message) -> Message:
        """Return a reply with what is shown of it."""
        reasoning = reply.reasoning[: self._letters]
        text = reply.text[: max(0, self._letters - len(reply.reasoning))]
        return replace(reply, reasoning=reasoning, text=text)

    def shortened(self, usage: ReplyUsage) -> ReplyUsage:
        """Return what the shown part of a reply has cost; its speed stays what it was."""
        hidden = self._token_count - round(self._tokens)
        kept = max(1, usage.reply_tokens - hidden)
        seconds = usage.decode_seconds
        if usage.reply_tokens > 1:
            seconds *= (kept - 1) / (usage.reply_tokens - 1)
        return replace(
            usage,
            reply_tokens=kept,
            context_tokens=max(0, usage.context_tokens - hidden),
            decode_seconds=seconds,
            accepted_tokens=min(usage.accepted_tokens, kept),
            is_cut_by_length=False,
        )
