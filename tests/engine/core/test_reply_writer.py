"""The text of a call is written while the next one computes, and nothing is lost between them."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.core import reply_writer
from engine.core.engine import Engine
from engine.core.scheduler import Scheduler
from engine.core.workers import TextThread, Workers
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    Command,
    DiscardConversation,
    LoadModel,
    Role,
    Submit,
)
from engine.messages.config import EngineConfig
from engine.messages.errors import internal_error
from engine.messages.events import Event, Finished, FinishReason, ModelLoaded, StepEvents, TextDelta
from engine.messages.metrics import StepRecord
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.conftest import ExpectedLog
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.fakes.running_engine import EventRecorder, running

_PATIENCE = 30.0


@dataclass
class _Watching(FakeBackend):
    """Ends a call only when the text of the call before is written."""

    scheduler: Scheduler | None = None
    written: list[int] = field(default_factory=list)

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        assert self.scheduler is not None
        until = time.monotonic() + _PATIENCE
        while self.scheduler.writer.has_tokens and time.monotonic() < until:
            time.sleep(0.001)
        events = self.scheduler._events  # noqa: SLF001 (what is reported has no other door yet)
        self.written.append(sum(isinstance(event, TextDelta) for event in events))
        return super().decode(entries)


@pytest.fixture(autouse=True)
def _no_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let text be written beside each call, however short calls are."""
    monkeypatch.setattr(reply_writer, "PACE_SECONDS", 0.0)


@pytest.fixture
def text() -> Iterator[TextThread]:
    thread = TextThread()
    yield thread
    thread.close()


def _scheduler(
    backend: FakeBackend, text: TextThread, on_written: Callable[[], None] = lambda: None
) -> tuple[Scheduler, Listener]:
    scheduler = Scheduler(
        backend,
        EngineConfig(),
        AuditMode.ASSERT,
        workers=Workers(text=text),
        on_written=on_written,
    )
    return scheduler, Listener(scheduler)


def test_text_is_written_while_the_next_call_computes(text: TextThread) -> None:
    backend = _Watching(reply_share=0)
    scheduler, listener = _scheduler(backend, text)
    backend.scheduler = scheduler
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=5))
    listener.run()
    assert backend.written == [0, 1, 1, 1, 1]
    assert listener.text(1) == solo_reply(rendered(backend, "hello"), backend, 5)
    assert listener.reason(1) is FinishReason.LENGTH


@pytest.mark.parametrize(("limit", "pace_seconds"), [(None, 0.0), (13, 0.0), (None, 3600.0)])
def test_a_stop_string_ends_a_reply_before_it_is_sampled_again(
    text: TextThread, limit: int | None, pace_seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_writer, "PACE_SECONDS", pace_seconds)
    backend = FakeBackend(reply_share=0)
    whole = solo_reply(rendered(backend, "hello"), backend, 30)
    stop = whole[10:13]
    sampling = SamplingParams(stop_strings=(stop,), max_tokens=limit)
    scheduler, listener = _scheduler(backend, text)
    submit(scheduler, 1, "hello", sampling=sampling)
    submit(scheduler, 2, "others go on", sampling=SamplingParams(max_tokens=30))
    listener.run()
    assert listener.text(1) == whole[: whole.index(stop)]
    assert listener.reason(1) is FinishReason.STOP
    assert listener.finished(1).usage.reply_tokens == whole.index(stop) + len(stop)
    assert listener.text(2) == solo_reply(rendered(backend, "others go on"), backend, 30)


def test_who_is_cancelled_between_two_calls_keeps_all_that_was_sampled(text: TextThread) -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _scheduler(backend, text)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=50))
    listener.step(7)
    assert scheduler.writer.has_tokens
    scheduler.cancel(1)
    listener.run()
    finished = listener.finished(1)
    assert finished.reason is FinishReason.CANCELLED
    count = finished.usage.reply_tokens
    assert listener.text(1) == solo_reply(rendered(backend, "hello"), backend, count)


def test_a_bug_on_the_thread_is_one_of_the_step(text: TextThread) -> None:
    threads = []

    def fail() -> None:
        threads.append(threading.current_thread().name)
        raise KeyError("a bug")

    scheduler, listener = _scheduler(FakeBackend(reply_share=0), text, fail)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=50))
    listener.step()
    with pytest.raises(KeyError, match="a bug"):
        listener.run()
    assert threads == ["text"]


