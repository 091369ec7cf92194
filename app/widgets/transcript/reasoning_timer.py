"""How long the model reasoned before each reply, as far as that was seen."""

import time
from collections.abc import Callable, Collection

from app.domain import Message, MessageStatus


def is_reasoning(message: Message) -> bool:
    """Return whether a reply has reasoning so far, and nothing of its answer."""
    is_open = message.status is MessageStatus.STREAMING and not message.text
    return is_open and bool(message.reasoning)


class ReasoningTimer:
    """Measures each reply; one that was reasoning already when it was first seen has no time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: dict[int, float] = {}
        self._seconds: dict[int, float] = {}

    def follow(self, before: Message, now: Message) -> None:
        """Take the state of a message before and now."""
        if is_reasoning(now) and not before.reasoning:
            self._begun[now.id] = self._clock()
        elif not is_reasoning(now) and now.id in self._begun:
            self._seconds[now.id] = self._clock() - self._begun.pop(now.id)

    def seconds(self, message_id: int) -> float | None:
        """Return how long a reply was reasoned about, up to now if it still is."""
        begun = self._begun.get(message_id)
        return self._seconds.get(message_id) if begun is None else self._clock() - begun

    def forget_all_but(self, message_ids: Collection[int]) -> None:
        """Drop the times of messages that are not shown any more."""
        self._begun = {key: at for key, at in self._begun.items() if key in message_ids}
        self._seconds = {key: took for key, took in self._seconds.items() if key in message_ids}
