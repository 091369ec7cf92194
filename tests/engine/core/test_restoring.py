"""A file is restored where that is quicker than prefill, for those who wait and those who write."""

from pathlib import Path

import pytest

from engine.core.kv_copies import KVCopies
from engine.kv.container import Miss
from engine.messages.events import Queued
from engine.messages.metrics import ReuseOrigin
from tests.engine.kv.driving import (
    FIRST,
    EngineDriver,
    ask_and_end,
    driven,
    held_reads,
    slow_reader,
)
from tests.fakes.backend import FakeBackend

EDITED = "an edited beginning " * 10
PAUSE_SECONDS = 0.3  # longer than a step may take, shorter than the prefill of FIRST


def _very_slow_reader() -> FakeBackend:
    backend = slow_reader()
    backend.token_seconds = 2e-3
    return backend


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_pause_that_others_feel_must_be_worth_much_more_prefill(
    is_busy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(_very_slow_reader(), tmp_path) as driver:
        said = driver.ask("a", FIRST)
    monkeypatch.setattr(KVCopies, "restore_seconds", lambda *_: PAUSE_SECONDS)
    with driven(_very_slow_reader(), tmp_path) as driver:
        if is_busy:
            driver.submit("neighbour", "go on", tokens=20)
            driver.listener.step()
        driver.ask("a", FIRST, said, "and?")
        expected = ReuseOrigin.NOWHERE if is_busy else ReuseOrigin.DISK
        assert driver.usage.reused_from is expected
        assert driver.misses == ({"slower than reading": 1} if is_busy else {})


def test_a_conversation_that_is_here_already_is_not_loaded(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", FIRST)
        driver.write_back()
        assert _is_loaded_by_focus(driver, "a") is False
        driver.scheduler.cancel_all()
    with driven(slow_reader(), tmp_path) as driver:
        assert _is_loaded_by_focus(driver, "never written") is False
        assert _is_loaded_by_focus(driver, "a") is True
        driver.wait_for_disk()
        assert _is_loaded_by_focus(driver, "a") is False


def test_a_request_that_waits_for_its_file_has_no_place_in_the_queue_for_slots(
    tmp_path: Path,
) -> None:
    said = ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path) as driver, held_reads() as may_read:
        driver.submit("neighbour", "go on", tokens=4)
        driver.submit("a", FIRST, said, "and?")
        driver.listener.step()
        driver.listener.step()
        assert driver.scheduler.requests.waiting
        may_read.set()
        driver.run()
        assert not any(isinstance(each, Queued) for each in driver.listener.events)


def test_a_file_that_comes_while_the_model_is_busy_waits_in_ram(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path) as driver:
        driver.submit("neighbour", "go on", tokens=100)
        driver.listener.step()
        driver.scheduler.focus("a")
        driver.wait_for_disk()
        assert driver.scheduler.has_requests
        assert driver.scheduler.cache_manager.ram.get("a") is not None
        driver.run()
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.DISK


def test_a_file_that_comes_when_its_conversation_has_a_slot_is_dropped(tmp_path: Path) -> None:
    ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path) as driver, held_reads() as may_read:
        driver.scheduler.focus("a")
        said = driver.ask("a", "edited")
        may_read.set()
        driver.wait_for_disk()
        assert driver.slots_of("a") == [0]
        assert driver.scheduler.cache_manager.ram.get("a") is None
        assert driver.misses["late"] == 1
        driver.ask("a", "edited", said, "and?")
        assert driver.usage.reused_tokens >= len("edited") + len(said)


def test_a_file_that_comes_when_its_conversation_is_in_ram_is_dropped(tmp_path: Path) -> None:
    ask_and_end(tmp_path)
    with driven(slow_reader(slots=1), tmp_path) as driver, held_reads() as may_read:
        driver.scheduler.focus("a")
        driver.ask("a", EDITED)
        driver.ask("b", FIRST)
        newer = driver.scheduler.cache_manager.ram.get("a")
        may_read.set()
        driver.wait_for_disk()
        assert newer is not None
        assert driver.scheduler.cache_manager.ram.get("a") is newer


def test_a_copy_that_the_library_refuses_is_not_tried_again(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with driven(backend, tmp_path) as driver:
        driver.ask("a", FIRST)
        driver.ask("b", EDITED)
        assert driver.scheduler.cache_manager.ram.get("a") is not None
        backend.refuses_states = True
        driver.ask("branch of a", FIRST)
        assert driver.misses == {Miss.REFUSED.value: 1}
        assert driver.scheduler.cache_manager.ram.get("a") is None


def test_a_file_that_a_slot_has_proved_is_a_copy_like_any_other(tmp_path: Path) -> None:
    ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("branch of a", FIRST)
        assert driver.usage.reused_from is ReuseOrigin.DISK
        proved = driver.scheduler.cache_manager.ram.get("a")
        assert proved is not None
        assert not proved.is_from_disk


def _is_loaded_by_focus(driver: EngineDriver, conversation: str) -> bool:
    driver.scheduler.focus(conversation)
    return driver.scheduler.cache_manager.states.is_loading(conversation)
