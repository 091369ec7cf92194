"""Conversations come back warm in a process that has never seen them, on every kind of memory."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backend import Capabilities
from engine.kv.fault_points import FaultPoint, listen, stop_listening
from engine.messages.commands import ChatMessage, Prewarm, Role, Submit
from engine.messages.metrics import ReuseOrigin
from engine.messages.sampling_params import SamplingParams
from tests.engine.core.test_memory_kinds import every_kind
from tests.engine.kv.driving import (
    FIRST,
    PATIENCE_SECONDS,
    EngineDriver,
    ask_and_end,
    driven,
    files,
    held_reads,
    slow_reader,
)
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import rendered, solo_reply
from tests.fakes.media import FakeEncoder, causal, mrope, non_causal
from tests.fakes.media_source import FakeMediaSource, cells_of_chat

QUESTION = "what is it that is to be seen in this picture?"


@every_kind
def test_a_conversation_comes_back_after_a_restart(kind: Capabilities, tmp_path: Path) -> None:
    backend = slow_reader(kind)
    with driven(backend, tmp_path) as driver:
        said = driver.ask("a", FIRST)
    assert len(files(tmp_path)) == 1
    backend = slow_reader(kind)
    with driven(backend, tmp_path) as driver:
        again = driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.DISK
        assert driver.usage.reused_tokens == driver.promised_tokens
        assert driver.usage.reused_tokens >= len(rendered(backend, FIRST)) + len(said) - 1
        assert driver.usage.restore_seconds > 0
        assert driver.scheduler.statistics.reused_tokens["disk"] == driver.usage.reused_tokens
    assert again == solo_reply(rendered(backend, FIRST, said, "and?"), backend, 10)


@every_kind
def test_an_edit_after_a_restart_goes_back_as_far_as_it_must(
    kind: Capabilities, tmp_path: Path
) -> None:
    with driven(slow_reader(kind), tmp_path) as driver:
        said = driver.ask("a", FIRST)
        driver.ask("a", FIRST, said, "question one", tokens=60)
    backend = slow_reader(kind)
    with driven(backend, tmp_path) as driver:
        again = driver.ask("a", FIRST, said, "another one", tokens=60)
        turn_start = len(rendered(backend, FIRST)) + len(said) + len("E\n")
        assert driver.usage.reused_tokens >= turn_start
    assert again == solo_reply(rendered(backend, FIRST, said, "another one"), backend, 60)


def test_what_the_user_looks_at_is_back_before_anything_is_asked(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    backend = slow_reader()
    with driven(backend, tmp_path) as driver:
        driver.scheduler.focus("a")
        driver.wait_for_disk()
        assert backend.cells[0]
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.DISK
        assert driver.usage.restore_seconds > 0
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from.name == "READY"


def test_typing_waits_for_the_disk_and_then_reads_ahead(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    backend = slow_reader()
    with driven(backend, tmp_path) as driver:
        messages = (ChatMessage(Role.USER, FIRST), ChatMessage(Role.ASSISTANT, said))
        driver.scheduler.prewarm(Prewarm("a", messages))
        assert not backend.cells[0]
        driver.wait_for_disk()
        driver.run()
        read_ahead = sum(step.prefill_tokens for step in driver.listener.steps)
        assert 0 < read_ahead < 40
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.DISK


def test_a_busy_neighbour_goes_on_while_a_file_is_read(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path) as driver:
        neighbour = driver.submit("b", "go on", tokens=200)
        driver.listener.step()
        waiting = driver.submit("a", FIRST, said, "and?")
        driver.listener.step()
        driver.run()
        assert driver.usage.reused_from is ReuseOrigin.DISK
        assert len(driver.listener.text(neighbour)) == 200
        assert driver.listener.text(waiting)


def test_what_leaves_main_memory_goes_to_the_disk(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with driven(backend, tmp_path, ram_bytes=0) as driver:
        said = driver.ask("a", FIRST)
        driver.ask("b", "other " * 40)
        driver.wait_for_disk()
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.DISK


def test_a_clean_conversation_is_not_written_twice(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", FIRST)
        driver.write_back()
        (file,) = files(tmp_path)
        written = file.stat().st_mtime_ns
        cache_manager = driver.scheduler.cache_manager
        assert cache_manager.idle_seconds() is None
    assert file.stat().st_mtime_ns == written


def test_a_file_that_is_slower_than_reading_is_left_alone(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path) as driver:
        disk = driver.scheduler.cache_manager.disk
        disk.read_rate = 1.0
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.NOWHERE
        assert driver.misses == {"slower than reading": 1}


def test_a_forgotten_conversation_is_gone_from_slot_ram_and_disk(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with driven(backend, tmp_path) as driver:
        driver.ask("a", "secret " * 40)
        driver.write_back()
        driver.ask("b", "other " * 40)
        driver.scheduler.discard("a")
        entries = driver.scheduler.cache_manager.report().entries
        assert "a" not in {entry.conversation_id for entry in entries}
    assert len(files(tmp_path)) == 1
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", "secret " * 40)
        assert driver.usage.reused_from is ReuseOrigin.NOWHERE


def test_a_conversation_that_is_forgotten_while_it_waits_to_be_written_is_not(
    tmp_path: Path,
) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", "secret " * 40)
        write_back = driver.scheduler.cache_manager.write_back
        write_back.write_one()
        driver.scheduler.discard("a")
        driver.wait_for_disk()
    assert files(tmp_path) == []


def test_a_conversation_that_is_forgotten_while_it_gets_its_name_loses_it(tmp_path: Path) -> None:
    named, is_forgotten = threading.Event(), threading.Event()

    def hold(point: FaultPoint) -> None:
        if point is FaultPoint.NAMED:
            named.set()
            is_forgotten.wait(PATIENCE_SECONDS)

    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", "secret " * 40)
        write_back = driver.scheduler.cache_manager.write_back
        listen(hold)
        write_back.write_one()
        assert named.wait(PATIENCE_SECONDS)
        driver.scheduler.discard("a")
        is_forgotten.set()
        driver.wait_for_disk()
        stop_listening()
        assert driver.scheduler.cache_manager.report().entries == ()
    assert files(tmp_path) == []


def test_a_conversation_that_is_forgotten_while_it_is_read_is_read_anew(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    backend = slow_reader()
    with driven(backend, tmp_path) as driver:
        driver.scheduler.focus("a")
        driver.scheduler.discard("a")
        reply = driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.NOWHERE
    assert reply == solo_reply(rendered(backend, FIRST, said, "and?"), backend, 10)


def test_what_was_asked_while_its_file_was_read_is_forgotten_whole(tmp_path: Path) -> None:
    ask_and_end(tmp_path, "secret " * 40)
    with driven(slow_reader(), tmp_path) as driver, held_reads() as may_read:
        driver.scheduler.focus("a")
        driver.ask("a", "edited")
        may_read.set()
        driver.wait_for_disk()
        driver.scheduler.discard("a")
        driver.write_back()
        assert driver.slots_of("a") == []
    assert files(tmp_path) == []
    with driven(slow_reader(), tmp_path) as driver:
        assert driver.scheduler.cache_manager.report().entries == ()


def test_a_file_that_comes_when_its_conversation_was_forgotten_is_dropped(tmp_path: Path) -> None:
    ask_and_end(tmp_path, "secret " * 40)
    with driven(slow_reader(), tmp_path) as driver, held_reads() as may_read:
        driver.scheduler.focus("a")
        driver.scheduler.discard("a")
        may_read.set()
        driver.ask("b", "hello")  # the reader was done with the first file when it is asked
        driver.write_back()
        assert driver.slots_of("a") == []
    assert files(tmp_path) == []


def test_clearing_leaves_nothing_and_nothing_comes_back_by_itself(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", FIRST)
        driver.write_back()
        assert driver.scheduler.cache_manager.report().entries
        driver.scheduler.cache_manager.clear()
        assert driver.scheduler.cache_manager.report().entries == ()
        assert driver.scheduler.cache_manager.idle_seconds() is None
    assert files(tmp_path) == []


def test_what_is_turned_off_removes_what_there_was_and_can_be_turned_on(tmp_path: Path) -> None:
    ask_and_end(tmp_path)
    with driven(slow_reader(), tmp_path, cache_bytes=0) as driver:
        assert files(tmp_path) == []
        driver.ask("a", FIRST)
        assert driver.scheduler.cache_manager.idle_seconds() is None
        driver.scheduler.cache_manager.limit(None)
        driver.write_back()
        assert len(files(tmp_path)) == 1


def test_another_model_or_setting_is_a_silent_miss(tmp_path: Path) -> None:
    said = ask_and_end(tmp_path)
    backend = slow_reader()
    backend.form = "another"
    with driven(backend, tmp_path) as driver:
        reply = driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_from is ReuseOrigin.NOWHERE
        (entry,) = driver.scheduler.cache_manager.report().entries
        assert not entry.is_usable
    assert reply == solo_reply(rendered(backend, FIRST, said, "and?"), backend, 10)


def _on_disk(driver: EngineDriver) -> set[str]:
    entries = driver.scheduler.cache_manager.report().entries
    return {each.conversation_id for each in entries if each.disk_bytes}


def test_no_more_is_kept_than_the_limit_and_the_oldest_goes_first(tmp_path: Path) -> None:
    with driven(slow_reader(slots=4), tmp_path) as driver:
        for name in "abcd":
            driver.ask(name, f"{name} " * 100)
            driver.write_back()
        size = max(file.stat().st_size for file in files(tmp_path))
        driver.scheduler.cache_manager.limit(3 * size)
        assert _on_disk(driver) == {"b", "c", "d"}
        driver.ask("e", "e " * 100)
        driver.write_back()
        assert _on_disk(driver) == {"c", "d", "e"}, (
            "what was used last stays, whatever there is to write"
        )
        driver.scheduler.cache_manager.limit(0)
        assert _on_disk(driver) == set()
    assert files(tmp_path) == []


def _backend(encoder: FakeEncoder) -> FakeBackend:
    backend = slow_reader()
    backend.media = encoder
    return backend


def _ask(driver: EngineDriver, *messages: ChatMessage) -> str:
    driver.request_id += 1
    limit = SamplingParams(temperature=0.0, max_tokens=10)
    driver.scheduler.submit(Submit(driver.request_id, "a", messages, limit))
    driver.run()
    return driver.listener.text(driver.request_id)


@pytest.mark.parametrize("encoder", [mrope(), causal(), non_causal()], ids=["m", "c", "n"])
@pytest.mark.parametrize("is_same", [True, False], ids=["same projector", "another"])
def test_a_picture_comes_back_from_the_disk(
    tmp_path: Path, encoder: FakeEncoder, is_same: bool
) -> None:
    source = FakeMediaSource(encoder)
    dog = source.picture(1, 32, 16)
    question = ChatMessage(Role.USER, QUESTION, media=(dog,))
    with driven(_backend(encoder), tmp_path, media=source) as driver:
        said = _ask(driver, question)
        driver.write_back()
    later = replace(encoder, identity=encoder.identity if is_same else "another projector")
    backend = _backend(later)
    following = (question, ChatMessage(Role.ASSISTANT, said), ChatMessage(Role.USER, "and?"))
    new_source = FakeMediaSource(later, contents=source.contents)
    with driven(backend, tmp_path, media=new_source) as driver:
        answer = _ask(driver, *following)
        assert (driver.usage.reused_tokens > 90) is is_same
        assert (new_source.asked == []) is is_same
        assert (backend.media_calls == []) is is_same
    chat = ((QUESTION, (dog,)), (said, ()), ("and?", ()))
    assert answer == solo_reply(cells_of_chat(new_source, backend, *chat), backend, 10)


def test_no_picture_is_asked_for_while_its_conversation_is_being_read(tmp_path: Path) -> None:
    encoder = mrope()
    source = FakeMediaSource(encoder)
    question = ChatMessage(Role.USER, QUESTION, media=(source.picture(1, 32, 16),))
    with driven(_backend(encoder), tmp_path, media=source) as driver:
        _ask(driver, question)
        driver.write_back()
    source.asked.clear()
    with driven(_backend(encoder), tmp_path, media=source) as driver:
        driver.scheduler.submit(Submit(1, "a", (question,), SamplingParams(max_tokens=5)))
        driver.listener.step()
        driver.request_id = 1
        driver.run()
    assert source.asked == []
