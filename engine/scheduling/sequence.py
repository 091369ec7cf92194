"""One request in flight: what it wants in memory, what it has said, how long it took."""

import enum
from dataclasses import dataclass, field

from engine.backend import Sampler
from engine.protocol import SamplingParams, Usage
from engine.text.detokenizer import Detokenizer
from engine.text.prompt import Prompt
from engine.text.stop_strings import StopStrings


class SequenceState(enum.Enum):
    """QUEUED waits for a slot; PREFILL reads its prompt; DECODE writes its reply."""

    QUEUED = "queued"
    PREFILL = "prefill"
    DECODE = "decode"


@dataclass(slots=True, eq=False)
class Sequence:
    """A request and its state; owned by the engine thread.

    ``tokens`` is everything that belongs into the slot's KV, prompt and reply; the slot's ledger
    is how much of it is there. That difference is all the work there is, so a decode that
    failed is repeated by shortening the ledger.
    """

    request_id: int
    conversation_id: str
    prompt: Prompt
    sampling: SamplingParams
    arrived: float
    stops: StopStrings
    detokenizer: Detokenizer = field(default_factory=Detokenizer)
    tokens: list[int] = field(default_factory=list)
    state: SequenceState = SequenceState.QUEUED
    slot: int | None = None
    sampler: Sampler | None = None
    reply_text: list[str] = field(default_factory=list)
    is_reply_text_exact: bool = True
    place: int = 0
    overtaken_count: int = 0
    reused_tokens: int = 0
    admitted: float | None = None
    first_token: float | None = None
    last_token: float | None = None

    def __post_init__(self) -> None:
        self.tokens = list(self.prompt.tokens)

    @property
    def reply_token_count(self) -> int:
        """Return how many tokens were sampled that are part of the conversation."""
        return len(self.tokens) - len(self.prompt.tokens)

    def usage(self, now: float, context_tokens: int) -> Usage:
        """Return what the request cost so far; ``now`` in seconds of the arrival's clock."""
        first, last = self.first_token, self.last_token
        return Usage(
            prompt_tokens=len(self.prompt.tokens),
            reused_tokens=self.reused_tokens,
            reply_tokens=self.reply_token_count,
            dropped_messages=self.prompt.dropped_messages,
            context_tokens=context_tokens,
            queue_seconds=(now if self.admitted is None else self.admitted) - self.arrived,
            first_token_seconds=None if first is None else first - self.arrived,
            decode_seconds=0.0 if first is None or last is None else last - first,
        )
