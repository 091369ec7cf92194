"""What is kept beside the slots neither holds up those who write nor loses what was promised."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.backend import Capabilities
from engine.core.kv_copies import KVCopies
from engine.kv.disk_worker import WeightDigests
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.events import Finished, Started
from engine.messages.metrics import ReuseOrigin
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.engine.core.sources.reading import begin_chat, rendered_chat
from tests.engine.core.test_memory_kinds import every_kind
from tests.engine.kv.driving import (
    PATIENCE_SECONDS,
    EngineDriver,
    driven,
    files,
    held_writes,
    slow_reader,
)
from tests.fakes.conversations import limit, solo_reply

FIRST = "hello " * 60
SYSTEM = "You answer in rhymes, briefly, and never twice the same. " * 3


def _with_system(driver: EngineDriver, conversation: str, question: str) -> int:
    request = begin_chat(driver, conversation, question, SYSTEM)
    driver.run()
    return request


@pytest.mark.parametrize("has_program", [False, True])
def test_a_round_keeps_what_it_has_promised_whatever_it_evicts(
    has_program: bool, tmp_path: Path
) -> None:
    size = len(FIRST) * 6
    with driven(slow_reader(slots=2), tmp_path, ram_bytes=size, cache_bytes=0) as driver:
        said = driver.ask("a", FIRST)
        for name in "bc":
            driver.ask(name, f"{name} " * 150)
        assert driver.scheduler.cache_manager.ram.get("a") is not None
        if has_program:
            # It asks in "b" before all others: it is the next in the queue once a tab has taken its
            # slot, and what it had there comes into RAM.
            talk = (ChatMessage(Role.USER, "b " * 150), ChatMessage(Role.USER, "more"))
            options = RequestOptions(rank=Rank.PROGRAM)
            driver.scheduler.submit(Submit(90, "b", talk, limit(10), options))
        driver.submit("d", "d " * 150)  # evicts somebody into RAM, where "a" would have to go
        last = driver.submit("a", FIRST, said, "and?")
        driver.run()
        usage = driver.listener.finished(last).usage
        assert usage.reused_from is ReuseOrigin.MEMORY
        assert usage.reused_tokens == driver.listener.promised_tokens(last) > len(FIRST)


@every_kind
def test_a_system_prompt_is_read_once_for_all_conversations(
    kind: Capabilities, tmp_path: Path
) -> None:
    with driven(slow_reader(kind, slots=1), tmp_path) as driver:
        _with_system(driver, "a", "one")
        _with_system(driver, "b", "two")
        assert driver.usage.reused_from in (ReuseOrigin.SHARED_PROMPT, ReuseOrigin.READY)
        assert driver.usage.reused_tokens >= len(SYSTEM)
        driver.ask("c", "no system prompt here, and long enough to be kept beside the others " * 2)
        _with_system(driver, "d", "three")
        assert driver.usage.reused_from is ReuseOrigin.SHARED_PROMPT
        driver.write_back()
        entries = driver.scheduler.cache_manager.report().entries
        assert sum(entry.conversation_id == "" for entry in entries) == 1
    backend = slow_reader(kind, slots=1)
    with driven(backend, tmp_path) as driver:
        request = _with_system(driver, "new", "four")
        assert driver.usage.reused_from is ReuseOrigin.SHARED_PROMPT
        assert driver.usage.reused_tokens >= len(SYSTEM)
        assert driver.promised_tokens == driver.usage.reused_tokens
        reply = driver.listener.text(request)
    assert reply == solo_reply(rendered_chat(backend, "four", SYSTEM), backend, 10)


@every_kind
def test_a_system_prompt_goes_with_the_last_conversation_that_had_it(
    kind: Capabilities, tmp_path: Path
) -> None:
    with driven(slow_reader(kind, slots=1), tmp_path) as driver:
        _with_system(driver, "a", "one")
        _with_system(driver, "b", "two")
        driver.ask("other", FIRST)
        driver.write_back()
        assert len(files(tmp_path)) == 4
        driver.scheduler.discard("a")
        driver.wait_for_disk()
        assert _is_shared_kept(driver)
        driver.scheduler.discard("b")
        assert not _is_shared_kept(driver)
    assert len(files(tmp_path)) == 1


def test_a_system_prompt_that_a_request_waits_for_outlives_its_conversation(
    tmp_path: Path,
) -> None:
    with driven(slow_reader(slots=1), tmp_path) as driver:
        _with_system(driver, "a", "one")
        driver.submit("other", FIRST)
        driver.listener.step()
        waiting = begin_chat(driver, "b", "two", SYSTEM)
        driver.scheduler.discard("a")
        assert _is_shared_kept(driver)
        driver.run()
        assert driver.listener.finished(waiting).usage.reused_from is ReuseOrigin.SHARED_PROMPT


@pytest.mark.parametrize("is_ended", [False, True])
def test_what_is_forgotten_before_the_disk_is_known_takes_its_system_prompt_along(
    is_ended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(slow_reader(slots=1), tmp_path) as driver:
        _with_system(driver, "a", "one")
        driver.write_back()
        assert len(files(tmp_path)) == 2
    weights_known = threading.Event()
    digest = WeightDigests.of

    def slowly(self: WeightDigests, names: Sequence[str]) -> bytes:
        assert weights_known.wait(PATIENCE_SECONDS)
        return digest(self, names)

    monkeypatch.setattr(WeightDigests, "remembered", lambda *_: None)
    monkeypatch.setattr(WeightDigests, "of", slowly)
    with driven(slow_reader(slots=1), tmp_path) as driver:
        driver.scheduler.discard("a")
        weights_known.set()
        if not is_ended:
            driver.scheduler.cache_manager.disk.wait_for_scan(PATIENCE_SECONDS)
            driver.listener.step()
            assert not _is_shared_kept(driver)
    assert files(tmp_path) == []


def test_a_system_prompt_that_is_being_written_goes_with_its_last_conversation(
    tmp_path: Path,
) -> None:
    with driven(slow_reader(), tmp_path, ram_bytes=0) as driver:
        with held_writes() as is_writing:
            _with_system(driver, "a", "what is this?")
            assert is_writing.wait(PATIENCE_SECONDS)
            driver.scheduler.discard("a")
        driver.wait_for_disk()
    assert files(tmp_path) == []


def _is_shared_kept(driver: EngineDriver) -> bool:
    entries = driver.scheduler.cache_manager.report().entries
    return any(entry.conversation_id == "" for entry in entries)


def test_a_reply_in_the_background_costs_nobody_a_large_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KVCopies, "is_brief", lambda *_: False)
    with driven(slow_reader(slots=2), tmp_path) as driver:
        said = driver.ask("a", FIRST)
        neighbour = driver.submit("b", "go on", tokens=30)
        driver.listener.step()
        messages, options = (ChatMessage(Role.USER, "title"),), RequestOptions(rank=Rank.BACKGROUND)
        driver.scheduler.submit(Submit(99, "t", messages, SamplingParams(max_tokens=5), options))
        driver.run()
        ends = [each for each in driver.listener.events if isinstance(each, Finished | Started)]
        assert [each.request_id for each in ends[-3:]] == [neighbour, 99, 99], "one after the other"
        driver.ask("a", FIRST, said, "and?")
        assert driver.usage.reused_tokens > len(FIRST)


def test_a_reply_in_the_background_is_not_kept(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        messages = (ChatMessage(Role.USER, FIRST),)
        sampling = SamplingParams(max_tokens=10)
        driver.scheduler.submit(
            Submit(1, "title of a", messages, sampling, RequestOptions(rank=Rank.BACKGROUND))
        )
        driver.run()
        driver.write_back()
    assert files(tmp_path) == []
