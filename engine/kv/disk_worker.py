"""The threads that wait for the disk, so that the engine's thread never does.

One reads, the other writes and removes, so that a request never waits for its file because another
one is being written. Jobs of one thread run in order: a removal after a write also removes the
written file.
"""

import contextlib
import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine.backend import StateIdentity
from engine.files import atomic_write
from engine.ipc.lazy_text import LazyText, lazy
from engine.kv.cache_folder import CacheFile, CacheFolder, FolderUnusable
from engine.kv.container import Miss, ModelIdentity, WriteCancelled
from engine.kv.slot_copy import SlotCopy
from engine.messages.request_options import Rank

Wake: TypeAlias = Callable[[], None]

_NICENESS = 10  # niceness; the threads that compute replies have priority
_CHUNK_BYTES = 4 << 20
_MAX_REMEMBERED = 64
NAME = "models.json"


class Room(msgspec.Struct, frozen=True):
    """The files to evict for a new one by the limit, and those to evict if the disk is full."""

    victims: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()


class LoadJob(msgspec.Struct, frozen=True, eq=False):
    """An order to read a file, and its time."""

    key: str
    started: float


@dataclass(slots=True, eq=False)
class WriteJob:
    """An order to write a file; the engine's thread may cancel it at any moment."""

    copy: SlotCopy
    used: int
    room: Room
    rank: Rank = Rank.TAB
    is_cancelled: bool = False


class ScanFinished(msgspec.Struct, frozen=True):
    """The files in the folder, the identity of the loaded model, and the size of the disk.

    Without an identity the folder was only emptied, because the limit is zero.
    """

    files: tuple[CacheFile, ...]
    identity: ModelIdentity | None
    disk_bytes: int


class LoadFinished(msgspec.Struct, frozen=True):
    """The result of a LoadJob: the content of the file, or why there is none."""

    job: LoadJob
    result: SlotCopy | Miss


class WriteFinished(msgspec.Struct, frozen=True):
    """The result of a WriteJob: the file, or None; ``removed`` are the files evicted for it."""

    job: WriteJob
    file: CacheFile | None
    removed: tuple[str, ...]
    seconds: float


class DiskFailed(msgspec.Struct, frozen=True):
    """The disk cannot be used; the text is the reason."""

    text: LazyText


DiskEvent: TypeAlias = ScanFinished | LoadFinished | WriteFinished | DiskFailed


