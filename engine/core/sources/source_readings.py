"""Readings of sources: their progress, their cached states, and their single end.

A reading is a request in the background rank, in a separate conversation, whose reply is a single
unreported token; so it is paused, evicted and resumed like any other.
"""

import time
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from engine.core.cache_manager import KVCacheManager
from engine.core.requests import Requests
from engine.core.slot_assigner import SlotAssigner
from engine.core.sources.source_prompts import SourcePrompts
from engine.kv.cache_keys import source_id
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.events import Finished, FinishReason, GenerationEvent, PrefillProgress
from engine.messages.request_options import Rank
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import ReadSource, SourceEnded, SourceEvent, SourceProgress, SourceRead
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.prompt import TokenizedPrompt

_PROGRESS_SECONDS = 0.25
_ONE_TOKEN = SamplingParams(temperature=0.0, max_tokens=1)
_COST_SHARE = (
    20  # the pause between two saves, as a multiple of the duration of a copy and its writing
)
# A file is written whole each time. With an eighth more in each, all of them together are nine
# times as large as the last one, and a kill costs a ninth of the tokens read, however long the
# source is.
_GROWTH_SHARE = 8


@dataclass(slots=True, eq=False)
class _LastSave:
    """When a reading was last considered for saving, and how much of it was written then."""

    seconds: float
    token_count: int


