"""The disk tier: conversations in files, one each; orders reading, writing and removing.

The engine's thread uses an index and gives orders; their results arrive as events. So no disk,
however slow, delays running replies.
"""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from engine.backend import StateIdentity
from engine.ipc.lazy_text import LazyText
from engine.kv.cache_folder import name_of
from engine.kv.cached_state import CachedState, CachedStates
from engine.kv.container import Miss
from engine.kv.disk_index import DiskIndex
from engine.kv.disk_worker import (
    DiskFailed,
    DiskWorker,
    LoadFinished,
    LoadJob,
    ScanFinished,
    Wake,
    WriteFinished,
    WriteJob,
)
from engine.kv.slot_copy import SlotCopy
from engine.messages.programs import is_unnamed

_log = logging.getLogger(__name__)

_START_SECONDS = 2.0  # seconds that a model's start waits for the scan
_RETRY_SECONDS = 60.0  # seconds after a disk failure
_SMOOTHING = 0.3
_FIRST_RATE = 400e6  # bytes per second, before any file was read or written


class DiskTier:
    """Decides about the files of the cached states. Engine thread; ``wake`` is called on others.

    While the folder is being scanned, orders to remove files are queued: otherwise a file that the
    scan has seen would be in the index although it was removed.
    """

    def __init__(
        self,
        states: CachedStates,
        folder: Path,
        identity: StateIdentity,
        *,
        limit_bytes: int | None,
        program_percent: int,
        wake: Wake,
    ) -> None:
        """Begin the scan, and wait briefly for its end."""
        self._states = states
        self._worker = DiskWorker(folder, identity, wake)
        self.index = DiskIndex(states, limit_bytes, program_percent)
        self._after_scan: list[Callable[[], None]] = []
        self._jobs: list[
            WriteJob
        ] = []  # cancelled ones too, until the writer has finished with them
        self._retry_at = 0.0
        self.failure = LazyText()
        self.read_rate = _FIRST_RATE
        self.write_rate = _FIRST_RATE
        self.token_bytes = 0.0  # of the last copy to be stored
        self.is_scanning = True
        self._worker.scan(is_wanted=limit_bytes != 0).wait(_START_SECONDS)
        self.take_events()

    @property
    def is_writing(self) -> bool:
        """Return whether a file is being written or queued for it."""
        return bool(self._jobs)

    @property
    def pending_bytes(self) -> int:
        """Return the number of bytes that are not written yet."""
        return sum(job.copy.byte_count for job in self._jobs if not job.is_cancelled)

    @property
    def can_write(self) -> bool:
        """Return whether another file may be ordered."""
        is_known = self.index.identity is not None and self.index.limit_bytes > 0
        return is_known and time.monotonic() >= self._retry_at

    def load(self, key: str) -> None:
        """Begin to read the file of a key; a LoadFinished reports the result."""
        state = self._states.at(key)
        if state.load_job is None:
            job = LoadJob(key, time.monotonic())
            self._states.begin_load(state, job)
            self._worker.load(job)

    def store(self, copy: SlotCopy) -> None:
        """Order a file unless it exists; a refusal is not repeated before the copy changes."""
        if is_unnamed(copy.key):
            return
        state = self._states.at(copy.key)
        # Set also if the disk has no room: every idle check would be refused again.
        state.ordered_hash = hash(copy.tokens)
        self.token_bytes = copy.byte_count / len(copy.tokens)
        if not state.has_written(copy.tokens):
            self.write(copy, state.used or self.index.tick())

    def write(self, copy: SlotCopy, used: int) -> None:
        """Order a file if there is room; ``used`` is the conversation's time of last use.

        Room is made as in ``DiskIndex.room_for``.
        """
        state = self._states.at(copy.key)
        pending = [job for job in self._jobs if not job.is_cancelled and job.copy.key != copy.key]
        room = self.index.room_for(copy.key, copy.byte_count, used, pending)
        if room is None or not self.can_write:
            return
        self._cancel_write(state)
        state.write_job = WriteJob(copy, used, room, state.stored_rank)
        self._jobs.append(state.write_job)
        self._worker.write(state.write_job)

    def begin_restore(self, key: str) -> None:
        """Mark on the disk that the library restores this file now; waits for the disk, briefly."""
        state = self._states.get(key)
        if state is not None and state.file is not None:
            self._worker.folder.begin_restore(state.file.name)

    def commit_restore(self, key: str, *, is_good: bool) -> None:
        """Mark the file as restored, or remove one that the library refused."""
        state = self._states.get(key)
        if state is None or state.file is None:
            return
        if is_good:
            self._worker.folder.commit_restore(state.file.name, self.index.use(state))
        else:
            self.drop(key)

    def drop(self, key: str) -> None:
        """Remove the file of a key, also one that is queued or being read."""
        # A scan can take longer than the process lives, but a deleted conversation must be removed.
        if self.is_scanning:
            self._worker.remove(name_of(key))
        self.after_scan(lambda: self._drop(key))

    def clear(self) -> None:
        """Remove all files."""
        self.after_scan(self._drop_all)

    def limit(self, limit_bytes: int | None) -> None:
        """Change the limit of all files; the excess is removed."""
        self.index.wanted_limit = limit_bytes
        self._retry_at = 0.0
        self.after_scan(self._apply_limit)

    def after_scan(self, order: Callable[[], None]) -> None:
        """Execute an order now, or after the scan of the folder."""
        if self.is_scanning:
            self._after_scan.append(order)
        else:
            order()

    def take_events(self) -> list[LoadFinished]:
        """Process the events of the threads; return the loads that are still wanted."""
        loads: list[LoadFinished] = []
        for event in self._worker.take_events():
            match event:
                case ScanFinished():
                    self.index.fill(event)
                    self._end_scan()
                    self._shrink()
                case LoadFinished():
                    loads += self._on_load_finished(event)
                case WriteFinished():
                    self._on_write_finished(event)
                case DiskFailed():
                    self._on_disk_failed(event)
        return loads

    def wait_for_scan(self, seconds: float) -> None:
        """Wait until the folder has been scanned, at most for the given time."""
        self._worker.wait_for_scan(seconds)
        self.take_events()

    def close(self, seconds: float) -> None:
        """Finish the ordered writes, within the given time."""
        self._worker.close(seconds)
        for job in self._jobs:
            job.is_cancelled = True

    def _drop(self, key: str) -> None:
        state = self._states.get(key)
        if state is not None:
            self._states.end_load(state)
            self._cancel_write(state)
        self.index.drop(key)
        # Removed by name, also if the index has no file: one may be being written.
        self._worker.remove(name_of(key))

    def _drop_all(self) -> None:
        for state in self._states:
            if state.file is not None or state.load_job is not None or state.write_job is not None:
                self.drop(state.key)

    def _apply_limit(self) -> None:
        if self.index.wanted_limit == 0:
            self._drop_all()
        elif self.index.identity is None:
            self.is_scanning = True
            self._worker.scan(is_wanted=True)
        else:
            self._shrink()

    def _shrink(self) -> None:
        for key in self.index.surplus():
            self.drop(key)

    def _end_scan(self) -> None:
        """Execute the queued orders; if one begins another scan, the next ones wait for it."""
        self.is_scanning = False
        orders, self._after_scan = self._after_scan, []
        for order in orders:
            self.after_scan(order)

    def _on_load_finished(self, event: LoadFinished) -> list[LoadFinished]:
        """Return the event if it is still expected; remove the file if it is damaged."""
        state = self._states.get(event.job.key)
        # Timed out, or dropped since: the content may be of a deleted conversation.
        if state is None or state.load_job is not event.job:
            return []
        self._states.end_load(state)
        if isinstance(event.result, Miss):
            self.drop(state.key)
        else:
            rate = event.result.byte_count / max(event.result.load_seconds or 0.0, 1e-6)
            self.read_rate += _SMOOTHING * (rate - self.read_rate)
        return [event]

    def _on_write_finished(self, event: WriteFinished) -> None:
        job, file = event.job, event.file
        self._jobs.remove(job)
        self.index.drop_names(event.removed)
        if file is not None:
            self.failure = LazyText()
            rate = file.byte_count / max(event.seconds, 1e-6)
            self.write_rate += _SMOOTHING * (rate - self.write_rate)
        state = self._states.get(job.copy.key)
        # A file written although its job was cancelled is removed or replaced by the following job
        # in the writer's queue.
        if state is None or state.write_job is not job:
            return
        state.write_job = None
        self._states.note_change(state)
        if file is None:
            state.ordered_hash = None  # so that it is ordered once more
        else:
            self.index.put(file)

    def _cancel_write(self, state: CachedState) -> None:
        if state.write_job is not None:
            state.write_job.is_cancelled = True
            state.write_job = None
            self._states.note_change(state)

    def _on_disk_failed(self, event: DiskFailed) -> None:
        if event.text != self.failure:
            _log.warning("Conversations are not cached on the disk: %s", event.text)
        self.failure = event.text
        self._retry_at = time.monotonic() + _RETRY_SECONDS
        # A failed scan ends as well; orders that wait for it concern the RAM tier too.
        if self.is_scanning:
            self._end_scan()


