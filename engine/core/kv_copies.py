"""Copies of slots: into main memory, back into a slot, and from there to the disk."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.backend import Backend
from engine.core.runner import Runner
from engine.kv.disk_tier import Disk
from engine.kv.disk_worker import Wake
from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy
from engine.messages.config import EngineConfig
from engine.messages.programs import is_unnamed
from engine.scheduling.costs import Costs
from engine.scheduling.sequence import SequenceState
from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.prompt import TokenizedPrompts

_BRIEF_SECONDS = 0.01  # a copy of a shorter duration delays no reply
QUIT_SECONDS = 1.5  # for writing when the engine closes
_FIRST_RATE = 1e9  # bytes per second, before it was measured
_SMOOTHING = 0.3
_LOOKS = 8  # checks for overdue conversations, in the time after which one is overdue
_QUICK_BYTES = 40 << 20  # a larger state is written after a longer pause, in proportion

CopyOutEnd: TypeAlias = Callable[[SlotCopy | None], None]
CopyInEnd: TypeAlias = Callable[[float | None], None]
_Unwritten: TypeAlias = Slot | SlotCopy


@dataclass(slots=True, eq=False)
class CopyJob:
    """A copy of one slot; without ``work`` only the end of the copies before it.

    Attributes:
        then: the continuation on the engine thread.
        work: the copying itself, on any thread. It calls its argument when decode calls may run
            again.
        key: whose state is copied out; None once that conversation was discarded.
        receivers: get the finished copy.
        is_for_branches: others may join the receivers; it ends with them.
        future: the end of the work on the thread; None before, and if it was done at once.
    """

    slot: Slot
    then: Callable[["CopyJob"], None]
    work: Callable[[Callable[[], None]], object] | None = None
    key: str | None = None
    receivers: list[CopyOutEnd] = field(default_factory=list)
    is_for_branches: bool = False
    may_decode: threading.Event = field(default_factory=threading.Event)
    future: Future[None] | None = None
    result: object = None
    seconds: float = 0.0

    @property
    def is_under_way(self) -> bool:
        """Return whether the thread has yet to end it."""
        return self.work is not None and (self.future is None or not self.future.done())

    def run(self) -> None:
        """Do the work."""
        assert self.work is not None
        started = time.perf_counter()
        try:
            self.result = self.work(self.may_decode.set)
        finally:
            self.seconds = time.perf_counter() - started
            self.may_decode.set()

    def wait(self) -> None:
        """Wait until the thread has ended it, however that ends."""
        if self.future is not None:
            self.future.exception()


def brief_seconds(core_count: int, target_seconds: float) -> float:
    """Return the duration up to which a copy delays replies least if it is made at once.

    Next to a copy on the thread, a step computes on one core fewer until its end.
    """
    lost_seconds = target_seconds / max(1, core_count - 1)
    return max(_BRIEF_SECONDS, min(target_seconds / 2, lost_seconds))


class KVCopies:
    """Copies whole slots, since the library copies no parts; lives on the engine thread.

    A long copy is made on another thread while the other slots are decoded, one copy at a time, in
    order. Its slot is ``lent`` from the order to the end: it is in no decode call and given to no
    request. If no reply is being written, the copy is quick, or the KV cache cannot be lent, the
    copy is made at once, and ``then`` has been called when the order returns. Replies wait for such
    copies, so a step makes no more of them than fit into half of its target, and at least one.
    """

    def __init__(
        self,
        backend: Backend,
        pool: SlotPool,
        runner: Runner,
        prompts: TokenizedPrompts,
        costs: Costs,
        *,
        target_seconds: float,
        wake: Wake,
    ) -> None:
        """``wake`` is called on another thread when a copy has ended."""
        self._backend = backend
        self._pool = pool
        self._runner = runner
        self._prompts = prompts
        self._costs = costs
        self.target_seconds = target_seconds
        self._wake = wake
        self._thread = ThreadPoolExecutor(1, "kv-copier")  # it starts with the first job
        self._jobs: list[CopyJob] = []  # the first one is under way
        self._held: dict[int, SlotCopy] = {}
        self._paused_seconds = self._longest_pause = 0.0  # of this step's copies
        info = backend.info
        self._token_bytes = info.kv_bytes / (info.slot_count * info.context_window)
        self._token_seconds = self._token_bytes / _FIRST_RATE  # later as last measured
        self._restore_rate = _FIRST_RATE

    @property
    def can_lend(self) -> bool:
        """Return whether long copies run while replies are written."""
        return self._backend.capabilities.can_lend

    @property
    def is_enough_copied(self) -> bool:
        """Return whether another copy would delay replies for more than half of a step."""
        return self._paused_seconds + self._longest_pause > self.target_seconds / 2

    @property
    def thread_count(self) -> int:
        """Return the number of threads that copy states during this step."""
        return int(bool(self._jobs) and self._jobs[0].is_under_way)

    @property
    def moving(self) -> set[str]:
        """Return the conversations whose state is being copied; their requests wait. Any thread."""
        held = {each.key for each in tuple(self._held.values())}
        return held | {each.key for each in self._jobs if each.key is not None}

    def copy_seconds(self, slot: Slot) -> float:
        """Return the expected duration of a copy out of a slot."""
        return self._token_seconds * len(slot.cached_tokens)

    def restore_seconds(self, byte_count: int) -> float:
        """Return the expected duration of a copy of this size into a slot."""
        return byte_count / self._restore_rate

    def byte_count(self, slot: Slot) -> int:
        """Return the expected size of a copy of a slot, without its checkpoints."""
        return int(self._token_bytes * len(slot.cached_tokens))

    def is_brief(self, slot: Slot) -> bool:
        """Return whether a slot is copied within the time that a step may take."""
        return self.copy_seconds(slot) <= self.target_seconds

    def may_copy_out(self, slot: Slot) -> bool:
        """Return whether a copy delays no reply, or for a step's time only."""
        return self.can_lend or not self._is_written() or self.is_brief(slot)

    def copy_out(
        self, slot: Slot, key: str, then: CopyOutEnd, *, may_be_asked: bool = False
    ) -> None:
        """Copy a slot out; ``then`` gets no copy if it was discarded meanwhile.

        If a request may arrive meanwhile (``may_be_asked``), it is as if a reply were being
        written.
        """
        job = self._job_out(slot, key, then)
        self._do(job, self.copy_seconds(slot), may_be_asked=may_be_asked)

    def copy_in(self, slot: Slot, copy: SlotCopy, then: CopyInEnd) -> None:
        """Fill a slot; ``then`` gets the duration in seconds, None if the library refused it."""
        index, state, count = slot.index, copy.state, copy.held_count

        def finish(job: CopyJob) -> None:
            seconds = self._note_restored(slot, copy, job.seconds, is_taken=bool(job.result))
            # Not of one that was discarded meanwhile, nor, in a branch, of the donor.
            is_current = job.future is None or slot.conversation_id == copy.key
            if seconds is not None and is_current and copy.prompt.segments:
                self._prompts.restore(copy.key, copy.prompt)
            then(seconds)

        self._runner.clear(slot)
        job = CopyJob(slot, finish, lambda go: self._backend.set_state(index, state, count, go))
        self._do(job, self.restore_seconds(copy.byte_count))

    def fork(self, donor: Slot, slot: Slot, then: Callable[[], None]) -> None:
        """Copy a slot into another one.

        Branches that wait for one slot at the same time share one copy out of it.
        """
        expected = self.copy_seconds(donor) + self.restore_seconds(self.byte_count(donor))
        if not self._is_for_thread(donor, expected):
            started = time.perf_counter()
            self._runner.fork(donor, slot)
            self._note_pause(time.perf_counter() - started)
            then()
            return

        def fill(copy: SlotCopy | None) -> None:
            slot.lent -= 1
            if copy is None or slot.conversation_id is None:  # its request has ended
                then()
            else:
                self.copy_in(slot, copy, lambda _seconds: then())

        slot.lent += 1  # also before its own part begins
        # A slot is lent until its copy has ended, so that its content stays the same.
        for job in self._jobs:
            if job.is_for_branches and job.slot is donor:
                job.receivers.append(fill)
                return
        # The donor's conversation keeps its slot, so that a copy that is dropped loses nothing.
        self._order(self._job_out(donor, donor.conversation_id or "", fill, is_for_branches=True))

    def after(self, slot: Slot, then: Callable[[], None]) -> None:
        """Continue when no copy needs a slot any more."""
        if slot.lent:
            self._order(CopyJob(slot, lambda _job: then()))
        else:
            then()

    def hold(self, request_id: int, copy: SlotCopy) -> None:
        """Keep the only copy of a conversation until its request has it in its slot."""
        self._held[request_id] = copy

    def let_go(self, request_id: int) -> SlotCopy | None:
        """Keep it no longer; return it if it was not discarded."""
        return self._held.pop(request_id, None)

    def discard(self, key: str) -> None:
        """Drop the unfinished copies of a conversation when they end."""
        for each in self._jobs:
            if each.key == key:
                each.key = None
        self._held = {number: copy for number, copy in self._held.items() if copy.key != key}

    def finish(self) -> None:
        """Continue after the copies that have ended, and begin the next one; in each step."""
        self._paused_seconds = self._longest_pause = 0.0
        self._follow()

    def wait(self) -> None:
        """Wait until all copies have ended."""
        while self._jobs:
            self._begin()
            self._jobs[0].wait()
            self._follow()

    def abandon(self) -> None:
        """Wait for the running copy, without continuations; all slots are emptied."""
        for each in self._jobs:
            if each.future is not None:
                each.wait()
                self._backend.take_back(each.slot.index)
        self._jobs.clear()
        self._held.clear()
        for slot in self._pool.slots:
            slot.lent = 0

    def close(self) -> None:
        """Finish all copies, and end the thread."""
        self.wait()
        self._thread.shutdown()

    def _job_out(
        self, slot: Slot, key: str, then: CopyOutEnd, *, is_for_branches: bool = False
    ) -> CopyJob:
        def work(may_decode: Callable[[], None]) -> object:
            may_decode()  # positions are only read
            return self._backend.state(slot.index)

        def finish(job: CopyJob) -> None:
            copy = None if job.key is None else self._copied(job)
            for receive in job.receivers:
                receive(copy)

        return CopyJob(slot, finish, work, key, [then], is_for_branches)

    def _do(self, job: CopyJob, expected: float, *, may_be_asked: bool = False) -> None:
        """Order a copy on the thread if that is worthwhile, or make it at once."""
        if self._is_for_thread(job.slot, expected, may_be_asked=may_be_asked):
            self._order(job)
        else:
            job.run()
            self._note_pause(job.seconds)
            job.then(job)

    def _order(self, job: CopyJob) -> None:
        job.slot.lent += 1
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self._begin()

    def _begin(self) -> None:
        """Begin the first job, and wait until decode calls may run concurrently."""
        job = self._jobs[0] if self._jobs else None
        if job is not None and job.work is not None and job.future is None:
            self._backend.lend_out(job.slot.index)
            job.future = self._thread.submit(CopyJob.run, job)
            job.future.add_done_callback(lambda _future: self._wake())
            job.may_decode.wait()

    def _follow(self) -> None:
        while self._jobs and not self._jobs[0].is_under_way:
            self._end(self._jobs.pop(0))
            self._begin()

    def _end(self, job: CopyJob) -> None:
        slot = job.slot
        slot.lent -= 1
        if job.future is not None:
            self._backend.take_back(slot.index)
            job.future.result()  # raises the exception of the copy
        job.then(job)
        # Its conversation was discarded, or its request has ended, before the slot was filled.
        if not slot.lent and slot.conversation_id is None:
            self._runner.clear(slot)

    def _is_for_thread(self, slot: Slot, seconds: float, *, may_be_asked: bool = False) -> bool:
        if not self.can_lend:
            return False
        # Many quick copies delay replies like a long one: those of a slot's branches, for instance.
        brief = brief_seconds(self._backend.threads.limit, self.target_seconds)
        is_long = seconds > brief or self.is_enough_copied
        return slot.lent > 0 or (is_long and (may_be_asked or self._is_written()))

    def _is_written(self) -> bool:
        """Return whether a reply waits for its next token."""
        running = (slot.sequence for slot in self._pool.in_state(SlotState.RUNNING))
        return any(each is not None and each.state is SequenceState.DECODE for each in running)

    def _note_pause(self, seconds: float) -> None:
        """Record how long a copy took, if replies have waited for it."""
        if self._is_written():
            self._paused_seconds += seconds
            self._longest_pause = max(self._longest_pause, seconds)

    def _copied(self, job: CopyJob) -> SlotCopy:
        """Return the copy that was made of a slot, and record its cost."""
        slot, state = job.slot, job.result
        assert isinstance(state, bytes)
        assert job.key is not None
        count = max(1, len(slot.cached_tokens))
        self._token_seconds, self._token_bytes = job.seconds / count, len(state) / count
        return SlotCopy(
            key=job.key,
            tokens=tuple(slot.cached_tokens),
            checkpoints=tuple(slot.checkpoints),
            state=state,
            prompt=self._prompts.get(job.key),
            token_seconds=self._costs.token_seconds or 0.0,
            spans=tuple(slot.spans),
        )

    def _note_restored(
        self, slot: Slot, copy: SlotCopy, seconds: float, *, is_taken: bool
    ) -> float | None:
        """Record the content of a filled slot; return the seconds, None if it was refused."""
        self._runner.note_restored(slot, copy, is_taken=is_taken)
        # Read back from the library, not assumed: a partial restore counts as refused.
        if len(slot.cached_tokens) != len(copy.tokens):
            return None
        rate = copy.byte_count / max(seconds, 1e-6)
        self._restore_rate += _SMOOTHING * (rate - self._restore_rate)
        return seconds


