"""Conversations come back warm in a process that has never seen them, on every kind of memory."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.backend import Capabilities
from engine.kv.fault_points import FaultPoint, listen, stop_listening
from engine.kv.weights import WeightDigests
from engine.wire.commands import ChatMessage, Prewarm, Role
from engine.wire.usage import ReuseOrigin
from tests.engine.core.test_memory_kinds import every_kind
from tests.engine.kv.driving import PATIENCE_SECONDS, files, slow_reader, talking
from tests.fakes.conversations import rendered, solo_reply

FIRST = "hello " * 60


@every_kind
def test_a_conversation_comes_back_after_a_restart(kind: Capabilities, tmp_path: Path) -> None:
    backend = slow_reader(kind)
    with talking(backend, tmp_path) as talk:
        said = talk.ask("a", FIRST)
    assert len(files(tmp_path)) == 1
    backend = slow_reader(kind)
    with talking(backend, tmp_path) as talk:
        again = talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.DISK
        assert talk.usage.reused_tokens == talk.promised_tokens
        assert talk.usage.reused_tokens >= len(rendered(backend, FIRST)) + len(said) - 1
        assert talk.usage.restore_seconds > 0
        assert talk.scheduler.statistics.reused_tokens["disk"] == talk.usage.reused_tokens
    assert again == solo_reply(rendered(backend, FIRST, said, "and?"), backend, 10)


@every_kind
def test_an_edit_after_a_restart_goes_back_as_far_as_it_must(
    kind: Capabilities, tmp_path: Path
) -> None:
    with talking(slow_reader(kind), tmp_path) as talk:
        said = talk.ask("a", FIRST)
        talk.ask("a", FIRST, said, "question one", tokens=60)
    backend = slow_reader(kind)
    with talking(backend, tmp_path) as talk:
        again = talk.ask("a", FIRST, said, "another one", tokens=60)
        turn_start = len(rendered(backend, FIRST)) + len(said) + len("E\n")
        assert talk.usage.reused_tokens >= turn_start
    assert again == solo_reply(rendered(backend, FIRST, said, "another one"), backend, 60)


def test_what_the_user_looks_at_is_back_before_anything_is_asked(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    backend = slow_reader()
    with talking(backend, tmp_path) as talk:
        talk.scheduler.focus("a")
        talk.wait_for_disk()
        assert backend.cells[0]
        talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.DISK
        assert talk.usage.restore_seconds > 0
        talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from.name == "READY"


def test_typing_waits_for_the_disk_and_then_reads_ahead(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    backend = slow_reader()
    with talking(backend, tmp_path) as talk:
        messages = (ChatMessage(Role.USER, FIRST), ChatMessage(Role.ASSISTANT, said))
        talk.scheduler.prewarm(Prewarm("a", messages))
        assert not backend.cells[0]
        talk.wait_for_disk()
        talk.run()
        read_ahead = sum(step.prefill_tokens for step in talk.listener.steps)
        assert 0 < read_ahead < 40
        talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.DISK


def test_a_busy_neighbour_goes_on_while_a_file_is_read(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    with talking(slow_reader(), tmp_path) as talk:
        neighbour = talk.submit("b", "go on", tokens=200)
        talk.listener.step()
        waiting = talk.submit("a", FIRST, said, "and?")
        talk.listener.step()
        talk.run()
        assert talk.usage.reused_from is ReuseOrigin.DISK
        assert len(talk.listener.text(neighbour)) == 200
        assert talk.listener.text(waiting)


def test_what_leaves_main_memory_goes_to_the_disk(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with talking(backend, tmp_path, ram_bytes=0) as talk:
        said = talk.ask("a", FIRST)
        talk.ask("b", "other " * 40)
        talk.wait_for_disk()
        talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.DISK


def test_a_clean_conversation_is_not_written_twice(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", FIRST)
        talk.write_back()
        (file,) = files(tmp_path)
        written = file.stat().st_mtime_ns
        cache_manager = talk.scheduler.cache_manager
        assert cache_manager.idle_seconds() is None
    assert file.stat().st_mtime_ns == written


def test_a_file_that_is_slower_than_reading_is_left_alone(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    with talking(slow_reader(), tmp_path) as talk:
        disk = talk.scheduler.cache_manager.disk
        disk.read_rate = 1.0
        talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.NOWHERE
        assert talk.misses == {"slower than reading": 1}


def test_a_forgotten_conversation_is_gone_from_slot_ram_and_disk(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with talking(backend, tmp_path) as talk:
        talk.ask("a", "secret " * 40)
        talk.write_back()
        talk.ask("b", "other " * 40)
        talk.scheduler.forget("a")
        entries = talk.scheduler.cache_manager.report().entries
        assert "a" not in {entry.conversation_id for entry in entries}
    assert len(files(tmp_path)) == 1
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", "secret " * 40)
        assert talk.usage.reused_from is ReuseOrigin.NOWHERE


def test_a_conversation_that_is_forgotten_while_it_waits_to_be_written_is_not(
    tmp_path: Path,
) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", "secret " * 40)
        write_back = talk.scheduler.cache_manager.write_back
        write_back.write_one()
        talk.scheduler.forget("a")
        talk.wait_for_disk()
    assert files(tmp_path) == []


def test_a_conversation_that_is_forgotten_while_it_gets_its_name_loses_it(tmp_path: Path) -> None:
    named, is_forgotten = threading.Event(), threading.Event()

    def hold(point: FaultPoint) -> None:
        if point is FaultPoint.NAMED:
            named.set()
            is_forgotten.wait(PATIENCE_SECONDS)

    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", "secret " * 40)
        write_back = talk.scheduler.cache_manager.write_back
        listen(hold)
        write_back.write_one()
        assert named.wait(PATIENCE_SECONDS)
        talk.scheduler.forget("a")
        is_forgotten.set()
        talk.wait_for_disk()
        stop_listening()
        assert talk.scheduler.cache_manager.report().entries == ()
    assert files(tmp_path) == []


def test_a_conversation_that_is_forgotten_while_it_is_read_is_read_anew(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    backend = slow_reader()
    with talking(backend, tmp_path) as talk:
        talk.scheduler.focus("a")
        talk.scheduler.forget("a")
        reply = talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.NOWHERE
    assert reply == solo_reply(rendered(backend, FIRST, said, "and?"), backend, 10)


def test_clearing_leaves_nothing_and_nothing_comes_back_by_itself(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", FIRST)
        talk.write_back()
        assert talk.scheduler.cache_manager.report().entries
        talk.scheduler.cache_manager.clear()
        assert talk.scheduler.cache_manager.report().entries == ()
        assert talk.scheduler.cache_manager.idle_seconds() is None
    assert files(tmp_path) == []


@pytest.mark.parametrize("wish", ["forget", "clear"])
def test_what_is_wished_before_it_is_known_what_there_is_is_carried_out(
    wish: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", FIRST)
        talk.ask("b", FIRST)
    weights_known = threading.Event()
    digest = WeightDigests.of

    def slowly(self: WeightDigests, names: Sequence[str]) -> bytes:
        assert weights_known.wait(PATIENCE_SECONDS)
        return digest(self, names)

    monkeypatch.setattr(WeightDigests, "remembered", lambda *_: None)
    monkeypatch.setattr(WeightDigests, "of", slowly)
    with talking(slow_reader(), tmp_path) as talk:
        if wish == "clear":
            talk.scheduler.cache_manager.clear()
        else:
            talk.scheduler.forget("a")
        weights_known.set()
        talk.scheduler.cache_manager.disk.wait_for_scan(PATIENCE_SECONDS)
    assert len(files(tmp_path)) == (0 if wish == "clear" else 1)


def test_what_is_turned_off_removes_what_there_was_and_can_be_turned_on(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", FIRST)
    with talking(slow_reader(), tmp_path, cache_bytes=0) as talk:
        assert files(tmp_path) == []
        talk.ask("a", FIRST)
        assert talk.scheduler.cache_manager.idle_seconds() is None
        talk.scheduler.cache_manager.limit(None)
        talk.scheduler.cache_manager.disk.wait_for_scan(PATIENCE_SECONDS)
        talk.write_back()
        assert len(files(tmp_path)) == 1


@pytest.mark.parametrize("change", ["form", "slots"])
def test_another_model_or_setting_is_a_silent_miss(change: str, tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    backend = slow_reader()
    backend.form = change
    with talking(backend, tmp_path) as talk:
        reply = talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.NOWHERE
        (entry,) = talk.scheduler.cache_manager.report().entries
        assert not entry.is_usable
    assert reply == solo_reply(rendered(backend, FIRST, said, "and?"), backend, 10)


def test_no_more_is_kept_than_the_limit_and_the_oldest_goes_first(tmp_path: Path) -> None:
    with talking(slow_reader(slots=4), tmp_path) as talk:
        for name in "abcd":
            talk.ask(name, f"{name} " * 100)
            talk.write_back()
        size = max(file.stat().st_size for file in files(tmp_path))
        talk.scheduler.cache_manager.limit(3 * size)
        kept = {
            e.conversation_id for e in talk.scheduler.cache_manager.report().entries if e.disk_bytes
        }
        assert kept == {"b", "c", "d"}
        talk.ask("e", "e " * 100)
        talk.write_back()
        kept = {
            e.conversation_id for e in talk.scheduler.cache_manager.report().entries if e.disk_bytes
        }
        assert kept == {"c", "d", "e"}, "what was used last stays, whatever there is to write"
        talk.scheduler.cache_manager.limit(0)
        assert not any(entry.disk_bytes for entry in talk.scheduler.cache_manager.report().entries)
    assert files(tmp_path) == []
