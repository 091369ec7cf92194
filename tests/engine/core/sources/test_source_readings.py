"""A source is read once, whatever becomes of its reading, and chats begin in it."""

import errno
from pathlib import Path

import pytest

from engine.backend import Capabilities
from engine.llama.loader import load
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReuseOrigin
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sources import SourceEnded, SourceProgress, SourceRead
from tests.engine.core.sources.reading import (
    BOOK,
    OWN,
    begin_chat,
    end_of,
    holds_source,
    prefilled,
    read_source,
    read_whole,
    rendered_chat,
)
from tests.engine.core.sources.source_lives import compared
from tests.engine.core.test_memory_kinds import every_kind
from tests.engine.invariants.recorder import Recorder
from tests.engine.invariants.single_sequence import answer_cold
from tests.engine.invariants.test_persistence import FOUR_KINDS
from tests.engine.kv.driving import EngineDriver, driven, files, slow_reader
from tests.engine.kv.test_real_models import Slow
from tests.engine.llama.conftest import Writer
from tests.fakes.conversations import solo_reply, weighed
from tests.models.cache import cached_model

TEXT = "the fox and the tabs and a quick brown dog. " * 24
CONFIG = EngineConfig(context_window=2048, slot_count=4, guesses_ahead=False)


@every_kind
def test_chats_begin_in_a_source_that_was_read_once(kind: Capabilities, tmp_path: Path) -> None:
    backend = slow_reader(kind, slots=2)
    with driven(backend, tmp_path) as driver:
        end = read_whole(driver)
        assert end.tokens >= len(BOOK)
        assert end.disk_bytes == files(tmp_path)[0].stat().st_size
        assert not end.was_warm
        for name, system in (("a", BOOK), ("b", f"{BOOK}\n\n{OWN}"), ("c", BOOK)):
            before = prefilled(driver)
            request = begin_chat(driver, name, name, system)
            driver.run()
            assert driver.usage.reused_tokens >= end.tokens
            assert prefilled(driver) - before == (
                driver.usage.prompt_tokens - driver.usage.reused_tokens
            )
            expected = solo_reply(rendered_chat(backend, name, system), backend, 10)
            assert driver.listener.text(request) == expected


@every_kind
def test_a_source_is_found_again_after_a_restart(kind: Capabilities, tmp_path: Path) -> None:
    with driven(slow_reader(kind), tmp_path) as driver:
        first = read_whole(driver)
    backend = slow_reader(kind)
    with driven(backend, tmp_path) as driver:
        again = read_whole(driver)
        assert again.was_warm
        assert (again.tokens, again.disk_bytes) == (first.tokens, first.disk_bytes)
        assert prefilled(driver) == 0
        request = begin_chat(driver, "a", "and?")
        driver.run()
        assert driver.usage.reused_tokens == first.tokens
        assert driver.usage.reused_from is ReuseOrigin.SHARED_PROMPT
        assert driver.listener.text(request) == solo_reply(
            rendered_chat(backend, "and?"), backend, 10
        )


