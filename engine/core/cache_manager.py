"""Conversations beside their slots: kept when they lose them, brought back before needed."""

import time
from collections.abc import Container, Iterable
from dataclasses import replace
from pathlib import Path

import msgspec

from engine.backend import Backend
from engine.core.output_processor import OutputProcessor
from engine.core.runner import Runner
from engine.core.write_back import QUIT_SECONDS, WriteBack
from engine.kv.container import Header, Miss, packed
from engine.kv.disk_tier import DiskTier, Wake
from engine.kv.inventory import inventory
from engine.kv.ram_tier import MIN_CACHED_TOKENS, CachedState, RamTier, default_budget
from engine.kv.shared_prefixes import is_shared, unused_prefixes
from engine.scheduling.cost_model import CostModel
from engine.scheduling.matching import Matcher
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.prompt import TokenizedPrompt
from engine.wire.config import EngineConfig
from engine.wire.events import CacheReport, Snapshot

_LATE_SECONDS = 5.0  # nobody waits longer for a file
_RESTORE_OVERHEAD_SECONDS = 0.002
_FIRST_RATE = 1e9  # bytes per second into a slot, before it was measured
_FIRST_COPY_RATE = 1e9  # bytes per second out of a slot, before it was measured
_FIRST_TOKEN_SECONDS = 0.002  # of reading, where nothing was measured at all
_WORTH_A_PAUSE = 10  # times the pause of the others must be spared in reading
_SMOOTHING = 0.3