class WriteBack:
    """Writes changed states to the disk: when the model is idle, when overdue, at the end.

    One conversation at a time: it is copied while the engine thread is idle, and written on the
    disk tier's. A copy cannot be made in pieces: if slots cannot be lent, a large one waits until
    no step is due, whatever its age.

    Attributes:
        overdue_seconds: how long a changed conversation waits for a pause.
    """

    def __init__(
        self, copies: KVCopies, ram: RamTier, disk: Disk, pool: SlotPool, config: EngineConfig
    ) -> None:
        self._copies = copies
        self._ram = ram
        self._disk = disk
        self._pool = pool
        self._pause_seconds = config.write_back_seconds
        self.overdue_seconds = config.overdue_seconds
        self._looked = self._last_busy = time.monotonic()
        self._waiting: dict[str, float] = {}  # when each unwritten conversation was first seen

    def due_seconds(self) -> float | None:
        """Return the idle seconds before the next write is due, or None.

        Nothing is due while a reply is written: a copy cannot be made in pieces. Large
        conversations wait longer, so that a chat does not wear out the disk.
        """
        is_busy = self._disk.is_writing or self._pool.in_state(SlotState.RUNNING)
        found = None if is_busy else next(self._all_unwritten(), None)
        if found is None:
            return None
        pause = self._pause_seconds * max(1.0, self._size(found) / _QUICK_BYTES)
        return max(0.0, self._last_busy + pause - time.monotonic())

    def write_one(self) -> None:
        """Write the most recently used conversation that has changed."""
        found = None if self._disk.is_writing else next(self._all_unwritten(), None)
        if found is not None:
            self._write(found)

    def write_overdue(self) -> None:
        """Write one that has waited too long for a pause, if no reply waits; in every busy step.

        Writing a copy that was made before delays no reply.
        """
        now = self._last_busy = time.monotonic()
        if now - self._looked < self.overdue_seconds / _LOOKS or self._disk.is_writing:
            return
        self._looked = now
        # Rebuilt at each look: a conversation that was written, or moved, starts to wait from zero
        # again.
        found = {_key(each): each for each in self._all_unwritten()}
        self._waiting = {key: self._waiting.get(key, now) for key in found}
        for key, each in found.items():
            is_overdue = now - self._waiting[key] >= self.overdue_seconds
            if is_overdue and (isinstance(each, SlotCopy) or self._copies.may_copy_out(each)):
                self._write(each)
                return

    def write_seconds(self, slot: Slot) -> float:
        """Return the expected duration of copying a slot and writing the copy."""
        return self._copies.copy_seconds(slot) + self._file_bytes(slot) / self._disk.write_rate

    def has_room(self, slot: Slot, key: str) -> bool:
        """Return whether there is room for the file of a slot; looks at all files."""
        used = self._pool.states.at(key).used or self._disk.index.tick()
        return self._disk.index.room_for(key, self._file_bytes(slot), used) is not None

    def close(self, seconds: float = QUIT_SECONDS) -> None:
        """Write as much as time allows, the most recently used conversations first."""
        deadline = time.monotonic() + seconds
        # States discarded before the scan ended are removed when it ends: it must end first. Nor
        # is anything written before: for a new model it reads the whole file.
        has_unwritten = next(self._all_different(), None) is not None
        self._disk.wait_for_scan(max(seconds, QUIT_SECONDS) if has_unwritten else QUIT_SECONDS)
        while (found := next(self._all_unwritten(), None)) is not None:
            size = self._size(found) + self._disk.pending_bytes
            if time.monotonic() + size / self._disk.write_rate > deadline:
                break
            self._write(found)
        self._disk.close(deadline - time.monotonic())

    def _write(self, found: _Unwritten) -> None:
        if isinstance(found, SlotCopy):
            self._disk.store(found)
        else:
            self._copies.copy_out(found, _key(found), self._store)

    def _store(self, copy: SlotCopy | None) -> None:
        if copy is not None:
            self._disk.store(copy)

    def _size(self, found: _Unwritten) -> float:
        if isinstance(found, SlotCopy):
            return found.byte_count
        return len(found.cached_tokens) * self._disk.token_bytes

    def _file_bytes(self, slot: Slot) -> int:
        points = sum(len(point.state) for point in slot.checkpoints)
        return self._copies.byte_count(slot) + points

    def _all_unwritten(self) -> Iterator[_Unwritten]:
        """Yield the states that can be written now, as ``_all_different`` does."""
        return self._all_different() if self._disk.can_write else iter(())

    def _all_different(self) -> Iterator[_Unwritten]:
        """Yield the states that are newer than the disk's: parked slots, then copies in RAM."""
        parked = [s for s in self._pool.in_state(SlotState.PARKED) if not s.is_ephemeral]
        for slot in sorted(parked, key=lambda slot: -slot.last_used):
            if self._is_unwritten(_key(slot), tuple(slot.cached_tokens)):
                yield slot
        for copy in reversed(self._ram.copies):
            if self._is_unwritten(copy.key, copy.tokens):
                yield copy

    def _is_unwritten(self, key: str, tokens: tuple[int, ...]) -> bool:
        # A parked reply without a name is of no use to the next process.
        if len(tokens) < MIN_CACHED_TOKENS or is_unnamed(key):
            return False
        state = self._pool.states.at(key)
        return state.ordered_hash != hash(tokens) and not state.has_written(tokens)


def _key(found: _Unwritten) -> str:
    if isinstance(found, SlotCopy):
        return found.key
    assert found.conversation_id is not None, "only a parked slot is written"
    return found.conversation_id