@pytest.mark.parametrize("is_bug", [False, True], ids=["before", "while"])
def test_what_was_never_shown_is_in_no_later_prompt(
    text: TextThread, monkeypatch: pytest.MonkeyPatch, *, is_bug: bool
) -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _scheduler(backend, text)
    for request in (1, 2):
        submit(scheduler, request, "hello", sampling=SamplingParams(max_tokens=50))
    listener.step(5)
    assert scheduler.writer.has_tokens
    with monkeypatch.context() as patch:
        if is_bug:
            patch.setattr(backend.vocabulary, "piece", lambda _token: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                listener.step()
        scheduler.fail_all(internal_error())
    listener.run()
    for request in (1, 2):
        texts = ("hello", listener.text(request), "go on")
        sampling = SamplingParams(max_tokens=3)
        conversation = f"c{request}"
        submit(scheduler, 10 + request, *texts, conversation=conversation, sampling=sampling)
        listener.run()
        prompt = rendered(backend, *texts)
        assert listener.finished(10 + request).usage.prompt_tokens == len(prompt)
        assert listener.text(10 + request) == solo_reply(prompt, backend, 3)


def _engine(backend: FakeBackend, recorder: EventRecorder) -> Engine:
    return Engine(lambda *_: backend, recorder, audit_mode=AuditMode.ASSERT)


def _reports_of_a_reply(engine: Engine, recorder: EventRecorder) -> list[StepEvents]:
    """Return what an engine reports of one reply of 20 tokens."""
    with running(engine):
        engine.submit(LoadModel("good", EngineConfig(slot_count=2)))
        engine.submit(_ask(1, SamplingParams(max_tokens=20)))
        recorder.end_of(1)
    return [each for each in recorder.events if isinstance(each, StepEvents)]


def test_a_step_is_reported_once_with_the_text_of_its_tokens() -> None:
    recorder = EventRecorder()
    steps = _reports_of_a_reply(_engine(FakeBackend(reply_share=0), recorder), recorder)
    texts = [sum(isinstance(each, TextDelta) for each in step.events) for step in steps]
    written = [count for step, count in zip(steps, texts, strict=True) if step.step is not None]
    assert sum(written) == sum(texts) == 20
    assert max(written) == 1


@dataclass
class _Interrupted(FakeBackend):
    """Sends commands during each call, and notes what was reported before it."""

    engine: Engine | None = None
    recorder: EventRecorder = field(default_factory=EventRecorder)
    commands: Callable[[int], tuple[Command, ...]] = lambda _number: ()
    reported: list[tuple[int, int]] = field(default_factory=list)  # pieces of text, and steps

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        assert self.engine is not None
        if not self.recorder.has(ModelLoaded):
            return super().decode(entries)  # one that is measured after loading
        steps = [each for each in self.recorder.events if isinstance(each, StepEvents)]
        texts = self.recorder.delta_count(1)
        self.reported.append((texts, sum(step.step is not None for step in steps)))
        for command in self.commands(len(self.reported)):
            self.engine.submit(command)
        return super().decode(entries)


@pytest.mark.parametrize(
    "commands",
    [
        lambda _number: (Cancel(1 << 40),),
        lambda _number: (DiscardConversation("a title"),),
        lambda number: (_ask(100 + number), Cancel(100 + number)),
    ],
    ids=["cancel of an unknown request", "forget", "cancel"],
)
def test_each_token_is_reported_within_one_step_whatever_commands_come(
    commands: Callable[[int], tuple[Command, ...]],
) -> None:
    backend = _Interrupted(reply_share=0, commands=commands)
    backend.engine = _engine(backend, backend.recorder)
    _reports_of_a_reply(backend.engine, backend.recorder)
    assert len(backend.reported) == 20
    for number, (text_count, step_count) in enumerate(backend.reported):
        # The text of the last call is written, and reported, while this one computes.
        assert min(text_count, step_count) >= number - 1


def _ask(number: int, sampling: SamplingParams | None = None) -> Submit:
    message = ChatMessage(Role.USER, "hello")
    return Submit(number, f"c{number}", (message,), sampling or SamplingParams())


def test_short_calls_share_a_wake_of_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_writer, "PACE_SECONDS", 3600.0)
    backend, recorder = FakeBackend(reply_share=0), EventRecorder()
    steps = _reports_of_a_reply(_engine(backend, recorder), recorder)
    deltas = [each for step in steps for each in step.events if isinstance(each, TextDelta)]
    text = "".join(each.text for each in deltas)
    assert text == solo_reply(rendered(backend, "hello"), backend, 20)
    assert sum(step.step is not None and bool(step.step.reply_tokens) for step in steps) == 19
    assert [bool(step.events) for step in steps if step.step is not None].count(True) <= 3


def test_every_request_ends_where_its_text_cannot_be_written_at_the_end(
    monkeypatch: pytest.MonkeyPatch, expect_log: ExpectedLog
) -> None:
    expect_log("Requests could not be cancelled")
    events: list[Event] = []
    backend = FakeBackend(reply_share=0)
    engine = Engine(lambda *_: backend, events.append)
    step, cancel_all = Scheduler.step, Scheduler.cancel_all

    def last_step(scheduler: Scheduler) -> StepRecord | None:
        engine.submit(Shutdown())
        return step(scheduler)

    def cancel_in_vain(scheduler: Scheduler) -> None:
        assert scheduler.writer.has_tokens
        monkeypatch.setattr(backend.vocabulary, "piece", lambda _token: 1 / 0)
        cancel_all(scheduler)

    monkeypatch.setattr(Scheduler, "step", last_step)
    monkeypatch.setattr(Scheduler, "cancel_all", cancel_in_vain)
    engine.submit(LoadModel("good", EngineConfig()))
    engine.submit(_ask(1))
    engine.run()
    told = [each for step in events if isinstance(step, StepEvents) for each in step.events]
    assert [each.reason for each in told if isinstance(each, Finished)] == [FinishReason.FAILED]
    assert backend.is_closed
