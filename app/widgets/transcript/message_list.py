"""The messages of a conversation, and the state of each apart from its text."""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from app.domain.messages import Message, MessageStatus, Role
from app.domain.reply_text import ReplyText
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT

BOUNDARY_ROW = -1  # messages count from 1
RECAP_ROW = -2


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


@dataclass(frozen=True, slots=True)
class MessageState:
    """What a message's widget shows apart from the message.

    Attributes:
        number: its place in the conversation, from 1, among ``count``.
        sibling_number: its place among its versions, from 1, among ``sibling_count``.
        is_newest: only the last message offers more of a reply that was cut short.
        is_forgotten: the model does not see it any more.
        has_figures: what it has cost stands under it.
        is_remote: another machine answers this chat.
    """

    number: int = 1
    count: int = 1
    sibling_number: int = 1
    sibling_count: int = 1
    is_pinned: bool = False
    is_selected: bool = False
    is_newest: bool = False
    is_forgotten: bool = False
    has_figures: bool = False
    is_remote: bool = False


class MessageList:
    """Owns the state of the messages; the widgets come and go."""

    def __init__(self) -> None:
        self.by_id: dict[int, Message] = {}  # oldest first
        self.boundary_id: int | None = None
        self.is_remote = False  # another machine answers
        self.is_folded = False  # what the model does not see has no rows
        self.is_recap_written = False  # just now
        self.recap_id: int | None = None
        self.unfolded_ids: set[int] = set()
        self.figure_ids: set[int] = set()  # of those with figures under them
        self.pinned_ids: frozenset[int] = frozenset()
        self.selected_ids: frozenset[int] = frozenset()
        self._forgotten: tuple[object, frozenset[int]] = (None, frozenset())
        self._numbers: dict[int, int] = {}
        self._siblings: dict[int, tuple[int, int]] = {}
        self._longest: dict[int, int] = {}  # letters shown of those that were asked for more
        self._timer = ReasoningTimer()
        self._texts: dict[int, ReplyText] = {}  # of running replies, in this branch or another

    def set_messages(self, messages: tuple[Message, ...]) -> set[int]:
        """Take these messages instead; return which of them were there and are different now."""
        before, self.by_id = self.by_id, {each.id: self._with_text(each) for each in messages}
        self._forgotten = (None, frozenset())
        self._timer.forget_all_but(self.by_id)
        self.pinned_ids = frozenset(each.id for each in messages if each.is_pinned)
        self.recap_id = next((each.id for each in reversed(messages) if each.recap), None)
        self._siblings = {each.id: (each.sibling_number, each.sibling_count) for each in messages}
        shared = self.by_id.keys() & before.keys()
        return {key for key in shared if self.by_id[key] != before[key]}

    def append(self, message: Message) -> None:
        """Take one message at the end."""
        self.by_id[message.id] = self._with_text(message)
        self._numbers[message.id] = len(self.by_id)

    def grow(self, text: ReplyText) -> bool:
        """Take the text so far of a running reply; return whether it is in this branch."""
        self._texts[text.reply_id] = text
        before = self.by_id.get(text.reply_id)
        if before is None or before.status is not MessageStatus.STREAMING:
            return False
        now = self.by_id[text.reply_id] = self._with_text(before)
        self._timer.follow(before, now)
        return True

    def finish(self, reply: Message) -> bool:
        """Take a reply as it was stored at its end; return whether it is in this branch."""
        self._texts.pop(reply.id, None)
        before = self.by_id.get(reply.id)
        if before is None:
            return False
        self.by_id[reply.id] = reply
        self._timer.follow(before, reply)
        return True

    def text_of(self, message_id: int) -> ReplyText | None:
        """Return the text of a running reply in this branch; None for any other message."""
        is_running = self.by_id[message_id].status is MessageStatus.STREAMING
        return self._texts.get(message_id) if is_running else None

    def _with_text(self, message: Message) -> Message:
        """Return a message with the text so far if it is a running reply."""
        text = self._texts.get(message.id)
        if text is None or message.status is not MessageStatus.STREAMING:
            return message
        return replace(message, text=text.answer.text, reasoning=text.reasoning.text)

    def row_keys(self) -> list[int]:
        """Return the keys of all rows, from the top down: message ids, boundary and recap."""
        keys = list(self.by_id)
        self._numbers = {key: number for number, key in enumerate(keys, start=1)}
        if self.boundary_id in self.by_id:
            keys.insert(keys.index(self.boundary_id), BOUNDARY_ROW)
        if self.recap_place is not None:
            keys.insert(keys.index(self.recap_place), RECAP_ROW)
        hidden = self.forgotten_ids if self.is_folded else frozenset()
        return [key for key in keys if key not in hidden] if hidden else keys

    @property
    def recap(self) -> str:
        """The recap that the model is told, which is the newest one; empty without any."""
        return self.by_id[self.recap_id].recap if self.recap_id is not None else ""

    @property
    def recap_place(self) -> int | None:
        """The message above which the recap stands, at the boundary where there is one."""
        if self.recap_id is None and not self.is_recap_written:
            return None
        return self.boundary_id if self.boundary_id in self.by_id else self.recap_id

    @property
    def forgotten_ids(self) -> frozenset[int]:
        """The messages that the model does not see: those above the boundary in no pinned turn."""
        known_for = (self.boundary_id, self.pinned_ids, len(self.by_id))
        if self._forgotten[0] != known_for:
            self._forgotten = (known_for, self._find_forgotten())
        return self._forgotten[1]

    def _find_forgotten(self) -> frozenset[int]:
        forgotten: list[int] = []
        turn: list[int] = []
        if self.boundary_id not in self.by_id:
            return frozenset()
        for message in self.by_id.values():
            is_boundary = message.id == self.boundary_id
            if message.role is Role.USER or is_boundary:
                if self.pinned_ids.isdisjoint(turn):  # a pinned message keeps its whole turn
                    forgotten += turn
                turn = []
            if is_boundary:
                break
            turn.append(message.id)
        return frozenset(forgotten)

    def state_of(self, message_id: int) -> MessageState:
        """Return what the widget of a message shows apart from the message."""
        sibling_number, sibling_count = self._siblings.get(message_id, (1, 1))
        return MessageState(
            number=self._numbers[message_id],
            count=len(self.by_id),
            sibling_number=sibling_number,
            sibling_count=sibling_count,
            is_pinned=message_id in self.pinned_ids,
            is_selected=message_id in self.selected_ids,
            is_newest=message_id == next(reversed(self.by_id)),
            is_forgotten=message_id in self.forgotten_ids,
            has_figures=message_id in self.figure_ids,
            is_remote=self.is_remote,
        )

    def reasoning_seconds(self, message_id: int) -> float | None:
        """Return how long a reply was reasoned about, or None where that was not seen."""
        return self._timer.seconds(message_id)

    def shown_length(self, message_id: int) -> int:
        """Return how many letters of a message are drawn at most."""
        return self._longest.get(message_id, LONGEST_DRAWN_TEXT)

    def show_next_part(self, message_id: int) -> None:
        """Draw more letters of a message from now on."""
        self._longest[message_id] = self.shown_length(message_id) + LONGEST_DRAWN_TEXT

    def last_text(self, role: Role) -> str | None:
        """Return the newest text of one side, or None where there is none."""
        texts = (each.text for each in reversed(self.by_id.values()) if each.role is role)
        return next((text for text in texts if text), None)
