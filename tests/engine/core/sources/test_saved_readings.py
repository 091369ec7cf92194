"""What was read of a source outlives a process that is killed, and its saving holds up nobody."""

import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.backend import Capabilities
from engine.core.sources import source_readings
from engine.messages.sources import SourceRead
from tests.engine.core.sources.reading import (
    BOOK,
    begin_chat,
    end_of,
    prefilled,
    read_source,
    read_whole,
    rendered_chat,
    step_and_write,
)
from tests.engine.core.test_memory_kinds import every_kind
from tests.engine.kv.driving import EngineDriver, driven, files, slow_reader
from tests.fakes.backend import LENDING, FakeBackend
from tests.fakes.conversations import solo_reply


def step_until_saved(driver: EngineDriver, folder: Path) -> None:
    """Go on with the reading until some of it is in a file."""
    while not files(folder):
        step_and_write(driver)
        assert driver.scheduler.has_requests, "it is not read to its end"


@every_kind
def test_a_reading_goes_on_after_a_kill_where_it_was_saved_last(
    kind: Capabilities, tmp_path: Path
) -> None:
    folder, left = tmp_path / "kv", tmp_path / "left"
    with driven(slow_reader(kind), folder, overdue_seconds=0.0) as driver:
        read_source(driver)
        step_until_saved(driver, folder)
        saved = prefilled(driver)
        shutil.copytree(folder, left)
    backend = slow_reader(kind)
    with driven(backend, left) as driver:
        end = read_whole(driver)
        assert prefilled(driver) <= end.tokens - saved + 64
        assert not end.was_warm
        begin_chat(driver, "a", "and?")
        driver.run()
        assert driver.usage.reused_tokens == end.tokens
        expected = solo_reply(rendered_chat(backend, "and?"), backend, 10)
        assert driver.listener.text(driver.request_id) == expected


def test_a_reading_that_nobody_kills_leaves_one_file_of_all_of_it(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, overdue_seconds=0.0) as driver:
        end = read_whole(driver)
        assert [each.stat().st_size for each in files(tmp_path)] == [end.disk_bytes]
        assert driver.listener.sources[-1] is not None
    with driven(slow_reader(), tmp_path) as driver:
        assert read_whole(driver).was_warm


def test_it_is_saved_the_more_seldom_the_more_that_costs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(
        source_readings, "time", SimpleNamespace(monotonic=lambda: now, perf_counter=lambda: now)
    )
    with driven(slow_reader(), tmp_path, overdue_seconds=60.0) as driver:
        writing = driver.scheduler.cache_manager.write_back
        monkeypatch.setattr(writing, "write_seconds", lambda _slot: 5.0)
        read_source(driver)
        for now in (0.0, 1.0, 59.0, 99.0):
            step_and_write(driver)
            assert not files(tmp_path), f"after {now} seconds"
        now = 101.0
        step_until_saved(driver, tmp_path)


def saved_at_once(driver: EngineDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have it saved however long that is said to take."""
    driver.scheduler.cache_manager.disk.write_rate = 1e18
    writing = driver.scheduler.cache_manager.write_back
    monkeypatch.setattr(writing, "write_seconds", lambda _slot: 0.0)


def test_a_neighbour_goes_on_while_a_reading_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = replace(slow_reader(LENDING), kv_bytes=1 << 30)
    backend.may_copy.clear()
    with driven(backend, tmp_path, overdue_seconds=0.0, cache_bytes=1 << 40) as driver:
        saved_at_once(driver, monkeypatch)
        chat = driver.submit("a", "go on", tokens=200)
        while not driver.listener.text(chat):
            driver.listener.step()
        request = read_source(driver)
        while not backend.lent:
            driver.listener.step()
            assert driver.scheduler.has_requests, "it is copied beside"
        assert 0 < prefilled(driver) < len(BOOK)
        said = len(driver.listener.text(chat))
        driver.listener.step(20)
        assert len(driver.listener.text(chat)) >= said + 20
        assert backend.lent
        backend.may_copy.set()
        driver.run()
        assert isinstance(end_of(driver, request), SourceRead)


def test_who_comes_while_a_reading_is_copied_is_answered_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = replace(slow_reader(LENDING), kv_bytes=1 << 30)
    backend.may_copy.clear()
    with driven(backend, tmp_path, overdue_seconds=0.0, cache_bytes=1 << 40) as driver:
        saved_at_once(driver, monkeypatch)
        request = read_source(driver)
        while not backend.lent:
            driver.listener.step()
            assert driver.scheduler.has_requests, "it is copied beside"
        driver.ask_meanwhile("a", "and?")
        assert backend.lent
        backend.may_copy.set()
        driver.run()
        assert isinstance(end_of(driver, request), SourceRead)


def copies_of(backend: FakeBackend, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how long each slot is that is copied from now on."""
    copied: list[int] = []
    state = backend.state

    def noted(slot: int) -> bytes:
        copied.append(len(backend.cells[slot]))
        return state(slot)

    monkeypatch.setattr(backend, "state", noted)
    return copied


@pytest.mark.parametrize("question", ["go on", "x " * 300])
def test_a_large_reading_waits_for_its_neighbours_where_none_can_be_copied_beside(
    question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = replace(slow_reader(), kv_bytes=1 << 50)
    copied = copies_of(backend, monkeypatch)
    with driven(backend, tmp_path, overdue_seconds=0.0, cache_bytes=1 << 50) as driver:
        saved_at_once(driver, monkeypatch)
        chat = driver.submit("a", question, tokens=60)
        driver.listener.step()
        read_source(driver)
        while not driver.listener.has_finished(chat):
            driver.listener.step()
            assert copied == []


def test_a_large_reading_is_not_copied_before_who_waits_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = replace(slow_reader(slots=1), kv_bytes=1 << 50)
    copied = copies_of(backend, monkeypatch)
    with driven(backend, tmp_path, overdue_seconds=0.0, cache_bytes=1 << 50) as driver:
        saved_at_once(driver, monkeypatch)
        read_source(driver)
        driver.listener.step(2)
        copied.clear()
        chat = driver.submit("a", "and?")
        driver.listener.step()
        assert driver.listener.has_started(chat)
        assert len(copied) == 1, "what loses its slot is stored, and no more"


def test_what_the_disk_has_no_room_for_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = replace(slow_reader(), kv_bytes=1 << 20)
    copied = copies_of(backend, monkeypatch)
    with driven(backend, tmp_path, overdue_seconds=0.0, cache_bytes=10) as driver:
        request = read_source(driver)
        driver.run()
        end = end_of(driver, request)
        assert isinstance(end, SourceRead)
        assert set(copied) == {end.tokens}, "the whole one, into memory"


def test_a_reading_that_is_forgotten_while_it_is_saved_leaves_nothing(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, overdue_seconds=0.0) as driver:
        read_source(driver)
        step_until_saved(driver, tmp_path)
        driver.scheduler.discard("\0source book")
        driver.listener.step()  # tells of its end
        driver.run()
        driver.wait_for_disk()
    assert files(tmp_path) == []
