"""The messages of a conversation, counted in turns: which may be dropped and which stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.wire.commands import ChatMessage, Role


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages, with the turns that stay in memory whatever else is dropped.

    Attributes:
        numbers: each message's place among those that are not the system's.
        pinned: indexes of the messages at which pinned turns begin.
    """

    messages: Sequence[ChatMessage]
    numbers: Sequence[int]
    pinned: frozenset[int] = frozenset()

    @classmethod
    def of(cls, messages: Sequence[ChatMessage], pinned: Sequence[int] = ()) -> "Talk":
        """Return the talk; ``pinned`` are numbers of messages, whose turns are pinned whole.

        Templates insist on turns, so none is ever halved.
        """
        systems = accumulate((each.role is Role.SYSTEM for each in messages), initial=0)
        numbers = [
            index - before for index, before in zip(range(len(messages)), systems, strict=False)
        ]
        return cls(messages, numbers, _pinned_starts(messages, numbers, frozenset(pinned)))

    @property
    def starts(self) -> list[int]:
        """Return where the conversation may begin: at its user messages, else at the first."""
        starts = [index for index, each in enumerate(self.messages) if each.role is Role.USER]
        return starts or [0]

    @property
    def pinned_numbers(self) -> frozenset[int]:
        """Return the pinned turns by the numbers of their first messages."""
        return frozenset(self.numbers[index] for index in self.pinned)

    def first_kept(self, dropped: int) -> int:
        """Return which of the starts follows the messages that were dropped before, or the first.

        ``dropped`` is the number of the first message that was kept.
        """
        for place, start in enumerate(self.starts):
            if self.numbers[start] >= dropped:
                return place
        return 0

    def kept(self, start: int) -> list[int]:
        """Return the indexes of what is left when the turns before ``start`` are dropped."""
        head: list[int] = []
        is_pinned = False
        for index, message in enumerate(self.messages[:start]):
            if message.role is Role.USER:
                is_pinned = index in self.pinned
            if message.role is Role.SYSTEM or is_pinned:
                head.append(index)
        return [*head, *range(start, len(self.messages))]


def _pinned_starts(
    messages: Sequence[ChatMessage], numbers: Sequence[int], pinned: frozenset[int]
) -> frozenset[int]:
    starts: set[int] = set()
    start: int | None = None
    for index, message in enumerate(messages):
        if message.role is Role.USER:
            start = index
        if start is not None and message.role is not Role.SYSTEM and numbers[index] in pinned:
            starts.add(start)
    return frozenset(starts)
