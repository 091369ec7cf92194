"""What is kept beside the slots neither holds up those who write nor loses what was promised."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.backend import Capabilities
from engine.core import write_back
from engine.kv.slot_copy import SlotCopy
from engine.kv.weights import WeightDigests
from engine.wire.commands import ChatMessage, Role, Submit
from engine.wire.request_options import RequestOptions
from engine.wire.sampling_params import SamplingParams
from engine.wire.usage import ReuseOrigin
from tests.engine.core.test_memory_kinds import every_kind
from tests.engine.kv.driving import PATIENCE_SECONDS, Talk, files, slow_reader, talking
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import solo_reply

FIRST = "hello " * 60
LARGE = SlotCopy("large", (1,), (), bytes(1 << 20))  # so large is each token from now on
SYSTEM = "You answer in rhymes, briefly, and never twice the same. " * 3


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


def _with_system(talk: Talk, conversation: str, question: str) -> int:
    messages = (ChatMessage(Role.SYSTEM, SYSTEM), ChatMessage(Role.USER, question))
    talk.request_id += 1
    sampling = SamplingParams(temperature=0.0, max_tokens=10)
    talk.scheduler.submit(Submit(talk.request_id, conversation, messages, sampling))
    talk.run()
    return talk.request_id


def _rendered(question: str) -> list[int]:
    text = (
        f"<|im_start|>system\n{SYSTEM}<|im_end|>\n<|im_start|>user\n{question}<|im_end|>\n"
        "<|im_start|>assistant\n"
    )
    return slow_reader().vocabulary.tokenize(text, parse_special=True)


def test_nothing_is_copied_or_written_while_anybody_is_being_answered(tmp_path: Path) -> None:
    backend = Copies(slot_count=2, context_window=1024, reply_share=0)
    with talking(backend, tmp_path) as talk:
        talk.ask("a", FIRST)
        talk.submit("b", "go on", tokens=100)
        talk.listener.step()
        for _ in range(50):
            talk.scheduler.cache_manager.use_idle_time()  # as if the engine had found time
            talk.listener.step()
        assert backend.copied_at == []
        talk.run()
        talk.write_back()
        assert len(backend.copied_at) == 2
        assert set(backend.copied_at) == {len(backend.calls)}
    assert len(files(tmp_path)) == 2


def test_what_is_overdue_is_written_while_others_are_answered_one_after_the_other(
    tmp_path: Path,
) -> None:
    backend = Copies(slot_count=3, context_window=1024, reply_share=0)
    with talking(backend, tmp_path, overdue_seconds=0.0) as talk:
        talk.submit("writer", "go on", tokens=300)
        talk.ask_meanwhile("a", FIRST)
        talk.ask_meanwhile("b", FIRST)
        while len(files(tmp_path)) < 2:
            talk.listener.step()
            talk.wait_for_disk()
            assert talk.scheduler.has_requests, "somebody is answered all the time"
        assert len(backend.copied_at) == len(set(backend.copied_at)) == 2


def test_a_pause_is_waited_for_as_long_as_it_may_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(write_back, "time", SimpleNamespace(monotonic=lambda: now))
    backend = Copies(slot_count=2, context_window=1024, reply_share=0)
    with talking(backend, tmp_path, overdue_seconds=60.0) as talk:
        talk.submit("writer", "go on", tokens=300)
        talk.ask_meanwhile("a", FIRST)
        for now in (10.0, 30.0, 50.0, 69.0):
            talk.listener.step()
            assert backend.copied_at == [], f"after {now} seconds"
        now = 80.0
        talk.listener.step()
        assert len(backend.copied_at) == 1
        assert talk.scheduler.has_requests


def test_what_cannot_be_copied_between_two_steps_waits_however_overdue(tmp_path: Path) -> None:
    backend = Copies(slot_count=2, context_window=1024, reply_share=0, kv_bytes=1 << 50)
    with talking(backend, tmp_path, overdue_seconds=0.0) as talk:
        talk.submit("writer", "go on", tokens=300)
        talk.ask_meanwhile("a", FIRST)
        for _ in range(50):
            talk.listener.step()
        assert talk.scheduler.has_requests
        assert backend.copied_at == []
        talk.run()
        talk.write_back()
        assert len(backend.copied_at) == 2


def test_what_has_its_copy_already_is_overdue_whatever_its_size(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path, overdue_seconds=0.0) as talk:
        talk.submit("writer", "go on", tokens=300)
        talk.listener.step()
        talk.scheduler.cache_manager.ram.put(replace(LARGE, tokens=tuple(range(100))))
        while not files(tmp_path):
            talk.listener.step()
            talk.wait_for_disk()
            assert talk.scheduler.has_requests, "somebody is answered all the time"


def test_a_large_state_is_written_after_a_longer_pause(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path, pause_seconds=2.0) as talk:
        talk.ask("a", FIRST)
        writing = talk.scheduler.cache_manager.write_back
        small = writing.due_seconds()
        writing.write(LARGE)
        talk.wait_for_disk()
        large = writing.due_seconds()
        assert small is not None
        assert large is not None
        assert small <= 2.0 < 15.0 < large


def test_a_round_keeps_what_it_has_promised_whatever_it_evicts(tmp_path: Path) -> None:
    backend = slow_reader(slots=2)
    size = len(FIRST) * 6
    with talking(backend, tmp_path, ram_bytes=size, cache_bytes=0) as talk:
        said = talk.ask("a", FIRST)
        for name in "bc":
            talk.ask(name, f"{name} " * 150)
        assert talk.scheduler.cache_manager.ram.get("a") is not None
        talk.submit("d", "d " * 150)  # evicts somebody into RAM, where "a" would have to go
        last = talk.submit("a", FIRST, said, "and?")
        talk.run()
        usage = talk.listener.finished(last).usage
        assert usage.reused_from is ReuseOrigin.MEMORY
        assert usage.reused_tokens == talk.listener.promised_tokens(last)


@every_kind
def test_a_system_prompt_is_read_once_for_all_conversations(
    kind: Capabilities, tmp_path: Path
) -> None:
    with talking(slow_reader(kind, slots=1), tmp_path) as talk:
        _with_system(talk, "a", "one")
        _with_system(talk, "b", "two")
        assert talk.usage.reused_from in (ReuseOrigin.SHARED_PROMPT, ReuseOrigin.READY)
        assert talk.usage.reused_tokens >= len(SYSTEM)
        talk.ask("c", "no system prompt here, and long enough to be kept beside the others " * 2)
        _with_system(talk, "d", "three")
        assert talk.usage.reused_from is ReuseOrigin.SHARED_PROMPT
        talk.write_back()
        entries = talk.scheduler.cache_manager.report().entries
        assert sum(entry.conversation_id == "" for entry in entries) == 1
    backend = slow_reader(kind, slots=1)
    with talking(backend, tmp_path) as talk:
        request = _with_system(talk, "new", "four")
        assert talk.usage.reused_from is ReuseOrigin.SHARED_PROMPT
        assert talk.usage.reused_tokens >= len(SYSTEM)
        assert talk.promised_tokens == talk.usage.reused_tokens
        reply = talk.listener.text(request)
    assert reply == solo_reply(_rendered("four"), backend, 10)


@every_kind
def test_a_system_prompt_goes_with_the_last_conversation_that_had_it(
    kind: Capabilities, tmp_path: Path
) -> None:
    with talking(slow_reader(kind, slots=1), tmp_path) as talk:
        _with_system(talk, "a", "one")
        _with_system(talk, "b", "two")
        talk.ask("other", FIRST)
        talk.write_back()
        assert len(files(tmp_path)) == 4
        talk.scheduler.forget("a")
        talk.wait_for_disk()
        assert _is_shared_kept(talk)
        talk.scheduler.forget("b")
        assert not _is_shared_kept(talk)
    assert len(files(tmp_path)) == 1


def test_a_system_prompt_that_a_request_waits_for_outlives_its_conversation(
    tmp_path: Path,
) -> None:
    with talking(slow_reader(slots=1), tmp_path) as talk:
        _with_system(talk, "a", "one")
        talk.submit("other", FIRST)
        talk.listener.step()
        messages = (ChatMessage(Role.SYSTEM, SYSTEM), ChatMessage(Role.USER, "two"))
        talk.scheduler.submit(Submit(99, "b", messages, SamplingParams(max_tokens=10)))
        talk.scheduler.forget("a")
        assert _is_shared_kept(talk)
        talk.run()
        assert talk.listener.finished(99).usage.reused_from is ReuseOrigin.SHARED_PROMPT


@pytest.mark.parametrize("is_ended", [False, True])
def test_what_is_forgotten_before_the_disk_is_known_takes_its_system_prompt_along(
    is_ended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talking(slow_reader(slots=1), tmp_path) as talk:
        _with_system(talk, "a", "one")
        talk.write_back()
        assert len(files(tmp_path)) == 2
    weights_known = threading.Event()
    digest = WeightDigests.of

    def slowly(self: WeightDigests, names: Sequence[str]) -> bytes:
        assert weights_known.wait(PATIENCE_SECONDS)
        return digest(self, names)

    monkeypatch.setattr(WeightDigests, "remembered", lambda *_: None)
    monkeypatch.setattr(WeightDigests, "of", slowly)
    with talking(slow_reader(slots=1), tmp_path) as talk:
        talk.scheduler.forget("a")
        weights_known.set()
        if not is_ended:
            talk.scheduler.cache_manager.disk.wait_for_scan(PATIENCE_SECONDS)
            talk.listener.step()
            assert not _is_shared_kept(talk)
    assert files(tmp_path) == []


def _is_shared_kept(talk: Talk) -> bool:
    entries = talk.scheduler.cache_manager.report().entries
    return any(entry.conversation_id == "" for entry in entries)


def test_a_reply_in_the_background_is_not_kept(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        messages = (ChatMessage(Role.USER, FIRST),)
        sampling = SamplingParams(max_tokens=10)
        talk.scheduler.submit(
            Submit(1, "title of a", messages, sampling, RequestOptions(is_background=True))
        )
        talk.run()
        talk.write_back()
    assert files(tmp_path) == []


def test_the_end_writes_no_longer_than_it_may(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", FIRST)
        disk, writing = talk.scheduler.cache_manager.disk, talk.scheduler.cache_manager.write_back
        writing.write(LARGE)
        talk.wait_for_disk()
        disk.write_rate = 1000.0
    assert len(files(tmp_path)) == 1