class WeightDigests:
    """Computes the digest of each model file once, until the file changes.

    A file counts as unchanged while its path, inode, size and both its times are the same; the
    digest itself covers every byte. Waits for the disk.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._is_stopped = False

    def stop(self) -> None:
        """Abort a running digest with OSError; any thread."""
        self._is_stopped = True

    def remembered(self, files: Sequence[str]) -> bytes | None:
        """Return the digest of these files if all are known. Raises OSError."""
        known = self._known()
        digests = [known.get(_signature(file)) for file in files]
        return None if None in digests else _combined([digest for digest in digests if digest])

    def of(self, files: Sequence[str]) -> bytes:
        """Return the digest of these files; unknown ones are read. Raises OSError."""
        known = self._known()
        digests: list[str] = []
        for file in files:
            signature = _signature(file)
            digest = known.get(signature) or self._read(file)
            # Otherwise a file that is replaced meanwhile would be stored with the old digest.
            if _signature(file) != signature:
                raise OSError(f"{file} was changed while it was read")
            known.pop(signature, None)
            known[signature] = digest
            digests.append(digest)
        self._remember(known)
        return _combined(digests)

    def _read(self, file: str) -> str:
        digest = hashlib.sha256()
        with open(file, "rb", buffering=0) as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                if self._is_stopped:
                    raise OSError("the process is ending")
                digest.update(chunk)
        return digest.hexdigest()

    def _known(self) -> dict[str, str]:
        try:
            known = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(known, dict):
            return {}
        return {name: digest for name, digest in known.items() if isinstance(digest, str)}

    def _remember(self, known: dict[str, str]) -> None:
        """Write the known digests; if that fails, the files are read again next time."""
        newest = dict(list(known.items())[-_MAX_REMEMBERED:])
        with contextlib.suppress(OSError):
            atomic_write(self._path, json.dumps(newest, indent=1).encode())


def _signature(file: str) -> str:
    info = os.stat(file)
    facts = [info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns]
    return json.dumps([os.path.abspath(file), *facts])


def _combined(digests: Sequence[str]) -> bytes:
    return hashlib.sha256("\n".join(digests).encode()).digest()


@dataclass(slots=True)
class _JobThread:
    """Runs jobs in order until it gets None; the process does not wait for it."""

    name: str
    jobs: SimpleQueue[Callable[[], None] | None] = field(default_factory=SimpleQueue)
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        lower_priority()
        while (job := self.jobs.get()) is not None:
            job()


def lower_priority() -> None:
    """Give the calling thread a lower priority than the computing threads, where supported."""
    if sys.platform == "linux":  # on Linux niceness is per thread
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


class DiskWorker:
    """Executes the disk tier's orders, and reports their results as events.

    ``wake`` is called on one of its threads when there is an event.
    """

    def __init__(self, path: Path, identity: StateIdentity, wake: Wake) -> None:
        self.folder = CacheFolder(path)
        self._weights = WeightDigests(path)
        self._state_identity = identity
        self._identity: ModelIdentity | None = None
        self._wake = wake
        self._events: SimpleQueue[DiskEvent] = SimpleQueue()
        self._reader = _JobThread("kv-reader")
        self._writer = _JobThread("kv-writer")
        self._removals: list[str] = []  # ordered and not done yet
        self._has_scanned = threading.Event()

    def scan(self, *, is_wanted: bool) -> threading.Event:
        """Begin to scan the folder, or to empty it if no files are wanted.

        The returned event is set when waiting longer is pointless.
        """
        is_quick = threading.Event()
        self._has_scanned.clear()
        self._reader.jobs.put(lambda: self._scan(is_quick, is_wanted=is_wanted))
        return is_quick

    def wait_for_scan(self, seconds: float) -> None:
        """Wait until the scan has ended, at most for the given time."""
        self._has_scanned.wait(max(0.0, seconds))

    def load(self, job: LoadJob) -> None:
        """Order the reading of a file."""
        self._reader.jobs.put(lambda: self._load(job))

    def write(self, job: WriteJob) -> None:
        """Order the writing of a file."""
        self._writer.jobs.put(lambda: self._write(job))

    def remove(self, name: str) -> None:
        """Order the removal of a file; it follows the writes that were ordered before."""
        self._removals.append(name)
        self._writer.jobs.put(lambda: self._remove(name))

    def take_events(self) -> Iterator[DiskEvent]:
        """Yield the events since the last call."""
        with contextlib.suppress(Empty):
            while True:
                yield self._events.get_nowait()

    def close(self, seconds: float) -> None:
        """Finish the ordered writes within the given time, and all removals."""
        self._weights.stop()
        self._reader.jobs.put(None)
        self._writer.jobs.put(None)
        self._writer.thread.join(max(0.0, seconds))
        # A deleted conversation must not outlive the process because a write was too slow.
        for name in list(self._removals):
            self.folder.remove(name)

    def _remove(self, name: str) -> None:
        self.folder.remove(name)
        self._removals.remove(name)

    def _report(self, event: DiskEvent) -> None:
        self._events.put(event)
        self._wake()

    def _report_failure(self, error: OSError | FolderUnusable) -> None:
        if isinstance(error, FolderUnusable):
            self._report(DiskFailed(LazyText.of(str(error))))
        else:
            text = lazy("Chats are not kept warm on the disk: {reason}.", reason=error)
            self._report(DiskFailed(text))

    def _scan(self, is_quick: threading.Event, *, is_wanted: bool) -> None:
        try:
            self.folder.open()
            if is_wanted:
                self._report(self._found(is_quick))
            else:
                for file in self.folder.sweep():
                    self.folder.remove(file.name)
                self._report(ScanFinished((), None, 0))
        except (FolderUnusable, OSError) as error:
            self._report_failure(error)
        finally:
            is_quick.set()
            self._has_scanned.set()

    def _found(self, is_quick: threading.Event) -> ScanFinished:
        files = self._state_identity.files
        # The digest of a new model takes seconds, and no file here can be its own: the start of the
        # model does not wait for it.
        if self._weights.remembered(files) is None:
            is_quick.set()
        weights = self._weights.of(files)
        self._identity = ModelIdentity(weights=weights, form=self._state_identity.form)
        found = tuple(self.folder.sweep())
        return ScanFinished(found, self._identity, self.folder.disk_space()[0])

    def _load(self, job: LoadJob) -> None:
        assert self._identity is not None, "files are known only after the scan"
        started = time.perf_counter()
        result = self.folder.read(job.key, self._identity)
        if isinstance(result, SlotCopy):
            result = replace(result, load_seconds=time.perf_counter() - started)
        self._report(LoadFinished(job, result))

    def _write(self, job: WriteJob) -> None:
        started = time.perf_counter()
        file: CacheFile | None = None
        removed: list[str] = []
        try:
            if not job.is_cancelled:
                file = self._written(job, removed)
        except WriteCancelled:
            pass
        except (FolderUnusable, OSError) as error:
            self._report_failure(error)
        seconds = time.perf_counter() - started
        self._report(WriteFinished(job, file, tuple(removed), seconds))

    def _written(self, job: WriteJob, removed: list[str]) -> CacheFile:
        assert self._identity is not None, "files are written only after the scan"
        for name in job.room.victims:
            self.folder.remove(name)
            removed.append(name)
        self.folder.make_room(job.copy.byte_count, job.room.spare, removed)
        return self.folder.write(
            job.copy, self._identity, lambda: not job.is_cancelled, job.used, job.rank
        )
