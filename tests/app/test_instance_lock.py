"""Two instances never work on the same data, and no lock outlives its process."""

from pathlib import Path

import pytest

from app.errors import AlreadyRunning, FolderNotWritable
from app.instance_lock import InstanceLock
from tests.app.processes import Child
from tests.app.starters import hold_lock


def test_a_second_process_is_told_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "hubbub.lock"
    child = Child(hold_lock, path)
    assert child.pipe.recv() == "locked"
    lock = InstanceLock(path)
    with pytest.raises(AlreadyRunning, match="already running"):
        lock.acquire()
    child.kill()
    lock.acquire()
    lock.release()


def test_a_released_lock_can_be_taken_again(tmp_path: Path) -> None:
    first, second = InstanceLock(tmp_path / "lock"), InstanceLock(tmp_path / "lock")
    first.acquire()
    with pytest.raises(AlreadyRunning):
        second.acquire()
    first.release()
    first.release()
    second.acquire()
    second.release()


def test_a_lock_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderNotWritable, match=r"lock can't be locked"):
        InstanceLock(tmp_path / "file" / "lock").acquire()
