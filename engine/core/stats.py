"""Statistics from own timers: each second is charged once, and unmeasured values are unknown."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.messages.metrics import Percentiles, Rates, ReplyUsage, ReuseOrigin, StepRecord

# Bounded, since a snapshot may never be requested: enough for some minutes of steps.
_KEPT_STEPS = 2048
_KEPT_GAPS = 4096
_KEPT_WAITS = 256


@dataclass(slots=True)
class Statistics:
    """Sums over the lifetime of a loaded model, and the last steps for the window's picture.

    Seconds are those of the library's calls: a step's other work, a restore or a long queue, makes
    no model slower. A step with a decode call is charged to decode, both its calls, also if one
    failed; only pure prefill steps make the prefill rate. ``gaps`` are seconds between two tokens
    of one reply.
    """

    decode_tokens: int = 0
    decode_seconds: float = 0.0
    prefill_tokens: int = 0
    prefill_seconds: float = 0.0
    prefill_tokens_next_to_decode: int = 0
    sequence_steps: int = 0
    decode_steps: int = 0
    promised_tokens: int = 0
    reused_tokens: dict[str, int] = field(default_factory=dict)
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    steps: deque[StepRecord] = field(default_factory=lambda: deque(maxlen=_KEPT_STEPS))
    gaps: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT_GAPS))
    queue_waits: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT_WAITS))
    first_tokens: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT_WAITS))

    def add_step(self, step: StepRecord) -> None:
        """Record a step."""
        self.steps.append(step)
        # A prompt's piece in a step with replies is cut to their remaining time, and such small
        # calls say little about the speed of reading. So prefill is only measured alone.
        if step.decode_slots or step.decode_seconds:
            self.decode_tokens += step.reply_tokens
            self.decode_seconds += step.decode_seconds + step.prefill_seconds
            self.decode_steps += bool(step.decode_slots)
            self.sequence_steps += len(step.decode_slots)
            self.prefill_tokens_next_to_decode += step.prefill_tokens
        else:
            self.prefill_tokens += step.prefill_tokens
            self.prefill_seconds += step.prefill_seconds

    def add_admission(self, promised: int, realised: int, origin: ReuseOrigin) -> None:
        """Record the promised and the actual number of reused tokens; ``origin`` is their place."""
        self.promised_tokens += promised
        self.reused_tokens[origin.value] = self.reused_tokens.get(origin.value, 0) + realised

    def add_usage(self, usage: ReplyUsage) -> None:
        """Record the waiting time and the drafted tokens of a request that has ended."""
        self.drafted_tokens += usage.drafted_tokens
        self.accepted_tokens += usage.accepted_tokens
        self.queue_waits.append(usage.queue_seconds)
        if usage.first_token_seconds is not None:
            self.first_tokens.append(usage.first_token_seconds)

    def rates(self) -> Rates:
        """Return tokens per second; None for values that were never measured alone."""
        all_seconds = self.decode_seconds + self.prefill_seconds
        all_tokens = self.decode_tokens + self.prefill_tokens + self.prefill_tokens_next_to_decode
        return Rates(
            decode=_ratio(self.decode_tokens, self.decode_seconds),
            prefill=_ratio(self.prefill_tokens, self.prefill_seconds),
            proportional=_ratio(all_tokens, all_seconds),
            average_sequences=_ratio(self.sequence_steps, self.decode_steps),
        )


def percentiles(values: Sequence[float]) -> Percentiles | None:
    """Return nearest-rank percentiles, or None if there are no values."""
    if not values:
        return None
    ordered = sorted(values)
    last = len(ordered) - 1
    return Percentiles(
        p50=ordered[round(0.50 * last)],
        p95=ordered[round(0.95 * last)],
        p99=ordered[round(0.99 * last)],
        worst=ordered[last],
    )


def _ratio(count: float, total: float) -> float | None:
    return count / total if total > 0 else None
