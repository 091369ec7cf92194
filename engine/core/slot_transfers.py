"""Brings states out of slots and into them: at once, or beside the replies that are written."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.backend import Backend
from engine.core.copy_thread import CopyJob, CopyThread
from engine.core.slot_copier import SlotCopier
from engine.kv.disk_worker import Wake
from engine.kv.slot_copy import SlotCopy
from engine.scheduling.sequence import SequenceState
from engine.scheduling.slots import Slot, SlotPool, SlotState

WORTH_A_THREAD = 0.01  # seconds: what is copied in less holds up nobody

CopyOutEnd = Callable[[SlotCopy | None], None]
CopyInEnd = Callable[[float | None], None]


@dataclass(slots=True, eq=False)
class _Transfer:
    """A job of one slot, and what follows on the engine's thread.

    ``key`` is whose state is copied out, None once that is forgotten; ``branches`` are all that
    wait for a copy that is made for branches, which ends with them.
    """

    slot: Slot
    key: str | None
    job: CopyJob[object] | None
    then: Callable[[CopyJob[object] | None], None]
    has_begun: bool = False
    branches: list[CopyOutEnd] = field(default_factory=list)


class SlotTransfers:
    """Copies whole slots, one after the other; all but the copying is done on the engine's thread.

    A slot is ``lent`` from the order to the end of its transfers: it is in no decode call, and
    nobody is given it. Where no reply is written, or a copy is quick, or the KV cache cannot be
    lent, it is copied at once, and ``then`` has been called when the order returns. Replies wait
    for such copies, so a step makes no more of them than fit into its target, and one at least.
    """

    def __init__(self, backend: Backend, pool: SlotPool, copier: SlotCopier, wake: Wake) -> None:
        self._backend = backend
        self._pool = pool
        self._copier = copier
        self._thread = CopyThread(wake)
        self._transfers: list[_Transfer] = []  # the first one is under way
        self._held: dict[int, SlotCopy] = {}
        self._paused_seconds = self._longest_pause = 0.0  # of this step's copies

    @property
    def is_enough_copied(self) -> bool:
        """Return whether another copy would hold up replies for longer than a step may take."""
        return self._paused_seconds + self._longest_pause > self._copier.target_seconds

    @property
    def can_lend(self) -> bool:
        """Return whether long copies run beside the replies that are written."""
        return self._backend.capabilities.can_lend

    @property
    def threads_beside(self) -> int:
        """Return on how many threads states are copied beside this step."""
        if not self._transfers:
            return 0
        job = self._transfers[0].job
        return int(job is not None and not job.is_done.is_set())

    @property
    def moving(self) -> set[str]:
        """Return the conversations whose state is on its way; their requests wait. Any thread."""
        held = {each.key for each in tuple(self._held.values())}
        return held | {each.key for each in self._transfers if each.key is not None}

    def forget(self, key: str) -> None:
        """Give up what is on its way of a conversation; its copies are dropped when they end."""
        for each in self._transfers:
            if each.key == key:
                each.key = None
        self._held = {number: copy for number, copy in self._held.items() if copy.key != key}

    def hold(self, request_id: int, copy: SlotCopy) -> None:
        """Keep the only copy of a conversation until its request has it in its slot."""
        self._held[request_id] = copy

    def let_go(self, request_id: int) -> SlotCopy | None:
        """Keep it no longer; return it if it was not forgotten."""
        return self._held.pop(request_id, None)

    def may_copy_out(self, slot: Slot) -> bool:
        """Return whether a copy holds up no reply, or for a step's time only."""
        return self.can_lend or not self._is_written() or self._copier.is_brief(slot)

    def copy_out(
        self, slot: Slot, key: str, then: CopyOutEnd, *, may_be_asked: bool = False
    ) -> None:
        """Copy what a slot holds; ``then`` gets no copy if it was forgotten meanwhile.

        Where somebody ``may_be_asked`` while it goes on, it is treated as if replies were written.
        """
        seconds = self._copier.copy_seconds(slot)
        if not self._goes_beside(slot, seconds, is_written=may_be_asked or self._is_written()):
            with self._pause():
                copy = self._copier.copy(slot, key)
            then(copy)
            return
        self._copy_out(slot, key, then)

    def copy_in(self, slot: Slot, copy: SlotCopy, then: CopyInEnd) -> None:
        """Fill a slot; ``then`` gets the seconds that took, None if the library refused it."""
        expected = self._copier.restore_seconds(copy.byte_count)
        if not self._goes_beside(slot, expected, is_written=self._is_written()):
            with self._pause():
                seconds = self._copier.restore(slot, copy)
            then(seconds)
            return
        self._copier.runner.clear(slot)
        index, state, count = slot.index, copy.state, copy.held_count

        def finish(job: CopyJob[object] | None) -> None:
            assert job is not None
            is_taken = bool(job.result)
            seconds = self._copier.note_restored(slot, copy, job.seconds, is_taken=is_taken)
            # Not of one that was forgotten meanwhile, nor, in a branch, of the donor.
            if seconds is not None and slot.conversation_id == copy.key:
                self._copier.restore_text(copy)
            then(seconds)

        fill = CopyJob[object](lambda go: self._backend.set_state(index, state, count, go))
        self._order(_Transfer(slot, None, fill, finish))

    def fork(self, donor: Slot, slot: Slot, then: Callable[[], None]) -> None:
        """Copy a slot into another one.

        Branches that wait for one slot at the same time share one copy out of it.
        """
        seconds = self._copier.fork_seconds(donor)
        if not self._goes_beside(donor, seconds, is_written=self._is_written()):
            with self._pause():
                self._copier.runner.fork(donor, slot)
            then()
            return

        def fill(copy: SlotCopy | None) -> None:
            slot.lent -= 1
            if copy is None or slot.conversation_id is None:  # it is nobody's any more
                then()
            else:
                self.copy_in(slot, copy, lambda _seconds: then())

        slot.lent += 1  # also before its own part begins
        # A slot is lent until its copy has ended, so that it holds then what it holds now.
        for each in self._transfers:
            if each.branches and each.slot is donor:
                each.branches.append(fill)
                return
        branches: list[CopyOutEnd] = [fill]

        def fill_all(copy: SlotCopy | None) -> None:
            for each in branches:
                each(copy)

        # The donor's conversation keeps its slot, so that nothing is lost if this comes to nothing.
        self._copy_out(donor, donor.conversation_id or "", fill_all, branches)

    def after(self, slot: Slot, then: Callable[[], None]) -> None:
        """Go on when no transfer needs a slot any more."""
        if slot.lent:
            self._order(_Transfer(slot, None, None, lambda _job: then()))
        else:
            then()

    def finish(self) -> None:
        """Do what follows the transfers that have ended, and begin the next one; in each step."""
        self._paused_seconds = self._longest_pause = 0.0
        self._follow()

    def _follow(self) -> None:
        while self._transfers:
            first = self._transfers[0]
            if first.job is not None and not first.job.is_done.is_set():
                return
            del self._transfers[0]
            self._end(first)
            self._begin()

    def wait(self) -> None:
        """Wait until there are no transfers."""
        while self._transfers:
            self._begin()
            job = self._transfers[0].job
            if job is not None:
                job.is_done.wait()
            self._follow()

    def abandon(self) -> None:
        """Wait for the copy that is under way, and let nothing follow; all slots are emptied."""
        for each in self._transfers:
            if each.has_begun and each.job is not None:
                each.job.is_done.wait()
                self._backend.take_back(each.slot.index)
        self._transfers.clear()
        self._held.clear()
        for slot in self._pool.slots:
            slot.lent = 0

    def close(self) -> None:
        """Finish all transfers, and end the thread."""
        self.wait()
        self._thread.close()

    def _copy_out(
        self,
        slot: Slot,
        key: str,
        then: CopyOutEnd,
        branches: list[CopyOutEnd] | None = None,
    ) -> None:
        holder = _Transfer(slot, key, None, lambda _job: None, branches=branches or [])

        def finish(job: CopyJob[object] | None) -> None:
            assert job is not None
            state = job.result
            assert isinstance(state, bytes)
            then(
                None if holder.key is None else self._copier.copy_of(slot, key, state, job.seconds)
            )

        def copy(may_decode: Callable[[], None]) -> object:
            may_decode()  # positions are only read
            return self._backend.state(slot.index)

        holder.job, holder.then = CopyJob[object](copy), finish
        self._order(holder)

    @contextmanager
    def _pause(self) -> Iterator[None]:
        """Note how long a copy takes for which replies wait."""
        started = time.perf_counter()
        yield
        if self._is_written():
            seconds = time.perf_counter() - started
            self._paused_seconds += seconds
            self._longest_pause = max(self._longest_pause, seconds)

    def _goes_beside(self, slot: Slot, seconds: float, *, is_written: bool) -> bool:
        if not self.can_lend:
            return False
        # What is chosen on a worker may turn out to be nothing, and then its slot is cleared.
        if slot.sequence is not None and slot.sequence.next_token is not None:
            return False
        # Many that are quick hold up replies like a long one: those of a slot's branches, say.
        is_long = seconds > WORTH_A_THREAD or self.is_enough_copied
        return slot.lent > 0 or (is_long and is_written)

    def _is_written(self) -> bool:
        """Return whether somebody waits for the next token of a reply."""
        running = (slot.sequence for slot in self._pool.in_state(SlotState.RUNNING))
        return any(each is not None and each.state is SequenceState.DECODE for each in running)

    def _order(self, transfer: _Transfer) -> None:
        transfer.slot.lent += 1
        self._transfers.append(transfer)
        if len(self._transfers) == 1:
            self._begin()

    def _begin(self) -> None:
        first = self._transfers[0] if self._transfers else None
        if first is not None and first.job is not None and not first.has_begun:
            first.has_begun = True
            self._backend.lend_out(first.slot.index)
            self._thread.run(first.job)

    def _end(self, transfer: _Transfer) -> None:
        slot, job = transfer.slot, transfer.job
        slot.lent -= 1
        if job is not None:
            self._backend.take_back(slot.index)
            if job.future is not None:
                job.future.result()
        transfer.then(job)
        # Its conversation was forgotten, or its request has ended, before it held anything.
        if not slot.lent and slot.conversation_id is None:
            self._copier.runner.clear(slot)
