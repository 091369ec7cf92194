"""The worker's threads report how each order ended, whatever happens to the disk."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backend import StateIdentity
from engine.kv.container import Miss
from engine.kv.disk_events import (
    DiskEvent,
    DiskFailed,
    LoadFinished,
    LoadJob,
    Room,
    ScanFinished,
    WriteFinished,
    WriteJob,
)
from engine.kv.disk_worker import DiskWorker
from engine.kv.slot_copy import SlotCopy
from tests.engine.kv.driving import PATIENCE_SECONDS, files

COPY = SlotCopy("a", (1, 2, 3), (), b"state")
NOW = 1 << 62


class Worker(DiskWorker):
    """A worker whose next event can be waited for."""

    def __init__(self, folder: Path) -> None:
        self._woken = threading.Semaphore(0)
        super().__init__(folder, StateIdentity((), "a form"), self._woken.release)

    def next_event(self) -> DiskEvent:
        """Return the next event."""
        assert self._woken.acquire(timeout=PATIENCE_SECONDS)
        return next(self.take_events())


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(tmp_path / "cache")
    yield worker
    worker.close(PATIENCE_SECONDS)


def _scanned(worker: Worker) -> ScanFinished:
    worker.scan(is_wanted=True)
    event = worker.next_event()
    assert isinstance(event, ScanFinished)
    return event


def test_each_order_is_answered_by_one_event(worker: Worker) -> None:
    assert _scanned(worker).files == ()
    write, load = WriteJob(COPY, NOW, Room()), LoadJob("a", 0.0)
    worker.write(write)
    written = worker.next_event()
    assert isinstance(written, WriteFinished)
    assert written.job is write
    worker.load(load)
    loaded = worker.next_event()
    assert isinstance(loaded, LoadFinished)
    assert loaded.job is load
    assert isinstance(loaded.result, SlotCopy)
    assert _scanned(worker).files == (written.file,)


def test_a_cancelled_write_leaves_no_file(worker: Worker, tmp_path: Path) -> None:
    _scanned(worker)
    worker.write(WriteJob(COPY, NOW, Room(), is_cancelled=True))
    event = worker.next_event()
    assert isinstance(event, WriteFinished)
    assert event.file is None
    assert files(tmp_path / "cache") == []


def test_a_removal_follows_the_write_that_was_ordered_before(
    worker: Worker, tmp_path: Path
) -> None:
    _scanned(worker)
    worker.write(WriteJob(COPY, NOW, Room()))
    worker.remove("a.kv")
    worker.close(PATIENCE_SECONDS)
    assert files(tmp_path / "cache") == []


def test_the_files_that_make_room_are_reported(worker: Worker, tmp_path: Path) -> None:
    _scanned(worker)
    worker.write(WriteJob(COPY, NOW, Room()))
    worker.next_event()
    worker.write(WriteJob(SlotCopy("b", (1,), (), b""), NOW, Room(victims=("a.kv",))))
    event = worker.next_event()
    assert isinstance(event, WriteFinished)
    assert event.removed == ("a.kv",)
    assert [path.stem for path in files(tmp_path / "cache")] == ["b"]


def test_a_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"")
    worker = Worker(tmp_path / "cache")
    assert worker.scan(is_wanted=True).wait(PATIENCE_SECONDS)
    event = worker.next_event()
    assert isinstance(event, DiskFailed)
    assert "not a folder" in event.text
    worker.close(PATIENCE_SECONDS)


def test_a_missing_file_is_a_miss(worker: Worker) -> None:
    _scanned(worker)
    worker.load(LoadJob("never written", 0.0))
    event = worker.next_event()
    assert isinstance(event, LoadFinished)
    assert event.result is Miss.ABSENT


def test_nothing_is_left_where_nothing_is_wanted(worker: Worker, tmp_path: Path) -> None:
    _scanned(worker)
    worker.write(WriteJob(COPY, NOW, Room()))
    worker.next_event()
    worker.scan(is_wanted=False)
    event = worker.next_event()
    assert isinstance(event, ScanFinished)
    assert (event.files, event.identity) == ((), None)
    assert files(tmp_path / "cache") == []