class NullDisk:
    """The disk tier of an engine without a folder: it stores no files."""

    is_writing = False
    is_scanning = False
    can_write = False
    pending_bytes = 0
    failure = LazyText()
    read_rate = write_rate = _FIRST_RATE
    token_bytes = 0.0

    def __init__(self, states: CachedStates) -> None:
        self.index = DiskIndex(states, limit_bytes=0, program_percent=0)

    def load(self, key: str) -> None:
        """Do nothing: no state has a file."""

    def store(self, copy: SlotCopy) -> None:
        """Do nothing."""

    def begin_restore(self, key: str) -> None:
        """Do nothing."""

    def commit_restore(self, key: str, *, is_good: bool) -> None:
        """Do nothing."""

    def drop(self, key: str) -> None:
        """Do nothing."""

    def clear(self) -> None:
        """Do nothing."""

    def limit(self, limit_bytes: int | None) -> None:
        """Do nothing."""

    def after_scan(self, order: Callable[[], None]) -> None:
        """Execute an order now."""
        order()

    def take_events(self) -> list[LoadFinished]:
        """Return no events."""
        return []

    def wait_for_scan(self, seconds: float) -> None:
        """Return at once."""

    def close(self, seconds: float) -> None:
        """Do nothing."""


Disk: TypeAlias = DiskTier | NullDisk