class KVCacheManager:
    """Owns what is kept in main memory and on the disk; lives on the engine thread."""

    def __init__(
        self,
        *,
        backend: Backend,
        config: EngineConfig,
        pool: SlotPool,
        runner: Runner,
        output_processor: OutputProcessor,
        costs: CostModel,
        wake: Wake,
    ) -> None:
        self._backend = backend
        self._pool = pool
        self._runner = runner
        self._output_processor = output_processor
        self._costs = costs
        self._target_seconds = config.step_target_seconds
        info = backend.info
        token_bytes = info.kv_bytes / (info.slot_count * info.context_window)
        self._copy_seconds = token_bytes / _FIRST_COPY_RATE  # per token, then as measured last
        self._give_rate = _FIRST_RATE
        self._was_forgotten_early = False  # before it was known what is on the disk
        self.misses: dict[str, int] = {}
        self.ram = RamTier(default_budget() if config.ram_bytes is None else config.ram_bytes)
        self.matcher = Matcher(backend.capabilities, backend.can_truncate, self.ram)
        self.disk: DiskTier | None = None
        self.write_back: WriteBack | None = None
        if config.cache_dir is not None:
            self.disk = DiskTier(
                Path(config.cache_dir),
                backend.state_identity,
                limit_bytes=config.cache_bytes,
                wake=wake,
            )
            self.disk.take_events()
            self.write_back = WriteBack(
                self.disk,
                self.ram,
                pool,
                self._state_of,
                self._is_brief,
                pause_seconds=config.write_back_seconds,
                overdue_seconds=config.overdue_seconds,
            )
            self.ram.on_leaving = self.write_back.write

    # --- before a request ---

    def memory(self, conversation_id: str) -> TokenizedPrompt:
        """Return what is remembered of a conversation's text, wherever."""
        memory = self._output_processor.memory(conversation_id)
        if memory.segments:
            return memory
        entry = self.ram.get(conversation_id)
        if entry is not None:
            return entry.memory
        header = self.disk.index.header(conversation_id) if self.disk else None
        return memory if header is None else header.memory

    def prepare(self, sequence: Sequence) -> None:
        """Begin to bring back what a request can use; it waits for that (``pending_key``)."""
        name = sequence.conversation_id
        if self.disk is None or self._is_here(name):
            return
        for key in _keys(sequence):
            if self.ram.get(key) is None and self._is_wanted(key, sequence):
                self.disk.load(key)
                sequence.pending_key = key
                return

    def focus(self, conversation_id: str | None) -> None:
        """Bring back the conversation in front of the user, before anything is asked of it."""
        if self.disk is None or conversation_id is None or self._is_here(conversation_id):
            return
        header = self.disk.index.header(conversation_id)
        if header is not None and self._is_quicker(header, len(header.tokens)):
            self.disk.load(conversation_id)

    def is_loading(self, conversation_id: str) -> bool:
        """Return whether a conversation is on its way from the disk."""
        return self.disk is not None and self.disk.is_loading(conversation_id)

    def take_disk_events(self, waiting: Iterable[Sequence], *, is_idle: bool) -> None:
        """Take what has come from the disk; whoever waited for it can go on."""
        if self.disk is None or self.write_back is None:
            return
        if not is_idle:
            self.write_back.note_busy()
            self.write_back.write_overdue()
        requests = list(waiting)
        arrivals = self.disk.take_events()
        if self._was_forgotten_early and self.disk.is_open:
            self._drop_unused_prefixes({each.shared_key for each in requests})
        for arrival in arrivals:
            waiters = [each for each in requests if each.pending_key == arrival.conversation_id]
            self._take_arrival(arrival.result, waiters)
        for _ in range(self.disk.give_up_late(_LATE_SECONDS)):
            self.miss(Miss.LATE)
        for sequence in requests:
            if sequence.pending_key is not None and not self.disk.is_loading(sequence.pending_key):
                sequence.pending_key = None
        self.write_back.try_again(self.disk.take_failed())

    def _take_arrival(self, result: CachedState | Miss, waiters: list[Sequence]) -> None:
        for sequence in waiters:
            sequence.pending_key = None
        if isinstance(result, Miss):
            self.miss(result)
            for sequence in waiters:
                self.prepare(sequence)  # a system prompt may be there still
        elif waiters:
            self.ram.put(result, is_claimed=True)
        else:
            self._seat_ahead(result)

    def _seat_ahead(self, entry: CachedState) -> None:
        """Put a conversation into a free slot while nobody needs the model, else into RAM."""
        slot = self._pool.lowest_free()
        is_busy = bool(self._pool.in_state(SlotState.RUNNING))
        if slot is None or is_busy or is_shared(entry.conversation_id):
            self.ram.put(entry)
            return
        seconds = self.restore(slot, entry)
        if slot.cached_tokens:
            slot.conversation_id = entry.conversation_id
            slot.is_ephemeral = False
            slot.restored_seconds = seconds
            self._pool.release(slot)

    def _is_here(self, conversation_id: str) -> bool:
        seated = (slot.conversation_id for slot in self._pool.slots)
        return conversation_id in seated or self.ram.get(conversation_id) is not None

    def _is_wanted(self, key: str, sequence: Sequence) -> bool:
        """Return whether a file would spare a request more reading than any slot does."""
        assert self.disk is not None
        header = self.disk.index.header(key)
        if header is None:
            return False
        prompt = sequence.prompt
        counts = [count for count, _ in header.points]
        shared = self.matcher.usable(header.tokens, counts, prompt.tokens)
        forked = (self.matcher.forked(slot, prompt).token_count for slot in self._pool.slots)
        return shared > max(forked, default=0) and self._is_quicker(header, shared)

    def _is_quicker(self, header: Header, token_count: int) -> bool:
        """Return whether bringing back so many tokens beats reading them; no is counted.

        Giving them to the library cannot be done in pieces, reading can: while others are being
        answered it must be worth much more than they would have to wait.
        """
        assert self.disk is not None
        giving = header.payload_bytes / self._give_rate
        restoring = _RESTORE_OVERHEAD_SECONDS + header.payload_bytes / self.disk.read_rate + giving
        token_seconds = self._costs.token_seconds or header.token_seconds or _FIRST_TOKEN_SECONDS
        is_felt = giving > 2 * self._target_seconds and self._pool.in_state(SlotState.RUNNING)
        if (_WORTH_A_PAUSE * giving if is_felt else restoring) < token_count * token_seconds:
            return True
        self.miss(Miss.SLOWER)
        return False

    # --- into slots and out of them ---

    def claim(self, sequences: Iterable[Sequence]) -> None:
        """Keep what a round of admission has promised until it is seated."""
        for sequence in sequences:
            for key in _keys(sequence):
                self.ram.claim(key)

    def release(self, sequence: Sequence) -> None:
        """Note that a request needs nothing any more of what it was promised."""
        for key in _keys(sequence):
            self.ram.release(key)
            if self.write_back is not None:
                self.write_back.note_use(key)

    def restore(self, slot: Slot, entry: CachedState) -> float:
        """Fill a slot with what was kept; return the seconds it took from where it was.

        What the library refuses leaves the slot empty, is counted, and is not tried again. Nor
        is a file that the process ends over.
        """
        name, is_tried = entry.conversation_id, entry.is_from_disk and self.disk is not None
        if is_tried and self.disk is not None:
            self.disk.begin_restore(name)
        started = time.perf_counter()
        self._runner.restore(slot, entry)
        seconds = time.perf_counter() - started
        is_good = len(slot.cached_tokens) == len(entry.tokens)
        if is_tried and self.disk is not None:
            self.disk.commit_restore(name, is_good=is_good)
        if not is_good:
            self.miss(Miss.REFUSED)
            self.ram.drop(name)
            return 0.0
        rate = entry.byte_count / max(seconds, 1e-6)
        self._give_rate += _SMOOTHING * (rate - self._give_rate)
        if entry.memory.segments:
            self._output_processor.remember(name, entry.memory)
        self.ram.renew(replace(entry, is_from_disk=False, load_seconds=0.0))
        return entry.load_seconds + seconds

    def store_evicted(self, slot: Slot) -> None:
        """Keep what a conversation had in the slot that it loses now.

        Not where the copy would hold up those who are writing for longer than a step may take.
        """
        if (
            slot.conversation_id is None
            or slot.is_ephemeral
            or len(slot.cached_tokens) < MIN_CACHED_TOKENS
        ):
            return
        if self._is_quiet_enough(slot, running=0):
            self.ram.put(self._state_of(slot, slot.conversation_id))

    def wants_shared(self, sequence: Sequence) -> bool:
        """Return whether the beginning of a prompt is to be kept when it has been read."""
        key = sequence.shared_key
        if key is None or not sequence.wants_reply or self.ram.get(key) is not None:
            return False
        return self.disk is None or (
            self.disk.index.header(key) is None and not self.disk.is_loading(key)
        )

    def store_shared(self, slot: Slot, sequence: Sequence) -> None:
        """Keep the beginning of a prompt, which the slot holds now and nothing else."""
        if sequence.shared_key is not None and self._is_quiet_enough(slot, running=1):
            kept = self._state_of(slot, sequence.shared_key)
            self.ram.put(replace(kept, memory=TokenizedPrompt(), checkpoints=()))

    def _is_quiet_enough(self, slot: Slot, *, running: int) -> bool:
        return self._is_brief(slot) or len(self._pool.in_state(SlotState.RUNNING)) <= running

    def _is_brief(self, slot: Slot) -> bool:
        """Return whether a slot's memory is copied within the time that a step may take."""
        return self._copy_seconds * len(slot.cached_tokens) <= self._target_seconds

    def _state_of(self, slot: Slot, name: str) -> CachedState:
        started = time.perf_counter()
        state = self._backend.state(slot.index)
        self._copy_seconds = (time.perf_counter() - started) / len(slot.cached_tokens)
        return CachedState(
            conversation_id=name,
            tokens=tuple(slot.cached_tokens),
            checkpoints=tuple(slot.checkpoints),
            state=state,
            memory=self._output_processor.memory(name),
            token_seconds=self._costs.token_seconds or 0.0,
        )

    # --- the user's wishes ---

    def idle_seconds(self) -> float | None:
        """Return after how long of nothing to look again; None for never."""
        due = self.write_back.due_seconds() if self.write_back is not None else None
        if self.disk is None or not self.disk.is_waited_for:
            return due
        return _LATE_SECONDS if due is None else min(due, _LATE_SECONDS)

    def use_idle_time(self) -> None:
        """Write something back, now that nobody needs the model."""
        if self.write_back is not None and self.write_back.due_seconds() == 0.0:
            self.write_back.write_one()

    def forget(self, conversation_id: str, requests: Iterable[Sequence] = ()) -> None:
        """Keep nothing of a conversation, nor a system prompt that was its alone.

        ``requests`` are those that wait or run. Its slot was emptied before.
        """
        self._drop(conversation_id)
        self._drop_unused_prefixes({each.shared_key for each in requests})

    def _drop(self, name: str) -> None:
        self.ram.drop(name)
        if self.disk is not None:
            self.disk.drop(name)

    def _drop_unused_prefixes(self, needed: Container[str | None]) -> None:
        """Drop the beginnings of conversations of which nothing else is known any more."""
        kept = {entry.conversation_id: packed(entry.tokens) for entry in self.ram.entries}
        if self.disk is not None:
            self._was_forgotten_early = not self.disk.is_open
            for filed, _ in self.disk.index.files:
                kept.setdefault(filed.header.conversation_id, filed.header.packed_tokens)
        beginnings = {key: kept.pop(key) for key in tuple(kept) if is_shared(key)}
        seated = [packed(slot.cached_tokens) for slot in self._pool.slots]
        for name in unused_prefixes(beginnings, [*kept.values(), *seated]):
            if name not in needed:
                self._drop(name)

    def token_count(self, conversation_id: str) -> int:
        """Return how many tokens of a conversation are kept."""
        entry = self.ram.get(conversation_id)
        if entry is not None:
            return len(entry.tokens)
        header = self.disk.index.header(conversation_id) if self.disk else None
        return 0 if header is None else header.token_count

    def clear(self) -> None:
        """Keep nothing; what sits in the slots is written again only when it has changed."""
        self.ram.clear()
        if self.disk is not None and self.write_back is not None:
            self.disk.clear()
            self.write_back.skip_present()

    def limit(self, cache_bytes: int | None) -> None:
        """Change what may be kept on the disk."""
        if self.disk is not None and self.write_back is not None:
            self.disk.limit(cache_bytes)
            self.write_back.try_all_again()

    def close(self) -> None:
        """Write what there is time for."""
        if self.disk is None or self.write_back is None:
            return
        if self._was_forgotten_early:
            self.disk.wait_until_open(QUIT_SECONDS)
            self._drop_unused_prefixes(())
        self.write_back.close()

    def miss(self, reason: Miss) -> None:
        """Count something kept that was not used."""
        self.misses[reason.value] = self.misses.get(reason.value, 0) + 1

    def added_to(self, snapshot: Snapshot) -> Snapshot:
        """Return the engine at a glance with the figures of the disk."""
        if self.disk is None:
            return snapshot
        return msgspec.structs.replace(
            snapshot,
            disk_bytes=self.disk.index.byte_count,
            restore_misses=dict(self.misses),
            cache_trouble=self.disk.trouble,
        )

    def report(self) -> CacheReport:
        """Return what is kept, the largest first."""
        return inventory(self.ram, self.disk)


def _keys(sequence: Sequence) -> list[str]:
    """Return the names of what a request can be given back, its own conversation first."""
    keys = (sequence.conversation_id, sequence.shared_key)
    return [key for key in keys if key is not None]
