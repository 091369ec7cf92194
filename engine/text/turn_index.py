"""The messages of a conversation by turns: which can be dropped and which stay."""

from collections.abc import Sequence
from itertools import accumulate

import msgspec

from engine.messages.commands import ChatMessage, Role


class TurnIndex(msgspec.Struct, frozen=True):
    """Messages, with the turns that stay in the prompt when others are dropped.

    Attributes:
        numbers: each message's index among those that are not the system's.
        starts: where the conversation may begin: its first message that is not the system's, such
            as a greeting of the assistant, and all later ones of the user.
        pinned: indexes of the messages at which pinned turns begin.
    """

    messages: Sequence[ChatMessage]
    numbers: Sequence[int]
    starts: Sequence[int]
    pinned: frozenset[int] = frozenset()

    @classmethod
    def of(cls, messages: Sequence[ChatMessage], pinned: Sequence[int] = ()) -> "TurnIndex":
        """Return the index; ``pinned`` are message numbers whose turns are pinned whole.

        Templates require whole turns, so none is ever split.
        """
        systems = accumulate((each.role is Role.SYSTEM for each in messages), initial=0)
        numbers = [
            index - before for index, before in zip(range(len(messages)), systems, strict=False)
        ]
        first = next(
            (index for index, each in enumerate(messages) if each.role is not Role.SYSTEM), 0
        )
        later = range(first + 1, len(messages))
        starts = [first, *(index for index in later if messages[index].role is Role.USER)]
        kept = _pinned_starts(messages, numbers, starts, frozenset(pinned))
        return cls(messages, numbers, starts, kept)

    @property
    def pinned_numbers(self) -> frozenset[int]:
        """Return the pinned turns by the numbers of their first messages."""
        return frozenset(self.numbers[index] for index in self.pinned)

    def starts_after(self, dropped: int) -> Sequence[int]:
        """Return the starts after the messages that were dropped before; all if none was.

        ``dropped`` is the number of the first message that was kept.
        """
        for index, start in enumerate(self.starts):
            if self.numbers[start] >= dropped:
                return self.starts[index:]
        return self.starts

    def kept(self, start: int) -> list[int]:
        """Return the indexes that remain when the turns before ``start`` are dropped."""
        head: list[int] = []
        is_pinned = False
        starts = frozenset(self.starts) if self.pinned else frozenset()
        for index, message in enumerate(self.messages[:start]):
            if index in starts:
                is_pinned = index in self.pinned
            if message.role is Role.SYSTEM or is_pinned:
                head.append(index)
        return [*head, *range(start, len(self.messages))]


def _pinned_starts(
    messages: Sequence[ChatMessage],
    numbers: Sequence[int],
    starts: Sequence[int],
    pinned: frozenset[int],
) -> frozenset[int]:
    if not pinned:
        return frozenset()
    ends = [*starts[1:], len(messages)]
    return frozenset(
        start
        for start, end in zip(starts, ends, strict=True)
        if any(
            messages[index].role is not Role.SYSTEM and numbers[index] in pinned
            for index in range(start, end)
        )
    )
