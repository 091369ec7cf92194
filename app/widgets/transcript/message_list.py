"""The messages of a conversation, and the state of each apart from its text."""

import time
from collections.abc import Callable, Collection

import msgspec
from msgspec.structs import replace

from app.domain.messages import Message, MessageStatus, Role
from app.domain.reply_text import ReplyText
from app.tools.model import ToolProgress
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.model_line import MODEL_ROW, model_changes
from app.widgets.transcript.steps import CitedPage, StepIndex, TurnSteps, is_silent

BOUNDARY_ROW = -1  # ids of messages are positive
RECAP_ROW = -2


def is_reasoning(message: Message) -> bool:
    """Return whether a running reply has reasoning, but no answer yet."""
    is_open = message.status is MessageStatus.STREAMING and not message.text
    return is_open and bool(message.reasoning)


class ReasoningTimer:
    """Measures the reasoning of each reply, unless it had begun when it was first seen."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: dict[int, float] = {}
        self._seconds: dict[int, float] = {}

    def follow(self, before: Message, now: Message) -> None:
        """Follow a change of a message."""
        if is_reasoning(now) and not before.reasoning:
            self._begun[now.id] = self._clock()
        elif not is_reasoning(now) and now.id in self._begun:
            self._seconds[now.id] = self._clock() - self._begun.pop(now.id)

    def seconds(self, message_id: int) -> float | None:
        """Return the seconds of reasoning, up to now if it has not ended; None if unknown."""
        begun = self._begun.get(message_id)
        return self._seconds.get(message_id) if begun is None else self._clock() - begun

    def keep_only(self, message_ids: Collection[int]) -> None:
        """Remove the times of all other messages."""
        self._begun = {key: at for key, at in self._begun.items() if key in message_ids}
        self._seconds = {key: took for key, took in self._seconds.items() if key in message_ids}


class CallState(msgspec.Struct, frozen=True):
    """The state of a call that its card shows in addition to its message.

    Attributes:
        sends_to: what leaves this computer, in words; empty if nothing does.
        warning: why a call that would be allowed waits for the user.
        progress: of a running call, None before the first report.
        is_asked: whether it waits for the user if it has no decision yet.
        is_first: whether it is the first of those that wait, which the main button belongs to.
    """

    sends_to: str = ""
    warning: str = ""
    progress: ToolProgress | None = None
    is_asked: bool = False
    is_first: bool = False


class MessageState(msgspec.Struct, frozen=True):
    """The state of a message apart from its text.

    Attributes:
        number: its place in the conversation, from 1, among ``count``.
        sibling_number: its place among its versions, from 1, among ``sibling_count``.
        is_newest: whether it is the last message.
        has_lasting_actions: whether its actions are always drawn: those of the newest reply.
        has_floating_actions: whether they lie over its end and take no row: those of the newest
            reply in a cell of the grid, where they are drawn under the mouse only.
        running_text: what a running reply does, or its figures so far; None if it does not run.
        is_out_of_context: whether it has left the context window.
        has_figures: whether its figures are shown below it.
        is_remote: whether another machine answers this chat.
        is_answering: whether a turn of this chat runs.
        versions_id: the message whose versions the arrows show; None for the message itself.
        is_folded: whether its reasoning is part of a folded line of steps.
        call: of a message of a tool.
        pages: what an answer cites.
    """

    number: int = 1
    count: int = 1
    sibling_number: int = 1
    sibling_count: int = 1
    is_pinned: bool = False
    is_selected: bool = False
    is_newest: bool = False
    has_lasting_actions: bool = False
    has_floating_actions: bool = False
    running_text: str | None = None
    is_out_of_context: bool = False
    has_figures: bool = False
    is_remote: bool = False
    is_answering: bool = False
    versions_id: int | None = None
    is_folded: bool = False
    call: CallState = CallState()
    pages: tuple[CitedPage, ...] = ()


class MessageList:
    """Owns the messages and their states; widgets exist only near the view."""

    def __init__(self) -> None:
        self._by_id: dict[int, Message] = {}  # oldest first
        self._grown_ids: set[int] = set()  # running replies with more text than in ``_by_id``
        self.boundary_id: int | None = None
        self.is_remote = False  # whether another machine answers
        self.is_compact = False  # as in a cell of the grid: no actions are always drawn
        self.running_text = ""  # of the running reply, if there is one
        self.is_answering = False  # whether a turn runs
        self.is_folded = False  # messages out of the context have no rows
        self.recap_written_at: int | None = None  # the message before which one is being written
        self.recap_id: int | None = None
        self.next_model = ""  # the model that was chosen for the next answer; empty for none
        self.models: dict[int, str] = {}  # by the keys of the rows from which on they answer
        self.unfolded_ids: set[int] = set()
        self.unfolded_steps: set[int] = set()  # by the keys of their rows
        self.calls: dict[int, CallState] = {}  # of messages of tools
        self.first_asking_id: int | None = None
        self._steps: StepIndex | None = None  # None: to be found
        self.figure_ids: set[int] = set()  # messages with figures below them
        self.pinned_ids: frozenset[int] = frozenset()
        self.selected_ids: frozenset[int] = frozenset()
        self._out_of_context: tuple[object, frozenset[int]] = (None, frozenset())
        self._numbers: dict[int, int] = {}
        self._siblings: dict[int, tuple[int, int]] = {}
        self._max_chars: dict[int, int] = {}  # of messages that show more than the default
        self._timer = ReasoningTimer()
        self._texts: dict[int, ReplyText] = {}  # of running replies, in this branch or another

    @property
    def by_id(self) -> dict[int, Message]:
        """The messages with their texts so far, oldest first."""
        while self._grown_ids:
            key = self._grown_ids.pop()
            if key in self._by_id:
                self._by_id[key] = self._with_text(self._by_id[key])
        return self._by_id

    def set_messages(self, messages: tuple[Message, ...]) -> set[int]:
        """Replace the messages; return the ids of those that were there and have changed."""
        before, self._by_id = self.by_id, {each.id: self._with_text(each) for each in messages}
        self._out_of_context = (None, frozenset())
        self._steps = None
        self.calls = {key: call for key, call in self.calls.items() if key in self.by_id}
        self._timer.keep_only(self.by_id)
        self.pinned_ids = frozenset(each.id for each in messages if each.is_pinned)
        self.recap_id = next((each.id for each in reversed(messages) if each.recap), None)
        self._siblings = {each.id: (each.sibling_number, each.sibling_count) for each in messages}
        shared = self.by_id.keys() & before.keys()
        return {key for key in shared if self.by_id[key] != before[key]}

    def append(self, message: Message) -> None:
        """Append a message."""
        self._steps = None
        self.by_id[message.id] = self._with_text(message)
        self._numbers[message.id] = len(self.by_id)

    def grow(self, text: ReplyText) -> bool:
        """Update the text of a running reply; return whether it is in this branch."""
        self._texts[text.reply_id] = text
        before = self._by_id.get(text.reply_id)
        if before is None or before.status is not MessageStatus.STREAMING:
            return False
        if before.text:
            # The reasoning has ended, so nothing is measured. A hidden chat is not read until it
            # is shown, and a copy of its message for each piece would cost more than its drawing.
            self._grown_ids.add(text.reply_id)
            return True
        now = self._by_id[text.reply_id] = self._with_text(before)
        self._timer.follow(before, now)
        return True

    def has_grown(self, text: ReplyText) -> bool:
        """Return whether this text has grown since the messages were read."""
        return text.reply_id in self._grown_ids and self._texts.get(text.reply_id) is text

    def finish(self, reply: Message) -> bool:
        """Replace a reply or a call that has ended; return whether it is in this branch."""
        self._texts.pop(reply.id, None)
        self._steps = None
        before = self.by_id.get(reply.id)
        if before is None:
            return False
        self.by_id[reply.id] = reply
        self._timer.follow(before, reply)
        return True

    def text_of(self, message_id: int) -> ReplyText | None:
        """Return the text of a running reply in this branch; None for any other message."""
        is_running = self._by_id[message_id].status is MessageStatus.STREAMING
        return self._texts.get(message_id) if is_running else None

    def _with_text(self, message: Message) -> Message:
        """Return a message with the text so far if it is a running reply."""
        text = self._texts.get(message.id)
        if text is None or message.status is not MessageStatus.STREAMING:
            return message
        return replace(message, text=text.answer.text, reasoning=text.reasoning.text)

    def row_keys(self) -> list[int]:
        """Return the keys of all rows, from the top down: messages, boundary, recap and so on."""
        self._numbers = {key: number for number, key in enumerate(self.by_id, start=1)}
        keys = self._with_models(self._message_keys())
        if self.boundary_id in self.by_id:
            keys.insert(self._index_of(keys, self.boundary_id), BOUNDARY_ROW)
        if self.recap_place is not None:
            keys.insert(self._index_of(keys, self.recap_place), RECAP_ROW)
        hidden = self.out_of_context_ids if self.is_folded else frozenset()
        hidden |= {MODEL_ROW - each for each in hidden}
        return [key for key in keys if key not in hidden] if hidden else keys

    @property
    def steps(self) -> StepIndex:
        """The steps of all turns that called tools and have ended."""
        if self._steps is None:
            self._steps = StepIndex(self.by_id.values())
        return self._steps

    def folded_steps(self, message_id: int) -> TurnSteps | None:
        """Return the folded steps that hide a message, or None."""
        steps = self.steps.by_step.get(message_id)
        return None if steps is None or steps.key in self.unfolded_steps else steps

    def _message_keys(self) -> list[int]:
        """Return the keys of messages that have a row, and of the lines of steps."""
        keys: list[int] = []
        last: TurnSteps | None = None
        for key, message in self.by_id.items():
            if is_silent(message):
                continue
            steps = self.steps.by_step.get(key)
            if steps is not None and steps is not last:
                keys.append(steps.key)
                last = steps
            if steps is None or steps.key in self.unfolded_steps:
                keys.append(key)
        return keys

    def _with_models(self, keys: list[int]) -> list[int]:
        """Return the keys with those of the lines where another model begins to answer."""
        self.models = model_changes(self.by_id.values(), self.next_model)
        lines = {MODEL_ROW - key: key for key in self.models}  # by the message below
        last = lines.pop(0, None)
        found: list[int] = []
        for key in keys:
            if key in lines:
                found.append(lines.pop(key))
            found.append(key)
        for below, key in lines.items():  # above an answer without a row of its own
            found.insert(self._index_of(found, below), key)
        return found if last is None else [*found, last]

    def steps_seconds(self, steps: TurnSteps) -> float | None:
        """Return the seconds of reasoning in steps and answer; None if unknown."""
        known = [self._timer.seconds(key) for key in steps.thinking_ids]
        return sum(each for each in known if each is not None) if any(known) else None

    def _index_of(self, keys: list[int], message_id: int) -> int:
        """Return the place of the row of a message, or of the first row after it."""
        after = set(list(self.by_id)[list(self.by_id).index(message_id) :])
        return next((at for at, key in enumerate(keys) if key in after), len(keys))

    @property
    def recap(self) -> str:
        """The newest recap, which is part of the prompt; empty if there is none."""
        return self.by_id[self.recap_id].recap if self.recap_id is not None else ""

    @property
    def recap_place(self) -> int | None:
        """The message below the recap: the one at the boundary, if there is one."""
        if self.recap_written_at in self.by_id:
            return self.recap_written_at
        if self.recap_id is None:
            return None
        return self.boundary_id if self.boundary_id in self.by_id else self.recap_id

    @property
    def out_of_context_ids(self) -> frozenset[int]:
        """The messages out of the context: those above the boundary, but for pinned turns."""
        known_for = (self.boundary_id, self.pinned_ids, len(self.by_id))
        if self._out_of_context[0] != known_for:
            self._out_of_context = (known_for, self._find_out_of_context())
        return self._out_of_context[1]

    def _find_out_of_context(self) -> frozenset[int]:
        found: list[int] = []
        turn: list[int] = []
        if self.boundary_id not in self.by_id:
            return frozenset()
        for message in self.by_id.values():
            is_boundary = message.id == self.boundary_id
            if message.role is Role.USER or is_boundary:
                if self.pinned_ids.isdisjoint(turn):  # a pinned message keeps its whole turn
                    found += turn
                turn = []
            if is_boundary:
                break
            turn.append(message.id)
        return frozenset(found)

    def state_of(self, message_id: int) -> MessageState:
        """Return the state of a message apart from its text."""
        sibling_number, sibling_count = self._siblings.get(message_id, (1, 1))
        steps = self.steps.by_answer.get(message_id)
        versions_id = None
        if steps is not None and sibling_count == 1:
            # The first reply has the versions of the whole turn, and may be folded.
            versions_id = steps.first_id
            sibling_number, sibling_count = self._siblings.get(versions_id, (1, 1))
        message = self.by_id[message_id]
        is_newest = message_id == next(reversed(self.by_id))
        is_running = is_newest and message.status is MessageStatus.STREAMING
        is_end = is_newest and message.role is Role.ASSISTANT
        # Arrows and pins are always drawn, and then the row is not empty.
        has_signs = sibling_count > 1 or message_id in self.pinned_ids
        return MessageState(
            number=self._numbers[message_id],
            count=len(self.by_id),
            sibling_number=sibling_number,
            sibling_count=sibling_count,
            is_pinned=message_id in self.pinned_ids,
            is_selected=message_id in self.selected_ids,
            is_newest=is_newest,
            has_lasting_actions=is_end and not self.is_compact,
            has_floating_actions=is_end and self.is_compact and not has_signs,
            running_text=self.running_text if is_running else None,
            is_out_of_context=message_id in self.out_of_context_ids,
            has_figures=message_id in self.figure_ids,
            is_remote=self.is_remote,
            is_answering=self.is_answering,
            versions_id=versions_id,
            is_folded=steps is not None and steps.key not in self.unfolded_steps,
            call=replace(
                self.calls.get(message_id, CallState()),
                is_first=message_id == self.first_asking_id,
            ),
            pages=() if steps is None else steps.pages,
        )

    def reasoning_seconds(self, message_id: int) -> float | None:
        """Return the seconds of reasoning of a reply; None if unknown."""
        return self._timer.seconds(message_id)

    def shown_length(self, message_id: int) -> int:
        """Return the maximum number of characters of a message that are drawn."""
        return self._max_chars.get(message_id, LONGEST_DRAWN_TEXT)

    def show_next_part(self, message_id: int) -> None:
        """Raise the number of characters of a message that are drawn."""
        self._max_chars[message_id] = self.shown_length(message_id) + LONGEST_DRAWN_TEXT

    def last_text(self, role: Role) -> str | None:
        """Return the newest text with this role that is not empty, or None."""
        texts = (each.text for each in reversed(self.by_id.values()) if each.role is role)
        return next((text for text in texts if text), None)
