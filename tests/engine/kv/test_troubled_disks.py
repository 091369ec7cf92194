"""A disk that fails costs nothing but time: every reply is right, and the statistics say why."""

import errno
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss
from engine.kv.fault_points import FaultPoint, listen, stop_listening
from engine.wire.usage import ReuseOrigin
from tests.engine.kv.driving import Talk, files, slow_reader, talking
from tests.fakes.conversations import rendered, solo_reply

FIRST = "hello " * 60


@pytest.fixture
def broken() -> Iterator[set[FaultPoint]]:
    """Moments at which the disk fails."""
    points: set[FaultPoint] = set()

    def fail(point: FaultPoint) -> None:
        if point in points:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    listen(fail)
    yield points
    stop_listening()


def _goes_on(talk: Talk, said: str) -> None:
    """Ask on, and compare with what a model that was never asked before would say."""
    reply = talk.ask("a", FIRST, said, "and?")
    expected = rendered(slow_reader(), FIRST, said, "and?")
    assert reply == solo_reply(expected, slow_reader(), 10)


def test_a_disk_that_takes_nothing_is_said_and_left_alone(
    broken: set[FaultPoint], tmp_path: Path
) -> None:
    broken.add(FaultPoint.OPENED)
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
        talk.write_back()
        assert "Input/output error" in talk.scheduler.reports.snapshot().cache_trouble
        assert talk.scheduler.cache_manager.idle_seconds() is None
        _goes_on(talk, said)
        broken.clear()
        talk.scheduler.cache_manager.limit(None)  # the user changes something
        talk.write_back()
        assert talk.scheduler.reports.snapshot().cache_trouble == ""
    assert len(files(tmp_path)) == 1


def test_a_link_in_place_of_the_folder_turns_the_tier_off(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    with talking(slow_reader(), tmp_path / "cache") as talk:
        said = talk.ask("a", FIRST)
        assert "is a link" in talk.scheduler.cache_manager.report().trouble
        _goes_on(talk, said)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_disappears_costs_nothing_but_time(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path / "cache") as talk:
        said = talk.ask("a", FIRST)
    with talking(slow_reader(), tmp_path / "cache") as talk:
        shutil.rmtree(tmp_path / "cache")
        _goes_on(talk, said)
        assert talk.misses == {Miss.ABSENT.value: 1}
    with talking(slow_reader(), tmp_path / "cache") as talk:
        _goes_on(talk, said)
        assert talk.usage.reused_from is ReuseOrigin.DISK


def test_a_state_that_the_library_refuses_is_not_tried_again(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    backend = slow_reader()
    backend.refuses_states = True
    with talking(backend, tmp_path) as talk:
        _goes_on(talk, said)
        assert talk.misses == {Miss.REFUSED.value: 1}
        assert talk.usage.reused_tokens == 0
        talk.wait_for_disk()
        assert talk.scheduler.cache_manager.report().entries == ()


def test_a_file_that_the_process_ended_over_is_not_tried_again(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    backend = slow_reader()
    backend.dies_of_states = True
    with pytest.raises(SystemError), talking(backend, tmp_path) as talk:
        talk.ask("a", FIRST, said, "and?")
    assert files(tmp_path) == []
    with talking(slow_reader(), tmp_path) as talk:
        _goes_on(talk, said)
        assert talk.usage.reused_from is ReuseOrigin.NOWHERE


def test_a_file_that_never_comes_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    monkeypatch.setattr("engine.core.restorer._LATE_SECONDS", 0.05)
    with talking(slow_reader(), tmp_path) as talk:
        answers = threading.Event()
        monkeypatch.setattr(CacheFolder, "read", lambda *_: answers.wait())
        request = talk.submit("a", FIRST, said, "and?")
        while not talk.scheduler.has_work:
            assert talk.scheduler.cache_manager.idle_seconds() is not None
            talk.listener.step()
        talk.run()
        assert talk.misses == {Miss.LATE.value: 1}
        assert talk.listener.text(request)
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
