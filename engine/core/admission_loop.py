"""The waiting and the running requests: how they get slots, and their single end."""

import functools
from collections.abc import Iterable, Iterator

from engine.core.cache_manager import KVCacheManager
from engine.core.media_source import MediaWaits
from engine.core.output_processor import OutputProcessor
from engine.core.reply_writer import ReplyWriter
from engine.core.requests import Requests
from engine.core.slot_assigner import SlotAssigner
from engine.core.sources.source_readings import SourceReadings
from engine.core.stats import Statistics
from engine.kv.cache_keys import is_source
from engine.messages.errors import EngineError
from engine.messages.events import FinishReason, GenerationEvent, Queued, Started
from engine.messages.request_options import Rank
from engine.scheduling.admission import admit, needs_only_a_slot, ready
from engine.scheduling.sequence import Sequence, SequenceState
from engine.scheduling.shared_reading import hold_back
from engine.scheduling.slots import SlotPool

SLOTS_FOR_TABS = 2  # maximum that programs leave to the window's chats


class AdmissionLoop:
    """Admits waiting requests into slots, up to the limits, and ends each exactly once."""

    def __init__(
        self,
        *,
        pool: SlotPool,
        cache_manager: KVCacheManager,
        media: MediaWaits,
        slot_assigner: SlotAssigner,
        output_processor: OutputProcessor,
        requests: Requests,
        sources: SourceReadings,
        writer: ReplyWriter,
        statistics: Statistics,
        events: list[GenerationEvent],
        max_active: int,
    ) -> None:
        self._pool = pool
        self._cache_manager = cache_manager
        self._media = media
        self._slot_assigner = slot_assigner
        self._output_processor = output_processor
        self._requests = requests
        self._waiting, self._running = requests.waiting, requests.running
        self._sources = sources
        self._writer = writer
        self._statistics = statistics
        self._events = events
        self._max_active = min(max_active, len(pool.slots))
        self._tab_chats: set[str] = set()  # those that had a slot, at most SLOTS_FOR_TABS
        self.may_have_media = False  # a request that arrived since the last check has
        self._knows_readers = False  # a request waits for what another one reads, or is waited for

    @property
    def has_ready(self) -> bool:
        """Return whether a waiting request could start if none ran."""
        if not self._waiting:
            return False
        moving = self._cache_manager.copies.moving
        return bool(ready(self._waiting, moving, self._running, self._most_programs))

    @property
    def _most_programs(self) -> int:
        """Return the maximum number of replies, and slots, of programs at the moment.

        They leave one slot to each of the window's chats, up to SLOTS_FOR_TABS, but get at least
        one.
        """
        # A background request, such as the title of a chat, needs a slot that programs leave free.
        has_background = any(each.rank is Rank.BACKGROUND for each in self._requests.all)
        left = min(SLOTS_FOR_TABS, len(self._tab_chats) + has_background)
        return max(1, self._max_active - left)

    @property
    def able(self) -> list[Sequence]:
        """Return the running requests whose slot no copy needs, and that wait for no picture."""
        return list(self._able())

    def _able(self) -> Iterator[Sequence]:
        slots = self._pool.slots
        for each in self._running:
            if not each.awaits_media and each.slot is not None and not slots[each.slot].lent:
                yield each

    @property
    def _parkable(self) -> list[Sequence]:
        return [each for each in self._running if not self._pool.slot_of(each).lent]

    @property
    def has_work(self) -> bool:
        """Return whether a request can be computed, or may be able to start.

        Requests that wait for a copy or a picture do not count: the copy's end wakes the loop.
        """
        if next(self._able(), None) is not None:
            return True
        is_full = len(self._running) >= self._max_active
        has_slot = any(not slot.lent for slot in self._pool.slots)
        return has_slot and not is_full and self.has_ready

    @property
    def has_foreground_waiting(self) -> bool:
        """Return whether a request waits for a slot or for its prompt to be read.

        Background requests do not count: they wait for all others.
        """
        prompts = (each for each in self._running if each.first_token is None)
        return any(each.rank < Rank.BACKGROUND for each in (*self._waiting, *prompts))

    @property
    def has_media(self) -> bool:
        """Return whether a request has pictures."""
        # Checked in every step, and most replies contain text only.
        if self.may_have_media:
            self.may_have_media = any(each.spans for each in self._requests.all)
        return self.may_have_media

    def admit(self) -> None:
        """Give slots to the requests that may start now, and report the queue of the others."""
        may_park = len(self._running)  # a limit, so that the loop ends
        self._hold_back()
        while self._waiting:
            admissions = admit(
                self._waiting,
                self._pool,
                self._cache_manager.matcher,
                most=self._max_active - len(self._running),
                focused=self._requests.focused,
                can_evict=self._cache_manager.can_evict,
                moving=self._cache_manager.copies.moving,
                most_programs=self._most_programs,
            )
            # All are claimed before the first is assigned: an assignment may evict a conversation
            # into the RAM tier, which would drop a state that was promised to a later request of
            # this round.
            self._cache_manager.claim(each.sequence for each in admissions)
            for admission in admissions:
                sequence = admission.sequence
                # Ten chats that begin with one source would be ten copies between two tokens.
                if self._cache_manager.copies.is_enough_copied:
                    self._cache_manager.release(sequence)
                    continue  # the next step continues with the waiting ones
                started = functools.partial(self._note_started, sequence)
                self._slot_assigner.assign(admission, started)
                self._waiting.remove(sequence)
                self._running.append(sequence)
                if sequence.rank is Rank.TAB and len(self._tab_chats) < SLOTS_FOR_TABS:
                    self._tab_chats.add(sequence.conversation_id)
            if not may_park or not self._parks_one():
                break
            may_park -= 1
        if self._waiting:
            self._report_queue()

    def _hold_back(self) -> None:
        """Let requests wait for another one that is reading the prefix they begin with."""
        if not self._waiting and not self._knows_readers:
            return
        uncopied = self._sources.uncopied
        reading = [each for each in self._running if each.first_token is None]
        if not self._waiting or (len(self._waiting) == 1 and not uncopied and not reading):
            if self._knows_readers:
                self._discard_readers()
            return
        self._knows_readers = True
        busy = {each.conversation_id for each in self._running}
        busy |= self._cache_manager.copies.moving
        hold_back(
            self._waiting,
            [*reading, *uncopied],
            held=lambda each: -1 if each in uncopied else self._held_count(each),
            reusable=self._cache_manager.reusable_count,
            can_start=lambda each: (
                not (each.pending_key or each.awaits_media or each.conversation_id in busy)
            ),
            most_starts=sum(slot.sequence is None for slot in self._pool.slots),
            focused=self._requests.focused,
        )

    def _discard_readers(self) -> None:
        self._knows_readers = False
        for each in self._requests.all:
            each.awaits_reading = each.waited_by = None

    def _held_count(self, sequence: Sequence) -> int:
        """Return the number of tokens of its prompt that a request has in its slot."""
        if sequence.state is SequenceState.QUEUED:
            return 0
        return len(self._pool.slot_of(sequence).cached_tokens)

    def _parks_one(self) -> bool:
        """Park a reply or a source if a higher rank waits for its slot; return True if one was.

        It parks the most recently started request of the lowest rank, which loses the least work.
        """
        names = {each.conversation_id for each in self._running}
        moving = self._cache_manager.copies.moving
        all_ready = ready(self._waiting, moving, self._running, self._most_programs)
        ranks = [each.urgency for each in all_ready if each.conversation_id not in names]
        highest = min(ranks, default=Rank.BACKGROUND)
        if any(_may_be_parked(each, highest) for each in self._parkable):
            self.write_now()  # may end some requests
        able = [each for each in self._parkable if _may_be_parked(each, highest)]
        if not able:
            return False
        sequence = max(able, key=lambda each: (each.rank, each.admitted or 0.0))
        slot = self._pool.slot_of(sequence)
        self._running.remove(sequence)
        self._pool.release(slot)
        slot.is_ephemeral = False  # its content is needed again
        sequence.park()
        place = sum(each.arrived <= sequence.arrived for each in self._waiting)
        self._waiting.insert(place, sequence)
        return True

    def write_now(self) -> None:
        """Write the remaining text, and end the replies that it has stopped."""
        self.end_stopped(self._writer.write_now())

    def end_stopped(self, stopped: Iterable[Sequence]) -> None:
        """End replies whose text has ended: at a stop string, or because of repetition."""
        for sequence in stopped:
            is_repeating = sequence.is_repeating
            self.end(sequence, FinishReason.REPETITION if is_repeating else FinishReason.STOP)

    def end(
        self, sequence: Sequence, reason: FinishReason, error: EngineError | None = None
    ) -> None:
        """End a request once: its slot parks, its sampler is freed."""
        context_tokens, slot = 0, None
        # Not found by its slot: a bug may have struck while it got one.
        (self._waiting if sequence in self._waiting else self._running).remove(sequence)
        is_queued = sequence.state is SequenceState.QUEUED
        if is_queued:
            self._cache_manager.release(sequence)
        if sequence.is_parked and sequence.is_ephemeral:
            self._cache_manager.discard_parked(sequence)
        if sequence.slot is not None:
            slot = self._pool.slot_of(sequence)
            self._pool.release(slot)
            if is_queued:
                self._slot_assigner.empty(slot)  # it holds nothing of the request yet
            else:
                context_tokens = len(slot.cached_tokens)
        self._media.release(sequence)
        self._discard_readers()  # until the next round
        sequence.close_sampler()
        self._output_processor.finish(sequence, reason, error, context_tokens)
        # A program's own conversations are not preferred to those of the window.
        may_call = reason is FinishReason.STOP and sequence.rank is Rank.TAB
        if slot is not None and may_call and sequence.has_calls:
            self._pool.await_result(slot)

    def _note_started(self, sequence: Sequence, started: Started) -> None:
        self._events.append(started)
        self._statistics.add_admission(
            sequence.promised_tokens, sequence.reused_tokens, sequence.reused_from
        )

    def end_all(self, reason: FinishReason, error: EngineError | None = None) -> None:
        """End every request."""
        for sequence in self._requests.all:
            self.end(sequence, reason, error)

    def _report_queue(self) -> None:
        """Report each place in the queue that has changed; 0 does not wait for a slot."""
        in_order = sorted(self._waiting, key=lambda each: each.rank)
        moving = self._cache_manager.copies.moving if in_order else set()
        for place, sequence in enumerate(in_order, start=1):
            queue_position = place if needs_only_a_slot(sequence, moving) else 0
            if sequence.queue_position != queue_position:
                sequence.queue_position = queue_position
                self._events.append(Queued(sequence.request_id, queue_position))


def _may_be_parked(sequence: Sequence, highest: Rank) -> bool:
    """Return whether a request can lose its slot now to the highest waiting rank.

    A program's yields to a tab, a source's to both.
    """
    if sequence.state is SequenceState.QUEUED:
        return False
    if is_source(sequence.conversation_id):
        return highest < sequence.urgency
    return sequence.rank is Rank.PROGRAM and highest is Rank.TAB