class ReadingSaver:
    """Knows the saved part of each running reading, by its key. Engine thread."""

    def __init__(self, pool: SlotPool, cache_manager: KVCacheManager, requests: Requests) -> None:
        self._pool = pool
        self._requests = requests
        self._copies = cache_manager.copies
        self._write_back = cache_manager.write_back
        self._disk = cache_manager.disk
        self._states = cache_manager.states
        self._saved: dict[str, _LastSave] = {}

    def discard(self, key: str) -> None:
        """Remove a reading that has ended."""
        self._saved.pop(key, None)

    def save_due(self, slot: Slot, key: str) -> None:
        """Save a slot in which a source is being read, if that is worthwhile now."""
        last = self._saved.get(key)
        if last is None:
            self._saved[key] = _LastSave(time.monotonic(), self._written_count(slot, key))
        elif self._is_due(slot, last) and self._may_save(slot, key):
            last.seconds = (
                time.monotonic()
            )  # also if there is no room, or each step would check again
            if self._write_back.has_room(slot, key):
                last.token_count = len(slot.cached_tokens)
                self._copies.copy_out(slot, key, self._write, may_be_asked=True)

    def _written_count(self, slot: Slot, key: str) -> int:
        """Return how many of a slot's tokens come from a file, which needs no other one."""
        state = self._states.get(key)
        file = None if state is None else state.usable_file
        return 0 if file is None else min(file.header.token_count, len(slot.cached_tokens))

    def _is_due(self, slot: Slot, last: _LastSave) -> bool:
        count = len(slot.cached_tokens)
        if count < max(MIN_CACHED_TOKENS, last.token_count * (_GROWTH_SHARE + 1) // _GROWTH_SHARE):
            return False
        wait = _COST_SHARE * self._write_back.write_seconds(slot)
        wait = max(self._write_back.overdue_seconds, wait)
        return time.monotonic() - last.seconds >= wait

    def _may_save(self, slot: Slot, key: str) -> bool:
        """Return whether a copy would delay no request, and the disk is free for it."""
        is_free = self._disk.can_write and not self._disk.is_writing
        if slot.lent or key in self._copies.moving or not is_free:
            return False
        is_alone = self._pool.in_state(SlotState.RUNNING) == [slot] and not self._is_awaited()
        return is_alone or self._copies.can_lend or self._copies.is_brief(slot)

    def _is_awaited(self) -> bool:
        """Return whether a waiting request goes before this reading and waits for no reading."""
        waiting = self._requests.waiting
        return any(each.awaits_reading is None and each.rank < Rank.BACKGROUND for each in waiting)

    def _write(self, copy: SlotCopy | None) -> None:
        if copy is not None:
            # The text of a source is not remembered, see SourceReadings.
            self._disk.store(replace(copy, prompt=TokenizedPrompt()))


@dataclass(slots=True, eq=False)
class _Reading:
    """A request; ``sequence`` is set when its prompt is made, ``is_read`` when all is read."""

    command: ReadSource
    started: float = field(default_factory=time.perf_counter)
    sequence: Sequence | None = None
    is_read: bool = False
    was_warm: bool = False
    is_ordered: bool = False  # to be written to the disk
    reported: float = 0.0

    @property
    def key(self) -> str:
        return source_id(self.command.source_key)

    @property
    def tokens(self) -> tuple[int, ...]:
        return () if self.sequence is None else self.sequence.prompt.tokens


class SourceReadings:
    """Knows the readings that have not ended; engine thread, except ``divided``.

    ``divided`` is called where events are reported: also on the text thread, while the engine
    thread waits for it.
    """

    def __init__(
        self,
        *,
        pool: SlotPool,
        cache_manager: KVCacheManager,
        slot_assigner: SlotAssigner,
        requests: Requests,
        prompts: SourcePrompts,
    ) -> None:
        self._pool = pool
        self._cache_manager = cache_manager
        self._copies = cache_manager.copies
        self._slot_assigner = slot_assigner
        self._requests = requests
        self._prompts = prompts
        self._saver = ReadingSaver(pool, cache_manager, requests)
        self._readings: dict[int, _Reading] = {}
        self._events: list[SourceEvent] = []
        self._is_closing = False

    @property
    def is_empty(self) -> bool:
        """Return whether every reading has ended."""
        return not self._readings

    @property
    def is_due(self) -> bool:
        """Return whether a step could advance a reading that no request computes any more."""
        if not self._readings:
            return False
        return any(each.is_read and not self._is_waiting(each) for each in self._readings.values())

    @property
    def uncopied(self) -> list[Sequence]:
        """Return the ended readings from which chats will be copied soon."""
        return [
            each.sequence
            for each in self._readings.values()
            if each.sequence is not None
            and each.sequence.slot is not None
            and (each.key in self._copies.moving or not each.is_read)
            and self._pool.slots[each.sequence.slot].sequence is not each.sequence
        ]

    def begin(self, command: ReadSource) -> Submit:
        """Return the request that reads a source; ``accept`` may find that it is cached."""
        options = msgspec.structs.replace(
            command.options, rank=Rank.BACKGROUND, is_raw_prompt=False, pinned=()
        )
        self._readings[command.request_id] = _Reading(command)
        messages = (ChatMessage(Role.SYSTEM, command.system),)
        name = source_id(command.source_key)
        return Submit(command.request_id, name, messages, _ONE_TOKEN, options)

    def accept(self, sequence: Sequence) -> bool:
        """Return whether a request whose prompt is made needs a slot; a source may be cached."""
        reading = self._readings.get(sequence.request_id)
        if reading is None:
            return True
        reading.sequence = sequence
        if len(reading.tokens) >= MIN_CACHED_TOKENS and not self._is_held(reading):
            return True
        # A slot would be evicted, and a token computed again, for a result that is known here.
        sequence.close_sampler()
        reading.is_read = True
        reading.was_warm = self._is_held(reading)
        return False

    def update(self) -> None:
        """Store the tokens that were read, and report cached sources; before each step."""
        if not self._readings:
            return
        for reading in tuple(self._readings.values()):
            if not reading.is_read:
                self._save(reading)
            elif not self._is_waiting(reading):
                self._keep(reading)

    def divided(self, events: AnySequence[GenerationEvent]) -> tuple[GenerationEvent, ...]:
        """Return the events of replies; events of readings are converted."""
        if not self._readings:
            return tuple(events)
        others: list[GenerationEvent] = []
        for event in events:
            reading = self._readings.get(event.request_id)
            if reading is None:
                others.append(event)
            elif isinstance(event, PrefillProgress):
                self._note_progress(reading, event)
            elif isinstance(event, Finished):
                self._note_finished(reading, event)
        return tuple(others)

    def pop_events(self) -> list[SourceEvent]:
        """Return the reports since the last call."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """End the readings that are read but not reported; the others end as their requests."""
        self._is_closing = True
        for reading in tuple(self._readings.values()):
            if reading.is_read:
                self._end(reading)

    def _note_progress(self, reading: _Reading, event: PrefillProgress) -> None:
        now = time.monotonic()
        if now - reading.reported >= _PROGRESS_SECONDS:
            reading.reported = now
            number = event.request_id
            self._events.append(SourceProgress(number, event.done_tokens, event.prompt_tokens))

    def _note_finished(self, reading: _Reading, event: Finished) -> None:
        number = reading.command.request_id
        if event.reason in (FinishReason.STOP, FinishReason.LENGTH):
            reading.is_read = True
            if self._is_closing:  # no step follows that would do it
                self._end(reading)
            return
        tokens, limit = self._prompts.sizes.pop(number, (0, 0))
        self._remove(number)
        self._events.append(SourceEnded(number, event.error, tokens, limit))

    def _save(self, reading: _Reading) -> None:
        """Order the tokens read so far to be written, if it is time."""
        sequence = reading.sequence
        if sequence is not None and sequence.slot is not None:
            slot = self._pool.slots[sequence.slot]
            if slot.sequence is sequence and sequence.state is SequenceState.PREFILL:
                self._saver.save_due(slot, reading.key)

    def _is_waiting(self, reading: _Reading) -> bool:
        """Return whether a copy or a write has to end first, which wakes the loop."""
        key = reading.key
        slot, state = self._pool.slot_for(key), self._cache_manager.states.get(key)
        if key in self._copies.moving or (slot is not None and slot.lent):
            return True
        # Nothing is written before the folder is known, and a state that is not ordered then never
        # is.
        is_written = state is not None and state.write_job is not None
        return (is_written and reading.is_ordered) or self._cache_manager.disk.is_scanning

    def _keep(self, reading: _Reading) -> None:
        slot, copy = self._slot_of(reading), self._cache_manager.ram.get(reading.key)
        if reading.is_ordered:
            self._end(reading)
        elif copy is not None and copy.tokens == reading.tokens:
            self._order(reading, copy)
        elif slot is None:
            self._end(reading)
        # Otherwise a running reply would continue, and every step would ask this again.
        elif self._copies.may_copy_out(slot):
            self._copies.copy_out(slot, reading.key, lambda copy: self._put(reading, slot, copy))

    def _put(self, reading: _Reading, slot: Slot, copy: SlotCopy | None) -> None:
        """Keep a copy in memory and on the disk; a chat is worth more in the slot."""
        if copy is None:
            return
        # The text of a source is not remembered: chats bring their own, and this one may be long.
        copy = replace(copy, prompt=TokenizedPrompt())
        ram = self._cache_manager.ram
        ram.put(copy)
        self._order(reading, copy)
        if ram.get(reading.key) is not None:
            self._slot_assigner.empty(slot)
        for sequence in self._requests.waiting:
            self._cache_manager.restorer.find_beginning(sequence)

    def _order(self, reading: _Reading, copy: SlotCopy) -> None:
        reading.is_ordered = True
        self._cache_manager.note_use(reading.key, Rank.BACKGROUND)
        self._cache_manager.disk.store(copy)

    def _end(self, reading: _Reading) -> None:
        """Report a source as read, or as not read if its state was lost."""
        command, tokens = reading.command, reading.tokens
        number = command.request_id
        count, limit = self._prompts.sizes.pop(number, (0, 0))
        self._remove(number)
        if len(tokens) >= MIN_CACHED_TOKENS and not self._is_held(reading):
            self._events.append(SourceEnded(number, None, count, limit))
            return
        state = self._cache_manager.states.get(reading.key)
        file = None if state is None else state.usable_file
        is_on_disk = file is not None and file.header.tokens == tokens
        self._events.append(
            SourceRead(
                number,
                command.source_key,
                tokens=len(tokens),
                disk_bytes=file.byte_count if file is not None and is_on_disk else 0,
                seconds=time.perf_counter() - reading.started,
                was_warm=reading.was_warm,
            )
        )

    def _remove(self, number: int) -> None:
        self._saver.discard(self._readings.pop(number).key)

    def _slot_of(self, reading: _Reading) -> Slot | None:
        """Return the parked slot with all of a source in it."""
        slot = self._pool.slot_for(reading.key)
        if slot is None or slot.state is not SlotState.PARKED:
            return None
        return slot if tuple(slot.cached_tokens) == reading.tokens else None

    def _is_held(self, reading: _Reading) -> bool:
        """Return whether all of a source is in the KV cache or a tier."""
        state = self._cache_manager.states.get(reading.key)
        if state is None:
            return False
        is_stored = state.copy is not None and state.copy.tokens == reading.tokens
        return is_stored or self._slot_of(reading) is not None or state.has_written(reading.tokens)
