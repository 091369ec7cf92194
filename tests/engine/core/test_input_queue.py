"""While a prompt is being made others are answered, and its request can be ended at any moment."""

import time

import pytest

from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.messages.commands import ChatMessage, Prewarm, Role
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.messages.events import Finished, FinishReason, Started, TextDelta
from engine.messages.request_options import Rank, RequestOptions
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit
from tests.fakes.late_worker import LateWorker


class _Late:
    """A scheduler whose prompts are made when the test says so."""

    def __init__(self, backend: FakeBackend | None = None) -> None:
        self.backend = backend or FakeBackend(reply_share=0, context_window=4096)
        self.worker = LateWorker()
        self.wake_count = 0
        workers = Workers(self.worker, wake=self._wake)
        config = EngineConfig()
        self.scheduler = Scheduler(self.backend, config, AuditMode.ASSERT, lambda: None, workers)
        self.listener = Listener(self.scheduler)

    def _wake(self) -> None:
        self.wake_count += 1

    def ask(self, number: int, text: str = "hi", conversation: str | None = None) -> None:
        submit(self.scheduler, number, text, conversation=conversation or f"c{number}")

    def steps(self, count: int) -> None:
        self.listener.step(count)

    def ends(self) -> list[tuple[int, FinishReason]]:
        self.listener.events += self.scheduler.pop_events()
        events = self.listener.events
        return [(each.request_id, each.reason) for each in events if isinstance(each, Finished)]

    def started(self) -> list[int]:
        return [each.request_id for each in self.listener.events if isinstance(each, Started)]


@pytest.fixture
def late() -> _Late:
    return _Late()


def test_a_reply_goes_on_while_another_prompt_is_made(late: _Late) -> None:
    late.ask(1)
    late.worker.work()
    late.steps(2)
    late.ask(2)
    written = sum(isinstance(each, TextDelta) for each in late.listener.events)
    late.steps(10)
    assert sum(isinstance(each, TextDelta) for each in late.listener.events) == written + 10
    assert late.started() == [1]
    late.worker.work()
    late.steps(1)
    assert late.started() == [1, 2]


def test_nothing_is_to_do_until_a_prompt_is_made_and_then_somebody_says_so(late: _Late) -> None:
    late.ask(1)
    assert late.scheduler.has_requests
    assert not late.scheduler.has_work
    assert late.scheduler.is_making_prompts
    late.worker.work()
    assert late.wake_count == 1
    assert late.scheduler.has_work


def test_requests_keep_their_order(late: _Late) -> None:
    for number in range(1, 9):
        late.ask(number)
        late.worker.work(number % 2)
    late.worker.work(9)
    late.steps(1)
    waiting = late.scheduler.reports.snapshot().waiting
    assert late.started() == [1, 2, 3, 4]
    assert waiting == ("c5", "c6", "c7", "c8")


def test_a_request_that_is_stopped_while_its_prompt_is_made_ends_once(late: _Late) -> None:
    late.ask(1)
    late.ask(2)
    late.scheduler.cancel(1)
    assert late.ends() == [(1, FinishReason.CANCELLED)]
    late.worker.work(2)
    late.steps(3)
    late.scheduler.cancel(1)
    assert late.ends() == [(1, FinishReason.CANCELLED)]
    assert late.started() == [2]


def test_a_conversation_that_is_forgotten_while_its_prompt_is_made_is_gone(late: _Late) -> None:
    late.ask(1, conversation="a")
    late.ask(2, conversation="b")
    late.scheduler.discard("a")
    late.worker.work(2)
    late.steps(2)
    assert late.ends() == [(1, FinishReason.CANCELLED)]
    assert late.started() == [2]
    assert all(slot.conversation_id != "a" for slot in late.scheduler.reports.snapshot().slots)


def test_everything_ends_also_what_is_on_its_way(late: _Late) -> None:
    late.ask(1)
    late.scheduler.cancel_all()
    late.ask(2)
    late.scheduler.fail_all(EngineError("no"))
    late.worker.work(2)
    late.steps(2)
    assert late.ends() == [(1, FinishReason.CANCELLED), (2, FinishReason.FAILED)]
    assert not late.scheduler.has_requests


def test_a_rendering_that_nobody_wants_any_more_ends_at_its_next_look_at_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    template = "{% if messages|length > 6 %}{% for i in range(99999) %}{% endfor %}{% endif %}x"
    late = _Late(FakeBackend(template=template))
    messages = tuple(ChatMessage(Role.USER, "a") for _ in range(9))
    looks = 0

    def look() -> float:
        nonlocal looks
        looks += 1
        if looks == 50:
            late.scheduler.cancel(1)
        return 0.0

    monkeypatch.setattr(time, "thread_time", look)
    submit(late.scheduler, 1, *[each.content for each in messages])
    late.worker.work()
    assert 50 <= looks < 60
    assert late.ends() == [(1, FinishReason.CANCELLED)]


def test_reading_ahead_ends_when_a_request_comes_before_its_prompt_is_made(late: _Late) -> None:
    late.scheduler.prewarm(Prewarm("a", (ChatMessage(Role.USER, "hello"),)))
    late.ask(1, conversation="b")
    late.worker.work(2)
    late.steps(3)
    assert [slot.conversation_id for slot in late.scheduler.reports.snapshot().slots][:2] == [
        "b",
        None,
    ]


def test_reading_ahead_begins_when_its_prompt_is_made(late: _Late) -> None:
    late.scheduler.prewarm(Prewarm("a", (ChatMessage(Role.USER, "hello"),)))
    assert not late.scheduler.has_work
    late.worker.work()
    assert late.scheduler.has_work
    late.steps(5)
    assert late.scheduler.reports.snapshot().slots[0].conversation_id == "a"
    assert not late.scheduler.has_work


def test_a_request_that_spends_its_time_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10**9))
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) / 1000)
    slow = "{% for m in messages %}{{ m.content }}{% for i in range(100) %}{% endfor %}{% endfor %}"
    late = _Late(FakeBackend(reply_share=0, context_window=4096, template=slow))
    late.ask(1)
    submit(late.scheduler, 2, *["a"] * 61)
    late.worker.work(2)
    late.steps(3)
    assert late.ends() == [(2, FinishReason.FAILED)]
    finished = next(each for each in late.listener.events if isinstance(each, Finished))
    assert finished.error is not None
    assert "takes too long for this chat" in finished.error.text
    assert late.started() == [1]


def test_a_prompt_that_is_put_off_for_a_tabs_is_made_anew(late: _Late) -> None:
    program = RequestOptions(rank=Rank.PROGRAM)
    submit(late.scheduler, 1, "hello", conversation="program:x:1", options=program)
    job = late.scheduler._inputs._jobs[0]  # noqa: SLF001 (a worker is at it: no public door)
    assert job.future is not None
    late.worker.begin()
    job.future.set_running_or_notify_cancel()
    late.ask(2)
    assert not job.is_timely, "it is to stop"
    job.future.set_exception(EngineError("It took too long."))
    late.worker.work(2)
    late.steps(1)
    assert late.started() == [2]
    late.worker.work(1)
    late.steps(1)
    assert late.started() == [2, 1]
    assert late.ends() == []
