"""Conversations on the disk: one file each, read and written by two threads of their own.

The engine's thread only looks into an index and leaves orders; what became of them it hears when
it asks (``take_events``). So no disk, however slow, holds up those who are writing.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeAlias

from engine.backend import StateIdentity
from engine.kv.cache_folder import CacheFile, CacheFolder, FolderTrouble
from engine.kv.container import Miss, Sealing, WriteCancelled
from engine.kv.disk_events import (
    DiskEvent,
    DiskFailed,
    LoadFinished,
    ScanFinished,
    WriteFinished,
    WriteJob,
)
from engine.kv.disk_index import DiskIndex, Room
from engine.kv.job_thread import JobThread
from engine.kv.ram_tier import CachedState
from engine.kv.weights import WeightDigests
from engine.wire.lazy_text import LazyText, lazy

_log = logging.getLogger(__name__)

_OPENING_SECONDS = 2.0  # how long a model's start waits to learn what there is
_RETRY_SECONDS = 60.0  # after trouble with the disk
_SMOOTHING = 0.3
_FIRST_RATE = 400e6  # bytes per second, before any file was read or written

Wake: TypeAlias = Callable[[], None]


class DiskTier:
    """Knows what is on the disk, and orders to read, write and remove it.

    Everything public belongs to the engine's thread; ``wake`` is called on another one when there
    is news.
    """

    def __init__(
        self,
        folder: Path,
        identity: StateIdentity,
        *,
        limit_bytes: int | None,
        wake: Wake,
    ) -> None:
        """Begin to look what there is; wait for it, where it is found at once."""
        self._folder = CacheFolder(folder)
        self._weights = WeightDigests(folder)
        self._identity = identity
        self.index = DiskIndex(limit_bytes)
        self._wake = wake
        self._events: SimpleQueue[DiskEvent] = SimpleQueue()
        self._sealing: Sealing | None = None
        self._is_cleared_early = False
        self._dropped_early: set[str] = set()
        self._loading: dict[str, float] = {}
        self._saving: list[WriteJob] = []
        self._failed: list[str] = []
        self._retry_at = 0.0
        self.trouble = LazyText()
        self.read_rate = _FIRST_RATE
        self.write_rate = _FIRST_RATE
        self._reader = JobThread("kv-reader")
        self._writer = JobThread("kv-writer")
        is_quick = threading.Event()
        self._is_open = threading.Event()
        self._reader.jobs.put(lambda: self._open(is_quick, is_wanted=limit_bytes != 0))
        is_quick.wait(_OPENING_SECONDS)

    # --- what there is ---

    @property
    def is_open(self) -> bool:
        """Return whether it is known what there is."""
        return self._sealing is not None

    @property
    def is_writing(self) -> bool:
        """Return whether a file is being written or waits for it."""
        return bool(self._saving)

    @property
    def pending_bytes(self) -> int:
        """Return how much is yet to be written."""
        return sum(save.kept.byte_count for save in self._saving if not save.is_cancelled)

    @property
    def is_waited_for(self) -> bool:
        """Return whether a file is being read."""
        return bool(self._loading)

    @property
    def can_write(self) -> bool:
        """Return whether another file may be ordered."""
        is_open = self._sealing is not None and self.index.limit_bytes > 0
        return is_open and time.monotonic() >= self._retry_at

    def is_loading(self, conversation_id: str) -> bool:
        """Return whether a file is being read."""
        return conversation_id in self._loading

    def holds(self, conversation_id: str, tokens: Sequence[int]) -> bool:
        """Return whether just these tokens of a conversation are on the disk, or on their way."""
        for save in self._saving:
            if save.kept.conversation_id == conversation_id and not save.is_cancelled:
                return save.kept.tokens == tuple(tokens)
        header = self.index.header(conversation_id)
        return header is not None and header.tokens == tuple(tokens)

    # --- orders ---

    def load(self, conversation_id: str) -> None:
        """Begin to read a conversation's file; an Arrival tells the end of it."""
        if self._sealing is None or conversation_id in self._loading:
            return
        self._loading[conversation_id] = time.monotonic()
        sealing = self._sealing

        def read() -> None:
            started = time.perf_counter()
            result = self._folder.read(conversation_id, sealing)
            if isinstance(result, CachedState):
                seconds = time.perf_counter() - started
                result = replace(result, load_seconds=seconds)
            self._tell(LoadFinished(conversation_id, result))

        self._reader.jobs.put(read)

    def save(self, kept: CachedState, used: int) -> bool:
        """Order the file of a conversation that was used at a moment; return whether it was taken.

        It makes room only at the cost of what was used before.
        """
        name = kept.conversation_id
        orders = [o.kept for o in self._saving if not o.is_cancelled]
        pending = sum(other.byte_count for other in orders if other.conversation_id != name)
        room = self.index.room_for(name, kept.byte_count + pending, used, busy=self._loading)
        if self._sealing is None or room is None or not self.can_write:
            return False
        for older in self._saving:
            if older.kept.conversation_id == name:
                older.is_cancelled = True
        order = WriteJob(kept)
        self._saving.append(order)
        sealing = self._sealing
        self._writer.jobs.put(lambda: self._write(order, sealing, room, used))
        return True

    def begin_restore(self, conversation_id: str) -> None:
        """Note on the disk that the library gets this now; waits for the disk, briefly."""
        filed = self.index.filed(conversation_id)
        if filed is not None:
            self._folder.begin_restore(filed.name)

    def commit_restore(self, conversation_id: str, *, is_good: bool) -> None:
        """Note that the library took it, or do away with what it refused."""
        filed = self.index.filed(conversation_id)
        if filed is None:
            return
        if is_good:
            self._folder.commit_restore(filed.name, self.index.use(conversation_id))
        else:
            self.drop(conversation_id)

    def drop(self, conversation_id: str) -> None:
        """Remove what there is of a conversation, also what is yet to be written or read."""
        self._loading.pop(conversation_id, None)
        for save in self._saving:
            if save.kept.conversation_id == conversation_id:
                save.is_cancelled = True
        self.index.drop(conversation_id)
        if self._sealing is not None:
            name = self._folder.name_of(conversation_id)
            self._writer.jobs.put(lambda: self._folder.remove(name))
        else:
            self._dropped_early.add(conversation_id)

    def clear(self) -> None:
        """Remove all that there is."""
        self._is_cleared_early = self._sealing is None
        saving = [save.kept.conversation_id for save in self._saving]
        for conversation_id in {*self.index.names, *saving, *self._loading}:
            self.drop(conversation_id)

    def limit(self, limit_bytes: int | None) -> None:
        """Change what all files may take; what is too much goes."""
        was_off, self.index.wanted_limit = self.index.wanted_limit == 0, limit_bytes
        self._retry_at = 0.0
        if limit_bytes == 0:
            self.clear()
        elif was_off and self._sealing is None:
            self._is_open.clear()
            self._reader.jobs.put(lambda: self._open(threading.Event(), is_wanted=True))
        else:
            self._shrink()

    def take_events(self) -> list[LoadFinished]:
        """Take note of what the threads have done; return what was loaded."""
        arrivals: list[LoadFinished] = []
        while True:
            try:
                event = self._events.get_nowait()
            except Empty:
                return arrivals
            if isinstance(event, LoadFinished):
                if self._take_arrival(event):
                    arrivals.append(event)
            else:
                self._take(event)

    def take_failed(self) -> list[str]:
        """Return, once, the conversations that could not be written."""
        failed, self._failed = self._failed, []
        return failed

    def give_up_late(self, seconds: float) -> int:
        """Wait no longer for files ordered longer ago than that; return how many these are."""
        since = time.monotonic() - seconds
        late = [name for name, started in self._loading.items() if started < since]
        for name in late:
            del self._loading[name]
        return len(late)

    def wait_until_open(self, seconds: float) -> None:
        """Wait until it is known what there is, but not for longer."""
        self._is_open.wait(max(0.0, seconds))
        self.take_events()

    def close(self, seconds: float) -> None:
        """Let what was ordered be written, but not for longer."""
        self._weights.stop()
        self._reader.jobs.put(None)
        self._writer.jobs.put(None)
        self._writer.thread.join(max(0.0, seconds))
        for save in self._saving:
            save.is_cancelled = True

    # --- the engine's thread: what the others have told ---

    def _take(self, event: ScanFinished | WriteFinished | DiskFailed) -> None:
        if isinstance(event, ScanFinished):
            self._take_opened(event)
        elif isinstance(event, DiskFailed):
            self._be_in_trouble(event.text)
        else:
            self._take_saved(event)

    def _take_opened(self, opened: ScanFinished) -> None:
        """Know what there is; what was forgotten before that goes now."""
        self.index.fill(opened)
        self._sealing = opened.sealing
        early = self.index.names if self._is_cleared_early else tuple(self._dropped_early)
        for conversation_id in early:
            self.drop(conversation_id)
        self._dropped_early.clear()
        self._shrink()

    def _take_saved(self, saved: WriteFinished) -> None:
        save = saved.save
        self._saving.remove(save)
        self.index.lose(saved.gone)
        if saved.filed is None:
            if not save.is_cancelled:
                self._failed.append(save.kept.conversation_id)
            return
        self.trouble = LazyText()
        rate = saved.filed.byte_count / max(saved.seconds, 1e-6)
        self.write_rate += _SMOOTHING * (rate - self.write_rate)
        if save.is_cancelled:
            return  # the order to remove it, or the newer file, follows
        self.index.put(saved.filed)

    def _take_arrival(self, arrival: LoadFinished) -> bool:
        """Return whether anybody still waits for it; what is damaged goes."""
        if self._loading.pop(arrival.conversation_id, None) is None:
            return False
        if isinstance(arrival.result, Miss):
            self.drop(arrival.conversation_id)
            return True
        seconds = max(arrival.result.load_seconds, 1e-6)
        rate = arrival.result.byte_count / seconds
        self.read_rate += _SMOOTHING * (rate - self.read_rate)
        return True

    def _be_in_trouble(self, text: LazyText) -> None:
        if text != self.trouble:
            _log.warning("The disk keeps no conversations: %s", text)
        self.trouble = text
        self._retry_at = time.monotonic() + _RETRY_SECONDS

    def _shrink(self) -> None:
        for conversation_id in self.index.surplus(busy=self._loading):
            self.drop(conversation_id)

    # --- the other threads ---

    def _tell(self, event: DiskEvent) -> None:
        self._events.put(event)
        self._wake()

    def _open(self, is_quick: threading.Event, *, is_wanted: bool) -> None:
        """Look what there is, or remove it where nothing is to be kept."""
        try:
            self._folder.open()
            if not is_wanted:
                for filed in self._folder.sweep():
                    self._folder.remove(filed.name)
                return
            if self._weights.remembered(self._identity.files) is None:
                is_quick.set()  # it takes its time, and what there is is of other models
            digest = self._weights.of(self._identity.files)
            files = tuple(self._folder.sweep())
            identity = digest + self._identity.form.encode()
            sealing = Sealing(self._folder.key, identity)
            self._tell(ScanFinished(files, sealing, self._folder.room()[0]))
        except FolderTrouble as error:
            self._tell(DiskFailed(LazyText.of(str(error))))
        except OSError as error:
            self._tell(DiskFailed(_sentence(error)))
        finally:
            is_quick.set()
            self._is_open.set()

    def _write(self, save: WriteJob, sealing: Sealing, room: Room, used: int) -> None:
        started = time.perf_counter()
        filed: CacheFile | None = None
        gone: list[str] = []
        try:
            if not save.is_cancelled:
                for name in room.victims:
                    self._folder.remove(name)
                    gone.append(name)
                self._folder.make_room(save.kept.byte_count, room.spare, gone)
                filed = self._folder.write(save.kept, sealing, lambda: not save.is_cancelled, used)
        except WriteCancelled:
            pass
        except FolderTrouble as error:
            self._tell(DiskFailed(LazyText.of(str(error))))
        except OSError as error:
            self._tell(DiskFailed(_sentence(error)))
        self._tell(WriteFinished(save, filed, tuple(gone), time.perf_counter() - started))


def _sentence(error: OSError) -> LazyText:
    return lazy("Chats are not kept warm on the disk: {reason}.", reason=error)
