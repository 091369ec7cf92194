"""Brings cached conversations back: from files before they are needed, from copies into slots."""

import time
from collections.abc import Callable
from collections.abc import Sequence as AnySequence
from dataclasses import replace

from engine.core.slot_copier import SlotCopier
from engine.core.slot_transfers import SlotTransfers
from engine.kv.cache_folder import CacheFile
from engine.kv.cached_state import CachedStates
from engine.kv.container import Miss
from engine.kv.disk_events import LoadFinished
from engine.kv.disk_tier import Disk
from engine.kv.ram_tier import RamTier
from engine.kv.shared_prefixes import is_shared
from engine.kv.slot_copy import SlotCopy
from engine.kv.source_ids import is_source
from engine.scheduling.cost_model import CostModel
from engine.scheduling.matching import Matcher
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState

_LATE_SECONDS = 5.0  # no request waits longer for a file
_OVERHEAD_SECONDS = 0.002  # of each restore, whatever its size
_FIRST_TOKEN_SECONDS = 0.002  # of prefill, where nothing was measured at all
_WORTH_A_PAUSE = 10  # times the pause of the others must be spared in prefill


class Restorer:
    """Decides what is worth restoring, and counts as ``misses`` what is not. Engine thread."""

    def __init__(
        self,
        *,
        states: CachedStates,
        ram: RamTier,
        disk: Disk,
        pool: SlotPool,
        matcher: Matcher,
        copier: SlotCopier,
        transfers: SlotTransfers,
        costs: CostModel,
        target_seconds: float,
    ) -> None:
        self._states = states
        self._ram = ram
        self._disk = disk
        self._pool = pool
        self._matcher = matcher
        self._copier = copier
        self._transfers = transfers
        self._costs = costs
        self._target_seconds = target_seconds
        self.misses: dict[str, int] = {}

    def prepare(self, sequence: Sequence) -> None:
        """Begin to load the file that a request can use; it waits for that (``pending_key``).

        The order of the checks: a slot or a copy in RAM needs no disk. Then the request's own
        conversation, whose file spares at least as much as that of its system prompt. Only one
        file is waited for.
        """
        if self._is_here(sequence.conversation_id):
            return
        for key in keys_of(sequence):
            if self._ram.get(key) is None and self._spares_prefill(key, sequence):
                self._disk.load(key)
                sequence.pending_key = key
                return

    def focus(self, conversation_id: str | None) -> None:
        """Load the conversation in front of the user, before anything is asked of it."""
        if conversation_id is None or self._is_here(conversation_id):
            return
        file = self._usable_file(conversation_id)
        if file is not None and self._is_quicker(file, file.header.token_count):
            self._disk.load(conversation_id)

    def idle_seconds(self) -> float | None:
        """Return the seconds until the next check for late files, or None."""
        return _LATE_SECONDS if self._states.loading else None

    def finish_loads(
        self, loads: AnySequence[LoadFinished], waiting: AnySequence[Sequence]
    ) -> None:
        """Store what was loaded; the requests that waited for it can go on."""
        for event in loads:
            self._finish_load(event, [s for s in waiting if s.pending_key == event.job.key])
        self._give_up_late_loads()
        for sequence in waiting:
            if sequence.pending_key is not None and not self._states.is_loading(
                sequence.pending_key
            ):
                sequence.pending_key = None

    def restore(
        self, slot: Slot, copy: SlotCopy, sequence: Sequence, then: Callable[[], None]
    ) -> None:
        """Fill the slot of a request with a copy, perhaps beside other replies, and go on."""
        self._begin(copy)

        def note(seconds: float | None) -> None:
            sequence.restore_seconds = self._commit(copy, seconds)
            then()

        self._transfers.copy_in(slot, copy, note)

    def _begin(self, copy: SlotCopy) -> None:
        """Put a file into quarantine that no slot has proved yet: the process may end over it."""
        self._costs.assume(copy.token_seconds)  # the first prompt of this process may be its own
        if copy.is_from_disk:
            self._disk.begin_restore(copy.key)

    def _commit(self, copy: SlotCopy, seconds: float | None) -> float:
        """Return the seconds a copy took from where it was.

        What the library refuses leaves the slot empty, is counted, and is not tried again.
        """
        if copy.is_from_disk:
            self._disk.commit_restore(copy.key, is_good=seconds is not None)
        if seconds is None:
            self._miss(Miss.REFUSED)
            self._ram.drop(copy.key)
            return 0.0
        self._ram.replace(replace(copy, load_seconds=None))
        return (copy.load_seconds or 0.0) + seconds

    def _finish_load(self, event: LoadFinished, waiters: list[Sequence]) -> None:
        for sequence in waiters:
            sequence.pending_key = None
        if isinstance(event.result, Miss):
            self._miss(event.result)
            for sequence in waiters:
                self.prepare(sequence)  # the file of its system prompt may still be there
        elif self._is_here(event.job.key):
            # It was asked meanwhile, without its file: what it has is newer.
            self._miss(Miss.LATE)
        elif waiters:
            # Claimed until it is admitted: the budget may be smaller than what was promised.
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
        self._begin(copy)
        seconds = self._commit(copy, self._copier.restore(slot, copy))
        if slot.cached_tokens:
            slot.restored_seconds = seconds
            self._pool.park(slot, copy.key)

    def _give_up_late_loads(self) -> None:
        since = time.monotonic() - _LATE_SECONDS
        for state in self._states.loading:
            if state.load_job is not None and state.load_job.started < since:
                state.load_job = None
                self._miss(Miss.LATE)

    def _is_here(self, conversation_id: str) -> bool:
        in_slot = self._pool.slot_for(conversation_id) is not None
        is_moving = conversation_id in self._transfers.moving
        return in_slot or is_moving or self._ram.get(conversation_id) is not None

    def _usable_file(self, key: str) -> CacheFile | None:
        state = self._states.get(key)
        return None if state is None else state.usable_file

    def _spares_prefill(self, key: str, sequence: Sequence) -> bool:
        """Return whether a file would spare a request more prefill than any slot does."""
        file = self._usable_file(key)
        if file is None:
            return False
        prompt, header = sequence.prompt, file.header
        counts = [point.token_count for point in header.checkpoints]
        shared = self._matcher.usable(header.tokens, counts, prompt)
        forked = (self._matcher.match_fork(slot, prompt).token_count for slot in self._pool.slots)
        return shared > max(forked, default=0) and self._is_quicker(file, shared)

    def _is_quicker(self, file: CacheFile, token_count: int) -> bool:
        """Return whether restoring so many tokens beats their prefill; no is counted.

        Prefill can be done in pieces. A restore cannot, but beside other replies where slots can
        be lent; elsewhere a pause that is felt must be worth much more prefill than it takes.
        """
        byte_count = file.header.payload_bytes
        pause = self._copier.restore_seconds(byte_count)
        total = _OVERHEAD_SECONDS + byte_count / self._disk.read_rate + pause
        token_seconds = (
            self._costs.token_seconds or file.header.token_seconds or _FIRST_TOKEN_SECONDS
        )
        is_long = pause > 2 * self._target_seconds and not self._transfers.can_lend
        is_felt = is_long and self._pool.in_state(SlotState.RUNNING)
        if (_WORTH_A_PAUSE * pause if is_felt else total) < token_count * token_seconds:
            return True
        self._miss(Miss.SLOWER)
        return False

    def _miss(self, reason: Miss) -> None:
        """Count something cached that is not used."""
        self.misses[reason.value] = self.misses.get(reason.value, 0) + 1


def keys_of(sequence: Sequence) -> list[str]:
    """Return the keys of what a request can be restored from, its own conversation first."""
    keys = (sequence.conversation_id, sequence.shared_key)
    return [key for key in keys if key is not None]
