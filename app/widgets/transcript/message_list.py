"""The messages of a conversation, and what is known of each apart from its text."""

from dataclasses import dataclass, replace

from app.domain import Message, Role
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.reasoning_timer import ReasoningTimer

BOUNDARY_ROW = -1  # messages count from 1


@dataclass(frozen=True, slots=True)
class MessageState:
    """What a message's widget shows apart from the message.

    Attributes:
        number: its place in the conversation, from 1, among ``count``.
        sibling_number: its place among its versions, from 1, among ``sibling_count``.
        is_newest: only the last message offers more of a reply that was cut short.
    """

    number: int = 1
    count: int = 1
    sibling_number: int = 1
    sibling_count: int = 1
    is_pinned: bool = False
    is_selected: bool = False
    is_newest: bool = False


class MessageList:
    """Owns what is known of the messages; the widgets come and go."""

    def __init__(self) -> None:
        self.by_id: dict[int, Message] = {}  # oldest first
        self.boundary_id: int | None = None
        self.unfolded_ids: set[int] = set()
        self.pinned_ids: frozenset[int] = frozenset()
        self.selected_ids: frozenset[int] = frozenset()
        self._numbers: dict[int, int] = {}
        self._siblings: dict[int, tuple[int, int]] = {}
        self._longest: dict[int, int] = {}  # letters shown of those that were asked for more
        self._timer = ReasoningTimer()

    def set_messages(self, messages: tuple[Message, ...]) -> set[int]:
        """Take these messages instead; return which of them were there and are different now."""
        before, self.by_id = self.by_id, {message.id: message for message in messages}
        self._timer.forget_all_but(self.by_id)
        self.pinned_ids = frozenset(each.id for each in messages if each.is_pinned)
        self._siblings = {each.id: (each.sibling_number, each.sibling_count) for each in messages}
        shared = self.by_id.keys() & before.keys()
        return {key for key in shared if self.by_id[key] != before[key]}

    def append(self, message: Message) -> None:
        """Take one message at the end."""
        self.by_id[message.id] = message
        self._numbers[message.id] = len(self.by_id)

    def grow(self, message_id: int, text: str, reasoning: str) -> bool:
        """Take longer texts of a reply; return whether there is such a message."""
        message = self.by_id.get(message_id)
        if message is None:
            return False
        now = self.by_id[message_id] = replace(message, text=text, reasoning=reasoning)
        self._timer.follow(message, now)
        return True

    def change(self, message: Message) -> None:
        """Take a newer state of a message."""
        self._timer.follow(self.by_id.get(message.id, message), message)
        self.by_id[message.id] = message

    def row_keys(self) -> list[int]:
        """Return the keys of all rows, from the top down: message ids, and the boundary's."""
        keys = list(self.by_id)
        self._numbers = {key: number for number, key in enumerate(keys, start=1)}
        if self.boundary_id in self.by_id:
            keys.insert(keys.index(self.boundary_id), BOUNDARY_ROW)
        return keys

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
