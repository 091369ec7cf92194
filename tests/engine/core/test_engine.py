"""The engine thread: commands in from any thread, events out, one end for each request."""

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest

from engine.backend import Backend, BatchEntry, DecodeStatus, LoadProgress
from engine.core.engine import Engine
from engine.ipc.lifecycle import Shutdown
from engine.llama.loader import load
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    CountTokens,
    LoadModel,
    Role,
    ShareCores,
    Submit,
)
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from engine.messages.events import (
    FinishReason,
    ModelFailed,
    ModelLoaded,
    TokensCounted,
)
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from engine.text import template_probe
from tests.conftest import ExpectedLog
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import leak_slots
from tests.fakes.running_engine import EventRecorder, running
from tests.fakes.vocabulary import FakeVocabulary
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


def _load(path: str, config: EngineConfig, progress: Callable[[float], None]) -> Backend:
    if path == "bad":
        raise ModelLoadFailed("This file is not a model.")
    progress(1.0)
    return FakeBackend(slot_count=config.slot_count, reply_share=0, context_window=4096)


@pytest.fixture
def recorder() -> EventRecorder:
    return EventRecorder()


@pytest.fixture
def engine(recorder: EventRecorder) -> Iterator[Engine]:
    with running(Engine(_load, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        yield engine


def _submit(number: int, tokens: int | None = None) -> Submit:
    messages = (ChatMessage(Role.USER, f"question {number}"),)
    return Submit(number, f"c{number}", messages, SamplingParams(max_tokens=tokens))


def test_a_request_without_a_model_ends_with_a_sentence(
    engine: Engine, recorder: EventRecorder
) -> None:
    engine.submit(_submit(1))
    recorder.wait_for_ends(1)
    error = recorder.finished()[0].error
    assert error is not None
    assert (error.kind, "Open one first" in error.text) == ("NoModelLoaded", True)


def test_a_model_that_cannot_be_loaded_is_told_and_the_next_one_works(
    engine: Engine, recorder: EventRecorder
) -> None:
    engine.submit(LoadModel("bad", EngineConfig()))
    engine.submit(LoadModel("good", EngineConfig()))
    engine.submit(_submit(1, 5))
    recorder.wait_for_ends(1)
    assert recorder.has(ModelFailed)
    (loaded,) = (each for each in recorder.events if isinstance(each, ModelLoaded))
    assert loaded.info.token_seconds > 0, "a token was measured before the first request"
    assert recorder.finished()[0].reason is FinishReason.LENGTH


def test_another_model_ends_what_runs_and_what_waits_exactly_once(
    engine: Engine, recorder: EventRecorder
) -> None:
    engine.submit(LoadModel("good", EngineConfig(slot_count=2)))
    for number in range(5):
        engine.submit(_submit(number))
    engine.submit(LoadModel("good", EngineConfig(slot_count=2)))
    recorder.wait_for_ends(5)
    assert {each.reason for each in recorder.finished()} == {FinishReason.CANCELLED}
    assert sorted(each.request_id for each in recorder.finished()) == list(range(5))


def test_a_model_that_only_fails_is_loaded_again(
    recorder: EventRecorder, expect_log: ExpectedLog
) -> None:
    expect_log("keeps failing")
    backends: list[FakeBackend] = []

    def load(path: str, config: EngineConfig, progress: Callable[[float], None]) -> Backend:
        backends.append(FakeBackend(slot_count=4, reply_share=0, context_window=4096))
        if len(backends) == 1:
            backends[0].poison = {0, 1, 2, 3}
        return backends[-1]

    with running(Engine(load, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        engine.submit(LoadModel("moody", EngineConfig()))
        for number in (1, 2):
            engine.submit(_submit(number, 5))
            recorder.wait_for_ends(number)
        recorder.wait_for(
            lambda: sum(isinstance(each, ModelLoaded) for each in recorder.events) == 2
        )
        engine.submit(_submit(3, 5))
        recorder.wait_for_ends(3)
    reasons = [each.reason for each in recorder.finished()]
    assert reasons == [FinishReason.FAILED, FinishReason.FAILED, FinishReason.LENGTH]
    assert backends[0].is_closed
    assert len(backends) == 2


def test_one_reply_that_fails_among_others_is_no_reason_to_load_again(
    recorder: EventRecorder,
) -> None:
    backend = FakeBackend(slot_count=4, reply_share=0, context_window=4096)
    backend.poison = {0}
    with running(Engine(lambda *_: backend, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        engine.submit(LoadModel("moody", EngineConfig()))
        for number in range(12):
            engine.submit(_submit(number, 20))
        recorder.wait_for_ends(12)
    assert sum(isinstance(each, ModelLoaded) for each in recorder.events) == 1
    assert {each.reason for each in recorder.finished()} == {
        FinishReason.FAILED,
        FinishReason.LENGTH,
    }


class _Clumsy(FakeBackend):
    """Fails, as only our own bug would, over some texts."""

    def __init__(self) -> None:
        super().__init__(slot_count=2, reply_share=0, context_window=4096)
        self.vocabulary.tokenize = self._tokenize  # type: ignore[method-assign]

    def _tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        if "bug" in text:
            raise ZeroDivisionError
        return FakeVocabulary.tokenize(self.vocabulary, text, parse_special=parse_special)


def test_a_bug_over_one_request_costs_only_that(
    recorder: EventRecorder, expect_log: ExpectedLog
) -> None:
    expect_log("A prompt could not be made")
    expect_log("A command failed")
    engine = Engine(lambda *_: _Clumsy(), recorder)
    for command in (
        LoadModel("good", EngineConfig()),
        _submit(1, 50),
        Submit(2, "b", (ChatMessage(Role.USER, "bug"),), SamplingParams()),
        Submit(3, "c", (), SamplingParams()),
        CountTokens(4, "d", "bug"),
        _submit(5, 50),
    ):
        engine.submit(command)
    with running(engine):
        recorder.wait_for_ends(4)
    reasons = {each.request_id: each.reason for each in recorder.finished()}
    assert reasons == {
        1: FinishReason.LENGTH,
        2: FinishReason.FAILED,
        3: FinishReason.FAILED,
        5: FinishReason.LENGTH,
    }
    assert TokensCounted(4) in recorder.events


def test_an_engine_that_hangs_over_a_command_is_busy(recorder: EventRecorder) -> None:
    entered, leave = threading.Event(), threading.Event()
    backend = FakeBackend(slot_count=2, reply_share=0, context_window=4096)
    with running(Engine(lambda *_: backend, recorder)) as engine:
        engine.submit(LoadModel("good", EngineConfig()))
        recorder.wait_for(lambda: recorder.has(ModelLoaded))

        def hang(text: str, *, parse_special: bool) -> list[int]:
            entered.set()
            assert leave.wait(20)
            return [1]

        backend.vocabulary.tokenize = hang  # type: ignore[method-assign]
        engine.submit(_submit(1, 1))
        assert entered.wait(20)
        was_busy, count = engine.is_busy, engine.step_count
        leave.set()
        recorder.wait_for_ends(1)
    assert was_busy
    assert engine.step_count > count


class _Aborting(FakeBackend):
    """A backend that gives up every call, for no reason."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Compute nothing."""
        self.calls.append(())
        return DecodeStatus.ABORTED


def test_a_loop_that_computes_nothing_makes_no_headway(recorder: EventRecorder) -> None:
    backend = _Aborting(reply_share=0)
    with running(Engine(lambda *_: backend, recorder)) as engine:
        engine.submit(LoadModel("good", EngineConfig()))
        engine.submit(_submit(1, 1))
        recorder.wait_for(lambda: len(backend.calls) > 1)
        count, calls = engine.step_count, len(backend.calls)
        recorder.wait_for(lambda: len(backend.calls) > calls + 50)
        assert (engine.step_count, engine.is_busy) == (count, True)


def test_a_loop_that_is_stuck_waits_for_the_next_command(
    recorder: EventRecorder, expect_log: ExpectedLog
) -> None:
    expect_log("none runs and none can start")
    with running(Engine(_load, recorder)) as engine:
        engine.submit(LoadModel("good", EngineConfig(slot_count=1)))
        recorder.wait_for(lambda: recorder.has(ModelLoaded))
        scheduler = engine._scheduler  # noqa: SLF001 (a bug that has no public door)
        assert scheduler is not None
        leak_slots(scheduler)
        engine.submit(_submit(1, 1))
        recorder.wait_for(lambda: scheduler.is_stuck)
        count = engine.step_count
        threading.Event().wait(0.2)  # in which a loop that spins makes thousands of steps
        snapshot = scheduler.reports.snapshot()
        assert (snapshot.slot_error_count, engine.step_count, engine.is_busy) == (1, count, True)


def test_a_prompt_that_takes_long_holds_up_nobody_and_can_be_stopped(
    recorder: EventRecorder,
) -> None:
    entered, leave = threading.Event(), threading.Event()
    backend = FakeBackend(slot_count=2, reply_share=0, context_window=4096)
    tokenize = backend.vocabulary.tokenize

    def hang(text: str, *, parse_special: bool) -> list[int]:
        if "long" in text:
            entered.set()
            assert leave.wait(60)
        return tokenize(text, parse_special=parse_special)

    backend.vocabulary.tokenize = hang  # type: ignore[method-assign]
    with running(Engine(lambda *_: backend, recorder)) as engine:
        engine.submit(LoadModel("good", EngineConfig()))
        engine.submit(_submit(1, 3000))
        engine.submit(Submit(2, "b", (ChatMessage(Role.USER, "long"),), SamplingParams()))
        assert entered.wait(60)
        seen = recorder.delta_count(1)
        recorder.wait_for(lambda: recorder.delta_count(1) > seen + 20)
        engine.submit(Cancel(2))
        recorder.wait_for_ends(1)
        engine.submit(Cancel(1))
        recorder.wait_for_ends(2)
        leave.set()
    ends = [(each.request_id, each.reason) for each in recorder.finished()]
    assert ends == [(2, FinishReason.CANCELLED), (1, FinishReason.CANCELLED)]


@pytest.mark.parametrize(
    "work",
    [
        "{% for i in range(99999) %}{% endfor %}",
        "{% for i in range(30) %}{{ range(99999)|unique|list|length }}{% endfor %}",
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    ],
    ids=["loops", "unique", "endless"],
)
def test_a_model_whose_template_takes_too_long_is_refused(
    work: str, recorder: EventRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_probe, "PROBE_SECONDS", 0.05)

    def load_hostile(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        backend = load(path, config, progress)
        backend.chat_template = work + "{{ messages[0].content }}"
        return backend

    engine = Engine(load_hostile, recorder)
    engine.submit(LoadModel(str(cached_model(write_plain)), EngineConfig(slot_count=1)))
    engine.submit(Shutdown())
    engine.run()
    failed = next(each for each in recorder.events if isinstance(each, ModelFailed))
    assert "chat template takes too long" in failed.error.text
    assert "text" not in {each.name for each in threading.enumerate()}, "no thread is left"


def test_an_engine_leaves_cores_to_others_also_for_models_loaded_later(
    recorder: EventRecorder,
) -> None:
    backends: list[FakeBackend] = []

    def load_four_cores(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        del path, progress
        backends.append(FakeBackend(slot_count=config.slot_count, reply_share=0, thread_limit=4))
        return backends[-1]

    with running(Engine(load_four_cores, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        engine.submit(LoadModel("first", EngineConfig(thread_count=4)))
        engine.submit(_submit(1, 4))
        recorder.wait_for_ends(1)
        assert backends[0].threads.count == 4
        engine.submit(ShareCores(2))
        engine.submit(_submit(2, 4))
        recorder.wait_for_ends(2)
        assert backends[0].threads.count == 2
        engine.submit(LoadModel("second", EngineConfig(thread_count=4)))
        engine.submit(_submit(3, 4))
        recorder.wait_for_ends(3)
        assert backends[1].threads.count == 2
        engine.submit(ShareCores())
        engine.submit(_submit(4, 4))
        recorder.wait_for_ends(4)
        assert backends[1].threads.count == 4
