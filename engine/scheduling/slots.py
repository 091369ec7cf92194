"""The slot pool: the conversation of each sequence id, and the tokens in its KV."""

import enum
import time
from collections.abc import Callable
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field

from engine.backend import Checkpoint
from engine.kv.cached_state import CachedState, CachedStates
from engine.scheduling.sequence import Sequence, SequenceState
from engine.text.media_spans import MediaSpan

RESULT_SECONDS = 30.0  # during which a conversation that waits for a tool is evicted last


class SlotState(enum.Enum):
    """Every slot is in exactly one of these."""

    FREE = "free"
    PARKED = "parked"
    RUNNING = "running"
    LENT = "lent"


@dataclass(slots=True, eq=False)
class Slot:
    """One sequence id of llama.cpp, and the conversation whose KV it holds.

    ``owner`` is that conversation's state, which knows this slot as its only one.

    ``cached_tokens`` has one token id for every cell the slot owns, in order of position; a sampled
    token enters it after its decode. ``spans`` are the pictures among them, the last one perhaps
    without its last rows. The slot of a running request stays the conversation's
    and is counted once, as RUNNING. ``restored_seconds`` is the time of restoring it from the
    disk, if no request has used it since. A conversation that is ephemeral will not be continued.
    ``version`` changes when tokens are removed, not when tokens are appended.
    ``lent`` counts the running copies out of it or into it: until they have ended, it is in no
    decode call, and if no request runs in it, it is given to none.
    ``awaits_result_until`` is a time of the pool's clock: until then the conversation is expected
    to continue with the result of a tool.
    """

    index: int
    cached_tokens: list[int] = field(default_factory=list)
    spans: list[MediaSpan] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    owner: CachedState | None = None
    sequence: Sequence | None = None
    last_used: int = 0
    restored_seconds: float | None = None
    is_ephemeral: bool = False
    version: int = 0
    lent: int = 0
    awaits_result_until: float = 0.0

    @property
    def conversation_id(self) -> str | None:
        """Return the conversation whose KV the slot holds; None for a free one."""
        return None if self.owner is None else self.owner.key

    @property
    def state(self) -> SlotState:
        """Return the one class that the slot is counted in."""
        if self.sequence is not None:
            return SlotState.RUNNING
        if self.lent:
            return SlotState.LENT
        return SlotState.FREE if self.owner is None else SlotState.PARKED

    @property
    def is_filling(self) -> bool:
        """Return whether it is being filled for a request, or is emptied when its copies end."""
        if self.sequence is None:
            return self.lent > 0 and self.owner is None
        return self.lent > 0 and self.sequence.state is SequenceState.QUEUED


def common_length(held: AnySequence[int], tokens: tuple[int, ...], known: int = 0) -> int:
    """Return how many leading tokens are the same; the first ``known`` are not compared."""
    # Slices are compared in C, a loop over tokens would be in Python. They grow from the
    # beginning on, since most conversations differ early, and shrink where they have differed.
    low, high = known, min(len(held), len(tokens))
    size = 1
    while low < high:
        middle = min(low + size, high)
        if tuple(held[low:middle]) == tokens[low:middle]:
            low, size = middle, 2 * size
        else:
            high, size = middle - 1, max(1, (middle - low) // 2)
    return low


class SlotPool:
    """Owns the slots of one context; lives on the engine thread."""

    def __init__(self, slot_count: int, now: Callable[[], float] = time.monotonic) -> None:
        self.slots = tuple(Slot(index) for index in range(slot_count))
        self.states = CachedStates()
        self._use_count = 0
        self._now = now

    def in_state(self, state: SlotState) -> list[Slot]:
        """Return the slots in a state, ascending."""
        return [slot for slot in self.slots if slot.state is state]

    def slot_of(self, sequence: Sequence) -> Slot:
        """Return the slot that a sequence runs in."""
        assert sequence.slot is not None, "only a running sequence has a slot"
        return self.slots[sequence.slot]

    def slot_for(self, conversation_id: str) -> Slot | None:
        """Return the one slot that holds a conversation's KV, running or parked."""
        state = self.states.get(conversation_id)
        return None if state is None or state.slot is None else self.slots[state.slot]

    def parked_for(self, conversation_id: str) -> Slot | None:
        """Return the slot that still holds a conversation's KV and is not running."""
        slot = self.slot_for(conversation_id)
        return slot if slot is not None and slot.state is SlotState.PARKED else None

    def lowest_free(self) -> Slot | None:
        """Return the free slot with the lowest id, or None when the pool is exhausted."""
        return next((slot for slot in self.slots if slot.state is SlotState.FREE), None)

    def least_recently_used(self, claimed: set[int]) -> Slot | None:
        """Return the parked slot that was used longest ago and is not claimed.

        Slots of conversations that wait for the result of a tool come last.
        """
        now = self._now()
        parked = (slot for slot in self.in_state(SlotState.PARKED) if slot.index not in claimed)
        return min(parked, key=lambda e: (e.awaits_result_until > now, e.last_used), default=None)

    def acquire(self, slot: Slot, sequence: Sequence) -> None:
        """Give a free or parked slot to a request that starts to run."""
        assert slot.sequence is None, "a slot runs one sequence"
        self._hold(slot, sequence.conversation_id)
        slot.sequence = sequence
        slot.awaits_result_until = 0.0
        slot.is_ephemeral = sequence.is_ephemeral
        sequence.slot = slot.index

    def release(self, slot: Slot) -> None:
        """Park a slot whose request has ended, or free it if it holds nothing."""
        slot.sequence = None
        self._note_use(slot)
        if not slot.cached_tokens:
            self.clear(slot)

    def await_result(self, slot: Slot) -> None:
        """Record that a conversation that has just parked waits for the results of tools."""
        slot.awaits_result_until = self._now() + RESULT_SECONDS

    def park(self, slot: Slot, conversation_id: str) -> None:
        """Give a free slot to a conversation whose KV it was filled with, ahead of any request."""
        assert slot.sequence is None, "a running slot cannot be parked"
        self._hold(slot, conversation_id)
        slot.is_ephemeral = False
        self._note_use(slot)

    def disown(self, slot: Slot) -> None:
        """Take a lent slot from its conversation; it is emptied when its transfers have ended."""
        assert slot.lent, "a slot that is not lent is emptied at once"
        self._let_go(slot)

    def clear(self, slot: Slot) -> None:
        """Free a slot; its KV must have been cleared before."""
        assert not slot.cached_tokens, "a slot is free only when its KV is empty"
        self._let_go(slot)

    def _note_use(self, slot: Slot) -> None:
        self._use_count += 1
        slot.last_used = self._use_count

    def _hold(self, slot: Slot, conversation_id: str) -> None:
        """Make a slot the one slot of a conversation."""
        state = self.states.at(conversation_id)
        # In two slots, it would lose one of them only when it is removed.
        assert state.slot in (None, slot.index), "a conversation has one slot"
        if slot.owner is not state:
            self._let_go(slot)
            slot.awaits_result_until = 0.0
        slot.owner, state.slot = state, slot.index

    def _let_go(self, slot: Slot) -> None:
        if slot.owner is not None and slot.owner.slot == slot.index:
            slot.owner.slot = None
            self.states.note_change(slot.owner)
        slot.owner = None
