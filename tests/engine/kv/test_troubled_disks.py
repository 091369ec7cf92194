"""A disk that fails costs nothing but time: every reply is right, and the statistics say why."""

import errno
import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss
from engine.kv.fault_points import FaultPoint
from engine.messages.metrics import ReuseOrigin
from tests.engine.kv.driving import (
    FIRST,
    EngineDriver,
    ask_and_end,
    driven,
    files,
    slow_reader,
)
from tests.fakes.conversations import rendered, solo_reply


def _goes_on(driver: EngineDriver, first_reply: str) -> None:
    """Ask on, and compare with what a model that was never asked before would say."""
    reply = driver.ask("a", FIRST, first_reply, "and?")
    expected = rendered(slow_reader(), FIRST, first_reply, "and?")
    assert reply == solo_reply(expected, slow_reader(), 10)


def test_a_disk_that_takes_nothing_is_said_and_left_alone(
    fail_at: dict[FaultPoint, int], tmp_path: Path
) -> None:
    fail_at[FaultPoint.OPENED] = errno.EIO
    with driven(slow_reader(), tmp_path) as driver:
        reply = driver.ask("a", FIRST)
        driver.write_back()
        assert "Input/output error" in driver.scheduler.reports.snapshot().cache_trouble
        assert driver.scheduler.cache_manager.idle_seconds() is None
        _goes_on(driver, reply)
        fail_at.clear()
        driver.scheduler.cache_manager.limit(None)  # the user changes something
        driver.write_back()
        assert driver.scheduler.reports.snapshot().cache_trouble == ""
    assert len(files(tmp_path)) == 1


def test_a_link_in_place_of_the_folder_turns_the_tier_off(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    with driven(slow_reader(), tmp_path / "cache") as driver:
        reply = driver.ask("a", FIRST)
        assert "is a link" in driver.scheduler.cache_manager.report().trouble
        _goes_on(driver, reply)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_disappears_costs_nothing_but_time(tmp_path: Path) -> None:
    reply = ask_and_end(tmp_path / "cache")
    with driven(slow_reader(), tmp_path / "cache") as driver:
        shutil.rmtree(tmp_path / "cache")
        _goes_on(driver, reply)
        assert driver.misses == {Miss.ABSENT.value: 1}
    with driven(slow_reader(), tmp_path / "cache") as driver:
        _goes_on(driver, reply)
        assert driver.usage.reused_from is ReuseOrigin.DISK


def test_a_state_that_the_library_refuses_is_not_tried_again(tmp_path: Path) -> None:
    reply = ask_and_end(tmp_path)
    backend = slow_reader()
    backend.refuses_states = True
    with driven(backend, tmp_path) as driver:
        _goes_on(driver, reply)
        assert driver.misses == {Miss.REFUSED.value: 1}
        assert driver.usage.reused_tokens == 0
        driver.wait_for_disk()
        assert driver.scheduler.cache_manager.report().entries == ()


def test_a_file_that_the_process_ended_over_is_not_tried_again(tmp_path: Path) -> None:
    reply = ask_and_end(tmp_path)
    backend = slow_reader()
    backend.dies_of_states = True
    with pytest.raises(SystemError), driven(backend, tmp_path) as driver:
        driver.ask("a", FIRST, reply, "and?")
    assert files(tmp_path) == []
    with driven(slow_reader(), tmp_path) as driver:
        _goes_on(driver, reply)
        assert driver.usage.reused_from is ReuseOrigin.NOWHERE


def test_a_file_that_never_comes_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = ask_and_end(tmp_path)
    monkeypatch.setattr("engine.core.restoring._LATE_SECONDS", 0.05)
    with driven(slow_reader(), tmp_path) as driver:
        answers = threading.Event()
        monkeypatch.setattr(CacheFolder, "read", lambda *_: answers.wait())
        request = driver.submit("a", FIRST, reply, "and?")
        while not driver.scheduler.has_work:
            assert driver.scheduler.cache_manager.idle_seconds() is not None
            driver.listener.step()
        driver.run()
        assert driver.misses == {Miss.LATE.value: 1}
        assert driver.listener.text(request)
        answers.set()


def _may_mount() -> bool:
    try:
        command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@pytest.mark.skipif(not _may_mount(), reason="only root may mount a small disk")
@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_disk_that_is_full_or_read_only_says_so(trouble: str, tmp_path: Path) -> None:
    module = "tests.engine.kv.small_disk"
    command = ["unshare", "--mount", sys.executable, "-m", module, str(tmp_path), trouble]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    told = json.loads(ended.stdout)
    assert told["trouble"], told
    assert told["is_right"], told
    assert told["was_warm"], told
    assert told["old_file_stands"], told
    assert not told["litter"], told
