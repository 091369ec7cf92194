"""How many programs may ask at once: some are answered, some wait, the others come again later."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.dialects.errors import ApiError
from engine.messages.metrics import ReplyUsage

_MAX_RETRY_SECONDS = 120
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
        """Learn from a reply that has ended by itself."""
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


class Ticket:
    """One request in the queue; ``start`` when the engine has begun with it, ``end`` at its end."""

    def __init__(self, costs: ReplyCosts, on_started: Callable[[], None]) -> None:
        self._costs = costs
        self._on_started = on_started
        self.is_started = False
        self.ends_at: float | None = None  # on the monotonic clock, probably

    def start(self, prompt: ReplyUsage, max_tokens: int | None = None) -> None:
        """Note that it waits no longer, and what its prompt costs."""
        if not self.is_started:
            self.is_started = True
            self.ends_at = time.monotonic() + self._costs.seconds(prompt, max_tokens)
            self._on_started()

    def end(self, usage: ReplyUsage) -> None:
        """Learn from what the reply has cost."""
        self.ends_at = None
        self._costs.learn(usage)


class ProgramQueue:
    """Counts requests; bounds those that wait. ``on_change`` hears when a count has changed."""

    def __init__(self, most_waiting: int, on_change: Callable[[], None]) -> None:
        self._most_waiting = most_waiting
        self._on_change = on_change
        self._costs = ReplyCosts()
        self._tickets: set[Ticket] = set()
        self.running_count = 0
        self.waiting_count = 0

    @contextmanager
    def enter(self, slot_count: int, request_count: int = 1) -> Iterator[list[Ticket]]:
        """Yield tickets for requests until the block ends. Raises ApiError where it is full.

        ``slot_count`` is how many the engine answers at once.
        """
        # Who finds a slot free does not wait, so only the others count.
        free = max(0, slot_count - self.running_count)
        if self.waiting_count + request_count > self._most_waiting + free:
            seconds = self._retry_seconds()
            text = f"Too many requests are waiting. Try again in {seconds} seconds."
            raise ApiError(429, text, code="queue_full", retry_after=seconds)
        tickets = [Ticket(self._costs, self._note_start) for _ in range(request_count)]
        self._tickets.update(tickets)
        self.waiting_count += request_count
        self._on_change()
        try:
            yield tickets
        finally:
            started = sum(each.is_started for each in tickets)
            self._tickets.difference_update(tickets)
            self.running_count -= started
            self.waiting_count -= request_count - started
            self._on_change()

    def _note_start(self) -> None:
        self.waiting_count -= 1
        self.running_count += 1
        self._on_change()

    def _retry_seconds(self) -> int:
        """Return when one of those who wait will probably begin, which leaves a place."""
        ends = [each.ends_at for each in self._tickets if each.ends_at is not None]
        seconds = self._costs.seconds(ReplyUsage())
        if ends:
            seconds = min(ends) - time.monotonic()
        return min(_MAX_RETRY_SECONDS, max(1, math.ceil(seconds)))


def _blend(mean: float, value: float) -> float:
    return mean + _WEIGHT * (value - mean)
