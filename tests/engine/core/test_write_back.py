"""What has changed is written while nobody is held up by it: idle, overdue, at the end."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.core import write_back
from engine.kv.slot_copy import SlotCopy
from tests.engine.kv.driving import driven, files, slow_reader
from tests.fakes.backend import FakeBackend

FIRST = "hello " * 60
LARGE = SlotCopy("large", (1,), (), bytes(1 << 20))  # so large is each token from now on


class Copies(FakeBackend):
    """Notes, for each copy of a slot's memory, in which call of the model's life it was made."""

    def state(self, slot: int) -> bytes:
        """Copy, and note it."""
        self.__dict__.setdefault("copied_at", []).append(len(self.calls))
        return super().state(slot)

    @property
    def copied_at(self) -> list[int]:
        """The number of decode calls before each copy."""
        return list(self.__dict__.get("copied_at", []))


def test_nothing_is_copied_or_written_while_anybody_is_being_answered(tmp_path: Path) -> None:
    backend = Copies(slot_count=2, context_window=1024, reply_share=0)
    with driven(backend, tmp_path) as driver:
        driver.ask("a", FIRST)
        driver.submit("b", "go on", tokens=100)
        driver.listener.step()
        for _ in range(50):
            driver.scheduler.cache_manager.use_idle_time()  # as if the engine had found time
            driver.listener.step()
        assert backend.copied_at == []
        driver.run()
        driver.write_back()
        assert len(backend.copied_at) == 2
        assert set(backend.copied_at) == {len(backend.calls)}
    assert len(files(tmp_path)) == 2


def test_what_is_overdue_is_written_while_others_are_answered_one_after_the_other(
    tmp_path: Path,
) -> None:
    backend = Copies(slot_count=3, context_window=1024, reply_share=0)
    with driven(backend, tmp_path, overdue_seconds=0.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.ask_meanwhile("a", FIRST)
        driver.ask_meanwhile("b", FIRST)
        while len(files(tmp_path)) < 2:
            driver.listener.step()
            driver.wait_for_disk()
            assert driver.scheduler.has_requests, "somebody is answered all the time"
        assert len(backend.copied_at) == len(set(backend.copied_at)) == 2


def test_a_pause_is_waited_for_as_long_as_it_may_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(write_back, "time", SimpleNamespace(monotonic=lambda: now))
    backend = Copies(slot_count=2, context_window=1024, reply_share=0)
    with driven(backend, tmp_path, overdue_seconds=60.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.ask_meanwhile("a", FIRST)
        for now in (10.0, 30.0, 50.0, 69.0):
            driver.listener.step()
            assert backend.copied_at == [], f"after {now} seconds"
        now = 80.0
        driver.listener.step()
        assert len(backend.copied_at) == 1
        assert driver.scheduler.has_requests


def test_what_cannot_be_copied_between_two_steps_waits_however_overdue(tmp_path: Path) -> None:
    backend = Copies(slot_count=2, context_window=1024, reply_share=0, kv_bytes=1 << 50)
    with driven(backend, tmp_path, overdue_seconds=0.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.ask_meanwhile("a", FIRST)
        for _ in range(50):
            driver.listener.step()
        assert driver.scheduler.has_requests
        assert backend.copied_at == []
        driver.run()
        driver.write_back()
        assert len(backend.copied_at) == 2


def test_what_has_its_copy_already_is_overdue_whatever_its_size(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, overdue_seconds=0.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.listener.step()
        driver.scheduler.cache_manager.ram.put(replace(LARGE, tokens=tuple(range(100))))
        while not files(tmp_path):
            driver.listener.step()
            driver.wait_for_disk()
            assert driver.scheduler.has_requests, "somebody is answered all the time"


def test_a_large_state_is_written_after_a_longer_pause(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, pause_seconds=2.0) as driver:
        driver.ask("a", FIRST)
        writing = driver.scheduler.cache_manager.write_back
        small = writing.due_seconds()
        writing.write(LARGE)
        driver.wait_for_disk()
        large = writing.due_seconds()
        assert small is not None
        assert large is not None
        assert small <= 2.0 < 15.0 < large


def test_the_end_writes_no_longer_than_it_may(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", FIRST)
        disk, writing = (
            driver.scheduler.cache_manager.disk,
            driver.scheduler.cache_manager.write_back,
        )
        writing.write(LARGE)
        driver.wait_for_disk()
        disk.write_rate = 1000.0
    assert len(files(tmp_path)) == 1
