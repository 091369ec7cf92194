"""A stop costs only its own tab: which commands cut a prefill call short."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.backend import Backend, BatchEntry, DecodeStatus
from engine.core.engine import Engine
from engine.core.step_runner import NO_CALL, PrefillCall
from engine.core.work import Work
from engine.ipc.lifecycle import Shutdown
from engine.llama.loader import load
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    Command,
    DiscardConversation,
    Focus,
    LoadModel,
    Role,
    Submit,
)
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.invariants.recorder import Around
from tests.engine.llama.steps import pressing_stop
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import waiting_prompts
from tests.fakes.running_engine import EventRecorder, running
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_sliding_window

Writer = Callable[[Path], None]

PATIENCE = 90
LOAD = LoadModel("another", EngineConfig())
FOREIGN: list[Command] = [
    Cancel(2),
    Cancel(3),
    Cancel(99),
    DiscardConversation("b"),
    DiscardConversation("a title"),
    Focus("b"),
]


@pytest.mark.parametrize("command", [Cancel(1), DiscardConversation("a"), LOAD, Shutdown()])
def test_what_ends_a_prompt_of_the_call_ends_the_call(command: Command) -> None:
    assert PrefillCall(frozenset({1, 4}), frozenset({"a", "c"})).is_ended_by(command)
    assert not NO_CALL.is_ended_by(command)


@pytest.mark.parametrize("command", FOREIGN)
def test_what_ends_another_prompt_does_not(command: Command) -> None:
    assert not PrefillCall(frozenset({1, 4}), frozenset({"a", "c"})).is_ended_by(command)


class _Held(FakeBackend):
    """Stands still in each call over a prompt until it is let go, or aborted.

    The calls that are measured after loading have fewer tokens.
    """

    def __init__(self) -> None:
        super().__init__(slot_count=3, context_window=4096, reply_share=0)
        self.has_begun, self.may_end = threading.Event(), threading.Event()
        self.aborts = 0

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        if max(len(entry.tokens) for entry in entries) > 16:
            self.has_begun.set()
            assert self.may_end.wait(PATIENCE)
        return super().decode(entries)

    def request_abort(self) -> None:
        self.aborts += 1
        super().request_abort()
        self.may_end.set()


@contextmanager
def loaded(backend: Around | FakeBackend, recorder: EventRecorder) -> Iterator[Engine]:
    with running(Engine(lambda *_: backend, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        engine.submit(LoadModel("first", EngineConfig()))
        yield engine


def ask(number: int, conversation: str, text: str, max_tokens: int = 2) -> Submit:
    messages = (ChatMessage(Role.USER, text),)
    return Submit(number, conversation, messages, SamplingParams(max_tokens=max_tokens))


def test_a_foreign_stop_aborts_nothing_and_the_own_one_keeps_the_passes_that_were_done() -> None:
    backend, recorder = _Held(), EventRecorder()
    with loaded(backend, recorder) as engine:
        engine.submit(ask(1, "a", "a long prompt " * 40))
        assert backend.has_begun.wait(PATIENCE)
        for command in FOREIGN:
            engine.submit(command)
        assert backend.aborts == 0
        engine.submit(Cancel(1))
        assert backend.aborts == 1
        end = recorder.end_of(1)
        assert end.reason is FinishReason.CANCELLED
        assert end.usage.context_tokens == backend.micro_batch_size


def test_others_in_an_aborted_call_keep_what_was_computed_for_them() -> None:
    backend = FakeBackend(reply_share=0)
    runner, pool = waiting_prompts(backend, 20, 30)
    backend.request_abort()
    first, second = pool.slots[:2]
    assert runner.run([Work(first, 10), Work(second, 30)]) == []
    assert (first.cached_tokens, second.cached_tokens) == (list(range(1, 11)), [])
    assert runner.pop_token_count() == 10


def test_a_prompt_that_was_whole_in_an_aborted_call_is_left_its_last_token() -> None:
    backend = FakeBackend(reply_share=0)
    runner, pool = waiting_prompts(backend, 20, 30)
    backend.request_abort()
    first, second = pool.slots[:2]
    runner.run([Work(first, 20), Work(second, 30)])
    assert first.cached_tokens == backend.cells[0] == list(range(1, 20))
    (outcome,) = runner.run([Work(first, 1)])
    assert outcome.token is not None


class _Counting(Around):
    """Counts the aborted calls of a real library."""

    aborted = 0

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        status = super().decode(entries)
        self.aborted += status is DecodeStatus.ABORTED
        return status


@pytest.mark.parametrize("write", [write_plain, write_hybrid])
def test_a_storm_of_foreign_stops_costs_a_real_prompt_no_call(write: Writer) -> None:
    # On one thread: several that find no cores are ended by the guard, on a busy machine.
    config = EngineConfig(context_window=8192, micro_batch_size=128, thread_count=1)
    backend = _Counting(_load(write, config))
    recorder, is_over = EventRecorder(), threading.Event()
    with loaded(backend, recorder) as engine:

        def stop_others() -> None:
            while not is_over.wait(0.001):
                for command in FOREIGN:
                    engine.submit(command)

        storm = threading.Thread(target=stop_others)
        storm.start()
        engine.submit(ask(1, "a", "1 2 3 4 5 6 7 8 9 " * 200))
        end = recorder.end_of(1)
        is_over.set()
        storm.join(PATIENCE)
    assert (end.reason, backend.aborted) == (FinishReason.LENGTH, 0)


@pytest.mark.parametrize(
    "write", [write_plain, pytest.param(write_sliding_window, marks=pytest.mark.nightly)]
)
def test_a_real_call_that_is_cut_keeps_its_passes(write: Writer) -> None:
    """Stopped later and later, some call has ended a pass; what it keeps is what there is."""
    length = 24_000
    config = EngineConfig(
        context_window=length, slot_count=1, batch_size=length, micro_batch_size=64
    )
    backend = _load(write, config)
    runner, pool = waiting_prompts(backend, length)
    slot, seconds = pool.slots[0], 0.001
    while not slot.cached_tokens:
        with pressing_stop(backend, seconds):
            assert runner.run([Work(slot, length)]) == [], "it is stopped long before its end"
        seconds *= 1.5
    kept = len(slot.cached_tokens)
    assert kept == backend.token_count(0) == runner.pop_token_count()
    assert (kept < length, kept % 64) == (True, 0)
    runner.run([Work(slot, 64)])
    assert len(slot.cached_tokens) == backend.token_count(0) == kept + 64


def _load(write: Writer, config: EngineConfig) -> Backend:
    return load(str(cached_model(write)), config, lambda _: None)


@pytest.mark.parametrize("is_for_tab", [True, False])
def test_what_a_tab_asks_ends_a_call_for_programs_alone(is_for_tab: bool) -> None:
    call = PrefillCall(frozenset({1}), frozenset({"a"}), is_for_tab)
    message = (ChatMessage(Role.USER, "hello"),)
    assert call.is_ended_by(Submit(9, "b", message, SamplingParams())) is not is_for_tab
    assert not NO_CALL.is_ended_by(Submit(9, "b", message, SamplingParams()))
    program = RequestOptions(rank=Rank.PROGRAM)
    assert not call.is_ended_by(Submit(9, "program:x:b", message, SamplingParams(), program))