def test_with_another_model_a_source_is_read_again(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        read_whole(driver)
    backend = slow_reader()
    backend.form = "another"
    with driven(backend, tmp_path) as driver:
        assert _kept_of_a_chat(driver) == 0
        assert not read_whole(driver).was_warm
        assert _kept_of_a_chat(driver) > 0
        assert len(files(tmp_path)) == 1


def _kept_of_a_chat(driver: EngineDriver) -> int:
    """Return how much a chat in the source would not read."""
    messages = (ChatMessage(Role.SYSTEM, BOOK), ChatMessage(Role.USER, "and?"))
    return weighed(driver.scheduler, messages).points[-1].kept_tokens


@every_kind
def test_a_paused_reading_goes_on_where_it_was(kind: Capabilities, tmp_path: Path) -> None:
    with driven(slow_reader(kind), tmp_path) as driver:
        request = read_source(driver)
        driver.listener.step(3)
        driver.scheduler.cancel(request)
        driver.run()
        end = end_of(driver, request)
        assert isinstance(end, SourceEnded)
        assert end.error is None
        paused_at = prefilled(driver)
        assert 0 < paused_at < len(BOOK)
        whole = read_whole(driver)
        assert prefilled(driver) <= whole.tokens + 32


def test_a_paused_reading_goes_on_after_it_has_lost_its_slot_and_its_process(
    tmp_path: Path,
) -> None:
    with driven(slow_reader(slots=1), tmp_path) as driver:
        request = read_source(driver)
        driver.listener.step(4)
        driver.scheduler.cancel(request)
        driver.run()
        paused_at = prefilled(driver)
        driver.ask("a", "hello " * 20)
    with driven(slow_reader(slots=1), tmp_path) as driver:
        whole = read_whole(driver)
        assert prefilled(driver) == whole.tokens - paused_at


def test_a_source_that_is_too_large_ends_with_its_size(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        for text in (BOOK * 3, BOOK * 1000):
            request = read_source(driver, text)
            driver.listener.step()
            end = end_of(driver, request)
            assert isinstance(end, SourceEnded)
            assert end.error is not None
            assert end.tokens > end.limit == 1024 - 256
            assert end.tokens == pytest.approx(len(text), rel=0.1)


def test_a_source_that_is_hardly_a_text_is_read_and_not_kept(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        end = read_whole(driver, "")
        assert (end.disk_bytes, end.was_warm) == (0, False)
        assert not holds_source(driver)


def test_a_forgotten_source_leaves_nothing(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        read_whole(driver)
        driver.scheduler.discard("\0source book")
        driver.wait_for_disk()
        assert not holds_source(driver)
    assert files(tmp_path) == []


def test_a_source_of_a_process_that_was_killed_is_listed_and_forgotten(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        read_whole(driver)
    with driven(slow_reader(), tmp_path) as driver:
        entries = driver.scheduler.cache_manager.report().entries
        assert [each.source_key for each in entries] == ["book"]
        driver.scheduler.discard("\0source book")
        driver.wait_for_disk()
        assert driver.scheduler.cache_manager.report().entries == ()
    assert files(tmp_path) == []


def test_a_source_stays_on_the_disk_whatever_is_written(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, ram_bytes=0) as driver:
        size = read_whole(driver).disk_bytes
        driver.scheduler.limit_cache(size * 2)
        for name in "abcd":
            driver.ask(name, f"{name} " * 200)
            driver.write_back()
        request = begin_chat(driver, "e", "and?")
        driver.run()
        assert driver.listener.finished(request).usage.reused_tokens >= len(BOOK)
        driver.scheduler.limit_cache(1)
        report = driver.scheduler.cache_manager.report()
        assert [each.source_key for each in report.entries if each.disk_bytes] == ["book"]
        assert report.trouble
        driver.scheduler.clear_cache()
        driver.wait_for_disk()
    assert files(tmp_path) == []


@pytest.mark.parametrize("ram_bytes", [None, 0])
def test_a_source_is_kept_in_memory_while_the_disk_is_full(
    ram_bytes: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with driven(slow_reader(), tmp_path, ram_bytes=ram_bytes) as driver:
        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", fail)
            assert read_whole(driver).disk_bytes == 0
            assert driver.scheduler.cache_manager.report().trouble
            assert list(tmp_path.glob("source=*")) == []
        begin_chat(driver, "a", "and?")
        driver.run()
        assert driver.usage.reused_tokens >= len(BOOK)
        driver.scheduler.limit_cache(None)
        again = read_whole(driver)
        assert again.was_warm
        assert again.disk_bytes > 0


def test_a_source_beyond_the_limit_is_kept_in_memory_alone(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, cache_bytes=10) as driver:
        assert read_whole(driver).disk_bytes == 0
        begin_chat(driver, "a", "and?")
        driver.run()
        assert driver.usage.reused_tokens >= len(BOOK)


def test_a_tab_takes_the_only_slot_from_a_reading_which_goes_on_later(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with driven(backend, tmp_path) as driver:
        request = read_source(driver)
        driver.listener.step(3)
        chat = driver.submit("a", "hello " * 20)
        while not driver.listener.has_finished(chat):
            driver.listener.step()
        assert not driver.listener.sources or not isinstance(
            driver.listener.sources[-1], SourceRead
        )
        driver.run()
        end = end_of(driver, request)
        assert isinstance(end, SourceRead)
        chat_tokens = driver.listener.finished(chat).usage.prompt_tokens
        assert prefilled(driver) <= end.tokens + chat_tokens + 1


def test_progress_grows_and_ends_before_the_end(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        end = read_whole(driver)
        progress = [e for e in driver.listener.sources if isinstance(e, SourceProgress)]
        assert progress
        assert all(0 < each.read_tokens <= each.total_tokens == end.tokens for each in progress)
        assert driver.listener.sources[-1] is end
        assert driver.listener.events == [], "nobody hears of it as of a reply"


def test_a_reading_that_a_tab_waits_for_goes_before_programs(tmp_path: Path) -> None:
    backend = slow_reader(slots=4)
    with driven(backend, tmp_path) as driver:
        options = RequestOptions(rank=Rank.PROGRAM)
        program = begin_chat(driver, "program:p:1", "x" * 600, "another", options)
        reading = read_source(driver)
        chat = begin_chat(driver, "a", "and?")
        while not driver.listener.has_started(chat):
            driver.listener.step()
        assert driver.listener.has_started(program)
        assert not driver.listener.text(program), "its prompt is as long, and came before"
        driver.run()
        assert isinstance(end_of(driver, reading), SourceRead)


def test_who_waits_for_a_paused_reading_reads_on_alone(tmp_path: Path) -> None:
    backend = slow_reader(slots=2)
    with driven(backend, tmp_path) as driver:
        reading = read_source(driver)
        driver.listener.step()
        chat = begin_chat(driver, "a", "and?")
        driver.listener.step()
        assert not driver.listener.has_started(chat)
        driver.scheduler.cancel(reading)
        driver.run()
        usage = driver.listener.finished(chat).usage
        assert usage.reused_tokens >= 64
        assert prefilled(driver) == usage.prompt_tokens


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_a_chat_in_a_source_says_what_it_would_have_said_cold(
    write: Writer, tmp_path: Path
) -> None:
    model = str(cached_model(write))
    recorder = Recorder(load(model, CONFIG, lambda _: None))
    with driven(Slow(recorder), tmp_path) as driver:
        source = read_whole(driver, TEXT)
        for number, system in enumerate((TEXT, f"{TEXT}\n\n{OWN}", f"{TEXT}\n\n# 2", TEXT)):
            request = begin_chat(driver, f"c{number}", f"and {number}?", system)
            driver.run()
            assert driver.listener.finished(request).usage.reused_tokens >= source.tokens - 32
        read = prefilled(driver)
        replies = list(recorder.replies)
    assert read < source.tokens * 2
    alone = load(model, EngineConfig(context_window=2048, slot_count=1), lambda _: None)
    tally = answer_cold(replies, alone)
    alone.close()
    assert tally.compared >= 40
    assert tally.is_convincing


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_ten_chats_at_once_cost_one_reading(write: Writer, tmp_path: Path) -> None:
    model = str(cached_model(write))
    recorder = Recorder(load(model, CONFIG, lambda _: None))
    with driven(Slow(recorder), tmp_path) as driver:
        read_source(driver, TEXT)
        driver.listener.step()
        requests = [begin_chat(driver, f"c{each}", f"and {each}?", TEXT) for each in range(10)]
        driver.run()
        usages = [driver.listener.finished(each).usage for each in requests]
        length = min(each.reused_tokens for each in usages)
        own = sum(each.prompt_tokens - each.reused_tokens for each in usages)
        assert length > len(TEXT) // 10
        assert prefilled(driver) <= max(each.reused_tokens for each in usages) + own
        replies = list(recorder.replies)
    alone = load(model, EngineConfig(context_window=2048, slot_count=1), lambda _: None)
    assert answer_cold(replies, alone).is_convincing
    alone.close()


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_whatever_happens_to_sources_chats_say_what_they_would_have_said_cold(
    write: Writer,
) -> None:
    tallies = [compared(write, seed) for seed in (1, 2)]
    assert sum(each.compared for each in tallies) > 0
    assert sum(each.near_ties for each in tallies) <= 1 + sum(e.compared for e in tallies) // 50
