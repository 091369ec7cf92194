"""What a stream of any server says, in the words of none."""

from dataclasses import dataclass, replace

from engine.messages.errors import EngineError
from engine.messages.events import FinishReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a server told of a reply's cost; None is what it did not tell.

    Attributes:
        prompt_tokens: of the whole prompt, the cached ones among them.
        reading_seconds: until the prompt was read; ``writing_seconds`` of the tokens after it.
        queue_seconds: until it began to read, loading the model among that.
        done_tokens: of the prompt, while it is read; ``done_seconds`` after it was begun.
    """

    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    reply_tokens: int | None = None
    queue_seconds: float | None = None
    reading_seconds: float | None = None
    writing_seconds: float | None = None
    drafted_tokens: int | None = None
    accepted_tokens: int | None = None
    done_tokens: int | None = None
    done_seconds: float | None = None

    def updated(self, newer: "Figures") -> "Figures":
        """Return these, with what the newer ones tell in their place."""
        told = {
            name: value for name in self.__slots__ if (value := getattr(newer, name)) is not None
        }
        return replace(self, **told)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyPart:
    """What one event of a stream holds.

    Attributes:
        reason: why the reply ended; more may come behind it, as what it cost.
        is_end: nothing more comes.
        error: the server gave up, in the middle of an answer that had begun well.
    """

    text: str = ""
    thinking: str = ""
    figures: Figures | None = None
    reason: FinishReason | None = None
    is_end: bool = False
    error: EngineError | None = None


NOTHING = ReplyPart()
