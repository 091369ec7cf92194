"""Brings cached conversations back: from files before they are needed, from copies into slots."""

import time
from collections.abc import Callable
from collections.abc import Sequence as AnySequence

from msgspec.structs import replace

from engine.core.kv_copies import KVCopies
from engine.kv.cache_keys import is_shared, is_source
from engine.kv.cached_state import CachedState
from engine.kv.container import Miss
from engine.kv.disk_tier import Disk
from engine.kv.disk_worker import LoadFinished
from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy, pack_tokens
from engine.messages.commands import DiscardConversation
from engine.messages.programs import is_program
from engine.scheduling.costs import Costs
from engine.scheduling.matching import Matcher
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState

_LATE_SECONDS = 5.0  # no request waits longer for a file
_OVERHEAD_SECONDS = 0.002  # of each restore, whatever its size
_FIRST_TOKEN_SECONDS = 0.002  # of prefill, before it was measured at all
_WORTH_A_PAUSE = 10  # times the pause of the others that must be saved in prefill


class Restorer:
    """Decides which states are worth restoring; counts others as ``misses``. Engine thread."""

    def __init__(
        self,
        copies: KVCopies,
        ram: RamTier,
        disk: Disk,
        pool: SlotPool,
        matcher: Matcher,
        costs: Costs,
    ) -> None:
        self._copies = copies
        self._ram = ram
        self._disk = disk
        self._pool = pool
        self._states = pool.states
        self._matcher = matcher
        self._costs = costs
        self.misses: dict[str, int] = {}
        self._suspect_ids: set[str] = set()

    def note_discarded(self, command: DiscardConversation) -> None:
        """Record that a conversation crashed the engine: it reuses no other one's state."""
        if command.is_suspect:
            self._suspect_ids.add(command.conversation_id)

    def find_beginning(self, sequence: Sequence) -> None:
        """Let a request begin in a source or another chat's state, mostly as a branch.

        States in slots do not need this: they are copied from there.
        """
        # A prompt of the user's own after the source is short; a long one is a separate prefix.
        least = max(MIN_CACHED_TOKENS - 1, sequence.shared_prefix_length // 2)
        source = self._longest(sequence, least, lambda state: is_source(state.key))
        if source is not None:
            sequence.shared_key, sequence.shared_prefix_length = source.key, 0
        name = sequence.conversation_id
        if name in self._suspect_ids or self._pool.slot_for(name) is not None:
            return
        known = max(
            sequence.shared_prefix_length,
            self._usable_count(source, sequence),
            self._usable_count(self._states.get(name), sequence),
        )

        def is_chat(state: CachedState) -> bool:
            # A program must not learn from its own figures the beginnings of the window's chats.
            is_alike = is_program(state.key) == is_program(name)
            is_common = is_shared(state.key) or is_source(state.key)
            return state.slot is None and is_alike and not is_common

        def is_worth(state: CachedState, count: int) -> bool:
            # Its whole state is restored, however little of it is needed.
            return count - known >= self.least_worth(state)

        chat = self._longest(sequence, known + MIN_CACHED_TOKENS - 1, is_chat, is_worth)
        if chat is not None:
            sequence.shared_key, sequence.shared_prefix_length = chat.key, 0

    def _longest(
        self,
        sequence: Sequence,
        least: int,
        is_wanted: Callable[[CachedState], bool],
        is_worth: Callable[[CachedState, int], bool] = lambda _state, _count: True,
    ) -> CachedState | None:
        """Return the wanted state with the most usable tokens of a prompt, if more than ``least``.

        ``least`` is MIN_CACHED_TOKENS - 1 or more.
        """
        tokens = sequence.prompt.tokens
        if len(tokens) <= least:
            return None
        best: CachedState | None = None
        beginning, packed = tokens[: least + 1], pack_tokens(tokens[: least + 1])
        # Not over all states: there may be thousands of files.
        for state in self._states.beginning_like(tokens):
            # Bytes are compared before tokens.
            is_other = state.key != sequence.conversation_id and is_wanted(state)
            if not is_other or not state.begins_with(beginning, packed):
                continue
            count = self._usable_count(state, sequence)
            if count >= len(beginning) and is_worth(state, count):
                best, beginning = state, tokens[: count + 1]
                packed = pack_tokens(beginning)
        return best

    def _usable_count(self, state: CachedState | None, sequence: Sequence) -> int:
        """Return how many tokens of a prompt a state would save, at any cost."""
        if state is None:
            return 0
        return self._matcher.usable(state.tokens, state.point_counts, sequence.prompt)

    def prepare(self, sequence: Sequence) -> None:
        """Begin to load the file that a request can use; it waits for that (``pending_key``).

        The order of the checks: a slot or a copy in RAM needs no disk. Then the request's own
        conversation, whose file saves at least as much as that of its system prompt. Only one file
        is waited for.
        """
        if self._is_here(sequence.conversation_id):
            return
        for key in sequence.cache_keys:
            if self._ram.get(key) is None and self._spares_prefill(key, sequence):
                self._disk.load(key)
                sequence.pending_key = key
                return

    def focus(self, conversation_id: str | None) -> None:
        """Load the conversation that the user sees, before any request for it."""
        if conversation_id is None or self._is_here(conversation_id):
            return
        state = self._states.get(conversation_id)
        if state is None or state.usable_file is None:
            return
        if self._is_worth_loading(state, state.token_count):
            self._disk.load(conversation_id)

    def idle_seconds(self) -> float | None:
        """Return the seconds until the next check for late files, or None."""
        return _LATE_SECONDS if self._states.loading else None

    def finish_loads(
        self, loads: AnySequence[LoadFinished], waiting: AnySequence[Sequence]
    ) -> None:
        """Store the loaded states; the requests that waited for them can continue."""
        for event in loads:
            self._finish_load(event, [s for s in waiting if s.pending_key == event.job.key])
        since = time.monotonic() - _LATE_SECONDS
        for state in self._states.loading:
            if state.load_job is not None and state.load_job.started < since:
                self._states.end_load(state)
                self._miss(Miss.LATE)
        for sequence in waiting:
            key = sequence.pending_key
            if key is not None and not self._states.is_loading(key):
                sequence.pending_key = None

    def restore(self, slot: Slot, copy: SlotCopy, then: Callable[[float], None]) -> None:
        """Fill a slot; ``then`` gets the duration of the copy in seconds and its origin.

        A state that the library refuses leaves the slot empty, is counted, and is not tried again.
        """
        self._costs.assume(copy.token_seconds)  # the first prompt of this process may be its own
        if copy.is_from_disk:
            # A quarantine until a slot has proved the file: the process may crash on it.
            self._disk.begin_restore(copy.key)

        def finish(seconds: float | None) -> None:
            if copy.is_from_disk:
                self._disk.commit_restore(copy.key, is_good=seconds is not None)
            if seconds is None:
                self._miss(Miss.REFUSED)
                self._ram.drop(copy.key)
                then(0.0)
            else:
                self._ram.replace(replace(copy, load_seconds=None))
                then((copy.load_seconds or 0.0) + seconds)

        self._copies.copy_in(slot, copy, finish)

    def _finish_load(self, event: LoadFinished, waiters: list[Sequence]) -> None:
        for sequence in waiters:
            sequence.pending_key = None
        if isinstance(event.result, Miss):
            self._miss(event.result)
            for sequence in waiters:
                self.prepare(sequence)  # the file of its system prompt may still be there
        elif self._is_here(event.job.key):
            # A request came meanwhile, without its file: its tokens are newer.
            self._miss(Miss.LATE)
        elif waiters:
            # Claimed until it is admitted: the budget may be smaller than the promised states.
            self._ram.put(event.result, is_claimed=True)
        else:
            self._place_ahead(event.result)

    def _place_ahead(self, copy: SlotCopy) -> None:
        """Put a conversation into a free slot while the model is idle, else into RAM."""
        slot = self._pool.lowest_free()
        is_busy = bool(self._pool.in_state(SlotState.RUNNING))
        if slot is None or is_busy or is_shared(copy.key) or is_source(copy.key):
            self._ram.put(copy)
            return

        def park(seconds: float) -> None:
            if slot.cached_tokens:
                slot.restored_seconds = seconds
                self._pool.park(slot, copy.key)

        self.restore(slot, copy, park)

    def _is_here(self, conversation_id: str) -> bool:
        in_slot = self._pool.slot_for(conversation_id) is not None
        is_moving = conversation_id in self._copies.moving
        return in_slot or is_moving or self._ram.get(conversation_id) is not None

    def _spares_prefill(self, key: str, sequence: Sequence) -> bool:
        """Return whether a file would save a request more prefill than any slot does."""
        state = self._states.get(key)
        if state is None or state.usable_file is None:
            return False
        shared = self._usable_count(state, sequence)
        forked = (
            self._matcher.match_fork(slot, sequence.prompt).token_count for slot in self._pool.slots
        )
        return shared > max(forked, default=0) and self._is_worth_loading(state, shared)

    def _is_worth_loading(self, state: CachedState, token_count: int) -> bool:
        """Return whether to load a file that saves this much prefill; if not, it is counted."""
        is_worth = token_count >= self.least_worth(state)
        if not is_worth:
            self._miss(Miss.SLOWER)
        return is_worth

    def least_worth(self, state: CachedState) -> int:
        """Return the number of saved tokens from which restoring a state is faster than prefill.

        Prefill can be done in pieces. A restore cannot, except on the thread if slots can be lent;
        otherwise a perceptible pause must save much more prefill than it takes.
        """
        if state.copy is not None:  # it need not be read
            byte_count, measured, reading = state.copy.byte_count, state.copy.token_seconds, 0.0
        else:
            assert state.file is not None, "only restorable states are weighed"
            header = state.file.header
            byte_count, measured = header.payload_bytes, header.token_seconds
            reading = byte_count / self._disk.read_rate
        pause = self._copies.restore_seconds(byte_count)
        token_seconds = self._costs.token_seconds or measured or _FIRST_TOKEN_SECONDS
        is_long = pause > 2 * self._copies.target_seconds and not self._copies.can_lend
        is_felt = is_long and self._pool.in_state(SlotState.RUNNING)
        total = _WORTH_A_PAUSE * pause if is_felt else _OVERHEAD_SECONDS + reading + pause
        return int(total / token_seconds) + 1

    def _miss(self, reason: Miss) -> None:
        """Count a cached state that is not used."""
        self.misses[reason.value] = self.misses.get(reason.value, 0) + 1
