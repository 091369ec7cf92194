"""How long replies take: learned from those that have ended, told of those that begin."""

from engine.messages.usage import ReplyUsage

_WEIGHT = 0.2  # of the last reply in the means
# Of a model of some billion parameters on a CPU, while no reply has ended yet.
_USUAL_TOKENS = 100.0
_USUAL_WRITING, _USUAL_READING = 0.05, 0.005  # seconds for a token


class ReplyCosts:
    """Moving averages of seconds per token read and written, and of tokens per reply."""

    def __init__(self) -> None:
        self._tokens = _USUAL_TOKENS
        self._writing = _USUAL_WRITING
        self._reading = _USUAL_READING

    def learn(self, usage: ReplyUsage) -> None:
        """Take note of a reply that has ended by itself."""
        self._tokens = _blend(self._tokens, usage.reply_tokens)
        if usage.reply_tokens > 1 and usage.decode_seconds > 0:
            self._writing = _blend(self._writing, usage.decode_seconds / (usage.reply_tokens - 1))
        read = usage.prompt_tokens - usage.reused_tokens
        if usage.first_token_seconds is not None and read > 0:
            seconds = max(0.0, usage.first_token_seconds - usage.queue_seconds)
            self._reading = _blend(self._reading, seconds / read)

    def seconds(self, prompt: ReplyUsage, max_tokens: int | None = None) -> float:
        """Return how long a reply will probably take whose prompt is known."""
        tokens = self._tokens if max_tokens is None else min(self._tokens, max_tokens)
        read = max(0, prompt.prompt_tokens - prompt.reused_tokens)
        return read * self._reading + tokens * self._writing


def _blend(mean: float, value: float) -> float:
    return mean + _WEIGHT * (value - mean)
